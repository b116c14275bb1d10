/* The format table and lookup by name. */
#include <string.h>
#include <strings.h>
#include "num/num.h"

/* The columns of a row agree. */
#define FORMAT(name, code, kind, storage, value, exp, frac, bias, top, low,  \
               sub)                                                          \
    _Static_assert((code) < PTO_DTYPE_CODES && (value) <= (storage), #name); \
    _Static_assert((storage) == 4 || (storage) == 8 || (storage) == 16 ||    \
                       (storage) == 32 || (storage) == 64,                   \
                   #name ": bits of a carrier");                             \
    CHECK_##kind(name, value, exp, frac, low)
#define CHECK_FLOAT(name, value, exp, frac, low)          \
    _Static_assert((value) == 1 + (exp) + (frac) + (low), \
                   #name ": sign, exponent, fraction, zeros");
#define CHECK_SCALE(name, value, exp, frac, low)        \
    _Static_assert((value) == (exp) + (frac) && !(low), \
                   #name ": exponent, fraction");
#define CHECK_HIF8(name, ...)
#define CHECK_SIGNED(name, ...)
#define CHECK_UNSIGNED(name, ...)
#include "pto/def/format.def"
#undef FORMAT

const pto_format pto_formats[PTO_DTYPE_CODES] = {
#include "num/format_rows.h"
};

const struct num_shape num_shapes[PTO_DTYPE_CODES] = {
#include "num/shape_rows.h"
};

const pto_format *pto_format_get(unsigned code)
{
    if (code >= PTO_DTYPE_CODES || pto_formats[code].kind == PTO_KIND_NONE)
        return NULL;
    return &pto_formats[code];
}

/* "E2M1" names E2M1X2: a single lane is what a reader sees. */
static bool same_name(const char *row, const char *name)
{
    size_t n = strlen(row);
    if (!strcasecmp(row, name))
        return true;
    return n > 2 && !strcmp(row + n - 2, "X2") && strlen(name) == n - 2 &&
           !strncasecmp(row, name, n - 2);
}

const pto_format *pto_format_find(const char *name)
{
    for (unsigned i = 0; i < PTO_DTYPE_CODES; i++)
        if (pto_formats[i].name && same_name(pto_formats[i].name, name))
            return &pto_formats[i];
    return NULL;
}

bool pto_encoding_valid(pto_dtype t, uint64_t bits)
{
    const pto_format *f = num_format(t);
    return f->kind != PTO_KIND_NONE && !(bits & f->must_be_zero);
}
