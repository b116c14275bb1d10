/*
 * What B.SUBVIEW asks of sources, and B.ASSEMBLE of the writers of one bundle
 * and of their parents.
 */
#include "bundle/core/common.h"
#include "bundle/range/assemble.h"
#include "tile/tile.h"

/* What a B.SUBVIEW is of, and where. */
typedef struct view {
    pto_whose whose;
    unsigned number;
    const pto_tile *parent;
    const pto_range_modifier *how;
} view;

static uint64_t view_layouts(const view *v)
{
    uint64_t codes = 0;
    for (unsigned i = 0; i < PTO_TILE_LAYOUTS; i++)
        if (pto_tile_layout_is_cube(i) ||
            (i == PTO_TILE_RowMajor && v->whose == PTO_OF_SHARED))
            codes |= 1ULL << i;
    return codes;
}

static bool of_view(const view *v, pto_subject s, uint64_t value, pto_wanted w,
                    pto_detail *d)
{
    pto_cause c = {.subject = (uint16_t)s,
                   .operand = (uint8_t)v->whose,
                   .number = (uint8_t)v->number,
                   .index = PTO_FIELD_SubviewSizeCode, /* of FIELD alone */
                   .absent = s == PTO_SUBJECT_TILE && !v->parent->allocated,
                   .value = value};
    return pto_judge(d, c, w);
}

/* Rows begin at every so many cells, and are so many. */
static uint32_t row_cells(const pto_tile *t)
{
    uint64_t bytes = (uint64_t)t->columns * pto_tile_element_bits(t->dtype) / 8;
    bool rows = !pto_tile_layout_is_cube(t->layout) && bytes > PTO_CELL_BYTES;
    return rows ? (uint32_t)(bytes / PTO_CELL_BYTES) : 1;
}

static uint64_t row_codes(uint32_t cells)
{
    uint64_t codes = 0;
    for (unsigned c = 1; c < 16; c++)
        if (pto_size_code_bytes(c) / PTO_CELL_BYTES % cells == 0)
            codes |= 1ULL << c;
    return codes;
}

/* Why there is no such view. */
static bool blame_view(const pto_plan *p, const view *v, pto_detail *d)
{
    const pto_tile *t = v->parent;
    uint64_t at = v->how->offset[p->index];
    bool cells = pto_tile_layout_is_cube(t->layout);
    if (!of_view(v, PTO_SUBJECT_TILE, 0, pto_given(), d) ||
        !of_view(v, PTO_SUBJECT_LAYOUT, t->layout, pto_codes(view_layouts(v)),
                 d))
        return false;
    uint32_t step = row_cells(t);
    uint32_t count = cells ? t->cell_count : t->capacity_bytes / PTO_CELL_BYTES;
    if (!of_view(v, PTO_SUBJECT_OFFSET, at, pto_steps(step, 0, count - 1), d))
        return pto_say(d, "of %u cells, %u a row", count, step);
    if (!of_view(v, PTO_SUBJECT_FIELD, v->how->size_code,
                 pto_codes(row_codes(step)), d))
        return pto_say(d, "whole rows of %u cells", step);
    return of_view(v, PTO_SUBJECT_OFFSET, at, pto_unsaid(), d) ||
           pto_say(d, "%u x %u are valid", t->valid_rows, t->valid_columns);
}

