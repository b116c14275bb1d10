#!/bin/sh
# Runs the iris network in both weight formats and compares with the labels.
# usage: demo.sh PTO
set -eu
pto=$(realpath "$1")
cd "$(dirname "$0")"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# The bytes behind the 128-byte header of a one-dimensional NPY file.
payload() { tail -c 150 "data/$1.npy"; }
right() { echo $((150 - $(payload labels | cmp -l - "$1" | wc -l))); }
field() { sed -n "s/.*\"$1\": *\([0-9.]*\).*/\1/p" "$out/$2.json" | head -n 1; }

payload reference >"$out/reference"
printf '%-22s %8s %13s %12s\n' "weights" "accuracy" "instructions" "seconds"
printf '%-22s %4d/150 %13s %12s\n' "FP64 (reference)" \
    "$(right "$out/reference")" - -
for format in e4m3 hif4; do
    "$pto" run $format.s \
        --set x=data/x.npy --set b1=data/b1.npy --set b2=data/b2.npy \
        --set w1=data/w1_$format.npy --set w1_scale=data/w1_${format}_scale.npy \
        --set w2=data/w2_$format.npy --set w2_scale=data/w2_${format}_scale.npy \
        --result-out "$out/$format" --manifest-out "$out/$format.json"
    case $format in
    e4m3) name="MX E4M3, four PEs" ;;
    hif4) name="HiF4, four PEs" ;;
    esac
    printf '%-22s %4d/150 %13s %12s\n' "$name" "$(right "$out/$format")" \
        "$(field instructions $format)" "$(field seconds $format)"
done
