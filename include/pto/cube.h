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

/* Elements along K that share one scale: 32, or 64 for HiF4X2. */
PTO_API uint32_t pto_scale_group(unsigned dtype);
/* FP32 for floating inputs, S32 or U32 for integers. */
PTO_API unsigned pto_accumulator_type(unsigned dtype);

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

/*
 * D = C + A * B in the order of K: acc = 0, C, or C * 2^-c_scale; for k
 * ascending acc = RNE_FP32(a * b * scales + acc), the product exact; then the
 * bias with one RNE (ADR 0047, ADR 0101). Integer types accumulate modulo 2^32.
 * Elements are packed, rows follow one another without padding, also where
 * K * bits is odd; accumulators are 32 bits. Sticky flags are or-ed into
 * *flags; options and flags may be NULL. PTO_BAD_ARGUMENT on a zero extent,
 * a missing operand, types of two classes, FP64 or 64-bit integers, or a level
 * that does not run here.
 */
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

PTO_C_END

#endif
