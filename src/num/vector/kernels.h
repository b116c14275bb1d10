/* Internal to src/num/vector: a plan, and the kernels that carry it out. */
#ifndef PTO_SRC_NUM_VECTOR_KERNELS_H
#define PTO_SRC_NUM_VECTOR_KERNELS_H

#include "num/num.h"
#include "num/vector/vector.h"

typedef enum num_vector_op {
#define VECTOR(name, operands, function, kernels, folds) NUM_VECTOR_##name,
#include "num/vector/operation.def"
#undef VECTOR
    NUM_VECTOR_COUNT
} num_vector_op;

/* The kernels of a row, as operation.def has them. */
enum { WORDS = 1, SIGNED = 2, BITS = 4, CODES = 8, HOST = 16, FUNCTION = 32 };

/* How elements are looked at. */
typedef enum num_vector_kind {
    NUM_WORDS,  /* unsigned integers, or bits */
    NUM_SIGNED, /* in two's complement */
    NUM_CODES,  /* sign and magnitude, NaNs above all magnitudes */
    NUM_HOST,   /* FP32 and FP64 */
    NUM_FUNCTION
} num_vector_kind;

typedef struct num_vector_plan {
    uint32_t op, kind, bytes; /* bytes of an element */
    uint32_t round;           /* HOST: pto_round, one that the host has */
    uint64_t sign, most;      /* CODES: above `most` are NaNs */
    uint64_t invalid;         /* CODES: bits that are clear but in NaNs */
    uint64_t nan;             /* HOST: the canonical one */
} num_vector_plan;

/*
 * Elements that kernels take at once; a call's n is a multiple. AGAIN, beside
 * the flags: nothing is valid, there is a NaN that only an element's own
 * function knows to treat.
 */
enum { NUM_VECTOR_STEP = 64, NUM_VECTOR_AGAIN = 0x100 };

typedef struct num_vector_kernels {
    bool host; /* is the host's arithmetic the one of the ISA? */
    unsigned (*map)(const num_vector_plan *p, void *dst, const void *a,
                    const void *b, size_t n);
    /* Bit i of the words: a > b, or with `equal` a = b; AGAIN or 0. */
    unsigned (*compare)(const num_vector_plan *p, bool equal, uint64_t *dst,
                        const void *a, const void *b, size_t n);
    /*
     * acc = f(acc, row) over `count` rows of n elements, `step` bytes apart.
     */
    unsigned (*fold)(const num_vector_plan *p, void *acc, const void *rows,
                     size_t step, size_t count, size_t n);
    /* Each of such rows into one element, in any order; no HOST. */
    unsigned (*lines)(const num_vector_plan *p, void *dst, const void *rows,
                      size_t step, size_t count, size_t n);
    /* FUNCTION rows: bit i of `open` is one where dst[i] is not found. */
    void (*functions)(unsigned op, void *dst, uint64_t *open, const void *a,
                      size_t n);
    /* a where the bit is one, else b. */
    void (*select)(unsigned bytes, void *dst, const uint64_t *bits,
                   const void *a, const void *b, size_t n);
} num_vector_kernels;

/* Of one, two or three operands; the other functions are NULL. */
typedef struct num_element_fn {
    pto_fn1 *one;
    pto_fn2 *two;
    pto_fn3 *three;
} num_element_fn;

/* An operation on one array of results. */
typedef struct num_vector_job {
    const num_vector_kernels *k;
    num_vector_plan plan;
    num_element_fn f;
    unsigned level;
    pto_dtype type;
    bool narrow; /* the plan is for FP32, from and to which elements convert */
    pto_fenv *env;
} num_vector_job;

/* False where no kernel computes f with the type and the mode. */
bool num_vector_start(num_vector_job *j, unsigned level, num_element_fn f,
                      pto_dtype t, pto_fenv *env);
/* n elements of `array`, then as many again as a step takes, in `room`. */
const void *num_vector_padded(uint8_t room[NUM_VECTOR_STEP * 8],
                              const uint8_t *array, size_t n, unsigned bytes);

extern const num_vector_kernels num_vector_portable;
extern const num_vector_kernels num_vector_avx2;
extern const num_vector_kernels num_vector_avx512;

#endif
