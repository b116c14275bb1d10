# Sums the 64-bit words at every byte offset of `data`. Seven loads of eight are
# misaligned: their traps are answered by a handler in ring 0, which puts the
# word together from bytes and returns behind the load.
    .globl _start, stop, data, count, sum, traps
_start:
    BSTART.SYS FALL
    hl.lis handler, ->a0
    ssrset a0, 0x0f01                   # EVBASE of ring 0
    hl.lis data, ->a1
    hl.lis count, ->a2
    ldi [a2, 0], ->a2
next:
    BSTART.STD COND, next
    ldi [a1, 0], ->a0
    add s0, a0, ->s0
    addi a1, 1, ->a1
    subi a2, 1, ->a2
    setc.ne a2, zero
    BSTART.STD FALL
    hl.lis sum, ->a1
    sdi s0, [a1, 0]
    hl.lis traps, ->a1
    sdi s1, [a1, 0]
stop: C.BSTOP

    .macro BYTE offset
    slli a0, 8, ->a0
    lbui [x0, \offset], ->x2
    or a0, x2, ->a0
    .endm

handler:
    BSTART.SYS FALL
    ssrget 0x0f02, ->x0                 # TRAPNO: DataAlignment is 34
    andi x0, 63, ->x0
    subi x0, 34, ->x0
    cmp.eq x0, zero, ->x0
    assert x0
    ssrget 0x0f03, ->x0                 # TRAPARG0: the address
    ssrget 0x0f43, ->x1                 # EBARG_TPC
    addi x1, 4, ->x1
    ssrset x1, 0x0f43
    addi zero, 0, ->a0
    BYTE 7
    BYTE 6
    BYTE 5
    BYTE 4
    BYTE 3
    BYTE 2
    BYTE 1
    BYTE 0
    addi s1, 1, ->s1
    acre 0

    .data
    .balign 8
count: .quad 0
sum: .quad 0
traps: .quad 0
data: .zero 1024
