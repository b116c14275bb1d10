/* Exact values as decimals, hexadecimal floats and fractions. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "num/num.h"
#include "num/text/big.h"

enum {
    SHORT_DIGITS = 17, /* shown of a value with more than MOST_DIGITS */
    MOST_DIGITS = 20,
    PLAIN_ZEROS = 8,
    PLAIN_DIGITS = 40,
    ALL = 0
};

/* Text without an allocation, so that printing cannot fail. */
typedef struct text {
    char s[BIG_LIMBS * 10 + 64];
    size_t size;
} text;

static void put(text *t, const char *s, size_t n)
{
    memcpy(t->s + t->size, s, n);
    t->size += n;
    t->s[t->size] = '\0';
}

static void puts_to(text *t, const char *s)
{
    put(t, s, strlen(s));
}

static void put_form(text *t, const char *format, ...) PTO_PRINTF(2, 3);

static void put_form(text *t, const char *format, ...)
{
    char s[64];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(s, sizeof s, format, args);
    va_end(args);
    puts_to(t, s);
}

/* odd * 2^exp */
struct dyadic {
    uint64_t odd;
    int32_t exp;
};

static struct dyadic reduced(pto_parts p)
{
    int zeros = __builtin_ctzll(p.sig);
    return (struct dyadic){p.sig >> zeros, p.exp - 63 + zeros};
}

/* All decimal digits of odd * 2^exp, value = 0.digits * 10^*point. */
static bool decimal_digits(struct dyadic d, text *digits, long *point)
{
    enum { TEN_NINE = 1000000000 };
    big b = big_from(d.odd);
    bool fits = d.exp < 0 || big_shift_left(&b, (unsigned)d.exp);
    for (int32_t i = d.exp; i < 0 && fits; i++)
        fits = big_mul(&b, 5, 0);
    if (!fits)
        return false;
    char reversed[BIG_LIMBS * 10 + 10];
    size_t n = 0;
    while (b.size) {
        uint32_t chunk = big_div(&b, TEN_NINE);
        for (int i = 0; i < 9; i++, chunk /= 10)
            reversed[n++] = (char)('0' + chunk % 10);
    }
    while (n && reversed[n - 1] == '0')
        n--;
    *point = (long)n + (d.exp < 0 ? d.exp : 0);
    size_t low = 0;
    while (low < n && reversed[low] == '0')
        low++;
    while (n > low)
        put(digits, &reversed[--n], 1);
    return true;
}

/* Round the digit string to nearest, ties to even, at `keep` digits. */
static void round_digits(text *digits, size_t keep, long *point)
{
    if (digits->size <= keep)
        return;
    char *s = digits->s;
    bool more = digits->size > keep + 1;
    bool up = s[keep] > '5' || (s[keep] == '5' && (more || (s[keep - 1] & 1)));
    size_t n = keep;
    while (up && n && s[n - 1] == '9')
        n--;
    if (up && n)
        s[n - 1]++;
    if (up && !n) {
        s[0] = '1';
        n = 1;
        ++*point;
    }
    while (n > 1 && s[n - 1] == '0')
        n--;
    digits->size = n;
    s[n] = '\0';
}

/* Positional while no more than `plain` digits stand before the point. */
static void put_decimal(text *out, const text *digits, long point, long plain)
{
    long n = (long)digits->size;
    const char *s = digits->s;
    if (point > 0 && point <= plain) {
        for (long i = 0; i < n || i < point; i++) {
            if (i == point)
                puts_to(out, ".");
            put(out, i < n ? &s[i] : "0", 1);
        }
    } else if (point <= 0 && point > -PLAIN_ZEROS) {
        puts_to(out, "0.");
        for (long i = point; i < 0; i++)
            puts_to(out, "0");
        puts_to(out, s);
    } else {
        put(out, s, 1);
        if (n > 1) {
            puts_to(out, ".");
            puts_to(out, s + 1);
        }
        put_form(out, "e%+ld", point - 1);
    }
}

static void put_hex(text *out, pto_parts p)
{
    uint64_t frac = p.sig << 1;
    char digits[17];
    (void)snprintf(digits, sizeof digits, "%016" PRIx64, frac);
    size_t n = 16;
    while (n && digits[n - 1] == '0')
        n--;
    puts_to(out, n ? "0x1." : "0x1");
    put(out, digits, n);
    put_form(out, "p%+d", p.exp);
}

static void put_fraction(text *out, pto_parts p)
{
    struct dyadic d = reduced(p);
    if (d.exp >= 0 && p.exp <= 63)
        put_form(out, "%" PRIu64, d.odd << d.exp);
    else if (d.exp >= 0)
        put_form(out, "%" PRIu64 "*2^%d", d.odd, d.exp);
    else if (d.exp >= -62)
        put_form(out, "%" PRIu64 "/%" PRIu64, d.odd, UINT64_C(1) << -d.exp);
    else
        put_form(out, "%" PRIu64 "/2^%d", d.odd, -d.exp);
}

static void put_exact(text *out, pto_parts p, size_t keep)
{
    text digits = {.size = 0};
    long point;
    if (decimal_digits(reduced(p), &digits, &point)) {
        if (keep != ALL && digits.size > MOST_DIGITS)
            round_digits(&digits, keep, &point);
        put_decimal(out, &digits, point,
                    keep == ALL ? PLAIN_DIGITS : MOST_DIGITS);
    } else {
        put_hex(out, p);
    }
}

static void put_finite(text *out, pto_parts p, pto_num_style style)
{
    switch (style) {
    case PTO_STYLE_EXACT: put_exact(out, p, ALL); break;
    case PTO_STYLE_SHORT: put_exact(out, p, SHORT_DIGITS); break;
    case PTO_STYLE_HEX: put_hex(out, p); break;
    case PTO_STYLE_FRACTION: put_fraction(out, p); break;
    }
}

size_t pto_parts_print(pto_parts p, pto_num_style style, char *out, size_t size)
{
    text t = {.size = 0};
    bool nan = num_is_nan(p);
    if (p.sign && !nan)
        puts_to(&t, "-");
    switch ((pto_part)p.part) {
    case PTO_PART_ZERO: puts_to(&t, "0"); break;
    case PTO_PART_FINITE: put_finite(&t, p, style); break;
    case PTO_PART_INF: puts_to(&t, "inf"); break;
    case PTO_PART_QNAN: puts_to(&t, "nan"); break;
    case PTO_PART_SNAN: puts_to(&t, "snan"); break;
    }
    return (size_t)snprintf(out, size, "%s", t.s);
}

size_t pto_num_print(pto_dtype t, uint64_t bits, pto_num_style style, char *out,
                     size_t size)
{
    if (pto_encoding_valid(t, bits))
        return pto_parts_print(pto_unpack(t, bits), style, out, size);
    return (size_t)snprintf(out, size, "invalid");
}
