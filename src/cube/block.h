/* Internal to src/cube: the terms of a product, block by block. */
#ifndef PTO_SRC_CUBE_BLOCK_H
#define PTO_SRC_CUBE_BLOCK_H

#include "cube/product.h"

/* Adds all terms of a part to its D. */
void cube_run_blocks(cube_part *part);

#endif
