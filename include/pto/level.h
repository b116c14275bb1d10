/* Instruction sets of the kernels; every one gives the same bits and flags. */
#ifndef PTO_LEVEL_H
#define PTO_LEVEL_H

#include <stdbool.h>
#include "pto/api.h"

PTO_C_BEGIN

typedef enum pto_level {
#define LEVEL(name, text) PTO_LEVEL_##name,
#include "pto/def/level.def"
#undef LEVEL
    PTO_LEVELS
} pto_level;

PTO_API const char *pto_level_name(unsigned level);
/* Does this processor run the level? AUTO and PORTABLE always. */
PTO_API bool pto_level_available(unsigned level);

PTO_C_END

#endif
