# LB2=2 holds no 8 columns.
#: --isa 0.58.3 | 3 | TileLegality PE0 .*store_pitch
#: --isa 0.58.3,asl_quirks=on | 0 | 
    .text
    .globl _start, cross_model_stop, cross_model_result, cross_model_result_size
_start:
    hl.lis src, ->a0
    addi zero, 32, ->a1
    BSTART.TLOAD S32
    B.DIM zero, 8, ->lb0
    B.DIM zero, 4, ->lb1
    B.IOT mask=1111, last, ->t<128B>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    hl.lis cross_model_result, ->a0
    BSTART.TSTORE S32
    B.DIM zero, 2, ->lb2
    B.IOT t#1, mask=1111, last
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
cross_model_stop:
    C.BSTOP
    .data
    .balign 64
src:
    .irp r,0,1,2,3
    .long 10*\r+0,10*\r+1,10*\r+2,10*\r+3,10*\r+4,10*\r+5,10*\r+6,10*\r+7
    .endr
cross_model_result: .fill 64, 4, -1
    .set cross_model_result_size, 256
