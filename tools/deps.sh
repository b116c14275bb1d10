#!/bin/sh
# Installs the Debian/Ubuntu packages that are missing, and says so.
# usage: tools/deps.sh build|test|ci|fuzz|python|bench|format
set -eu

have() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

build="gcc make cmake pkg-config libc6-dev libelf-dev libjansson-dev zlib1g-dev"
purpose="${1:-build}"
case "$purpose" in
build) want="$build" ;;
test) want="$build libcmocka-dev libmpfr-dev libgmp-dev g++ python3" ;;
ci) want="$build libcmocka-dev libmpfr-dev libgmp-dev g++ python3 python3-numpy clang libclang-rt-14-dev clang-format-14" ;;
fuzz) want="$build clang libclang-rt-14-dev" ;;
python) want="$build python3 python3-numpy" ;;
bench) want="$build libopenblas-dev" ;;
format) want="clang-format-14" ;;
*) echo "deps.sh: unknown purpose '$purpose'; build, test, ci, fuzz, python, bench or format" >&2; exit 1 ;;
esac

if ! command -v dpkg-query >/dev/null; then
    echo "deps.sh: not a Debian system; please provide: $want"
    exit 0
fi

# A python3 of its own (pyenv, conda) does not see Debian's NumPy.
check_python() {
    [ "$purpose" = python ] || return 0
    python3 -c 'import numpy' 2>/dev/null ||
        echo "deps.sh: $(command -v python3) has no NumPy; run '$(command -v python3) -m pip install numpy' or use /usr/bin/python3"
}

missing=""
for p in $want; do
    have "$p" || missing="$missing $p"
done
[ -n "$missing" ] || { check_python; exit 0; }
echo "installing:$missing"
sudo=""
[ "$(id -u)" = 0 ] || sudo="sudo"
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -q >/dev/null
# shellcheck disable=SC2086
$sudo apt-get install -y -q --no-install-recommends $missing >/dev/null
check_python
