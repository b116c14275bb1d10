#!/bin/sh
# Files of every verb: none is lost, cut or half written, none mixed up.
# usage: files.sh PTO SOURCE
set -u
source=$(cd "$2" && pwd)
. "$(dirname "$0")/lib/command.sh"

examples=$source/examples
cp "$examples/hello.s" .
printf '_start: j _start\n' >loop.s
npy '<f4' '(2,)' '\000\000\200\077\000\000\000\100' >x.npy

# no_rest: no temporary file is left here.
no_rest() {
    [ -z "$(find . -name '.pto-*')" ] || fail "a temporary file is left: $1"
}

# B1: a FIFO, a link and a device stay where the other trace cannot be made.
mkfifo fifo
echo keep >target
ln -s target link
ln -s made-later dangling
for output in link dangling /dev/null fifo; do
    [ $output = fifo ] && { timeout 20 cat fifo >/dev/null & }
    expect 1 'cannot create /no/x' \
        "$pto" run hello.s --trace $output --trace-chrome /no/x
done
wait
[ -p fifo ] || fail 'the FIFO is gone'
[ -L link ] && [ -L dangling ] || fail 'a link is gone'
[ "$(cat target)" = keep ] || fail 'the target of a link has changed'
[ -c /dev/null ] || fail '/dev/null is gone'
expect 0 '' "$pto" run hello.s --trace link
[ -L link ] && grep -q '"step":0' target || fail 'a link is not written through'
expect 0 '' "$pto" as hello.s -o dangling
[ -L dangling ] && [ -s made-later ] || fail 'a dangling link is not followed'
timeout 20 cat fifo >from-fifo &
expect 0 '' "$pto" run hello.s --trace fifo
wait
cmp -s target from-fifo || fail 'a FIFO gets another trace'

# B2: no path is cut.
deep=d
for _ in 1 2 3 4 5; do
    deep=$deep/0123456789012345678901234567890123456789012345678901234567
done
mkdir -p "$deep"
name=$deep/trace.jsonl
cut=$(printf %.255s "$name")
mkdir -p "$(dirname "$cut")"
[ -d "$cut" ] || echo other >"$cut"
expect 1 '' "$pto" run hello.s --trace "$name" --trace-chrome /no/x
[ -e "$cut" ] || fail 'a file with the beginning of the name is gone'
expect 0 '' "$pto" run hello.s --trace "$name"
cmp -s "$name" target || fail 'a long path gets another trace'

# B5: what a source includes is an input as well.
printf '.data\n.incbin "data.bin"\n' >incbin.s
printf '.include "data.inc"\n' >include.s
echo data >data.bin
printf '_start: C.BSTOP\n  bogus\n' >data.inc
for verb in "as incbin.s -o" "as include.s -o" "as incbin.s --raw -o" \
    "run incbin.s --result-out" "run include.s --manifest-out" \
    "run incbin.s --trace"; do
    case $verb in *incbin*) f=data.bin ;; *) f=data.inc ;; esac
    cp $f before
    # Unquoted: a verb with its words.
    expect 1 "" "$pto" $verb ./$f
    cmp -s before $f || fail "pto $verb $f changed it"
done
expect 1 'data.bin: the output would replace an input' \
    "$pto" as incbin.s -o data.bin

# B8: what cannot be printed is a failure, of every verb.
"$pto" as hello.s -o hello.elf
printf 'name SB\nP0 store x 1\n' >one.litmus
if [ -c /dev/full ]; then
    for words in "isa json" "isa list" "--help" "help as" "version" \
        "num modes" "num convert --from FP32 --to E4M3 1" "dis hello.elf" \
        "dis --word 0x0006" "layout RowMajor FP32 2x2" "litmus --list" \
        "vec kinds" "quant x.npy --to E4M3" "run hello.s --regs"; do
        "$pto" $words >/dev/full 2>err
        [ $? = 1 ] || fail "exit 0 though nothing was printed: $words"
        grep -q 'standard output' err || fail "no word of it: $words"
    done
    head -c 3000000 /dev/zero >flat.bin
    "$pto" dis --raw flat.bin >/dev/full 2>err
    [ $? = 1 ] || fail 'exit 0 for 3 MB of dis that went nowhere'
fi
"$pto" isa json >&- 2>err && fail 'exit 0 without a standard output'
"$pto" as hello.s -o closed.elf >&- 2>err || fail 'as needs a standard output'
cmp -s closed.elf hello.elf || fail 'without standard output, another file'

refuse 'cannot read standard input' "$pto" as - -o closed.elf <&-
[ ! -e closed.elf ] || fail 'a program of no input'

# B9: a trace that cannot be written hides no verdict, and the run ends.
if [ -c /dev/full ]; then
    expect 3 '^fault: Fault_TileLegality' \
        "$pto" run "$examples/faults/transpose.s" --trace /dev/full
    grep -q '^pto: cannot write /dev/full' out || fail 'no word of the trace'
    expect 3 'cannot write /dev/full' \
        "$pto" run "$examples/faults/transpose.s" --trace-chrome /dev/full
    expect 1 'cannot write /dev/full' "$pto" run hello.s --trace /dev/full
    expect 4 'cannot write /dev/full' "$pto" run loop.s --trace /dev/full
    expect 4 'after 200000 instr' \
        "$pto" run loop.s --trace /dev/full --max-steps 200000
