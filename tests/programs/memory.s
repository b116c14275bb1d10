# The memcpy family on `bytes`: every routine once, by parameters in memory.
#   memmove(bytes + to, bytes + from, size), memset(bytes + at, value, fill),
#   then strlen(bytes + text), memcmp(bytes + left, bytes + right, width).
    .globl _start, stop, bytes, parameters, results
_start: BSTART.STD FALL
    hl.lis parameters, ->x0
    hl.lis bytes, ->x1
    ldi [x0, 0], ->t
    add x1, t#1, ->a0                   # to
    ldi [x0, 8], ->t
    add x1, t#1, ->a1                   # from
    ldi [x0, 16], ->a2                  # size
    BSTART.CALL memmove, moved, ->ra
moved: BSTART.STD FALL
    ldi [x0, 24], ->t
    add x1, t#1, ->a0                   # at
    ldi [x0, 32], ->a1                  # value
    ldi [x0, 40], ->a2                  # size
    BSTART.CALL memset, set, ->ra
set: BSTART.STD FALL
    ldi [x0, 48], ->t
    add x1, t#1, ->a0
    BSTART.CALL strlen, measured, ->ra
measured: BSTART.STD FALL
    hl.lis results, ->t
    sdi a0, [t#1, 0]
    ldi [x0, 56], ->t
    add x1, t#1, ->a0
    ldi [x0, 64], ->t
    add x1, t#1, ->a1
    ldi [x0, 72], ->a2
    BSTART.CALL memcmp, compared, ->ra
compared: BSTART.STD DIRECT, stop
    hl.lis results, ->t
    sdi a0, [t#1, 8]
    C.BSTOP

memmove: BSTART.STD COND, backward      # downwards where the end overlaps
    sub a0, a1, ->t
    setc.ltu t#1, a2
forward: BSTART.STD COND, done
    add zero, zero, ->a3
    setc.eq a2, zero
forward_loop: BSTART.STD COND, forward_loop
    lbu [a1, a3], ->t
    sb t#1, [a0, a3]
    addi a3, 1, ->a3
    setc.ne a3, a2
    BSTART.STD RET
    C.BSTOP
backward: BSTART.STD COND, done
    setc.eq a2, zero
backward_loop: BSTART.STD COND, backward_loop
    subi a2, 1, ->a2
    lbu [a1, a2], ->t
    sb t#1, [a0, a2]
    setc.ne a2, zero
done: BSTART.STD RET
    C.BSTOP

memset: BSTART.STD COND, done
    setc.eq a2, zero
memset_loop: BSTART.STD COND, memset_loop
    hl.sbi.po a1, [a0, 1], ->a0
    subi a2, 1, ->a2
    setc.ne a2, zero
    BSTART.STD RET
    C.BSTOP

strlen: BSTART.STD FALL
    c.movr a0, ->a1
strlen_loop: BSTART.STD COND, strlen_loop
    lbui [a1, 0], ->t
    addi a1, 1, ->a1
    setc.ne t#1, zero
    BSTART.STD RET
    sub a1, a0, ->t
    subi t#1, 1, ->a0
    C.BSTOP

memcmp: BSTART.STD COND, memcmp_same
    add zero, zero, ->a3
    setc.eq a2, zero
memcmp_loop: BSTART.STD COND, memcmp_differ
    lbu [a0, a3], ->t
    lbu [a1, a3], ->u
    sub t#1, u#1, ->a4
    setc.ne a4, zero
    BSTART.STD COND, memcmp_loop
    addi a3, 1, ->a3
    setc.ne a3, a2
memcmp_same: BSTART.STD RET
    add zero, zero, ->a0
    C.BSTOP
memcmp_differ: BSTART.STD RET
    c.movr a4, ->a0
    C.BSTOP
stop: C.BSTOP

    .data
    .balign 8
parameters: .space 80
results: .space 16
bytes: .space 1024
