/* The domain ledger: which rounding rule each operation falls under. */
#include "pto/numeric.h"

enum domain_id {
#define DOMAIN(id, name, selector, rule, order) DOMAIN_##id,
#include "num/name/domain.def"
#undef DOMAIN
    DOMAIN_NONE
};

static const pto_domain domains[] = {
#define DOMAIN(id, name, selector, rule, order) {name, selector, rule, order},
#include "num/name/domain.def"
#undef DOMAIN
};

/* Rows of operations that never round have DOMAIN_NONE and are passed over. */
static const pto_domain_op ops[] = {
#define DOMAIN_OP(mnemonic, domain) {mnemonic, DOMAIN_##domain},
#include "num/name/domain_op.def"
#undef DOMAIN_OP
#define TILE_OP(name, engine, code, group, roles, call, types, datr, domain, \
                when)                                                        \
    {#name, DOMAIN_##domain},
#include "pto/def/tile_op.def"
};

enum { OPS = sizeof ops / sizeof ops[0] };

const pto_domain *pto_domain_at(size_t i)
{
    return i < DOMAIN_NONE ? &domains[i] : NULL;
}

const pto_domain_op *pto_domain_op_at(size_t i)
{
    for (size_t at = 0; at < OPS; at++)
        if (ops[at].domain != DOMAIN_NONE && !i--)
            return &ops[at];
    return NULL;
}