fi
expect 3 '^fault: ' "$pto" run "$examples/faults/transpose.s" \
    --manifest-out none/x.json
# A disk that is full: the file size limit stands for it.
(
    ulimit -f 200
    trap '' XFSZ
    "$pto" run loop.s --trace big.jsonl --max-steps 20000
) >out 2>&1
[ $? = 4 ] || fail 'a full disk hides the verdict'
grep -q 'cannot write big.jsonl' out || fail 'no word of the full disk'
[ ! -e big.jsonl ] || fail 'half a trace is left'
no_rest 'a full disk'

# B10: an interrupt leaves an older file whole, and nothing else.
printf '_start: C.BSTOP\n.data\n.fill 66000000, 4, 0x5a\n' >large.s
echo old >large.elf
for delay in 0.1 0.3 0.5 0.7; do
    timeout --foreground -s INT $delay "$pto" as large.s -o large.elf
    size=$(wc -c <large.elf)
    [ "$size" = 4 ] || [ "$size" -gt 264000000 ] || fail "cut at $size bytes"
    no_rest "interrupted after $delay s"
done
rm -f large.elf
for signal in INT TERM HUP; do
    timeout --foreground --preserve-status -s $signal 0.3 \
        "$pto" run loop.s --trace cut.jsonl >out 2>&1
    [ $? = 4 ] || fail "exit $? after SIG$signal"
    tail -n 1 cut.jsonl | grep -q '"fault":null}$' || fail "SIG$signal: a cut line"
    no_rest "SIG$signal"
done
rm cut.jsonl

# B11: two outputs of one name, there or not, by any of its names.
mkdir -p sub
echo old >here
ln here hard
ln -s here soft
for pair in "new ./new" "new sub/../new" "here hard" "here soft" "- -" \
    "- /dev/stdout"; do
    one=${pair% *} two=${pair#* }
    refuse 'two outputs of one name' \
        "$pto" run hello.s --trace $one --manifest-out $two
    refuse 'two outputs of one name' \
        "$pto" quant x.npy --to E4M3:mx -o $one --scales $two
done
[ "$(cat here)" = old ] && [ ! -e new ] || fail 'a refused output was touched'
expect 0 '' "$pto" run hello.s --trace /dev/null --manifest-out /dev/null
for words in "gemm x.npy x.npy -o" "quant x.npy --to E4M3 --back" \
    "layout RowMajor FP32 2x2 --svg"; do
    cp x.npy before
    case $words in layout*) continue ;; esac
    refuse 'would replace an input' "$pto" $words ./x.npy
    cmp -s before x.npy || fail "changed by $words"
done
cp hello.s in.s
refuse 'would replace an input' "$pto" as in.s -o in.s
cmp -s hello.s in.s || fail 'the source has changed'

# C8: - is a stream everywhere, once.
"$pto" as - -o - <hello.s >o.elf || fail 'as - -o -'
cmp -s o.elf hello.elf || fail 'as - -o - writes something else'
"$pto" quant x.npy --to E4M3 -o codes.npy >report
"$pto" quant - --to E4M3 -o - <x.npy >o.npy 2>other || fail 'quant -o -'
cmp -s o.npy codes.npy || fail 'quant -o - writes something else'
grep -q E4M3 other || fail 'the report is nowhere'
"$pto" run hello.s --trace - >o.jsonl 2>other || fail 'run --trace -'
cmp -s o.jsonl target || fail 'run --trace - writes something else'
grep -qx hello other || fail 'what the program wrote is nowhere'
"$pto" layout RowMajor FP32 2x2 --svg a.svg
"$pto" layout RowMajor FP32 2x2 --svg - | cmp -s - a.svg || fail 'layout --svg -'
for program in hello.s hello.elf; do
    "$pto" run - <$program >out || fail "run - of $program"
    grep -qx hello out || fail "run - of $program did not run it"
done
"$pto" as hello.s --raw --address 0 -o hello.bin
expect 1 '' sh -c 'printf "bogus\n" | "$0" run -' "$pto"
grep -q '<stdin>:1:1: error' out || fail 'text is not taken for a source'
"$pto" dis --raw - <hello.bin >out || fail 'dis --raw -'
refuse 'standard input is read once' "$pto" gemm - - </dev/null
refuse 'standard input is read once' "$pto" trace diff - - </dev/null
[ ! -e ./- ] || fail 'a file named -'
# No older result survives a command that fails.
for words in "as --bogus hello.s -o" "as no-such.s -o" "run --bogus hello.s --trace"; do
    echo old >older
    expect 1 '' "$pto" $words older
    [ ! -e older ] || fail "an older output survived $words"
done
no_rest end

exit $failed
