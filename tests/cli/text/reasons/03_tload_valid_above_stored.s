#: | 3 | TileAllocation PE0 .*output_shape: LB0=9, wanted 1 to 8 (valid columns, of 8 stored ones)
_start: BSTART.SYS FALL
    hl.lis d, ->a6
bad: BSTART.TLOAD FP32
    B.DIM zero, 9, ->lb0
    B.DIM zero, 1, ->lb1
    B.DIM zero, 8, ->lb2
    B.IOT mask=1111, last, ->t<128B>
    B.IOR [a6, zero, zero], ->zero
    C.BSTOP
cross_model_stop: C.BSTOP
    .data; .balign 64
d: .zero 4096
