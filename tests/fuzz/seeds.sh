#!/bin/sh
# seeds.sh PTO ROOT NAME DIR: put seed files for the fuzz target NAME into DIR.
set -eu
pto=$1 root=$2 name=$3 dir=$4

mkdir -p "$dir"
# A target without a case here starts from an empty file.
case $name in
as)
    cp "$root"/tests/fuzz/seeds/*.s "$root"/examples/*.s \
        "$root"/examples/faults/*.s "$dir"
    ;;
elf)
    for f in "$root"/tests/fuzz/seeds/language.s "$root"/examples/gemm.s; do
        "$pto" as "$f" -o "$dir/$(basename "$f" .s).elf"
    done
    ;;
npy)
    cp "$root"/examples/iris/data/*.npy "$dir"
    ;;
*)
    : >"$dir/empty"
    ;;
esac
