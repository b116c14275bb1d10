/*
 * Number formats: classification, exact decomposition, rounding, conversion,
 * arithmetic. The rules are ADR 0047, ADR 0048 and docs/numerics.md.
 *
 * Every function is pure apart from the environment it is given: rounding and
 * saturation go in, sticky flags come out. Nothing depends on the host's
 * floating-point state. An element travels as uint64_t with its bits at the
 * bottom; carrier bits above the type's storage width are ignored, and a
 * four-bit value is one lane in the low nibble.
 */
#ifndef PTO_NUMERIC_H
#define PTO_NUMERIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "pto/api.h"
#include "pto/status.h"

PTO_C_BEGIN

/* DataType codes as encoded: PTO_FP64 = 0 ... PTO_U4X2 = 28. */
typedef enum pto_dtype {
#define FORMAT(name, code, ...) PTO_##name = code,
#include "pto/def/format.def"
#undef FORMAT
    PTO_DTYPE_NONE = 31, /* the field's sentinel; no format */
    PTO_DTYPE_CODES = 32
} pto_dtype;

typedef enum pto_kind {
    PTO_KIND_NONE, /* a code without a format */
    PTO_KIND_FLOAT,
    PTO_KIND_HIF8,
    PTO_KIND_SCALE,
    PTO_KIND_SIGNED,
    PTO_KIND_UNSIGNED
} pto_kind;

typedef enum pto_top {
    PTO_TOP_IEEE,
    PTO_TOP_ONE_NAN,
    PTO_TOP_FINITE,
    PTO_TOP_OWN
} pto_top;

/* One row of format.def and what follows from it. Codes are carrier bits. */
typedef struct pto_format {
    const char *name;
    uint8_t code, kind, top; /* pto_dtype, pto_kind, pto_top */
    uint8_t storage_bits, value_bits;
    uint8_t exp_bits, frac_bits, low_zeros;
    int16_t bias;
    uint8_t has_subnormal, has_nan, has_snan, has_inf, has_signed_zero;
    uint64_t carrier_mask; /* the low storage_bits */
    uint64_t sign_mask;    /* the sign bit; 0 where there is none */
    uint64_t must_be_zero; /* carrier bits that a valid encoding has clear */
    uint64_t max_finite;   /* largest positive finite (integers: maximum) */
    uint64_t min_finite;   /* most negative finite (integers: minimum) */
    uint64_t infinity;     /* +inf, where has_inf */
    uint64_t nan;          /* canonical NaN, where has_nan */
    uint64_t smallest;     /* smallest positive nonzero value */
    uint64_t min_normal;   /* smallest positive normal */
} pto_format;

/* The row of a code, or NULL for an unassigned one. */
PTO_API const pto_format *pto_format_get(unsigned code);
/* The same of input: PTO_BAD_INPUT names every accepted one. */
PTO_API pto_status pto_dtype_named(const char *name, pto_dtype *out,
                                   pto_error *e);
static inline bool pto_dtype_is_integer(unsigned code)
{
    return code >= PTO_S64 && code <= PTO_U4X2;
}

typedef enum pto_class {
#define CLASS(name, text, model) PTO_CLASS_##name,
#include "pto/def/class.def"
#undef CLASS
    PTO_CLASS_COUNT
} pto_class;

PTO_API const char *pto_class_text(pto_class c);
/* Every assigned type and carrier has exactly one class. */
PTO_API pto_class pto_classify(pto_dtype t, uint64_t bits);

typedef enum pto_round {
#define ROUND(name, rule) PTO_##name,
#include "pto/def/round.def"
#undef ROUND
    PTO_ROUND_COUNT
} pto_round;

/* "RNE", and what it does; NULL outside the seven. */
PTO_API const char *pto_round_name(pto_round r);
PTO_API const char *pto_round_rule(pto_round r);
/*
 * By name (case is ignored), or by what one of the four namespaces calls it:
 * RDN, FCVTA, CAST_ROUND. PTO_BAD_INPUT for any other name, which lists the
 * accepted ones, and for NONE and CAST_NONE, which leave the mode to the
 * operation.
 */
PTO_API pto_status pto_round_named(const char *name, pto_round *out,
                                   pto_error *e);

