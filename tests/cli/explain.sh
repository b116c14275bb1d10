#!/bin/sh
# pto explain: every rule has a reason and a record, rejects its illegal
# program and passes its legal one, but where it says that there is none.
set -eu
pto=$1 root=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

fail() {
    echo "$*" >&2
    exit 1
}

# The rules of the tables, and no other.
cat "$root"/src/bundle/*/rule.def "$root"/src/bundle/header_rule.def |
    sed -n 's/^RULE(\([a-z0-9_]*\),.*/\1/p' | sort >"$dir/rules"
"$pto" explain | sed 1d | awk '{print $2}' | sort | diff "$dir/rules" - ||
    fail "not the rules of the tables"

# Of so many the illegal program is impossible, and of so many the legal one.
impossible=0 unlawful=0
while read -r rule; do
    "$pto" explain "$rule" >"$dir/page"
    for part in "$rule: ..." '  fault  ' '  why  ' '  record  '; do
        grep -q "^$part" "$dir/page" || fail "$rule: no '$part'"
    done
    record=$(sed -n 's|^  record  *\(docs/.*\)|\1|p' "$dir/page")
    test -z "$record" || test -f "$root/$record" || fail "$rule: $record"
    if grep -q '^  no program ' "$dir/page"; then
        impossible=$((impossible + 1))
        continue
    fi
    "$pto" explain "$rule" --illegal >"$dir/illegal.s"
    isa=$(sed -n 's/^# pto run --isa //p' "$dir/illegal.s")
    code=0
    "$pto" run "$dir/illegal.s" ${isa:+--isa "$isa"} >"$dir/out" 2>&1 || code=$?
    fault=$(sed -n 's/^  fault  *//p' "$dir/page")
    grep -q "^fault: Fault_$fault PE[0-3] 0x[0-9a-f]*: $rule: " "$dir/out" ||
        fail "$rule: exit $code: $(cat "$dir/out")"
    test $code = 3 || fail "$rule: exit $code"
    if "$pto" explain "$rule" --legal >"$dir/legal.s" 2>"$dir/out"; then
        "$pto" run "$dir/legal.s" >"$dir/out" 2>&1 || fail "$rule: $(cat "$dir/out")"
        cmp -s "$dir/legal.s" "$dir/illegal.s" && fail "$rule: both are one"
    else
        grep -q ': nothing like it is legal$' "$dir/out" || fail "$(cat "$dir/out")"
        unlawful=$((unlawful + 1))
    fi
done <"$dir/rules"
test $unlawful = 2 || fail "$unlawful rules without a legal program"
test $((4 * impossible)) -lt "$(wc -l <"$dir/rules")" || fail "$impossible rules without a program"
echo "$(wc -l <"$dir/rules") rules, $impossible without a program"

if "$pto" explain outputroom 2>"$dir/out"; then fail "outputroom is no rule"; fi
grep -q "'outputroom'; the nearest are output_room," "$dir/out" || fail "$(cat "$dir/out")"
