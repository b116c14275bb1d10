# What a Dhrystone round does: copy a record, compare two strings, call leaf
# procedures, multiply and divide, store globals. `rounds` rounds; `result`.
#   s0 rounds left  s1 record  s2 other record  s3 one string  s4 the other
#   s5 checksum
    .globl _start, stop, rounds, result
_start: BSTART.STD FALL
    hl.lis rounds, ->t
    ldi [t#1, 0], ->s0
    hl.lis record, ->s1
    hl.lis other, ->s2
    hl.lis one, ->s3
    hl.lis two, ->s4
    add zero, zero, ->s5
round: BSTART.STD FALL                  # the record, with one field changed
    ldi [s1, 0], ->a0
    ldi [s1, 8], ->a1
    ldi [s1, 16], ->a2
    ldi [s1, 24], ->a3
    add a0, s0, ->a0
    sdi a0, [s2, 0]
    sdi a1, [s2, 8]
    sdi a2, [s2, 16]
    sdi a3, [s2, 24]
    c.movr s3, ->a0
    c.movr s4, ->a1
compare: BSTART.STD COND, compared
    lbui [a0, 0], ->a2
    lbui [a1, 0], ->a3
    setc.ne a2, a3
    BSTART.STD COND, compare
    addi a0, 1, ->a0
    addi a1, 1, ->a1
    setc.ne a2, zero
compared: BSTART.STD FALL
    sub a2, a3, ->a0
    BSTART.CALL first, back_1, ->ra
back_1: BSTART.STD FALL
    add s5, a0, ->s5
    andi s0, 63, ->a0
    BSTART.CALL second, back_2, ->ra
back_2: BSTART.STD COND, odd
    add s5, a0, ->s5
    andi s0, 1, ->t
    setc.ne t#1, zero
    BSTART.STD DIRECT, next
    ldi [s2, 0], ->t
    add s5, t#1, ->s5
odd: BSTART.STD FALL
    ldi [s2, 8], ->t
    xor s5, t#1, ->s5
next: BSTART.STD COND, round
    subi s0, 1, ->s0
    setc.ne s0, zero
    BSTART.STD DIRECT, stop
    hl.lis result, ->t
    sdi s5, [t#1, 0]
    C.BSTOP
first: BSTART.STD RET                   # 5 * v + 7
    slli a0, 2, ->t
    add t#1, a0, ->t
    addi t#1, 7, ->a0
    C.BSTOP
second: BSTART.STD RET                  # v * v * 3 / 7
    mul a0, a0, ->t
    slli t#1, 1, ->u
    add t#1, u#1, ->t
    addi zero, 7, ->u
    div t#1, u#1, ->a0
    C.BSTOP
stop: C.BSTOP
    .data
    .balign 8
rounds: .quad 0
result: .quad 0
record: .quad 1, 2, 3, 4
other: .quad 0, 0, 0, 0
one: .asciz "DHRYSTONE PROGRAM, 1'ST STRING"
two: .asciz "DHRYSTONE PROGRAM, 2'ND STRING"
