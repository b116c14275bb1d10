/* The profiles by name. */
#include <string.h>
#include "model/model.h"

const pto_profile *pto_profile_find(const char *name)
{
    if (!name || !strcmp(name, num_profile_ieee.name))
        return &num_profile_ieee;
    return strcmp(name, model_v0.name) ? NULL : &model_v0;
}

const char *pto_profile_name(const pto_profile *p)
{
    return p->name;
}
