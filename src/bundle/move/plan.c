/* Resolving TLOAD, TSTORE and TMOV: types, shapes, addresses, quarters. */
#include "bundle/core/tiles.h"
#include "bundle/core/whole.h"
#include "tile/tile.h"

static const pto_tile none;

static bool is_concrete(unsigned type)
{
    return pto_format_get(type) != NULL;
}

/* A concrete B.DATR type wins, then BSTART's, then that of TMOV's source. */
static void find_type(pto_plan *p)
{
    pto_move_plan *m = &p->move;
    const pto_header *h = p->header;
    unsigned type = h->operation.type;
    bool moves_shared = h->shared_count && !(p->traits & PTO_COPIES);
    bool ignores_datr = moves_shared && p->core->isa.asl_quirks;
    if (h->data.present && is_concrete(h->data.type) && !ignores_datr)
        type = h->data.type;
    if (!is_concrete(type) && (p->traits & PTO_COPIES) && m->source->allocated)
        type = m->source->dtype;
    m->type_known = is_concrete(type);
    m->type = (uint8_t)type;
}

/* Bytes from row to row where they follow one another. */
static uint64_t dense_stride(uint32_t columns, unsigned type)
{
    return ((uint64_t)columns * pto_tile_element_bits(type) + 7) / 8;
}

static void find_addresses(pto_plan *p, uint64_t dense)
{
    const pto_scalar_binder *s = &p->header->scalar;
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        const pto_pe *from = &p->core->pe[pe];
        p->move.base[pe] = s->present ? pto_gpr(from, s->source[0]) : 0;
        p->move.stride[pe] = s->present ? pto_gpr(from, s->source[1]) : dense;
    }
}

/* Without B.IOR a row takes its physical width, in the transfer's type. */
static uint64_t default_stride(const pto_plan *p)
{
    const pto_move_plan *m = &p->move;
    const pto_header *h = p->header;
    bool encoded = !m->cube && p->core->isa.asl_quirks;
    return dense_stride(m->cube ? m->shape.valid_columns : m->shape.columns,
                        encoded ? h->operation.type : m->type);
}

static unsigned first_of(unsigned mask)
{
    unsigned pe = 0;
    while (pe < PTO_PES - 1 && !(mask & pto_pe_bit(pe)))
        pe++;
    return pe;
}

/*
 * With range modifiers a Shared tile has one writer or is assembled; without
 * them it is four quarters, each of one PE (docs/differences.md).
 */
static void find_quarters(pto_plan *p)
{
    pto_move_plan *m = &p->move;
    bool single = p->core->pes == 1;
    m->pieces = p->header->shared[0].assemble.present;
    m->whole = p->core->isa.range_modifiers && pto_pe_count(p->mask) == 1;
    m->quartered = !p->core->isa.range_modifiers;
    p->quarters = (uint8_t)(single ? p->mask : p->mask & pto_pe_bit(p->index));
    m->writer = (uint8_t)(single ? first_of(p->mask) : p->index);
}

/*
 * A dimension that is given as 0 stays 0, for a rule to refuse. The public
 * model takes it as absent where a tile is Local (docs/differences.md).
 */
static void keep_zero(pto_plan *p)
{
    pto_move_plan *m = &p->move;
    uint32_t *const shape[PTO_DIMENSIONS] = {
        &m->shape.valid_columns, &m->shape.valid_rows, &m->shape.columns};
    for (unsigned i = 0; i < PTO_DIMENSIONS; i++)
        if (p->header->dimension_set >> i & 1 && !p->header->dimension[i])
            *shape[i] = 0;
}

/*
 * An ordinary descriptor whose layout is judged later: capacity and layout are
 * rules of their own, with faults of their own.
 */
static void describe_ordinary(const pto_move_plan *m, pto_tile *t,
                              uint32_t bytes, uint32_t limit)
{
    if (pto_tile_describe(t, m->type, PTO_TILE_RowMajor, m->shape.columns,
                          m->shape.valid_rows, m->shape.valid_columns, bytes,
                          limit))
        t->layout = m->layout;
}

