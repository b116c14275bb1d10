# A fifth 64 KiB tile of a hand releases the oldest; under absolute names it faults.
#: --isa 0.58.3 | 0 | 
#: --isa 0.58.3-asl --pes 1 | 3 | TileAllocation PE0 .*output_room
    .text
    .globl _start, cross_model_stop, cross_model_result, cross_model_result_size
_start:
    hl.lis x, ->a0
    addi zero, 16, ->a1
    BSTART.TLOAD S32
    B.DIM zero, 1, ->lb0
    B.DIM zero, 1, ->lb1
    B.DIM zero, 16, ->lb2
    B.IOT mask=1000, last, ->t<64KB>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    hl.lis x, ->a0
    addi zero, 16, ->a1
    BSTART.TLOAD S32
    B.DIM zero, 1, ->lb0
    B.DIM zero, 1, ->lb1
    B.DIM zero, 16, ->lb2
    B.IOT mask=1000, last, ->t<64KB>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    hl.lis x, ->a0
    addi zero, 16, ->a1
    BSTART.TLOAD S32
    B.DIM zero, 1, ->lb0
    B.DIM zero, 1, ->lb1
    B.DIM zero, 16, ->lb2
    B.IOT mask=1000, last, ->t<64KB>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    hl.lis x, ->a0
    addi zero, 16, ->a1
    BSTART.TLOAD S32
    B.DIM zero, 1, ->lb0
    B.DIM zero, 1, ->lb1
    B.DIM zero, 16, ->lb2
    B.IOT mask=1000, last, ->t<64KB>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    hl.lis x, ->a0
    addi zero, 16, ->a1
    BSTART.TLOAD S32
    B.DIM zero, 1, ->lb0
    B.DIM zero, 1, ->lb1
    B.DIM zero, 16, ->lb2
    B.IOT mask=1000, last, ->t<64KB>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
cross_model_stop:
    C.BSTOP
    .data
    .balign 256
x: .word 1,2,3,4,5,6,7,8
 .zero 512
    .balign 256
cross_model_result: .zero 256
    .set cross_model_result_size, 256
