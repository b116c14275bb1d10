/* The table of forms and their fields, and questions about them. */
#include "isa/forms.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "isa/when.h"
#include "isa/isa.h"

/* Where the fields of each form stand in the table of all. */
enum first_field {
#define FIELD(...) +1
#define NAMELESS(lsb, width)
#define INSN(id, mnemonic, hash, length, match, fields, ...) \
    FIRST_##id, LAST_##id = FIRST_##id - 1 fields,
#include "pto/def/insn.def"
#undef INSN
    FIELDS
};
#define INSN(id, ...) \
    _Static_assert(LAST_##id - FIRST_##id < PTO_MAX_FIELDS, #id ": too many");
#include "pto/def/insn.def"
#undef INSN
#undef FIELD

enum sign {
#define NAME(field, shown, sign, operand) SIGN_##field = PTO_SIGN_##sign,
#include "pto/def/field.def"
#undef NAME
};

static const pto_field fields[FIELDS] = {
#define P(lsb, width, value_lsb) {lsb, width, value_lsb},
#define FIELD(name, shown, pieces, kind, set, preset, when)                \
    {PTO_FIELD_##name, PTO_FIELD_##shown, SIGN_##name,   PTO_LEGAL_##kind, \
     preset,           {pieces},          UINT64_C(set), PTO_WHEN(when)},
#define INSN(id, mnemonic, hash, length, match, fields, ...) fields
#include "pto/def/insn.def"
#undef FIELD
#undef P
};

static const uint8_t ids[FIELDS] = {
#define FIELD(name, ...) PTO_FIELD_##name,
#include "pto/def/insn.def"
#undef INSN
#undef FIELD
};
#undef NAMELESS

#define OFFSET_KINDS "<{.sw,.uw,.neg}>"
static const pto_form forms[PTO_FORM_COUNT] = {
#define P(lsb, width, value_lsb) | ((UINT64_C(1) << (width)) - 1) << (lsb)
#define NAMELESS(lsb, width)     &~(0 P(lsb, width, 0))
#define OWNS_ANY(pieces)         &~(0 pieces)
#define OWNS_ONE_OF(pieces)      &~(0 pieces)
#define OWNS_NOT(pieces)         &~(0 pieces)
#define OWNS_MATCH(pieces)
#define FIELD(name, shown, pieces, kind, ...) OWNS_##kind(pieces)
#define INSN(id, mnemonic, hash, length, match, fields_, semantics, group, \
             when, assembly)                                               \
    [PTO_FORM_##id] = {#id,                                                \
                       mnemonic,                                           \
                       hash,                                               \
                       assembly,                                           \
                       &fields[FIRST_##id],                                \
                       &ids[FIRST_##id],                                   \
                       match,                                              \
                       UINT64_MAX >> (64 - (length)) fields_,              \
                       PTO_WHEN(when),                                     \
                       #semantics,                                         \
                       PTO_FORM_##id,                                      \
                       PTO_GROUP_##group,                                  \
                       length,                                             \
                       LAST_##id - FIRST_##id + 1},
#include "pto/def/insn.def"
#undef INSN
#undef FIELD
#undef OWNS_MATCH
#undef OWNS_NOT
#undef OWNS_ONE_OF
#undef OWNS_ANY
#undef NAMELESS
#undef P
};
#undef OFFSET_KINDS

/* The templates where offsets are plain or words. */
static const char *const words_only[PTO_FORM_COUNT] = {
#define OFFSET_KINDS "<{.sw,.uw}>"
#define INSN(id, mnemonic, hash, length, match, fields_, semantics, group, \
             when, assembly)                                               \
    [PTO_FORM_##id] = assembly,
#include "pto/def/insn.def"
#undef INSN
#undef OFFSET_KINDS
};

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
    for (int i = 0; i < PTO_MAX_PIECES && f->piece[i].width; i++) {
        const pto_piece *p = &f->piece[i];
        value |= ((bits >> p->lsb) & pto_low_bits(p->width)) << p->value_lsb;
    }
    if (f->sign == PTO_SIGN_SIGNED)
        return pto_sign_extend(value, pto_field_width(f));
    return (int64_t)value;
}

const pto_form *pto_form_get(pto_form_id id)
{
    return (unsigned)id < PTO_FORM_COUNT ? &forms[id] : NULL;
}

const char *pto_group_name(pto_group g)
{
    static const char *const text[] = {
#define GROUP(id, family, name) name,
#include "pto/def/group.def"
#undef GROUP
    };
    return (unsigned)g < PTO_GROUP_COUNT ? text[g] : "?";
}

const char *pto_group_family(pto_group g)
{
    static const char *const text[] = {
#define GROUP(id, family, name) #family,
#include "pto/def/group.def"
#undef GROUP
    };
    return (unsigned)g < PTO_GROUP_COUNT ? text[g] : "?";
}

const char *pto_field_name(pto_field_id f)
{
    static const char *const name[] = {
#define NAME(field, shown, sign, operand) shown,
#include "pto/def/field.def"
#undef NAME
    };
    return (unsigned)f < PTO_FIELD_COUNT ? name[f] : "?";
}

pto_scalar_operand pto_field_operand(pto_field_id f)
{
    static const uint8_t operands[PTO_FIELD_COUNT] = {
#define NAME(field, shown, sign, operand) PTO_OPERAND_##operand,
#include "pto/def/field.def"
#undef NAME
    };
    return (pto_scalar_operand)operands[f];
}

const char *pto_form_assembly(const pto_form *f, const pto_isa *isa)
{
    static const struct published {
        uint16_t form;
        pto_when when;
        const char *text;
    } others[] = {
#define PUBLISHED(form, when, text) {PTO_FORM_##form, PTO_WHEN(when), text},
#define SPELLING(form, use, text)
#include "pto/def/spelling.def"
#undef SPELLING
#undef PUBLISHED
    };
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i].form == f->id && isa &&
            pto_when_holds(others[i].when, isa))
            return others[i].text;
    bool has_words = isa && isa->srcrtype == PTO_SRCRTYPE_WORDS;
    return has_words ? words_only[f->id] : f->assembly;
}

