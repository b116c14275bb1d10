# On each of four PEs, of its own rows of `x`: softmax, where each row is
# largest, sums of columns, the union with a smaller `part`, and histograms of
# the high bytes of `words`. PE i takes block i of every array.
    .set ROWS, 16
    .set COLUMNS, 32
    .globl _start, stop, x, part, words
    .globl softmax, places, sums, union, bins
_start:
    BSTART.SYS FALL
    ssrget 0x26, ->s0
    BSTART.STD FALL
    hl.lis x, ->a0
    slli s0, 11, ->a1
    add a0, a1, ->a0
    addi zero, COLUMNS * 4, ->a1
    BSTART.TLOAD FP32
    B.DIM zero, COLUMNS, ->lb0
    B.DIM zero, ROWS, ->lb1
    B.IOT mask=1111, last, ->t<2KB>
    B.IOR [a0, a1, zero], ->zero
    BSTART.SFU TROWMAX, FP32
    B.DIM zero, COLUMNS, ->lb0
    B.DIM zero, ROWS, ->lb1
    B.IOT t#1, mask=1111, last, ->u<128B>
    BSTART.SFU TROWARGMAX, FP32
    B.DIM zero, COLUMNS, ->lb0
    B.DIM zero, ROWS, ->lb1
    B.IOT t#1, mask=1111, last, ->n<128B>
    BSTART.SFU TROWEXPANDEXPDIF, FP32        # exp(x - largest)
    B.DIM zero, COLUMNS, ->lb0
    B.DIM zero, ROWS, ->lb1
    B.IOT t#1, u#1, mask=1111, last, ->t<2KB>
    BSTART.SFU TROWSUM, FP32
    B.DIM zero, COLUMNS, ->lb0
    B.DIM zero, ROWS, ->lb1
    B.IOT t#1, mask=1111, last, ->u<128B>
    BSTART.SFU TROWEXPANDDIV, FP32
    B.DIM zero, COLUMNS, ->lb0
    B.DIM zero, ROWS, ->lb1
    B.IOT t#1, u#1, mask=1111, last, ->t<2KB>
    BSTART.SFU TCOLSUM, FP32
    B.DIM zero, COLUMNS, ->lb0
    B.DIM zero, ROWS, ->lb1
    B.IOT t#1, mask=1111, last, ->u<128B>
    BSTART.STD FALL
    hl.lis softmax, ->a0
    slli s0, 11, ->a1
    add a0, a1, ->a0
    addi zero, COLUMNS * 4, ->a1
    BSTART.TSTORE FP32
    B.IOT t#1, mask=1111, last
    B.IOR [a0, a1, zero], ->zero
    BSTART.STD FALL
    hl.lis places, ->a0
    slli s0, 6, ->a1
    add a0, a1, ->a0
    addi zero, 4, ->a1
    BSTART.TSTORE U32
    B.IOT n#1, mask=1111, last
    B.IOR [a0, a1, zero], ->zero
    BSTART.STD FALL
    hl.lis sums, ->a0
    slli s0, 7, ->a1
    add a0, a1, ->a0
    addi zero, COLUMNS * 4, ->a1
    BSTART.TSTORE FP32
    B.IOT u#1, mask=1111, last
    B.IOR [a0, a1, zero], ->zero
    BSTART.STD FALL
    hl.lis part, ->a0
    slli s0, 9, ->a1
    add a0, a1, ->a0
    addi zero, 64, ->a1
    BSTART.TLOAD FP32
    B.DIM zero, 16, ->lb0
    B.DIM zero, 8, ->lb1
    B.IOT mask=1111, last, ->m<512B>
    B.IOR [a0, a1, zero], ->zero
    BSTART.SFU TPARTMAX, FP32
    B.DIM zero, COLUMNS, ->lb0
    B.DIM zero, ROWS, ->lb1
    B.IOT m#1, t#1, mask=1111, last, ->t<2KB>
    BSTART.STD FALL
    hl.lis union, ->a0
    slli s0, 11, ->a1
    add a0, a1, ->a0
    addi zero, COLUMNS * 4, ->a1
    BSTART.TSTORE FP32
    B.IOT t#1, mask=1111, last
    B.IOR [a0, a1, zero], ->zero
    BSTART.STD FALL
    hl.lis words, ->a0
    slli s0, 9, ->a1
    add a0, a1, ->a0
    addi zero, 128, ->a1
    BSTART.TLOAD U16
    B.DIM zero, 64, ->lb0
    B.DIM zero, 4, ->lb1
    B.IOT mask=1111, last, ->m<512B>
    B.IOR [a0, a1, zero], ->zero
    BSTART.STD FALL
    hl.lis words, ->a0
    slli s0, 9, ->a1
    add a0, a1, ->a0
    addi zero, 1, ->a1
    BSTART.TLOAD U8
    B.DIM zero, 1, ->lb0
    B.DIM zero, 1, ->lb1
    B.IOT mask=1111, last, ->u<128B>
    B.IOR [a0, a1, zero], ->zero
    BSTART.SFU THISTOGRAM, U16        # Max is ByteId 1
    B.DATR NORM, U32, Max
    B.IOT m#1, u#1, mask=1111, last, ->t<4KB>
    BSTART.STD FALL
    hl.lis bins, ->a0
    slli s0, 12, ->a1
    add a0, a1, ->a0
    addi zero, 1024, ->a1
    BSTART.TSTORE U32
    B.IOT t#1, mask=1111, last
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
stop: C.BSTOP
    .data
    .balign 64
x: .space 4 * ROWS * COLUMNS * 4
part: .space 4 * 8 * 16 * 4
words: .space 4 * 4 * 64 * 2
softmax: .space 4 * ROWS * COLUMNS * 4
places: .space 4 * ROWS * 4
sums: .space 4 * COLUMNS * 4
union: .space 4 * ROWS * COLUMNS * 4
bins: .space 4 * 4 * 256 * 4
