/* Rules of a scalar beside a tile, of comparison, selection and conversion. */
#ifndef PTO_TESTS_BUNDLE_ELEMENT_BREAK_H
#define PTO_TESTS_BUNDLE_ELEMENT_BREAK_H

#include "bundle/core/break.h"

static void break_sources_named(driver *d)
{
    EACH_HEADER(set_dimension(h, 1, 3))
}

/* The register that the worlds with a scalar name. */
static void break_scalar_valid(driver *d)
{
    driver_gpr(d, 6, 1);
}

static void break_divisor_scalar(driver *d)
{
    driver_gpr(d, 6, UINT64_C(1) << 32); /* its low bits are zero */
}

static void break_comparison_code(driver *d)
{
    EACH_HEADER(h->data = plain_datr; h->data.comparison = 6)
}

static void break_mask_tile(driver *d)
{
    EACH_SOURCE(0, t->storage = PTO_TILE_NUMERIC)
}

static void break_predicate_bytes(driver *d)
{
    (void)d; /* the worlds' predicates have a bit an element */
}

static void break_convert_source(driver *d)
{
    EACH_SOURCE(0, t->dtype = PTO_S32)
}

static void break_convert_pair(driver *d)
{
    EACH_HEADER(h->data.type = PTO_E8M0)
}

static void break_convert_canonical(driver *d)
{
    EACH_HEADER(h->data.canonicalize = true)
}

static void break_convert_layout(driver *d)
{
    EACH_HEADER(h->data.layout = 6) /* DN2ND */
}

static void break_convert_shape(driver *d)
{
    EACH_HEADER(destination(h)->size_code++)
}

#endif
