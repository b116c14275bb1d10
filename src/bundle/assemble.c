/* B.ASSEMBLE: writers that fill a parent tile, each its range of cells. */
#include "bundle/assemble.h"
#include "bundle/rule/rule.h"

#include <string.h>

enum { MOST_WRITERS = PTO_PLAN_OUTPUTS + PTO_PES };

static const pto_generation *local_parent(const pto_plan *p,
                                          const pto_output *o)
{
    return &p->pe->building[o->hand];
}

unsigned pto_plan_writers(const pto_plan *p, pto_writer *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < p->output_count; i++) {
        const pto_output *o = &p->output[i];
        if (!o->assemble->present)
            continue;
        out[n++] = (pto_writer){
            .into = local_parent(p, o),
            .how = o->assemble,
            .piece = &o->tile,
            .offset = o->assemble->offset[p->index],
            .cells = pto_size_code_bytes(o->size_code) / PTO_CELL_BYTES,
            .pe = (uint8_t)p->index,
        };
    }
    for (unsigned i = 0; i < p->header->shared_count; i++) {
        const pto_shared_binder *b = &p->header->shared[i];
        for (unsigned pe = 0; pe < PTO_PES && b->assemble.present; pe++)
            if (p->move.quarters & pto_pe_bit(pe))
                out[n++] = (pto_writer){
                    .into = &p->core->shared[b->id].building,
                    .how = &b->assemble,
                    .piece = &p->move.shared,
                    .offset = b->assemble.offset[pe],
                    .cells = pto_size_code_bytes(b->size_code) / PTO_CELL_BYTES,
                    .pe = (uint8_t)pe,
                };
    }
    return n;
}

/* Elements of one cell; the parent's payload has them one cell after another.
 */
static uint32_t per_cell(unsigned dtype)
{
    return PTO_CELL_BYTES * 8 / pto_tile_element_bits(dtype);
}

pto_tile pto_parent_descriptor(unsigned dtype, uint32_t cells,
                               unsigned location)
{
    return (pto_tile){
        .allocated = 1,
        .dtype = dtype,
        .layout = PTO_TILE_ColumnMajor,
        .rows = per_cell(dtype),
        .columns = cells,
        .valid_rows = per_cell(dtype),
        .valid_columns = cells,
        .capacity_bytes = cells * PTO_CELL_BYTES,
        .location = location,
    };
}

pto_tile pto_parent_tile(const pto_writer *w)
{
    uint32_t bytes = pto_size_code_bytes(w->how->size_code);
    return pto_parent_descriptor(w->piece->dtype, bytes / PTO_CELL_BYTES,
                                 w->piece->location);
}

static bool is_cells(const pto_tile *t)
{
    return pto_tile_layout_is_cube(t->layout);
}

static uint32_t line_of(const pto_tile *t)
{
    return is_cells(t) ? t->valid_rows : t->valid_columns;
}

/* Where the piece's valid region ends in the parent. */
static void reach(pto_generation *g, const pto_writer *w, const pto_tile *t)
{
    uint32_t rows = t->valid_rows, columns = t->valid_columns;
    if (is_cells(t)) {
        pto_cube_shape s = pto_cube_shape_of(
            t->layout, t->dtype, 1, 1, PTO_CUBE_HIF4 | PTO_CUBE_ROW_BLOCKS);
        uint32_t along = t->layout == PTO_TILE_CUBE_N8 ? t->k_repeat : 1;
        columns += (uint32_t)w->offset / along * s.cell_columns;
    } else {
        rows += (uint32_t)w->offset * per_cell(t->dtype) / t->columns;
    }
    g->valid_rows = g->valid_rows > rows ? g->valid_rows : rows;
    g->valid_columns = g->valid_columns > columns ? g->valid_columns : columns;
}

static void copy_cells(pto_generation *g, const pto_writer *w,
                       const pto_tile *t)
{
    uint32_t n = per_cell(t->dtype) * w->cells;
    uint32_t held = pto_tile_indices(t);
    uint32_t to = per_cell(t->dtype) * (uint32_t)w->offset;
    n = n < held ? n : held;
    memcpy(g->tile.bytes + w->offset * PTO_CELL_BYTES, t->bytes,
           t->capacity_bytes);
    for (uint32_t i = 0; i < n; i++)
        if (pto_tile_defined_at(t, i))
            pto_tile_define_range(&g->tile, to + i, 1, true);
    for (uint32_t c = 0; c < w->cells; c++) {
        uint64_t at = w->offset + c;
        g->covered[at / 64] |= UINT64_C(1) << at % 64;
    }
}

