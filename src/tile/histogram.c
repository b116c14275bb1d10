/* Cumulative histograms of one byte of the elements of each row. */
#include "tile/reduce.h"

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

static void count_row(pto_tile *dst, const pto_tile *src, prefix p,
                      uint32_t row, unsigned byte)
{
    uint32_t count[BINS] = {0}, sum = 0;
    for (uint32_t c = 0; c < src->valid_columns; c++) {
        uint64_t v = pto_tile_read_at(src, row * src->columns + c);
        if ((v & p.mask) == p.value)
            count[v >> 8 * byte & 0xff]++;
    }
    for (uint32_t k = 0; k < BINS; k++) {
        sum += count[k];
        pto_tile_store_at(dst, row * dst->columns + k, sum);
    }
}

void pto_tile_histogram(pto_tile *dst, const pto_tile *src,
                        const pto_tile *filter, unsigned byte)
{
    for (uint32_t r = 0; r < src->valid_rows; r++)
        count_row(dst, src, prefix_of(src, filter, r, byte), r, byte);
    pto_tile_define_valid(dst);
}
