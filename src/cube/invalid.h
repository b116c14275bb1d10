/* Internal to src/cube: which operands make a term invalid. */
#ifndef PTO_SRC_CUBE_INVALID_H
#define PTO_SRC_CUBE_INVALID_H

#include "cube/product.h"

/*
 * NV of signaling operands of a row block and of zero times infinity. Both make
 * NaNs, so this is only asked when one came out.
 */
uint32_t cube_invalid(const cube_product *product, uint64_t block,
                      cube_scratch *s);

#endif