/* Cells keep their order, so that the payload only needs another descriptor. */
static void give_shape(pto_generation *g)
{
    pto_tile t = {.allocated = 0};
    if (g->layout == PTO_TILE_RowMajor)
        pto_tile_describe(&t, g->tile.dtype, g->layout, g->physical,
                          g->valid_rows, g->valid_columns,
                          g->tile.capacity_bytes, pto_shared_limit());
    else
        pto_tile_describe_cube(&t, g->tile.dtype, g->layout, g->valid_rows,
                               g->valid_columns, g->tile.capacity_bytes,
                               pto_shared_limit(),
                               PTO_CUBE_HIF4 | PTO_CUBE_ROW_BLOCKS);
    if (!t.allocated)
        return; /* only a forged snapshot gets here */
    t.location = g->tile.location;
    t.bytes = g->tile.bytes;
    t.defined = g->tile.defined;
    g->tile = t;
}

bool pto_absorb(pto_generation *g, const pto_writer *w, pto_tile *piece,
                pto_tile *fresh, unsigned mask, unsigned wanted, pto_pool *pool)
{
    uint8_t bit = (uint8_t)pto_pe_bit(w->pe);
    if (w->how->init && !g->open) {
        *g = (pto_generation){
            .open = true,
            .mask = (uint8_t)mask,
            .layout = (uint8_t)piece->layout,
            .cells = fresh->columns,
            .line = line_of(piece),
            .physical = piece->columns,
            .tile = *fresh,
        };
        *fresh = (pto_tile){.allocated = 0};
    }
    g->begun |= w->how->init ? bit : 0;
    g->finished |= w->how->last ? bit : 0;
    reach(g, w, piece);
    copy_cells(g, w, piece);
    pto_pool_give(pool, piece);
    return (g->finished & wanted) == wanted;
}

void pto_generation_close(pto_generation *g, pto_tile *out)
{
    give_shape(g);
    *out = g->tile;
    *g = (pto_generation){.open = false};
}

bool pto_waits_for_parent(const pto_core *core, unsigned pe, unsigned *id)
{
    const pto_header *h = &core->pe[pe].header;
    for (unsigned i = 0; i < h->shared_count; i++) {
        const pto_shared_binder *b = &h->shared[i];
        const pto_generation *g = &core->shared[b->id].building;
        if (!g->open)
            continue;
        *id = b->id;
        if (!b->size_code || (g->finished & pto_pe_bit(pe)))
            return true;
    }
    return false;
}

/* ---- Rules -------------------------------------------------------------- */

#define RULE_FN(name) bool pto_rule_##name(const pto_plan *p, pto_detail *d)

static bool opens(const pto_writer *w)
{
    return w->how->init && !w->into->open;
}

/* A destination without B.ASSEMBLE leaves the hand's open parent alone. */
static bool hand_is_free(const pto_plan *p, const pto_output *o)
{
    return o->assemble->present || !local_parent(p, o)->open;
}

RULE_FN(assemble_init)
{
    pto_writer w[MOST_WRITERS];
    unsigned n = pto_plan_writers(p, w);
    for (unsigned i = 0; i < n; i++) {
        bool begun = w[i].into->begun & pto_pe_bit(w[i].pe);
        if (w[i].how->init ? begun : !w[i].into->open)
            return pto_say(d, "INIT=%u, but the parent is %s", w[i].how->init,
                           begun ? "begun" : "not open");
        for (unsigned j = 0; j < i; j++)
            if (w[j].into == w[i].into && w[j].pe == w[i].pe)
                return pto_say(d, "two writers of one parent");
    }
    for (unsigned i = 0; i < p->output_count && p->computes; i++)
        if (!hand_is_free(p, &p->output[i]))
            return pto_say(d, "hand %c has an open parent",
                           pto_hand_letter(p->output[i].hand));
    return true;
}

RULE_FN(assemble_mask)
{
    pto_writer w[MOST_WRITERS];
    unsigned n = pto_plan_writers(p, w);
    for (unsigned i = 0; i < n; i++)
        if (w[i].into->open && w[i].into->mask != p->mask)
            return pto_say(d, "mask=%s of a parent of mask=%s",
                           pto_mask_text(p->mask).bits,
                           pto_mask_text(w[i].into->mask).bits);
    return true;
}

