/* The tables of forms, layouts and requirements, and questions about them. */
#include "isa/forms.h"
#include "isa/when.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum layout_id {
#define LAYOUT(name, length, ...) LAYOUT_##name,
#include "pto/def/layout.def"
#undef LAYOUT
    LAYOUT_COUNT
};

#define NO_FIELDS 0
static const uint8_t slots[LAYOUT_COUNT][PTO_FIELD_COUNT] = {
#define F(slot, field, sign, ...)           [PTO_FIELD_##field] = (slot) + 1,
#define NAMED(slot, field, name, sign, ...) [PTO_FIELD_##field] = (slot) + 1,
#define LAYOUT(name, length, ...)           [LAYOUT_##name] = {__VA_ARGS__},
#include "pto/def/layout.def"
#undef LAYOUT
#undef NAMED
#undef F
};

#undef NO_FIELDS
#define NO_FIELDS \
    {             \
        0         \
    }
#define SIGN_E PTO_SIGN_PLAIN
#define SIGN_S PTO_SIGN_SIGNED
#define SIGN_U PTO_SIGN_UNSIGNED

static const pto_layout layouts[LAYOUT_COUNT] = {
#define P(lsb, width, value_lsb) {lsb, width, value_lsb},
#define NAMED(slot, field, name, sign, ...) \
    [slot] = {name, PTO_FIELD_##field, SIGN_##sign, {__VA_ARGS__}},
#define F(slot, field, sign, ...) NAMED(slot, field, #field, sign, __VA_ARGS__)
#define LAYOUT(name, length, ...) \
    [LAYOUT_##name] = {#name, slots[LAYOUT_##name], length, {__VA_ARGS__}},
#include "pto/def/layout.def"
#undef LAYOUT
#undef F
#undef NAMED
#undef P
};
#undef NO_FIELDS

static const pto_form forms[PTO_FORM_COUNT] = {
#define INSN(id, mnemonic, hash, mask, match, layout, handler, group, when, \
             assembly)                                                      \
    [PTO_FORM_##id] = {#id,                                                 \
                       mnemonic,                                            \
                       hash,                                                \
                       assembly,                                            \
                       &layouts[LAYOUT_##layout],                           \
                       mask,                                                \
                       match,                                               \
                       PTO_WHEN(when),                                      \
                       PTO_FORM_##id,                                       \
                       PTO_DO_##handler,                                    \
                       PTO_GROUP_##group},
#include "pto/def/insn.def"
#undef INSN
};

static const pto_require requirements[] = {
#define ONE_OF false
#define NOT    true
#define REQUIRE(form, field, kind, set, when) \
    {PTO_FORM_##form, PTO_FIELD_##field, kind, set, PTO_WHEN(when)},
#include "pto/def/require.def"
#undef REQUIRE
#undef NOT
#undef ONE_OF
};

const pto_form *pto_form_get(pto_form_id id)
{
    return (unsigned)id < PTO_FORM_COUNT ? &forms[id] : NULL;
}

const pto_require *pto_require_list(size_t *count)
{
    *count = sizeof requirements / sizeof requirements[0];
    return requirements;
}

const char *pto_handler_name(pto_handler h)
{
    static const char *const name[] = {
#define HANDLER(name) #name,
#include "pto/def/handler.def"
#undef HANDLER
    };
    return (unsigned)h < PTO_HANDLER_COUNT ? name[h] : "?";
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
#define FIELD(name) #name,
#include "pto/def/field.def"
#undef FIELD
    };
    return (unsigned)f < PTO_FIELD_COUNT ? name[f] : "?";
}

bool pto_form_exists(const pto_form *f, const pto_isa *isa)
{
    return pto_when_holds(f->when, isa);
}

bool pto_require_met(const pto_require *r, int64_t value)
{
    bool in_set = value >= 0 && value < 64 && (r->set >> value & 1);
    return in_set != r->forbidden;
}

bool pto_form_allows(const pto_form *f, const pto_isa *isa, pto_field_id field,
                     int64_t value)
{
    size_t n;
    const pto_require *r = pto_require_list(&n);
    for (size_t i = 0; i < n; i++)
        if (r[i].form == f->id && r[i].field == field &&
            pto_when_holds(r[i].when, isa) && !pto_require_met(&r[i], value))
            return false;
    return true;
}

void pto_form_id_text(const pto_form *f, char *out, size_t size)
{
    int n = snprintf(out, size, "%s_%u_%s", f->mnemonic, f->layout->length,
                     f->hash);
    for (int i = 0; i < n && (size_t)i < size && out[i]; i++)
        out[i] = out[i] == '.' ? '_' : (char)tolower((unsigned char)out[i]);
}