enum pto_flag {
    PTO_NV = 1,  /* invalid */
    PTO_DZ = 2,  /* divide by zero */
    PTO_OF = 4,  /* overflow, always with NX */
    PTO_UF = 8,  /* underflow, always with NX; tininess after rounding */
    PTO_NX = 16, /* inexact */
    PTO_ALL_FLAGS = 31
};

/* What an operation is told, and the sticky flags it leaves. */
typedef struct pto_fenv {
    uint8_t round;        /* pto_round */
    uint8_t saturate;     /* 0 or 1 */
    uint8_t canonicalize; /* 1: a NaN source is made quiet first */
    uint8_t flags;        /* or-ed, never cleared here */
} pto_fenv;

/*
 * The four selector namespaces (ADR 0047). PTO_SELECT_FCVT's code is the
 * conversion's function field (FCVTA 1 .. FCVTZ 5).
 */
typedef enum pto_selector {
    PTO_SELECT_CORE_STATE,
    PTO_SELECT_FCVT,
    PTO_SELECT_RMODE,
    PTO_SELECT_CAST,
    PTO_SELECTOR_COUNT
} pto_selector;

typedef struct pto_selection {
    uint8_t use_default; /* NONE: the operation's own default */
    uint8_t round;       /* pto_round, where use_default is 0 */
} pto_selection;

PTO_API const char *pto_selector_name(pto_selector ns);
/* PTO_BAD_ARGUMENT for a reserved code; CORE_STATE has none (4..7 are RNE). */
PTO_API pto_status pto_round_select(pto_selector ns, unsigned code,
                                    pto_selection *out);
/* The code's name in its namespace, or NULL. */
PTO_API const char *pto_selector_code_name(pto_selector ns, unsigned code);
/* NONE of a conversion src -> dst: RTZ for floating to integer, else RNE. */
PTO_API pto_round pto_round_default(pto_dtype dst, pto_dtype src);

typedef enum pto_part {
    PTO_PART_ZERO,
    PTO_PART_FINITE,
    PTO_PART_INF,
    PTO_PART_QNAN,
    PTO_PART_SNAN /* also what an invalid encoding decodes to */
} pto_part;

/*
 * A value taken apart. FINITE: |value| = sig * 2^(exp - 63), bit 63 of sig is
 * set. Unpacking is exact for all 25 types. On the way back bit 0 of sig may
 * stand for anything nonzero below it (a sticky bit), as long as the
 * destination keeps at most 62 bits; integers of 64 bits need exact parts.
 */
typedef struct pto_parts {
    uint8_t part; /* pto_part */
    uint8_t sign;
    int32_t exp;
    uint64_t sig;
} pto_parts;

PTO_API pto_parts pto_unpack(pto_dtype t, uint64_t bits);
/* Round once into `t`, range-check, encode; flags into env. */
PTO_API uint64_t pto_pack(pto_dtype t, pto_parts p, pto_fenv *env);

/* One element from `src` to `dst`: any pair of the 25 types. */
PTO_API uint64_t pto_convert(pto_dtype dst, pto_dtype src, uint64_t bits,
                             pto_fenv *env);

/* B.DATR's comparison codes: EQ 0 NE 1 LT 2 GT 3 LE 4 GE 5. */
typedef enum pto_compare {
#define COMPARE(name, code) PTO_##name = code,
#include "pto/def/compare.def"
#undef COMPARE
    PTO_COMPARE_COUNT
} pto_compare;

/*
 * A row of arith.def: one of the three functions, by operand count, of profile
 * ieee. Arithmetic is in the format `t`, the exact result rounded once under
 * env->round. Floating types: all of FLOAT and HIF8 kind (a result out of range
 * follows the conversion rules of the format). Integer types: add, sub, mul,
 * neg, abs and the fused forms wrap; div truncates and rem is floored, a zero
 * divisor gives 0 and DZ; min, max, relu are exact; the others give the
 * indefinite value and NV. Bits of any type, without flags: a shift takes its
 * distance from the low bits of b, modulo the width; shift_right copies the
 * sign of a signed type.
 */
typedef struct pto_arith {
    const char *name, *text;
    uint32_t operands; /* 1..3 */
    uint64_t (*one)(pto_dtype t, uint64_t a, pto_fenv *env);
    uint64_t (*two)(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env);
    uint64_t (*three)(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                      pto_fenv *env);
} pto_arith;

