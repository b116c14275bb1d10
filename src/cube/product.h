/* Internal to src/cube: one product, and the part of it that a thread has. */
#ifndef PTO_SRC_CUBE_PRODUCT_H
#define PTO_SRC_CUBE_PRODUCT_H

#include "cube/workspace.h"
#include "cube/cube.h"

typedef struct cube_product {
    const pto_cube_op *op;
    const cube_kernel *kernel;
    cube_term term;
    uint32_t floating;
    uint32_t watch; /* PTO_WIDE_WATCH, for FP32 terms */
} cube_product;

/* The part of a product that one thread computes. */
typedef struct cube_part {
    const cube_product *product;
    cube_scratch *scratch;
    uint64_t column, columns;  /* of D */
    uint32_t share, of_shares; /* which share of each block's rows */
    uint32_t flags[PTO_CUBE_BLOCKS];
    uint32_t saw_nan; /* bit i: in row block i */
} cube_part;

/* Rows of a block that a part owns. */
static inline uint64_t cube_share_begin(const cube_part *p, uint64_t m)
{
    return m * p->share / p->of_shares;
}

static inline uint64_t cube_share_end(const cube_part *p, uint64_t m)
{
    return m * (p->share + 1) / p->of_shares;
}

#endif
