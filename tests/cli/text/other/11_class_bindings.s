# A B.IOT of TADD that does not say last.
#: --isa 0.58.3 | 3 | TileLegality PE0 .*move_terminated
#: --isa 0.58.3,asl_quirks=on | 3 | BundleControl PE0 .*move_terminated
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
    BSTART.VEC TADD, S32
    B.DIM zero, 4, ->lb0
    B.DIM zero, 2, ->lb1
    B.IOT t#1, t#1, mask=1111, ->u<128B>
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