/* Call the row's function; args has at least `operands` elements. */
PTO_API uint64_t pto_arith_run(const pto_arith *op, pto_dtype t,
                               const uint64_t *args, pto_fenv *env);
PTO_API size_t pto_arith_count(void);
PTO_API const pto_arith *pto_arith_at(size_t i);
PTO_API pto_status pto_arith_named(const char *name, const pto_arith **out,
                                   pto_error *e);

/*
 * Scales of the matrix unit (ADR 0101). The value is (quarters / 4) * 2^exp;
 * quarters is 4..7. nan: the scale is E8M0 0xFF or E6M2 0xFF.
 */
typedef struct pto_scale {
    uint8_t nan, quarters;
    int16_t exp;
} pto_scale;

PTO_API pto_scale pto_scale_e8m0(uint8_t code);
/* Lane q (0..63) of a HiF4 word: E6M2 plus the two one-bit exponents. */
PTO_API pto_scale pto_scale_hif4(uint32_t word, unsigned lane);
/* Exact. A NaN scale makes the value a quiet NaN; a signaling value stays. */
PTO_API pto_parts pto_parts_scale(pto_parts v, pto_scale s);

#define PTO_SCALE_ONE ((pto_scale){.quarters = 4})

/* FP19 (sign 18, exponent 17:10, fraction 9:0), B.FPATR's parameter. */
PTO_API uint32_t pto_fp19_from_fp32(uint32_t fp32);
PTO_API pto_class pto_fp19_classify(uint32_t fp19);
/* A scale is a positive normal; an activation parameter may also be +0. */
PTO_API bool pto_fp19_scale_legal(uint32_t fp19);
PTO_API bool pto_fp19_activation_legal(uint32_t fp19);

/*
 * Arrays of elements as memory holds them: the storage width in bytes,
 * little-endian; four-bit types two lanes a byte, even index in the low
 * nibble; six-bit types one a byte.
 */
PTO_API size_t pto_array_bytes(pto_dtype t, size_t n);
PTO_API uint64_t pto_lane_get(pto_dtype t, const void *array, size_t i);
/* Writing one lane leaves its sibling alone. */
PTO_API void pto_lane_set(pto_dtype t, void *array, size_t i, uint64_t bits);

/*
 * n elements of src_type to dst_type, flags accumulated, bit-identical to
 * pto_convert one by one. dst == src is allowed where both storage widths are
 * equal; other overlap is not. An odd count of four-bit results leaves the
 * last high nibble alone. PTO_BAD_ARGUMENT for an unassigned type or mode.
 */
PTO_API pto_status pto_convert_n(pto_dtype dst_type, pto_dtype src_type,
                                 void *dst, const void *src, size_t n,
                                 pto_fenv *env);

/* The class (pto_class) of each of n elements. PTO_BAD_ARGUMENT as above. */
PTO_API pto_status pto_classify_n(pto_dtype t, const void *array, size_t n,
                                  uint8_t *out);

/*
 * n elements through a row of arith.def: args has as many arrays as the row has
 * operands. dst may be one of them, other overlap is not allowed; flags are
 * accumulated. PTO_BAD_ARGUMENT as above.
 */
PTO_API pto_status pto_arith_n(const pto_arith *op, pto_dtype t, void *dst,
                               const void *const *args, size_t n,
                               pto_fenv *env);

/* How a value is written. Every style but SHORT is exact. */
typedef enum pto_num_style {
    PTO_STYLE_EXACT,   /* decimal, all digits */
    PTO_STYLE_SHORT,   /* decimal, at most 17 digits */
    PTO_STYLE_HEX,     /* hexadecimal float, 0x1.8p+3 */
    PTO_STYLE_FRACTION /* 3/4, or 5*2^70, or 3/2^149 */
} pto_num_style;

enum { PTO_NUM_TEXT = 1200 }; /* room for any value in any style */

/* As snprintf: the length without the zero, `out` cut to `size`. */
PTO_API size_t pto_parts_print(pto_parts p, pto_num_style style, char *out,
                               size_t size);
PTO_API size_t pto_num_print(pto_dtype t, uint64_t bits, pto_num_style style,
                             char *out, size_t size);
