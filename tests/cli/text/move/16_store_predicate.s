# A predicate tile is not stored; the public model stores its packed bytes.
#: --isa 0.58.3 | 3 | TileLegality PE0 .*store_numeric
#: --isa 0.58.3,asl_quirks=on --dump cross_model_result:32:U8,2,16 | 0 | \[2, 16\] 117 0 0
    .text
    .globl _start, cross_model_stop, cross_model_result, cross_model_result_size
_start:
    hl.lis a, ->a0
    addi zero, 16, ->a1
    BSTART.TLOAD S32
    B.DIM zero, 4, ->lb0
    B.DIM zero, 2, ->lb1
    B.DIM zero, 4, ->lb2
    B.IOT mask=1111, last, ->m<128B>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    BSTART.VEC TCMPS, S32
    B.DATR NORM, FP64, Zero, NE
    B.DIM zero, 4, ->lb0
    B.DIM zero, 2, ->lb1
    B.IOT m#1, mask=1111, last, ->n<128B>
    C.BSTOP
    hl.lis cross_model_result, ->a0
    addi zero, 16, ->a1
    BSTART.TSTORE U8
    B.IOT n#1, mask=1111, last
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
cross_model_stop:
    C.BSTOP
    .data
    .balign 256
a: .word 1,0,1,0,1,1,1,0
 .zero 512
    .balign 256
cross_model_result: .zero 256
    .set cross_model_result_size, 256
