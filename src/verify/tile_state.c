/* Tiles out of JSON, and against JSON. */
#include "verify/tile_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOCAL_TILES = 64, SHARED_TILES = 256 };

/* The values of `valid`: a list, or a text with commas. */
typedef struct values {
    const json_t *list;
    const char *text;
} values;

static values values_of(const json_t *tile, const char *key)
{
    const json_t *v = json_object_get(tile, key);
    return (values){json_is_array(v) ? v : NULL, json_string_value(v)};
}

/* The next element; *is_defined is false where it has no value. */
static bool next_value(values *v, size_t i, uint64_t *out, bool *is_defined)
{
    char *end;
    const char *text = v->text;
    if (v->list) {
        const json_t *entry = json_array_get(v->list, i);
        text = json_string_value(entry);
        *is_defined = text != NULL;
        *out = text ? strtoull(text, NULL, 16) : 0;
        return entry != NULL;
    }
    if (!text || !*text)
        return false;
    *is_defined = *text != '-';
    *out = *is_defined ? strtoull(text, &end, 16) : 0;
    text += strcspn(text, ",");
    v->text = *text ? text + 1 : text;
    return true;
}

static pto_status get_mask(const json_t *tile, const char *key, uint8_t *out,
                           pto_error *e)
{
    const char *digits = json_string_value(json_object_get(tile, key));
    if (!digits || strlen(digits) != 4 || strspn(digits, "01") != 4)
        return pto_fail(e, PTO_BAD_INPUT, "%s: four binary digits", key);
    *out = (uint8_t)strtoul(digits, NULL, 2);
    return PTO_OK;
}

static pto_status get_u32(const json_t *tile, const char *key, uint32_t *out,
                          pto_error *e)
{
    uint64_t v = 0;
    PTO_TRY(vec_json_number(json_object_get(tile, key), key, &v, e));
    *out = (uint32_t)v;
    return PTO_OK;
}

static uint32_t location_of(const json_t *tile)
{
    const char *name = json_string_value(json_object_get(tile, "location"));
    for (uint32_t i = 0; name && i < PTO_TILE_LOCATIONS; i++)
        if (!strcmp(name, pto_tile_location_name(i)))
            return i;
    return PTO_AT_Any;
}

/* A descriptor with what the vector says. */
static pto_status describe(const json_t *v, pto_tile *t, pto_error *e)
{
    const char *dtype = json_string_value(json_object_get(v, "dtype"));
    const char *layout = json_string_value(json_object_get(v, "layout"));
    pto_dtype type;
    unsigned found;
    *t = (pto_tile){.allocated = 1};
    PTO_TRY(vec_dtype(dtype ? dtype : "", &type, e));
    if (!layout || !pto_tile_layout_find(layout, &found))
        return pto_fail(e, PTO_BAD_INPUT, "unknown layout '%s'",
                        layout ? layout : "");
    t->dtype = (uint8_t)type;
    t->layout = found;
    t->location = location_of(v);
    if (json_is_true(json_object_get(v, "predicate")))
        t->storage = PTO_TILE_PREDICATE;
    PTO_TRY(get_u32(v, "rows", &t->rows, e));
    PTO_TRY(get_u32(v, "columns", &t->columns, e));
    PTO_TRY(get_u32(v, "valid_rows", &t->valid_rows, e));
    PTO_TRY(get_u32(v, "valid_columns", &t->valid_columns, e));
    return get_u32(v, "capacity_bytes", &t->capacity_bytes, e);
}

/* ---- Making ------------------------------------------------------------- */

static void add_cells(pto_tile *t)
{
    if (!pto_tile_layout_is_cube(t->layout))
        return;
    pto_cube_shape s = pto_cube_shape_of(t->layout, t->dtype, t->valid_rows,
                                         t->valid_columns, 0);
    t->k_repeat = s.k_repeat;
    t->n_repeat = s.n_repeat;
    t->cell_count = s.cells;
    t->storage_bytes = s.required_bytes;
}

static bool fits_itself(const pto_tile *t)
{
    uint64_t elements = (uint64_t)t->rows * t->columns;
    return t->valid_rows <= t->rows && t->valid_columns <= t->columns &&
           elements * pto_tile_element_bits(t->dtype) <=
               UINT64_C(8) * t->capacity_bytes &&
           (!pto_tile_layout_is_cube(t->layout) || t->cell_count);
}

static void fill(pto_tile *t, values v)
{
    uint64_t bits;
    bool is_defined;
    for (uint32_t row = 0; row < t->valid_rows; row++) {
        for (uint32_t column = 0; column < t->valid_columns; column++) {
            size_t i = (size_t)row * t->valid_columns + column;
            if (!next_value(&v, i, &bits, &is_defined))
                return;
            if (is_defined)
                pto_tile_write(t, row, column, bits);
        }
    }
}

