/* Stable sorting and merging of floating tiles, by keys. */
#include "tile/kernel/sort.h"
#include "num/num.h"

typedef struct entry {
    uint64_t key, bits;
    uint32_t at;
} entry;

static entry entry_of(const pto_tile *t, uint32_t row, uint32_t column,
                      bool descending)
{
    uint64_t bits = pto_tile_read(t, row, column);
    return (entry){.key = pto_sort_key((pto_dtype)t->dtype, bits, descending),
                   .bits = bits};
}

static void insert(entry *e, uint32_t n, entry x)
{
    while (n && e[n - 1].key > x.key) {
        e[n] = e[n - 1];
        n--;
    }
    e[n] = x;
}

static void sort_group(pto_tile *values, pto_tile *indices, const pto_tile *src,
                       uint32_t row, uint32_t first, uint32_t n, bool down)
{
    entry e[PTO_SORT_WIDTH_MAX];
    for (uint32_t i = 0; i < n; i++) {
        entry x = entry_of(src, row, first + i, down);
        x.at = i;
        insert(e, i, x);
    }
    for (uint32_t i = 0; i < n; i++) {
        pto_tile_write(values, row, first + i, e[i].bits);
        pto_tile_write(indices, row, first + i, e[i].at);
    }
}

void pto_tile_sort(pto_tile *values, pto_tile *indices, const pto_tile *src,
                   uint32_t width, bool descending)
{
    for (uint32_t r = 0; r < src->valid_rows; r++)
        for (uint32_t c = 0; c < src->valid_columns; c += width) {
            uint32_t left = src->valid_columns - c;
            sort_group(values, indices, src, r, c, left < width ? left : width,
                       descending);
        }
}

void pto_tile_merge(pto_tile *dst, const pto_tile *left, const pto_tile *right,
                    bool descending)
{
    uint32_t n = left->valid_columns, m = right->valid_columns;
    for (uint32_t i = 0, k = 0; i + k < n + m;) {
        uint32_t to = i + k;
        entry l = i < n ? entry_of(left, 0, i, descending) : (entry){.bits = 0};
        entry r =
            k < m ? entry_of(right, 0, k, descending) : (entry){.bits = 0};
        bool takes_left = k == m || (i < n && l.key <= r.key);
        pto_tile_write(dst, 0, to, takes_left ? l.bits : r.bits);
        i += takes_left;
        k += !takes_left;
    }
}

bool pto_tile_is_sorted(const pto_tile *t, bool descending, uint32_t *column)
{
    uint64_t last = 0;
    for (uint32_t c = 0; c < t->valid_columns; c++) {
        uint64_t key = entry_of(t, 0, c, descending).key;
        if (key < last) {
            *column = c;
            return false;
        }
        last = key;
    }
    return true;
}

bool pto_tile_has_signaling(const pto_tile *t)
{
    for (uint32_t r = 0; r < t->valid_rows; r++)
        for (uint32_t c = 0; c < t->valid_columns; c++)
            if (pto_classify((pto_dtype)t->dtype, pto_tile_read(t, r, c)) ==
                PTO_CLASS_SNAN)
                return true;
    return false;
}
