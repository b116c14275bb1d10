/* Which kernels run here; names and tests are pto/level.h's. */
#ifndef PTO_SRC_BASE_LEVEL_H
#define PTO_SRC_BASE_LEVEL_H

#include "pto/level.h"

/* The level that AUTO stands for here. */
unsigned pto_level_best(void);

#endif