static uint64_t owned(const pto_field *f)
{
    uint64_t bits = 0;
    for (int i = 0; f->legal != PTO_LEGAL_MATCH && i < PTO_MAX_PIECES; i++)
        bits |= pto_low_bits(f->piece[i].width) << f->piece[i].lsb;
    return bits;
}

/* A field that is not there leaves bits fixed that no other owns. */
static uint64_t fixed_without(const pto_form *f, uint32_t live)
{
    uint64_t dead = 0, own = 0;
    for (unsigned i = 0; i < f->fields; i++)
        *(live >> i & 1 ? &own : &dead) |= owned(&f->field[i]);
    return dead & ~own;
}

pto_live_form pto_form_live(const pto_form *f, pto_when values)
{
    pto_live_form live = {.mask = f->fixed,
                          .exists = pto_when_meets(f->when, values)};
    for (unsigned i = 0; i < f->fields; i++)
        live.fields |= (uint32_t)pto_when_meets(f->field[i].when, values) << i;
    if (live.fields != (UINT32_C(1) << f->fields) - 1)
        live.mask |= fixed_without(f, live.fields);
    return live;
}

bool pto_form_exists(const pto_form *f, const pto_isa *isa)
{
    return pto_when_holds(f->when, isa);
}

uint32_t pto_form_fields(const pto_form *f, const pto_isa *isa)
{
    return pto_form_live(f, pto_isa_values(isa)).fields;
}

uint64_t pto_form_mask(const pto_form *f, const pto_isa *isa)
{
    return pto_form_live(f, pto_isa_values(isa)).mask;
}

const pto_field *pto_form_field(const pto_form *f, const pto_isa *isa,
                                pto_field_id id)
{
    for (unsigned i = pto_form_slot(f, id);
         i < f->fields && f->field[i].id == id; i++)
        if (pto_when_holds(f->field[i].when, isa))
            return &f->field[i];
    return NULL;
}

pto_legal pto_field_legal(const pto_form *f, const pto_field *field,
                          uint64_t *set)
{
    *set = field->set;
    if (field->legal != PTO_LEGAL_MATCH)
        return (pto_legal)field->legal;
    *set = UINT64_C(1) << pto_field_read(field, f->match);
    return PTO_LEGAL_ONE_OF;
}

bool pto_field_allows(const pto_form *f, const pto_field *field, int64_t value)
{
    uint64_t set;
    pto_legal legal = pto_field_legal(f, field, &set);
    bool is_in = value >= 0 && value < 64 && (set >> value & 1);
    return legal == PTO_LEGAL_ANY || is_in == (legal == PTO_LEGAL_ONE_OF);
}

bool pto_form_allows(const pto_form *f, const pto_isa *isa, pto_field_id field,
                     int64_t value)
{
    const pto_field *at = pto_form_field(f, isa, field);
    return !at || pto_field_allows(f, at, value);
}

void pto_form_id_text(const pto_form *f, char *out, size_t size)
{
    int n = snprintf(out, size, "%s_%u_%s", f->mnemonic, f->length, f->hash);
    for (int i = 0; i < n && (size_t)i < size && out[i]; i++)
        out[i] = out[i] == '.' ? '_' : (char)tolower((unsigned char)out[i]);
}
