# PE0 says hello; the others go straight to the stop. pto run examples/hello.s
    .globl _start, cross_model_stop
_start: BSTART.SYS FALL                     # system registers need one
    ssrget 0x26, ->a3                       # THREAD_ID
    BSTART.STD COND, cross_model_stop
    setc.ne a3, zero                        # taken by PE1..PE3
    BSTART.SYS FALL
    addi zero, 1, ->a0                      # write(1, message, 6)
    hl.lis message, ->a1
    addi zero, 6, ->a2
    addi zero, 64, ->a7
    acrc 1
    C.BSTOP
cross_model_stop: C.BSTOP
    .data
message: .ascii "hello\n"
