#!/bin/sh
# Host memory that runs out: in each verb, each allocation fails in turn. The
# command says so and exits with 1, and nothing is printed or left by halves;
# what can do without the memory gives the whole answer.
# usage: memory.sh PTO SOURCE SHIM
set -u
source=$(cd "$2" && pwd)
shim=$3
. "$(dirname "$0")/lib/command.sh"

cat >small.s <<'S'
    .macro twice x
    .byte \x, \x
    .endm
    .include "part.inc"
_start: BSTART.SYS FALL
    addi zero, 1, ->a0
    C.BSTOP
    hl.lis from, ->a0
    addi zero, 16, ->a1
    BSTART.TLOAD FP32
    B.DIM zero, 4, ->lb0
    B.IOT mask=1111, last, ->t<128B>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
cross_model_stop: C.BSTOP
    .data
from: .zero 64
cross_model_result: twice 3
    .set cross_model_result_size, 2
S
echo '.set n, 4' >part.inc
printf '.byte 300\n bogus\n' >wrong.s
printf '\003\003' >golden.bin
npy '<f4' '(2, 2)' '\000\000\200\077\000\000\000\100\000\000\200\077\000\000\000\100' >x.npy
"$pto" as small.s -o small.elf || fail 'small.s'
"$pto" run small.s --trace a.jsonl >/dev/null || fail 'small.s does not run'
"$pto" litmus --shape SB >sb.litmus
zcat "$source/tests/vectors/numeric/convert.tsv.gz" | head -n 20 >v.tsv
zcat "$source/tests/vectors/asl-tile/programs.jsonl.gz" | head -n 2 >v.jsonl

# tries N: which allocations fail: all of a few, else 100 spread over them.
tries() {
    [ "$1" = 0 ] || seq 1 $((($1 + 99) / 100)) "$1"
}

# starve WORDS...: the command with these words; outputs go to new.*
starve() {
    rm -f new.* count
    PTO_FAIL_COUNT=count LD_PRELOAD=$shim "$pto" "$@" >want 2>/dev/null
    code=$?
    total=$(cat count)
    mkdir -p whole && rm -f whole/* && for f in new.*; do
        [ -e "$f" ] && mv "$f" whole/
    done
    for k in $(tries "$total"); do
        PTO_FAIL_AT=$k LD_PRELOAD=$shim "$pto" "$@" >got 2>err
        is=$?
        if [ $is = 1 ] && [ ! -s got ] && [ -s err ]; then
            : # and of several files those that are there are whole
        elif [ $is != $code ] || ! cmp -s want got; then
            fail "exit $is, $k of $total: $*"
            head -n 3 got err
            break
        fi
        for f in new.*; do
            case $f in *.man | *.jsonl | *.json) continue ;; esac
            [ ! -e "$f" ] || cmp -s "$f" "whole/$f" || fail "half a $f: $k: $*"
        done
        [ $is != $code ] || [ ! -e new.jsonl ] || cmp -s new.jsonl whole/new.jsonl ||
            fail "another trace: $k: $*"
        rm -f new.*
        [ -z "$(find . -name '.pto-*')" ] || fail "a temporary file: $k: $*"
    done
}

starve version
starve help run
starve isa json
starve isa list
starve isa list features --json
starve op --search sum
starve op TADD
starve op TLOAD --json
starve explain d_shape
starve explain d_shape --illegal
starve isa show TMATMULMX.ACC
starve isa decode 0x15
starve num convert --from FP32 --to E4M3 463.0 1e-3
starve num near HiF8 0.3
starve num classify E4M3 0x7f 0x01
starve num compare FP16 1 2
starve num arith add FP32 1 2
starve num show FP32 1.5
starve num table E2M1X2
starve num table E4M3 --csv
starve num domains --json
starve num modes
starve num scale e8m0 0x7f
starve as small.s -o new.elf
starve as small.s small.elf -o new.elf
starve as small.s --raw -o new.bin
starve as wrong.s -o new.elf
starve dis small.elf
starve dis small.elf --plain
starve dis small.elf --lint
starve dis --word 0x15 --word 0
starve run small.s
starve run small.elf --trace new.jsonl --trace-chrome new.json
starve run small.s --golden golden.bin --result-out new.bin \
    --manifest-out new.man --set from=x.npy
starve run small.elf --result-out new.npy --result-type U8,2 --set from:FP16=x.npy
starve run small.elf --pes 1 --gpr PE1.a0=1 --trace-regions
starve trace diff a.jsonl a.jsonl
starve litmus sb.litmus
starve litmus --list
starve litmus --shape SB
starve vec run --kind convert v.tsv
starve vec run --kind program v.jsonl
starve vec kinds
starve layout CUBE_M16 E4M3 16x40
starve layout RowMajor FP32 4x4 --svg new.svg
starve quant x.npy --to E4M3:mx --to HiF4:hif4 --to FP16
starve quant x.npy --to HiF4:hif4 -o new.npy --scales new.scales --back new.back
starve quant x.npy --to E4M3 --json
starve gemm x.npy x.npy --a-type E4M3 --b-type E4M3 --mx -o new.npy
starve gemm x.npy x.npy --json

exit $failed
