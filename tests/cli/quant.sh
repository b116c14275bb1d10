#!/bin/sh
# pto quant as its users see it: codes, scales, reports, malformed inputs.
# usage: quant.sh PTO SOURCE
set -u
. "$(dirname "$0")/lib/command.sh"

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

expect 0 '^E4M3  none   8  *0  *0  *0  *1  *1 .* OF NX$' "$pto" quant x.npy --to E4M3 -o o.npy
holds o.npy 38c044304e7f
shape_is o.npy '|u1' '2, 3'
expect 0 '^E4M3  none .* 52  ' "$pto" quant x.npy --to E4M3 --sat -o o.npy
holds o.npy 38c044304e7e
expect 0 'at \[1, 2\]: 500 is 0x7e = 448, off by 52; nothing lies beyond' \
    "$pto" quant x.npy --to E4M3 --sat
expect 0 '^FP16  none   16 .* inf  *-$' "$pto" quant x.npy --to FP16 -o o.npy --back b.npy
holds o.npy 003c00c0004200380047d05f
shape_is o.npy '<u2' '2, 3'
holds b.npy 0000803f000000c0000040400000003f0000e0400000fa43
shape_is b.npy '<f4' '2, 3'

# Scales: 3 has the exponent 1, 500 has 8; E2M1's largest number has 2.
expect 0 '^E2M1X2  mx ' "$pto" quant x.npy --to E2M1 --scale mx -o o.npy --scales s.npy
holds s.npy 7e85
shape_is s.npy '|u1' '2, 1'
holds o.npy e40770
shape_is o.npy '|u1' '3,'
expect 0 '^E2M1X2  mx ' "$pto" quant x.npy --to E2M1:mx --axis rows --scales s.npy
holds s.npy 7d7f85
shape_is s.npy '|u1' '1, 3'
expect 0 '^HiF4X2  hif4 ' "$pto" quant odd.npy --to HiF4 --scale hif4 -o o.npy --scales s.npy \
    --back b.npy
shape_is s.npy '<u4' '1,'
shape_is o.npy '|u1' '3,'
holds b.npy 0000803f000000c0000040400000003f0000e040
expect 0 '^S8    tensor ' "$pto" quant v.npy --to S8 --scale tensor -o o.npy --scales s.npy
shape_is s.npy '<f4' ''
holds o.npy 00ff0100027f
expect 0 '^E4M3  none .* -  *-$' "$pto" quant empty.npy --to E4M3 -o o.npy
shape_is o.npy '|u1' '0, 3'
expect 0 '^E4M3 ' "$pto" quant one.npy --to E4M3 -o o.npy
shape_is o.npy '|u1' ''
holds o.npy 38
expect 0 '^BF16 ' "$pto" quant i1.npy --to BF16 -o o.npy
holds o.npy 803f00c0fe42

# Comparisons, modes, JSON, verdicts.
expect 0 '^HiF8 ' "$pto" quant x.npy --to E4M3:mx --to HiF8 --to HiF4:hif4 --to S8:tensor
[ "$(grep -c '^worst' out)" = 4 ] || fail 'not four worst elements'
expect 0 ', RTZ$' "$pto" quant x.npy --to E5M2 --round rtz
expect 0 '"clipped": 1, "lost": 1' "$pto" quant x.npy --to E4M3 --json
expect 0 '"snr_db": null, "flags": \[\], "worst": null' "$pto" quant x.npy --to FP32 --json
expect 0 '"index": \[1, 2\], "bits": "0x7e"' "$pto" quant x.npy --to E4M3 --sat --json
expect 2 '' "$pto" quant x.npy --to E4M3 --min-snr 1
expect 2 '' "$pto" quant x.npy --to E2M1 --sat --min-snr 10
expect 0 '' "$pto" quant x.npy --to FP16 --min-snr 100

# One line for what is wrong, and no older result stays.
npy '<f4' '(2, 3)' "$f4" True >fortran.npy
npy '>f4' '(2, 3)' "$f4" >big.npy
npy '<c8' '(3,)' "$f4" >complex.npy
npy '<i8' '(3,)' "$f4" >long.npy
npy '<f4' '(2, 4)' "$f4" >short.npy
refuse 'fortran.npy: .*Fortran' "$pto" quant fortran.npy --to E4M3
refuse 'big.npy: .*big-endian' "$pto" quant big.npy --to E4M3
refuse 'complex.npy: .*type' "$pto" quant complex.npy --to E4M3
refuse "long.npy: elements are 'i8'" "$pto" quant long.npy --to E4M3
echo old >old.npy
refuse 'short.npy: .*needs 32 bytes, the file has 24' "$pto" quant short.npy --to E4M3 -o old.npy
[ ! -e old.npy ] || fail 'an old result stayed'
refuse 'cannot open none.npy' "$pto" quant none.npy --to E4M3
refuse 'accepted: .*E4M3' "$pto" quant x.npy --to E9M9
refuse 'FP16 takes no mx scales; accepted: none tensor' "$pto" quant x.npy --to FP16:mx
refuse 'E4M3 takes no hif4 scales' "$pto" quant x.npy --to E4M3 --scale hif4
refuse 'accepted: none mx hif4 tensor' "$pto" quant x.npy --to E4M3:m
refuse 'accepted: RNE' "$pto" quant x.npy --to E4M3 --round nearest
refuse 'rows or cols' "$pto" quant x.npy --to E4M3 --axis depth
refuse 'v.npy has 1 dimension' "$pto" quant v.npy --to E4M3 --scale mx --axis rows
refuse 'x.npy: the output would replace an input' "$pto" quant x.npy --to E4M3 -o x.npy
refuse 'two outputs of one name' "$pto" quant x.npy --to E4M3 -o y.npy --back y.npy
refuse 'there are none' "$pto" quant x.npy --to E4M3 --scales s.npy
refuse 'takes one --to' "$pto" quant x.npy --to E4M3 --to FP16 -o y.npy
refuse 'usage' "$pto" quant x.npy
refuse 'cannot create' "$pto" quant x.npy --to E4M3 -o /nowhere/y.npy
exit $failed
