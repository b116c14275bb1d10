/*
 * Numeric profiles: who computes where the revisions leave the numbers open.
 * "ieee" computes real numbers; "pto-v0" is the raw-carrier reference of the
 * public model, bit for bit. What differs is listed in docs/differences.md.
 */
#ifndef PTO_PROFILE_H
#define PTO_PROFILE_H

#include "pto/numeric.h"

PTO_C_BEGIN

typedef uint64_t pto_fn1(pto_dtype t, uint64_t a, pto_fenv *env);
typedef uint64_t pto_fn2(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env);
typedef uint64_t pto_fn3(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                         pto_fenv *env);

/* As pto_convert_n. */
typedef pto_status pto_convert_n_fn(pto_dtype dst_type, pto_dtype src_type,
                                    void *dst, const void *src, size_t n,
                                    pto_fenv *env);

/*
 * Rows of arith.def. An index knows how many operands its function takes:
 * there is a PTO_ARITH2_add and no PTO_ARITH3_add.
 */
typedef enum pto_arith1 {
#define ARITH_1(name) PTO_ARITH1_##name,
#include "pto/def/arith.def"
    PTO_ARITH1_COUNT
} pto_arith1;

typedef enum pto_arith2 {
#define ARITH_2(name) PTO_ARITH2_##name,
#include "pto/def/arith.def"
    PTO_ARITH2_COUNT
} pto_arith2;

typedef enum pto_arith3 {
#define ARITH_3(name) PTO_ARITH3_##name,
#include "pto/def/arith.def"
    PTO_ARITH3_COUNT
} pto_arith3;

/*
 * What each row computes (pto_arith says it of ieee); results have the type's
 * storage width. compare: a NaN makes only NE true, a signaling one raises NV;
 * integers compare too.
 */
typedef struct pto_arithmetic {
    pto_fn1 *f1[PTO_ARITH1_COUNT];
    pto_fn2 *f2[PTO_ARITH2_COUNT];
    pto_fn3 *f3[PTO_ARITH3_COUNT];
    bool (*compare)(pto_compare c, pto_dtype t, uint64_t a, uint64_t b,
                    pto_fenv *env);
    uint64_t (*convert)(pto_dtype dst, pto_dtype src, uint64_t bits,
                        pto_fenv *env);
} pto_arithmetic;

/*
 * One term a[m,k] * b[k,n] of a matrix product. A scale is the raw element of
 * the scale tile (E8M0, or the HiF4 word, of which `lane` = k mod 64 picks an
 * exponent); *_scaled says that the side has one.
 */
typedef struct pto_matrix_term {
    uint8_t acc_type, a_type, b_type; /* pto_dtype */
    uint8_t a_scaled, b_scaled;
    uint8_t lane;
    uint64_t a, b;
    uint32_t a_scale, b_scale;
} pto_matrix_term;

/* The conversions of B.FPATR: rows of pre_quant.def. */
typedef enum pto_parameter {
    PTO_PARAMETER_NONE,
    PTO_PARAMETER_SCALAR, /* a register */
    PTO_PARAMETER_VECTOR  /* a tile [1,N] */
} pto_parameter;

typedef struct pto_pre_quant {
    uint8_t code;
    uint8_t sum, result; /* pto_dtype; NONE for mode 0 */
    uint8_t parameter;   /* pto_parameter */
    uint8_t shifts;      /* the parameter holds a shift, not a scale */
    uint8_t offset_bits; /* 0, 5, 9 or 17 */
    uint8_t fixed;       /* rounds by `round` whatever B.DATR.RMode says */
    uint8_t round;       /* pto_round, where fixed */
} pto_pre_quant;

/* The row of a PreQuantMode, or NULL for a reserved code. */
PTO_API const pto_pre_quant *pto_pre_quant_get(unsigned code);
/* The mode that a PreQuantMode rounds by, given the resolved RMode. */
PTO_API pto_round pto_pre_quant_round(unsigned code, pto_round rmode);

/* How one accumulator element becomes one element of D. */
typedef struct pto_post {
    uint8_t pre_quant, relu; /* PreQuantMode 0..63, ReluMode 0..3 */
    uint8_t acc_type;        /* FP32, S32 or U32 */
    uint8_t result_type;     /* acc_type for mode 0 */
    uint64_t quant;          /* parameter word: FP19 31:13, shift 35:32, ... */
    uint64_t alpha;          /* activation parameter: FP19 in bits 18:0 */
} pto_post;

typedef struct pto_profile {
    const char *name, *full_name;
    const pto_arithmetic *scalar;
    const pto_arithmetic *tile; /* called with PTO_RNE, but for convert */
    /*
     * A scalar FP32 or FP64 to an integer of 1..64 bits, extended to 64 by its
     * sign where it is_signed; out of range is the indefinite value and NV.
     */
    uint64_t (*to_integer)(unsigned bits, bool is_signed, pto_dtype src,
                           uint64_t value, pto_fenv *env);
    /* 1: matrix accumulators are raw carriers of 64 bits, 0: numbers. */
    uint8_t raw_accumulators;
    /* 1: debug registers are only stored, nothing is compared with them. */
    uint8_t debug_is_stored;
    /* 1: arithmetic on pairs of tiles leaves no flags (docs/differences.md). */
    uint8_t pairs_are_silent;
    /* tile->convert over arrays. */
    pto_convert_n_fn *convert_n;
    /*
     * 1: minima and maxima start at the first element as it is, so that a NaN
     * alone in its line stays and a canonical one behind it takes its place.
     */
    uint8_t folds_from_raw;
    /* exp(a - b) in the pipeline type: dst, equal to src or FP32. */
    uint64_t (*expdif)(pto_dtype dst, pto_dtype src, uint64_t a, uint64_t b,
                       pto_fenv *env);
    /* FP32 to S8 or U8: value * scale + zero, rounded once. */
    uint64_t (*quantize)(pto_dtype dst, uint64_t value, uint64_t scale,
                         uint64_t zero, pto_fenv *env);
    /* S8 or U8 to FP32: (value - zero) * scale, rounded once. */
    uint64_t (*dequantize)(pto_dtype src, uint64_t value, uint64_t scale,
                           uint64_t zero, pto_fenv *env);
    /* The next accumulator; pto-v0 keeps 64 bits, its caller the low ones. */
    uint64_t (*accumulate)(uint64_t acc, const pto_matrix_term *term,
                           pto_fenv *env);
    uint64_t (*bias)(pto_dtype acc_type, uint64_t acc, uint64_t bias,
                     pto_fenv *env);
    /* RowMax and GroupMax: the larger; with max_abs of both magnitudes. */
    uint64_t (*max_step)(pto_dtype t, uint64_t current, uint64_t candidate,
                         bool max_abs, pto_fenv *env);
    /*
     * B.FPATR. env->round is used as it stands: pto_pre_quant_round() makes it
     * from B.DATR.RMode. env->saturate is B.DATR.Sat.
     */
    uint64_t (*post)(const pto_post *p, uint64_t acc, pto_fenv *env);
    /* The last step of it: an exact value, finite or 0, into a result type. */
    uint64_t (*encode)(pto_dtype t, pto_parts value, pto_fenv *env);
} pto_profile;

/* "ieee" (also for NULL) or "pto-v0"; NULL for any other name. */
PTO_API const pto_profile *pto_profile_find(const char *name);
PTO_API const char *pto_profile_name(const pto_profile *p);

PTO_C_END

#endif
