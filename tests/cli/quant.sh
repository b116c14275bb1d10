#!/bin/sh
# pto quant as its users see it: codes, scales, reports, malformed inputs.
# usage: quant.sh PTO SOURCE
set -u
pto=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

fail() {
    echo "FAILED: $1"
    failed=1
}

# npy DESCR SHAPE OCTAL [ORDER]: an NPY file of these bytes on standard output.
npy() {
    dictionary="{'descr': '$1', 'fortran_order': ${4:-False}, 'shape': $2, }"
    # shellcheck disable=SC2059 # the bytes are the format
    printf "\\223NUMPY\\001\\000\\$(printf %03o ${#dictionary})\\000"
    printf '%s' "$dictionary"
    # shellcheck disable=SC2059
    printf "$3"
}

# expect CODE PATTERN ARGUMENT...: the exit code, and a pattern in the output.
expect() {
    want=$1 pattern=$2
    shift 2
    "$pto" quant "$@" >out 2>&1
    got=$?
    [ "$got" = "$want" ] || fail "exit $got, wanted $want: $*"
    grep -q -- "$pattern" out || {
        fail "no '$pattern' from: $*"
        head -n 5 out
    }
}

# refuse PATTERN ARGUMENT...: exit 1 and one line.
refuse() {
    expect 1 "$@"
    [ "$(wc -l <out)" = 1 ] || fail "not one line: $*"
}

# holds FILE HEXADECIMAL: the elements, which are the file's last bytes.
holds() {
    is=$(tail -c $((${#2} / 2)) "$1" | od -An -v -tx1 | tr -d ' \n')
    [ "$is" = "$2" ] || fail "$1 ends with $is, not $2"
}

shape_is() {
    grep -aq -- "'descr': '$2'.*'shape': ($3)" "$1" || {
        fail "$1 is not $2 ($3)"
        head -n 1 "$1"
    }
}

# 1 -2 3 0.5 7 and 500: FP32, FP64.
f4='\0\0\200\077\0\0\0\300\0\0\100\100\0\0\0\077\0\0\340\100\0\0\372\103'
npy '<f4' '(2, 3)' "$f4" >x.npy
npy '<f4' '(6,)' "$f4" >v.npy
npy '<f4' '(0, 3)' '' >empty.npy
npy '<f4' '(5,)' '\0\0\200\077\0\0\0\300\0\0\100\100\0\0\0\077\0\0\340\100' >odd.npy
npy '<f2' '()' '\0\074' >one.npy
npy '|i1' '(3,)' '\001\376\177' >i1.npy

expect 0 '^E4M3  none   8  *0  *0  *0  *1  *1 .* OF NX$' x.npy --to E4M3 -o o.npy
holds o.npy 38c044304e7f
shape_is o.npy '|u1' '2, 3'
expect 0 '^E4M3  none .* 52  ' x.npy --to E4M3 --sat -o o.npy
holds o.npy 38c044304e7e
expect 0 'at \[1, 2\]: 500 is 0x7e = 448, off by 52; nothing lies beyond' \
    x.npy --to E4M3 --sat
expect 0 '^FP16  none   16 .* inf  *-$' x.npy --to FP16 -o o.npy --back b.npy
holds o.npy 003c00c0004200380047d05f
shape_is o.npy '<u2' '2, 3'
holds b.npy 0000803f000000c0000040400000003f0000e0400000fa43
shape_is b.npy '<f4' '2, 3'

# Scales: 3 has the exponent 1, 500 has 8; E2M1's largest number has 2.
expect 0 '^E2M1X2  mx ' x.npy --to E2M1 --scale mx -o o.npy --scales s.npy
holds s.npy 7e85
shape_is s.npy '|u1' '2, 1'
holds o.npy e40770
shape_is o.npy '|u1' '3,'
expect 0 '^E2M1X2  mx ' x.npy --to E2M1:mx --axis rows --scales s.npy
holds s.npy 7d7f85
shape_is s.npy '|u1' '1, 3'
expect 0 '^HiF4X2  hif4 ' odd.npy --to HiF4 --scale hif4 -o o.npy --scales s.npy \
    --back b.npy
shape_is s.npy '<u4' '1,'
shape_is o.npy '|u1' '3,'
holds b.npy 0000803f000000c0000040400000003f0000e040
expect 0 '^S8    tensor ' v.npy --to S8 --scale tensor -o o.npy --scales s.npy
shape_is s.npy '<f4' ''
holds o.npy 00ff0100027f
expect 0 '^E4M3  none .* -  *-$' empty.npy --to E4M3 -o o.npy
shape_is o.npy '|u1' '0, 3'
expect 0 '^E4M3 ' one.npy --to E4M3 -o o.npy
shape_is o.npy '|u1' ''
holds o.npy 38
expect 0 '^BF16 ' i1.npy --to BF16 -o o.npy
holds o.npy 803f00c0fe42

# Comparisons, modes, JSON, verdicts.
expect 0 '^HiF8 ' x.npy --to E4M3:mx --to HiF8 --to HiF4:hif4 --to S8:tensor
[ "$(grep -c '^worst' out)" = 4 ] || fail 'not four worst elements'
expect 0 ', RTZ$' x.npy --to E5M2 --round rtz
expect 0 '"clipped": 1, "lost": 1' x.npy --to E4M3 --json
expect 0 '"snr_db": null, "flags": \[\], "worst": null' x.npy --to FP32 --json
expect 0 '"index": \[1, 2\], "bits": "0x7e"' x.npy --to E4M3 --sat --json
expect 2 '' x.npy --to E4M3 --min-snr 1
expect 2 '' x.npy --to E2M1 --sat --min-snr 10
expect 0 '' x.npy --to FP16 --min-snr 100

# One line for what is wrong, and no older result stays.
npy '<f4' '(2, 3)' "$f4" True >fortran.npy
npy '>f4' '(2, 3)' "$f4" >big.npy
npy '<c8' '(3,)' "$f4" >complex.npy
npy '<i8' '(3,)' "$f4" >long.npy
npy '<f4' '(2, 4)' "$f4" >short.npy
refuse 'fortran.npy: .*Fortran' fortran.npy --to E4M3
refuse 'big.npy: .*big-endian' big.npy --to E4M3
refuse 'complex.npy: .*type' complex.npy --to E4M3
refuse "long.npy: elements are 'i8'" long.npy --to E4M3
echo old >old.npy
refuse 'short.npy: .*needs 32 bytes, the file has 24' short.npy --to E4M3 -o old.npy
[ ! -e old.npy ] || fail 'an old result stayed'
refuse 'cannot open none.npy' none.npy --to E4M3
refuse 'accepted: .*E4M3' x.npy --to E9M9
refuse 'FP16 takes no mx scales; accepted: none tensor' x.npy --to FP16:mx
refuse 'E4M3 takes no hif4 scales' x.npy --to E4M3 --scale hif4
refuse 'accepted: none mx hif4 tensor' x.npy --to E4M3:m
refuse 'accepted: RNE' x.npy --to E4M3 --round nearest
refuse 'rows or cols' x.npy --to E4M3 --axis depth
refuse 'v.npy has 1 dimension' v.npy --to E4M3 --scale mx --axis rows
refuse 'x.npy is the input' x.npy --to E4M3 -o x.npy
refuse 'named twice' x.npy --to E4M3 -o y.npy --back y.npy
refuse 'there are none' x.npy --to E4M3 --scales s.npy
refuse 'takes one --to' x.npy --to E4M3 --to FP16 -o y.npy
refuse 'usage' x.npy
refuse 'cannot create' x.npy --to E4M3 -o /nowhere/y.npy
exit $failed
