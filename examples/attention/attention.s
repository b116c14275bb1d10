# Flash attention on four PEs: o = softmax(q k^T) v, keys in blocks of 32.
#
#   pto run examples/attention/attention.s --set q=Q.npy --set k=K.npy \
#       --set v=V.npy --dump o::FP32,64,32
#
# q [64,32], k [128,32] and v [128,32] are FP16, o [64,32] is FP32; q comes
# scaled. PE i owns rows 16*i .. 16*i+15 of q and o. Each block of keys and
# values is Shared: PE0 loads it, all four PEs multiply by it. No PE ever has
# the whole [64,128] of scores: it keeps the running maximum m, the running
# sum l and the output so far, and scales these when the maximum grows.
#
#   s0 PE   s1 keys left   s2 block of k   s3 block of v
#   s4 this PE's scratch memory   s5 bytes of an FP32 row   s6 of an FP16 row
#   n#1 q   m#1 maximum, m#2 the one before   u#1 output   u#3 sum

    .set ROWS, 64
    .set OWN, 16
    .set KEYS, 128
    .set BLOCK, 32
    .set WIDTH, 32

# A Shared [BLOCK,WIDTH] tile that PE0 writes.
    .macro LOAD_BLOCK address, id
    BSTART.TLOAD FP16
    B.DIM zero, WIDTH, ->lb0
    B.DIM zero, BLOCK, ->lb1
    B.DIM zero, WIDTH, ->lb2
    B.IOS mask=1000, ->\id<2KB>
    B.IOR [\address, s6, zero], ->zero
    C.BSTOP
    .endm

# Cells to row-major: TCVT to the same type, which Canonicalize=1 allows.
    .macro CELLS_TO_ROWS cells, columns, rows_hand, size
    BSTART.VEC TCVT, FP32
    B.DATR NORM, FP32, Null, EQ, NONE, 0, 1
    B.DIM zero, \columns, ->lb0
    B.DIM zero, OWN, ->lb1
    B.IOT \cells, mask=1111, last, ->\rows_hand<\size>
    C.BSTOP
    .endm

# Row-major FP16 to cells goes through this PE's scratch memory.
    .macro ROWS_TO_CELLS rows, columns, cells_hand, size
    BSTART.TSTORE FP16
    B.IOT \rows, mask=1111, last
    B.IOR [s4, s6, zero], ->zero
    C.BSTOP
    BSTART.TLOAD FP16
    B.DATR ND2M16, DTYPE_NONE, Zero
    B.DIM zero, \columns, ->lb0
    B.DIM zero, OWN, ->lb1
    B.IOT mask=1111, last, ->\cells_hand<\size>
    B.IOR [s4, s6, zero], ->zero
    C.BSTOP
    .endm

# An operation on [OWN,columns] of every PE.
    .macro EACH start, op, columns, hand, size, sources:vararg
    \start \op, FP32
    B.DIM zero, \columns, ->lb0
    B.DIM zero, OWN, ->lb1
    B.IOT \sources, mask=1111, last, ->\hand<\size>
    C.BSTOP
    .endm

    .macro FILL value, columns, hand, size
    hl.lis \value, ->a0
    BSTART.VEC TEXPANDS, FP32
    B.DIM zero, \columns, ->lb0
    B.DIM zero, OWN, ->lb1
    B.IOR [a0, zero, zero], ->zero
    B.IOT mask=1111, last, ->\hand<\size>
    C.BSTOP
    .endm

    .text
    .globl _start
_start:
    BSTART.SYS FALL                 # system registers need one
    ssrget 0x26, ->s0               # THREAD_ID: which PE is this?
    addi zero, WIDTH * 4, ->s5
    addi zero, WIDTH * 2, ->s6
    addi zero, KEYS, ->s1
    hl.lis k, ->s2
    hl.lis v, ->s3
    hl.lis scratch, ->s4
    slli s0, 10, ->a0               # OWN rows of BLOCK FP16
    add s4, a0, ->s4

    hl.lis q, ->a0
    slli s0, 10, ->a1               # OWN rows of WIDTH FP16
    add a0, a1, ->a0
    BSTART.TLOAD FP16
    B.DATR ND2M16, DTYPE_NONE, Zero
    B.DIM zero, WIDTH, ->lb0
    B.DIM zero, OWN, ->lb1
    B.IOT mask=1111, last, ->n<1KB>
    B.IOR [a0, s6, zero], ->zero
    C.BSTOP
    FILL -0x800000, 1, m, 128B       # 0xff800000, -inf
    FILL 0, 1, u, 128B
    FILL 0, WIDTH, u, 2KB           # twice: the sum is u#3 from here on
    FILL 0, WIDTH, u, 2KB

