/* Internal to src/cube: one product on its way through the blocks. */
#ifndef PTO_SRC_CUBE_MULTIPLY_H
#define PTO_SRC_CUBE_MULTIPLY_H

#include "cube/workspace.h"

typedef struct pto_product {
    const pto_cube_op *op;
    const pto_kernel *kernel;
    pto_term term;
    uint32_t floating;
    uint32_t watch; /* PTO_WIDE_WATCH, for FP32 terms */
} pto_product;

/* The part of a product that one thread computes. */
typedef struct pto_product_part {
    const pto_product *product;
    pto_scratch *scratch;
    uint64_t column, columns;  /* of D */
    uint32_t share, of_shares; /* which share of each block's rows */
    uint32_t flags[PTO_CUBE_BLOCKS];
    uint32_t saw_nan; /* bit i: in row block i */
} pto_product_part;

/* D of a part from C: zero needs nothing, the first block starts fresh. */
void pto_product_start(pto_product_part *part);
/* Canonical NaNs, integer bias. */
void pto_product_finish(pto_product_part *part);
void pto_product_run(pto_product_part *part);

/* Rows of a block that a part owns. */
static inline uint64_t pto_share_begin(const pto_product_part *p, uint64_t m)
{
    return m * p->share / p->of_shares;
}

static inline uint64_t pto_share_end(const pto_product_part *p, uint64_t m)
{
    return m * (p->share + 1) / p->of_shares;
}

/*
 * NV of signaling operands of a row block and of zero times infinity. Both make
 * NaNs, so this is only asked when one came out.
 */
uint32_t pto_product_invalid(const pto_product *product, uint64_t block,
                             pto_scratch *s);

#endif
