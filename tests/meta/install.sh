#!/bin/sh
# What cmake --install leaves: headers, library, pto.pc and command, and C and
# C++ programs that build against them, also after they were moved.
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
for h in "$source"/include/pto/*.h; do
    cmp "$h" "include/pto/${h##*/}" || fail "not the public headers"
done
# Its tables are those that a header includes; that they suffice is seen below.
for t in include/pto/def/*; do
    cmp "$t" "$source/$t" || fail "not the tables"
    grep -q "^#include \"${t#include/}\"" include/pto/*.h ||
        fail "$t is installed, and no header includes it"
done

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
    return strcmp(pto_version(), PTO_VERSION) != 0 ||
           pto_version_number() != PTO_VERSION_NUMBER;
}
END
cp user.c user.cc
sed -i 's/= {.round = PTO_RNE}/= {PTO_RNE, 0, 0, 0}/' user.cc

# build COMPILER STANDARD SOURCE: without a warning, by soname, the right value
build() {
    # shellcheck disable=SC2046
    "$1" "-std=$2" -Wall -Wextra -Wpedantic -Werror "$3" -o user \
        $("$PKG_CONFIG" --cflags --libs pto) || fail "$3 as $2"
    test "$(LD_LIBRARY_PATH=$lib ./user)" = "0x7e 1" ||
        fail "$3 as $2 computes else"
    LD_LIBRARY_PATH='' ldd ./user | grep -q 'libpto.so.0 ' ||
        fail "$3 is not linked by soname"
}
build "$CC" c11 user.c
build "$CC" c17 user.c
build "$CXX" c++17 user.cc
# Each header by itself, in both languages.
for h in include/pto/*.h; do
    printf "#include <pto/%s>\nint one;\n" "${h##*/}" >one.c
    for language in "$CC c11 c" "$CXX c++17 c++"; do
        # shellcheck disable=SC2086
        set -- $language
        "$1" "-std=$2" -x "$3" -Wall -Wextra -Wpedantic -Werror -Iinclude \
            -fsyntax-only one.c || fail "$h as $2"
    done
done

# An absolute CMAKE_INSTALL_LIBDIR: pto.pc and the command's RPATH lead there.
lib=$dir/else/where
"$cmake" -S "$source" -B "$dir/build" -DBUILD_TESTING=OFF \
    -DCMAKE_C_COMPILER="$CC" -DCMAKE_INSTALL_PREFIX="$dir/absolute" \
    -DCMAKE_INSTALL_LIBDIR="$lib" >"$dir/log" || fail "$(cat "$dir/log")"
mkdir -p "$dir/absolute/bin" "$lib/pkgconfig"
cp "$dir/build/pto.pc" "$lib/pkgconfig"
PKG_CONFIG_PATH=$lib/pkgconfig
for want in "libdir $lib" "includedir $dir/absolute/include"; do
    got=$("$PKG_CONFIG" --variable="${want% *}" pto)
    test "$(realpath -m "$got")" = "${want#* }" || fail "pto.pc: $want: $got"
done
rpath=$(sed -n 's|.*NEW_RPATH "\\$ORIGIN/\(.*\)".*|\1|p' \
    "$dir/build/cmake_install.cmake")
test "$(realpath -m "$dir/absolute/bin/$rpath")" = "$lib" ||
    fail "the command looks for its library in $rpath"
