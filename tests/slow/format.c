/* The 25 types as the published contract states them, and what a code means. */
#include "slow/slow.h"

#include <math.h>
#include <string.h>

/* name code family special bits exp frac bias pad unused gradual
 * largest smallest-normal deepest canonical-NaN */
const slow_format slow_formats[SLOW_FORMATS] = {
    {"FP64", 0, SLOW_BINARY, SLOW_INF_AND_NAN, 64, 11, 52, 1023, 0, 0, true,
     0x1.fffffffffffffp1023, 0x1p-1022, -1022, 0x7FF8000000000000},
    {"FP32", 1, SLOW_BINARY, SLOW_INF_AND_NAN, 32, 8, 23, 127, 0, 0, true,
     0x1.fffffep127, 0x1p-126, -126, 0x7FC00000},
    {"TF32", 2, SLOW_BINARY, SLOW_INF_AND_NAN, 32, 8, 10, 127, 13, 0, true,
     0x1.ffcp127, 0x1p-126, -126, 0x7FC00000},
    {"HF32", 3, SLOW_BINARY, SLOW_INF_AND_NAN, 32, 8, 11, 127, 12, 0, true,
     0x1.ffep127, 0x1p-126, -126, 0x7FC00000},
    {"FP16", 4, SLOW_BINARY, SLOW_INF_AND_NAN, 16, 5, 10, 15, 0, 0, true, 65504,
     0x1p-14, -14, 0x7E00},
    {"BF16", 5, SLOW_BINARY, SLOW_INF_AND_NAN, 16, 8, 7, 127, 0, 0, true,
     0x1.fep127, 0x1p-126, -126, 0x7FC0},
    {"HiF8", 6, SLOW_TAPERED, SLOW_INF_AND_NAN, 8, 0, 0, 0, 0, 0, true, 32768,
     0x1p-15, -22, 0x80},
    {"E4M3", 7, SLOW_BINARY, SLOW_ONE_NAN, 8, 4, 3, 7, 0, 0, true, 448, 0x1p-6,
     -6, 0x7F},
    {"E5M2", 8, SLOW_BINARY, SLOW_INF_AND_NAN, 8, 5, 2, 15, 0, 0, true, 57344,
     0x1p-14, -14, 0x7E},
    {"E3M2", 9, SLOW_BINARY, SLOW_FINITE_ONLY, 8, 3, 2, 3, 0, 2, true, 28, 0.25,
     -2, 0},
    {"E2M3", 10, SLOW_BINARY, SLOW_FINITE_ONLY, 8, 2, 3, 1, 0, 2, true, 7.5, 1,
     0, 0},
    {"E2M1X2", 11, SLOW_BINARY, SLOW_FINITE_ONLY, 4, 2, 1, 1, 0, 0, false, 6,
     0.5, 0, 0},
    {"E1M2X2", 12, SLOW_BINARY, SLOW_FINITE_ONLY, 4, 1, 2, 1, 0, 0, false, 1.75,
     0.25, 0, 0},
    {"E8M0", 13, SLOW_POWER, SLOW_ONE_NAN, 8, 8, 0, 127, 0, 0, false, 0x1p127,
     0x1p-127, -127, 0xFF},
    {"HiF4X2", 14, SLOW_BINARY, SLOW_FINITE_ONLY, 4, 1, 2, 1, 0, 0, false, 1.75,
     0.25, 0, 0},
    {"S64", 16, SLOW_SIGNED, SLOW_FINITE_ONLY, 64, 0, 0, 0, 0, 0, false, 0, 0,
     0, 0},
    {"S32", 17, SLOW_SIGNED, SLOW_FINITE_ONLY, 32, 0, 0, 0, 0, 0, false, 0, 0,
     0, 0},
    {"S16", 18, SLOW_SIGNED, SLOW_FINITE_ONLY, 16, 0, 0, 0, 0, 0, false, 0, 0,
     0, 0},
    {"S8", 19, SLOW_SIGNED, SLOW_FINITE_ONLY, 8, 0, 0, 0, 0, 0, false, 0, 0, 0,
     0},
    {"S4X2", 20, SLOW_SIGNED, SLOW_FINITE_ONLY, 4, 0, 0, 0, 0, 0, false, 0, 0,
     0, 0},
    {"U64", 24, SLOW_UNSIGNED, SLOW_FINITE_ONLY, 64, 0, 0, 0, 0, 0, false, 0, 0,
     0, 0},
    {"U32", 25, SLOW_UNSIGNED, SLOW_FINITE_ONLY, 32, 0, 0, 0, 0, 0, false, 0, 0,
     0, 0},
    {"U16", 26, SLOW_UNSIGNED, SLOW_FINITE_ONLY, 16, 0, 0, 0, 0, 0, false, 0, 0,
     0, 0},
    {"U8", 27, SLOW_UNSIGNED, SLOW_FINITE_ONLY, 8, 0, 0, 0, 0, 0, false, 0, 0,
     0, 0},
    {"U4X2", 28, SLOW_UNSIGNED, SLOW_FINITE_ONLY, 4, 0, 0, 0, 0, 0, false, 0, 0,
     0, 0},
};

static const char *const modes[SLOW_MODES] = {"RNE", "RTM", "RTP", "RTZ",
                                              "RNA", "RTO", "RHB"};

const slow_format *slow_format_of(int code)
{
    for (int i = 0; i < SLOW_FORMATS; i++)
        if (slow_formats[i].code == code)
            return &slow_formats[i];
    return NULL;
}

