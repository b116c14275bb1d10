/* What is wrong with a word that is no instruction, and where it is one. */
#include "isa/nearest.h"

#include "base/bits.h"
#include "base/buf.h"
#include "isa/forms.h"
#include "isa/when.h"

#include <stdio.h>

/* Bits that fields with one legal value own. */
static uint64_t single_bits(const pto_form *f, uint32_t live)
{
    uint64_t mask = 0;
    for (unsigned i = 0; live >> i; i++)
        for (unsigned p = 0; p < PTO_MAX_PIECES; p++) {
            const pto_piece *piece = &f->field[i].piece[p];
            if ((live >> i & 1) && f->field[i].legal == PTO_LEGAL_MATCH)
                mask |= pto_low_bits(piece->width) << piece->lsb;
        }
    return mask;
}

static uint32_t illegal_fields(const pto_form *f, uint32_t live, uint64_t bits)
{
    uint32_t illegal = 0;
    for (unsigned i = 0; live >> i; i++) {
        const pto_field *field = &f->field[i];
        if ((live >> i & 1) &&
            !pto_field_allows(f, field, pto_field_read(field, bits)))
            illegal |= UINT32_C(1) << i;
    }
    return illegal;
}

static unsigned count(uint64_t bits)
{
    return (unsigned)__builtin_popcountll(bits);
}

/* Fewer illegal fields are nearer, then more bits that agree. */
static bool is_nearer(const pto_near *a, const pto_near *b)
{
    unsigned left = count(a->illegal), right = count(b->illegal);
    return !b->form || left < right || (left == right && a->agree > b->agree);
}

/* Are the opcode, and all bits that no field owns, those of the form? */
static bool is_of(const pto_form *f, const pto_live_form *live, uint64_t bits)
{
    uint64_t wrong = (bits ^ f->match) & live->mask;
    return live->exists && !(wrong & ~single_bits(f, live->fields)) &&
           !pto_bucket_of(wrong, f->length / 8);
}

pto_near pto_form_nearest(const pto_isa *isa, uint64_t bits, unsigned length)
{
    enum { MOST = 2 }; /* with more it is another instruction */
    pto_when values = pto_isa_values(isa);
    pto_near best = {.form = NULL};
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        pto_live_form live = pto_form_live(f, values);
        if (f->length != 8 * length || !is_of(f, &live, bits))
            continue;
        pto_near near = {.form = f,
                         .illegal = illegal_fields(f, live.fields, bits),
                         .agree = count(live.mask & ~(bits ^ f->match))};
        if (count(near.illegal) <= MOST && is_nearer(&near, &best))
            best = near;
    }
    return best;
}

/* ---- In words -------------------------------------------------------------
 */

/* "0 to 14, 16 or 31" */
static void put_set(pto_line *l, uint64_t set)
{
    for (unsigned i = 0; i < 64 && set; i++) {
        unsigned last = i;
        if (!(set >> i & 1))
            continue;
        while (last < 63 && (set >> (last + 1) & 1))
            last++;
        pto_line_put(l, last > i ? "%u to %u" : "%u", i, last);
        set &= last < 63 ? UINT64_MAX << (last + 1) : 0;
        if (set)
            pto_line_put(l, set & (set + (set & -set)) ? ", " : " or ");
        i = last;
    }
}

static void put_field(pto_line *l, const pto_form *f, const pto_field *field,
                      uint64_t bits)
{
    uint64_t set;
    bool others = pto_field_legal(f, field, &set) == PTO_LEGAL_NOT;
    pto_line_put(
        l, "%s is %lld, wanted %s", pto_field_name((pto_field_id)field->shown),
        (long long)pto_field_read(field, bits), others ? "none of " : "");
    put_set(l, set);
}

static void put_near(pto_line *l, const pto_near *near, uint64_t bits)
{
    const char *before = "";
    pto_line_put(l, "; nearest is %s: ", near->form->mnemonic);
    for (unsigned i = 0; near->illegal >> i; i++) {
        if (!(near->illegal >> i & 1))
            continue;
        pto_line_put(l, "%s", before);
        put_field(l, near->form, &near->form->field[i], bits);
        before = "; ";
    }
}

/* ---- In other revisions -----------------------------------------------------
 */

static const pto_form *form_of(const pto_isa *isa, uint64_t bits,
                               unsigned length)
{
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        if (f->length == 8 * length && pto_form_accepts(f, isa, bits))
            return f;
    }
    return NULL;
}

static int64_t field_of(const pto_form *f, pto_field_id id, uint64_t bits)
{
    return pto_field_read(&f->field[pto_form_slot(f, id)], bits);
}

/* The operation that BSTART.TEPL selects; NULL where none is. */
static const pto_tile_op *selected(const pto_isa *isa, const pto_form *f,
                                   uint64_t bits)
{
    unsigned code = (unsigned)(field_of(f, PTO_FIELD_Mode, bits) << 5 |
                               field_of(f, PTO_FIELD_Function, bits));
    return pto_tile_op_get(pto_tile_op_find(isa, PTO_FAMILY_TEPL, code));
}

/* Where the word came in: the first revision in which it means something. */
static const char *name_in(const pto_isa *isa, uint64_t bits, unsigned length)
{
    const pto_form *f = form_of(isa, bits, length);
    if (!f || f->id != PTO_FORM_BSTART_TEPL)
        return f ? f->mnemonic : NULL;
    const pto_tile_op *op = selected(isa, f, bits);
    return op ? op->name : NULL;
}

static bool put_revision(pto_line *l, const pto_isa *isa, uint64_t bits,
                         unsigned length)
{
    char machine[PTO_ISA_TEXT];
    for (int r = 0; r < PTO_REVISION_COUNT; r++) {
        pto_isa other = pto_isa_preset((pto_revision)r);
        const char *name = name_in(&other, bits, length);
        if (!name)
            continue;
        pto_isa_print(isa, machine, sizeof machine);
        pto_line_put(l, "%s, legal in %s; this machine is %s", name,
                     pto_revision_name((pto_revision)r), machine);
        return true;
    }
    return false;
}

void pto_undefined_text(const pto_isa *isa, uint64_t bits, unsigned length,
                        char *out, size_t size)
{
    pto_line l = {out, size, 0};
    out[0] = '\0';
    if (put_revision(&l, isa, bits, length))
        return;
    const pto_form *f = form_of(isa, bits, length);
    if (f && f->id == PTO_FORM_BSTART_TEPL) {
        pto_line_put(&l, "%s: no operation has Mode %lld, Function %lld",
                     f->mnemonic, (long long)field_of(f, PTO_FIELD_Mode, bits),
                     (long long)field_of(f, PTO_FIELD_Function, bits));
        return;
    }
    pto_near near = pto_form_nearest(isa, bits, length);
    pto_line_put(&l, "no form has this encoding");
    if (near.form)
        put_near(&l, &near, bits);
}
