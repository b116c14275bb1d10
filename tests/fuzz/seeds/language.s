# Every corner of the language once, as seeds for fuzzing.
    .file "language.s"
    .set N, 4
    .equ LATE, end - start
M = (N << 2 | 1) + ~0 & 0xff
    .macro put hand, value=7, rest:vararg
    .byte \value, \@
    .ascii "\hand\()#1"
    .ifnb \rest
    .long \rest
    .endif
    .endm
    .text
    .globl _start, start
    .type _start, @function
_start: start:
    ssrget 0x26, ->s0   // THREAD_ID
1:  hl.lis table, ->a0
    addi zero, N * 2, ->a1
    addtpc %tpcrel_hi(table), ->t
    addi t#1, %tpcrel_lo(table), ->a2
    BSTART.TLOAD FP16
    B.DATR ND2M32, DTYPE_NONE, Zero
    B.DIM zero, N, ->lb0
    C.B.DIMI 1, ->lb1
    B.IOT mask=1111, last, ->t<4KB>
    B.IOR [a0, a1, zero], ->zero ; C.BSTOP
    BSTART.TMATMUL FP16
    B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0
    B.IOS S0, mask=1111
    B.IOT t#1, mask=1111, last, ->u<8KB>
    C.BSTOP
    BSTART.STD COND, 1b
    setc.ne a3, zero
    j 1f
1:  C.BSTOP
end:
    .size _start, . - _start
    .section .rodata
    .balign 8
table: .quad 0x0102030405060708, LATE, -1
    .short 'A', '\n' /* block
    comment */
    .float 1.5, -inf
    .double 0x1p-3
    .rept 3
    .byte . - table
    .endr
    .irp x, 1, 2
    .byte \x
    .endr
    .irpc c, ab
    .byte '\c
    .endr
    put t
    put u, 1, 2, 3
    .if N == 4 && M > 0
    .fill 2, 2, 0x1234
    .elseif N
    .error "no"
    .else
    .org 1
    .endif
    .ifdef NOPE
    .include "self"
    .endif
    .pushsection .data
    .asciz "a\tb\x41\101", "c"
    .popsection
    .section .mine, "aw", @nobits
    .zero 100
    .comm shared, 16, 8
    .lcomm own, 4
    .weak maybe
    .previous
    .long maybe
    .p2align 3, , 7
    .end
