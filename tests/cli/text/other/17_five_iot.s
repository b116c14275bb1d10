# A bundle of 0.58.3 has at most four B.IOT.
#: --isa 0.58.3 | 3 | TileLegality PE0 .*iot_room
#: --isa 0.58.3,local_binders=16 | 0 | 
    .text
    .globl _start, cross_model_stop, cross_model_result, cross_model_result_size
_start:
    hl.lis x, ->a0
    addi zero, 256, ->a1
    BSTART.TLOAD FP32
    B.DATR ND2M16, DTYPE_NONE, Zero
    B.DIM zero, 8, ->lb0
    B.DIM zero, 4, ->lb1
    B.IOT mask=1111, last, ->u<2KB>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    hl.lis x, ->a0
    addi zero, 256, ->a1
    BSTART.TLOAD E4M3
    B.DATR ND2M16, DTYPE_NONE, Zero
    B.DIM zero, 32, ->lb0
    B.DIM zero, 4, ->lb1
    B.IOT mask=1111, last, ->t<2KB>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    hl.lis x, ->a0
    addi zero, 256, ->a1
    BSTART.TLOAD E8M0
    B.DIM zero, 1, ->lb0
    B.DIM zero, 4, ->lb1
    B.IOT mask=1111, last, ->t<128B>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    hl.lis x, ->a0
    addi zero, 256, ->a1
    BSTART.TLOAD E4M3
    B.DATR ND2N8, DTYPE_NONE, Zero
    B.DIM zero, 8, ->lb0
    B.DIM zero, 32, ->lb1
    B.IOT mask=1111, last, ->n<2KB>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    hl.lis x, ->a0
    addi zero, 256, ->a1
    BSTART.TLOAD E8M0
    B.DIM zero, 8, ->lb0
    B.DIM zero, 1, ->lb1
    B.IOT mask=1111, last, ->n<128B>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    BSTART.TMATMULMX.ACC E4M3
    B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0
    B.DIM zero, 4, ->lb0
    B.DIM zero, 8, ->lb1
    B.DIM zero, 32, ->lb2
    B.IOT u#1, mask=1111
    B.IOT t#2, mask=1111
    B.IOT t#1, mask=1111
    B.IOT n#2, mask=1111
    B.IOT n#1, mask=1111, last, ->m<2KB>
    C.BSTOP
cross_model_stop:
    C.BSTOP
    .data
    .balign 256
x: .zero 16384
    .balign 256
cross_model_result: .zero 256
    .set cross_model_result_size, 256