/*
 * Read a decimal of any length, a hexadecimal float, inf or nan: exact up to
 * the sticky bit. PTO_BAD_INPUT names what is accepted.
 */
PTO_API pto_status pto_parts_parse(const char *text, pto_parts *out,
                                   pto_error *e);
/*
 * The same rounded into t under env, flags out; "0x3f80" without a point or a
 * binary exponent is taken as the encoding and has to fit.
 */
PTO_API pto_status pto_num_parse(pto_dtype t, const char *text, pto_fenv *env,
                                 uint64_t *bits, pto_error *e);
/* a + b, exact up to the sticky bit; both zero or finite. */
PTO_API pto_parts pto_parts_add(pto_parts a, pto_parts b);

/* How quantized elements share scales: scaling.def, docs/decisions/0012. */
typedef enum pto_scaling {
#define SCALING(name, text, group, type) PTO_SCALING_##name,
#include "pto/def/scaling.def"
#undef SCALING
    PTO_SCALINGS
} pto_scaling;

PTO_API const char *pto_scaling_name(pto_scaling s);
PTO_API pto_status pto_scaling_named(const char *name, pto_scaling *out,
                                     pto_error *e);
/* pto_dtype of a scale; PTO_DTYPE_NONE where there is none. */
PTO_API unsigned pto_scaling_type(pto_scaling s);
/* Scales along a line of `extent` elements; of TENSOR, 1 for the whole array.
 */
PTO_API uint64_t pto_scaling_groups(pto_scaling s, uint64_t extent);
/* PTO_BAD_INPUT says which scaling the type takes instead. */
PTO_API pto_status pto_scaling_check(pto_scaling s, pto_dtype t, pto_error *e);

/*
 * A quantized array [outer][extent][inner] whose groups run along `extent`: a
 * matrix [M][K] by rows is {M, K, 1}, by columns {1, M, K}. Codes are packed
 * without padding, an odd count of four-bit codes leaves the last high nibble
 * alone; scales are [outer][groups][inner], one for TENSOR.
 */
typedef struct pto_quantized {
    uint32_t type, scaling; /* pto_dtype, pto_scaling */
    uint64_t outer, extent, inner;
    void *codes, *scales;
} pto_quantized;

/*
 * What quantizing did. Errors are |x - code * scale|; infinite and NaN inputs
 * and lost elements are left out of them.
 */
typedef struct pto_quantize_report {
    uint64_t count;
    uint64_t zeros;      /* codes of zero */
    uint64_t flushed;    /* of these, of inputs that are not zero */
    uint64_t subnormals; /* codes */
    uint64_t clipped;    /* finite inputs beyond the largest number, also those
                          * that round to it, and all that is lost */
    uint64_t lost;       /* of these, now infinite or NaN */
    uint64_t infinities, nans; /* inputs */
    double max_error, rms_error;
    double snr; /* in dB: infinite without an error, NaN without a signal */
    /* An element of max_error, if that is not 0: its index, input,
     * code and what that means, and the codes on both sides of the input. */
    uint64_t worst, worst_code, below, above;
    double worst_input, worst_value, below_value, above_value;
} pto_quantize_report;

/*
 * Choose scales and encode the elements of x under env. A scaled finite element
 * is rounded once from its exact quotient, and clamped to the largest number
 * whatever env->saturate. report may be NULL.
 */
PTO_API pto_status pto_quantize(const pto_quantized *q, const double *x,
                                pto_fenv *env, pto_quantize_report *report,
                                pto_error *e);
/* code * scale, rounded once into `dst`, packed [outer][extent][inner]; what is
 * no number multiplies as in IEEE 754. */
PTO_API pto_status pto_dequantize(const pto_quantized *q, pto_dtype dst,
                                  void *out, pto_fenv *env, pto_error *e);

/* The rounding domain ledger of ADR 0047: 16 domains, domain.def. */
typedef struct pto_domain {
    const char *name, *selector, *rule, *order;
} pto_domain;

typedef struct pto_domain_op {
    const char *name; /* operation, as in the tile and scalar tables */
    uint32_t domain;  /* index of pto_domain_at */
} pto_domain_op;

/* NULL behind the last. */
PTO_API const pto_domain *pto_domain_at(size_t i);
PTO_API const pto_domain_op *pto_domain_op_at(size_t i);

PTO_C_END

#endif
