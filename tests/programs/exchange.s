# Four PEs and one `table`: each PE gathers the words that its `places` name (as
# bytes from the table's start), a ring of GMOVs sums what all four gathered,
# each PE scatters the sums above its `least` into its `results`, and claims its
# places in `slots` by compare and swap; `found` is what it saw there.
    .globl _start, stop, table, places, least, results, slots, found
_start:
    BSTART.SYS FALL
    ssrget 0x26, ->s0
    BSTART.STD FALL
    slli s0, 8, ->s1                    # 4 rows of 16 words a PE
    addi s0, 1, ->s2
    andi s2, 3, ->s3                    # the next PE of the ring
    addi zero, 16, ->a0
    addi zero, 64, ->a1
    hl.lis places, ->a2
    add a2, s1, ->a2
    hl.lis table, ->a3
    BSTART.TPREFETCH U32
    B.DIM zero, 16, ->lb0
    B.DIM zero, 4, ->lb1
    B.IOR [a2, a0, zero], ->zero
    BSTART.TLOAD U32
    B.DIM zero, 16, ->lb0
    B.DIM zero, 4, ->lb1
    B.IOT mask=1111, last, ->u<256B>
    B.IOR [a2, a1, zero], ->zero
    BSTART.MGATHER S32
    B.DIM zero, 16, ->lb0
    B.DIM zero, 4, ->lb1
    B.IOT u#1, mask=1111, last, ->t<256B>
    B.IOR [a3, zero, zero], ->zero
    BSTART.TMOV S32
    B.IOT t#1, mask=1111, last, ->m<256B>
    BSTART.STD FALL
    addi zero, 3, ->s4
ring: BSTART.GMOV S32
    B.IOT t#1, mask=1111, last, ->t<256B>
    B.IOR [s3, zero, zero], ->zero
    BSTART.VEC TADD, S32
    B.DIM zero, 16, ->lb0
    B.DIM zero, 4, ->lb1
    B.IOT m#1, t#1, mask=1111, last, ->m<256B>
    BSTART.STD COND, ring
    subi s4, 1, ->s4
    setc.ne s4, zero
    BSTART.STD FALL
    hl.lis least, ->a2
    add a2, s1, ->a2
    hl.lis results, ->a3
    slli s0, 10, ->t
    add a3, t#1, ->a3
    BSTART.TLOAD S32
    B.DIM zero, 16, ->lb0
    B.DIM zero, 4, ->lb1
    B.IOT mask=1111, last, ->n<256B>
    B.IOR [a2, a1, zero], ->zero
    BSTART.VEC TCMP, S32
    B.DATR cmode=GT, padvalue=Zero
    B.DIM zero, 16, ->lb0
    B.DIM zero, 4, ->lb1
    B.IOT m#1, n#1, mask=1111, last, ->n<128B>
    BSTART.MSCATTER.MASK S32
    B.DIM zero, 16, ->lb0
    B.DIM zero, 4, ->lb1
    B.IOT m#1, u#1, mask=1111
    B.IOT n#1, mask=1111, last
    B.IOR [a3, zero, zero], ->zero
    BSTART.STD FALL
    hl.lis slots, ->a2
    hl.lis found, ->a3
    add a3, s1, ->a3
    BSTART.VEC TEXPANDS, U32
    B.DIM zero, 16, ->lb0
    B.DIM zero, 4, ->lb1
    B.IOT mask=1111, last, ->n<256B>
    B.IOR [zero, zero, zero], ->zero
    BSTART.VEC TEXPANDS, U32
    B.DIM zero, 16, ->lb0
    B.DIM zero, 4, ->lb1
    B.IOT mask=1111, last, ->n<256B>
    B.IOR [s2, zero, zero], ->zero
    BSTART.MGATHER.CAS U32
    B.CATR aq, rl
    B.DIM zero, 16, ->lb0
    B.DIM zero, 4, ->lb1
    B.IOT u#1, n#2, mask=1111
    B.IOT n#1, mask=1111, last, ->t<256B>
    B.IOR [a2, zero, zero], ->zero
    BSTART.TSTORE U32
    B.IOT t#1, mask=1111, last
    B.IOR [a3, a1, zero], ->zero
    C.BSTOP
stop: C.BSTOP
    .data
    .balign 64
table: .space 256 * 4
places: .space 4 * 64 * 4
least: .space 4 * 64 * 4
results: .space 4 * 256 * 4
slots: .space 256 * 4
found: .space 4 * 64 * 4
