/* Internal to src/cube: which products there are. */
#ifndef PTO_SRC_CUBE_CHECK_H
#define PTO_SRC_CUBE_CHECK_H

#include "pto/cube.h"
#include "cube/cube.h"

/* PTO_BAD_ARGUMENT, with a sentence, for what no kernel computes. */
pto_status cube_check(const pto_cube_op *op, pto_error *e);

#endif
