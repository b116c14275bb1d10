#!/bin/sh
# libpto exports what include/pto declares, and declares what it exports.
# usage: exports.sh LIBRARY SOURCE
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

nm -D --defined-only "$1" | awk '{print $3}' | sort >"$dir/exported"
# The name is what stands before the first parenthesis of a PTO_API declaration.
cat "$2"/include/pto/[b-z]*.h "$2"/include/pto/assemble.h | tr '\n' ' ' | grep -o 'PTO_API [^;(]*(' |
    sed 's/.*[ *]\(pto_[a-z0-9_]*\)($/\1/' | sort >"$dir/declared"
diff "$dir/declared" "$dir/exported" >"$dir/difference" || {
    echo "< declared in include/pto only, > exported only:"
    grep '^[<>]' "$dir/difference"
    exit 1
} >&2
echo "$(wc -l <"$dir/exported") functions"
