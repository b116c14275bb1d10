# TransA asks for the transpose of a Shared A, but this A is Local.
    .globl _start, cross_model_stop
_start:
    hl.lis zeros, ->a0
    addi zero, 4, ->a1
    .macro LOAD layout, hand
    BSTART.TLOAD FP32
    B.DATR \layout, DTYPE_NONE, Zero
    C.B.DIMI 1, ->lb0
    C.B.DIMI 1, ->lb1
    B.IOT mask=1111, last, ->\hand<128B>
    B.IOR [a0, a1, zero], ->zero
    .endm
    LOAD ND2M32, t
    LOAD ND2N8, u
    BSTART.TMATMUL FP32
    B.FPATR 0, 0, 0, 0, 0, 0, 0, 1, 0
    C.B.DIMI 1, ->lb0
    C.B.DIMI 1, ->lb1
    C.B.DIMI 1, ->lb2
    B.IOT t#1, u#1, mask=1111, last, ->m<128B>
    C.BSTOP
cross_model_stop:
    C.BSTOP
    .data
    .balign 4
zeros: .zero 16
