#!/bin/sh
# pto gemm as its users see it: results, comparison, post-processing, refusals.
# usage: gemm.sh PTO SOURCE
set -u
. "$(dirname "$0")/lib/command.sh"

# typed FILE DESCR HEXADECIMAL: the elements and their type.
typed() {
    holds "$1" "$3"
    grep -aq "'descr': '$2'" "$1" || fail "$1 is not $2"
}

# A = [1 -2 3], B = [0.5; 7; 500]: A * B is 1486.5, B * A nine products.
npy '<f4' '(1, 3)' '\0\0\200\077\0\0\0\300\0\0\100\100' >a.npy
npy '<f4' '(3, 1)' '\0\0\0\077\0\0\340\100\0\0\372\103' >b.npy
npy '<f8' '(1, 3)' '\0\0\0\0\0\0\360\077\0\0\0\0\0\0\0\300\0\0\0\0\0\0\010\100' >a64.npy
npy '<f4' '(1,)' '\0\0\0\077' >half.npy
npy '<f4' '(1, 1)' '\0\0\0\300' >c.npy
npy '|i1' '(1, 3)' '\001\376\177' >i.npy
npy '|i1' '(3, 2)' '\001\002\003\004\005\006' >j.npy
npy '<f4' '(2,)' '\0\0\200\077\0\0\0\077' >scales.npy
# 1e30 1 -1e30
npy '<f4' '(1, 3)' '\312\362\111\161\0\0\200\077\312\362\111\361' >far.npy
npy '<f4' '(3, 1)' '\0\0\200\077\0\0\200\077\0\0\200\077' >ones.npy
npy '|i1' '(2, 1)' '\001\002' >tall.npy
npy '<f4' '(0, 3)' '' >empty.npy

expect 0 '^D \[1, 1\] FP32: flags -$' "$pto" gemm a.npy b.npy -o d.npy
typed d.npy '<f4' 00d0b944
expect 0 '^D ' "$pto" gemm a.npy b.npy --acc c.npy --bias half.npy -o d.npy
typed d.npy '<f4' 00a0b944
expect 0 'max error 0, rms error 0, snr inf dB' "$pto" gemm a.npy b.npy --compare
expect 0 'max error 0, rms error 0, snr inf dB' "$pto" gemm a64.npy b.npy --a-type FP32 --compare
expect 0 '^worst at \[0, 0\]: 0, exactly 1$' "$pto" gemm far.npy ones.npy --compare
expect 0 'Gterm/s' "$pto" gemm a.npy b.npy --compare --threads 2
expect 0 '^worst at \[0, 0\]: 1330.5, exactly 1486.5$' "$pto" gemm a.npy b.npy --a-type FP16 \
    --b-type E4M3 --sat --compare
expect 0 '^1 infinite or NaN' "$pto" gemm a.npy b.npy --b-type E4M3 --a-type E4M3 --compare
expect 2 '1 of them exactly a number' "$pto" gemm a.npy b.npy --b-type E4M3 --compare \
    --min-snr 1
expect 2 '^worst' "$pto" gemm a.npy b.npy --a-type FP16 --b-type E4M3 --sat --compare \
    --min-snr 30
expect 0 '^worst' "$pto" gemm a.npy b.npy --a-type FP16 --b-type E4M3 --sat --compare \
    --min-snr 10
expect 0 '"max_error": 156,' "$pto" gemm a.npy b.npy --a-type FP16 --b-type E4M3 --sat \
    --compare --json
expect 0 '^E2M1X2  mx ' "$pto" gemm a.npy b.npy --a-type E2M1 --b-type E5M2 --mx -o d.npy
expect 0 '^D \[3, 3\] FP32' "$pto" gemm b.npy a64.npy --b-type BF16

# Integers, and B.FPATR.
expect 0 '^D \[1, 2\] S32: flags -$' "$pto" gemm i.npy j.npy -o d.npy --compare
typed d.npy '<i4' 76020000f4020000
expect 0 '^D \[1, 2\] S8' "$pto" gemm i.npy j.npy --post REQ8 --post-scale 0.0625 \
    --post-offset -9 -o d.npy
