# On each of four PEs, of its own rows of `x` (FP16) with its own scale, bias
# and slope: y = x * scale + bias, y * slope where y is negative, at most
# `limit`; as E4M3. And the integer part of y, as its low three bits in place.
    .set ROWS, 16
    .set COLUMNS, 32
    .globl _start, stop, x, scale, bias, slope, limit, result, digits

# An operation on [ROWS,COLUMNS]; `registers` has B.IOR's line or nothing.
    .macro EACH op, type, hand, size, sources, attributes, registers
    BSTART.VEC \op, \type
    \attributes
    B.DIM zero, COLUMNS, ->lb0
    B.DIM zero, ROWS, ->lb1
    \registers
    B.IOT \sources mask=1111, last, ->\hand<\size>
    C.BSTOP
    .endm

    .macro PUT symbol, shift, tile, type
    BSTART.STD FALL
    hl.lis \symbol, ->a0
    slli s0, \shift, ->a1
    add a0, a1, ->a0
    addi zero, 1 << (\shift - 4), ->a1
    BSTART.TSTORE \type
    B.IOT \tile, mask=1111, last
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    .endm

# This PE's word of an array.
    .macro WORD symbol, register
    hl.lis \symbol, ->a0
    add a0, s1, ->a0
    lwi [a0, 0], ->\register
    .endm

    .text
_start:
    BSTART.SYS FALL
    ssrget 0x26, ->s0               # THREAD_ID
    BSTART.STD FALL
    slli s0, 2, ->s1
    WORD scale, a2
    WORD bias, a3
    WORD slope, a4
    WORD limit, a5
    hl.lis x, ->a0
    slli s0, 10, ->a1
    add a0, a1, ->a0
    addi zero, COLUMNS * 2, ->a1
    BSTART.TLOAD FP16
    B.DIM zero, COLUMNS, ->lb0
    B.DIM zero, ROWS, ->lb1
    B.IOT mask=1111, last, ->t<1KB>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    EACH TCVT, FP16, t, 2KB, "t#1,", "B.DATR NORM, FP32, Null"
    EACH TMULS, FP32, t, 2KB, "t#1,", "", "B.IOR [a2, zero, zero], ->zero"
    EACH TADDS, FP32, t, 2KB, "t#1,", "", "B.IOR [a3, zero, zero], ->zero"
    EACH TCMPS, FP32, u, 128B, "t#1,", "B.DATR NORM, DTYPE_NONE, Null, LT"
    EACH TMULS, FP32, m, 2KB, "t#1,", "", "B.IOR [a4, zero, zero], ->zero"
    BSTART.VEC TSEL, FP32
    B.DIM zero, COLUMNS, ->lb0
    B.DIM zero, ROWS, ->lb1
    B.IOT u#1, m#1, mask=1111
    B.IOT t#1, mask=1111, last, ->n<2KB>
    C.BSTOP
    EACH TMINS, FP32, n, 2KB, "n#1,", "", "B.IOR [a5, zero, zero], ->zero"
    EACH TCVT, FP32, n, 512B, "n#1,", "B.DATR NORM, E4M3, Zero, EQ, RNE, 1, 0"
    PUT result, 9, n#1, E4M3

    # RTZ is TCVT's own mode to integers; 7 in every element, shifted by one.
    EACH TCVT, FP32, t, 2KB, "t#1,", "B.DATR NORM, S32, Null"
    BSTART.STD FALL
    addi zero, 7, ->a2
    addi zero, 1, ->a3
    C.BSTOP
    EACH TEXPANDS, S32, u, 2KB, "", "", "B.IOR [a2, zero, zero], ->zero"
    EACH TAND, S32, t, 2KB, "t#1, u#1,"
    EACH TSHLS, S32, t, 2KB, "t#1,", "", "B.IOR [a3, zero, zero], ->zero"
    PUT digits, 11, t#1, S32
stop: C.BSTOP

    .data
    .balign 64
x: .space 4 * ROWS * COLUMNS * 2
scale: .space 16
bias: .space 16
slope: .space 16
limit: .space 16
result: .space 4 * ROWS * COLUMNS
digits: .space 4 * ROWS * COLUMNS * 4
