/* Presets of features, and reading and printing `--isa`. */
#include "isa/when.h"
#include "isa/isa.h"

#include <stdio.h>
#include <string.h>

enum { MAX_VALUES = 4, MAX_CHANGES = 32 };

static const struct feature {
    const char *name;
    const char *value[MAX_VALUES]; /* up to NULL */
} features[PTO_FEATURE_COUNT] = {
#define VALUE(feature, value, spelling) spelling,
#define FEATURE(name, NAME, meaning, values) \
    [PTO_FEATURE_##NAME] = {#name, {values}},
#include "pto/def/feature.def"
#undef FEATURE
#undef VALUE
};

static const struct row {
    const char *name;
    int parent; /* -1: none */
    pto_release release;
    struct change {
        bool is_there;
        uint8_t feature, value;
    } changes[MAX_CHANGES];
} rows[PTO_REVISION_COUNT] = {
#define ROOT                (-1)
#define FROM(id)            ((int)PTO_REVISION_##id)
#define IDENTITY(abi, hash) .encoding_abi = abi, .projection_sha256 = hash
#define INHERITED           .encoding_abi = NULL
#define SET(feature, value) \
    {true, PTO_FEATURE_##feature, PTO_##feature##_##value},
#define NOTHING \
    {           \
        false   \
    }
#define REVISION(id, name, parent, identity, changes) \
    [PTO_REVISION_##id] = {name, parent, {name, identity}, {changes}},
#include "pto/def/revision.def"
#undef REVISION
#undef NOTHING
#undef SET
#undef INHERITED
#undef IDENTITY
};

/* Parents stand above; who has none to inherit from has an identity. */
#define INHERITED           false
#define IDENTITY(abi, hash) (sizeof(abi) > 1 && sizeof(hash) == 65)
#define REVISION(id, name, parent, identity, changes)                        \
    _Static_assert((parent) < (int)PTO_REVISION_##id, #id ": parent below"); \
    _Static_assert((parent) >= 0 || (identity), #id ": no identity");
#include "pto/def/revision.def"
#undef REVISION
#undef IDENTITY
#undef INHERITED
#undef FROM
#undef ROOT

/* A pto_isa is a byte a feature, in their order, then the revision. */
_Static_assert(sizeof(pto_isa) == PTO_FEATURE_COUNT + 1, "bytes by feature");

static uint8_t *feature_at(pto_isa *isa, unsigned f)
{
    return (uint8_t *)isa + f;
}

unsigned pto_isa_get(const pto_isa *isa, pto_feature f)
{
    return (unsigned)f < PTO_FEATURE_COUNT ? ((const uint8_t *)isa)[f] : 0;
}

pto_isa pto_isa_preset(pto_revision r)
{
    if ((unsigned)r >= PTO_REVISION_COUNT)
        return pto_isa_preset(PTO_REVISION_DEFAULT);
    const struct row *row = &rows[r];
    pto_isa isa = {0};
    if (row->parent >= 0)
        isa = pto_isa_preset((pto_revision)row->parent);
    for (const struct change *c = row->changes; c->is_there; c++)
        *feature_at(&isa, c->feature) = c->value;
    isa.revision = (uint8_t)r;
    return isa;
}

const char *pto_revision_name(pto_revision r)
{
    return (unsigned)r < PTO_REVISION_COUNT ? rows[r].name : "?";
}

bool pto_revision_is_preset(pto_revision r)
{
    return !rows[r].release.encoding_abi;
}

pto_release pto_release_of(pto_revision r)
{
    while (pto_revision_is_preset(r))
        r = (pto_revision)rows[r].parent;
    return rows[r].release;
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

static pto_status unknown_value(const struct feature *f, part p, pto_error *e)
{
    char names[PTO_ISA_TEXT] = "";
    for (unsigned v = 0; v < MAX_VALUES && f->value[v]; v++) {
        size_t n = strlen(names);
        bool is_last = v + 1 == MAX_VALUES || !f->value[v + 1];
        (void)snprintf(names + n, sizeof names - n, "%s%s",
                       !v        ? ""
                       : is_last ? " or "
                                 : ", ",
                       f->value[v]);
    }
    return pto_fail(e, PTO_BAD_INPUT, "%s is %s, not '%.*s'", f->name, names,
                    (int)p.size, p.text);
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
        const char *const *known = features[f].value;
        for (unsigned v = 0; v < MAX_VALUES && known[v]; v++)
            if (part_is(value, known[v])) {
                *feature_at(isa, (unsigned)f) = (uint8_t)v;
                return PTO_OK;
            }
        return unknown_value(&features[f], value, e);
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
