# What tests of the command share: sourced by them with PTO as $1.
# They run in a folder of their own, and end with `exit "$failed"`.
pto=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

fail() {
    echo "FAILED: $1"
    failed=1
}

# expect CODE PATTERN COMMAND...: the exit code, and a pattern in the output
# (any, where it is empty).
expect() {
    want=$1 pattern=$2
    shift 2
    "$@" >out 2>&1
    got=$?
    [ "$got" = "$want" ] || fail "exit $got, wanted $want: $*"
    [ -z "$pattern" ] || grep -q -- "$pattern" out || {
        fail "no '$pattern' from: $*"
        head -n 5 out
    }
}

# refuse PATTERN COMMAND...: exit 1 and one line.
refuse() {
    expect 1 "$@"
    [ "$(wc -l <out)" = 1 ] || fail "not one line: $*"
}

# npy DESCR SHAPE OCTAL [ORDER]: an NPY file of these bytes on standard output.
npy() {
    dictionary="{'descr': '$1', 'fortran_order': ${4:-False}, 'shape': $2, }"
    # shellcheck disable=SC2059 # the bytes are the format
    printf "\\223NUMPY\\001\\000\\$(printf %03o ${#dictionary})\\000"
    printf '%s' "$dictionary"
    # shellcheck disable=SC2059
    printf "$3"
}

# holds FILE HEXADECIMAL: the elements, which are the file's last bytes.
holds() {
    is=$(tail -c $((${#2} / 2)) "$1" | od -An -v -tx1 | tr -d ' \n')
    [ "$is" = "$2" ] || fail "$1 ends with $is, not $2"
}
