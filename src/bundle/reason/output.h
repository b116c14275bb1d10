/* The fields that would give a destination the shape that a rule wants. */
#ifndef PTO_SRC_BUNDLE_REASON_OUTPUT_H
#define PTO_SRC_BUNDLE_REASON_OUTPUT_H

#include "bundle/reason/cause.h"

/* LB1 and LB0: the valid region of the destination. */
bool pto_valid_wants(pto_detail *d, const pto_tile *like);

/* LB2, or LB0 where it gives the columns. */
bool pto_columns_want(pto_detail *d, pto_wanted columns);

/* SizeCode of output i: its stored rows. */
bool pto_rows_want(pto_detail *d, unsigned i, pto_wanted rows);

/* Whole fractals, where the layout of a destination has any. */
bool pto_fractals_want(pto_detail *d, pto_whose o, const pto_tile *t);

#endif
