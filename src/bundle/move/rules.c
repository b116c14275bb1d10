/* What TLOAD, TSTORE and TMOV ask of their header, shapes and memory. */
#include "bundle/core/common.h"
#include "bundle/move/ask.h"
#include "bundle/reason/shape.h"
#include "isa/isa.h"
#include "tile/tile.h"

static bool loads(const pto_plan *p)
{
    return p->traits & PTO_FROM_MEMORY;
}

static bool stores(const pto_plan *p)
{
    return p->traits & PTO_TO_MEMORY;
}

/*
 * The public model reads the selector of any operation as a memory one here,
 * and finds no such one (docs/differences.md).
 */
RULE_FN(cube_selector)
{
    return pto_tile_op_find(&p->core->isa, PTO_FAMILY_TLSU, p->op->code) !=
               PTO_OP_COUNT ||
           pto_say(d, "%s of %s",
                   pto_data_layout_get(p->header->data.layout)->name,
                   p->op->name);
}

RULE_FN(cube_dimensions)
{
    (void)p;
    return pto_dimension_wants(d, 0, pto_extents()) &&
           pto_dimension_wants(d, 1, pto_extents()) &&
           pto_dimension_wants(d, 2, pto_left_out());
}

/* A type that says what BSTART says already harms nobody. */
RULE_FN(cube_datr)
{
    uint64_t types = 1ULL << PTO_DTYPE_NONE;
    if (!p->core->isa.asl_quirks)
        types |= 1ULL << p->header->operation.type;
    return pto_attribute_wants(d, PTO_ROW_data_type, pto_codes(types)) &&
           pto_datr_wants(p, PTO_DATR_TYPE | PTO_DATR_LAYOUT | PTO_DATR_PAD, d);
}

RULE_FN(cube_direction)
{
    uint64_t codes = 0;
    for (unsigned i = 0; i < PTO_DATA_LAYOUTS; i++) {
        unsigned way = pto_data_layout_get(i)->way;
        bool fits = (way == PTO_WAY_LOAD && loads(p)) ||
                    (way == PTO_WAY_STORE && stores(p));
        codes |= (uint64_t)fits << i;
    }
    return pto_attribute_wants(d, PTO_ROW_data_layout, pto_codes(codes)) ||
           pto_say(d, "%s", p->op->name);
}

RULE_FN(cube_local)
{
    return pto_rule_no_shared(p, d);
}

RULE_FN(cube_binder)
{
    return pto_count_wants(d, PTO_SUBJECT_BINDER_COUNT, pto_one(1)) &&
           pto_binder_wants(d, 0, PTO_BINDS_LAST, true) &&
           pto_binder_wants(d, 0, PTO_BINDS_DESTINATION, loads(p)) &&
           pto_binder_wants(d, 0, PTO_BINDS_SOURCE_0, !loads(p)) &&
           pto_binder_wants(d, 0, PTO_BINDS_SOURCE_1, false);
}

/* TMOV reads no register, the others a base and a stride. */
static bool scalars_fit(const pto_plan *p, pto_detail *d)
{
    return pto_registers_end(p, p->traits & PTO_COPIES ? 0 : 2, d);
}

RULE_FN(cube_scalars)
{
    return scalars_fit(p, d);
}

static bool has_cells(const pto_plan *p, unsigned type)
{
    return pto_cube_shape_of(p->move.layout, type, 1, 1,
                             pto_cube_options_of(&p->core->isa))
               .cells != 0;
}

RULE_FN(cube_type)
{
    const pto_move_plan *m = &p->move;
    uint32_t types = 0;
    for (unsigned t = 0; t < PTO_DTYPE_CODES; t++)
        types |= (uint32_t)(pto_format_get(t) && has_cells(p, t)) << t;
    return (m->type_known && has_cells(p, m->type)) ||
           pto_type_wants(d, types) ||
           pto_say(d, "%s", pto_tile_layout_name(m->layout));
}

