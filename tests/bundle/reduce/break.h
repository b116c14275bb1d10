/* Each rule of reductions, expansions, unions and histograms, broken. */
#ifndef PTO_TESTS_BUNDLE_REDUCE_BREAK_H
#define PTO_TESTS_BUNDLE_REDUCE_BREAK_H

#include "bundle/core/break.h"

static void break_full_source(driver *d)
{
    EACH_SOURCE(0, t->valid_columns--)
}

/* The last source. */
static void break_broadcast_source(driver *d)
{
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        source_tile(d, pe, source_total(d, pe) - 1)->valid_rows++;
}

/* The same bytes as another type of their width. */
static void break_place_type(driver *d)
{
    EACH_SOURCE(0, t->dtype = PTO_HF32)
    EACH_HEADER(h->operation.type = PTO_HF32)
}

static void break_expdif_types(driver *d)
{
    EACH_HEADER(h->data = plain_datr; h->data.type = PTO_BF16)
}

/* The public model lets B.DATR make the destination FP64. */
static void break_expansion_type(driver *d)
{
    d->core.isa.asl_quirks = true;
    EACH_HEADER(h->data = plain_datr; h->data.type = PTO_FP64;
                destination(h)->size_code += 2)
}

static void break_expansion_rows(driver *d)
{
    EACH_HEADER(destination(h)->size_code++)
}

static void break_no_datr(driver *d)
{
    EACH_HEADER(h->data = plain_datr)
}

static void break_union_columns(driver *d)
{
    EACH_HEADER(set_dimension(h, 2, 8))
}

static void break_union_sources(driver *d)
{
    EACH_SOURCE(1, t->valid_rows = 0)
}

static void break_union_cover(driver *d)
{
    EACH_HEADER(set_dimension(h, 1, 5))
}

static void break_no_dimensions(driver *d)
{
    EACH_HEADER(set_dimension(h, 0, 16))
}

static void break_histogram_datr(driver *d)
{
    EACH_HEADER(h->data.type = PTO_S32)
}

static void break_histogram_source(driver *d)
{
    EACH_HEADER(h->operation.type = PTO_U32)
}

static void break_histogram_byte(driver *d)
{
    EACH_HEADER(h->data.pad = 2)
}

static void break_histogram_filter(driver *d)
{
    EACH_SOURCE(1, t->valid_rows = 3)
}

#endif
