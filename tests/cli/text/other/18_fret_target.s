# FRET.RA goes to any even address.
#: --isa 0.58.3 --dump cross_model_result:8:S64,1,1 | 0 | \[1, 1\] 1 
    .text
    .globl _start, cross_model_stop, cross_model_result, cross_model_result_size
_start:
    hl.lis tgt, ->ra
    subi sp, 64, ->sp
    FRET.RA [s0 ~ s0], sp!, 64
    C.BSTOP
tgt: addi zero, 1, ->a0
    hl.lis cross_model_result, ->a1
    swi a0, [a1, 0]
cross_model_stop:
    C.BSTOP
    .data
    .balign 256
x: .word 1,2,3,4,5,6,7,8
 .zero 512
    .balign 256
cross_model_result: .zero 256
    .set cross_model_result_size, 256
