/* Plans of operations on whole tiles: types, scalars, shapes, destinations. */
#ifndef PTO_SRC_BUNDLE_CORE_WHOLE_H
#define PTO_SRC_BUNDLE_CORE_WHOLE_H

#include "bundle/core/plan.h"

/*
 * The shape that LB0..LB2 name; what they leave open is as in the first source;
 * the second where the public model does so, else the first.
 */
pto_plan_fn pto_plan_named_shape, pto_plan_inherited_shape,
    pto_plan_quirk_shape;

/*
 * LB0 valid columns, LB1 valid rows, LB2 columns; what is not given is as in
 * `like` where that is allocated, else 1, and as many columns as are valid.
 */
pto_extent pto_extent_like(const pto_header *h, const pto_tile *like);
/* The same without a tile to be like. */
pto_extent pto_named_extent(const pto_header *h);

/* Source i; an unallocated tile where there is none. */
const pto_tile *pto_plan_tile(const pto_plan *p, unsigned i);

/* The first source where it has rows that a destination may take over. */
const pto_tile *pto_plan_first_source(const pto_plan *p);

/* Types, scalars, operand counts; a shape and destinations come next. */
void pto_plan_common(pto_plan *p);

/* Output i as the shape says; unallocated where its SizeCode is too small. */
void pto_describe_output(pto_plan *p, unsigned i, unsigned type);

/* The DataTypes that the operation takes, as a set of codes. */
uint32_t pto_legal_types(const pto_plan *p);

#endif
