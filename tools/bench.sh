#!/bin/sh
# Runs every benchmark of a build folder. usage: tools/bench.sh build/bench
set -eu
build=$1
# Old OpenBLAS does not know recent processors and would fall back to its
# slowest kernel; a comparison with that would flatter us.
if grep -qw avx512f /proc/cpuinfo; then
    export OPENBLAS_CORETYPE=SkylakeX
elif grep -qw avx2 /proc/cpuinfo; then
    export OPENBLAS_CORETYPE=Haswell
fi
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
for b in "$build"/bench/bench_*; do
    [ -x "$b" ] && [ -f "$b" ] || continue
    echo "== $(basename "$b")"
    "$b" "$build/pto" examples
done
