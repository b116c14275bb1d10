# A Shared tile that nobody wrote is stored: its number xor the element's.
#: --isa 0.58.3 --dump cross_model_result:8:S32,1,2 | 0 | \[1, 2\] 3 0 $
#: --isa 0.58.3,asl_quirks=on --dump cross_model_result:8:S32,1,2 | 0 | \[1, 2\] 3 0 $
    .text
    .globl _start, cross_model_stop, cross_model_result, cross_model_result_size
_start:
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
