/* The kinds of vectors, and the fields of their tab-separated lines. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "verify/verify.h"

static const vec_kind kinds[] = {
#define ANY NULL
#define VEC_KIND(name, function, isa, profile, pes, columns) \
    {name, columns, isa, profile, pes},
#include "verify/vec_kind.def"
#undef VEC_KIND
#undef ANY
};

size_t vec_kind_count(void)
{
    return sizeof kinds / sizeof kinds[0];
}

const vec_kind *vec_kind_at(size_t i)
{
    return i < vec_kind_count() ? &kinds[i] : NULL;
}

const vec_kind *vec_kind_find(const char *name)
{
    for (size_t i = 0; i < vec_kind_count(); i++)
        if (!strcmp(kinds[i].name, name))
            return &kinds[i];
    return NULL;
}

pto_status vec_split(char *line, char **fields, size_t max, size_t *count,
                     pto_error *e)
{
    *count = 0;
    for (char *p = line; p;) {
        if (*count == max)
            return pto_fail(e, PTO_BAD_INPUT, "more than %zu columns", max);
        fields[(*count)++] = p;
        p = strchr(p, '\t');
        if (p)
            *p++ = '\0';
    }
    return PTO_OK;
}

pto_status vec_hex(const char *field, uint64_t *out, pto_error *e)
{
    size_t digits = strspn(field, "0123456789abcdefABCDEF");
    if (!digits || field[digits] || digits > 16)
        return pto_fail(e, PTO_BAD_INPUT,
                        "'%s' is not a hexadecimal number of 64 bits", field);
    *out = strtoull(field, NULL, 16);
    return PTO_OK;
}

pto_status vec_dtype(const char *field, pto_dtype *out, pto_error *e)
{
    return pto_dtype_named(field, out, e);
}

pto_status vec_round(const char *field, uint8_t *out, pto_error *e)
{
    pto_round r;
    PTO_TRY(pto_round_named(field, &r, e));
    *out = (uint8_t)r;
    return PTO_OK;
}

pto_status vec_flag(const char *field, uint8_t *out, pto_error *e)
{
    if (strcmp(field, "0") != 0 && strcmp(field, "1") != 0)
        return pto_fail(e, PTO_BAD_INPUT, "'%s' is neither 0 nor 1", field);
    *out = field[0] == '1';
    return PTO_OK;
}

void vec_judge(vec_result *r, uint64_t got, uint64_t got_flags, uint64_t wanted,
               uint64_t wanted_flags)
{
    bool same = got == wanted && got_flags == wanted_flags;
    r->verdict = same ? VEC_PASSED : VEC_FAILED;
    if (same)
        return;
    (void)snprintf(r->got, sizeof r->got, "%" PRIx64 " flags %" PRIx64, got,
                   got_flags);
    (void)snprintf(r->wanted, sizeof r->wanted, "%" PRIx64 " flags %" PRIx64,
                   wanted, wanted_flags);
}
