/* What operands have, read and judged. */
#include "bundle/core/plan.h"
#include "bundle/reason/cause.h"
#include "tile/kernel/element.h"

bool pto_count_wants(pto_detail *d, pto_subject s, pto_wanted w)
{
    pto_cause c = {.subject = (uint16_t)s};
    switch ((unsigned)s) {
    case PTO_SUBJECT_SOURCE_COUNT: c.value = d->plan->source_count; break;
    case PTO_SUBJECT_DESTINATION_COUNT: c.value = d->plan->output_count; break;
    case PTO_SUBJECT_BINDER_COUNT: c.value = d->header->binder_count; break;
    default: c.value = d->header->shared_count; break;
    }
    return pto_judge(d, c, w);
}

bool pto_word_wants(pto_detail *d, unsigned i, pto_wanted w)
{
    unsigned reg = d->header->scalar.source[i];
    pto_cause c = {.subject = PTO_SUBJECT_WORD,
                   .index = (uint8_t)reg,
                   .value = pto_source(d->plan->pe, reg)};
    return pto_judge(d, c, w);
}

static const pto_tile *tile_of(const pto_plan *p, pto_whose o, unsigned i)
{
    switch (o) {
    case PTO_OF_SOURCE: return p->source[i].tile;
    case PTO_OF_SHARED: return p->shared[i].tile;
    default: return &p->output[i].tile;
    }
}

static uint64_t bits_of(const pto_tile *t)
{
    return t->storage == PTO_TILE_PREDICATE ? 1
                                            : pto_tile_element_bits(t->dtype);
}

static uint64_t tile_property(const pto_tile *t, pto_subject s)
{
    switch ((unsigned)s) {
    case PTO_SUBJECT_TYPE: return t->dtype;
    case PTO_SUBJECT_LAYOUT: return t->layout;
    case PTO_SUBJECT_STORAGE: return bits_of(t);
    case PTO_SUBJECT_VALID_ROWS: return t->valid_rows;
    case PTO_SUBJECT_VALID_COLUMNS: return t->valid_columns;
    case PTO_SUBJECT_ROWS: return t->rows;
    case PTO_SUBJECT_COLUMNS: return t->columns;
    case PTO_SUBJECT_CAPACITY: return t->capacity_bytes;
    default: return 1;
    }
}

/* What B.IOT and B.IOS say of an operand, rather than its tile. */
static bool binder_property(const pto_plan *p, pto_whose o, unsigned i,
                            pto_subject s, uint64_t *value)
{
    switch ((unsigned)s) {
    case PTO_SUBJECT_HAND: *value = p->output[i].hand; return true;
    case PTO_SUBJECT_SELECTOR: *value = p->source[i].selector; return true;
    case PTO_SUBJECT_SIZE_CODE:
        *value = o == PTO_OF_SHARED ? p->header->shared[i].size_code
                                    : p->output[i].size_code;
        return true;
    default: return false;
    }
}

static bool is_published(const pto_plan *p, unsigned i)
{
    return p->shared[i].state->described && p->shared[i].state->published;
}

bool pto_operand_wants(pto_detail *d, pto_whose o, unsigned i, pto_subject s,
                       pto_wanted w)
{
    const pto_plan *p = d->plan;
    pto_cause c = {
        .subject = (uint16_t)s, .operand = (uint8_t)o, .number = (uint8_t)i};
    if (!binder_property(p, o, i, s, &c.value)) {
        const pto_tile *t = tile_of(p, o, i);
        bool gone = !t->allocated || !pto_format_get(t->dtype);
        if (s == PTO_SUBJECT_PUBLISHED)
            gone = !is_published(p, i);
        else if (gone)
            c.subject = PTO_SUBJECT_TILE;
        c.absent = gone;
        c.value = gone ? 0 : tile_property(t, s);
    }
    return pto_judge(d, c, w);
}

static bool element_wants(pto_detail *d, pto_cause *c, const pto_tile *t,
                          pto_wanted w)
{
    c->absent = !pto_tile_defined(t, c->row, c->column);
    c->value = c->absent ? 0 : pto_tile_read(t, c->row, c->column);
    return pto_judge(d, *c, w);
}

bool pto_element_wants(pto_detail *d, pto_whose o, unsigned i, uint32_t row,
                       uint32_t column, pto_wanted w)
{
    pto_cause c = {.subject = PTO_SUBJECT_ELEMENT,
                   .operand = (uint8_t)o,
                   .number = (uint8_t)i,
                   .row = row,
                   .column = column};
    return element_wants(d, &c, tile_of(d->plan, o, i), w);
}

bool pto_elements_want(pto_detail *d, pto_whose o, unsigned i, pto_wanted w)
{
    const pto_tile *t = tile_of(d->plan, o, i);
    pto_cause c = {.subject = PTO_SUBJECT_ELEMENT,
                   .operand = (uint8_t)o,
                   .number = (uint8_t)i};
    if (!pto_operand_wants(d, o, i, PTO_SUBJECT_VALID_ROWS,
                           pto_range(1, PTO_TILE_MAX_EXTENT)) ||
        !pto_operand_wants(d, o, i, PTO_SUBJECT_VALID_COLUMNS,
                           pto_range(1, PTO_TILE_MAX_EXTENT)))
        return false;
    for (c.row = 0; c.row < t->valid_rows; c.row++)
        for (c.column = 0; c.column < t->valid_columns; c.column++)
            if (!element_wants(d, &c, t, w))
                return false;
    return true;
}

bool pto_operand_defined(pto_detail *d, pto_whose o, unsigned i)
{
    return pto_tile_contents_defined(tile_of(d->plan, o, i)) ||
           pto_elements_want(d, o, i, pto_given());
}

bool pto_operand_encoded(pto_detail *d, pto_whose o, unsigned i)
{
    const pto_tile *t = tile_of(d->plan, o, i);
    const pto_format *f = pto_format_get(t->dtype);
    return pto_tile_encodings_valid(t) ||
           pto_elements_want(d, o, i, pto_clear(f ? f->must_be_zero : 0));
}
