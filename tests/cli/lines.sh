#!/bin/sh
# Text that the command reads line by line, whoever reads it.
# usage: lines.sh PTO SOURCE
set -u
source=$(cd "$2" && pwd)
. "$(dirname "$0")/lib/command.sh"

# B6: traces are compared byte by byte, and at least one line of them.
printf '{"step":0,"a":"\0x"}\n' >a.jsonl
printf '{"step":0,"a":"\0y"}\n' >b.jsonl
expect 2 'first difference in line 1, key a' "$pto" trace diff a.jsonl b.jsonl
expect 0 'equal: 1 lines' "$pto" trace diff a.jsonl a.jsonl
: >empty
: >empty2
refuse 'empty and empty2: no line to compare' "$pto" trace diff empty empty2
expect 2 'first difference in line 1$' "$pto" trace diff empty b.jsonl
gzip -c b.jsonl >b.gz
expect 0 '' "$pto" trace diff b.jsonl b.gz
expect 0 '' "$pto" trace diff b.jsonl - <b.jsonl

# B7: a line with a NUL does not vanish.
line=$(zcat "$source/tests/vectors/numeric/classify.tsv.gz" | grep -v '^#' | head -n 1)
printf '%s\n' "$line" >good.tsv
expect 0 'passed 1 failed 0' "$pto" vec run --kind classify good.tsv
printf '%s\r\n' "$line" >crlf.tsv
expect 0 'passed 1 failed 0' "$pto" vec run --kind classify crlf.tsv
printf '%s\n\000wrong\n' "$line" >nul.tsv
refuse 'nul.tsv:2: the line has a NUL byte' "$pto" vec run --kind classify nul.tsv
printf '%s\n# \377\n' "$line" >latin.tsv
refuse 'latin.tsv:2: the line is no UTF-8' \
    "$pto" vec run --kind classify latin.tsv
printf 'init x 0\nP0 store x \0001\n' >nul.litmus
refuse 'nul.litmus:2: the line has a NUL byte' "$pto" litmus nul.litmus
printf 'P0 store x 18446744073709551616\n' >huge.litmus
refuse "huge.litmus:1: expected a number, found '18446744073709551616'" \
    "$pto" litmus huge.litmus
"$pto" litmus --shape SB | sed 's/$/\r/' >crlf.litmus
"$pto" litmus --shape SB >sb.litmus
"$pto" litmus sb.litmus >want
"$pto" litmus crlf.litmus | cmp -s - want || fail 'litmus: CRLF is something else'

# B13: what never ends meets a limit that has a name.
head -c 50000000 /dev/zero | tr '\0' x | gzip -1 >endless.gz
# An instrumented command needs more room than any limit that would tell.
room=100000
(ulimit -v $room && "$pto" version) >/dev/null 2>&1 || room=unlimited
(
    ulimit -v $room
    "$pto" vec run --kind classify endless.gz
) >out 2>&1
[ $? = 1 ] && grep -q 'endless.gz:1: the line is longer than 1 MiB' out ||
    fail 'an endless line of vectors'
refuse 'the line is longer than 1 MiB' "$pto" trace diff endless.gz endless.gz
refuse 'the line is longer than 1 MiB' "$pto" litmus endless.gz
if [ -c /dev/zero ]; then
    cp "$source/examples/iris/e4m3.s" "$source/examples/iris/network.s" .
    refuse '/dev/zero: larger than 1073741824 bytes' \
        "$pto" run "$source/examples/iris/e4m3.s" --set x=/dev/zero
    refuse 'longer than 1 MiB' "$pto" vec run --kind classify /dev/zero
fi
yes '#' | expect 1 'more lines than' "$pto" litmus -

exit $failed
