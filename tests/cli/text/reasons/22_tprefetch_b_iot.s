#: | 3 | TileLegality PE3 .*no_binders: 1 B.IOT, wanted 0 (TPREFETCH)
_start: BSTART.SYS FALL
    hl.lis d, ->a0; addi zero, 16, ->a1
bad: BSTART.TPREFETCH U32
    B.DIM zero, 4, ->lb0
    B.DIM zero, 2, ->lb1
    B.DIM zero, 4, ->lb2
    B.IOR [a0, a1, zero], ->zero
    B.IOT mask=1111, last, ->u<128B>
    C.BSTOP
cross_model_stop: C.BSTOP
    .data; .balign 64
d: .zero 4096
