/* Capacities and shapes of tiles that do not lie in cells. */
#include "pto/tile.h"
#include "tile/tile.h"

#include <string.h>
#include <strings.h>

static const struct layout_row {
    const char *name, *text;
} layouts[] = {
#define TILE_LAYOUT(name, family, lines, text) {#name, text},
#include "pto/def/tile_layout.def"
#undef TILE_LAYOUT
};

const char *pto_tile_layout_name(unsigned layout)
{
    return layout < PTO_TILE_LAYOUTS ? layouts[layout].name : "?";
}

const char *pto_tile_layout_text(unsigned layout)
{
    return layout < PTO_TILE_LAYOUTS ? layouts[layout].text : "?";
}

bool pto_tile_layout_find(const char *name, unsigned *layout)
{
    for (unsigned i = 0; i < PTO_TILE_LAYOUTS; i++) {
        if (strcasecmp(layouts[i].name, name) == 0) {
            *layout = i;
            return true;
        }
    }
    return false;
}

const char *pto_tile_location_name(unsigned location)
{
    static const char *const names[] = {
#define TILE_LOCATION(name) #name,
#include "pto/def/tile_location.def"
#undef TILE_LOCATION
    };
    return location < PTO_TILE_LOCATIONS ? names[location] : "?";
}

unsigned pto_tile_element_bits(unsigned dtype)
{
    const pto_format *f = pto_format_get(dtype);
    return f ? f->storage_bits : 0;
}

bool pto_tile_capacity_legal(uint32_t capacity_bytes, uint32_t limit)
{
    return capacity_bytes >= PTO_CELL_BYTES &&
           capacity_bytes % PTO_CELL_BYTES == 0 && capacity_bytes <= limit &&
           capacity_bytes <= PTO_TILE_MAX_BYTES;
}

uint32_t pto_tile_element_capacity(uint32_t capacity_bytes, unsigned dtype)
{
    unsigned bits = pto_tile_element_bits(dtype);
    if (bits == 0)
        return 0;
    return (uint32_t)((uint64_t)capacity_bytes * 8 / bits);
}

uint32_t pto_tile_derived_rows(uint32_t capacity_bytes, uint32_t columns,
                               unsigned dtype)
{
    if (columns == 0 || columns > PTO_TILE_MAX_EXTENT ||
        (columns & (columns - 1)) != 0)
        return 0;
    uint64_t row_bits = (uint64_t)columns * pto_tile_element_bits(dtype);
    uint64_t bits = (uint64_t)capacity_bytes * 8;
    if (row_bits == 0 || bits % row_bits != 0)
        return 0;
    uint64_t rows = bits / row_bits;
    return rows > PTO_TILE_MAX_EXTENT ? 0 : (uint32_t)rows;
}

bool pto_tile_shape_legal(uint32_t capacity_bytes, uint32_t columns,
                          uint32_t valid_rows, uint32_t valid_columns,
                          unsigned dtype)
{
    uint32_t rows = pto_tile_derived_rows(capacity_bytes, columns, dtype);
    return rows != 0 && valid_rows <= rows && valid_columns <= columns;
}

uint32_t pto_tile_minimum_capacity(uint32_t columns, uint32_t valid_rows,
                                   uint32_t valid_columns, unsigned dtype)
{
    for (uint32_t c = PTO_CELL_BYTES; c <= PTO_TILE_MAX_BYTES; c *= 2)
        if (pto_tile_shape_legal(c, columns, valid_rows, valid_columns, dtype))
            return c;
    return 0;
}

uint64_t pto_predicate_bytes(uint32_t rows, uint32_t columns)
{
    return ((uint64_t)rows * columns + 7) / 8;
}

static bool take_legal(pto_tile *t, const pto_tile *made, uint32_t limit)
{
    bool legal = pto_tile_legal(made, limit);
    *t = legal ? *made : (pto_tile){.allocated = 0};
    return legal;
}

bool pto_tile_describe(pto_tile *t, unsigned dtype, unsigned layout,
                       uint32_t columns, uint32_t valid_rows,
                       uint32_t valid_columns, uint32_t capacity_bytes,
                       uint32_t limit)
{
    pto_tile made = {.allocated = 1,
                     .dtype = dtype,
                     .layout = layout,
                     .rows =
                         pto_tile_derived_rows(capacity_bytes, columns, dtype),
                     .columns = columns,
                     .valid_rows = valid_rows,
                     .valid_columns = valid_columns,
                     .capacity_bytes = capacity_bytes};
    return take_legal(t, &made, limit);
}

bool pto_tile_describe_predicate(pto_tile *t, uint32_t rows, uint32_t columns,
                                 uint32_t valid_rows, uint32_t valid_columns,
                                 uint32_t capacity_bytes, uint32_t limit)
{
    pto_tile made = {.allocated = 1,
                     .dtype = PTO_U8,
                     .storage = PTO_TILE_PREDICATE,
                     .rows = rows,
                     .columns = columns,
                     .valid_rows = valid_rows,
                     .valid_columns = valid_columns,
                     .capacity_bytes = capacity_bytes};
    return take_legal(t, &made, limit);
}

bool pto_tile_layout_shape_legal(const pto_tile *t)
{
    unsigned bits = pto_tile_element_bits(t->dtype);
    if (bits == 0 || t->layout >= PTO_TILE_LAYOUTS)
        return false;
    if (t->layout != PTO_TILE_ZN && t->layout != PTO_TILE_NZ)
        return true;
    return t->rows % 16 == 0 && t->columns % (256 / bits) == 0;
}

static bool predicate_fits(const pto_tile *t)
{
    return t->rows > 0 && t->columns > 0 && t->rows <= PTO_TILE_MAX_EXTENT &&
           t->columns <= PTO_TILE_MAX_EXTENT &&
           t->layout == PTO_TILE_RowMajor &&
           pto_predicate_bytes(t->rows, t->columns) <= t->capacity_bytes;
}

bool pto_tile_legal(const pto_tile *t, uint32_t limit)
{
    if (!t->allocated || !pto_tile_capacity_legal(t->capacity_bytes, limit) ||
        pto_tile_layout_is_cube(t->layout) || t->valid_rows > t->rows ||
        t->valid_columns > t->columns)
        return false;
    if (t->storage == PTO_TILE_PREDICATE)
        return predicate_fits(t);
    return t->rows != 0 &&
           t->rows ==
               pto_tile_derived_rows(t->capacity_bytes, t->columns, t->dtype) &&
           pto_tile_layout_shape_legal(t);
}
