#!/bin/sh
# pto layout: cells and element order as text and as a picture.
set -eu
pto=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

fail() {
    echo "$*" >&2
    exit 1
}

has() {
    grep -qF -- "$1" out || fail "no '$1' in: $(cat out)"
}

refuses() {
    words=$1
    shift
    code=0
    "$pto" layout "$@" >out 2>err || code=$?
    test "$code" = 1 || fail "layout $*: exit $code"
    test ! -s out || fail "layout $*: wrote to standard output"
    test "$(wc -l <err)" = 1 || fail "layout $*: $(cat err)"
    grep -qF -- "$words" err || fail "layout $*: '$(cat err)' lacks '$words'"
}

"$pto" layout CUBE_M16 e4m3 16x40 >out
has "storage 16x40, 640 bytes, capacity 1024 bytes"
has "5 cells of 16x8"
has "| 0 | 1 | 2 | 3 | 4 |  rows 0..15"
has "   15 | 120  121  122  123  124  125  126  127"

"$pto" layout CUBE_M16 E2M1X2 13x20 >out
has "    1 |  16   17   18   19   24   25   26   27   20   21   22   23   28"
has "   13 |[208][209]"

"$pto" layout cube_n8 fp16 20x9 >out
has "| 2 | 5 |  rows 16..23"
has "   16 | 320 [328]"

"$pto" layout CUBE_M32 e8m0 40x5 >out
has "| 2 | 3 |  rows 32..63"

"$pto" layout CUBE_M16 fp16 4x200 >out
has "columns 64..127"

"$pto" layout NZ fp16 20x20 >out
has "4 fractals of 16x16"
"$pto" layout RowMajor s32 3x5 >out
has "storage 4x8, 128 bytes"

"$pto" layout CUBE_M16 e4m3 15x40 --svg a.svg >out
test ! -s out || fail "a picture wrote to standard output"
head -1 a.svg | grep -q "^<svg xmlns='http://www.w3.org/2000/svg'"
test "$(grep -c '<rect' a.svg)" = 640 || fail "not every element is drawn"
test "$(grep -c '#eee' a.svg)" = 40 || fail "padding is not grey"
test "$(grep -c '<path' a.svg)" = 5 || fail "not every cell is outlined"
tail -1 a.svg | grep -q '^</svg>$'

refuses "unknown layout 'CUBE_M8'" CUBE_M8 e4m3 1x1
refuses "unknown type 'e4m4'; accepted: FP64 FP32" CUBE_M16 e4m4 1x1
refuses "'16' is no shape" CUBE_M16 e4m3 16
refuses "'0x3' is no shape" CUBE_M16 e4m3 0x3
refuses "'1x65536' is no shape" CUBE_M16 e4m3 1x65536
refuses "cannot hold E4M3 17x1" CUBE_M16 e4m3 17x1
refuses "cannot hold FP64 1x1" CUBE_N8 fp64 1x1
refuses "cannot hold FP32 65535x65535" RowMajor fp32 65535x65535
refuses "usage" CUBE_M16 e4m3
refuses "too large" CUBE_N8 e4m3 256x256 --svg b.svg
test ! -e b.svg || fail "a refused picture left a file"
refuses "/nowhere" CUBE_N8 e4m3 2x2 --svg /nowhere/b.svg
