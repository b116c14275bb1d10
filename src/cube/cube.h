/*
 * The matrix unit inside the library: products of operands wherever they lie,
 * and how src/cube reads these line by line, in storage order.
 */
#ifndef PTO_SRC_CUBE_CUBE_H
#define PTO_SRC_CUBE_CUBE_H

#include "pto/cube.h"

/*
 * A matrix operand [rows, columns] wherever it lies: a row-major array of
 * packed elements (`bytes`, `pitch` elements from row to row) or a tile. With
 * `transposed` the storage is [columns, rows]. Row r of the view is row
 * r + row_offset of what is stored (after transposition). An absent operand
 * has dtype PTO_DTYPE_NONE.
 */
typedef struct pto_view {
    const uint8_t *bytes;
    const pto_tile *tile;
    uint64_t pitch;
    uint64_t row_offset;
    uint32_t dtype;
    uint32_t transposed;
    uint32_t sign_extended; /* of the tile; only raw products read it */
    uint32_t reserved;
} pto_view;

pto_view pto_view_none(void);
pto_view pto_view_array(unsigned dtype, const void *elements, uint64_t pitch);
pto_view pto_view_tile(const pto_tile *t, bool transposed, uint64_t row_offset);
/* Raw bits of element (row, column). */
uint64_t pto_view_read(const pto_view *v, uint64_t row, uint64_t column);

enum { PTO_CUBE_BLOCKS = 16 };

/*
 * Rows that share one B: the whole product, or one PE's part of it; m may be
 * 0. Scales are raw codes [m, G]: E8M0 bytes, or U32 words for HiF4X2. c_scale
 * is U8 [m, 1], bias [1, N]. D takes row-major 32-bit accumulators; it may not
 * overlap an operand. The block's own flags are or-ed into *flags, if given.
 */
typedef struct pto_cube_rows {
    uint64_t m;
    pto_view a, a_scale;
    pto_view c, c_scale;
    pto_view bias;
    uint32_t *d;
    uint64_t d_pitch;
    uint32_t *flags;
} pto_cube_rows;

/* b is [K, N], b_scale [G, N]; 1 to PTO_CUBE_BLOCKS blocks of rows. */
typedef struct pto_cube_op {
    uint64_t n, k;
    pto_view b, b_scale;
    const pto_cube_rows *rows;
    uint64_t row_blocks;
} pto_cube_op;

/*
 * For every row block: acc = 0, C, or C * 2^-c_scale; for k ascending
 * acc = RNE_FP32(a * b * scales + acc), the product exact; then the bias with
 * one RNE (ADR 0047, ADR 0101). Integer types accumulate modulo 2^32. Sticky
 * flags are or-ed into *flags; options and flags may be NULL. PTO_BAD_ARGUMENT
 * on a zero extent, operands of two classes, FP64 or 64-bit integers, or a
 * level that does not run here.
 */
pto_status pto_cube_multiply(const pto_cube_op *op,
                             const pto_cube_options *options, uint32_t *flags,
                             pto_error *e);

/*
 * The raw-carrier product of profile pto-v0: acc + left * right on the
 * encodings as integers, each scale one more factor, the bias added; the low
 * 32 bits are kept and no flag is raised. c_scale shifts C right. Two
 * accidents of the public model show: S4X2 counts as unsigned unless the view
 * is sign_extended; and a packed operand, a linear four-bit array of `limit`
 * bytes, is repacked densely in place, after which its element i is read as
 * the word that starts at nibble 16 * i.
 */
typedef struct pto_raw_options {
    uint32_t packed_a, packed_b;
    uint64_t limit_a, limit_b;
} pto_raw_options;

pto_status pto_cube_multiply_raw(const pto_cube_op *op,
                                 const pto_raw_options *options, pto_error *e);

/* RowMax and GroupMax: the profile's max_step over n >= 1 accumulators. */
uint32_t pto_max_line(const pto_profile *profile, pto_dtype type,
                      const uint32_t *acc, uint64_t n, bool max_abs,
                      pto_fenv *env);

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
