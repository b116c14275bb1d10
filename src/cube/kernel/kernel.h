/* Internal to src/cube: what one instruction set has to offer. */
#ifndef PTO_SRC_CUBE_KERNEL_H
#define PTO_SRC_CUBE_KERNEL_H

#include <fenv.h>
#include "pto/cube.h"

enum {
    CUBE_BLOCK_K = 512,    /* terms that one visit of a tile adds */
    CUBE_PITCH_K = 528,    /* elements between packed rows of A; a bias is one
                             more term than CUBE_BLOCK_K */
    CUBE_BLOCK_ROWS = 192, /* rows of A packed at a time */
    CUBE_MAX_ROWS = 6,     /* rows of one register tile */
    CUBE_MAX_COLUMNS = 64  /* columns of one packed panel of B */
};

enum { CUBE_QUIET_NAN = 0x7fc00000, CUBE_SIGNALING_NAN = 0x7fa00000 };

/*
 * How the elements of a type become words: by a loop of its own where its
 * layout is one of these, else one by one.
 */
typedef enum cube_coding {
    CUBE_ONE_BY_ONE,
    CUBE_WORDS,  /* FP32, the low bits of `must_be_zero` clear */
    CUBE_HALVES, /* FP16 */
    CUBE_UPPER,  /* BF16 */
    CUBE_S16,
    CUBE_U16,
    CUBE_S8,
    CUBE_U8,
    CUBE_BYTES,  /* codes of 8 bits, their values upper halves */
    CUBE_NIBBLES /* codes of 4 bits */
} cube_coding;

/* Values of the codes of an 8-bit or smaller type: FP32 bits, or integers. */
typedef struct cube_codes {
    uint32_t dtype, ready;
    uint32_t coding; /* cube_coding */
    uint32_t must_be_zero;
    uint32_t value[256];
    uint16_t upper[256]; /* the upper halves; CUBE_BYTES: the lower are zero */
} cube_codes;

enum { CUBE_HIF4_UNITS = 16, CUBE_UNIT_LANES = 4 };

/* The loop below is unrolled whole, so that its array lives in registers. */
#if defined(__clang__)
#define CUBE_UNROLL _Pragma("unroll")
#elif defined(__GNUC__)
#define CUBE_UNROLL _Pragma("GCC unroll 32")
#else
#define CUBE_UNROLL
#endif

/*
 * Lines of one operand on their way to words. `factors` (or NULL) multiply
 * them: along K with one factor for every `unit` elements of a line,
 * factors[line * factor_pitch + element / unit]; or across K, where line i is
 * position first_k + i, factors[position / unit * factor_pitch + element].
 */
typedef struct cube_lines {
    const cube_codes *table;
    const uint8_t *raw;
    uint64_t raw_pitch; /* bytes */
    uint64_t lines, n;
    uint32_t *out;
    uint64_t out_pitch;
    const float *factors;
    uint64_t factor_pitch, first_k;
    uint32_t unit, along;
} cube_lines;

/* What a term is made of. */
typedef enum cube_term {
    CUBE_TERM_F32, /* one native FMA a term */
    CUBE_TERM_F64, /* an exact container */
    CUBE_TERM_S8,  /* four in a word; those of A have 128 added */
    CUBE_TERM_S16, /* pairs */
    CUBE_TERM_S32,
    CUBE_TERMS
} cube_term;

static inline uint32_t cube_terms_a_word(cube_term t)
{
    return t == CUBE_TERM_S8 ? 4 : t == CUBE_TERM_S16 ? 2 : 1;
}

/* Words along K; what lacks to a whole one is zero. */
static inline uint32_t cube_steps(cube_term t, uint32_t terms)
{
    return (terms + cube_terms_a_word(t) - 1) / cube_terms_a_word(t);
}

/*
 * One register tile: `rows` (1..CUBE_MAX_ROWS) rows by the panel's `columns`,
 * `steps` words of terms (cube_terms_a_word). Rows of A lie
 * CUBE_PITCH_K words apart, B is [steps][columns]. d holds the accumulators,
 * FP32 or 32-bit integers, `pitch` apart. With `fresh` they start at zero, else
 * at what d holds; `less` (or NULL) is a line that is taken from every row of
 * integers. Flags already `known` need no finding.
 */
typedef struct cube_tile {
    const void *a, *b;
    const uint32_t *less;
    uint32_t *d;
    uint64_t pitch;
    uint32_t rows, columns, steps, fresh, known;
} cube_tile;

enum { CUBE_SUBNORMAL = 0x100 };

/* The caller's floating-point environment. */
typedef union cube_host_state {
    uint32_t control;
    fenv_t environment;
} cube_host_state;

typedef struct cube_kernel {
    uint32_t level;
    uint32_t panel; /* columns of a full panel; a multiple of `step` */
    uint32_t step;  /* narrower panels are multiples of this */
    uint32_t rows;  /* rows of a full register tile */

    /*
     * Between these the processor rounds to nearest, flushes nothing and
     * traps nothing.
     */
    cube_host_state (*enter)(void);
    void (*leave)(cube_host_state callers);
    /*
     * The flags that the processor raised since enter or the last call, with
     * CUBE_SUBNORMAL where a subnormal was an operand or a tiny result was
     * inexact; 0 where terms report their flags themselves.
     */
    uint32_t (*collect)(void);

    /*
     * By cube_term. CUBE_TERM_F64 returns its flags; the sticky flags of the
     * processor collect those of CUBE_TERM_F32. NULL: CUBE_TERM_F32 where there
     * is no fused multiply-add, CUBE_TERM_S8 unless cube_bytes_are_fast.
     */
    uint32_t (*multiply[CUBE_TERMS])(const cube_tile *t);

    /* Raw lines to words, scaled where factors are given. */
    void (*decode)(const cube_lines *lines);
    /*
     * Factors of n scale codes: E8M0 gives factor[i]; a HiF4 word gives
     * factor[i * word_step + u * unit_step] for its sixteen units u.
     */
    void (*factors)(const uint32_t *code, uint64_t n, bool hif4,
                    uint64_t word_step, uint64_t unit_step, uint32_t *factor);
    /* NaNs of a line become canonical; returns whether there was one. */
    bool (*canonical)(uint32_t *d, uint64_t n);
    /* out[i * pitch + j] = in[j][i] for 1..16 lines j of n words each. */
    void (*transpose)(const uint32_t *in, uint64_t in_pitch, uint32_t lines,
                      uint64_t n, uint32_t *out, uint64_t pitch);
    /* out[i] = lines[0][i] and above it three more, byte by byte. */
    void (*interleave)(const uint8_t *const lines[4], uint64_t n,
                       uint32_t *out);
    /* FP32 to FP64 bits; never touches a subnormal as an operand. */
    void (*widen)(const uint32_t *in, uint64_t n, double *out);
} cube_kernel;

extern const cube_kernel cube_portable, cube_avx2, cube_avx512;

#endif
