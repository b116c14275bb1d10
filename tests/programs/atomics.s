# Four PEs count together: `added` by atomic additions of THREAD_ID + 1, `locked`
# by plain increments under a lock of LR and SC; PE0 waits for all and copies
# both to `results`.
    .globl _start, stop, rounds, results
_start: BSTART.SYS FALL
    ssrget 0x26, ->s0
    BSTART.STD FALL
    addi s0, 1, ->s1
    hl.lis added, ->s2
    hl.lis locked, ->s3
    hl.lis lock, ->s4
    hl.lis arrived, ->s5
    hl.lis rounds, ->t
    ldi [t#1, 0], ->s6
loop: BSTART.STD FALL
    ld.add [s2], s1, ->r24
try: BSTART.STD COND, try               # while somebody holds it
    lr.d [s4], ->t
    setc.ne t#1, zero
    BSTART.STD COND, try                # or another was faster
    addi zero, 1, ->t
    sc.d t#1, [s4], ->t
    setc.ne t#1, zero
    BSTART.STD COND, loop
    ldi [s3, 0], ->t
    addi t#1, 1, ->t
    sdi t#1, [s3, 0]
    sdi zero, [s4, 0]
    subi s6, 1, ->s6
    setc.ne s6, zero
    BSTART.STD FALL
    addi zero, 1, ->t
    ld.add [s5], t#1, ->r24
    BSTART.STD COND, stop
    setc.ne s0, zero
wait: BSTART.STD COND, wait
    ldi [s5, 0], ->t
    addi zero, 4, ->u
    setc.ne t#1, u#1
    BSTART.STD DIRECT, stop
    hl.lis results, ->a0
    ldi [s2, 0], ->t
    sdi t#1, [a0, 0]
    ldi [s3, 0], ->t
    sdi t#1, [a0, 8]
    C.BSTOP
stop: C.BSTOP
    .data
    .balign 64
added: .quad 0
    .balign 64
locked: .quad 0
    .balign 64
lock: .quad 0
    .balign 64
arrived: .quad 0
    .balign 64
rounds: .quad 0
results: .space 16
