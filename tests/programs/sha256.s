# SHA-256 of `blocks` blocks of sixteen words (as numbers) at `message`; the
# digest's eight words are at `digest`. Words are kept sign-extended.
#   s0..s7 the working variables  a0 schedule  a1 constants  a2 rounds left
#   a6 message  a7 blocks left
    .globl _start, stop, message, blocks, digest

    .macro rotate from, by, to          # right, by 1..31
    srliw \from, \by, ->t
    slliw \from, 32 - \by, ->u
    or t#1, u#1, ->\to
    .endm

    .macro mix from, one, two, three, to
    rotate \from, \one, a4
    rotate \from, \two, a5
    xor a4, a5, ->a4
    rotate \from, \three, a5
    xor a4, a5, ->\to
    .endm

_start: BSTART.STD FALL
    hl.lis message, ->a6
    hl.lis blocks, ->t
    ldi [t#1, 0], ->a7
block: BSTART.STD COND, stop
    setc.eq a7, zero
    BSTART.STD FALL
    hl.lis schedule, ->a0
    addi zero, 16, ->a2
copy: BSTART.STD COND, copy
    lwi [a6, 0], ->t
    swi t#1, [a0, 0]
    addi a6, 4, ->a6
    addi a0, 4, ->a0
    subi a2, 1, ->a2
    setc.ne a2, zero
    BSTART.STD FALL
    addi zero, 48, ->a2
extend: BSTART.STD COND, extend
    lwi [a0, -8], ->s0
    rotate s0, 17, a4
    rotate s0, 19, a5
    srliw s0, 10, ->t
    xor a4, a5, ->a4
    xor a4, t#1, ->s1
    lwi [a0, -60], ->s0
    rotate s0, 7, a4
    rotate s0, 18, a5
    srliw s0, 3, ->t
    xor a4, a5, ->a4
    xor a4, t#1, ->s2
    lwi [a0, -64], ->t
    lwi [a0, -28], ->u
    addw t#1, u#1, ->t
    addw s1, s2, ->u
    addw t#1, u#1, ->t
    swi t#1, [a0, 0]
    addi a0, 4, ->a0
    subi a2, 1, ->a2
    setc.ne a2, zero
    BSTART.STD FALL
    hl.lis digest, ->x0
    lwi [x0, 0], ->s0
    lwi [x0, 4], ->s1
    lwi [x0, 8], ->s2
    lwi [x0, 12], ->s3
    lwi [x0, 16], ->s4
    lwi [x0, 20], ->s5
    lwi [x0, 24], ->s6
    lwi [x0, 28], ->s7
    hl.lis schedule, ->a0
    hl.lis constants, ->a1
    addi zero, 64, ->a2
round: BSTART.STD COND, round
    mix s4, 6, 11, 25, a4
    and s4, s5, ->t
    and s6, s4.not, ->u
    xor t#1, u#1, ->t
    addw s7, a4, ->u
    addw t#1, u#1, ->t
    lwi [a0, 0], ->u
    addw t#1, u#1, ->t
    lwi [a1, 0], ->u
    addw t#1, u#1, ->a3
    mix s0, 2, 13, 22, a4
    and s0, s1, ->t
    and s0, s2, ->u
    xor t#1, u#1, ->t
    and s1, s2, ->u
    xor t#1, u#1, ->t
    addw a4, t#1, ->a4
    c.movr s6, ->s7
    c.movr s5, ->s6
    c.movr s4, ->s5
    addw s3, a3, ->s4
    c.movr s2, ->s3
    c.movr s1, ->s2
    c.movr s0, ->s1
    addw a3, a4, ->s0
    addi a0, 4, ->a0
    addi a1, 4, ->a1
    subi a2, 1, ->a2
    setc.ne a2, zero
    BSTART.STD DIRECT, block
    .macro accumulate at, what
    lwi [x0, \at], ->t
    addw t#1, \what, ->t
    swi t#1, [x0, \at]
    .endm
    accumulate 0, s0
    accumulate 4, s1
    accumulate 8, s2
    accumulate 12, s3
    accumulate 16, s4
    accumulate 20, s5
    accumulate 24, s6
    accumulate 28, s7
    subi a7, 1, ->a7
    C.BSTOP
stop: C.BSTOP

    .data
    .balign 8
blocks: .quad 0
digest:
    .word 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a
    .word 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
constants:
    .word 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5
    .word 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5
    .word 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3
    .word 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174
    .word 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc
    .word 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da
    .word 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7
    .word 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967
    .word 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13
    .word 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85
    .word 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3
    .word 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070
    .word 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5
    .word 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3
    .word 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208
    .word 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
schedule: .space 256
message: .space 4096
