/* Resolving operations on whole tiles: types, scalars, shapes, destinations. */
#include "bundle/core/plan.h"

static const pto_tile none;

/* BSTART's type; a B.DATR type of its own for the destination. */
static void find_types(pto_plan *p)
{
    pto_element_plan *e = &p->element;
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
        p->element.scalar[i] = s->present ? pto_source(p->pe, s->source[i]) : 0;
}

bool pto_has_byte_each(const pto_tile *t)
{
    return (uint64_t)t->rows * t->columns <= t->capacity_bytes;
}

/* Does a tile fill its capacity with rows of its columns? Cells need not. */
static bool has_rows(const pto_tile *t)
{
    if (t->storage == PTO_TILE_PREDICATE)
        return pto_has_byte_each(t);
    return t->rows ==
           pto_tile_derived_rows(t->capacity_bytes, t->columns, t->dtype);
}

/* The first Local source, whose shape a destination may take over. */
static const pto_tile *first_source(const pto_plan *p)
{
    const pto_tile *t = p->source_count ? p->source[0].tile : &none;
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

static void find_shape(pto_plan *p, const pto_tile *like)
{
    pto_extent e = pto_extent_like(p->header, like);
    p->element.valid_rows = e.valid_rows;
    p->element.valid_columns = e.valid_columns;
    p->element.columns = e.columns;
}

void pto_describe_output(pto_plan *p, unsigned i, unsigned type)
{
    const pto_element_plan *e = &p->element;
    uint32_t limit = pto_local_limit(&p->core->isa);
    if (i >= p->output_count || !pto_format_get(type))
        return;
    pto_tile *t = &p->output[i].tile;
    if (pto_tile_describe(t, type, PTO_TILE_RowMajor, e->columns, e->valid_rows,
                          e->valid_columns,
                          pto_size_code_bytes(p->output[i].size_code), limit))
        t->layout = e->layout;
}

void pto_plan_common(pto_plan *p)
{
    p->element = (pto_element_plan){.registers = p->op->registers};
    find_types(p);
    find_scalars(p);
}

void pto_plan_named_shape(pto_plan *p)
{
    pto_plan_common(p);
    find_shape(p, &none);
    pto_describe_output(p, 0, p->element.result);
}

void pto_plan_inherited_shape(pto_plan *p)
{
    pto_plan_common(p);
    find_shape(p, first_source(p));
    pto_describe_output(p, 0, p->element.result);
}

/* The public model takes over what LB0..LB2 do not give. */
void pto_plan_quirk_shape(pto_plan *p)
{
    if (p->core->isa.asl_quirks)
        pto_plan_inherited_shape(p);
    else
        pto_plan_named_shape(p);
}

/* The predicate lies as the first source does, whatever LB0..LB2 say. */
void pto_plan_compare(pto_plan *p)
{
    const pto_tile *like = first_source(p);
    pto_plan_common(p);
    find_shape(p, &none);
    p->element.result = PTO_DTYPE_NONE;
    if (!p->output_count || !like->allocated)
        return;
    pto_output *o = &p->output[0];
    pto_tile_describe_predicate(&o->tile, like->rows, like->columns,
                                like->valid_rows, like->valid_columns,
                                pto_size_code_bytes(o->size_code),
                                pto_local_limit(&p->core->isa));
}

void pto_plan_select(pto_plan *p)
{
    pto_plan_named_shape(p);
    p->element.masks = 1;
}
