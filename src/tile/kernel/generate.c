/* Tiles out of nothing: sequences and triangles. */
#include "tile/kernel/generate.h"

void pto_tile_sequence(pto_tile *t, uint64_t start, bool descending)
{
    for (uint32_t c = 0; c < t->valid_columns; c++)
        pto_tile_write(t, 0, c, descending ? start - c : start + c);
}

void pto_tile_triangle(pto_tile *t, uint64_t one, int64_t diagonal, bool upper)
{
    for (uint32_t r = 0; r < t->valid_rows; r++)
        for (uint32_t c = 0; c < t->valid_columns; c++) {
            int64_t edge = r + diagonal;
            bool inside = upper ? c >= edge : c <= edge;
            pto_tile_write(t, r, c, inside ? one : 0);
        }
}