/* Free it by pto_tile_free. */
static pto_status make_tile(const json_t *v, pto_tile *t, pto_error *e)
{
    PTO_TRY(describe(v, t, e));
    add_cells(t);
    if (t->capacity_bytes > PTO_TILE_MAX_BYTES || pto_tile_alloc(t) != PTO_OK)
        return pto_fail(e, PTO_BAD_INPUT, "a tile of `pre` is too large");
    if (fits_itself(t))
        fill(t, values_of(v, "valid"));
    if (json_is_false(json_object_get(v, "defined")))
        pto_tile_define_all(t, false);
    return PTO_OK;
}

static pto_status check(pto_status s, pto_error *e)
{
    return s == PTO_OK ? s : pto_fail(e, s, "a tile of `pre` does not fit");
}

static pto_status make_shared(pto_machine *m, const json_t *v, pto_error *e)
{
    uint32_t id = 0;
    uint8_t allocation = 0, initialized = 0;
    bool published = false;
    pto_tile t;
    PTO_TRY(get_u32(v, "id", &id, e));
    if (id >= SHARED_TILES || pto_machine_shared(m, id, NULL))
        return pto_fail(e, PTO_BAD_INPUT, "no free Shared tile %u", id);
    PTO_TRY(get_mask(v, "allocation_mask", &allocation, e));
    PTO_TRY(get_mask(v, "initialized_mask", &initialized, e));
    PTO_TRY(vec_json_bool(v, "published", &published, e));
    PTO_TRY(make_tile(v, &t, e));
    pto_status s = pto_machine_set_shared(
        m, id, &(pto_shared_state){published, allocation, initialized, 0}, &t);
    pto_tile_free(&t);
    return check(s, e);
}

static pto_status make_local(pto_machine *m, const json_t *v, pto_error *e)
{
    uint32_t slot = 0;
    uint8_t mask = 0;
    pto_tile t;
    PTO_TRY(get_u32(v, "slot", &slot, e));
    if (slot >= LOCAL_TILES || pto_machine_local(m, 0, slot, NULL))
        return pto_fail(e, PTO_BAD_INPUT, "no free slot %u", slot);
    PTO_TRY(get_mask(v, "pe_mask", &mask, e));
    PTO_TRY(make_tile(v, &t, e));
    pto_status s = pto_machine_set_local(m, 0, slot, mask, &t);
    pto_tile_free(&t);
    return check(s, e);
}

pto_status vec_tiles_make(pto_machine *m, const json_t *pre, pto_error *e)
{
    const json_t *v;
    size_t i;
    json_array_foreach(json_object_get(pre, "tiles"), i, v)
        PTO_TRY(make_local(m, v, e));
    json_array_foreach(json_object_get(pre, "shared"), i, v)
        PTO_TRY(make_shared(m, v, e));
    return PTO_OK;
}

/* ---- Comparing ---------------------------------------------------------- */

/* False, with the texts set, where the two differ. */
static bool same(vec_result *r, const char *name, const char *what,
                 uint64_t got, uint64_t wanted)
{
    if (got == wanted)
        return true;
    r->verdict = VEC_FAILED;
    snprintf(r->got, sizeof r->got, "%s %s %llx", name, what,
             (unsigned long long)got);
    snprintf(r->wanted, sizeof r->wanted, "%s %llx", what,
             (unsigned long long)wanted);
    return false;
}

static bool same_element(vec_result *r, const char *name, const pto_tile *t,
                         uint32_t row, uint32_t column, uint64_t bits)
{
    char what[48];
    snprintf(what, sizeof what, "[%u,%u]", row, column);
    return same(r, name, what, pto_tile_read(t, row, column), bits);
}

/* `any_definedness`: what has no value may hold anything. */
static bool same_values(vec_result *r, const char *name, const pto_tile *t,
                        values v, bool any_definedness)
{
    uint64_t bits;
    bool is_defined;
    for (uint32_t row = 0; row < t->valid_rows; row++) {
        for (uint32_t column = 0; column < t->valid_columns; column++) {
            size_t i = (size_t)row * t->valid_columns + column;
            if (!next_value(&v, i, &bits, &is_defined))
                return true;
            if (is_defined && !same_element(r, name, t, row, column, bits))
                return false;
            if (!any_definedness &&
                !same(r, name, "definedness", pto_tile_defined(t, row, column),
                      is_defined))
                return false;
        }
    }
    return true;
}

