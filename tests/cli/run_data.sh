#!/bin/sh
# What goes into a program that `pto run` runs, and what comes out of it.
# usage: run_data.sh PTO SOURCE
set -u
source=$(cd "$2" && pwd)
. "$(dirname "$0")/lib/command.sh"

# A11: a single stream leaves the registers of PE1 to PE3 zero: a note, and an
# option that sets them. Each PE stores its quarter of 4 x 4 numbers.
cat >single.s <<'S'
_start: hl.lis from, ->a0
    addi zero, 16, ->a1
    BSTART.TLOAD FP32
    B.DIM zero, 4, ->lb0
    B.DIM zero, 4, ->lb1
    B.DIM zero, 4, ->lb2
    B.IOS mask=1111, ->S0<256B>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    hl.lis cross_model_result, ->a0
    BSTART.TSTORE FP32
    B.DIM zero, 4, ->lb0
    B.DIM zero, 4, ->lb1
    B.DIM zero, 4, ->lb2
    B.IOS S0, mask=1111
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
cross_model_stop: C.BSTOP
    .data
    .balign 64
from: .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .float \n
    .endr
cross_model_result: .zero 64
    .set cross_model_result_size, 64
S
"$pto" run single.s --pes 1 --result-out one.bin >out 2>&1
grep -q '^note: the bundle at 0x[0-9a-f]* takes B.IOR registers of PE1 to PE3' out ||
    fail 'no note of registers that nothing sets'
cat >regs.s <<'S'
_start: BSTART.SYS FALL
    C.BSTOP
_stop: C.BSTOP
S
expect 0 'a0   0000000000002000' "$pto" run regs.s --pes 4 --regs \
    --gpr PE1.a0=0x2000
[ "$(grep -c 'a0   0000000000002000' out)" = 1 ] || fail 'more than PE1.a0'
expect 0 'x3   0000000000010000' "$pto" run regs.s --regs --gpr PE3.x3=_start
"$pto" run single.s --pes 1 --gpr PE1.a0=0x2000 >out 2>&1
grep -q 'B.IOR registers' out && fail 'a note though the registers are set'
for item in PE4.a0=1 PE1.zero=1 PE1.q=1 PE1.a0 a0=1 PE1.a0=x =1 PE1; do
    refuse '' "$pto" run regs.s --gpr "$item"
done

# A12: a stop inside an open bundle is no success.
cat >unfinished.s <<'S'
_start: hl.lis d, ->a0
    addi zero, 16, ->a1
    BSTART.TLOAD FP32
    B.DIM zero, 4, ->lb0
    B.IOT mask=1111, last, ->t<128B>
    B.IOR [a0, a1, zero], ->zero
cross_model_stop: C.BSTOP
    .data
d:  .zero 16
S
expect 4 '^unfinished: PE0 stopped before the end of the bundle' \
    "$pto" run unfinished.s --manifest-out m.json
grep -q '"exit_code": 4' m.json || fail 'the manifest tells of a success'

# A13: elements are converted where a type is given, else a note says which
# they are.
cat >data.s <<'S'
_start: BSTART.SYS FALL
    C.BSTOP
_stop: C.BSTOP
    .data
x:  .zero 16
    .size x, 16
S
ints='\001\000\000\000\000\000\000\000\376\377\377\377\377\377\377\377'
npy '<i8' '(2,)' "$ints" >ints.npy
expect 0 '^note: ints.npy: int64 \[2\] converted to FP32$' \
    "$pto" run data.s --set x:FP32=ints.npy --dump x:8
grep -q ' 00 00 80 3f 00 00 00 c0$' out || fail 'FP32 is not 1 and -2'
expect 0 '^note: ints.npy: int64 \[2\] as it is; --set x:TYPE=FILE converts$' \
    "$pto" run data.s --set x=ints.npy --dump x:16
grep -q ' 01 00 00 00 00 00 00 00 fe ff ff ff ff ff ff ff$' out ||
    fail 'int64 is not as it is'
npy '<f8' '(1,)' '\232\231\231\231\231\231\271\077' >tenth.npy
expect 0 'float64 \[1\] converted to FP16, rounded$' \
    "$pto" run data.s --set x:FP16=tenth.npy --dump x:2
grep -q ' 66 2e$' out || fail 'FP16 of 0.1'
npy '<f4' '(1,)' '\000\000\226\103' >big.npy
expect 0 'float32 \[1\] converted to S8, some to what they are not$' \
    "$pto" run data.s --set x:S8=big.npy
