#!/bin/sh
# pto litmus on the classic shapes, on a wrong expectation, on bad input.
set -eu
pto=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

"$pto" litmus --list >"$dir/out"
grep -q '^SB  *allowed ' "$dir/out"
grep -q '^MP  *forbidden ' "$dir/out"
for shape in SB MP LB S R 2+2W IRIW; do
    "$pto" litmus --shape "$shape" >"$dir/$shape"
done
"$pto" litmus "$dir"/SB "$dir"/MP "$dir"/2+2W >"$dir/out"
test "$(grep -c . "$dir/out")" = 3
grep -q '^MP: forbidden (cycle: .*)$' "$dir/out"

expect_code() {
    want=$1 text=$2
    code=0
    printf '%b' "$text" | "$pto" litmus - >"$dir/out" 2>"$dir/err" || code=$?
    test "$code" = "$want" || { echo "wanted $want, got $code: $text"; exit 1; }
    test "$want" != 1 || test "$(wc -l <"$dir/err")" = 1
}
expect_code 0 'P0 store x 1\nP0 load x 1\n'
expect_code 2 'P0 store x 1\nP0 load x 0 from init\n'
expect_code 2 'P0 store x 1\nP1 load x 1\nexpect forbidden\n'
expect_code 1 ''
expect_code 1 'P4 store x 1\n'
expect_code 1 'P0 store x\n'
expect_code 1 'P0 store x 1 rank 99\n'
expect_code 1 'P0 load x 1 from nobody\n'
expect_code 1 'P0 fence q r\n'
expect_code 1 'P0 store x 1 sideways\n'
code=0
"$pto" litmus "$dir/none" 2>"$dir/err" || code=$?
test "$code" = 1
code=0
"$pto" litmus --shape none 2>"$dir/err" || code=$?
test "$code" = 1
