#!/bin/sh
# pto op: a page for every operation, whose examples run as they stand.
set -eu
pto=$1 root=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

fail() {
    echo "$*" >&2
    exit 1
}

"$pto" op >"$dir/list"
test "$(tail -1 "$dir/list")" = "109 tile operations" || fail "$(tail -1 "$dir/list")"
"$pto" isa list operations | sed '1d;$d' | awk '{print $1}' | sort >"$dir/known"
sed '1d;$d' "$dir/list" | awk '{print $2}' | sort | diff "$dir/known" - ||
    fail "not the operations of the table"

# The book is what the command prints.
"$pto" op --markdown >"$dir/book"
cmp "$dir/book" "$root/docs/operations.md" ||
    fail "docs/operations.md is old: pto op --markdown >docs/operations.md"

# Each example of it runs, or is told to have no legal one and is rejected.
awk -v dir="$dir" '
    /^### / {name = $2; kind = 0}
    /^####* / {illegal = 0}
    /there is no legal one/ {illegal = 1}
    /^```$/ {if (inside) close(file); inside = 0}
    inside {print > file}
    /^```asm/ {file = dir "/" name "-" kind++ (illegal ? ".illegal" : ".s"); inside = 1}
' "$dir/book"
for f in "$dir"/*.s; do
    "$pto" run "$f" >"$dir/out" 2>&1 || fail "${f##*/}: $(cat "$dir/out")"
    case $f in
    *_MX* | *-[12].s) ;; # scales lay otherwise, Shared tiles had four writers
    *) "$pto" run "$f" --isa 0.58.3 >"$dir/out" 2>&1 ||
        fail "0.58.3: ${f##*/}: $(cat "$dir/out")" ;;
    esac
done
illegal=0
for f in "$dir"/*.illegal; do
    cp "$f" "$dir/illegal.s"
    code=0
    "$pto" run "$dir/illegal.s" >"$dir/out" 2>&1 || code=$?
    test $code = 3 || fail "${f##*/}: exit $code"
    illegal=$((illegal + 1))
done
test "$(ls "$dir"/*-0.s | wc -l)" = 108 || fail "not an example an operation"
test $illegal = 2 || fail "$illegal kinds without a legal bundle"

# Every page as text, as JSON, and its program alone; by every spelling.
while read -r name; do
    "$pto" op "$name" >"$dir/page"
    for part in "$name " "  start" example faults; do
        grep -q "^$part" "$dir/page" || fail "$name: no $part"
    done
    "$pto" op "$name" --example >"$dir/alone"
    grep -q '^cross_model_stop:' "$dir/alone" || fail "$name --example"
done <"$dir/known"
"$pto" op TMATMUL_MX_ACC >"$dir/one"
for name in TMATMULMX.ACC tmatmul_mx_acc TMATMULMX_ACC; do
    "$pto" op $name | cmp - "$dir/one" || fail "$name"
    "$pto" isa show $name >"$dir/form" || fail "isa show $name"
done

# What is no name.
if "$pto" op TROWMXA 2>"$dir/out"; then fail "TROWMXA is no operation"; fi
grep -q "'TROWMXA'; the nearest are TROWMAX," "$dir/out" || fail "$(cat "$dir/out")"
"$pto" op --search 'transposes' | grep -q ' TTRANS ' || fail "--search"
if "$pto" op --search nosuchword 2>"$dir/out"; then fail "nosuchword"; fi
