/* Numeric profiles: who computes where revisions leave the numbers open. */
#ifndef PTO_PROFILE_H
#define PTO_PROFILE_H

#include "pto/api.h"

typedef struct pto_profile pto_profile;

/* "ieee" (also for NULL) or "pto-v0"; NULL for any other name. */
PTO_API const pto_profile *pto_profile_find(const char *name);
PTO_API const char *pto_profile_name(const pto_profile *p);

#endif
