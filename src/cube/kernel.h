/* Internal to src/cube: what one instruction set has to offer. */
#ifndef PTO_SRC_CUBE_KERNEL_H
#define PTO_SRC_CUBE_KERNEL_H

#include "pto/cube.h"

enum {
    PTO_BLOCK_K = 512,    /* terms that one visit of a tile adds */
    PTO_PITCH_K = 528,    /* elements between packed rows of A; a bias is one
                             more term than PTO_BLOCK_K */
    PTO_BLOCK_ROWS = 192, /* rows of A packed at a time */
    PTO_MAX_ROWS = 6,     /* rows of one register tile */
    PTO_MAX_COLUMNS = 64  /* columns of one packed panel of B */
};

enum { PTO_QUIET_NAN = 0x7fc00000, PTO_SIGNALING_NAN = 0x7fa00000 };

/* Values of the codes of an 8-bit or smaller type: FP32 bits, or integers. */
typedef struct pto_code_table {
    uint32_t dtype, ready;
    uint32_t bits, must_be_zero;
    uint32_t value[256];
    uint16_t upper[256]; /* the upper halves; the lower are zero */
} pto_code_table;

/*
 * One register tile: `rows` (1..PTO_MAX_ROWS) rows by the panel's `columns`,
 * kc terms. A is packed rows PTO_PITCH_K apart, B is [kc][columns]. d holds
 * the accumulators, FP32 or 32-bit integers, `pitch` apart. With `fresh` they
 * start at zero, else at what d holds.
 */
typedef struct pto_register_tile {
    const void *a, *b;
    uint32_t *d;
    uint64_t pitch;
    uint32_t rows, columns, kc, fresh;
} pto_register_tile;

typedef struct pto_kernel {
    uint32_t level;
    uint32_t panel; /* columns of a full panel; a multiple of `step` */
    uint32_t step;  /* narrower panels are multiples of this */
    uint32_t rows;  /* rows of a full register tile */

    /*
     * FP32 operands, one native FMA a term. The processor's sticky flags
     * collect what happened. NULL: this level has no fused multiply-add.
     */
    void (*multiply_f32)(const pto_register_tile *t);
    /* FP64 operands, exact; the return value is the flags. */
    uint32_t (*multiply_f64)(const pto_register_tile *t);
    /* Pairs of 16-bit integers: a and b hold kc / 2 pairs in 32-bit words. */
    void (*multiply_s16)(const pto_register_tile *t);
    /* 32-bit integers. */
    void (*multiply_s32)(const pto_register_tile *t);

    /* n elements of a raw line as FP32 bits. */
    void (*decode)(const pto_code_table *table, const uint8_t *raw, uint64_t n,
                   uint32_t *out);
    /* out[i * pitch + j] = in[j][i] for 1..16 lines j of n words each. */
    void (*transpose)(const uint32_t *in, uint64_t in_pitch, uint32_t lines,
                      uint64_t n, uint32_t *out, uint64_t pitch);
    /* FP32 to FP64 bits; never touches a subnormal as an operand. */
    void (*widen)(const uint32_t *in, uint64_t n, double *out);
} pto_kernel;

const pto_kernel *pto_kernel_portable(void);
const pto_kernel *pto_kernel_avx2(void);
const pto_kernel *pto_kernel_avx512(void);
/* NULL where the level does not run on this processor. */
const pto_kernel *pto_kernel_get(unsigned level);
/* Do subnormal operands cost this processor a microcode assist? */
bool pto_subnormals_are_slow(void);

/* The portable functions that the other levels share. */
void pto_decode_portable(const pto_code_table *table, const uint8_t *raw,
                         uint64_t n, uint32_t *out);

#endif
