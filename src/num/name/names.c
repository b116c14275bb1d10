/* The arithmetic functions by name; what input may name, and what it gets if
 * it names anything else. */
#include <stdio.h>
#include <strings.h>
#include "num/num.h"

#define OPERANDS_1          .operands = 1, .one
#define OPERANDS_2          .operands = 2, .two
#define OPERANDS_3          .operands = 3, .three
#define IEEE_IEEE(function) function

static const pto_arith rows[] = {
#define ARITH(name_, operands_, ieee, raw, text_) \
    {.name = #name_, .text = text_, OPERANDS_##operands_ = IEEE_##ieee},
#include "pto/def/arith.def"
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

typedef const char *name_fn(unsigned i);

static const char *type_name(unsigned i)
{
    const pto_format *f = pto_format_get(i);
    return f ? f->name : NULL;
}

static const char *scaling_name(unsigned i)
{
    return pto_scaling_name((pto_scaling)i);
}

static const char *arith_name(unsigned i)
{
    return rows[i].name;
}

static pto_status unknown(pto_error *e, const char *what, const char *name,
                          name_fn *name_at, size_t count)
{
    char names[256] = "";
    size_t n = 0;
    for (unsigned i = 0; i < count; i++)
        if (name_at(i) && n < sizeof names)
            n += (size_t)snprintf(names + n, sizeof names - n, " %s",
                                  name_at(i));
    return pto_fail(e, PTO_BAD_INPUT, "unknown %s '%.100s'; accepted:%s", what,
                    name, names);
}

pto_status pto_dtype_named(const char *name, pto_dtype *out, pto_error *e)
{
    const pto_format *f = pto_format_find(name);
    if (!f)
        return unknown(e, "type", name, type_name, PTO_DTYPE_CODES);
    *out = (pto_dtype)f->code;
    return PTO_OK;
}

pto_status pto_round_named(const char *name, pto_round *out, pto_error *e)
{
    if (pto_round_find(name, out))
        return PTO_OK;
    return unknown(e, "rounding mode", name, num_round_name_at,
                   num_round_names());
}

pto_status pto_scaling_named(const char *name, pto_scaling *out, pto_error *e)
{
    for (unsigned i = 0; i < PTO_SCALINGS; i++)
        if (!strcasecmp(scaling_name(i), name)) {
            *out = (pto_scaling)i;
            return PTO_OK;
        }
    return unknown(e, "scaling", name, scaling_name, PTO_SCALINGS);
}

pto_status pto_arith_named(const char *name, const pto_arith **out,
                           pto_error *e)
{
    *out = pto_arith_find(name);
    if (*out)
        return PTO_OK;
    return unknown(e, "operation", name, arith_name, pto_arith_count());
}
