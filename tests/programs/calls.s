# A matrix of indirect calls: results[i][j] = f_i(f_j(values[i][j])).
    .globl _start, stop, values, results
_start: BSTART.STD FALL
    hl.lis table, ->x0
    hl.lis values, ->x1
    hl.lis results, ->x2
    add zero, zero, ->s0                # i
rows: BSTART.STD FALL
    add zero, zero, ->s1                # j
columns: BSTART.STD FALL
    slli s0, 2, ->t
    add t#1, s1, ->s2
    ld [x1, s2<<3], ->a0
    ld [x0, s1<<3], ->t
    c.setc.tgt t#1
    BSTART.ICALL inner, ->ra
inner: BSTART.STD FALL
    ld [x0, s0<<3], ->t
    c.setc.tgt t#1
    BSTART.ICALL outer, ->ra
outer: BSTART.STD COND, columns
    sd a0, [x2, s2<<3]
    addi s1, 1, ->s1
    setc.ltui s1, 4
    BSTART.STD COND, rows
    addi s0, 1, ->s0
    setc.ltui s0, 4
    BSTART.STD DIRECT, stop
    C.BSTOP
square: BSTART.STD RET
    mul a0, a0, ->a0
    C.BSTOP
negate: BSTART.STD RET
    sub zero, a0, ->a0
    C.BSTOP
halve: BSTART.STD RET
    srai a0, 1, ->a0
    C.BSTOP
divide: BSTART.STD RET
    addi zero, 7, ->t
    div a0, t#1, ->a0
    C.BSTOP
stop: C.BSTOP
    .data
    .balign 8
table: .quad square, negate, halve, divide
values: .space 128
results: .space 128
