/* Numbers from text: decimals of any length, hexadecimal floats, bits. */
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "num/num.h"
#include "num/text/big.h"

enum {
    DIGITS = 800,   /* more never decide a rounding; they count as sticky */
    EXPONENT = 400, /* every format's range lies within 10^+-400 */
    FAR = 1 << 16,  /* a binary exponent outside every format */
};

/* Of an exponent: no text has as many zeros to make up for it. */
static const long LIMIT = LONG_MAX / 8;

static pto_status malformed(const char *text, pto_error *e)
{
    return pto_fail(e, PTO_BAD_INPUT,
                    "'%.60s' is not a number; accepted are 0x bits, decimals, "
                    "hexadecimal floats like 0x1.8p3, inf and nan",
                    text);
}

/* Digits with one optional point: value = significant * base^scale. */
struct digits {
    big value;
    long scale;
    bool any, sticky;
};

static const char *take_digits(const char *p, bool hex, struct digits *d)
{
    bool point = false;
    unsigned kept = 0;
    for (;; p++) {
        if (*p == '.' && !point) {
            point = true;
            continue;
        }
        if (!(hex ? isxdigit((unsigned char)*p) : isdigit((unsigned char)*p)))
            return p;
        uint32_t digit =
            isdigit((unsigned char)*p)
                ? (uint32_t)(*p - '0')
                : (uint32_t)(tolower((unsigned char)*p) - 'a') + 10;
        d->any = true;
        if (kept >= DIGITS) {
            d->sticky |= digit != 0;
            d->scale += !point;
            continue;
        }
        kept += kept || digit;
        (void)big_mul(&d->value, hex ? 16 : 10, digit);
        d->scale -= point;
    }
}

/* An optional exponent after `mark`; false where it is malformed. */
static bool take_exponent(const char **p, char mark, long *exponent)
{
    *exponent = 0;
    if (tolower((unsigned char)**p) != mark)
        return true;
    const char *q = *p + 1;
    char *end;
    if (!isdigit((unsigned char)q[q[0] == '-' || q[0] == '+']))
        return false;
    *exponent = strtol(q, &end, 10);
    *exponent = *exponent > LIMIT    ? LIMIT
                : *exponent < -LIMIT ? -LIMIT
                                     : *exponent;
    *p = end;
    return true;
}

static struct num_wide far_away(bool huge)
{
    return (struct num_wide){
        {.part = PTO_PART_FINITE, .exp = huge ? FAR : -FAR, .sig = PTO_HALF},
        1};
}

/* b * 2^shift, and something below where sticky. */
static struct num_wide number_of(const big *b, int32_t shift, bool sticky)
{
    struct num_wide n = {{.part = PTO_PART_ZERO}, 0};
    unsigned bits = big_bits(b);
    if (!bits)
        return sticky ? far_away(false) : n;
    bool more;
    n.parts.part = PTO_PART_FINITE;
    n.parts.exp = (int32_t)bits - 1 + shift;
    n.parts.sig = big_top(b, bits, &more);
    if (more)
        n.low = big_top(b, bits - 64, &more);
    n.low |= more || sticky;
    return n;
}

/* value * 10^scale: powers of ten are multiplied or divided out nine a time. */
static struct num_wide decimal_number(struct digits *d)
{
    enum { CHUNK = 9, TEN_CHUNK = 1000000000 };
    if (!d->value.size)
        return number_of(&d->value, 0, false);
    long magnitude = d->scale + (long)(big_bits(&d->value) * 0.30103);
    if (magnitude > EXPONENT || magnitude < -EXPONENT)
        return far_away(magnitude > 0);
    uint32_t ten = 1;
    for (long i = labs(d->scale) % CHUNK; i; i--)
        ten *= 10;
    long chunks = labs(d->scale) / CHUNK;
    if (d->scale >= 0) {
        (void)big_mul(&d->value, ten, 0);
        while (chunks--)
            (void)big_mul(&d->value, TEN_CHUNK, 0);
        return number_of(&d->value, 0, d->sticky);
    }
    /* as many bits as 10^-scale has, and 70 for the quotient */
    unsigned shift = 70 + (unsigned)(-d->scale) * 10 / 3;
    (void)big_shift_left(&d->value, shift);
    bool sticky = d->sticky | (big_div(&d->value, ten) != 0);
    while (chunks--)
        sticky |= big_div(&d->value, TEN_CHUNK) != 0;
    return number_of(&d->value, -(int32_t)shift, sticky);
}

static pto_status parse_digits(const char *text, const char *p, bool hex,
                               struct num_wide *out, pto_error *e)
{
    struct digits d = {0};
    long exponent;
    p = take_digits(p, hex, &d);
    if (!d.any || !take_exponent(&p, hex ? 'p' : 'e', &exponent) || *p)
        return malformed(text, e);
    if (hex) {
        long shift = 4 * d.scale + exponent;
        if (shift > FAR || shift < -FAR)
            *out = d.value.size ? far_away(shift > 0)
                                : number_of(&d.value, 0, false);
        else
            *out = number_of(&d.value, (int32_t)shift, d.sticky);
        return PTO_OK;
    }
    d.scale += exponent;
    *out = decimal_number(&d);
    return PTO_OK;
}

static bool is_hex(const char *p)
{
    return p[0] == '0' && tolower((unsigned char)p[1]) == 'x';
}

static pto_status parse_number(const char *text, struct num_wide *out,
                               pto_error *e)
{
    const char *p = text;
    bool sign = *p == '-';
    p += *p == '-' || *p == '+';
    if (!strcasecmp(p, "inf") || !strcasecmp(p, "infinity"))
        *out = (struct num_wide){{.part = PTO_PART_INF}, 0};
    else if (!strcasecmp(p, "nan"))
        *out = (struct num_wide){{.part = PTO_PART_QNAN}, 0};
    else
        PTO_TRY(parse_digits(text, is_hex(p) ? p + 2 : p, is_hex(p), out, e));
    out->parts.sign = sign;
    return PTO_OK;
}

pto_status pto_parts_parse(const char *text, pto_parts *out, pto_error *e)
{
    struct num_wide n;
    PTO_TRY(parse_number(text, &n, e));
    *out = n.parts;
    out->sig |= n.low != 0;
    return PTO_OK;
}

/* 0x without a point or an exponent: the encoding itself. */
static bool is_bits(const char *text)
{
    return is_hex(text) && !strpbrk(text, ".pP");
}

pto_status pto_num_parse(pto_dtype t, const char *text, pto_fenv *env,
                         uint64_t *bits, pto_error *e)
{
    const pto_format *f = pto_format_get(t);
    struct num_wide n;
    if (!f)
        return pto_fail(e, PTO_BAD_ARGUMENT, "unassigned type %d", (int)t);
    if (!is_bits(text)) {
        PTO_TRY(parse_number(text, &n, e));
        *bits = num_pack_wide(f, n, env);
        return PTO_OK;
    }
    size_t digits = strspn(text + 2, "0123456789abcdefABCDEF");
    if (!digits || text[2 + digits])
        return malformed(text, e);
    const char *first = text + 2 + strspn(text + 2, "0");
    if (strlen(first) > 16)
        return pto_fail(e, PTO_BAD_INPUT, "'%.60s' has more than 64 bits",
                        text);
    *bits = strtoull(text + 2, NULL, 16);
    if (*bits & ~f->carrier_mask)
        return pto_fail(e, PTO_BAD_INPUT, "'%.60s' does not fit %s, %u bits",
                        text, f->name, f->storage_bits);
    return PTO_OK;
}
