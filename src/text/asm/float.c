/* Floating-point numbers as data. */
#include "text/asm/asm.h"

#include <fenv.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include "base/bits.h"

typedef struct float_format {
    unsigned bytes, exponent_bits, fraction_bits;
} float_format;

/* By the argument of the directive's row: the bits of the fraction. */
static const float_format *float_format_of(int fraction_bits)
{
    static const float_format formats[] = {
        {8, 11, 52}, {4, 8, 23}, {2, 5, 10}, {2, 8, 7}};
    const float_format *f = formats;
    while ((int)f->fraction_bits != fraction_bits)
        f++;
    return f;
}

static uint64_t bits_of(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

/*
 * Rounded to odd: of the two neighbours of an inexact value the one whose last
 * bit is set, so that rounding once more rounds as if for the first time.
 */
static uint64_t parse_odd(const char *p, char **end)
{
    int mode = fegetround();
    fesetround(FE_DOWNWARD);
    uint64_t low = bits_of(strtod(p, end));
    fesetround(FE_UPWARD);
    uint64_t high = bits_of(strtod(p, end));
    fesetround(mode);
    return low == high || low & 1 ? low : high;
}

/* The bits of a double in a smaller format, to the nearest even. */
static uint64_t narrow(const float_format *f, uint64_t bits)
{
    int64_t bias = (INT64_C(1) << (f->exponent_bits - 1)) - 1;
    uint64_t infinity = pto_low_bits(f->exponent_bits) << f->fraction_bits;
    uint64_t fraction = bits & pto_low_bits(52), is_nan = fraction != 0;
    int64_t exponent = (int64_t)(bits >> 52 & 0x7ff) - 1023 + bias;
    if ((bits >> 52 & 0x7ff) == 0x7ff)
        return infinity | is_nan << (f->fraction_bits - 1);
    int64_t shift = 52 - (int64_t)f->fraction_bits;
    if (exponent <= 0) { /* a subnormal, or too small for any */
        shift = shift + 1 - exponent < 63 ? shift + 1 - exponent : 63;
        exponent = 1;
    }
    uint64_t value = fraction | UINT64_C(1) << 52;
    uint64_t kept = value >> shift,
             rest = value & pto_low_bits((unsigned)shift);
    uint64_t half = UINT64_C(1) << (shift - 1);
    kept += rest > half || (rest == half && kept & 1);
    kept += (uint64_t)(exponent - 1) << f->fraction_bits;
    return kept < infinity ? kept : infinity;
}

static uint64_t parse_bits(const char *p, const float_format *f, char **end)
{
    unsigned width = 8 * f->bytes;
    if (width == 64)
        return bits_of(strtod(p, end));
    uint64_t bits = parse_odd(p, end);
    return narrow(f, bits) | bits >> 63 << (width - 1);
}

/* As strtod reads it under the C locale: the decimal point is a point. */
static const char *parse_float(const char *p, const float_format *f,
                               uint8_t *bytes)
{
    char *end = (char *)p;
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t old = c ? uselocale(c) : (locale_t)0;
    pto_store_le(bytes, f->bytes, parse_bits(p, f, &end));
    if (c) {
        uselocale(old);
        freelocale(c);
    }
    return end;
}

static bool floating(asm_stmt *s, const float_format *f)
{
    uint8_t bytes[8];
    pto_asm_skip(s);
    const char *p = s->p;
    if (p[0] == '0' && p[1] && strchr("fFdD", p[1]))
        p += 2; /* GNU's 0f1.5 */
    const char *end = parse_float(p, f, bytes);
    if (end == p || pto_asm_is_name(*end))
        return pto_asm_expected(s, "a floating-point number");
    s->p = end;
    return pto_asm_emit(s, bytes, f->bytes);
}

bool pto_asm_do_floats(asm_stmt *s, int fraction_bits)
{
    if (pto_asm_at_end(s))
        return true;
    do {
        if (!floating(s, float_format_of(fraction_bits)))
            return false;
    } while (pto_asm_take(s, ','));
    return pto_asm_end(s);
}
