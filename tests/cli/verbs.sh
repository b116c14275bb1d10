#!/bin/sh
# What all verbs share: help, the version, and a word that is none.
# usage: verbs.sh PTO SOURCE
set -u
. "$(dirname "$0")/lib/command.sh"

# C9
"$pto" version >version
for word in --version version; do
    expect 0 '' "$pto" $word
    cmp -s out version || fail "$word prints something else"
done
"$pto" --help >help
for word in -h --help help; do
    expect 0 '^usage: pto VERB' "$pto" $word
    cmp -s out help || fail "$word prints something else"
done
for verb in as run quant gemm isa; do
    "$pto" $verb --help >help
    grep -q "^usage: pto $verb" help || fail "$verb --help"
    for words in "help $verb" "$verb -h" "--help $verb"; do
        expect 0 '' "$pto" $words
        cmp -s out help || fail "pto $words prints something else"
    done
done
refuse "unknown verb 'qunat'; did you mean 'quant'?" "$pto" qunat
refuse "unknown verb 'asm'; did you mean 'as'?" "$pto" asm
refuse "unknown verb 'rum'; did you mean 'num'?" "$pto" help rum
refuse "unknown verb 'assemble'; pto --help lists them" "$pto" assemble

# README has an example of each.
for verb in $("$pto" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'); do
    grep -q "^\$pto $verb\( \|$\)" "$2/README.md" ||
        fail "$verb has no line in README.md"
done

# C10: a word that is no instruction is no success, whoever is asked.
expect 1 '' "$pto" isa decode 15
expect 1 '000f  no form' "$pto" dis --word 15
expect 1 'C.BSTOP' "$pto" dis --word 15 --word 0x0000
expect 0 'C.BSTOP' "$pto" dis --word 0x0000

exit $failed
