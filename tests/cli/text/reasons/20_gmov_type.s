#: | 3 | TileLegality PE3 .*peer_source: BSTART's DataType=S32, wanted U32 (the source's)
_start: BSTART.SYS FALL
    hl.lis d, ->a6
    BSTART.TLOAD U32; B.DIM zero, 4, ->lb0; B.DIM zero, 1, ->lb1; B.DIM zero, 4, ->lb2; B.IOT mask=1111, last, ->m<128B>; B.IOR [a6, zero, zero], ->zero; C.BSTOP
    addi zero, 1, ->a2
bad: BSTART.GMOV S32
    B.IOR [a2, zero, zero], ->zero
    B.IOT m#1, mask=1111, last, ->u<128B>
    C.BSTOP
cross_model_stop: C.BSTOP
    .data; .balign 64
d: .zero 4096
