# `rounds` rounds of a loop of dependent integer arithmetic; `result`.
    .globl _start, stop, rounds, result
_start: BSTART.STD FALL
    hl.lis rounds, ->t
    ldi [t#1, 0], ->a1
    add zero, zero, ->a0
    addi zero, 1, ->a2
loop: BSTART.STD COND, loop
    add a0, a2, ->a0
    slli a0, 1, ->a3
    xor a0, a3, ->a0
    srli a0, 7, ->a4
    xor a0, a4, ->a0
    addi a2, 3, ->a2
    subi a1, 1, ->a1
    setc.ne a1, zero
    BSTART.STD DIRECT, stop
    hl.lis result, ->t
    sdi a0, [t#1, 0]
    C.BSTOP
stop: C.BSTOP
    .data
    .balign 8
rounds: .quad 0
result: .quad 0
