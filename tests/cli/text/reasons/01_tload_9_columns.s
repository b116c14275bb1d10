#: | 3 | TileAllocation PE0 .*output_shape: LB0=9, wanted a power of two from 1 to 256 (valid columns, stored ones too
_start: BSTART.SYS FALL
    hl.lis d, ->a6
bad: BSTART.TLOAD FP32
    B.DIM zero, 9, ->lb0
    B.DIM zero, 3, ->lb1
    B.IOT mask=1111, last, ->t<4KB>
    B.IOR [a6, zero, zero], ->zero
    C.BSTOP
cross_model_stop: C.BSTOP
    .data; .balign 64
d: .zero 4096
