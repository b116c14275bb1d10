/* Field packing and unpacking; knows bits, knows no instruction by name. */
#include "isa/forms.h"

#include "base/bits.h"

unsigned pto_field_width(const pto_field *f)
{
    unsigned top = 0;
    for (int i = 0; i < PTO_MAX_PIECES; i++) {
        unsigned end = f->piece[i].value_lsb + (unsigned)f->piece[i].width;
        top = end > top ? end : top;
    }
    return top;
}

int64_t pto_field_read(const pto_field *f, uint64_t bits)
{
    uint64_t value = 0;
    for (int i = 0; i < PTO_MAX_PIECES; i++) {
        const pto_piece *p = &f->piece[i];
        value |= ((bits >> p->lsb) & pto_low_bits(p->width)) << p->value_lsb;
    }
    if (f->sign == PTO_SIGN_SIGNED)
        return pto_sign_extend(value, pto_field_width(f));
    return (int64_t)value;
}

/* A value fits exactly when reading it back returns it. */
static bool write_field(const pto_field *f, int64_t value, uint64_t *bits)
{
    for (int i = 0; i < PTO_MAX_PIECES; i++) {
        const pto_piece *p = &f->piece[i];
        uint64_t mask = pto_low_bits(p->width) << p->lsb;
        *bits &= ~mask;
        *bits |= ((uint64_t)value >> p->value_lsb << p->lsb) & mask;
    }
    return pto_field_read(f, *bits) == value;
}

bool pto_form_accepts(const pto_form *f, const pto_isa *isa, uint64_t bits)
{
    if ((bits & f->mask) != f->match || !pto_form_exists(f, isa))
        return false;
    const pto_field *field = f->layout->field;
    for (int i = 0; i < PTO_MAX_FIELDS && field[i].name; i++)
        if (!pto_form_allows(f, isa, (pto_field_id)field[i].id,
                             pto_field_read(&field[i], bits)))
            return false;
    return true;
}

pto_status pto_encode(const pto_isa *isa, const pto_insn *in, uint64_t *bits,
                      pto_error *e)
{
    const pto_form *f = in->form;
    uint64_t word = f->match;
    const pto_field *field = f->layout->field;
    if (!pto_form_exists(f, isa))
        return pto_fail(e, PTO_UNDEFINED_INSN, "%s is not in %s", f->mnemonic,
                        pto_revision_name((pto_revision)isa->revision));
    for (int i = 0; i < PTO_MAX_FIELDS && field[i].name; i++) {
        if (!write_field(&field[i], in->value[i], &word))
            return pto_fail(e, PTO_FIELD_RANGE, "%s: %s cannot be %lld",
                            f->mnemonic, field[i].name,
                            (long long)in->value[i]);
        if (!pto_form_allows(f, isa, (pto_field_id)field[i].id, in->value[i]))
            return pto_fail(e, PTO_UNDEFINED_INSN, "%s: %s may not be %lld",
                            f->mnemonic, field[i].name,
                            (long long)in->value[i]);
    }
    *bits = word;
    return PTO_OK;
}
