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
decode | dis)
    for f in "$root"/tests/fuzz/seeds/language.s "$root"/examples/gemm.s; do
        "$pto" as "$f" --raw -o "$dir/whole"
        head -c 96 "$dir/whole" >"$dir/$(basename "$f" .s).bin"
        rm "$dir/whole"
    done
    ;;
insn_text)
    awk -F'"' -v dir="$dir" '/^{NULL/ { print $2 >(dir "/" NR); close(dir "/" NR) }' \
        "$root/tests/text/insn_text.inc"
    ;;
npy)
    cp "$root"/examples/iris/data/*.npy "$dir"
    ;;
machine)
    for f in "$root"/examples/*.s "$root"/examples/faults/*.s; do
        for choice in 000 001 010 030; do
            to="$dir/$(basename "$f" .s).$choice"
            "$pto" as "$f" --raw -o "$dir/raw"
            { printf "\\$choice" && cat "$dir/raw"; } >"$to"
        done
    done
    rm -f "$dir/raw"
    ;;
bundle) # every operation, in every kind of core
    awk 'BEGIN { srand(1)
        for (n = 0; n < 109 * 6; n++) {
            printf "\\%03o\\%03o", n % 16, n % 109
            for (i = 0; i < 600; i++) printf "\\%03o", int(rand() * 256)
            print "" } }' >"$dir/octal"
    i=0
    while read -r bytes; do
        printf "$bytes" >"$dir/$i"
        i=$((i + 1))
    done <"$dir/octal"
    rm "$dir/octal"
    ;;
*)
    : >"$dir/empty"
    ;;
esac