RULE_FN(cube_source)
{
    const pto_move_plan *m = &p->move;
    const pto_isa *isa = &p->core->isa;
    const pto_tile *t = m->source;
    bool whole = pto_tile_cube_legal(t, pto_local_limit(isa),
                                     pto_cube_options_of(isa)) &&
                 t->location == PTO_AT_Matrix;
    return pto_source_wants(d, 0, PTO_SUBJECT_TILE, pto_given()) &&
           pto_source_wants(d, 0, PTO_SUBJECT_LAYOUT, pto_one(m->layout)) &&
           pto_source_wants(d, 0, PTO_SUBJECT_TYPE, pto_one(m->type)) &&
           (pto_dimension_wants(d, 1, pto_one(t->valid_rows)) ||
            pto_say(d, "valid rows of the source")) &&
           (pto_dimension_wants(d, 0, pto_one(t->valid_columns)) ||
            pto_say(d, "valid columns of the source")) &&
           pto_operand_defined(d, PTO_OF_SOURCE, 0) &&
           (whole || pto_say_source(p, 0, d));
}

RULE_FN(cube_participants)
{
    const pto_local *l = &p->pe->local[p->source[0].selector];
    return p->core->pes != 1 ||
           pto_mask_wants(d, PTO_OF_OUTPUT, 0, pto_masks_in(l->mask)) ||
           pto_say(d, "the PEs that have the source");
}

RULE_FN(move_binders)
{
    return (pto_count_wants(d, PTO_SUBJECT_SOURCE_COUNT, pto_one(!loads(p))) &&
            pto_count_wants(d, PTO_SUBJECT_DESTINATION_COUNT,
                            pto_one(!stores(p)))) ||
           pto_say(d, "%s", p->op->name);
}

RULE_FN(move_scalars)
{
    return scalars_fit(p, d);
}

/*
 * PadValue belongs to the conversions to cells. DataType: the text lets any
 * type override BSTART's; the public model takes code 0 alone, FP64
 * (docs/differences.md).
 */
RULE_FN(move_datr)
{
    if (!p->header->data.present)
        return true;
    return (!p->core->isa.asl_quirks ||
            pto_attribute_wants(d, PTO_ROW_data_type, pto_one(0))) &&
           pto_datr_wants(p, PTO_DATR_TYPE | PTO_DATR_LAYOUT, d);
}

RULE_FN(move_type)
{
    return p->move.type_known || pto_type_wants(d, pto_every_type()) ||
           pto_say(d, "neither B.DATR nor a source gives a type");
}

RULE_FN(move_dimensions)
{
    (void)p;
    for (unsigned i = 0; i < PTO_DIMENSIONS; i++)
        if (!pto_dimension_wants(d, i, pto_or_left_out(pto_extents())))
            return false;
    return true;
}

static bool cells_defined(const pto_plan *p, const pto_tile *t)
{
    const pto_isa *isa = &p->core->isa;
    return (p->traits & PTO_COPIES) && isa->range_modifiers &&
           pto_tile_cube_legal(t, pto_local_limit(isa),
                               pto_cube_options_of(isa)) &&
           pto_tile_contents_defined(t);
}

RULE_FN(source_defined)
{
    const pto_tile *t = p->move.source;
    return (pto_tile_legal(t, pto_local_limit(&p->core->isa)) &&
            pto_tile_contents_defined(t)) ||
           cells_defined(p, t) ||
           (pto_source_wants(d, 0, PTO_SUBJECT_TILE, pto_given()) &&
            pto_source_wants(d, 0, PTO_SUBJECT_LAYOUT,
                             pto_ordinary_layouts()) &&
            pto_operand_defined(d, PTO_OF_SOURCE, 0) &&
            pto_say_source(p, 0, d));
}

RULE_FN(store_numeric)
{
    return pto_source_wants(
        d, 0, PTO_SUBJECT_STORAGE,
        pto_one(pto_tile_element_bits(p->move.source->dtype)));
}

RULE_FN(store_type)
{
    return pto_move_type_wants(p, p->move.source->dtype, d) ||
           pto_say(d, "the tile's");
}

RULE_FN(store_layout)
{
    return pto_move_layout_wants(p, p->move.source->layout, d) ||
           pto_say(d, "the tile's");
}

static bool at_most(pto_detail *d, unsigned i, uint32_t most)
{
    return pto_dimension_wants(d, i, pto_or_left_out(pto_range(1, most))) ||
           pto_say(d, "as many as are valid");
}

RULE_FN(store_columns)
{
    return at_most(d, 0, p->move.source->valid_columns);
}

RULE_FN(store_rows)
{
    return at_most(d, 1, p->move.source->valid_rows);
}

