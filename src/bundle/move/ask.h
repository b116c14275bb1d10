/* What rules of moves judge in common. */
#ifndef PTO_SRC_BUNDLE_MOVE_ASK_H
#define PTO_SRC_BUNDLE_MOVE_ASK_H

#include "bundle/core/common.h"

/* Does the field that gives the move's type or layout give this one? */
bool pto_move_type_wants(const pto_plan *p, unsigned type, pto_detail *d);
bool pto_move_layout_wants(const pto_plan *p, unsigned layout, pto_detail *d);

/* Codes of B.DATR.Layout that give this layout, as bits. */
uint64_t pto_layout_codes(unsigned layout);

/* Masks of PEs that are all in this one. */
pto_wanted pto_masks_in(unsigned mask);

/* All types that a tile may have, as a set of codes. */
uint32_t pto_every_type(void);

/* The SizeCode of a capacity. */
unsigned pto_size_code_of(uint32_t bytes);

#endif
