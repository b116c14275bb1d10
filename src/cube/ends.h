/* Internal to src/cube: the two ends of an accumulator. */
#ifndef PTO_SRC_CUBE_ENDS_H
#define PTO_SRC_CUBE_ENDS_H

#include "cube/product.h"

/* D of a part from C: zero needs nothing, the first block starts fresh. */
void cube_start(cube_part *part);
/* Canonical NaNs, integer bias. */
void cube_finish(cube_part *part);

#endif
