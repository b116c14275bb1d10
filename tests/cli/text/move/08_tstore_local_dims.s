# LB0 and LB1 are the part of a Local tile that is stored.
#: --isa 0.58.3 --dump cross_model_result:32:S32,2,4 | 0 | \[2, 4\] 1 2 0 0 0 0 0 0 $
#: --isa 0.58.3,asl_quirks=on --dump cross_model_result:32:S32,2,4 | 0 | \[2, 4\] 1 2 3 4 5 6 7 8 $
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
    hl.lis cross_model_result, ->a0
    addi zero, 16, ->a1
    BSTART.TSTORE S32
    B.DIM zero, 2, ->lb0
    B.DIM zero, 1, ->lb1
    B.DIM zero, 4, ->lb2
    B.IOT t#1, mask=1111, last
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
