#: | 3 | TileAllocation PE0 .*output_shape: LB1=17, wanted 1 to 16 (rows of CUBE_M16
_start: BSTART.SYS FALL
    hl.lis d, ->a6
bad: BSTART.TLOAD FP32
    B.DATR ND2M16, DTYPE_NONE, Zero
    B.DIM zero, 4, ->lb0
    B.DIM zero, 17, ->lb1
    B.IOT mask=1111, last, ->t<64KB>
    B.IOR [a6, zero, zero], ->zero
    C.BSTOP
cross_model_stop: C.BSTOP
    .data; .balign 64
d: .zero 4096
