/* The table of tile operations and its look-ups. */
#include "pto/tile_op.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static const pto_tile_op ops[PTO_OP_COUNT] = {
#define TILE_OP(name, family, code, engine, group, roles, domain, datr) \
    {#name, #engine, #group, roles, #domain, PTO_FAMILY_##family, code, datr},
#include "pto/def/tile_op.def"
#undef TILE_OP
};

const pto_tile_op *pto_tile_op_get(unsigned id)
{
    return id < PTO_OP_COUNT ? &ops[id] : NULL;
}

unsigned pto_tile_op_find(pto_tile_family family, unsigned code)
{
    unsigned id = 0;
    while (id < PTO_OP_COUNT &&
           !(ops[id].family == family && ops[id].code == code))
        id++;
    return id;
}

static bool same_name(const char *row, const char *name, size_t length)
{
    if (strlen(row) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (toupper((unsigned char)name[i]) != row[i])
            return false;
    return true;
}

unsigned pto_tile_op_by_name(const char *name, size_t length)
{
    unsigned id = 0;
    while (id < PTO_OP_COUNT && !same_name(ops[id].name, name, length))
        id++;
    return id;
}
