# pto vec run as its users see it. $1: the command, $2: the sources.
pto=$1 vectors=$2/tests/vectors
failures=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# expect CODE TEXT ARGUMENT...: exit code, and a line of the output.
expect() {
    code=$1 text=$2
    shift 2
    got=$("$pto" vec "$@" 2>&1)
    is=$?
    if [ "$is" -ne "$code" ] || ! printf '%s\n' "$got" | grep -qF -- "$text"; then
        echo "pto vec $*: exit $is, wanted $code and '$text'; got:"
        printf '%s\n' "$got" | head -n 5
        failures=1
    fi
}

expect 0 'passed 5984 failed 0' run --kind classify "$vectors/numeric/classify.tsv.gz"
expect 0 'passed 57850 failed 0' run --kind convert "$vectors/numeric/convert.tsv.gz"
expect 0 'passed 12000 failed 0' run --kind arith "$vectors/numeric/arith.tsv.gz"
expect 0 'passed 43 failed 0' run --kind convert "$vectors/user-cases.tsv"
expect 0 'passed 15997 failed 0' run --kind functions "$vectors/asl-matrix/functions.tsv.gz"

# what vectors were made with may be said, and has to be so
asl="--isa 0.58.3-asl --profile pto-v0 --pes 1"
for set in cells:cells.jsonl functions:functions.tsv program:programs.jsonl \
    program:illegal.jsonl; do
    expect 0 'failed 0' run --kind "${set%%:*}" $asl "$vectors/asl-matrix/${set#*:}.gz"
done
expect 0 'failed 0' run --kind program --suspect $asl "$vectors/asl-matrix/programs.jsonl.gz"
for wrong in "--isa 0.58.4" "--profile ieee" "--pes 4"; do
    expect 1 'kind program hold for --isa 0.58.3-asl --profile pto-v0 --pes 1' \
        run --kind program $wrong "$vectors/asl-matrix/programs.jsonl.gz"
done

# wrong answers are counted, ten of them shown, and the exit code says so
{
    printf '# comment\n\n'
    for i in 0 1 2 3 4 5 6 7 8 9 a b; do printf 'FP32\t%s\t+inf\n' $i; done
    printf 'FP32\t7f800000\t+inf\n'
} >"$dir/wrong.tsv"
expect 2 'passed 1 failed 12' run --kind classify "$dir/wrong.tsv"
expect 2 'wrong.tsv:3: got FP32 0 is +zero, wanted +inf' run --kind classify "$dir/wrong.tsv"
expect 2 '... and 2 more' run --kind classify "$dir/wrong.tsv"
gzip -c "$dir/wrong.tsv" >"$dir/wrong.tsv.gz"
expect 2 'passed 1 failed 12' run --kind classify "$dir/wrong.tsv.gz"
"$pto" vec run --kind classify - <"$dir/wrong.tsv.gz" >"$dir/out" 2>&1
[ $? -eq 2 ] && grep -q 'failed 12' "$dir/out" || { echo 'standard input'; failures=1; }

# what is no vector is said with its line, and is never a pass
printf 'FP32\t0\t+zero\nFP31\t0\t+zero\n' >"$dir/type.tsv"
expect 1 "type.tsv:2: unknown type 'FP31'" run --kind classify "$dir/type.tsv"
printf 'FP32\tzz\t+zero\n' >"$dir/hex.tsv"
expect 1 "hex.tsv:1: 'zz' is not a hexadecimal number" run --kind classify "$dir/hex.tsv"
printf 'FP32\t0\n' >"$dir/short.tsv"
printf 'FP32\t0\tzero\n' >"$dir/class.tsv"
expect 1 "class.tsv:1: unknown class 'zero'; accepted: invalid +zero" run --kind classify "$dir/class.tsv"
expect 1 'wants 3 columns, has 2' run --kind classify "$dir/short.tsv"
printf 'FP32\tFP16\tUP\t0\t0\t0\t0\n' >"$dir/mode.tsv"
expect 1 "unknown rounding mode 'UP'" run --kind convert "$dir/mode.tsv"
expect 1 'accepted: RNE RTM' run --kind convert "$dir/mode.tsv"
expect 1 'accepted: FP64 FP32' run --kind classify "$dir/type.tsv"
printf 'plus\tFP32\tRNE\t0\t0\t0\t0\t0\n' >"$dir/op.tsv"
expect 1 "op.tsv:1: unknown operation 'plus'; accepted: add sub" run --kind arith "$dir/op.tsv"
printf '# nothing\n' >"$dir/empty.tsv"
expect 1 'no vectors' run --kind arith "$dir/empty.tsv"
expect 1 'cannot open' run --kind arith "$dir/missing.tsv"
head -c 400 "$vectors/numeric/arith.tsv.gz" >"$dir/cut.tsv.gz"
expect 1 'cannot read' run --kind arith "$dir/cut.tsv.gz"
expect 1 "unknown kind of vectors 'zork'; known: classify" run --kind zork "$dir/wrong.tsv"
expect 1 'usage' run "$dir/wrong.tsv"
expect 0 'classify' kinds
exit "$failures"
