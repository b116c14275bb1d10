# Ackermann's function by frames on the stack: result = A(m, n).
    .globl _start, stop, parameters, result
_start: BSTART.STD FALL
    hl.lis parameters, ->x0
    ldi [x0, 0], ->a0
    ldi [x0, 8], ->a1
    BSTART.CALL ackermann, back, ->ra
back: BSTART.STD DIRECT, stop
    hl.lis result, ->t
    sdi a0, [t#1, 0]
    C.BSTOP
ackermann: FENTRY [ra ~ s0], sp!, 16
    BSTART.STD COND, inner
    c.movr a0, ->s0
    setc.ne a0, zero
    BSTART.STD DIRECT, out              # A(0, n) = n + 1
    addi a1, 1, ->a0
inner: BSTART.STD COND, nested
    setc.ne a1, zero
    BSTART.STD FALL                     # A(m, 0) = A(m - 1, 1)
    subi a0, 1, ->a0
    addi zero, 1, ->a1
    BSTART.CALL ackermann, out, ->ra
nested: BSTART.STD FALL                 # A(m, n) = A(m - 1, A(m, n - 1))
    subi a1, 1, ->a1
    BSTART.CALL ackermann, outer, ->ra
outer: BSTART.STD FALL
    c.movr a0, ->a1
    subi s0, 1, ->a0
    BSTART.CALL ackermann, out, ->ra
out: FRET.STK [ra ~ s0], sp!, 16
stop: C.BSTOP
    .data
    .balign 8
parameters: .space 16
result: .quad 0
