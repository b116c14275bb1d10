# Heap sort of `count` signed words at `data`, in place.
#   a0 data  a1 heap size  a2 root  a3 child  a4 key  a5 value of the child
    .globl _start, stop, data, count
_start: BSTART.STD FALL
    hl.lis data, ->a0
    hl.lis count, ->t
    lwi [t#1, 0], ->a1
    srli a1, 1, ->s0                    # next root to sift while building
build: BSTART.STD COND, sorted
    setc.eq s0, zero
    BSTART.STD FALL
    subi s0, 1, ->s0
    add s0, zero, ->a2
    BSTART.CALL sift, built, ->ra
built: BSTART.STD DIRECT, build
sorted: BSTART.STD COND, stop
    setc.ltui a1, 2
    BSTART.STD FALL                     # the largest goes behind the heap
    subi a1, 1, ->a1
    lw [a0, zero<<2], ->t
    lw [a0, a1<<2], ->u
    sw u#1, [a0, zero<<2]
    sw t#1, [a0, a1<<2]
    add zero, zero, ->a2
    BSTART.CALL sift, again, ->ra
again: BSTART.STD DIRECT, sorted
    C.BSTOP

sift: BSTART.STD FALL                   # let the value at a2 sink
    lw [a0, a2<<2], ->a4
sink: BSTART.STD COND, sunk
    slli a2, 1, ->t
    addi t#1, 1, ->a3
    setc.ge a3, a1
    BSTART.STD COND, left
    addi a3, 1, ->s1
    lw [a0, a3<<2], ->a5
    setc.ge s1, a1
    BSTART.STD COND, left
    lw [a0, s1<<2], ->s2
    setc.ge a5, s2
    BSTART.STD FALL
    add s1, zero, ->a3
    add s2, zero, ->a5
left: BSTART.STD COND, sunk
    setc.ge a4, a5
    BSTART.STD DIRECT, sink
    sw a5, [a0, a2<<2]
    add a3, zero, ->a2
    C.BSTOP
sunk: BSTART.STD RET
    sw a4, [a0, a2<<2]
    C.BSTOP
stop: C.BSTOP

    .data
    .balign 8
count: .quad 0
data: .space 4096