/* The public model has a Shared TLOAD say its whole shape. */
static void find_shared(pto_plan *p)
{
    pto_move_plan *m = &p->move;
    const pto_shared_binder *b = &p->header->shared[0];
    const uint16_t *lb = p->header->dimension;
    bool load = p->traits & PTO_FROM_MEMORY;
    find_quarters(p);
    m->shape = pto_extent_like(p->header, load ? &none : p->shared[0].tile);
    keep_zero(p);
    if (load && p->core->isa.asl_quirks)
        m->shape = (pto_extent){lb[1], lb[0], lb[2]};
    const pto_extent *e = &m->shape;
    bool whole = e->columns && e->valid_rows && e->valid_columns;
    if (load && whole && m->type_known)
        describe_ordinary(m, &p->shared_output,
                          pto_size_code_bytes(b->size_code),
                          pto_shared_limit());
}

static void describe_output(pto_plan *p)
{
    const pto_move_plan *m = &p->move;
    const pto_isa *isa = &p->core->isa;
    if (p->output_count != 1 || !m->type_known)
        return;
    pto_plan_output *o = &p->output[0];
    uint32_t bytes = pto_size_code_bytes(o->size_code);
    bool cells = pto_tile_layout_is_cube(m->layout);
    if (cells)
        pto_tile_describe_cube(&o->tile, m->type, m->layout,
                               m->shape.valid_rows, m->shape.valid_columns,
                               bytes, pto_local_limit(isa),
                               pto_cube_options_of(isa));
    else
        describe_ordinary(m, &o->tile, bytes, pto_local_limit(isa));
    o->tile.location = cells ? PTO_AT_Matrix : PTO_AT_Any;
}

/* TMOV keeps cells as they are where the revision moves them. */
static bool moves_cells(const pto_plan *p)
{
    return (p->traits & PTO_COPIES) && p->core->isa.range_modifiers &&
           p->move.source->allocated &&
           pto_tile_layout_is_cube(p->move.source->layout);
}

/* Cells have no shape that an ordinary destination could take over. */
static bool gives_shape(const pto_plan *p)
{
    return !pto_tile_layout_is_cube(p->move.source->layout) || moves_cells(p);
}

/* A Shared tile that was never written: the model's values have a shape. */
static const pto_tile *imagine(pto_move_plan *m)
{
    const pto_extent *e = &m->shape;
    uint32_t bytes = pto_tile_minimum_capacity(e->columns, e->valid_rows,
                                               e->valid_columns, m->type);
    if (bytes)
        pto_tile_describe(&m->imagined, m->type, m->layout, e->columns,
                          e->valid_rows, e->valid_columns, bytes,
                          pto_shared_limit());
    return &m->imagined;
}

static const pto_tile *moved_by(pto_plan *p)
{
    if (!p->move.shared)
        return p->output_count ? &p->output[0].tile : p->move.source;
    if (p->traits & PTO_FROM_MEMORY)
        return &p->shared_output;
    return p->shared[0].tile->allocated ? p->shared[0].tile : imagine(&p->move);
}

/*
 * What moves: the rectangle that LB0 and LB1 name; in the public model all that
 * is valid of a Local tile (docs/differences.md).
 */
static void find_moved(pto_plan *p)
{
    pto_move_plan *m = &p->move;
    m->moved = moved_by(p);
    bool all = !m->shared && p->core->isa.asl_quirks;
    m->rows = all ? m->moved->valid_rows : m->shape.valid_rows;
    m->columns = all ? m->moved->valid_columns : m->shape.valid_columns;
}

void pto_plan_move(pto_plan *p)
{
    pto_move_plan *m = &p->move;
    const pto_header *h = p->header;
    const pto_data_layout *l = pto_data_layout_get(h->data.layout);
    p->probe = pto_transfer_probe;
    p->reads = p->traits & PTO_FROM_MEMORY;
    p->writes = p->traits & PTO_TO_MEMORY;
    *m = (pto_move_plan){.cube = l->way != PTO_WAY_ANY,
                         .layout = l->layout,
                         .shared = h->shared_count,
                         .writer = (uint8_t)p->index,
                         .source = pto_plan_tile(p, 0)};
    if (moves_cells(p))
        m->layout = (uint8_t)m->source->layout;
    find_type(p);
    if (m->cube) {
        m->shape =
            (pto_extent){h->dimension[1], h->dimension[0], h->dimension[0]};
    } else if (h->shared_count) {
        find_shared(p);
    } else {
        m->shape = pto_extent_like(h, gives_shape(p) ? m->source : &none);
        if (!p->core->isa.asl_quirks)
            keep_zero(p);
    }
    find_addresses(p, default_stride(p));
    describe_output(p);
    find_moved(p);
}
