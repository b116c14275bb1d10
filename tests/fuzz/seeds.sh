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
        to=$dir/$(basename "$f" .s)
        "$pto" as "$f" -o "$to.elf"
        # The same as an object: e_type is ET_REL.
        { head -c 16 "$to.elf" && printf '\001' && tail -c +18 "$to.elf"; } >"$to.o"
    done
    ;;
vector) # the first byte is the kind
    i=0
    for kind in numeric/classify.tsv numeric/convert.tsv numeric/arith.tsv \
        numeric/matmul.tsv asl-matrix/cells.jsonl asl-matrix/functions.tsv \
        asl-scalar/vectors.jsonl asl-tile/programs.jsonl; do
        { printf "\\$(printf %03o $i)" &&
            zcat "$root/tests/vectors/$kind.gz" | grep -v '^#' | head -n 2; } \
            >"$dir/$i"
        i=$((i + 1))
    done
    ;;
trace_diff)
    "$pto" run "$root/examples/gemm.s" --trace "$dir/all" >/dev/null
    for n in 1 2 5; do
        { head -n $n "$dir/all" && printf '\377' && tail -n +2 "$dir/all" |
            head -n $n; } >"$dir/$n"
        { head -n $n "$dir/all" && printf '\377' && head -n 3 "$dir/all"; } \
            >"$dir/same$n"
    done
    rm "$dir/all"
    ;;
litmus)
    "$pto" litmus --list | while read -r name _; do
        "$pto" litmus --shape "$name" >"$dir/$name"
    done
    ;;
isa)
    i=0
    for text in 0.58.4 0.58.3 0.58.3-asl 0.58.4,coop_m=per-pe \
        0.58.3,asl_quirks=on; do
        i=$((i + 1))
        printf %s "$text" >"$dir/$i"
    done
    ;;
quantize) # format, scaling, inner, outer, mode, saturation; doubles
    awk 'BEGIN { srand(1)
        for (n = 0; n < 128; n++) {
            printf "\\%03o\\%03o", n % 32, int(n / 32)
            for (i = 0; i < 4; i++) printf "\\%03o", int(rand() * 8)
            for (i = 0; i < 40; i++) {
                for (k = 0; k < 7; k++) printf "\\%03o", int(rand() * 256)
                printf "\\%03o", rand() < .5 ? 63 : int(rand() * 256) }
            print "" } }' >"$dir/octal"
    i=0
    while read -r bytes; do
        printf "$bytes" >"$dir/$i"
        i=$((i + 1))
    done <"$dir/octal"
    rm "$dir/octal"
    ;;
snapshot) # edits: where, how, what
    awk 'BEGIN { srand(1)
        for (n = 0; n < 64; n++) {
            for (i = 0; i < 10; i++) printf "\\%03o", int(rand() * 256)
            print "" } }' >"$dir/octal"
    i=0
    while read -r bytes; do
        printf "$bytes" >"$dir/$i"
        i=$((i + 1))
    done <"$dir/octal"
    rm "$dir/octal"
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
