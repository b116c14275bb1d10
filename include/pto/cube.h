/*
 * The matrix unit's numbers: K-ordered products of scaled operands, and what
 * B.FPATR does to a finished accumulator. Shapes are the caller's business;
 * encodings, names and faults are not known here.
 */
#ifndef PTO_CUBE_H
#define PTO_CUBE_H

#include "pto/level.h"
#include "pto/profile.h"
#include "pto/tile.h"

PTO_C_BEGIN

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

PTO_API pto_view pto_view_none(void);
PTO_API pto_view pto_view_array(unsigned dtype, const void *elements,
                                uint64_t pitch);
PTO_API pto_view pto_view_tile(const pto_tile *t, bool transposed,
                               uint64_t row_offset);
/* Raw bits of element (row, column). */
PTO_API uint64_t pto_view_read(const pto_view *v, uint64_t row,
                               uint64_t column);

/* Elements along K that share one scale: 32, or 64 for HiF4X2. */
PTO_API uint32_t pto_scale_group(unsigned dtype);
/* FP32 for floating inputs, S32 or U32 for integers. */
PTO_API unsigned pto_accumulator_type(unsigned dtype);

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

/* Buffers that calls reuse. One caller at a time; never needed for results. */
typedef struct pto_workspace pto_workspace;
PTO_API pto_workspace *pto_workspace_new(void);
PTO_API void pto_workspace_free(pto_workspace *w);

/*
 * When FP64 containers replace FP32 registers. Both give the same bits; some
 * processors leave FP32 subnormals to slow microcode.
 */
typedef enum pto_wide {
    PTO_WIDE_AUTO,  /* WATCH where subnormals are slow, else NEVER */
    PTO_WIDE_NEVER, /* only where FP32 cannot hold a scaled operand */
    PTO_WIDE_WATCH, /* and after a register tile that met a subnormal */
    PTO_WIDE_ALWAYS
} pto_wide;

typedef struct pto_cube_options {
    uint32_t level;   /* pto_level */
    uint32_t threads; /* 0 and 1: the caller's */
    uint32_t wide;    /* pto_wide */
    uint32_t reserved;
    pto_workspace *workspace; /* or NULL */
} pto_cube_options;

/*
 * For every row block: acc = 0, C, or C * 2^-c_scale; for k ascending
 * acc = RNE_FP32(a * b * scales + acc), the product exact; then the bias with
 * one RNE (ADR 0047, ADR 0101). Integer types accumulate modulo 2^32. Sticky
 * flags are or-ed into *flags; options and flags may be NULL. PTO_BAD_ARGUMENT
 * on a zero extent, operands of two classes, FP64 or 64-bit integers, or a
 * level that does not run here.
 */
PTO_API pto_status pto_cube_multiply(const pto_cube_op *op,
                                     const pto_cube_options *options,
                                     uint32_t *flags, pto_error *e);

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

PTO_API pto_status pto_cube_multiply_raw(const pto_cube_op *op,
                                         const pto_raw_options *options,
                                         pto_error *e);

/* One product of plain row-major arrays. Pointers may be NULL where optional.
 */
typedef struct pto_matmul_args {
    uint64_t m, n, k;
    uint32_t type_a, type_b;       /* pto_dtype */
    const void *a, *b;             /* [M][K], [K][N] */
    const void *scale_a, *scale_b; /* [M][G], [N][G] */
    uint32_t scale_b_rows;         /* 1: scale_b is [G][N] */
    uint32_t reserved;
    const void *c;          /* [M][N] */
    const uint8_t *c_scale; /* [M] */
    const void *bias;       /* [N] */
    uint32_t *d;            /* [M][N] */
} pto_matmul_args;

/* Rows follow one another without padding, also where K * bits is odd. */
PTO_API pto_status pto_matmul(const pto_matmul_args *args,
                              const pto_cube_options *options, uint32_t *flags,
                              pto_error *e);

/*
 * B.FPATR over n accumulators of one row, the first of them column `column`:
 * packed elements of post->result_type into `out`, which is what the profile's
 * post gives one by one. `quant` and `alpha` are U64 [1, N] tiles of parameter
 * words, or NULL where the words in `post` hold. Accumulators of the ieee
 * profile have canonical NaNs only.
 */
PTO_API void pto_post_line(const pto_profile *profile, const pto_post *post,
                           const pto_tile *quant, const pto_tile *alpha,
                           uint32_t column, const uint32_t *acc, uint64_t n,
                           void *out, pto_fenv *env);

/* RowMax and GroupMax: the profile's max_step over n >= 1 accumulators. */
PTO_API uint32_t pto_max_line(const pto_profile *profile, pto_dtype type,
                              const uint32_t *acc, uint64_t n, bool max_abs,
                              pto_fenv *env);

PTO_C_END

#endif
