/* Internal to src/cube: blocks of operands in the form the kernels read. */
#ifndef PTO_SRC_CUBE_PACK_H
#define PTO_SRC_CUBE_PACK_H

#include "cube/kernel/kernel.h"
#include "cube/cube.h"

static inline size_t cube_term_bytes(cube_term t)
{
    return t == CUBE_TERM_F64 ? 8 : 4; /* small integers share a word */
}

/* One operand while it is being packed, and what packing it takes. */
typedef struct cube_packer {
    const cube_kernel *kernel;
    const pto_view *view, *scale;
    cube_codes *table;
    cube_term term;
    bool is_a;
    bool biased;     /* A: a one follows the last term, for the bias */
    uint8_t *raw;    /* a raw line */
    uint32_t *words; /* a block before conversion */
    uint32_t *lines; /* 16 lines before transposition */
    uint32_t *codes; /* scale codes of a block */
    float *factors;  /* their values */
} cube_packer;

enum { CUBE_MAX_UNITS = CUBE_BLOCK_K / CUBE_UNIT_LANES };

/*
 * Rows [m0, m0 + rows) of A, terms [k0, k0 + kc): out[row * CUBE_PITCH_K + k].
 * With `biased` a one follows as an extra term.
 */
void cube_pack_a(const cube_packer *p, uint64_t m0, uint32_t rows, uint64_t k0,
                 uint32_t kc, void *out);

/*
 * Columns [n0, n0 + columns) of B as one panel [k][width]; columns beyond are
 * copies of the last one, so that they raise no flags of their own.
 */
void cube_pack_b(const cube_packer *p, uint64_t n0, uint32_t columns,
                 uint32_t width, uint64_t k0, uint32_t kc, void *out);

/* The bias [1, N] as one more line of a panel: its factor in A is one. */
void cube_pack_bias(const cube_packer *p, const pto_view *bias, uint64_t n0,
                    uint32_t columns, uint32_t width, void *line);

/* Rows of raw 32-bit elements [row, column) into out. */
void cube_copy_words(const pto_view *v, uint64_t row, uint64_t column,
                     uint64_t n, uint32_t *out, uint8_t *raw);

#endif