RULE_FN(store_pitch)
{
    uint32_t columns = p->move.shape.valid_columns;
    return pto_dimension_wants(d, 2,
                               pto_or_left_out(pto_range(columns, PTO_MOST))) ||
           pto_say(d, "%u columns are stored", columns);
}

/* An extent that LBi gives, or that is the source's all the same. */
static bool keeps(pto_detail *d, unsigned i, uint32_t is, uint32_t source)
{
    return is == source ||
           pto_dimension_wants(d, i, pto_or_left_out(pto_one(source)));
}

RULE_FN(move_like_source)
{
    const pto_tile *s = p->move.source, *o = &p->output[0].tile;
    unsigned code = pto_size_code_of(s->capacity_bytes);
    return (keeps(d, 0, o->valid_columns, s->valid_columns) &&
            keeps(d, 1, o->valid_rows, s->valid_rows) &&
            keeps(d, 2, o->columns, s->columns) &&
            pto_move_type_wants(p, s->dtype, d) &&
            pto_move_layout_wants(p, s->layout, d) &&
            (o->rows == s->rows ||
             pto_operand_wants(d, PTO_OF_OUTPUT, 0, PTO_SUBJECT_SIZE_CODE,
                               pto_codes(1ULL << code))) &&
            pto_source_wants(d, 0, PTO_SUBJECT_STORAGE,
                             pto_one(pto_tile_element_bits(o->dtype)))) ||
           pto_say(d, "as the source");
}

/* Do cells of this many rows and columns fit so many bytes? */
static bool cells_fit(const pto_plan *p, uint32_t rows, uint32_t columns,
                      uint32_t bytes)
{
    const pto_isa *isa = &p->core->isa;
    pto_cube_shape s = pto_cube_shape_of(p->move.layout, p->move.type, rows,
                                         columns, pto_cube_options_of(isa));
    return pto_cube_shape_legal(&s, bytes, pto_local_limit(isa));
}

/* The most rows (or columns) of cells that fit beside the other extent. */
static uint32_t most_of(const pto_plan *p, bool rows, uint32_t bytes)
{
    const pto_extent *e = &p->move.shape;
    uint32_t n = rows ? e->valid_rows : e->valid_columns;
    while (n && !(rows ? cells_fit(p, n, e->valid_columns, bytes)
                       : cells_fit(p, e->valid_rows, n, bytes)))
        n--;
    return n;
}

static bool fewer(const pto_plan *p, unsigned i, uint32_t bytes, pto_detail *d)
{
    uint32_t most = most_of(p, i == 1, bytes);
    return most && (pto_dimension_wants(d, i, pto_range(1, most)) ||
                    !pto_say(d, "%s of %s in %u bytes", i ? "rows" : "columns",
                             pto_tile_layout_name(p->move.layout), bytes));
}

/* A larger SizeCode where one would do, else fewer rows, else fewer columns. */
static bool cells_want(const pto_plan *p, pto_detail *d)
{
    const pto_extent *e = &p->move.shape;
    uint32_t bytes = pto_size_code_bytes(p->output[0].size_code);
    uint64_t codes = 0;
    for (unsigned c = 1; c < 16; c++)
        codes |= (uint64_t)cells_fit(p, e->valid_rows, e->valid_columns,
                                     pto_size_code_bytes(c))
                 << c;
    if (codes)
        return pto_operand_wants(d, PTO_OF_OUTPUT, 0, PTO_SUBJECT_SIZE_CODE,
                                 pto_codes(codes)) ||
               pto_say(d, "%u x %u cells of %s", e->valid_rows,
                       e->valid_columns, pto_tile_layout_name(p->move.layout));
    if (!fewer(p, 1, bytes, d))
        fewer(p, 0, bytes, d);
    return false;
}

RULE_FN(output_shape)
{
    const pto_move_plan *m = &p->move;
    const pto_ask ask = {m->shape,
                         m->type,
                         pto_size_code_bytes(p->output[0].size_code),
                         pto_local_limit(&p->core->isa),
                         PTO_OF_OUTPUT,
                         0};
    if (p->output[0].tile.allocated)
        return true;
    return pto_tile_layout_is_cube(m->layout) ? cells_want(p, d)
                                              : pto_shape_wants(d, &ask);
}
