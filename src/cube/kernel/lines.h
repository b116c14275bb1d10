/*
 * Loops over lines of words that every kernel file compiles for itself:
 * factors of scales, decoding by the portable functions, canonical NaNs.
 */
#include "cube/kernel/kernel.h"

#include <string.h>

static inline float lines_float(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/* 2^(code - 127): 0 is the subnormal 2^-127, 255 the NaN. */
static void lines_e8m0(const uint32_t *code, uint64_t n, uint32_t *factor)
{
    for (uint64_t i = 0; i < n; i++) {
        uint32_t bits = code[i] << 23;
        bits = code[i] == 0 ? 0x00400000 : bits;
        factor[i] = code[i] == 255 ? CUBE_QUIET_NAN : bits;
    }
}

/* Unit u (four lanes) of a HiF4 word: E6M2 and two one-bit exponents. */
static inline uint32_t lines_hif4(uint32_t word, uint32_t u)
{
    uint32_t base = (word & 0xff) << 21; /* exponent and fraction in place */
    uint32_t extra = (word >> (8 + u / 2) & 1) + (word >> (16 + u) & 1);
    uint32_t bits = base + ((127 - 48 + extra) << 23);
    return (word & 0xff) == 0xff ? CUBE_QUIET_NAN : bits;
}

static void lines_hif4_factors(const uint32_t *word, uint64_t n,
                               uint64_t word_step, uint64_t unit_step,
                               uint32_t *factor)
{
    if (unit_step == 1) {
        for (uint64_t i = 0; i < n; i++)
            for (uint32_t u = 0; u < CUBE_HIF4_UNITS; u++)
                factor[i * word_step + u] = lines_hif4(word[i], u);
        return;
    }
    for (uint32_t u = 0; u < CUBE_HIF4_UNITS; u++)
        for (uint64_t i = 0; i < n; i++)
            factor[u * unit_step + i * word_step] = lines_hif4(word[i], u);
}

static void lines_factors(const uint32_t *code, uint64_t n, bool hif4,
                          uint64_t word_step, uint64_t unit_step,
                          uint32_t *factor)
{
    if (hif4)
        lines_hif4_factors(code, n, word_step, unit_step, factor);
    else
        lines_e8m0(code, n, factor);
}

static inline void lines_scale(uint32_t *words, const float *by, uint64_t n,
                               uint32_t unit)
{
    for (uint64_t k = 0; k < n; k += unit) {
        uint64_t end = n - k < unit ? n : k + unit;
        for (uint64_t i = k; i < end; i++) {
            float x = lines_float(words[i]) * by[k / unit];
            memcpy(words + i, &x, sizeof x);
        }
    }
}

static inline void lines_scale_each(uint32_t *words, const float *by,
                                    uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        float x = lines_float(words[i]) * by[i];
        memcpy(words + i, &x, sizeof x);
    }
}

/* The factors of one decoded line, in place. */
static inline void lines_apply(const cube_lines *l, uint64_t line)
{
    uint32_t *out = l->out + line * l->out_pitch;
    if (l->along)
        lines_scale(out, l->factors + line * l->factor_pitch, l->n, l->unit);
    else
        lines_scale_each(
            out, l->factors + (l->first_k + line) / l->unit * l->factor_pitch,
            l->n);
}

/* Canonical NaNs; was there any? */
static bool lines_canonical(uint32_t *d, uint64_t n)
{
    uint32_t seen = 0;
    for (uint64_t i = 0; i < n; i++) {
        bool nan = (d[i] & 0x7fffffff) > 0x7f800000;
        d[i] = nan ? CUBE_QUIET_NAN : d[i];
        seen |= nan;
    }
    return seen;
}
