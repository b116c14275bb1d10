/* Evaluates a `when`, and walks the ISAs that some can tell apart. */
#include "isa/when.h"
#include "isa/isa.h"

#include <stdio.h>
#include <string.h>

/* By their bytes in pto_isa: the features, then the revision. */
static const struct range {
    uint8_t first, count; /* pto_place */
} ranges[sizeof(pto_isa)] = {
#define FEATURE(name, NAME, meaning, values) \
    [offsetof(pto_isa, name)] = {PTO_FIRST_##NAME, PTO_##name##_COUNT},
#include "pto/def/feature.def"
#undef FEATURE
    [offsetof(pto_isa, revision)] = {PTO_FIRST_REVISION, PTO_REVISION_COUNT},
};

pto_when pto_isa_values(const pto_isa *isa)
{
    const uint8_t *value = (const uint8_t *)isa;
    pto_when set = {{0}};
    for (unsigned i = 0; i < sizeof *isa; i++) {
        unsigned place = ranges[i].first + (unsigned)value[i];
        set.allows[place / 64] |= UINT64_C(1) << place % 64;
    }
    return set;
}

bool pto_when_holds(pto_when w, const pto_isa *isa)
{
    bool always = (w.allows[0] & w.allows[1]) == UINT64_MAX;
    return always || pto_when_meets(w, pto_isa_values(isa));
}

static bool allows(pto_when w, struct range r, unsigned value)
{
    unsigned place = r.first + value;
    return w.allows[place / 64] >> place % 64 & 1;
}

static bool allows_all(pto_when w, struct range r)
{
    for (unsigned v = 0; v < r.count; v++)
        if (!allows(w, r, v))
            return false;
    return true;
}

bool pto_isa_next(pto_isa *isa, pto_when restricts)
{
    uint8_t *value = (uint8_t *)isa;
    for (unsigned i = 0; i < sizeof *isa; i++) {
        if (allows_all(restricts, ranges[i]))
            continue; /* makes no difference */
        value[i] = (uint8_t)((value[i] + 1) % ranges[i].count);
        if (value[i])
            return true;
    }
    return false;
}

void pto_when_print(pto_when w, char *out, size_t size)
{
    size_t n = 0;
    out[0] = 0;
    for (unsigned i = 0; i < sizeof(pto_isa); i++) {
        bool is_revision = i == offsetof(pto_isa, revision);
        const char *name =
            is_revision ? "revision" : pto_feature_name((pto_feature)i);
        for (unsigned v = 0; v < ranges[i].count; v++) {
            if (allows_all(w, ranges[i]) || !allows(w, ranges[i], v))
                continue;
            const char *value = is_revision
                                    ? pto_revision_name((pto_revision)v)
                                    : pto_feature_value_name((pto_feature)i, v);
            (void)snprintf(out + n, size - n, "%s%s%s%s", *name && n ? "," : "",
                           name, *name ? "=" : "|", value);
            n += strlen(out + n);
            name = "";
        }
    }
}
