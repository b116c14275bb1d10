/* Cumulative histograms of one byte of the elements of each row. */
#include "tile/kernel/reduce.h"

#include "tile/row.h"

enum { BINS = 256 };

/* What the bytes above the counted one have to be, and which bits they are. */
typedef struct prefix {
    uint64_t mask, value;
} prefix;

static prefix prefix_of(const pto_tile *src, const pto_tile *filter,
                        uint32_t row, unsigned byte)
{
    prefix p = {0, 0};
    unsigned bytes = pto_tile_element_bits(src->dtype) / 8;
    for (unsigned i = bytes - 1; i > byte; i--) {
        uint32_t at = src->dtype == PTO_U16 ? row : bytes - 1 - i;
        p.mask |= UINT64_C(0xff) << 8 * i;
        p.value |= pto_tile_read(filter, at, 0) << 8 * i;
    }
    return p;
}

static void count_row(const pto_tile *src, prefix p, uint32_t row,
                      unsigned byte, uint64_t *count)
{
    uint64_t x[PTO_STRETCH];
    for (uint32_t c = 0, n; c < src->valid_columns; c += n) {
        uint32_t left = src->valid_columns - c;
        n = left < PTO_STRETCH ? left : PTO_STRETCH;
        pto_row_read(src, row, c, n, x);
        for (uint32_t i = 0; i < n; i++)
            if ((x[i] & p.mask) == p.value)
                count[x[i] >> 8 * byte & 0xff]++;
    }
}

void pto_tile_histogram(pto_tile *dst, const pto_tile *src,
                        const pto_tile *filter, unsigned byte)
{
    for (uint32_t r = 0; r < src->valid_rows; r++) {
        uint64_t count[BINS] = {0};
        count_row(src, prefix_of(src, filter, r, byte), r, byte, count);
        for (uint32_t k = 1; k < BINS; k++)
            count[k] += count[k - 1];
        pto_row_write(dst, r, 0, BINS, count);
    }
}
