# Values that live in the T and U queues only; `rounds` of them, then all eight
# entries, t#1..t#4 and u#1..u#4, to `entries`.
    .globl _start, stop, rounds, seeds, entries
_start: BSTART.STD FALL
    hl.lis rounds, ->a0
    ldi [a0, 0], ->a1
    hl.lis seeds, ->a0
    ldi [a0, 24], ->t
    ldi [a0, 16], ->t
    ldi [a0, 8], ->t
    ldi [a0, 0], ->t
    ldi [a0, 56], ->u
    ldi [a0, 48], ->u
    ldi [a0, 40], ->u
    ldi [a0, 32], ->u
loop: BSTART.STD COND, loop
    add t#1, u#4, ->u
    sub u#1, t#4.neg<<2, ->t
    c.add t#2, u#2, ->t
    c.slli t#1, 3, ->t
    xor t#3, u#3.not, ->u
    hl.mulu t#1, u#2, ->u, t
    add t#2, t#1.uw, ->r24
    subi a1, 1, ->a1
    setc.ne a1, zero
    BSTART.STD DIRECT, stop
    hl.lis entries, ->a0
    sdi t#1, [a0, 0]
    sdi t#2, [a0, 8]
    sdi t#3, [a0, 16]
    sdi t#4, [a0, 24]
    sdi u#1, [a0, 32]
    sdi u#2, [a0, 40]
    sdi u#3, [a0, 48]
    sdi u#4, [a0, 56]
    C.BSTOP
stop: C.BSTOP
    .data
    .balign 8
rounds: .quad 0
seeds: .space 64
entries: .space 64
