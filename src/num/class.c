/* The classes of encodings. */
#include "num/num.h"

const char *pto_class_text(pto_class c)
{
    static const char *const text[] = {
#define CLASS(name, short_text, model) short_text,
#include "pto/def/class.def"
#undef CLASS
    };
    return (unsigned)c < PTO_CLASS_COUNT ? text[c] : "unknown class";
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
