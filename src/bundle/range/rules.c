/*
 * What B.SUBVIEW asks of sources, and B.ASSEMBLE of the writers of one bundle
 * and of their parents.
 */
#include "bundle/core/common.h"
#include "bundle/range/assemble.h"
#include "tile/tile.h"

RULE_FN(view_range)
{
    char text[PTO_OPERAND_TEXT];
    for (unsigned i = 0; i < p->source_count && p->computes; i++) {
        const pto_plan_source *o = &p->source[i];
        if (o->view->present && !o->tile->allocated)
            return pto_say(d, "%s at cell %llu", pto_operand_text(o, text),
                           (unsigned long long)o->view->offset[p->index]);
    }
    for (unsigned i = 0; i < p->header->shared_count; i++) {
        const pto_shared_binder *b = &p->header->shared[i];
        if (b->view.present && !p->shared[i].tile->allocated)
            return pto_say(d, "B.IOS %u S%u at cell %llu", i, b->id,
                           (unsigned long long)b->view.offset[p->index]);
    }
    return true;
}

static bool opens(const pto_writer *w)
{
    return w->how->init && !w->into->open;
}

/* A destination without B.ASSEMBLE leaves the hand's open parent alone. */
static bool hand_is_free(const pto_plan *p, const pto_plan_output *o)
{
    return o->assemble->present || !p->pe->building[o->hand].open;
}

RULE_FN(assemble_init)
{
    pto_writer w[PTO_MOST_WRITERS];
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
    pto_writer w[PTO_MOST_WRITERS];
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
    pto_writer w[PTO_MOST_WRITERS];
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
    pto_writer w[PTO_MOST_WRITERS];
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
        w->piece == &p->shared_output ? p->mask : pto_pe_bit(p->index);
    for (unsigned i = 0; i < n; i++)
        if (w[i].into == g && w[i].how->last)
            finished |= pto_pe_bit(w[i].pe);
    return (finished & mask) == mask;
}

RULE_FN(assemble_complete)
{
    pto_writer w[PTO_MOST_WRITERS];
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
    if (t->storage != PTO_TILE_NUMERIC)
        return false; /* packed bits are no cells of elements */
    if (!pto_tile_layout_is_cube(t->layout) &&
        (t->layout != PTO_TILE_RowMajor ||
         w->offset * pto_cell_elements(t->dtype) % t->columns))
        return false;
    if (t->layout == PTO_TILE_CUBE_N8 && w->offset % t->k_repeat)
        return false;
    if (pto_tile_layout_is_cube(t->layout) && t->layout != PTO_TILE_CUBE_N8 &&
        t->n_repeat != 1)
        return false;
    if (!pto_tile_layout_is_cube(t->layout) && opens(w) &&
        !pto_tile_derived_rows(pto_size_code_bytes(w->how->size_code),
                               t->columns, t->dtype))
        return false;
    return !g->open ||
           (g->tile.dtype == t->dtype && g->layout == t->layout &&
            g->line == pto_piece_line(t) &&
            (pto_tile_layout_is_cube(t->layout) || g->physical == t->columns));
}

RULE_FN(assemble_form)
{
    pto_writer w[PTO_MOST_WRITERS];
    unsigned n = pto_plan_writers(p, w);
    char text[PTO_TILE_TEXT];
    for (unsigned i = 0; i < n && p->computes; i++)
        if (!fits_form(&w[i]))
            return pto_say(d, "%s at cell %llu",
                           pto_tile_text(w[i].piece, text),
                           (unsigned long long)w[i].offset);
    return true;
}
