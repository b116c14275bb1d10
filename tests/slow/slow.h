/*
 * The second opinion: the rules of the `ieee` profile once more, slowly, with
 * MPFR doing the exact arithmetic. Written from the published number-format
 * contract, not from src/num: no code, table or header is shared, so that a
 * misreading has to be made twice to go unseen.
 *
 * An operation gives a slow_answer: the exact result cut into whole units of
 * its destination and a remainder class. slow_settle turns it into bits and
 * flags under one rounding mode, so the costly part is shared by all modes.
 */
#ifndef PTO_SLOW_H
#define PTO_SLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SLOW_NV = 1, SLOW_DZ = 2, SLOW_OF = 4, SLOW_UF = 8, SLOW_NX = 16 };

typedef enum slow_mode {
    SLOW_RNE,
    SLOW_RTM,
    SLOW_RTP,
    SLOW_RTZ,
    SLOW_RNA,
    SLOW_RTO,
    SLOW_RHB,
    SLOW_MODES
} slow_mode;

typedef enum slow_family {
    SLOW_BINARY,  /* sign, exponent, fraction */
    SLOW_TAPERED, /* HiF8 */
    SLOW_POWER,   /* exponent and fraction alone: E8M0 */
    SLOW_SIGNED,
    SLOW_UNSIGNED
} slow_family;

typedef enum slow_special {
    SLOW_INF_AND_NAN,
    SLOW_ONE_NAN,
    SLOW_FINITE_ONLY
} slow_special;

typedef struct slow_format {
    const char *name;
    int code;
    slow_family family;
    slow_special special;
    int bits;     /* of the carrier */
    int exponent; /* bits of the exponent field */
    int fraction; /* bits of the fraction field */
    int bias;
    int padding;     /* low carrier bits that are zero */
    int unused;      /* high carrier bits that are zero */
    bool gradual;    /* has subnormals */
    double largest;  /* finite magnitude */
    double smallest; /* normal magnitude, for the tininess test */
    int deepest;     /* exponent of the smallest normal binade */
    uint64_t quiet;  /* canonical NaN */
} slow_format;

enum { SLOW_FORMATS = 25 }; /* rows of slow_formats */
extern const slow_format slow_formats[SLOW_FORMATS];
const slow_format *slow_format_of(int code);
const slow_format *slow_format_named(const char *name);
slow_mode slow_mode_named(const char *name);
const char *slow_mode_name(slow_mode m);
bool slow_is_integer(const slow_format *f);

typedef enum slow_kind {
    SLOW_ZERO,
    SLOW_FINITE,
    SLOW_INF,
    SLOW_QNAN,
    SLOW_SNAN,
    SLOW_INVALID
} slow_kind;

/*
 * FINITE: |value| is m * 2^e, or when `more` is set a number strictly between
 * m * 2^e and (m + 1) * 2^e with m of 64 bits.
 */
typedef struct slow_value {
    slow_kind kind;
    bool negative;
    uint64_t m;
    int e;
    bool more;
} slow_value;

slow_value slow_decode(const slow_format *f, uint64_t bits);
/* "+zero", "-subnormal", "qnan", "invalid", ... as the vectors spell it. */
const char *slow_class(const slow_format *f, uint64_t bits);

typedef enum slow_rest { EXACT, BELOW_HALF, HALF, ABOVE_HALF } slow_rest;

/* |x| as whole units 2^unit and what is left of one more. */
typedef struct slow_cut {
    uint64_t count;
    int unit;
    slow_rest rest;
} slow_cut;

typedef enum slow_settled {
    SLOW_FIXED,     /* `bits` whatever the mode */
    SLOW_CANCELLED, /* +0, or -0 under RTM */
    SLOW_INTEGER,   /* `cut` in units of one */
    SLOW_SCALE,     /* `cut.count` - 1024 is the floor of log2 */
    SLOW_ROUNDED    /* `cut` in the destination's own units */
} slow_settled;

typedef struct slow_answer {
    const slow_format *format;
    slow_settled how;
    uint64_t bits, saturated; /* FIXED, by saturation */
    unsigned flags, saturated_flags;
    bool negative, beyond; /* beyond: too large for any cut */
    slow_cut cut;          /* among the destination's candidates */
    slow_cut free;         /* as if the exponent had no lower end */
} slow_answer;

uint64_t slow_settle(const slow_answer *a, slow_mode m, bool saturate,
                     unsigned *flags);

/* What a value, a NaN or an infinity becomes in `f`. */
slow_answer slow_answer_for(const slow_format *f, slow_value v);
slow_answer slow_answer_bits(const slow_format *f, uint64_t bits,
                             unsigned flags);
uint64_t slow_infinity(const slow_format *f, bool negative);
uint64_t slow_zero(const slow_format *f, bool negative);
slow_answer slow_convert(const slow_format *dst, const slow_format *src,
                         uint64_t bits, bool canonicalize);

typedef enum slow_op {
    SLOW_ADD,
    SLOW_SUB,
    SLOW_MUL,
    SLOW_DIV,
    SLOW_REM,
    SLOW_FMA,
    SLOW_MSUB,
    SLOW_NMADD,
    SLOW_NMSUB,
    SLOW_SQRT,
    SLOW_RSQRT,
    SLOW_RECIP,
    SLOW_EXP,
    SLOW_LOG,
    SLOW_MIN,
    SLOW_MAX,
    SLOW_OPS
} slow_op;

const char *slow_op_name(slow_op op);
/* SLOW_OPS where there is no such name. */
slow_op slow_op_named(const char *name);
int slow_op_operands(slow_op op);
slow_answer slow_apply(slow_op op, const slow_format *f, const uint64_t *args);

/* value * scale + zero of FP32 and an integer; (value - zero) * scale. */
slow_answer slow_quantize(const slow_format *dst, uint64_t value,
                          uint64_t scale, uint64_t zero);
slow_answer slow_dequantize(const slow_format *src, uint64_t value,
                            uint64_t scale, uint64_t zero);

/* Frees what MPFR keeps for the calling thread. */
void slow_release(void);

typedef enum slow_order {
    SLOW_LESS,
    SLOW_EQUAL,
    SLOW_GREATER,
    SLOW_UNORDERED
} slow_order;

slow_order slow_compare(const slow_format *f, uint64_t a, uint64_t b,
                        unsigned *flags);

/* Row-major operands, one element a word; absent ones are NULL. */
typedef struct slow_matrix {
    const slow_format *a_type, *b_type;
    size_t m, n, k;
    const uint64_t *a, *b;       /* [m][k], [k][n] */
    const uint64_t *a_scale;     /* [m][groups]: E8M0 or HiF4 words */
    const uint64_t *b_scale;     /* [n][groups] */
    const uint64_t *c, *c_scale; /* [m][n], [m] */
    const uint64_t *bias;        /* [n] */
} slow_matrix;

/* d is [m][n]; returns the flags. */
unsigned slow_multiply(const slow_matrix *x, uint64_t *d);

#endif
