#!/bin/sh
# Builds the fuzz targets and runs each for some seconds, two at a time.
# usage: tests/fuzz/run.sh SECONDS [BUILD]
set -eu
seconds=$1
build=${2:-build/fuzz}
here=$(cd "$(dirname "$0")/../.." && pwd)
cmake -S "$here" -B "$build" -DCMAKE_C_COMPILER=clang \
    -DCMAKE_BUILD_TYPE=RelWithDebInfo -DBUILD_TESTING=OFF -DPTO_FUZZ=ON -DPTO_WERROR=OFF \
    -DPTO_SANITIZE=fuzzer-no-link,address,undefined >/dev/null
cmake --build "$build" -j "$(nproc)"
# What a target found stays beside its binary as crash-*.
cd "$build/tests/fuzz"
find . -maxdepth 1 -name 'fuzz_*' -type f -perm -u+x | sort |
    xargs -P "$(nproc)" -I '{}' sh -c '
        sh "$3/tests/fuzz/seeds.sh" ../../pto "$3" "${1##*/fuzz_}" "$1.seeds"
        "$1" -max_total_time="$2" -timeout=10 -rss_limit_mb=2048 \
            -verbosity=0 -print_final_stats=0 "$1.seeds" >"$1.log" 2>&1 || {
            echo "fuzzing: $1 found something:"; tail -n 40 "$1.log"; exit 1; }
        echo "fuzzing: $1 clean for $2 s"' _ '{}' "$seconds" "$here"
