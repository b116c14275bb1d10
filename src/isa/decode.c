/*
 * Finding the form of a word. Forms are indexed by ten bits that most of them
 * fix; a form that leaves some of those free stands in several buckets.
 *
 *   16 bits   9:0
 *   32 bits   6:0 and 14:12      opcode and function
 *   48 bits   22:16 and 30:28    the same, after the 16-bit prefix
 *   64 bits   9:0
 */
#include "isa/forms.h"
#include "isa/when.h"
#include "pto/tile_op.h"

#include <string.h>

#include "base/bits.h"
#include "isa/isa.h"
#include "isa/nearest.h"

uint32_t pto_bucket_of(uint64_t bits, unsigned length)
{
    if (length == 4)
        return (uint32_t)((bits & 0x7f) | (bits >> 12 & 7) << 7);
    if (length == 6)
        return (uint32_t)((bits >> 16 & 0x7f) | (bits >> 28 & 7) << 7);
    return (uint32_t)(bits & 0x3ff);
}

static unsigned length_of(const pto_form *f)
{
    return f->length / 8;
}

/*
 * Counting sort: with `entry` NULL count each bucket's forms in slot[bucket];
 * else slot[bucket] is where its next form goes.
 */
static void spread(const pto_decoder *d, unsigned length, uint16_t *slot,
                   uint16_t *entry)
{
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        const pto_live_form *live = &d->form[id];
        if (!live->exists || length_of(f) != length)
            continue;
        uint32_t base = pto_bucket_of(f->match, length);
        uint32_t open =
            ~pto_bucket_of(live->mask, length) & (PTO_DECODER_BUCKETS - 1);
        uint32_t part = 0;
        do {
            if (entry)
                entry[slot[base | part]] = (uint16_t)id;
            slot[base | part]++;
            part = (part - open) & open;
        } while (part);
    }
}

/* Enter the forms of one length from `next` on; the next free entry. */
static uint16_t index_length(pto_decoder *d, unsigned length, uint16_t next)
{
    uint16_t *first = d->first[length / 2 - 1];
    uint16_t slot[PTO_DECODER_BUCKETS] = {0};
    spread(d, length, slot, NULL);
    for (unsigned bucket = 0; bucket < PTO_DECODER_BUCKETS; bucket++) {
        first[bucket] = next;
        next = (uint16_t)(next + slot[bucket]);
        slot[bucket] = first[bucket];
    }
    first[PTO_DECODER_BUCKETS] = next;
    spread(d, length, slot, d->entry);
    return next;
}

static unsigned operation(unsigned found)
{
    return found < PTO_OP_COUNT ? found + 1 : 0;
}

void pto_decoder_init(pto_decoder *d, const pto_isa *isa)
{
    memset(d, 0, sizeof *d);
    d->isa = *isa;
    pto_when values = pto_isa_values(isa);
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        d->form[id] = pto_form_live(f, values);
        d->form[id].operation = (uint8_t)operation(pto_tile_op_of_form(isa, f));
    }
    uint16_t next = 0;
    for (unsigned length = 2; length <= 8; length += 2)
        next = index_length(d, length, next);
}

/* Read the fields; false: one has a value that the form does not allow. */
static bool read_fields(const pto_form *f, uint32_t live, uint64_t bits,
                        pto_insn *out)
{
    *out = (pto_insn){.form = f};
    for (unsigned i = 0, slot = 0; live >> i; i++) {
        const pto_field *field = &f->field[i];
        slot = i && f->ids[i] == f->ids[i - 1] ? slot : i;
        if (!(live >> i & 1))
            continue;
        int64_t value = pto_field_read(field, bits);
        if (field->legal != PTO_LEGAL_ANY && !pto_field_allows(f, field, value))
            return false;
        out->value[slot] = value;
    }
    return true;
}

pto_status pto_decode(const pto_decoder *d, uint64_t bits, unsigned length,
                      pto_insn *out)
{
    if (length < 2 || length > 8 || length % 2)
        return PTO_BAD_ARGUMENT;
    bits &= pto_low_bits(8 * length);
    const uint16_t *first =
        d->first[length / 2 - 1] + pto_bucket_of(bits, length);
    for (unsigned i = first[0]; i < first[1]; i++) {
        const pto_form *f = pto_form_get((pto_form_id)d->entry[i]);
        const pto_live_form *live = &d->form[d->entry[i]];
        if ((bits & live->mask) != f->match ||
            !read_fields(f, live->fields, bits, out))
            continue;
        out->operation = live->operation;
        if (f->id == PTO_FORM_BSTART_TEPL)
            out->operation = (uint8_t)operation(pto_tile_op_find(
                &d->isa, PTO_FAMILY_TEPL,
                (unsigned)(pto_insn_get(out, PTO_FIELD_Mode) << 5 |
                           pto_insn_get(out, PTO_FIELD_Function))));
        return PTO_OK;
    }
    return PTO_UNDEFINED_INSN;
}

unsigned pto_insn_length(uint32_t low)
{
    const pto_form *call = pto_form_get(PTO_FORM_BSTART_CALL);
    if ((low & call->fixed) == call->match || (low & 1 && (low & 0xf) != 0xf))
        return 4;
    if ((low & 0xf) == 0xf)
        return 8;
    return (low & 0xf) == 0xe ? 6 : 2;
}

uint64_t pto_insn_word(const uint8_t *bytes, unsigned length)
{
    return length ? pto_load_le(bytes, length < 8 ? length : 8) : 0;
}

pto_status pto_decode_bytes(const pto_decoder *d, const uint8_t *bytes,
                            size_t available, pto_insn *out, unsigned *length)
{
    unsigned head = available < 4 ? (unsigned)available & 2 : 4;
    *length = head ? pto_insn_length((uint32_t)pto_load_le(bytes, head)) : 2;
    if (*length > available)
        return PTO_TRUNCATED;
    return pto_decode(d, pto_insn_word(bytes, *length), *length, out);
}
