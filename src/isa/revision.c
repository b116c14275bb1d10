/* Presets of features, and reading and printing `--isa`. */
#include "pto/isa.h"

#include <stdio.h>
#include <string.h>

enum { MAX_VALUES = 2 };

static const struct feature {
    const char *name;
    const char *value[MAX_VALUES];
} features[PTO_FEATURE_COUNT] = {
#define VALUE(enumerator, spelling) spelling,
#define FEATURE(name, meaning, ...) \
    [PTO_FEATURE_##name] = {#name, {__VA_ARGS__}},
#include "pto/def/feature.def"
#undef FEATURE
#undef VALUE
};

static const pto_isa presets[PTO_REVISION_COUNT] = {
#define REVISION(id, name, coop, scale, hif4, layout, ids, budget, range,  \
                 names, quirks)                                            \
    [PTO_REVISION_##id] = {.revision = PTO_REVISION_##id,                  \
                           .coop_m = PTO_COOP_M_##coop,                    \
                           .cscale = PTO_CSCALE_##scale,                   \
                           .mx_hif4 = PTO_MX_HIF4_##hif4,                  \
                           .scale_layout = PTO_SCALE_LAYOUT_##layout,      \
                           .shared_ids = PTO_SHARED_IDS_##ids,             \
                           .capacity = PTO_CAPACITY_##budget,              \
                           .range_modifiers = PTO_RANGE_MODIFIERS_##range, \
                           .tile_names = PTO_TILE_NAMES_##names,           \
                           .asl_quirks = PTO_ASL_QUIRKS_##quirks},
#include "pto/def/revision.def"
#undef REVISION
};

pto_isa pto_isa_preset(pto_revision r)
{
    return presets[(unsigned)r < PTO_REVISION_COUNT ? r : PTO_REVISION_DEFAULT];
}

const char *pto_revision_name(pto_revision r)
{
    static const char *const names[] = {
#define REVISION(id, name, ...) name,
#include "pto/def/revision.def"
#undef REVISION
    };
    return (unsigned)r < PTO_REVISION_COUNT ? names[r] : "?";
}

static uint8_t *feature_at(pto_isa *isa, pto_feature f)
{
    switch (f) {
#define FEATURE(name, meaning, ...) \
    case PTO_FEATURE_##name:        \
        return &isa->name;
#include "pto/def/feature.def"
#undef FEATURE
    case PTO_FEATURE_COUNT: break;
    }
    return NULL;
}

unsigned pto_isa_get(const pto_isa *isa, pto_feature f)
{
    switch (f) {
#define FEATURE(name, meaning, ...) \
    case PTO_FEATURE_##name:        \
        return isa->name;
#include "pto/def/feature.def"
#undef FEATURE
    case PTO_FEATURE_COUNT: break;
    }
    return 0;
}

const char *pto_feature_name(pto_feature f)
{
    return (unsigned)f < PTO_FEATURE_COUNT ? features[f].name : "?";
}

const char *pto_feature_value_name(pto_feature f, unsigned value)
{
    bool known = (unsigned)f < PTO_FEATURE_COUNT && value < MAX_VALUES;
    const char *name = known ? features[f].value[value] : NULL;
    return name ? name : "?";
}

/* One comma-separated part of the text: not terminated. */
typedef struct part {
    const char *text;
    size_t size;
} part;

static bool part_is(part p, const char *name)
{
    return strlen(name) == p.size && !memcmp(name, p.text, p.size);
}

static part next_part(const char **text)
{
    part p = {*text, strcspn(*text, ",")};
    *text += p.size + ((*text)[p.size] == ',');
    return p;
}

static pto_status unknown_revision(part p, pto_error *e)
{
    char names[PTO_ISA_TEXT] = "";
    for (int r = 0; r < PTO_REVISION_COUNT; r++) {
        size_t n = strlen(names);
        (void)snprintf(names + n, sizeof names - n, "%s%s", r ? ", " : "",
                       pto_revision_name((pto_revision)r));
    }
    return pto_fail(e, PTO_BAD_INPUT, "unknown revision '%.*s'; known are %s",
                    (int)p.size, p.text, names);
}

static pto_status unknown_feature(part p, pto_error *e)
{
    char names[PTO_ISA_TEXT] = "";
    for (int f = 0; f < PTO_FEATURE_COUNT; f++) {
        size_t n = strlen(names);
        (void)snprintf(names + n, sizeof names - n, "%s%s", f ? ", " : "",
                       features[f].name);
    }
    return pto_fail(e, PTO_BAD_INPUT, "unknown feature '%.*s'; known are %s",
                    (int)p.size, p.text, names);
}

static pto_status set_feature(pto_isa *isa, part p, pto_error *e)
{
    const char *equals = memchr(p.text, '=', p.size);
    if (!equals)
        return pto_fail(e, PTO_BAD_INPUT, "'%.*s' is not feature=value",
                        (int)p.size, p.text);
    part name = {p.text, (size_t)(equals - p.text)};
    part value = {equals + 1, p.size - name.size - 1};
    for (int f = 0; f < PTO_FEATURE_COUNT; f++) {
        if (!part_is(name, features[f].name))
            continue;
        for (unsigned v = 0; v < MAX_VALUES; v++)
            if (part_is(value, features[f].value[v])) {
                *feature_at(isa, (pto_feature)f) = (uint8_t)v;
                return PTO_OK;
            }
        return pto_fail(e, PTO_BAD_INPUT, "%s is %s or %s, not '%.*s'",
                        features[f].name, features[f].value[0],
                        features[f].value[1], (int)value.size, value.text);
    }
    return unknown_feature(name, e);
}

pto_status pto_isa_parse(const char *text, pto_isa *out, pto_error *e)
{
    pto_isa isa = pto_isa_preset(PTO_REVISION_DEFAULT);
    if (!text) {
        *out = isa;
        return PTO_OK;
    }
    part p = next_part(&text);
    int r = 0;
    while (r < PTO_REVISION_COUNT &&
           !part_is(p, pto_revision_name((pto_revision)r)))
        r++;
    if (r == PTO_REVISION_COUNT)
        return unknown_revision(p, e);
    isa = pto_isa_preset((pto_revision)r);
    while (*text) {
        p = next_part(&text);
        PTO_TRY(set_feature(&isa, p, e));
    }
    *out = isa;
    return PTO_OK;
}

void pto_isa_print(const pto_isa *isa, char *out, size_t size)
{
    pto_isa base = pto_isa_preset((pto_revision)isa->revision);
    (void)snprintf(out, size, "%s",
                   pto_revision_name((pto_revision)isa->revision));
    for (int f = 0; f < PTO_FEATURE_COUNT; f++) {
        unsigned v = pto_isa_get(isa, (pto_feature)f);
        size_t n = strlen(out);
        if (v != pto_isa_get(&base, (pto_feature)f))
            (void)snprintf(out + n, size - n, ",%s=%s", features[f].name,
                           pto_feature_value_name((pto_feature)f, v));
    }
}
