/* Keys of scalar vectors are names of the words of a PE, but for these. */
#include "verify/pe_state.h"

#include <stdio.h>
#include <string.h>

enum { DEPTH = 4, RINGS = 16, RING_MASK = 15 };

uint64_t *vec_word(vec_state *s, const char *name)
{
    size_t i;
    (void)pto_state_find(name, &i);
    return &s->word[i];
}

/* A number, or one of the names of the word's values, true and false too. */
static pto_status read_word(size_t i, const char *key, const json_t *v,
                            uint64_t *out, pto_error *e)
{
    const char *text = json_string_value(v), *name = pto_state_value(i, 0);
    if (json_is_boolean(v))
        text = json_is_true(v) ? "true" : "false";
    if (!name)
        return vec_json_number(v, key, out, e);
    for (uint64_t value = 0; text && name; name = pto_state_value(i, ++value))
        if (!strcmp(text, name)) {
            *out = value;
            return PTO_OK;
        }
    return pto_fail(e, PTO_BAD_INPUT, "%s: unknown name '%s'", key,
                    text ? text : "");
}

/* Every member that is no object: `prefix` and its key name a word. */
static pto_status apply_words(vec_state *s, const char *prefix,
                              const json_t *object, pto_error *e)
{
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)(uintptr_t)object, key, v)
    {
        char name[2 * PTO_STATE_NAME];
        size_t i;
        snprintf(name, sizeof name, "%s%s", prefix, key);
        if (!json_is_object(v) && pto_state_find(name, &i))
            PTO_TRY(read_word(i, key, v, &s->word[i], e));
        else if (*prefix && !json_is_object(v) && !json_is_null(v))
            return pto_fail(e, PTO_BAD_INPUT, "%s: unknown", name);
    }
    return PTO_OK;
}

/* Four entries, newest first; null is an entry without value. */
static pto_status apply_queue(vec_state *s, const char *first,
                              const char *valid, const json_t *list,
                              pto_error *e)
{
    uint64_t *entry = vec_word(s, first), *mask = vec_word(s, valid);
    if (!list)
        return PTO_OK;
    *mask = 0;
    for (unsigned i = 0; i < DEPTH; i++) {
        const json_t *v = json_array_get(list, i);
        if (json_is_null(v))
            continue;
        PTO_TRY(vec_json_number(v, "queue", &entry[i], e));
        *mask |= UINT64_C(1) << i;
    }
    return PTO_OK;
}

/* An object, or null: none is held. */
static pto_status apply_reservation(vec_state *s, const json_t *o, pto_error *e)
{
    if (o)
        *vec_word(s, "reservation.valid") = !json_is_null(o);
    return apply_words(s, "reservation.", o, e);
}

/* The public model stores at every address of a bank, also where no register
 * is; no instruction can tell. */
static bool is_in_a_bank(unsigned address)
{
    return (address & 0xfff) >= 0xf00 && (address & 0xfff) < 0xfb8;
}

static pto_status apply_registers(vec_state *s, const json_t *o, pto_error *e)
{
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)(uintptr_t)o, key, v)
    {
        char name[PTO_STATE_NAME];
        unsigned address;
        size_t i;
        const char *digits = strncmp(key, "0x", 2) ? key : key + 2;
        PTO_TRY(vec_json_index(digits, 16, 0x10000, &address, e));
        snprintf(name, sizeof name, "ssr.%04x", address);
        if (pto_state_find(name, &i))
            PTO_TRY(vec_json_number(v, key, &s->word[i], e));
        else if (!is_in_a_bank(address))
            return pto_fail(e, PTO_BAD_INPUT, "ssr: no register %s", key);
    }
    return PTO_OK;
}

/* In a saved context queues have a number of entries. */
static uint64_t mask_of(const json_t *v)
{
    uint64_t count = 0;
    (void)vec_json_number(v, "valid", &count, NULL);
    return (UINT64_C(1) << (count & 7)) - 1;
}

/* A record is always whole: what it leaves out is zero. */
static pto_status apply_saved(vec_state *s, unsigned ring, const json_t *o,
                              pto_error *e)
{
    char prefix[16], name[PTO_STATE_NAME];
    size_t n = (size_t)snprintf(prefix, sizeof prefix, "saved.%u.", ring);
    for (size_t i = 0; pto_state_name(i, name, sizeof name); i++)
        if (!strncmp(name, prefix, n))
            s->word[i] = 0;
    PTO_TRY(apply_words(s, prefix, o, e));
    for (unsigned k = 0; k < 2; k++) {
        const char *key = k ? "u_valid" : "t_valid";
        snprintf(name, sizeof name, "%s%s", prefix, key);
        *vec_word(s, name) = mask_of(json_object_get(o, key));
    }
    snprintf(name, sizeof name, "%spredicates.", prefix);
    return apply_words(s, name, json_object_get(o, "predicates"), e);
}

static pto_status apply_contexts(vec_state *s, const json_t *object,
                                 pto_error *e)
{
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)(uintptr_t)object, key, v)
    {
        unsigned ring;
        PTO_TRY(vec_json_index(key + (strncmp(key, "0x", 2) ? 0 : 2), 16, RINGS,
                               &ring, e));
        PTO_TRY(apply_saved(s, ring, v, e));
    }
    return PTO_OK;
}

pto_status vec_state_apply(vec_state *s, const json_t *keys, pto_error *e)
{
    static const char *const groups[] = {"gpr", "predicates", "bundle"};
    uint64_t *core_state = vec_word(s, "core_state"), ring;
    PTO_TRY(apply_words(s, "", keys, e));
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        char prefix[16];
        snprintf(prefix, sizeof prefix, "%s.", groups[i]);
        PTO_TRY(apply_words(s, prefix, json_object_get(keys, groups[i]), e));
    }
    ring = *core_state & RING_MASK;
    PTO_TRY(vec_json_member(keys, "acr", &ring, e));
    *core_state = (*core_state & ~UINT64_C(15)) | (ring & RING_MASK);
    PTO_TRY(apply_queue(s, "t.0", "t.valid", json_object_get(keys, "t"), e));
    PTO_TRY(apply_queue(s, "u.0", "u.valid", json_object_get(keys, "u"), e));
    PTO_TRY(vec_json_memory(json_object_get(keys, "mem"), s->memory, VEC_MEMORY,
                            e));
    PTO_TRY(apply_reservation(s, json_object_get(keys, "reservation"), e));
    PTO_TRY(apply_registers(s, json_object_get(keys, "ssr"), e));
    return apply_contexts(s, json_object_get(keys, "saved_context"), e);
}

static void settle_queue(uint64_t *entry, uint64_t valid)
{
    for (unsigned i = 0; i < DEPTH; i++)
        if (!(valid >> i & 1))
            entry[i] = 0;
}

void vec_state_settle(vec_state *s)
{
    settle_queue(vec_word(s, "t.0"), *vec_word(s, "t.valid"));
    settle_queue(vec_word(s, "u.0"), *vec_word(s, "u.valid"));
    if (!*vec_word(s, "reservation.valid"))
        *vec_word(s, "reservation.address") = *vec_word(s, "reservation.size") =
            0;
}
