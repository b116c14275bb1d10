# On each of four PEs, of its own block i of `x`: rows sorted in groups and
# merged, the transpose, rows gathered and scattered by index, a window cut out
# of row i and put back elsewhere, quantization and back, and tiles made of
# nothing. What depends on i comes from registers.
    .set ROWS, 16
    .set COLUMNS, 32
    .globl _start, stop, x, rows, order
    .globl sorted, places, turned, gathered, scattered, patched, filled
    .globl counted, triangle, quantized, restored, merged

    .macro here symbol, shift, pitch
    BSTART.STD FALL
    hl.lis \symbol, ->a0
    slli s0, \shift, ->a1
    add a0, a1, ->a0
    addi zero, \pitch, ->a1
    .endm
    .macro shape columns, rows
    B.DIM zero, \columns, ->lb0
    B.DIM zero, \rows, ->lb1
    .endm
    .macro load symbol, shift, type, bytes, to:vararg
    here \symbol, \shift, COLUMNS * \bytes
    BSTART.TLOAD \type
    shape COLUMNS, ROWS
    B.IOT mask=1111, last, \to
    B.IOR [a0, a1, zero], ->zero
    .endm
    .macro store tile, symbol, shift, pitch, type
    here \symbol, \shift, \pitch
    BSTART.TSTORE \type
    B.IOT \tile, mask=1111, last
    B.IOR [a0, a1, zero], ->zero
    .endm

_start:
    BSTART.SYS FALL
    ssrget 0x26, ->s0
    BSTART.STD FALL
    addi zero, 1, ->s1
    addi s0, 3, ->s2
    hl.lis 0x40000000, ->s3              # 2.0
    subi s0, 2, ->s4
    load x, 11, FP32, 4, ->t<2KB>

    BSTART.SFU TSORT, FP32               # descending, in groups of eight
    C.B.DIMI 8, ->lb0
    B.IOR [s1, zero, zero], ->zero
    B.IOT t#1, mask=1111, ->u<2KB>
    B.IOT mask=1111, last, ->n<2KB>
    store u#1, sorted, 11, COLUMNS * 4, FP32
    store n#1, places, 11, COLUMNS * 4, U32

    BSTART.SFU TTRANS, FP32
    shape ROWS, COLUMNS
    B.IOT t#1, mask=1111, last, ->m<2KB>
    store m#1, turned, 11, ROWS * 4, FP32

    load rows, 10, U16, 2, ->u<1KB>
    BSTART.SFU TGATHER, FP32
    shape COLUMNS, ROWS
    B.IOT t#1, u#1, mask=1111, last, ->m<2KB>
    store m#1, gathered, 11, COLUMNS * 4, FP32
    load order, 10, U16, 2, ->u<1KB>
    BSTART.SFU TSCATTER, FP32
    shape COLUMNS, ROWS
    B.IOT t#1, u#1, mask=1111, last, ->m<2KB>
    store m#1, scattered, 11, COLUMNS * 4, FP32

    BSTART.SFU TEXTRACT, FP32            # 4 x 8 from row i, column i + 3 on
    shape 8, 4
    B.IOR [s0, s2, zero], ->zero
    B.IOT t#1, mask=1111, last, ->n<128B>
    BSTART.SFU TCONCAT, FP32
    shape 16, 4
    B.IOT n#1, n#1, mask=1111, last, ->u<256B>
    BSTART.SFU TINSERT, FP32             # at row i + 3, column 1
    shape COLUMNS, ROWS
    B.IOR [s2, s1, zero], ->zero
    B.IOT t#1, u#1, mask=1111, last, ->m<2KB>
    store m#1, patched, 11, COLUMNS * 4, FP32
    BSTART.SFU TFILLPAD, FP32            # the bits of i around it
    shape 16, 8
    B.IOR [s0, zero, zero], ->zero
    B.IOT n#1, mask=1111, last, ->m<512B>
    store m#1, filled, 9, 64, FP32

    BSTART.SFU TCI, S32                  # i, i - 1, ...
    B.DIM zero, COLUMNS, ->lb0
    B.IOR [s0, s1, zero], ->zero
    B.IOT mask=1111, last, ->m<128B>
    store m#1, counted, 7, COLUMNS * 4, S32
    BSTART.SFU TTRI, FP32                # ones from diagonal i - 2 up
    shape 16, 16
    B.IOR [s4, s1, zero], ->zero
    B.IOT mask=1111, last, ->m<1KB>
    store m#1, triangle, 10, 64, FP32

    BSTART.SFU TQUANT, FP32              # 2 * x + i
    B.DATR NORM, S8, Zero, sat=1
    shape COLUMNS, ROWS
    B.IOR [s3, s0, zero], ->zero
    B.IOT t#1, mask=1111, last, ->m<512B>
    store m#1, quantized, 9, COLUMNS, S8
    BSTART.SFU TDEQUANT, S8              # twice what is left
    B.DATR NORM, FP32, Zero
    shape COLUMNS, ROWS
    B.IOR [s3, s0, zero], ->zero
    B.IOT m#1, mask=1111, last, ->u<2KB>
    store u#1, restored, 11, COLUMNS * 4, FP32

    BSTART.SFU TSORT, FP32               # whole rows, ascending
    B.IOT t#1, mask=1111, ->u<2KB>
    B.IOT mask=1111, last, ->n<2KB>
    BSTART.SFU TEXTRACT, FP32
    shape COLUMNS, 1
    B.IOR [s0, zero, zero], ->zero
    B.IOT u#1, mask=1111, last, ->m<128B>
    BSTART.SFU TEXTRACT, FP32
    shape COLUMNS, 1
    B.IOR [s2, zero, zero], ->zero
    B.IOT u#1, mask=1111, last, ->m<128B>
    BSTART.SFU TMRGSORT, FP32            # rows i and i + 3
    B.IOT m#2, m#1, mask=1111, last, ->n<256B>
    store n#1, merged, 8, 256, FP32
    C.BSTOP
stop: C.BSTOP

    .data
    .balign 64
x: .space 4 * ROWS * COLUMNS * 4
rows: .space 4 * ROWS * COLUMNS * 2
order: .space 4 * ROWS * COLUMNS * 2
sorted: .space 4 * ROWS * COLUMNS * 4
places: .space 4 * ROWS * COLUMNS * 4
turned: .space 4 * ROWS * COLUMNS * 4
gathered: .space 4 * ROWS * COLUMNS * 4
scattered: .space 4 * ROWS * COLUMNS * 4
patched: .space 4 * ROWS * COLUMNS * 4
filled: .space 4 * 8 * 16 * 4
counted: .space 4 * COLUMNS * 4
triangle: .space 4 * 16 * 16 * 4
quantized: .space 4 * ROWS * COLUMNS
restored: .space 4 * ROWS * COLUMNS * 4
merged: .space 4 * 2 * COLUMNS * 4
