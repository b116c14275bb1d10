# The store names the second newest tile of hand T, but only one was loaded.
    .globl _start, cross_model_stop
_start:
    hl.lis word, ->a0
    addi zero, 4, ->a1
    BSTART.TLOAD U32
    C.B.DIMI 1, ->lb0
    C.B.DIMI 1, ->lb1
    B.IOT mask=1111, last, ->t<128B>
    B.IOR [a0, a1, zero], ->zero
    BSTART.TSTORE U32
    C.B.DIMI 1, ->lb0
    C.B.DIMI 1, ->lb1
    B.IOT t#2, mask=1111, last
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
cross_model_stop:
    C.BSTOP
    .data
    .balign 4
word: .long 7
