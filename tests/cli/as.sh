#!/bin/sh
# pto as: ELF and flat files out, messages for people, nothing left behind.
set -eu
pto=$1 root=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

fail() {
    echo "$*" >&2
    exit 1
}

# refuses WORDS ARGUMENT...: exit 1, WORDS in the message, no output file.
refuses() {
    words=$1
    shift
    code=0
    "$pto" as "$@" >out 2>err || code=$?
    test "$code" = 1 || fail "as $*: exit $code"
    test ! -s out || fail "as $*: wrote to standard output"
    grep -qF -- "$words" err || fail "as $*: '$(cat err)' lacks '$words'"
    test ! -e x.elf || fail "as $*: left x.elf"
}

for f in "$root"/examples/*.s "$root"/examples/faults/*.s; do
    "$pto" as "$f" -o x.elf || fail "$f does not assemble"
    "$pto" as "$f" --raw -o x.bin || fail "$f does not assemble flat"
    test "$(head -c 4 x.elf | od -An -tx1 | tr -d ' ')" = 7f454c46
    test -s x.bin
done
rm x.elf

# Machine 0xe9, little-endian ELF64, static.
printf '_start: C.BSTOP\n.data\n.long d\nd: .byte 1\n' >ok.s
"$pto" as ok.s -o ok.elf
test "$(head -c 20 ok.elf | od -An -tx1 -j16 | tr -d ' ')" = 0200e900
grep -q 'pto-isa-0.58.4-mode-function-v1' ok.elf
"$pto" as ok.s -o ok.elf --isa 0.58.3
grep -q 'pto-isa-0.58.3-mode-function-v1' ok.elf

# Flat: .text at 0, the rest right after it.
"$pto" as ok.s --raw -o ok.bin
test "$(od -An -tx1 ok.bin | tr -d ' \n')" = 00000600000001 ||
    fail "flat: $(od -An -tx1 ok.bin)"
"$pto" as - --raw -o ok.bin <ok.s
test "$(wc -c <ok.bin)" = 7

# What the language page shows works.
sed -n '/^```asm/,/^```/p' "$root/docs/assembly.md" | grep -v '^```' >page.s
"$pto" as page.s -o ok.elf

# -I and -D; an address.
mkdir inc
echo '.byte N' >inc/n.inc
printf '.data\n.include "n.inc"\n' >inc.s
"$pto" as inc.s -I inc -D N=7 --raw -o n.bin
test "$(od -An -tx1 n.bin | tr -d ' \n')" = 07
"$pto" as ok.s --address 0x400 -o ok.elf

# A device is written to, not replaced.
if [ -c /dev/null ]; then
    "$pto" as ok.s -o /dev/null
    test -c /dev/null || fail "/dev/null is gone"
fi

# Everything that is wrong, in one run, with the place.
printf '.byte 300\n  bogus\n.long nope\n' >bad.s
echo old >x.elf
refuses 'bad.s:1:7: error: 300 does not fit 1 byte, expected -128 to 255' \
    bad.s -o x.elf
grep -q '^bad.s:2:3: error: ' err
grep -q "^bad.s:3:7: error: undefined symbol 'nope', expected" err
grep -qx '      ^' err
i=0
while [ $i -lt 30 ]; do
    echo "  .byte 30$i"
    i=$((i + 1))
done | sed 's/30\([0-9]\)$/30\1/' >many.s
refuses 'too many errors' many.s -o x.elf
test "$(grep -c ': error: ' err)" = 20

refuses 'as needs a source file and -o OUT' ok.s
refuses 'as needs a source file and -o OUT' -o x.elf
refuses 'cannot open none.s' none.s -o x.elf
refuses "unknown revision '1.2'" ok.s -o x.elf --isa 1.2
refuses 'unknown option' ok.s -o x.elf --bogus
refuses 'would replace an input' ok.s -o ok.s
refuses 'an instruction at an odd address, expected .balign 2' ok.s --raw \
    --address 0x10001 -o x.bin
refuses 'cannot create' ok.s -o none/x.elf
test -s ok.s || fail "the source is gone"

# Truncated and damaged sources: exit 0 or 1, never anything else.
src=$root/examples/gemm.s
size=$(wc -c <"$src")
n=0
while [ $n -lt "$size" ]; do
    head -c $n "$src" >cut.s
    code=0
    "$pto" as cut.s -o x.elf 2>err || code=$?
    test $code -le 1 || fail "gemm.s cut at $n: exit $code"
    test $code = 0 || grep -q ': error: ' err || fail "cut at $n: $(cat err)"
    n=$((n + 61))
done

# What no register can make legal is a warning with its line, or an error.
printf '_start: C.BSTOP\nFENTRY [r23 ~ r2], sp!, 8\n' >frame.s
"$pto" as frame.s -o frame.elf 2>err
grep -qx "frame.s:2: warning: FENTRY .*: FrameSize: .*(Fault_IllegalInstruction)" err
"$pto" as frame.s -w -o frame.elf 2>err
test ! -s err
refuses '1 warning, and -Werror is given' frame.s -Werror -o none.elf
test ! -e none.elf
printf '_start: C.BSTOP\n.warning "hm"\n' >hm.s
refuses '1 warning, and -Werror is given' hm.s -Werror -o none.elf

# Several sources, and a section where a linker script would put it.
printf '.globl _start\n_start: hl.lis there, ->a0\nx: C.BSTOP\n' >one.s
printf '.globl there\nx: C.BSTOP\n.section .result,"aw"\nthere: .quad x\n' >two.s
"$pto" as one.s two.s --section .result=0x200 -o both.elf
"$pto" dis both.elf | grep -q 'hl.lis 512, ->a0'
printf '.globl there\nthere: C.BSTOP\n' >three.s
refuses "'there' is defined twice, expected a new name (first at two.s:4)" \
    one.s two.s three.s -o both.elf
refuses "undefined symbol 'there'" one.s -o both.elf
