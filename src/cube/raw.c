/* The raw-carrier product: encodings multiplied as integers, modulo 2^32. */
#include "cube/check.h"
#include "cube/cube.h"

#include "base/bits.h"

#include <stdlib.h>
#include <string.h>

/* One operand; `packed` (or NULL) is its copy as the public model packs it. */
typedef struct carrier {
    const pto_view *view, *scale;
    uint8_t *packed;
    uint64_t columns, limit;
} carrier;

/* Low half of the 64-bit word that holds nibbles 16 * i .. 16 * i + 15. */
static uint32_t packed_word(const carrier *c, uint64_t i)
{
    bool inside = i < c->limit / 8;
    return inside ? (uint32_t)pto_load_le(c->packed + i * 8, 4) : 0;
}

/*
 * The payload of a Shared operand with its logical rows x columns elements
 * packed densely, transposed if the view is, over what the tile held.
 */
static bool pack(carrier *c, uint64_t rows, uint64_t columns, uint64_t limit)
{
    c->packed = malloc(limit);
    c->columns = columns;
    c->limit = limit;
    if (!c->packed)
        return false;
    const pto_view *v = c->view;
    memcpy(c->packed, v->tile ? v->tile->bytes : v->bytes, limit);
    for (uint64_t i = 0; i < rows * columns && i < 2 * limit; i++)
        pto_lane_set(PTO_U4X2, c->packed, i,
                     pto_view_read(c->view, i / columns, i % columns));
    return true;
}

static uint32_t element(const carrier *c, uint64_t row, uint64_t column)
{
    if (c->packed)
        return packed_word(c, row * c->columns + column);
    uint64_t bits = pto_view_read(c->view, row, column);
    const pto_format *f = pto_format_get(c->view->dtype);
    bool is_signed = f->kind == PTO_KIND_SIGNED &&
                     (f->storage_bits != 4 || c->view->sign_extended);
    if (is_signed)
        bits = (uint64_t)pto_sign_extend(bits, f->storage_bits);
    return (uint32_t)bits;
}

/* K factors of row i of A, or of column i of B. */
static void read_line(const carrier *c, bool is_a, uint64_t i, uint64_t k,
                      uint32_t *out)
{
    uint32_t group = pto_scale_group(c->view->dtype);
    for (uint64_t q = 0; q < k; q++) {
        uint32_t x = is_a ? element(c, i, q) : element(c, q, i);
        if (cube_view_present(c->scale))
            x *= (uint32_t)(is_a ? pto_view_read(c->scale, i, q / group)
                                 : pto_view_read(c->scale, q / group, i));
        out[q] = x;
    }
}

static uint32_t start(const pto_cube_rows *r, uint64_t row, uint64_t column)
{
    if (!cube_view_present(&r->c))
        return 0;
    uint32_t c = (uint32_t)pto_view_read(&r->c, row, column);
    if (!cube_view_present(&r->c_scale))
        return c;
    uint64_t shift = pto_view_read(&r->c_scale, row, 0);
    return shift < 32 ? c >> shift : 0;
}

static uint32_t dot(const uint32_t *a, const uint32_t *b, uint64_t k,
                    uint32_t sum)
{
    for (uint64_t i = 0; i < k; i++)
        sum += a[i] * b[i];
    return sum;
}

static void multiply_rows(const pto_cube_op *op, const pto_cube_rows *r,
                          const carrier *a, const uint32_t *b, uint32_t *line)
{
    for (uint64_t m = 0; m < r->m; m++) {
        read_line(a, true, m, op->k, line);
        for (uint64_t n = 0; n < op->n; n++) {
            uint32_t sum = dot(line, b + n * op->k, op->k, start(r, m, n));
            if (cube_view_present(&r->bias))
                sum += (uint32_t)pto_view_read(&r->bias, 0, n);
            r->d[m * r->d_pitch + n] = sum;
        }
    }
}

/* All rows of all blocks; false where memory ran out. */
static bool multiply_blocks(const pto_cube_op *op,
                            const pto_raw_options *options, uint32_t *b,
                            uint32_t *line)
{
    carrier cb = {.view = &op->b, .scale = &op->b_scale};
    bool done = !options->packed_b || pack(&cb, op->k, op->n, options->limit_b);
    for (uint64_t n = 0; done && n < op->n; n++)
        read_line(&cb, false, n, op->k, b + n * op->k);
    free(cb.packed);
    for (uint64_t i = 0; done && i < op->row_blocks; i++) {
        const pto_cube_rows *r = op->rows + i;
        carrier ca = {.view = &r->a, .scale = &r->a_scale};
        done = !options->packed_a || pack(&ca, r->m, op->k, options->limit_a);
        if (done)
            multiply_rows(op, r, &ca, b, line);
        free(ca.packed);
    }
    return done;
}

pto_status pto_cube_multiply_raw(const pto_cube_op *op,
                                 const pto_raw_options *options, pto_error *e)
{
    PTO_TRY(cube_check(op, e));
    uint32_t *b = NULL, *line = NULL;
    if (op->n < SIZE_MAX / 8 / op->k) {
        b = malloc(op->n * op->k * sizeof *b);
        line = malloc(op->k * sizeof *line);
    }
    bool done = b && line && multiply_blocks(op, options, b, line);
    free(b);
    free(line);
    return done ? PTO_OK
                : pto_fail(e, PTO_NO_MEMORY, "no memory for a matrix product");
}
