# A Shared TLOAD without LB1 and LB2: one row, as many columns as are valid.
#: --isa 0.58.3 --dump cross_model_result:16:S32,1,4 | 0 | \[1, 4\] 1 2 3 4
#: --isa 0.58.3,asl_quirks=on | 3 | TileLegality PE0 .*shared_dimensions
    .text
    .globl _start, cross_model_stop, cross_model_result, cross_model_result_size
_start:
    hl.lis x, ->a0
    addi zero, 16, ->a1
    BSTART.TLOAD S32
    B.DIM zero, 4, ->lb0
    B.IOS mask=1111, ->S3<128B>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    hl.lis cross_model_result, ->a0
    addi zero, 16, ->a1
    BSTART.TSTORE S32
    B.IOS S3, mask=1111
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
