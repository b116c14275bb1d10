# C[128,64] = A[128,64] * B[64,64] on four PEs: FP16 in, FP32 out.
#
#   pto run examples/gemm.s --set a=A.npy --set b=B.npy --dump c::FP32,128,64
#
# B is Shared: PE0 loads it once. PE i holds rows 32*i .. 32*i+31 of A and of C.

    .set M, 128
    .set N, 64
    .set K, 64
    .set ROWS, 32

    .text
    .globl _start
_start:
    BSTART.SYS FALL                 # system registers need one
    ssrget 0x26, ->s0               # THREAD_ID: which PE is this?

    hl.lis b, ->a0
    addi zero, N * 2, ->a1          # bytes between two rows
    BSTART.TLOAD FP16
    B.DIM zero, N, ->lb0
    B.DIM zero, K, ->lb1
    B.DIM zero, N, ->lb2
    B.IOS mask=1000, ->S0<8KB>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP

    hl.lis a, ->a0
    slli s0, 12, ->a1               # 32 rows of 128 bytes
    add a0, a1, ->a0
    addi zero, K * 2, ->a1
    BSTART.TLOAD FP16
    B.DATR ND2M32, DTYPE_NONE, Zero
    B.DIM zero, K, ->lb0
    B.DIM zero, ROWS, ->lb1
    B.IOT mask=1111, last, ->t<4KB>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP

    BSTART.TMATMUL FP16
    B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0
    B.DIM zero, M, ->lb0            # of the whole core
    B.DIM zero, N, ->lb1
    B.DIM zero, K, ->lb2
    B.IOS S0, mask=1111
    B.IOT t#1, mask=1111, last, ->u<8KB>
    C.BSTOP

    hl.lis c, ->a0
    slli s0, 13, ->a1               # 32 rows of 256 bytes
    add a0, a1, ->a0
    addi zero, N * 4, ->a1
    BSTART.TSTORE FP32
    B.DATR M322ND, DTYPE_NONE, Null
    B.DIM zero, N, ->lb0
    B.DIM zero, ROWS, ->lb1
    B.IOT u#1, mask=1111, last
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    .globl cross_model_stop
cross_model_stop:
    C.BSTOP

    .data
    .balign 128
a: .zero M * K * 2
b: .zero K * N * 2
    .globl cross_model_result, cross_model_result_size
    .set cross_model_result, c
    .set cross_model_result_size, M * N * 4
c: .zero M * N * 4
