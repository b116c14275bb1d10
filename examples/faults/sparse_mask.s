# A cooperative product needs all four PEs; this one names PE0 and PE1 only.
    .globl _start, cross_model_stop
_start:
    hl.lis zeros, ->a0
    addi zero, 4, ->a1
    BSTART.TLOAD FP32
    C.B.DIMI 1, ->lb0
    C.B.DIMI 1, ->lb1
    C.B.DIMI 1, ->lb2
    B.IOS mask=1000, ->S0<128B>
    B.IOR [a0, a1, zero], ->zero
    BSTART.TLOAD FP32
    B.DATR ND2M32, DTYPE_NONE, Zero
    C.B.DIMI 1, ->lb0
    C.B.DIMI 1, ->lb1
    B.IOT mask=1111, last, ->t<128B>
    B.IOR [a0, a1, zero], ->zero
    BSTART.TMATMUL FP32
    B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0
    C.B.DIMI 1, ->lb0
    C.B.DIMI 1, ->lb1
    C.B.DIMI 1, ->lb2
    B.IOS S0, mask=1100
    B.IOT t#1, mask=1100, last, ->u<128B>
    C.BSTOP
cross_model_stop:
    C.BSTOP
    .data
    .balign 4
zeros: .zero 16
