#!/bin/sh
# pto run as its users see it: verdicts, messages, files, malformed inputs.
# usage: run.sh PTO SOURCE
set -u
source=$(cd "$2" && pwd)
. "$(dirname "$0")/lib/command.sh"

# one_line COMMAND...: exit 1, and exactly one line on standard error.
one_line() {
    "$@" >/dev/null 2>err
    got=$?
    [ "$got" = 1 ] || fail "exit $got, wanted 1: $*"
    [ "$(wc -l <err)" = 1 ] || {
        fail "not one line from: $*"
        head -n 5 err
    }
}

examples=$source/examples

# Verdicts.
expect 0 '^hello$' "$pto" run "$examples/hello.s"
expect 3 'fault: Fault_TileLegality PE0 0x[0-9a-f]*: trans_a_shared: .*TransA' \
    "$pto" run "$examples/faults/transpose.s"
expect 3 '^note: .*transpose.s:22, the bundle from .*transpose.s:16$' \
    "$pto" run "$examples/faults/transpose.s"
expect 3 '^note: this revision is not implemented whole' \
    "$pto" run "$examples/faults/transpose.s" --isa 0.58.6
"$pto" run "$examples/faults/transpose.s" 2>&1 | grep -q 'not implemented whole' &&
    fail 'a default revision that is not whole'
expect 3 't#2' "$pto" run "$examples/faults/missing_tile.s"
expect 3 'group_mask' "$pto" run "$examples/faults/sparse_mask.s"
expect 3 't#2 tile is not given:' "$pto" run "$examples/faults/missing_tile.s"
printf '_start: BSTART.TLOAD FP32\nB.DIM zero, 4, ->lb0\n_stop: C.BSTOP\n' >open.s
expect 4 '^unfinished: PE0 stopped before the end of the bundle at 0x10000 (_start)' \
    "$pto" run open.s
printf '_start: BSTART.SYS FALL\n_stop: C.BSTOP\n' >scalar.s
[ -z "$("$pto" run scalar.s 2>&1)" ] || fail 'a word on a scalar block'
printf 'not a program' >notes.md
expect 3 '^note: notes.md is neither source .* flat bytes from 0x0$' \
    "$pto" run notes.md
cp notes.md notes.bin
[ "$("$pto" run notes.bin 2>&1 | wc -l)" = 1 ] || fail 'more than a fault of a .bin'
printf '_start: addi zero, 1, ->a0\n' >endless.s
expect 3 '^note: 0x10004 is outside the program, which ends at cross_model' \
    "$pto" run endless.s
printf '_start: j _start\n' >loop.s
expect 4 'instruction limit' "$pto" run loop.s --max-steps 1000
expect 4 '^PE3 at 0x10000 (_start) after 232 instructions: running$' \
    "$pto" run loop.s --max-steps 1000
# In the foreground: else timeout signals twice, and the second one kills.
expect 4 '^interrupted after [0-9]* instructions$' \
    timeout --foreground --preserve-status -s INT 1 "$pto" run loop.s
printf '_start: addi zero, 3, ->a0\nnear: ldi [a0, 0], ->a0\n' >odd.s
expect 3 'PE0 0x3: DataAlignment: .* at 0x10004 (near)$' "$pto" run odd.s
printf '_start: addi zero, 3, ->a0\nldi [a0, 0], ->a0\n' >odd.s
expect 3 'at 0x10004 (_start+0x4)$' "$pto" run odd.s
"$pto" as odd.s -o odd.elf
expect 1 '^pto: odd.elf: .*encoded for 0.58.4.* is 0.58.3' \
    "$pto" run odd.elf --isa 0.58.3
cat >exit.s <<'S'
    .globl _start
_start: addi zero, 7, ->a0
    addi zero, 94, ->a7
    BSTART.SYS FALL
    acrc 1
    C.BSTOP
S
expect 2 'exit_group 7' "$pto" run exit.s
sed 's/zero, 7/zero, 0/' exit.s >exit0.s
expect 0 '' "$pto" run exit0.s
# TLSU function 9, a Shared TMOV that only the public model knows.
cat >missing.s <<'S'
_start: .word 0x08911181
    B.IOS S0, mask=1111
    C.BSTOP
_stop: C.BSTOP
S
expect 1 'not implemented: a Shared variant of TMOV' \
    "$pto" run missing.s --isa 0.58.3,asl_quirks=on
cat >split.s <<'S'
# PE0 waits for a product that the others never reach.
_start: BSTART.SYS FALL
    ssrget 0x26, ->a0
    C.BSTOP
    BSTART.STD COND, _stop
    setc.ne a0, zero
    C.BSTOP
    BSTART.TMATMUL FP32
    B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0
    C.B.DIMI 1, ->lb0
    C.B.DIMI 1, ->lb1
    C.B.DIMI 1, ->lb2
    B.IOS S0, mask=1111
    B.IOT t#1, mask=1111, last, ->u<128B>
    C.BSTOP
_stop: C.BSTOP
S
expect 5 'PE0' "$pto" run split.s

# Results: golden, dump, manifest, and stale files.
cat >result.s <<'S'
_start: hl.lis cross_model_result, ->a0
    addi zero, 0x155, ->a1
    swi.u a1, [a0, 0]
    .globl cross_model_stop
cross_model_stop: C.BSTOP
    .data
cross_model_result: .zero 4
    .set cross_model_result_size, 4
