/* Joining, cutting, turning and filling tiles; rows by index. */
#ifndef PTO_SRC_BUNDLE_REARRANGE_REARRANGE_H
#define PTO_SRC_BUNDLE_REARRANGE_REARRANGE_H

#include "bundle/core/family.h"
#include "tile/kernel/rearrange.h"

typedef struct pto_window_plan {
    pto_tile_place at; /* of a larger tile */
} pto_window_plan;

pto_plan_fn pto_plan_window;
pto_run_fn pto_run_concat, pto_run_extract, pto_run_insert, pto_run_transpose;
pto_run_fn pto_run_pad_out, pto_run_gather_rows, pto_run_scatter_rows;

#define RULE(name, fault, text) pto_rule_fn pto_rule_##name;
#include "bundle/rearrange/rule.def"
#undef RULE

#endif
