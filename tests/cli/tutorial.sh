#!/bin/sh
# docs/tutorial.md: its programs are written, its command lines run in order,
# and what they print is what the page says.
# usage: tutorial.sh PTO SOURCE [LIBRARY | --update]
set -eu
pto=$1 page=$2/docs/tutorial.md
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/bin" "$dir/work"
ln -s "$pto" "$dir/bin/pto"
PATH=$dir/bin:$PATH
export PATH
cd "$dir/work"

# A line `NAME`: names the program that follows it.
awk '
    /^`[a-z]*\.s`:$/ {name = substr($0, 2, length($0) - 3)}
    /^```$/ {inside = 0}
    inside {print > name}
    /^```asm$/ {inside = 1}
' "$page"
ls ./*.s >/dev/null

# The page again, with what its commands print now.
: >../again
console=0
while IFS= read -r line; do
    case $console$line in
    0'```console') console=1 ;;
    1'```') console=0 ;;
    1'$ '*)
        printf '%s\n' "$line" >>../again
        sh -c "${line#\$ }" >>../again
        continue
        ;;
    1*) continue ;;
    esac
    printf '%s\n' "$line" >>../again
done <"$page"
if [ "${3-}" = --update ]; then
    cp ../again "$page"
fi
# Of a fault the class, the PE, the address and the rule; its words are tested
# where rules are.
for f in "$page" ../again; do
    sed 's/^\(fault: [A-Za-z_]* PE[0-3] 0x[0-9a-f]*: [a-z_]*\): .*/\1/
         /^hint: /d' "$f" >"../${f##*/}.compared"
done
diff ../tutorial.md.compared ../again.compared || {
    echo "docs/tutorial.md is not what happens: tests/cli/tutorial.sh PTO . --update" >&2
    exit 1
}
grep -c '^\$ ' "$page"
