/* Internal to src/cube: reading operands line by line, in storage order. */
#ifndef PTO_SRC_CUBE_VIEW_H
#define PTO_SRC_CUBE_VIEW_H

#include "pto/cube.h"

static inline bool cube_view_present(const pto_view *v)
{
    return v->dtype != PTO_DTYPE_NONE;
}

/*
 * Storage keeps lines of neighbours. True: a line is a row of the view; false:
 * a column.
 */
bool cube_view_lines_are_rows(const pto_view *v);

/*
 * n raw elements of one line, from element `first` on, packed as arrays are
 * and starting at a byte. Points into the operand, or into `scratch`, which
 * has room for pto_array_bytes(dtype, n).
 */
const uint8_t *cube_view_line(const pto_view *v, uint64_t line, uint64_t first,
                              uint64_t n, uint8_t *scratch);

/*
 * Do the lines from (line, first) on lie at a fixed distance of each other,
 * each starting at a byte? Then *raw is the first and *pitch the distance.
 */
bool cube_view_regular(const pto_view *v, uint64_t line, uint64_t first,
                       const uint8_t **raw, uint64_t *pitch);

#endif