npy '<f4' '(4,)' '\000\000\200\077\000\000\000\300\000\000\000\077\000\000\300\100' >four.npy
expect 0 'float32 \[4\] converted to E2M1X2$' \
    "$pto" run data.s --set x:E2M1X2=four.npy --dump x:2
grep -q ' c2 71$' out || fail 'E2M1 of 1, -2, 0.5, 6'
refuse 'only an .npy says' "$pto" run data.s --set x:FP32=data.s
refuse "unknown" "$pto" run data.s --set x:FP33=ints.npy
expect 1 '32 bytes, but x has room for 16' \
    "$pto" run data.s --set x:FP64=four.npy

# A14: an .npy is elements of a type and a shape, not a file's bytes.
cat >result.s <<'S'
_start: BSTART.SYS FALL
    C.BSTOP
_stop: C.BSTOP
    .data
cross_model_result: .float 1, 2, 3, 4, 5, 6
    .set cross_model_result_size, 24
S
six='\000\000\200\077\000\000\000\100\000\000\100\100\000\000\200\100\000\000\240\100\000\000\300\100'
npy '<f4' '(2, 3)' "$six" >g.npy
npy '<f4' '(3, 2)' "$six" >turned.npy
npy '<i4' '(2, 3)' "$six" >int.npy
npy '<f4' '(2, 2)' '\000\000\200\077\000\000\000\100\000\000\100\100\000\000\200\100' >short.npy
expect 0 '' "$pto" run result.s --golden g.npy
expect 0 '' "$pto" run result.s --golden g.npy --result-type FP32,2,3
expect 2 'the result has 24 bytes, short.npy has 16' \
    "$pto" run result.s --golden short.npy
for other in turned int; do
    expect 2 "$other.npy is .* unlike the --result-type FP32,2,3" \
        "$pto" run result.s --golden $other.npy --result-type FP32,2,3
done
expect 0 '' "$pto" run result.s --result-out c.npy --result-type FP32,2,3
grep -aq "'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)" c.npy ||
    fail 'c.npy is no NPY of FP32 [2, 3]'
holds c.npy 0000803f0000004000004040000080400000a0400000c040
expect 0 '' "$pto" run result.s --golden c.npy
expect 0 '' "$pto" run result.s --result-out c.npy --result-type E4M3,24
grep -aq "'|u1'.*(24,)" c.npy || fail 'codes are not unsigned'
refuse 'give --result-type' "$pto" run result.s --result-out c.npy
refuse '16 bytes, but the result has 24' \
    "$pto" run result.s --result-type FP32,2,2
for type in FP32 FP32, FP32,2,x FP32,0,6 ,2,3; do
    refuse '' "$pto" run result.s --result-type $type
done

# C11
"$pto" as result.s -o result.elf
refuse 'e_machine has 16 bits' \
    "$pto" run result.elf --expected-machine 4294967529
expect 0 '' "$pto" run result.elf --expected-machine 233
refuse 'instructions begin at even addresses' "$pto" run result.s --entry 1
expect 0 '0 (default): no limit' "$pto" run --help
bytes=$(printf 'p\377q\303\251.s')
cp result.s "$bytes"
expect 0 '' "$pto" run "$bytes" --manifest-out m.json
grep -q '"program": "p\\\\xffqé.s"' m.json || fail 'a manifest that is no JSON'

# Names of any length.
long=$(printf 'x%.0s' $(seq 300))
printf '_start: BSTART.SYS FALL\n C.BSTOP\n%s_stop:\n_stop: C.BSTOP\n' "$long" >long.s
printf '.data\n%s: .float 5, 6\n.set %s_size, 8\n' "$long" "$long" >>long.s
expect 0 ' 00 00 a0 40 00 00 c0 40$' "$pto" run long.s --dump "$long"
expect 0 '"step"' "$pto" run long.s --trace - --trace-pc "_start:${long}_stop"
printf '\000\000\340\100' >seven.bin
expect 0 '^  *7$' "$pto" run long.s --set "$long=seven.bin" \
    --dump "$long::FP32,1,1"

# C13: a program that says nowhere where it ends.
printf '_start: BSTART.SYS FALL\n C.BSTOP\n C.BSTOP\n' >endless.s
expect 3 '^note: the program has no symbol cross_model_stop or _stop, and' \
    "$pto" run endless.s
expect 0 '' "$pto" run endless.s --stop-pc 0x10006

exit $failed