typed d.npy '|i1' 1e26
expect 0 '^D \[1, 2\] FP16' "$pto" gemm i.npy j.npy --post VDEQF16 --post-scale scales.npy \
    -o d.npy
typed d.npy '<f2' ec60e85d
expect 0 '^D \[1, 2\] S16' "$pto" gemm i.npy j.npy --post 13 --post-shift 2 -o d.npy
typed d.npy '<i2' 9d00bd00
expect 0 '^D \[1, 1\] BF16' "$pto" gemm a.npy b.npy --post F322BF16 -o d.npy
typed d.npy '<u2' ba44
expect 0 '^D \[1, 1\] FP32' "$pto" gemm a.npy b.npy --post None --relu 1 --acc c.npy

refuse 'does not fit' "$pto" gemm a.npy a.npy
refuse 'is no matrix' "$pto" gemm half.npy b.npy
refuse 'nothing to multiply' "$pto" gemm empty.npy b.npy
refuse 'give --a-type' "$pto" gemm a64.npy b.npy
refuse 'no matrix product of FP64' "$pto" gemm a64.npy b.npy --a-type FP64
refuse 'no matrix product of FP32 and S8' "$pto" gemm a.npy j.npy --a-type FP32
refuse 'FP32 takes no mx scales' "$pto" gemm a.npy b.npy --mx
refuse 'E3M2 takes no E8M0 scale' "$pto" gemm a.npy b.npy --mx --a-type E3M2 --b-type E4M3
refuse 'does not fit the result' "$pto" gemm a.npy b.npy --acc a.npy
refuse 'does not fit a result \[1, 2\]' "$pto" gemm i.npy j.npy --acc tall.npy
refuse 'not all elements are S32' "$pto" gemm i.npy j.npy --bias scales.npy
refuse 'unknown type' "$pto" gemm a.npy b.npy --a-type E9
refuse 'takes S32 sums, not FP32' "$pto" gemm a.npy b.npy --post REQ8
refuse 'by name or number' "$pto" gemm a.npy b.npy --post 99
# A scale is rounded to FP19 once: just above the middle between 1 and 1 + 2^-10
npy '<f4' '(1, 1)' '\0\0\200\104' >k.npy
npy '<f4' '(1, 1)' '\0\0\200\077' >one.npy
npy '<f8' '(1,)' '\0\0\0\001\0\002\360\077' >middle.npy
expect 0 '^D ' "$pto" gemm k.npy one.npy --post QF322F32_PRE \
    --post-scale 1.000488282181322574615478515625 -o d.npy
typed d.npy '<f4' 00208044
expect 0 '^D ' "$pto" gemm k.npy one.npy --post VQF322F32_PRE \
    --post-scale middle.npy -o d.npy
typed d.npy '<f4' 00208044
expect 0 '^D ' "$pto" gemm k.npy one.npy --post QF322F32_PRE --post-scale 0x3f802000 -o d.npy
typed d.npy '<f4' 00208044

refuse 'needs --post-scale NUMBER' "$pto" gemm i.npy j.npy --post REQ8
refuse 'needs --post-scale S.npy' "$pto" gemm i.npy j.npy --post VREQ8 --post-scale 2
refuse 'positive and normal' "$pto" gemm i.npy j.npy --post REQ8 --post-scale -2
refuse '2 scales are needed' "$pto" gemm i.npy j.npy --post VREQ8 --post-scale a.npy
refuse 'has no offset' "$pto" gemm i.npy j.npy --post DEQF16 --post-scale 1 --post-offset 1
refuse 'post-offset 256: -256 to 255' "$pto" gemm i.npy j.npy --post REQ8 --post-scale 1 \
    --post-offset 256
refuse 'needs --post-shift' "$pto" gemm i.npy j.npy --post 13
refuse 'needs --post' "$pto" gemm i.npy j.npy --relu 1
refuse 'goes with --relu' "$pto" gemm i.npy j.npy --post None --relu 2
refuse 'goes with --compare' "$pto" gemm a.npy b.npy --min-snr 3
refuse 'would replace an input' "$pto" gemm a.npy b.npy -o b.npy
refuse 'usage' "$pto" gemm a.npy
exit $failed
