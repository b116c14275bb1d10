/* Published evidence: JSON from tests/vectors/evidence, and its spellings. */
#ifndef PTO_TESTS_EVIDENCE_H
#define PTO_TESTS_EVIDENCE_H

#include <jansson.h>
#include <strings.h>

#include "pto/numeric.h"
#include "pto_test.h"
#include "num/num.h"

static inline json_t *evidence_load(const char *name)
{
    char path[512];
    json_error_t error;
    (void)snprintf(path, sizeof path, PTO_TESTS "/vectors/evidence/%s.json",
                   name);
    json_t *root = json_load_file(path, 0, &error);
    CHECK(root, "%s:%d: %s", path, error.line, error.text);
    return root;
}

static inline const char *evidence_text(const json_t *o, const char *key)
{
    const json_t *v = json_object_get(o, key);
    return json_is_string(v) ? json_string_value(v) : NULL;
}

static inline bool evidence_true(const json_t *o, const char *key)
{
    return json_is_true(json_object_get(o, key));
}

static inline pto_dtype evidence_type(const json_t *o, const char *key)
{
    const char *name = evidence_text(o, key);
    const pto_format *f = name ? pto_format_find(name) : NULL;
    CHECK(f, "%s: no type %s", key, name ? name : "(none)");
    return (pto_dtype)f->code;
}

/* "0x7E" as a number; the field has to be there. */
static inline uint64_t evidence_hex(const json_t *o, const char *key)
{
    const char *text = evidence_text(o, key);
    CHECK(text && !strncasecmp(text, "0x", 2), "%s: not hexadecimal", key);
    return strtoull(text, NULL, 16);
}

/* "-0", "2^-22", "7.5", "+infinity", "qNaN", "0x7BFF" in a type. */
static inline uint64_t evidence_value(pto_dtype t, const char *text)
{
    const pto_format *f = pto_format_get(t);
    pto_fenv env = {0};
    char copy[64];
    uint64_t bits;
    if (!strncasecmp(text, "qnan", 4) || !strcmp(text, "NaN"))
        return f->nan;
    (void)snprintf(copy, sizeof copy, "%s", text);
    if (!strncmp(text, "2^", 2))
        (void)snprintf(copy, sizeof copy, "0x1p%s", text + 2);
    pto_error e = {0};
    CHECK(pto_num_parse(t, copy, &env, &bits, &e) == PTO_OK, "%s", e.message);
    CHECK(!env.flags, "%s is not exact in %s", text, f->name);
    return bits;
}

/* The semantic modes, and the names that B.DATR has for two of them. */
static inline uint8_t evidence_round(const char *name)
{
    pto_round r = PTO_RNE;
    if (!name || pto_round_find(name, &r))
        return (uint8_t)r;
    if (!strcmp(name, "RDN"))
        return PTO_RTM;
    CHECK(!strcmp(name, "RUP"), "no mode %s", name);
    return PTO_RTP;
}

static inline unsigned evidence_flags(const json_t *list)
{
    static const char *const names[] = {"NV", "DZ", "OF", "UF", "NX"};
    unsigned flags = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        for (unsigned k = 0; k < 5; k++)
            if (!strcmp(json_string_value(json_array_get(list, i)), names[k]))
                flags |= 1u << k;
    return flags;
}

#endif
