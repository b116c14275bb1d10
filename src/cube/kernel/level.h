/* Internal to src/cube: which kernels this processor runs. */
#ifndef PTO_SRC_CUBE_KERNEL_LEVEL_H
#define PTO_SRC_CUBE_KERNEL_LEVEL_H

#include "cube/kernel/kernel.h"

/* NULL where the level does not run on this processor. */
const cube_kernel *cube_kernel_get(unsigned level);
/* Do subnormal operands cost this processor a microcode assist? */
bool cube_subnormals_are_slow(void);
/* Does this processor multiply and add four bytes in one step (VNNI)? */
bool cube_bytes_are_fast(void);

#endif
