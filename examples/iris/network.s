# The iris network on four PEs, as one macro that e4m3.s and hif4.s expand with
# the way their weights are stored: DataTypes of weights and scales, and the
# bytes between two rows of each of the four Shared tiles.
#
# A pass takes up to 128 rows (group M). PE i owns the rows from i*16 or i*32,
# as the architecture deals them out. Weights and scales are Shared: PE0 loads
# them once, all four PEs multiply by them. Hidden activations never leave the
# PE: the first product comes out of B.FPATR as FP16 after ReLU and goes
# straight into the second.
#
# s0 PE   s1 first row of the pass   s2 group M   s3 rows a PE   s4 own rows
# s5 own first row

    .set ROWS, 150
    .set INPUTS, 4
    .set HIDDEN, 32
    .set OUTPUTS, 4

# A Shared tile that PE0 writes: [rows, columns] from memory.
    .macro LOAD_SHARED type, address, rows, columns, stride, id
    hl.lis \address, ->a0
    hl.lis \stride, ->a1
    BSTART.TLOAD \type
    B.DIM zero, \columns, ->lb0
    B.DIM zero, \rows, ->lb1
    B.DIM zero, \columns, ->lb2
    B.IOS mask=1000, ->\id<128B>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    .endm

# A bias that every PE keeps for itself: FP32 [1, columns].
    .macro LOAD_BIAS address, columns, hand
    hl.lis \address, ->a0
    addi zero, \columns * 4, ->a1
    BSTART.TLOAD FP32
    B.DIM zero, \columns, ->lb0
    B.DIM zero, 1, ->lb1
    B.DIM zero, \columns, ->lb2
    B.IOT mask=1111, last, ->\hand<128B>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    .endm

# d = activation(a * b + bias) over the whole core: a and bias Local, b Shared.
    .macro LAYER wtype, post, k, n, weights, scales, a, bias, d, size
    BSTART.TMATMULMX.BIAS FP16
    B.DATR NORM, \wtype, Zero
    B.FPATR \post, \post, 0, 0, 0, 0, 0, 0, 0
    B.DIM s2, 0, ->lb0
    B.DIM zero, \n, ->lb1
    B.DIM zero, \k, ->lb2
    B.IOS \weights, mask=1111
    B.IOS \scales, mask=1111
    B.IOT \a, \bias, mask=1111, last, ->\d<\size>
    .endm

    .macro NETWORK wtype, stype, w1_row, w2_row, s1_row, s2_row
    .text
    .globl _start
_start:
    BSTART.SYS FALL                 # system registers need one
    ssrget 0x26, ->s0               # THREAD_ID: which PE is this?

    LOAD_SHARED \wtype, w1, INPUTS, HIDDEN, \w1_row, S0
    LOAD_SHARED \stype, w1_scale, 1, HIDDEN, \s1_row, S1
    LOAD_SHARED \wtype, w2, HIDDEN, OUTPUTS, \w2_row, S2
    LOAD_SHARED \stype, w2_scale, 1, OUTPUTS, \s2_row, S3
    LOAD_BIAS b1, HIDDEN, n
    LOAD_BIAS b2, OUTPUTS, m

    addi zero, 0, ->s1
next_pass:
    # Group M, rows a PE (16 up to 64 rows in all, else 32), and this PE's own.
    addi zero, ROWS, ->a0
    sub a0, s1, ->a0
    addi zero, 128, ->a1
    min a0, a1, ->s2
    cmp.geui s2, 65, ->a2
    addi zero, 16, ->a3
    sll a3, a2, ->s3
    mul s0, s3, ->a4
    sub s2, a4, ->a5
    max a5, zero, ->a5
    min a5, s3, ->s4
    add s1, a4, ->s5

    # A PE without rows loads nothing, but takes part below.
    BSTART.STD COND, multiply
    setc.eq s4, zero
    hl.lis x, ->a0
    slli s5, 3, ->a1                # 4 FP16 a row
    add a0, a1, ->a0
    addi zero, 8, ->a1
    BSTART.TLOAD FP16
    B.DATR ND2M32, DTYPE_NONE, Zero
    B.DIM zero, INPUTS, ->lb0
    B.DIM s4, 0, ->lb1
    B.IOT mask=1111, last, ->t<256B>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP

multiply:
    # PreQuantMode 1 is FP32 to FP16 and ReluMode 1 is ReLU; 0 is neither.
    LAYER \wtype, 1, INPUTS, HIDDEN, S0, S1, t#1, n#1, u, 2KB
    LAYER \wtype, 0, HIDDEN, OUTPUTS, S2, S3, u#1, m#1, t, 512B
    C.BSTOP

    BSTART.STD COND, pass_done
    setc.eq s4, zero
    hl.lis logits, ->s6
    slli s5, 4, ->a1                # 4 FP32 a row
    add s6, a1, ->s6
    addi zero, 16, ->a1
    BSTART.TSTORE FP32
    B.DATR M322ND, DTYPE_NONE, Null
    B.DIM zero, OUTPUTS, ->lb0
    B.DIM s4, 0, ->lb1
    B.IOT t#1, mask=1111, last
    B.IOR [s6, a1, zero], ->zero
    C.BSTOP

    # The class is the greatest of the three logits, the first on a tie.
    hl.lis cross_model_result, ->s7
    add s7, s5, ->s7
    addi zero, 2, ->x0
next_row:
    lwi.u [s6, 0], ->a0
    lwi.u [s6, 4], ->a1
    lwi.u [s6, 8], ->a2
    flt.fs a0, a1, ->a3
    csel a3, a1, a0, ->a4
    flt.fs a4, a2, ->a5
    csel a5, x0, a3, ->a6
    sbi a6, [s7, 0]
    addi s6, 16, ->s6
    addi s7, 1, ->s7
    subi s4, 1, ->s4
    BSTART.STD COND, next_row
    setc.ne s4, zero
    C.BSTOP

pass_done:
    addi s1, 128, ->s1
    BSTART.STD COND, next_pass
    setc.lti s1, ROWS
    C.BSTOP
    .globl cross_model_stop
cross_model_stop:
    C.BSTOP

    .section .result, "aw"
    .globl cross_model_result
cross_model_result:
    .zero ROWS
    .globl cross_model_result_size
    .set cross_model_result_size, ROWS

    .data
    .balign 128
x:        .zero ROWS * INPUTS * 2   # FP16, filled by --set x=...
w1:       .zero INPUTS * \w1_row
    .balign 16
w2:       .zero HIDDEN * \w2_row
    .balign 16
w1_scale: .zero \s1_row
    .balign 16
w2_scale: .zero \s2_row
    .balign 16
b1:       .zero HIDDEN * 4
b2:       .zero OUTPUTS * 4
logits:   .zero ROWS * OUTPUTS * 4
    .endm
