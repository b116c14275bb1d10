#!/bin/sh
# pto run --threads: any number of threads gives the same bits, traces and
# faults. usage: threads.sh PTO SOURCE
set -eu
pto=$1
examples=$(cd "$2" && pwd)/examples
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "FAILED: $*"
    exit 1
}

# run NAME COUNT ARGUMENT...: everything that a run tells, in files.
run() {
    name=$1 count=$2
    shift 2
    code=0
    "$pto" run "$@" --threads "$count" --regs --trace "$name.$count.trace" \
        --result-out "$name.$count.result" \
        >"$name.$count.text" 2>&1 || code=$?
    echo "$code" >"$name.$count.code"
}

# same NAME CODE ARGUMENT...: four counts of threads, one outcome.
same() {
    name=$1 want=$2
    shift 2
    for count in 1 2 4 64; do
        run "$name" "$count" "$@"
        [ "$(cat "$name.$count.code")" = "$want" ] ||
            fail "$name, $count threads: $(cat "$name.$count.text")"
        for what in trace result text; do
            [ ! -e "$name.1.$what" ] || cmp -s "$name.1.$what" \
                "$name.$count.$what" || fail "$name, $count threads: $what"
        done
    done
    [ -s "$name.1.trace" ] || fail "$name: no trace"
}

# Codes 0x40..0x7f by turns, little-endian FP16: quiet NaNs are among them.
awk 'BEGIN { for (i = 0; i < 16384; i++)
    printf "%c%c", 65 + i * 7 % 57, 64 + i * 13 % 60 }' >a
head -c 8192 a >b
same gemm 0 "$examples/gemm.s" --set a=a --set b=b
[ "$(wc -c <gemm.1.result)" -eq 32768 ] || fail "gemm: no result"
tr -d '\000' <gemm.1.result | grep -q . || fail "gemm: an empty product"

# The same with a fault where all four PEs meet.
sed 's/B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0/B.FPATR 0, 0, 0, 0, 0, 0, 0, 1, 0/' \
    "$examples/gemm.s" >turned.s
same turned 3 turned.s --set a=a --set b=b --result-address c --result-size 4
grep -q trans_a_shared turned.1.text || fail "turned: $(cat turned.1.text)"