next_block:
    LOAD_BLOCK s2, S0
    LOAD_BLOCK s3, S1

    # s = q k^T, and the row maxima with those of the blocks before.
    BSTART.TMATMUL FP16
    B.FPATR 0, 0, 0, 1, 0, 1, 0, 0, 1, 0
    B.DIM zero, ROWS, ->lb0         # of the whole core
    B.DIM zero, BLOCK, ->lb1
    B.DIM zero, WIDTH, ->lb2
    B.IOS S0, mask=1111
    B.IOT n#1, m#1, mask=1111, ->t<2KB>
    B.IOT mask=1111, last, ->m<128B>
    C.BSTOP
    CELLS_TO_ROWS t#1, BLOCK, t, 2KB

    # p = exp(s - m), and what the older part shrinks by: exp(m before - m).
    EACH BSTART.SFU, TROWEXPANDEXPDIF, BLOCK, t, 2KB, t#1, m#1
    EACH BSTART.VEC, TSUB, 1, t, 128B, m#2, m#1
    EACH BSTART.SFU, TEXP, 1, t, 128B, t#1
    EACH BSTART.SFU, TROWSUM, BLOCK, t, 128B, t#3

    # l = l * shrink + row sums; o = o * shrink
    BSTART.VEC TFMA, FP32
    B.DIM zero, 1, ->lb0
    B.DIM zero, OWN, ->lb1
    B.IOT u#3, t#2, mask=1111
    B.IOT t#1, mask=1111, last, ->u<128B>
    C.BSTOP
    EACH BSTART.SFU, TROWEXPANDMUL, WIDTH, u, 2KB, u#2, t#2

    # o = o + p v, with p in FP16
    BSTART.VEC TCVT, FP32
    B.DATR NORM, FP16, Null
    B.DIM zero, BLOCK, ->lb0
    B.DIM zero, OWN, ->lb1
    B.IOT t#4, mask=1111, last, ->t<1KB>
    C.BSTOP
    ROWS_TO_CELLS t#1, BLOCK, t, 1KB
    BSTART.TMATMUL FP16
    B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    B.DIM zero, ROWS, ->lb0
    B.DIM zero, WIDTH, ->lb1
    B.DIM zero, BLOCK, ->lb2
    B.IOS S1, mask=1111
    B.IOT t#1, mask=1111, last, ->t<2KB>
    C.BSTOP
    CELLS_TO_ROWS t#1, WIDTH, t, 2KB
    EACH BSTART.VEC, TADD, WIDTH, u, 2KB, u#1, t#1

    addi s2, BLOCK * WIDTH * 2, ->s2
    addi s3, BLOCK * WIDTH * 2, ->s3
    subi s1, BLOCK, ->s1
    BSTART.STD COND, next_block
    setc.ne s1, zero
    C.BSTOP

    EACH BSTART.SFU, TROWEXPANDDIV, WIDTH, u, 2KB, u#1, u#3
    hl.lis o, ->a0
    slli s0, 11, ->a1
    add a0, a1, ->a0
    BSTART.TSTORE FP32
    B.IOT u#1, mask=1111, last
    B.IOR [a0, s5, zero], ->zero
    C.BSTOP
    .globl cross_model_stop
cross_model_stop:
    C.BSTOP

    .data
    .balign 128
q: .zero ROWS * WIDTH * 2
k: .zero KEYS * WIDTH * 2
v: .zero KEYS * WIDTH * 2
scratch: .zero ROWS * BLOCK * 2
    .globl cross_model_result, cross_model_result_size
    .set cross_model_result, o
    .set cross_model_result_size, ROWS * WIDTH * 4
o: .zero ROWS * WIDTH * 4