static bool same_descriptor(vec_result *r, const char *name,
                            const pto_tile *got, const pto_tile *wanted)
{
    return same(r, name, "dtype", got->dtype, wanted->dtype) &&
           same(r, name, "layout", got->layout, wanted->layout) &&
           same(r, name, "storage", got->storage, wanted->storage) &&
           same(r, name, "location", got->location, wanted->location) &&
           same(r, name, "rows", got->rows, wanted->rows) &&
           same(r, name, "columns", got->columns, wanted->columns) &&
           same(r, name, "valid_rows", got->valid_rows, wanted->valid_rows) &&
           same(r, name, "valid_columns", got->valid_columns,
                wanted->valid_columns) &&
           same(r, name, "capacity_bytes", got->capacity_bytes,
                wanted->capacity_bytes);
}

static pto_status compare_local(const pto_machine *m, const json_t *v,
                                uint64_t *seen, vec_result *r, pto_error *e)
{
    char name[16];
    uint32_t slot = 0;
    uint8_t mask = 0;
    unsigned got_mask = 0;
    pto_tile wanted;
    PTO_TRY(get_u32(v, "slot", &slot, e));
    PTO_TRY(get_mask(v, "pe_mask", &mask, e));
    PTO_TRY(describe(v, &wanted, e));
    if (slot >= LOCAL_TILES)
        return pto_fail(e, PTO_BAD_INPUT, "no slot %u", slot);
    const pto_tile *t = pto_machine_local(m, 0, slot, &got_mask);
    snprintf(name, sizeof name, "slot %u", slot);
    *seen |= UINT64_C(1) << slot;
    if (!same(r, name, "allocated", t != NULL, 1))
        return PTO_OK;
    bool is_defined = json_is_true(json_object_get(v, "defined"));
    if (same(r, name, "pe_mask", got_mask, mask) &&
        same_descriptor(r, name, t, &wanted) &&
        same_values(r, name, t, values_of(v, "valid"), false))
        same(r, name, "defined", pto_tile_contents_defined(t), is_defined);
    return PTO_OK;
}

static const char *shared_key(const json_t *v)
{
    return json_object_get(v, "id") ? "id" : "shared_id";
}

static pto_status compare_shared(const pto_machine *m, const json_t *v,
                                 bool *seen, vec_result *r, pto_error *e)
{
    char name[16];
    uint32_t id = 0;
    uint8_t allocation = 0, initialized = 0;
    bool published = false;
    pto_shared_state got = {0};
    pto_tile wanted;
    PTO_TRY(get_u32(v, shared_key(v), &id, e));
    PTO_TRY(get_mask(v, "allocation_mask", &allocation, e));
    PTO_TRY(get_mask(v, "initialized_mask", &initialized, e));
    PTO_TRY(vec_json_bool(v, "published", &published, e));
    PTO_TRY(describe(v, &wanted, e));
    if (id >= SHARED_TILES)
        return pto_fail(e, PTO_BAD_INPUT, "no Shared tile %u", id);
    const pto_tile *t = pto_machine_shared(m, id, &got);
    snprintf(name, sizeof name, "S%u", id);
    seen[id] = true;
    if (same(r, name, "described", t != NULL, 1) &&
        same(r, name, "allocation_mask", got.allocation_mask, allocation) &&
        same(r, name, "initialized_mask", got.initialized_mask, initialized) &&
        same(r, name, "published", got.published, published) &&
        same_descriptor(r, name, t, &wanted))
        same_values(r, name, t, values_of(v, "valid"), true);
    return PTO_OK;
}

static void find_surplus(const pto_machine *m, uint64_t local,
                         const bool *shared, vec_result *r)
{
    char name[16];
    for (unsigned i = 0; i < LOCAL_TILES && r->verdict == VEC_PASSED; i++) {
        snprintf(name, sizeof name, "slot %u", i);
        same(r, name, "allocated", pto_machine_local(m, 0, i, NULL) != NULL,
             local >> i & 1);
    }
    for (unsigned i = 0; i < SHARED_TILES && r->verdict == VEC_PASSED; i++) {
        snprintf(name, sizeof name, "S%u", i);
        same(r, name, "described", pto_machine_shared(m, i, NULL) != NULL,
             shared[i]);
    }
}

pto_status vec_tiles_compare(const pto_machine *m, const json_t *post,
                             vec_result *r, pto_error *e)
{
    bool shared[SHARED_TILES] = {false};
    uint64_t local = 0;
    const json_t *v;
    size_t i;
    r->verdict = VEC_PASSED;
    json_array_foreach(json_object_get(post, "tiles"), i, v)
    {
        if (r->verdict == VEC_PASSED)
            PTO_TRY(compare_local(m, v, &local, r, e));
    }
    json_array_foreach(json_object_get(post, "shared"), i, v)
    {
        if (r->verdict == VEC_PASSED)
            PTO_TRY(compare_shared(m, v, shared, r, e));
    }
    find_surplus(m, local, shared, r);
    return PTO_OK;
}
