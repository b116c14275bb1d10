/* Vectors of kind cells: the geometry of CUBE layouts, a JSON line each. */
#include "verify/verify.h"

#include "pto/tile.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct shape {
    json_t *line;
    pto_cube_shape cube;
    unsigned layout, dtype;
    uint32_t valid_rows, valid_columns;
} shape;

static pto_status number(json_t *v, const char *name, uint32_t *out,
                         pto_error *e)
{
    if (!json_is_integer(v) || json_integer_value(v) < 0 ||
        json_integer_value(v) > UINT32_MAX)
        return pto_fail(e, PTO_BAD_INPUT, "'%s' is not a 32-bit number", name);
    *out = (uint32_t)json_integer_value(v);
    return PTO_OK;
}

static pto_status member(json_t *line, const char *name, uint32_t *out,
                         pto_error *e)
{
    return number(json_object_get(line, name), name, out, e);
}

static pto_status read_shape(shape *s, pto_error *e)
{
    const char *layout = json_string_value(json_object_get(s->line, "layout"));
    const char *dtype = json_string_value(json_object_get(s->line, "dtype"));
    if (!layout || !pto_tile_layout_find(layout, &s->layout))
        return pto_fail(e, PTO_BAD_INPUT, "unknown layout '%s'",
                        layout ? layout : "");
    if (!dtype)
        return pto_fail(e, PTO_BAD_INPUT, "'dtype' is missing");
    pto_dtype type;
    PTO_TRY(vec_dtype(dtype, &type, e));
    s->dtype = type;
    PTO_TRY(member(s->line, "valid_rows", &s->valid_rows, e));
    PTO_TRY(member(s->line, "valid_columns", &s->valid_columns, e));
    s->cube = pto_cube_shape_of(s->layout, s->dtype, s->valid_rows,
                                s->valid_columns, 0);
    return PTO_OK;
}

static void compare(vec_result *r, const char *what, uint32_t got,
                    uint32_t wanted)
{
    if (got == wanted || r->verdict == VEC_FAILED)
        return;
    r->verdict = VEC_FAILED;
    (void)snprintf(r->got, sizeof r->got, "%s %" PRIu32, what, got);
    (void)snprintf(r->wanted, sizeof r->wanted, "%" PRIu32, wanted);
}

static pto_status check_fields(const shape *s, vec_result *r, pto_error *e)
{
    const struct {
        const char *name;
        uint32_t got;
    } fields[] = {
        {"cell_rows", s->cube.cell_rows},
        {"cell_columns", s->cube.cell_columns},
        {"storage_rows", s->cube.rows},
        {"storage_columns", s->cube.columns},
        {"k_repeat", s->cube.k_repeat},
        {"n_repeat", s->cube.n_repeat},
        {"cells", s->cube.cells},
        {"storage_elements", s->cube.elements},
        {"required_bytes", s->cube.required_bytes},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        uint32_t wanted = 0;
        PTO_TRY(member(s->line, fields[i].name, &wanted, e));
        compare(r, fields[i].name, fields[i].got, wanted);
    }
    return PTO_OK;
}

static pto_status check_capacities(const shape *s, vec_result *r, pto_error *e)
{
    json_t *legal_at = json_object_get(s->line, "legal_at");
    const char *key;
    json_t *value;
    json_object_foreach(legal_at, key, value)
    {
        char *end;
        unsigned long capacity = strtoul(key, &end, 10);
        if (*end || capacity > PTO_TILE_MAX_BYTES || !json_is_boolean(value))
            return pto_fail(e, PTO_BAD_INPUT, "'legal_at' has '%s'", key);
        /* the vectors come from revision 0.58.3, where a core is one pool */
        bool legal = pto_cube_shape_legal(&s->cube, (uint32_t)capacity,
                                          PTO_LOCAL_MAX_BYTES);
        compare(r, key, legal, json_is_true(value));
    }
    return PTO_OK;
}

static pto_status check_index(const pto_tile *t, json_t *point, vec_result *r,
                              pto_error *e)
{
    uint32_t row = 0, column = 0, wanted = 0;
    PTO_TRY(number(json_array_get(point, 0), "index", &row, e));
    PTO_TRY(number(json_array_get(point, 1), "index", &column, e));
    PTO_TRY(number(json_array_get(point, 2), "index", &wanted, e));
    if (row >= t->rows || column >= t->columns)
        return pto_fail(e, PTO_BAD_INPUT,
                        "(%" PRIu32 ", %" PRIu32 ") is outside the tile", row,
                        column);
    char what[48];
    (void)snprintf(what, sizeof what, "index of (%" PRIu32 ", %" PRIu32 ")",
                   row, column);
    compare(r, what, pto_tile_index(t, row, column), wanted);
    return PTO_OK;
}

static pto_status check_indices(const shape *s, vec_result *r, pto_error *e)
{
    json_t *index = json_object_get(s->line, "index");
    if (json_array_size(index) == 0)
        return PTO_OK;
    pto_tile t;
    if (!pto_tile_describe_cube(&t, s->dtype, s->layout, s->valid_rows,
                                s->valid_columns, PTO_TILE_MAX_BYTES,
                                PTO_TILE_MAX_BYTES, 0)) {
        compare(r, "tile", 0, 1);
        return PTO_OK;
    }
    size_t i;
    json_t *point;
    json_array_foreach(index, i, point) PTO_TRY(check_index(&t, point, r, e));
    return PTO_OK;
}

pto_status vec_cells(char *line, vec_result *r, pto_error *e)
{
    json_error_t where;
    shape s = {.line = json_loads(line, 0, &where)};
    if (!s.line)
        return pto_fail(e, PTO_BAD_INPUT, "column %d: %s", where.column,
                        where.text);
    r->verdict = VEC_PASSED;
    pto_status status = read_shape(&s, e);
    if (status == PTO_OK)
        status = check_fields(&s, r, e);
    if (status == PTO_OK)
        status = check_capacities(&s, r, e);
    if (status == PTO_OK)
        status = check_indices(&s, r, e);
    json_decref(s.line);
    return status;
}
