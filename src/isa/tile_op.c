/* The table of tile operations and its look-ups. */
#include "pto/tile_op.h"
#include "isa/isa.h"
#include "isa/when.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum {
    NONE = 0,
    TYPE = PTO_DATR_TYPE,
    LAYOUT = PTO_DATR_LAYOUT,
    PAD = PTO_DATR_PAD,
    CMODE = PTO_DATR_CMODE,
    RMODE = PTO_DATR_RMODE,
    SAT = PTO_DATR_SAT,
    CANON = PTO_DATR_CANON,
    FAMILY_VEC = PTO_FAMILY_TEPL,
    FAMILY_SFU = PTO_FAMILY_TEPL,
    FAMILY_TLSU = PTO_FAMILY_TLSU,
    FAMILY_CUBE = PTO_FAMILY_CUBE,
};

/* Destinations, sources and registers as one number. */
#define D +0x001
#define S +0x010
#define X +0x100

static const pto_tile_op ops[PTO_OP_COUNT] = {
#define TILE_OP(name, engine, code, group, roles, call, types, datr, domain, \
                when)                                                        \
    {#name,                                                                  \
     #engine,                                                                \
     #group,                                                                 \
     #roles,                                                                 \
     #domain,                                                                \
     FAMILY_##engine,                                                        \
     code,                                                                   \
     datr,                                                                   \
     (0 roles) % 0x010,                                                      \
     (0 roles) / 0x010 % 0x010,                                              \
     (0 roles) / 0x100,                                                      \
     PTO_WHEN(when)},
#include "pto/def/tile_op.def"
};

const pto_tile_op *pto_tile_op_get(unsigned id)
{
    return id < PTO_OP_COUNT ? &ops[id] : NULL;
}

bool pto_tile_op_exists(const pto_tile_op *op, const pto_isa *isa)
{
    return !isa || pto_when_holds(op->when, isa);
}

unsigned pto_tile_op_find(const pto_isa *isa, pto_tile_family family,
                          unsigned code)
{
    unsigned id = 0;
    while (id < PTO_OP_COUNT &&
           !(ops[id].family == family && ops[id].code == code &&
             pto_tile_op_exists(&ops[id], isa)))
        id++;
    return id;
}

/* TMATMUL_MX_ACC, also as its form says it: TMATMULMX.ACC. */
static bool same_name(const char *row, const char *name, size_t length)
{
    size_t i = 0;
    for (; *row; row++) {
        char c = i < length ? (char)toupper((unsigned char)name[i]) : 0;
        if (*row == c || (*row == '_' && c == '.'))
            i++;
        else if (strncmp(row, "_MX", 3))
            return false;
    }
    return i == length;
}

unsigned pto_tile_op_by_name(const pto_isa *isa, const char *name,
                             size_t length)
{
    unsigned id = 0;
    while (id < PTO_OP_COUNT && !(same_name(ops[id].name, name, length) &&
                                  pto_tile_op_exists(&ops[id], isa)))
        id++;
    return id;
}

unsigned pto_tile_op_of_form(const pto_isa *isa, const pto_form *f)
{
    static const char start[] = "BSTART.";
    const char *name = f->mnemonic + sizeof start - 1;
    unsigned id = 0;
    if (strncmp(f->mnemonic, start, sizeof start - 1))
        return PTO_OP_COUNT;
    while (id < PTO_OP_COUNT && !(ops[id].family != PTO_FAMILY_TEPL &&
                                  same_name(ops[id].name, name, strlen(name)) &&
                                  pto_tile_op_exists(&ops[id], isa)))
        id++;
    return id;
}
