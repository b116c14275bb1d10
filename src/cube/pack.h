/* Internal to src/cube: blocks of operands in the form the kernels read. */
#ifndef PTO_SRC_CUBE_PACK_H
#define PTO_SRC_CUBE_PACK_H

#include "cube/kernel/kernel.h"

/* What a term is made of. */
typedef enum pto_term {
    PTO_TERM_F32,
    PTO_TERM_F64,
    PTO_TERM_S16,
    PTO_TERM_S32
} pto_term;

static inline size_t pto_term_bytes(pto_term t)
{
    return t == PTO_TERM_F64 ? 8 : 4; /* a pair of 16-bit integers is a word */
}

/* One operand while it is being packed, and what packing it takes. */
typedef struct pto_packer {
    const pto_kernel *kernel;
    const pto_view *view, *scale;
    pto_code_table *table;
    pto_term term;
    bool is_a;
    bool biased;     /* A: a one follows the last term, for the bias */
    uint8_t *raw;    /* a raw line */
    uint32_t *words; /* a block before conversion */
    uint32_t *lines; /* 16 lines before transposition */
    uint32_t *codes; /* scale codes of a block */
    float *factors;  /* their values */
} pto_packer;

enum { PTO_MAX_UNITS = PTO_BLOCK_K / PTO_UNIT_LANES };

/*
 * Rows [m0, m0 + rows) of A, terms [k0, k0 + kc): out[row * PTO_PITCH_K + k].
 * With `biased` a one follows as an extra term.
 */
void pto_pack_a(const pto_packer *p, uint64_t m0, uint32_t rows, uint64_t k0,
                uint32_t kc, void *out);

/*
 * Columns [n0, n0 + columns) of B as one panel [k][width]; columns beyond are
 * copies of the last one, so that they raise no flags of their own.
 */
void pto_pack_b(const pto_packer *p, uint64_t n0, uint32_t columns,
                uint32_t width, uint64_t k0, uint32_t kc, void *out);

/* The bias [1, N] as one more line of a panel: its factor in A is one. */
void pto_pack_bias(const pto_packer *p, const pto_view *bias, uint64_t n0,
                   uint32_t columns, uint32_t width, void *line);

/* Rows of raw 32-bit elements [row, column) into out. */
void pto_copy_words(const pto_view *v, uint64_t row, uint64_t column,
                    uint64_t n, uint32_t *out, uint8_t *raw);

#endif
