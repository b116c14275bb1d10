#!/bin/sh
# short.sh PTO ROOT NAME TARGET: a short deterministic run of a fuzz target.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
sh "$2/tests/fuzz/seeds.sh" "$1" "$2" "$3" "$dir"
"$4" "$dir"/*
