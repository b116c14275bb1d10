/* Resolving operations on whole tiles: types, scalars, shapes, destinations. */
#include "bundle/core/whole.h"
#include "bundle/core/tiles.h"
#include "tile/tile.h"

static const pto_tile none;

/* BSTART's type; a B.DATR type of its own for the destination. */
static void find_types(pto_plan *p)
{
    pto_whole_plan *e = &p->whole;
    const pto_header *h = p->header;
    bool overrides = (p->op->datr & PTO_DATR_TYPE) || p->core->isa.asl_quirks;
    e->type = e->result = h->operation.type;
    if (h->data.present && overrides && pto_format_get(h->data.type))
        e->result = h->data.type;
    e->layout = pto_data_layout_get(h->data.layout)->layout;
}

static void find_scalars(pto_plan *p)
{
    const pto_scalar_binder *s = &p->header->scalar;
    for (unsigned i = 0; i < 3; i++)
        p->whole.scalar[i] = s->present ? pto_source(p->pe, s->source[i]) : 0;
}

/* Does a tile fill its capacity with rows of its columns? Cells need not. */
static bool has_rows(const pto_tile *t)
{
    if (t->storage == PTO_TILE_PREDICATE)
        return pto_has_byte_each(t);
    return t->rows ==
           pto_tile_derived_rows(t->capacity_bytes, t->columns, t->dtype);
}

const pto_tile *pto_plan_tile(const pto_plan *p, unsigned i)
{
    return i < p->source_count ? p->source[i].tile : &none;
}

const pto_tile *pto_plan_first_source(const pto_plan *p)
{
    const pto_tile *t = pto_plan_tile(p, 0);
    return t->allocated && has_rows(t) ? t : &none;
}

pto_extent pto_extent_like(const pto_header *h, const pto_tile *like)
{
    pto_extent e = {1, 1, 1};
    if (like->allocated)
        e = (pto_extent){like->valid_rows, like->valid_columns, like->columns};
    if (h->dimension[1])
        e.valid_rows = h->dimension[1];
    if (h->dimension[0])
        e.valid_columns = h->dimension[0];
    if (h->dimension[2])
        e.columns = h->dimension[2];
    else if (!like->allocated)
        e.columns = e.valid_columns;
    return e;
}

pto_extent pto_named_extent(const pto_header *h)
{
    return pto_extent_like(h, &none);
}

void pto_describe_output(pto_plan *p, unsigned i, unsigned type)
{
    const pto_whole_plan *e = &p->whole;
    uint32_t limit = pto_local_limit(&p->core->isa);
    if (i >= p->output_count || !pto_format_get(type))
        return;
    pto_tile *t = &p->output[i].tile;
    if (pto_tile_describe(t, type, PTO_TILE_RowMajor, e->shape.columns,
                          e->shape.valid_rows, e->shape.valid_columns,
                          pto_size_code_bytes(p->output[i].size_code), limit))
        t->layout = e->layout;
}

void pto_plan_common(pto_plan *p)
{
    p->whole = (pto_whole_plan){.registers = p->op->registers};
    find_types(p);
    find_scalars(p);
}

void pto_plan_named_shape(pto_plan *p)
{
    pto_plan_common(p);
    p->whole.shape = pto_named_extent(p->header);
    pto_describe_output(p, 0, p->whole.result);
}

void pto_plan_inherited_shape(pto_plan *p)
{
    pto_plan_common(p);
    p->whole.shape = pto_extent_like(p->header, pto_plan_first_source(p));
    pto_describe_output(p, 0, p->whole.result);
}

/* The public model takes over what LB0..LB2 do not give. */
void pto_plan_quirk_shape(pto_plan *p)
{
    if (p->core->isa.asl_quirks)
        pto_plan_inherited_shape(p);
    else
        pto_plan_named_shape(p);
}

/* The public model takes other types here (docs/differences.md). */
uint32_t pto_legal_types(const pto_plan *p)
{
    bool quirks = p->core->isa.asl_quirks;
    switch (quirks ? p->row->schema : PTO_SCHEMA_COUNT) {
    case PTO_SCHEMA_PAD_OUT: return PTO_TYPES_CARRIERS;
    case PTO_SCHEMA_SORT: return PTO_TYPES_MERGEABLE;
    default: return p->row->types;
    }
}