RULE_FN(view_range)
{
    for (unsigned i = 0; i < p->source_count && p->computes; i++) {
        const pto_plan_source *o = &p->source[i];
        const view v = {PTO_OF_SOURCE, i, &p->pe->local[o->selector].tile,
                        o->view};
        if (o->view->present && !o->tile->allocated)
            return blame_view(p, &v, d);
    }
    for (unsigned i = 0; i < p->header->shared_count; i++) {
        const view v = {PTO_OF_SHARED, i, &p->shared[i].state->tile,
                        &p->header->shared[i].view};
        if (v.how->present && !p->shared[i].tile->allocated)
            return blame_view(p, &v, d);
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

static bool says(pto_detail *d, pto_field_id field, uint64_t value,
                 pto_wanted w)
{
    pto_cause c = {
        .subject = PTO_SUBJECT_FIELD, .index = (uint8_t)field, .value = value};
    return pto_judge(d, c, w);
}

RULE_FN(assemble_init)
{
    pto_writer w[PTO_MOST_WRITERS];
    unsigned n = pto_plan_writers(p, w);
    for (unsigned i = 0; i < n; i++) {
        bool begun = w[i].into->begun & pto_pe_bit(w[i].pe);
        bool init = w[i].how->init;
        if ((init ? begun : !w[i].into->open) &&
            !says(d, PTO_FIELD_INIT, init, pto_one(!init)))
            return pto_say(d, "the parent is %s", begun ? "begun" : "not open");
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
    for (unsigned i = 0; i < n; i++) {
        pto_cause c = {.subject = PTO_SUBJECT_MASK, .value = p->mask};
        if (w[i].into->open && !pto_judge(d, c, pto_one(w[i].into->mask)))
            return pto_say(d, "as the writer that opened the parent");
    }
    return true;
}

static uint32_t parent_cells(const pto_writer *w)
{
    return opens(w) ? pto_size_code_bytes(w->how->size_code) / PTO_CELL_BYTES
                    : w->into->cells;
}

/* INIT of a parent that another PE has opened gives the same size. */
static bool size_agrees(const pto_writer *w, pto_detail *d)
{
    uint64_t codes = 0;
    for (unsigned c = 1; c < 16; c++)
        codes |= (uint64_t)(pto_size_code_bytes(c) ==
                            w->into->cells * PTO_CELL_BYTES)
                 << c;
    return opens(w) || !w->how->init ||
           says(d, PTO_FIELD_ParentSizeCode, w->how->size_code,
                pto_codes(codes)) ||
           pto_say(d, "the parent has %u cells", w->into->cells);
}

RULE_FN(assemble_range)
{
    pto_writer w[PTO_MOST_WRITERS];
    unsigned n = pto_plan_writers(p, w);
    for (unsigned i = 0; i < n; i++) {
        uint32_t cells = parent_cells(&w[i]), piece = w[i].cells;
        pto_wanted fits =
            piece <= cells ? pto_range(0, cells - piece) : pto_range(1, 0);
        pto_cause c = {.subject = PTO_SUBJECT_OFFSET, .value = w[i].offset};
        if (!size_agrees(&w[i], d))
            return false;
        if (!pto_judge(d, c, fits))
            return pto_say(d, "a piece of %u cells in a parent of %u", piece,
                           cells);
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
                return pto_say(d, "PE%u and PE%u write one cell", w[j].pe,
                               w[i].pe);
        for (uint32_t c = 0; c < w[i].cells; c++)
            if (is_covered(w[i].into, w[i].offset + c))
                return pto_say(d, "cell %llu is written already",
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
            return pto_say(d, "%u of %u cells are written", covered, cells);
    }
    return true;
}

static bool offset_wants(pto_detail *d, const pto_writer *w, uint64_t step)
{
    pto_cause c = {.subject = PTO_SUBJECT_OFFSET, .value = w->offset};
    pto_wanted all = pto_steps((uint32_t)step, 0, UINT64_MAX);
    return pto_judge(d, c, all);
}

/* A piece of rows starts with one; so does the parent that it opens. */
static bool rows_fit(const pto_writer *w, pto_detail *d)
{
    const pto_tile *t = w->piece;
    uint32_t bytes = pto_size_code_bytes(w->how->size_code);
    uint32_t cell = pto_cell_elements(t->dtype);
    if (t->layout != PTO_TILE_RowMajor)
        return pto_say(d, "%s is no layout of a parent",
                       pto_tile_layout_name(t->layout));
    if (t->columns > cell && !offset_wants(d, w, t->columns / cell))
        return pto_say(d, "the cells of a row of %u %s", t->columns,
                       pto_type_text(t->dtype));
    return !opens(w) || pto_tile_derived_rows(bytes, t->columns, t->dtype) ||
           pto_say(d, "a parent of %u bytes has no row of %u %s", bytes,
                   t->columns, pto_type_text(t->dtype));
}

static bool cells_fit(const pto_writer *w, pto_detail *d)
{
    const pto_tile *t = w->piece;
    if (t->layout == PTO_TILE_CUBE_N8)
        return offset_wants(d, w, t->k_repeat) ||
               pto_say(d, "the cells of a column block");
    return t->n_repeat == 1 ||
           pto_say(d, "the piece has %u row blocks, not one", t->n_repeat);
}

static bool is_like_parent(const pto_writer *w, pto_detail *d)
{
    const pto_tile *t = w->piece;
    const pto_generation *g = w->into;
    bool cube = pto_tile_layout_is_cube(t->layout);
    if (g->tile.dtype != t->dtype)
        return pto_say(d, "the piece is %s, the parent %s",
                       pto_type_text(t->dtype), pto_type_text(g->tile.dtype));
    if (g->layout != t->layout)
        return pto_say(d, "the piece is in %s, the parent in %s",
                       pto_tile_layout_name(t->layout),
                       pto_tile_layout_name(g->layout));
    if (g->line != pto_piece_line(t))
        return pto_say(d, "the piece has lines of %u, the parent of %u",
                       pto_piece_line(t), g->line);
    return cube || g->physical == t->columns ||
           pto_say(d, "the piece has %u stored columns, the parent %u",
                   t->columns, g->physical);
}

RULE_FN(assemble_form)
{
    pto_writer w[PTO_MOST_WRITERS];
    unsigned n = pto_plan_writers(p, w);
    for (unsigned i = 0; i < n && p->computes; i++) {
        const pto_tile *t = w[i].piece;
        bool cube = pto_tile_layout_is_cube(t->layout);
        if (t->storage != PTO_TILE_NUMERIC)
            return pto_say(d, "packed bits are no cells of elements");
        if (!(cube ? cells_fit(&w[i], d) : rows_fit(&w[i], d)) ||
            (w[i].into->open && !is_like_parent(&w[i], d)))
            return false;
    }
    return true;
}
