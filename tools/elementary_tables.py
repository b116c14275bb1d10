#!/usr/bin/env python3
"""Write src/num/elementary/elementary_rows.h: the tables of the short exp and log.

Integer arithmetic only; every number is rounded to nearest.
"""
import sys

GUARD = 64
BITS = 64 + GUARD


def ln(num, den):
    """ln(num / den) * 2^BITS for num / den near 1, by 2 atanh((n-d)/(n+d))."""
    z = ((num - den) << BITS) // (num + den)
    term, total, i = z, 0, 1
    while abs(term) > 1:
        total += term // i
        term = (term * z >> BITS) * z >> BITS
        i += 2
    return 2 * total


def exp_fraction(x):
    """2^(x / 64) * 2^BITS by Taylor's series."""
    r = ln(4, 3) + ln(3, 2)  # ln 2
    r = r * x // 64
    term, total, i = 1 << BITS, 0, 0
    while term:
        total += term
        i += 1
        term = (term * r >> BITS) // i
    return total


def nearest(v, shift):
    return (v + (1 << (shift - 1))) >> shift


def main():
    out = ["/* Written by tools/elementary_tables.py; do not edit. */",
           "#include <stdint.h>", ""]
    out.append("/* 2^(i / 64), 63 fraction bits. */")
    out.append("static const uint64_t power_of_two[64] = {")
    out += ["    UINT64_C(0x%016x)," % nearest(exp_fraction(i), BITS - 63)
            for i in range(64)]
    out += ["};", ""]
    out.append("/*")
    out.append(" * For a significand whose first seven fraction bits are i: c,"
               " about its")
    out.append(" * reciprocal times 512 (times 256 from sqrt 2 on, where the"
               " significand is")
    out.append(" * halved), and -ln of that reciprocal, 64 fraction bits.")
    out.append(" */")
    out.append("static const struct reciprocal {")
    out.append("    uint16_t c;")
    out.append("    int64_t minus_ln;")
    out.append("} reciprocals[128] = {")
    for i in range(128):
        halved = i >= 53
        middle = (256 + 2 * i + 1) / 512 if halved else (256 + 2 * i + 1) / 256
        c = round(512 / middle)
        if i == 0 or i == 127:
            c = 512
        v = -nearest(ln(c, 512), GUARD)
        out.append("    {%d, %s}," % (c, "INT64_C(%d)" % v))
    out += ["};", ""]
    with open(sys.argv[1], "w", encoding="ascii") as f:
        f.write("\n".join(out))


if __name__ == "__main__":
    main()
