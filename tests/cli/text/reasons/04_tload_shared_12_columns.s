#: | 3 | TileLegality PE0 .*shared_load_shape: LB2=12, wanted a power of two from 8 to 512
_start: BSTART.SYS FALL
    hl.lis d, ->a6
bad: BSTART.TLOAD FP16
    B.DIM zero, 8, ->lb0
    B.DIM zero, 4, ->lb1
    B.DIM zero, 12, ->lb2
    B.IOS mask=1000, ->S0<4KB>
    B.IOR [a6, zero, zero], ->zero
    C.BSTOP
cross_model_stop: C.BSTOP
    .data; .balign 64
d: .zero 4096
