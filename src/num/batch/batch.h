/*
 * Internal to src/num: array conversion. A plan says what one conversion does
 * with every class of value; the kernels of an instruction set carry it out.
 *
 * Up to three fraction bits are rounded from a 16-bit word: the upper half of
 * an FP32 with its low bit set where anything below it is. Odd-rounding to a
 * wider format first changes no later rounding.
 */
#ifndef PTO_SRC_NUM_BATCH_BATCH_H
#define PTO_SRC_NUM_BATCH_BATCH_H

#include "pto/level.h"
#include "pto/numeric.h"

/* How a destination is made from FP32; NONE: an element at a time. */
typedef enum num_route {
    NUM_ROUTE_NONE,
    NUM_ROUTE_REGULAR, /* up to 8 bits: exponent and at most 3 fraction bits */
    NUM_ROUTE_TAPERED, /* HiF8 */
    NUM_ROUTE_HALF,    /* FP16 */
    NUM_ROUTE_UPPER,   /* BF16 */
    NUM_ROUTE_SHORTER, /* TF32, HF32 */
    NUM_ROUTE_SAME,    /* FP32 */
    NUM_ROUTE_INTEGER  /* up to 32 bits */
} num_route;

/*
 * A conversion from FP32 under one environment. Pairs are by sign. Exponents
 * are FP32's fields; codes are magnitudes before low_zeros.
 */
typedef struct num_plan {
    uint32_t route, round; /* num_route, pto_round */
    uint32_t min_exp;      /* of the lowest binade with full spacing */
    uint32_t frac;         /* fraction bits kept */
    uint32_t max;          /* largest finite code */
    uint32_t low_zeros;    /* the code's place in its carrier */
    uint32_t sign_shift;   /* from a word's sign to the carrier's */
    uint32_t tiny[2];      /* magnitudes below it are tiny after rounding */
    uint32_t reach[2];     /* HALF, UPPER: parts above it round to a normal */
    uint32_t vanish[2];    /* TAPERED: magnitudes below it give zero */
    uint32_t limit[2];     /* INTEGER: the largest magnitudes */
    uint32_t over[2];      /* carriers of results out of range */
    uint32_t inf[2];       /* carriers of infinities */
    uint32_t nan;          /* carrier of a NaN */
    uint8_t over_flags, inf_flags, quiet_flags, signaling_flags;
} num_plan;

/* A table of all 256 codes of a source of eight bits or fewer. */
typedef struct num_table {
    uint64_t value[256];
    uint8_t flags[256];
    uint8_t any_flags; /* of the codes that can occur */
    bool upper_half;   /* values are 32-bit words with a zero low half */
} num_table;

enum { NUM_STEP = 64, NUM_BLOCK = 1024 }; /* elements; STEP divides BLOCK */

/*
 * The kernels of one instruction set; n is a multiple of NUM_STEP. Those with
 * a plan or a table return the flags raised. Input and output may be the same
 * array where element sizes agree.
 */
typedef struct num_kernels {
    unsigned (*from_fp32)(const num_plan *p, const void *src, void *dst,
                          size_t n);
    /* REGULAR and TAPERED only; BF16 elements are words. */
    unsigned (*from_words)(const num_plan *p, const void *src, void *dst,
                           size_t n);
    void (*fp32_from_fp16)(const void *src, uint32_t *dst, size_t n);
    void (*fp32_from_bf16)(const void *src, uint32_t *dst, size_t n);
    void (*fp32_from_s16)(const void *src, uint32_t *dst, size_t n);
    void (*fp32_from_u16)(const void *src, uint32_t *dst, size_t n);
    unsigned (*look8)(const num_table *t, const uint8_t *src, void *dst,
                      size_t n);
    unsigned (*look16)(const num_table *t, const uint8_t *src, void *dst,
                       size_t n);
    unsigned (*look32)(const num_table *t, const uint8_t *src, void *dst,
                       size_t n);
} num_kernels;

extern const num_kernels num_kernels_portable;
extern const num_kernels num_kernels_avx2;
extern const num_kernels num_kernels_avx512;

/* pto_convert_n on a chosen level; PTO_BAD_ARGUMENT where it is not here. */
pto_status num_convert_n(unsigned level, pto_dtype dst_type, pto_dtype src_type,
                         void *dst, const void *src, size_t n, pto_fenv *env);

num_route num_route_of(const pto_format *f);
/* Only for destinations with a route. */
num_plan num_plan_for(pto_dtype dst_type, const pto_fenv *env);

#endif