S
printf '\125\001\000\000' >good.bin
printf '5501 0000\n' >good.hex
printf '\125\002\000\000' >bad.bin
expect 0 '' "$pto" run result.s --golden good.bin
expect 0 '' "$pto" run result.s --golden good.hex
expect 2 'result byte 1 is 0x01, bad.bin has 0x02' \
    "$pto" run result.s --golden bad.bin
expect 0 '341' "$pto" run result.s --dump cross_model_result:4:U32,1,1
expect 0 '55 01 00 00' "$pto" run result.s --dump cross_model_result:4
expect 0 '4 bytes at' "$pto" run result.s --dump cross_model_result
expect 0 '' "$pto" run result.s --result-out r.bin --manifest-out r.json
cmp -s r.bin good.bin || fail "--result-out wrote something else"
grep -q '"stop": "REACHED"' r.json || fail "the manifest does not say REACHED"
grep -q 'pto-hardware-numeric-0.58.3-ieee-v1' r.json ||
    fail "the manifest does not name the profile in full"
expect 0 'a1   0000000000000155' "$pto" run result.s --regs
echo stale >r.bin
expect 1 '' "$pto" run no-such-file.s --result-out r.bin
[ ! -e r.bin ] || fail "a result of an earlier run survived"
for usage in --no-such-option "--pes many" "extra"; do
    for file in r.bin r.json r.jsonl r.trace; do echo stale >$file; done
    # Unquoted: an option and its value.
    expect 1 '' "$pto" run result.s $usage --result-out r.bin \
        --manifest-out r.json --trace r.jsonl --trace-chrome r.trace
    for file in r.bin r.json r.jsonl r.trace; do
        [ ! -e $file ] || fail "$file survived '$usage'"
    done
done

# No output may be an input, and a device is not removed.
for output in --result-out --manifest-out --trace --trace-chrome; do
    for input in result.s ./good.bin set.bin; do
        cp good.bin set.bin
        expect 1 "$input: the output would replace an input" \
            "$pto" run result.s --golden good.bin \
            --set cross_model_result=set.bin $output $input
        [ -s $input ] || fail "$output removed $input"
    done
    expect 0 '' "$pto" run result.s $output /dev/stdout
    [ -e /dev/stdout ] || fail "$output removed /dev/stdout"
done
"$pto" as result.s -o result.elf && expect 0 '' "$pto" run result.elf \
    --golden good.bin
expect 0 '"step"' "$pto" run result.s --trace /dev/stdout

# sp starts at .result where that is the first writable section.
cat >sp.s <<'S'
_start: sdi.u sp, [sp, 0]
_stop: C.BSTOP
    .section .result, "aw"
cross_model_result: .zero 8
S
expect 0 ' 139264$' "$pto" run sp.s --pes 1 \
    --dump cross_model_result:8:U64,1,1
expect 0 ' 4096$' "$pto" run sp.s --pes 1 --stack-top 4096 --regs \
    --dump 4096:8:U64,1,1

# Bad usage and input: one line, exit 1.
one_line "$pto" run
one_line "$pto" run result.s --pes 3
one_line "$pto" run result.s --isa 0.57
one_line "$pto" run result.s --profile none
one_line "$pto" run result.s --stop-pc nowhere
one_line "$pto" run result.s --set nowhere=good.bin
one_line "$pto" run result.s --set cross_model_result
one_line "$pto" run result.s --dump cross_model_result:4:NOTYPE,1,1
one_line "$pto" run result.s --no-such-option
one_line "$pto" run result.s --no-such-option --pes many --regs=1 more
expect 1 'keeps every subnormal' "$pto" run result.s --ftz
expect 0 '--result-out FILE' "$pto" run --help
one_line "$pto" run result.s --max-steps many
one_line "$pto" run result.s --golden no-such-file
printf 'not an array' >broken.npy
one_line "$pto" run result.s --set cross_model_result=broken.npy

# The demo's inputs, truncated and with flipped bits: never a crash.
flip() { # FILE BYTE-OFFSET: FILE with one bit of that byte turned, to stdout
    head -c "$2" "$1"
    tail -c +$(($2 + 1)) "$1" | head -c 1 | tr '\000-\377' '\200-\377\000-\177'
    tail -c +$(($2 + 2)) "$1"
}
iris=$examples/iris
"$pto" as "$iris/e4m3.s" -o iris.elf || fail "the demo does not assemble"
size=$(wc -c <iris.elf)
for i in $(seq 1 40); do
    at=$((size * i / 41))
    head -c "$at" iris.elf >cut.elf
    "$pto" run cut.elf --max-steps 100000 >/dev/null 2>&1
    [ $? -le 5 ] || fail "iris.elf cut at $at"
    flip iris.elf $((i * 3)) >flipped.elf
    "$pto" run flipped.elf --max-steps 100000 >/dev/null 2>&1
    [ $? -le 5 ] || fail "iris.elf flipped at $((i * 3))"
done
size=$(wc -c <"$iris/data/x.npy")
for i in 0 1 5 6 7 8 9 10 20 40 60 90 120 127; do
    head -c "$i" "$iris/data/x.npy" >cut.npy
    one_line "$pto" run "$iris/e4m3.s" --set x=cut.npy
    flip "$iris/data/x.npy" "$i" >flipped.npy
    "$pto" run "$iris/e4m3.s" --set x=flipped.npy >/dev/null 2>&1
    [ $? -le 5 ] || fail "x.npy flipped at $i"
done
head -c 700 "$iris/network.s" >network.s
cp "$iris/e4m3.s" .
"$pto" run e4m3.s >/dev/null 2>err
[ $? = 1 ] || fail "a truncated source was taken"

exit $failed
