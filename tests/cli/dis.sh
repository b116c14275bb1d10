#!/bin/sh
# pto dis on ELF, flat bytes and words, and what it says about bad input.
set -eu
pto=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

cat >"$dir/a.s" <<'S'
        .text
        .globl _start
_start: BSTART.STD FALL
        B.HINT {BR.likely, TEMP.hot, 64}
        addi zero, 5, ->a0
        .4byte 0x00911181
        C.BSTART DIRECT, _start
        BSTOP
S
"$pto" as "$dir/a.s" --raw -o "$dir/a.bin"
"$pto" dis --raw --plain "$dir/a.bin" >"$dir/b.s"
"$pto" as "$dir/b.s" --raw -o "$dir/b.bin"
cmp "$dir/a.bin" "$dir/b.bin"

# At another address: targets are absolute there, so the bytes come back.
"$pto" dis --raw --address 0x7f000a0c --plain "$dir/a.bin" >"$dir/d.s"
grep -q 'C.BSTART DIRECT, 0x7f000a0c$' "$dir/d.s"
"$pto" as "$dir/d.s" --raw --address 0x7f000a0c -o "$dir/d.bin"
cmp "$dir/a.bin" "$dir/d.bin"
head -1 "$dir/b.s" | grep -qx 'BSTART.STD FALL'

"$pto" as "$dir/a.s" -o "$dir/a.elf"
"$pto" dis "$dir/a.elf" | grep -q '<_start>:$'
"$pto" dis "$dir/a.elf" | grep -q '# 0x10000 <_start>$'
"$pto" dis --plain "$dir/a.elf" >"$dir/c.s"
"$pto" as "$dir/c.s" --address 0x10000 -o "$dir/c.elf"
"$pto" dis --plain "$dir/c.elf" | cmp - "$dir/c.s"

# The file's own revision is the default; another one is said plainly.
printf 'B.IOS S200, mask=1111\n' >"$dir/old.s"
"$pto" as "$dir/old.s" --isa 0.58.3 -o "$dir/old.elf"
"$pto" dis --plain "$dir/old.elf" | grep -qx ' *B.IOS S200, mask=1111'
"$pto" dis --plain --isa 0.58.4 "$dir/old.elf" 2>"$dir/note" |
    grep -qx ' *.4byte 0x[0-9a-f]*1e13'
grep -q '0.58.3' "$dir/note"

"$pto" dis --word 0x20019181 | grep -qx '20019181  BSTART.VEC TADD, FP16'
"$pto" dis --isa 0.58.3 --word 0xd3 |
    grep -q 'B.SUBVIEW, legal in 0.58.4; this machine is 0.58.3'

refuses() {
    if out=$("$pto" dis "$@" 2>&1); then
        echo "dis $*: succeeded" >&2
        exit 1
    fi
    [ "$(printf '%s\n' "$out" | wc -l)" -eq 1 ]
}
printf 'not an elf file' >"$dir/bad"
refuses "$dir/bad"
refuses "$dir/missing"
refuses
refuses "$dir/a.elf" --isa 9
refuses "$dir/a.elf" --address 4
refuses --word zz

# Static checks: findings are exit code 3, none is 0, as for what runs.
for f in "$2"/examples/*.s "$2"/examples/iris/e4m3.s "$2"/examples/attention/attention.s "$2"/tests/programs/*.s; do
    "$pto" as "$f" -o "$dir/ok.elf"
    "$pto" dis --lint "$dir/ok.elf" | grep -qx '0 findings'
done
printf 'C.BSTART.STD\naddi a0, 1, ->a0\n.word 0xffffffff\n' >"$dir/u.s"
"$pto" as "$dir/u.s" -o "$dir/u.elf"
"$pto" dis --lint "$dir/u.elf" | grep -q '^0x10006: Fault_Illegal.*code ends$'
"$pto" dis --lint "$dir/a.elf" |
    grep -qx '0x1000c: Fault_IllegalInstruction: Encoding: .* legal in 0.58.6; this machine .*'
printf 'C.BSTART.STD\nB.CATR trap\nB.CATR trap\nBSTOP\n' >"$dir/l.s"
"$pto" as "$dir/l.s" -o "$dir/l.elf"
code=0
"$pto" dis --lint "$dir/l.elf" >"$dir/l.out" || code=$?
[ "$code" -eq 3 ]
grep -q '^0x10006: B.CATR trap: Fault_BundleControl: catr_once: ' "$dir/l.out"
