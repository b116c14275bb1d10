#!/bin/sh
# pto trace diff: equal, different and shorter traces, and bad input.
set -eu
pto=$(realpath "$1")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

i=0
while [ $i -lt 20 ]; do
    echo "{\"step\":$i,\"pe\":0,\"tpc\":\"0x$i\",\"writes\":[{\"reg\":\"a0\",\"value\":\"0x$i\"}],\"flags\":0}"
    i=$((i + 1))
done >a.jsonl
cp a.jsonl same.jsonl
sed '13s/"value":"0x12"/"value":"0x13"/' a.jsonl >b.jsonl
head -n 7 a.jsonl >short.jsonl
: >empty.jsonl

run() {
    want=$1
    shift
    code=0
    "$pto" trace "$@" >out 2>err || code=$?
    test "$code" = "$want" || { echo "wanted $want, got $code: $*"; exit 1; }
}
run 0 diff a.jsonl same.jsonl
grep -q '^equal: 20 lines$' out
run 2 diff a.jsonl b.jsonl
grep -q '^first difference in line 13, key writes$' out
test "$(grep -c '^  ' out)" = 5
grep -q '^- .*"step":12' out
grep -q '^+ .*"value":"0x13"' out
run 2 diff a.jsonl short.jsonl
grep -q '^first difference in line 8$' out
grep -q '^+ (ends here)$' out
run 2 diff empty.jsonl a.jsonl
run 1 diff empty.jsonl empty.jsonl
run 1 diff a.jsonl none.jsonl
echo 'no trace' >text
run 1 diff a.jsonl text
grep -q 'text:1: no line of a trace' err
test "$(wc -l <err)" = 1
run 1 diff a.jsonl
run 1 frobnicate a.jsonl b.jsonl