static uint32_t parent_cells(const pto_writer *w)
{
    return opens(w) ? pto_size_code_bytes(w->how->size_code) / PTO_CELL_BYTES
                    : w->into->cells;
}

RULE_FN(assemble_range)
{
    pto_writer w[MOST_WRITERS];
    unsigned n = pto_plan_writers(p, w);
    for (unsigned i = 0; i < n; i++) {
        uint32_t cells = parent_cells(&w[i]);
        bool agrees = opens(&w[i]) || !w[i].how->init ||
                      pto_size_code_bytes(w[i].how->size_code) ==
                          w[i].into->cells * PTO_CELL_BYTES;
        if (!agrees || w[i].offset > cells || w[i].cells > cells ||
            w[i].offset + w[i].cells > cells)
            return pto_say(d, "%u cells at %llu of %u", w[i].cells,
                           (unsigned long long)w[i].offset, cells);
    }
    return true;
}

static bool overlap(const pto_writer *a, const pto_writer *b)
{
    return a->into == b->into && a->offset < b->offset + b->cells &&
           b->offset < a->offset + a->cells;
}

static bool is_covered(const pto_generation *g, uint64_t cell)
{
    return g->open && (g->covered[cell / 64] >> cell % 64 & 1);
}

RULE_FN(assemble_once)
{
    pto_writer w[MOST_WRITERS];
    unsigned n = pto_plan_writers(p, w);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < i; j++)
            if (overlap(&w[i], &w[j]))
                return pto_say(d, "PE%u and PE%u", w[j].pe, w[i].pe);
        for (uint32_t c = 0; c < w[i].cells; c++)
            if (is_covered(w[i].into, w[i].offset + c))
                return pto_say(d, "cell %llu",
                               (unsigned long long)w[i].offset + c);
    }
    return true;
}

/* Does this bundle bring the last LAST of this parent? */
static bool completes(const pto_plan *p, const pto_writer *w, unsigned n,
                      const pto_generation *g)
{
    unsigned finished = g->open ? g->finished : 0;
    unsigned mask =
        w->piece == &p->move.shared ? p->mask : pto_pe_bit(p->index);
    for (unsigned i = 0; i < n; i++)
        if (w[i].into == g && w[i].how->last)
            finished |= pto_pe_bit(w[i].pe);
    return (finished & mask) == mask;
}

RULE_FN(assemble_complete)
{
    pto_writer w[MOST_WRITERS];
    unsigned n = pto_plan_writers(p, w);
    for (unsigned i = 0; i < n; i++) {
        const pto_generation *g = w[i].into;
        if (!completes(p, &w[i], n, g))
            continue;
        uint32_t cells = parent_cells(&w[i]), covered = 0;
        for (uint32_t c = 0; c < cells; c++)
            covered += is_covered(g, c);
        for (unsigned j = 0; j < n; j++)
            covered += w[j].into == g ? w[j].cells : 0;
        if (covered != cells)
            return pto_say(d, "%u of %u cells", covered, cells);
    }
    return true;
}

static bool fits_form(const pto_writer *w)
{
    const pto_tile *t = w->piece;
    const pto_generation *g = w->into;
    if (!is_cells(t) && (t->layout != PTO_TILE_RowMajor ||
                         w->offset * per_cell(t->dtype) % t->columns))
        return false;
    if (t->layout == PTO_TILE_CUBE_N8 && w->offset % t->k_repeat)
        return false;
    if (is_cells(t) && t->layout != PTO_TILE_CUBE_N8 && t->n_repeat != 1)
        return false;
    if (!is_cells(t) && opens(w) &&
        !pto_tile_derived_rows(pto_size_code_bytes(w->how->size_code),
                               t->columns, t->dtype))
        return false;
    return !g->open || (g->tile.dtype == t->dtype && g->layout == t->layout &&
                        g->line == line_of(t) &&
                        (is_cells(t) || g->physical == t->columns));
}

RULE_FN(assemble_form)
{
    pto_writer w[MOST_WRITERS];
    unsigned n = pto_plan_writers(p, w);
    char text[PTO_TILE_TEXT];
    for (unsigned i = 0; i < n && p->computes; i++)
        if (!fits_form(&w[i]))
            return pto_say(d, "%s at cell %llu",
                           pto_tile_text(w[i].piece, text),
                           (unsigned long long)w[i].offset);
    return true;
}
