# A register of B.IOR that TADDS does not read.
#: --isa 0.58.3 | 3 | TileLegality PE0 .*register_counts
#: --isa 0.58.3,asl_quirks=on | 3 | BundleControl PE0 .*register_counts
    .text
    .globl _start, cross_model_stop, cross_model_result, cross_model_result_size
_start:
    hl.lis x, ->a0
    addi zero, 16, ->a1
    BSTART.TLOAD S32
    B.DIM zero, 4, ->lb0
    B.DIM zero, 2, ->lb1
    B.DIM zero, 4, ->lb2
    B.IOT mask=1111, last, ->t<128B>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    BSTART.VEC TADDS, S32
    B.DIM zero, 4, ->lb0
    B.DIM zero, 2, ->lb1
    B.IOT t#1, mask=1111, last, ->u<128B>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
cross_model_stop:
    C.BSTOP
    .data
    .balign 256
x: .word 1,2,3,4,5,6,7,8
 .zero 512
    .balign 256
cross_model_result: .zero 256
    .set cross_model_result_size, 256
