# What a CoreMark round does: walk a list, multiply 8 x 8 matrices, run a state
# machine over text, and take a CRC-16 of what came of it.
#   s0 rounds left  s1 CRC  s2 list  s3 A  s4 B  s5 text
    .globl _start, stop, rounds, result
_start: BSTART.STD FALL
    hl.lis rounds, ->t
    ldi [t#1, 0], ->s0
    hl.lis 0xffff, ->s1
    hl.lis nodes, ->s2
    hl.lis left, ->s3
    hl.lis right, ->s4
    hl.lis text, ->s5
    hl.lis nodes, ->a0                  # 63 nodes: next, value
    addi zero, 63, ->a1
link: BSTART.STD COND, link
    addi a0, 16, ->a2
    sdi a2, [a0, 0]
    mul a1, a1, ->t
    sdi t#1, [a0, 8]
    c.movr a2, ->a0
    subi a1, 1, ->a1
    setc.ne a1, zero
    BSTART.STD FALL
    sdi zero, [a0, 0]
    add zero, zero, ->a1
fill: BSTART.STD COND, fill             # 64 elements of A and of B
    sw a1, [s3, a1<<2]
    addi a1, 3, ->t
    sw t#1, [s4, a1<<2]
    addi a1, 1, ->a1
    setc.ltui a1, 64

round: BSTART.STD FALL
    c.movr s2, ->a0
    c.movr s0, ->a4
walk: BSTART.STD COND, walk             # sum of the values
    ldi [a0, 8], ->t
    add a4, t#1, ->a4
    ldi [a0, 0], ->a0
    setc.ne a0, zero
    BSTART.CALL crc, walked, ->ra
walked: BSTART.STD FALL
    add zero, zero, ->a4
    add zero, zero, ->a0                # row
rows: BSTART.STD FALL
    add zero, zero, ->a1                # column
columns: BSTART.STD FALL
    slli a0, 3, ->a2                    # A[row][k]
    c.movr a1, ->a3                     # B[k][column]
    add zero, zero, ->a5
terms: BSTART.STD COND, terms
    lw [s3, a2<<2], ->t
    lw [s4, a3<<2], ->u
    madd t#1, u#1, a5, ->a5
    addi a2, 1, ->a2
    addi a3, 8, ->a3
    setc.ltui a3, 64
    BSTART.STD COND, columns
    add a4, a5, ->a4
    addi a1, 1, ->a1
    setc.ltui a1, 8
    BSTART.STD COND, rows
    addi a0, 1, ->a0
    setc.ltui a0, 8
    BSTART.CALL crc, multiplied, ->ra
multiplied: BSTART.STD FALL
    add zero, zero, ->a4                # numbers * 256 + words
    c.movr s5, ->a0
scan: BSTART.STD COND, scanned          # the first character of a token
    lbui [a0, 0], ->a1
    addi a0, 1, ->a0
    setc.eq a1, zero
    BSTART.STD COND, scan
    setc.eqi a1, 32
    BSTART.STD COND, word
    subi a1, 48, ->t
    setc.geui t#1, 10
    BSTART.STD DIRECT, skip
    addi a4, 256, ->a4
word: BSTART.STD FALL
    addi a4, 1, ->a4
skip: BSTART.STD COND, scanned          # the rest of it
    lbui [a0, 0], ->a1
    addi a0, 1, ->a0
    setc.eq a1, zero
    BSTART.STD COND, skip
    setc.nei a1, 32
    BSTART.STD DIRECT, scan
scanned: BSTART.STD FALL
    c.movr a4, ->a4
    BSTART.CALL crc, checked, ->ra
checked: BSTART.STD COND, round
    subi s0, 1, ->s0
    setc.ne s0, zero
    BSTART.STD DIRECT, stop
    hl.lis result, ->t
    sdi s1, [t#1, 0]
    C.BSTOP

crc: BSTART.STD FALL                    # 32 bits of a4 into s1
    addi zero, 32, ->a1
bits: BSTART.STD COND, bits
    xor s1, a4, ->t
    andi t#1, 1, ->t
    sub zero, t#1, ->t
    hl.lis 0xa001, ->u
    and t#1, u#1, ->t
    srli s1, 1, ->u
    xor t#1, u#1, ->s1
    srli a4, 1, ->a4
    subi a1, 1, ->a1
    setc.ne a1, zero
    BSTART.STD RET
    C.BSTOP
stop: C.BSTOP
    .data
    .balign 8
rounds: .quad 0
result: .quad 0
nodes: .space 1024
left: .space 256
right: .space 256
text: .asciz "5012 1.5e3 abc 77 -12 x9 0xff 3 +4 word 12345 end"