const slow_format *slow_format_named(const char *name)
{
    for (int i = 0; i < SLOW_FORMATS; i++)
        if (!strcmp(slow_formats[i].name, name))
            return &slow_formats[i];
    return NULL;
}

slow_mode slow_mode_named(const char *name)
{
    int m = 0;
    while (m < SLOW_MODES && strcmp(modes[m], name) != 0)
        m++;
    return (slow_mode)m;
}

const char *slow_mode_name(slow_mode m)
{
    return modes[m];
}

bool slow_is_integer(const slow_format *f)
{
    return f->family == SLOW_SIGNED || f->family == SLOW_UNSIGNED;
}

static uint64_t field(uint64_t bits, int low, int width)
{
    if (width == 0)
        return 0;
    return bits << (64 - low - width) >> (64 - width);
}

static slow_value finite(bool negative, uint64_t m, int e)
{
    slow_value v = {.kind = m ? SLOW_FINITE : SLOW_ZERO};
    v.negative = negative;
    v.m = m;
    v.e = m ? e : 0;
    return v;
}

/* (-1)^S 2^(E-bias) (1 + M/2^f), or with E = 0: 2^(1-bias) (M/2^f). */
static slow_value decode_binary(const slow_format *f, uint64_t bits)
{
    uint64_t M = field(bits, f->padding, f->fraction);
    uint64_t E = field(bits, f->padding + f->fraction, f->exponent);
    bool S = field(bits, f->bits - f->unused - 1, 1);
    uint64_t top = field(~UINT64_C(0), 0, f->exponent);
    uint64_t ones = field(~UINT64_C(0), 0, f->fraction);

    if (f->special == SLOW_INF_AND_NAN && E == top) {
        slow_value v = {.kind = SLOW_INF, .negative = S};
        if (M)
            v.kind = field(M, f->fraction - 1, 1) ? SLOW_QNAN : SLOW_SNAN;
        return v;
    }
    if (f->special == SLOW_ONE_NAN && E == top && M == ones)
        return (slow_value){.kind = SLOW_QNAN, .negative = S};
    if (E == 0)
        return finite(S, M, 1 - f->bias - f->fraction);
    return finite(S, M + (UINT64_C(1) << f->fraction),
                  (int)E - f->bias - f->fraction);
}

/* The dot prefix tells how many exponent bits D and mantissa bits follow. */
static slow_value decode_tapered(uint64_t bits)
{
    bool S = bits & 0x80;
    unsigned low = (unsigned)bits & 0x7F;
    if (bits == 0x80)
        return (slow_value){.kind = SLOW_QNAN};
    if (low == 0x6F)
        return (slow_value){.kind = SLOW_INF, .negative = S};
    if (low < 8) /* prefix 0000: the code counts powers of two */
        return finite(S, low != 0, (int)low - 23);
    if (low < 16) /* prefix 0001 */
        return finite(S, 8 + (low & 7), -3);

    int D, mantissa_bits;
    if (low < 32)
        D = 1, mantissa_bits = 3;
    else if (low < 64)
        D = 2, mantissa_bits = 3;
    else if (low < 96)
        D = 3, mantissa_bits = 2;
    else
        D = 4, mantissa_bits = 1;
    int stored = (int)field(low, mantissa_bits, D - 1);
    int magnitude = (1 << (D - 1)) + stored;
    bool exponent_negative = field(low, mantissa_bits + D - 1, 1);
    int E = exponent_negative ? -magnitude : magnitude;
    uint64_t M = field(low, 0, mantissa_bits);
    return finite(S, M + (UINT64_C(1) << mantissa_bits), E - mantissa_bits);
}

static slow_value decode_integer(const slow_format *f, uint64_t bits)
{
    bool S = f->family == SLOW_SIGNED && field(bits, f->bits - 1, 1);
    uint64_t magnitude = S ? field(0 - bits, 0, f->bits) : bits;
    return finite(S, magnitude, 0);
}

slow_value slow_decode(const slow_format *f, uint64_t bits)
{
    bits = field(bits, 0, f->bits);
    if (field(bits, 0, f->padding) ||
        field(bits, f->bits - f->unused, f->unused))
        return (slow_value){.kind = SLOW_INVALID};
    switch (f->family) {
    case SLOW_BINARY: return decode_binary(f, bits);
    case SLOW_TAPERED: return decode_tapered(bits);
    case SLOW_SIGNED:
    case SLOW_UNSIGNED: return decode_integer(f, bits);
    case SLOW_POWER: break;
    }
    if (bits == f->quiet)
        return (slow_value){.kind = SLOW_QNAN};
    uint64_t E = field(bits, f->fraction, f->exponent);
    uint64_t M = field(bits, 0, f->fraction);
    return finite(false, M + (UINT64_C(1) << f->fraction),
                  (int)E - f->bias - f->fraction);
}

const char *slow_class(const slow_format *f, uint64_t bits)
{
    static const char *const names[][2] = {{"+zero", "-zero"},
                                           {"+normal", "-normal"},
                                           {"+inf", "-inf"},
                                           {"qnan", "qnan"},
                                           {"snan", "snan"},
                                           {"invalid", "invalid"},
                                           {"+subnormal", "-subnormal"}};
    slow_value v = slow_decode(f, bits);
    int row = (int)v.kind;
    if (v.kind == SLOW_FINITE && f->gradual &&
        ldexp((double)v.m, v.e) < f->smallest)
        row = 6;
    return names[row][v.negative];
}
