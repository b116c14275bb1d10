/* The format table, lookup by name, and classification. */
#include <string.h>
#include <strings.h>
#include "num/num.h"

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

const char *pto_class_text(pto_class c)
{
    static const char *const text[] = {
#define CLASS(name, short_text, model) short_text,
#include "pto/def/class.def"
#undef CLASS
    };
    return (unsigned)c < PTO_CLASS_COUNT ? text[c] : "unknown class";
}

bool pto_encoding_valid(pto_dtype t, uint64_t bits)
{
    const pto_format *f = num_format(t);
    return f->kind != PTO_KIND_NONE && !(bits & f->must_be_zero);
}

bool pto_canonical_nan(pto_dtype t, uint64_t *bits)
{
    const pto_format *f = num_format(t);
    *bits = f->nan;
    return f->has_nan;
}

static pto_class signed_class(pto_class positive, bool sign)
{
    return (pto_class)(positive + sign);
}

pto_class pto_classify(pto_dtype t, uint64_t bits)
{
    const pto_format *f = num_format(t);
    if (!pto_encoding_valid(t, bits))
        return PTO_CLASS_INVALID;
    pto_parts p = pto_unpack(t, bits);
    switch ((pto_part)p.part) {
    case PTO_PART_ZERO: return signed_class(PTO_CLASS_POS_ZERO, p.sign);
    case PTO_PART_INF: return signed_class(PTO_CLASS_POS_INF, p.sign);
    case PTO_PART_QNAN: return PTO_CLASS_QNAN;
    case PTO_PART_SNAN: return PTO_CLASS_SNAN;
    case PTO_PART_FINITE: break;
    }
    uint64_t magnitude = bits & f->carrier_mask & ~f->sign_mask;
    bool below =
        f->kind == PTO_KIND_HIF8 ? magnitude < 8 : magnitude < f->min_normal;
    return signed_class(f->has_subnormal && below ? PTO_CLASS_POS_SUBNORMAL
                                                  : PTO_CLASS_POS_NORMAL,
                        p.sign);
}
