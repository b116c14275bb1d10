/* Transposing arrays, in squares that stay in the nearest cache. */
#include "tile/turn.h"

#include <string.h>

enum { SQUARE = 16 };

typedef struct turn {
    uint8_t *dst;
    const uint8_t *src;
    size_t dst_step, src_step;
} turn;

/* `bytes` is a constant where this is called, and so are most extents. */
static inline void turn_square(const turn *t, unsigned bytes, uint32_t row,
                               uint32_t column, uint32_t rows, uint32_t columns)
{
    const uint8_t *from = t->src + row * t->src_step + column * bytes;
    uint8_t *to = t->dst + column * t->dst_step + row * bytes;
    for (uint32_t c = 0; c < columns; c++)
        for (uint32_t r = 0; r < rows; r++)
            memcpy(to + c * t->dst_step + r * bytes,
                   from + r * t->src_step + c * bytes, bytes);
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline void turn_all(const turn *t, unsigned bytes, uint32_t rows,
                            uint32_t columns)
{
    for (uint32_t r = 0; r < rows; r += SQUARE)
        for (uint32_t c = 0; c < columns; c += SQUARE) {
            if (rows - r >= SQUARE && columns - c >= SQUARE)
                turn_square(t, bytes, r, c, SQUARE, SQUARE);
            else
                turn_square(t, bytes, r, c, least(rows - r, SQUARE),
                            least(columns - c, SQUARE));
        }
}

void pto_turn(unsigned bytes, void *dst, size_t dst_step, const void *src,
              size_t src_step, uint32_t rows, uint32_t columns)
{
    const turn t = {dst, src, dst_step, src_step};
    switch (bytes) {
    case 1: turn_all(&t, 1, rows, columns); return;
    case 2: turn_all(&t, 2, rows, columns); return;
    case 4: turn_all(&t, 4, rows, columns); return;
    case 8: turn_all(&t, 8, rows, columns); return;
    }
}
