#!/bin/sh
# What cmake --install leaves: headers, library, pto.pc and command, and a C
# program that builds against them, also after they were moved.
# usage: install.sh CMAKE BUILD SOURCE VERSION
set -eu
cmake=$1 build=$2 source=$3 version=$4
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

fail() {
    echo "$*" >&2
    exit 1
}

"$cmake" --install "$build" --prefix "$dir/first" >"$dir/log" ||
    fail "$(cat "$dir/log")"
mv "$dir/first" "$dir/moved"
cd "$dir/moved"

test "$(bin/pto version)" = "pto $version" || fail "bin/pto does not run"
diff -r include/pto "$source/include/pto" || fail "not the public headers"

pc=$(find "$PWD" -name pto.pc)
lib=$(dirname "$(dirname "$pc")")
test -f "$lib/libpto.so.$version" || fail "no $lib/libpto.so.$version"
for link in libpto.so libpto.so.0; do
    test "$(readlink -f "$lib/$link")" = "$lib/libpto.so.$version" ||
        fail "$link leads elsewhere"
done
foreign=$(nm -D --defined-only "$lib/libpto.so" | grep -v ' pto_[a-z0-9_]*$' || :)
test -z "$foreign" || fail "the library exports: $foreign"

PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
test "$("$PKG_CONFIG" --modversion pto)" = "$version" || fail "pto.pc's version"

cat >user.c <<'END'
#include <pto/pto.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    pto_fenv env = {.round = PTO_RNE};
    uint64_t code = pto_convert(PTO_E4M3, PTO_FP32, 0x43e78000, &env);
    printf("0x%02x %d\n", (unsigned)code, env.flags == PTO_NX);
    return strcmp(pto_version(), PTO_VERSION) != 0;
}
END
# shellcheck disable=SC2046
"$CC" -std=c17 -Wall -Wextra -Wpedantic -Werror user.c -o user \
    $("$PKG_CONFIG" --cflags --libs pto)
test "$(LD_LIBRARY_PATH=$lib ./user)" = "0x7e 1" || fail "user.c computes else"
LD_LIBRARY_PATH='' ldd ./user | grep -q 'libpto.so.0 ' ||
    fail "user.c is not linked by soname"
