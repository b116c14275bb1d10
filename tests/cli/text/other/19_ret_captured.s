# RET goes to what ra holds; in the public model to what SETRET set.
#: --isa 0.58.3 --dump cross_model_result:4:S32,1,1 | 0 | \[1, 1\] 1 
#: --isa 0.58.3,asl_quirks=on --dump cross_model_result:4:S32,1,1 | 0 | \[1, 1\] 2 
    .text
    .globl _start, cross_model_stop, cross_model_result, cross_model_result_size
_start:
    setret old, ->ra
    hl.lis new, ->ra
    BSTART.STD RET
    C.BSTOP
old: addi zero, 2, ->a0
    j out
new: addi zero, 1, ->a0
out: hl.lis cross_model_result, ->a1
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
