#!/bin/sh
# The form tables hash to the published fingerprints; the views say something.
set -eu
pto=$1

expect() {
    if [ "$2" != "$3" ]; then
        echo "$1: got '$2', expected '$3'" >&2
        exit 1
    fi
}

hash_of() {
    "$pto" isa json --canonical --isa "$1" | sha256sum | cut -d' ' -f1
}

expect 0.58.3 "$(hash_of 0.58.3)" \
    346a0c85ac884bdc291bd156ac2347c1b7d3c147879127c9c1d88da54c3ab5ea
expect 0.58.4 "$(hash_of 0.58.4)" \
    e62de1b044c5b45ff4019cd19e3f545d4222e1ef6a69d2c26f93bcb128d54fee
expect 0.58.5 "$(hash_of 0.58.5)" \
    b881bf571ccd82862d0eaa508459e43b9509f206fe5818eeb22ffcbfbe54efcf
expect "0.58.5 of September" \
    "$(hash_of 0.58.5,hl_bfi=bytes,scalar_convert=all-pairs,srcrtype=as-alu)" \
    a862ea5c56df7cbc6c4f2659f9dd4eb3399ab5f4750d53fdd19f8e4a4b67df55
expect 0.58.6 "$(hash_of 0.58.6)" \
    3c073fad834343124851a76b8fab8e221ba2f876b649fde368340fed6993392c
expect default "$(hash_of 0.58.4)" \
    "$("$pto" isa json --canonical | sha256sum | cut -d' ' -f1)"
expect "forms in 0.58.3" "$("$pto" isa list --isa 0.58.3 | tail -1)" \
    "540 forms in 0.58.3"
expect "forms in 0.58.4" "$("$pto" isa list | tail -1)" "542 forms in 0.58.4"
expect "one form a line" "$("$pto" isa json | grep -c form_id)" 542

"$pto" isa show b.dim | grep -q '| uimm17\[11:0\] '
"$pto" isa show tmatmulmx.acc | grep -q '^BSTART.TMATMULMX.ACC '
"$pto" isa show TADD | grep -q '^TADD is BSTART.TEPL 0, 0, DataType'
"$pto" isa show TMATMUL_MX_ACC | grep -q '^BSTART.TMATMULMX.ACC '
"$pto" isa show mgather_mask | grep -q '^MGATHER_MASK is BSTART.MGATHER.MASK DataType'
expect operations "$("$pto" isa list operations | tail -1)" \
    "109 tile operations in 0.58.4"
expect "operations of 0.58.5" "$("$pto" isa list operations --isa 0.58.5 | tail -1)" \
    "107 tile operations in 0.58.5"
expect "operations of 0.58.6" "$("$pto" isa list operations --isa 0.58.6 | tail -1)" \
    "117 tile operations in 0.58.6"
expect "commands of 0.58.6" \
    "$("$pto" isa list --isa 0.58.6 | grep -cE '^[^ ]+ +[0-9]+ +(CMD|BBD) ')" 95
expect "forms in 0.58.6" "$("$pto" isa list --isa 0.58.6 | tail -1)" "561 forms in 0.58.6"
"$pto" isa list operations | grep -q '^TMATMUL_MX_ACC  *CUBE  *0x06 '
"$pto" isa show TSELS | grep -q '^operands D0 S0 S1 X0 '
"$pto" isa show B.DATR | grep -q '^      0 Zero, 1 Max, 2 Min, 3 Null$'
"$pto" isa show TLOAD | grep -q ' 6 HiF8, '
"$pto" isa show BSTART.VEC | grep -q '^BSTART.VEC TileOp, DataType is a spelling'
"$pto" isa show addi | grep -q 'addi_32_2decd0a93a0a'
expect decode "$("$pto" isa decode 0x20019181 | head -1)" \
    "BSTART.VEC TADD, FP16"

refuses() {
    what=$1
    shift
    if out=$("$pto" isa "$@" 2>&1); then
        echo "isa $*: succeeded" >&2
        exit 1
    fi
    case $out in
    *"$what"*) ;;
    *)
        echo "isa $*: $out" >&2
        exit 1
        ;;
    esac
}

refuses "B.SUBVIEW, legal in 0.58.4; this machine is 0.58.3" decode 0xd3 --isa 0.58.3
refuses "no form has this encoding" decode 0xffffffffffffffff
refuses "is not a number" decode add
refuses "more than the 16 bits" decode 0x10000
refuses "no form of 0.58.4 is called 'nop'" show nop
refuses "known are" list --isa 9
refuses "expected json, list" everything

# Every list has its rows, as text and as JSON; another word is told the nearest.
for list in forms operations types layouts faults sysregs features revisions; do
    rows=$("$pto" isa list $list | tail -1 | cut -d' ' -f1)
    expect "rows of $list" "$("$pto" isa list $list | sed '1d;$d' | wc -l)" "$rows"
    expect "JSON of $list" "$("$pto" isa list $list --json | grep -c '^  {')" "$rows"
done
"$pto" isa list features --isa 0.58.3 | grep -q '^coop_m  *per-pe  *per-pe group '
"$pto" isa list sysregs | grep -q '^THREAD_ID  *0x0026 '
if "$pto" isa list type 2>/dev/null; then exit 1; fi
