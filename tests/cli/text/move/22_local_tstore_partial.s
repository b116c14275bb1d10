# Stores of Local tiles do not meet: PE0 and PE1 have stored when PE2 faults.
#: --isa 0.58.3 --dump cross_model_result:256:S32,4,16 | 3 | DataAlignment PE2 .*\[4, 16\] 1 2 3 4 5 6 7 8 0 0 0 0 0 0 0 0 1 2 3 4 5 6 7 8 0
    .text
    .globl _start, cross_model_stop, cross_model_result, cross_model_result_size
_start:
    BSTART.SYS FALL
    ssrget 0x26, ->s0
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
    slli s0, 6, ->a1
    add a0, a1, ->a0
    srli s0, 1, ->a1
    add a0, a1, ->a0
    addi zero, 16, ->a1
    BSTART.TSTORE S32
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
