#!/bin/sh
# What the text of the architecture says, and what is said where a program breaks
# it: each program of text/*/ tells in its first lines how it is run, and what
# comes of it.
#
#   #: OPTIONS | EXIT | PATTERN      PATTERN, if any, is in the output
#                                    with its blanks squeezed
#
# usage: text.sh PTO SOURCE
set -u
programs=$(cd "$2" && pwd)/tests/cli/text
. "$(dirname "$0")/lib/command.sh"

# check PROGRAM: every line of its own that says what is expected.
check() {
    sed -n 's/^#: //p' "$1" >wants
    [ -s wants ] || fail "$1 expects nothing"
    while IFS='|' read -r options code pattern; do
        # shellcheck disable=SC2086 # options are words
        "$pto" run "$1" $options >out 2>&1
        got=$?
        [ "$got " = "${code# }" ] ||
            fail "exit $got, wanted$code: $options $1"
        [ -z "${pattern# }" ] ||
            tr -s ' \n' '  ' <out | grep -q -e "${pattern# }" ||
            fail "no '${pattern# }' from $options $1: $(head -n 4 out)"
    done <wants
}

for program in "$programs"/*/*.s; do
    check "$program"
done
exit "$failed"
