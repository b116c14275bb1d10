# A B.DATR of TCI has DataType 0 or is left out.
#: --isa 0.58.3 | 3 | TileLegality PE0 .*datr_all_zero
#: --isa 0.58.3,asl_quirks=on | 3 | TileLegality PE0 .*datr_fields
    .text
    .globl _start, cross_model_stop, cross_model_result, cross_model_result_size
_start:
    BSTART.SFU TCI, S32
    B.DATR NORM, DTYPE_NONE, Zero
    B.DIM zero, 4, ->lb0
    B.IOT mask=1111, last, ->u<128B>
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
