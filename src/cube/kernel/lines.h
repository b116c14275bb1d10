/*
 * Loops over lines of words: factors of scales, raw codes to words,
 * transposition, canonical NaNs.
 */
#ifndef PTO_SRC_CUBE_KERNEL_LINES_H
#define PTO_SRC_CUBE_KERNEL_LINES_H

#include "cube/kernel/decode.h"
#include "cube/kernel/vector_portable.h"

enum { CUBE_RUN = 32 }; /* elements of one E8M0 scale */

static inline float cube_float(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/* 2^(code - 127): 0 is the subnormal 2^-127, 255 the NaN. */
static inline void cube_e8m0(const uint32_t *code, uint64_t n, uint32_t *factor)
{
    for (uint64_t i = 0; i < n; i++) {
        uint32_t bits = code[i] << 23;
        bits = code[i] == 0 ? 0x00400000 : bits;
        factor[i] = code[i] == 255 ? CUBE_QUIET_NAN : bits;
    }
}

/* Unit u (four lanes) of a HiF4 word: E6M2 and two one-bit exponents. */
static inline uint32_t cube_hif4(uint32_t word, uint32_t u)
{
    uint32_t base = (word & 0xff) << 21; /* exponent and fraction in place */
    uint32_t extra = (word >> (8 + u / 2) & 1) + (word >> (16 + u) & 1);
    uint32_t bits = base + ((127 - 48 + extra) << 23);
    return (word & 0xff) == 0xff ? CUBE_QUIET_NAN : bits;
}

static inline void cube_hif4_factors(const uint32_t *word, uint64_t n,
                                     uint64_t word_step, uint64_t unit_step,
                                     uint32_t *factor)
{
    if (unit_step == 1) {
        for (uint64_t i = 0; i < n; i++)
            for (uint32_t u = 0; u < CUBE_HIF4_UNITS; u++)
                factor[i * word_step + u] = cube_hif4(word[i], u);
        return;
    }
    for (uint32_t u = 0; u < CUBE_HIF4_UNITS; u++)
        for (uint64_t i = 0; i < n; i++)
            factor[u * unit_step + i * word_step] = cube_hif4(word[i], u);
}

static inline void cube_factors(const uint32_t *code, uint64_t n, bool hif4,
                                uint64_t word_step, uint64_t unit_step,
                                uint32_t *factor)
{
    if (hif4)
        cube_hif4_factors(code, n, word_step, unit_step, factor);
    else
        cube_e8m0(code, n, factor);
}

/* The factors of decoded lines, whatever their unit. */
static inline void cube_scale_lines(const cube_lines *l)
{
    for (uint64_t line = 0; line < l->lines; line++) {
        uint64_t row = l->along ? line : (l->first_k + line) / l->unit;
        const float *by = l->factors + row * l->factor_pitch;
        uint32_t *out = l->out + line * l->out_pitch;
        for (uint64_t i = 0; i < l->n; i++) {
            float x = cube_float(out[i]) * by[l->along ? i / l->unit : i];
            memcpy(out + i, &x, sizeof x);
        }
    }
}

/* How a line is multiplied; a constant wherever it is asked for. */
typedef enum cube_scaling {
    CUBE_UNSCALED,
    CUBE_RUNS,  /* one factor for 32 elements */
    CUBE_FOURS, /* one for four */
    CUBE_EACH
} cube_scaling;

LANES v32 cube_scaled(cube_scaling how, const float *by, uint64_t i,
                      uint64_t left, v32 v)
{
    uint32_t bits;
    v32 f = v32_set(0);
    switch (how) {
    case CUBE_UNSCALED: return v;
    case CUBE_RUNS:
        memcpy(&bits, by + i / CUBE_RUN, sizeof bits);
        f = v32_set(bits);
        break;
    case CUBE_FOURS: f = cube_fours(by + i / CUBE_UNIT_LANES); break;
    case CUBE_EACH: f = cube_load_some(by + i, left); break;
    }
    return (v32)((f32)v * (f32)f);
}

LANES void cube_put(cube_scaling how, const float *by, uint64_t i,
                    uint64_t left, v32 v, uint32_t *out)
{
    cube_store_some(out + i, cube_scaled(how, by, i, left, v), left);
}

/* Bits that have to be zero and are not make a NaN. */
LANES v32 cube_valid(v32 v, uint32_t must_be_zero)
{
    v32 bad = (v32)((v & must_be_zero) != 0);
    return (v & ~bad) | (bad & CUBE_SIGNALING_NAN);
}

LANES v32 cube_extend(v32 v, uint32_t sign)
{
    return (v ^ sign) - sign;
}

/* What decoding looks up. */
typedef struct cube_tables {
    uint32_t must_be_zero;
    cube_table4 four;
    cube_table8 eight;
} cube_tables;

/* Elements from i on; `left` may be fewer than lanes. */
LANES v32 cube_read(cube_coding coding, const cube_tables *t,
                    const uint8_t *raw, uint64_t i, uint64_t left)
{
    switch (coding) {
    case CUBE_WORDS:
        return cube_valid(cube_load_some(raw + 4 * i, left), t->must_be_zero);
    case CUBE_HALVES: return cube_from_half(cube_load16(raw + 2 * i, left));
    case CUBE_S8: return cube_extend(cube_load8(raw + i, left), 0x80);
    case CUBE_U8: return cube_load8(raw + i, left);
    case CUBE_NIBBLES:
        return cube_look4(t->four, cube_load4(raw + i / 2, left));
    default: break;
    }
    v32 v = __builtin_convertvector(cube_load16(raw + 2 * i, left), v32);
    if (coding == CUBE_UPPER)
        return v << 16;
    return coding == CUBE_S16 ? cube_extend(v, 0x8000) : v;
}

LANES void cube_read_two(cube_coding coding, const cube_tables *t,
                         const uint8_t *raw, uint64_t i, uint64_t left,
                         v32 v[2])
{
    if (coding == CUBE_BYTES) {
        cube_look8(t->eight, cube_load8x2(raw + i, left), v);
        return;
    }
    v[0] = cube_read(coding, t, raw, i, left);
    if (left > CUBE_LANES)
        v[1] = cube_read(coding, t, raw, i + CUBE_LANES, left - CUBE_LANES);
}

enum { CUBE_PAIR = 2 * CUBE_LANES };

/* `left` is a constant but for the last elements. */
LANES void cube_decode_pair(cube_coding coding, cube_scaling how,
                            const cube_tables *t, const uint8_t *raw,
                            const float *by, uint64_t i, uint64_t left,
                            uint32_t *out)
{
    v32 v[2];
    cube_read_two(coding, t, raw, i, left, v);
    cube_put(how, by, i, left, v[0], out);
    if (left > CUBE_LANES)
        cube_put(how, by, i + CUBE_LANES, left - CUBE_LANES, v[1], out);
}

LANES void cube_decode_as(const cube_lines *l, cube_coding coding,
                          cube_scaling how)
{
    cube_tables t = {.must_be_zero = l->table->must_be_zero};
    if (coding == CUBE_NIBBLES)
        t.four = cube_table4_of(l->table);
    if (coding == CUBE_BYTES)
        t.eight = cube_table8_of(l->table);
    for (uint64_t line = 0; line < l->lines; line++) {
        const uint8_t *raw = l->raw + line * l->raw_pitch;
        uint32_t *out = l->out + line * l->out_pitch;
        uint64_t row = how == CUBE_EACH ? (l->first_k + line) / l->unit : line;
        const float *by =
            how == CUBE_UNSCALED ? NULL : l->factors + row * l->factor_pitch;
        uint64_t i = 0;
        for (; i + CUBE_PAIR <= l->n; i += CUBE_PAIR)
            cube_decode_pair(coding, how, &t, raw, by, i, CUBE_PAIR, out);
        if (i < l->n)
            cube_decode_pair(coding, how, &t, raw, by, i, l->n - i, out);
    }
}

/* The types that take scales, in the units that these have. */
LANES void cube_decode_scaled(const cube_lines *l, cube_coding coding)
{
    if (!l->factors) {
        cube_decode_as(l, coding, CUBE_UNSCALED);
    } else if (!l->along) {
        cube_decode_as(l, coding, CUBE_EACH);
    } else if (l->unit == CUBE_RUN) {
        cube_decode_as(l, coding, CUBE_RUNS);
    } else if (l->unit == CUBE_UNIT_LANES) {
        cube_decode_as(l, coding, CUBE_FOURS);
    } else {
        cube_decode_as(l, coding, CUBE_UNSCALED);
        cube_scale_lines(l);
    }
}

static inline void cube_decode_unscaled(const cube_lines *l)
{
    switch ((cube_coding)l->table->coding) {
    case CUBE_WORDS: cube_decode_as(l, CUBE_WORDS, CUBE_UNSCALED); break;
    case CUBE_HALVES: cube_decode_as(l, CUBE_HALVES, CUBE_UNSCALED); break;
    case CUBE_UPPER: cube_decode_as(l, CUBE_UPPER, CUBE_UNSCALED); break;
    case CUBE_S16: cube_decode_as(l, CUBE_S16, CUBE_UNSCALED); break;
    case CUBE_U16: cube_decode_as(l, CUBE_U16, CUBE_UNSCALED); break;
    case CUBE_S8: cube_decode_as(l, CUBE_S8, CUBE_UNSCALED); break;
    case CUBE_U8: cube_decode_as(l, CUBE_U8, CUBE_UNSCALED); break;
    case CUBE_ONE_BY_ONE:
    case CUBE_BYTES:
    case CUBE_NIBBLES: cube_decode_each(l); break;
    }
}

static inline void cube_decode(const cube_lines *l)
{
    if (l->table->coding == CUBE_BYTES) {
        cube_decode_scaled(l, CUBE_BYTES);
    } else if (l->table->coding == CUBE_NIBBLES) {
        cube_decode_scaled(l, CUBE_NIBBLES);
    } else {
        cube_decode_unscaled(l);
        if (l->factors)
            cube_scale_lines(l);
    }
}

/* out[i * pitch + j] = in[j][i], in squares of registers. */
static inline void cube_transpose(const uint32_t *in, uint64_t in_pitch,
                                  uint32_t lines, uint64_t n, uint32_t *out,
                                  uint64_t pitch)
{
    for (uint32_t j = 0; j < lines; j += CUBE_LANES) {
        for (uint64_t i = 0; i < n; i += CUBE_LANES) {
            v32 r[CUBE_LANES];
            for (uint32_t q = 0; q < CUBE_LANES; q++)
                r[q] = j + q < lines
                           ? cube_load_some(in + (j + q) * in_pitch + i, n - i)
                           : v32_set(0);
            cube_transpose_square(r);
            for (uint32_t q = 0; q < CUBE_LANES && i + q < n; q++)
                cube_store_some(out + (i + q) * pitch + j, r[q], lines - j);
        }
    }
}

static inline void cube_interleave(const uint8_t *const lines[4], uint64_t n,
                                   uint32_t *out)
{
    for (uint64_t i = 0; i < n; i++)
        out[i] = lines[0][i] | (uint32_t)lines[1][i] << 8 |
                 (uint32_t)lines[2][i] << 16 | (uint32_t)lines[3][i] << 24;
}

LANES uint32_t cube_nan(uint32_t bits)
{
    return (bits & 0x7fffffff) > 0x7f800000;
}

/* Canonical NaNs; was there any? Nothing is written where there was none. */
static inline bool cube_canonical(uint32_t *d, uint64_t n)
{
    uint32_t seen = 0;
    for (uint64_t i = 0; i < n; i++)
        seen |= cube_nan(d[i]);
    for (uint64_t i = 0; seen && i < n; i++)
        d[i] = cube_nan(d[i]) ? CUBE_QUIET_NAN : d[i];
    return seen;
}

#endif
