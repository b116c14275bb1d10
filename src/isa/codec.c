/* Field packing and unpacking; knows bits, knows no instruction by name. */
#include "isa/forms.h"

#include "base/bits.h"
#include "isa/when.h"
#include "isa/isa.h"

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
    pto_live_form live = pto_form_live(f, pto_isa_values(isa));
    bool accepts = live.exists && (bits & live.mask) == f->match;
    for (unsigned i = 0; accepts && live.fields >> i; i++)
        if (live.fields >> i & 1)
            accepts = pto_field_allows(f, &f->field[i],
                                       pto_field_read(&f->field[i], bits));
    return accepts;
}

static pto_status put_field(const pto_form *f, const pto_field *field,
                            int64_t value, uint64_t *word, pto_error *e)
{
    const char *name = pto_field_name((pto_field_id)field->shown);
    if (!write_field(field, value, word))
        return pto_fail(e, PTO_FIELD_RANGE, "%s: %s cannot be %lld",
                        f->mnemonic, name, (long long)value);
    if (!pto_field_allows(f, field, value))
        return pto_fail(e, PTO_UNDEFINED_INSN, "%s: %s may not be %lld",
                        f->mnemonic, name, (long long)value);
    return PTO_OK;
}

pto_status pto_encode(const pto_isa *isa, const pto_insn *in, uint64_t *bits,
                      pto_error *e)
{
    const pto_form *f = in->form;
    uint64_t word = f->match;
    pto_live_form live = pto_form_live(f, pto_isa_values(isa));
    if (!live.exists)
        return pto_fail(e, PTO_UNDEFINED_INSN, "%s is not in %s", f->mnemonic,
                        pto_revision_name((pto_revision)isa->revision));
    for (unsigned i = 0; live.fields >> i; i++) {
        const pto_field *field = &f->field[i];
        unsigned slot = pto_form_slot(f, (pto_field_id)field->id);
        if (live.fields >> i & 1)
            PTO_TRY(put_field(f, field, in->value[slot], &word, e));
    }
    *bits = word;
    return PTO_OK;
}
