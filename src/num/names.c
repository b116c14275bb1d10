/* The arithmetic functions by name. */
#include <strings.h>
#include "num/num.h"

#define OPERANDS_1 .operands = 1, .one
#define OPERANDS_2 .operands = 2, .two
#define OPERANDS_3 .operands = 3, .three

static const pto_arith rows[] = {
#define ARITH(name_, operands_, function, text_) \
    {.name = #name_, .text = text_, OPERANDS_##operands_ = function},
#include "pto/def/arith.def"
#undef ARITH
};

uint64_t pto_arith_run(const pto_arith *op, pto_dtype t, const uint64_t *args,
                       pto_fenv *env)
{
    if (op->operands == 1)
        return op->one(t, args[0], env);
    if (op->operands == 2)
        return op->two(t, args[0], args[1], env);
    return op->three(t, args[0], args[1], args[2], env);
}

size_t pto_arith_count(void)
{
    return sizeof rows / sizeof rows[0];
}

const pto_arith *pto_arith_at(size_t i)
{
    return i < pto_arith_count() ? &rows[i] : NULL;
}

const pto_arith *pto_arith_find(const char *name)
{
    for (size_t i = 0; i < pto_arith_count(); i++)
        if (!strcasecmp(rows[i].name, name))
            return &rows[i];
    return NULL;
}
