/* Internal to src/cli/gemm: the parts of `pto gemm`. */
#ifndef PTO_SRC_CLI_GEMM_H
#define PTO_SRC_CLI_GEMM_H

#include "cli/array/array.h"

#include <stdbool.h>

/* B.FPATR as the command line says it. */
typedef struct gemm_post_args {
    const char *mode;  /* name or number; NULL: no post-processing */
    const char *scale; /* a number, or an NPY of one per column */
    const char *offset, *shift;
    const char *relu, *alpha;
} gemm_post_args;

/* Resolved: `words` has a parameter word for each column, or is NULL. */
typedef struct gemm_post {
    pto_post post;
    pto_fenv env;
    uint64_t *words;
} gemm_post;

/* PTO_BAD_INPUT says which option is missing, malformed or unused. */
pto_status gemm_post_resolve(const gemm_post_args *a, unsigned acc_type,
                             uint64_t columns, pto_fenv env, gemm_post *out,
                             pto_error *e);
/* m rows of n accumulators to packed elements; flags into p->env. */
pto_status gemm_post_run(gemm_post *p, const uint32_t *acc, uint64_t m,
                         uint64_t n, void *out, pto_error *e);

/* A product as it is checked: [m][k] * [k][n] + c + bias, c and bias or NULL.
 */
typedef struct gemm_exact {
    uint64_t m, n, k;
    const double *a, *b, *c, *bias;
    bool is_short; /* of a and b: products are exact in FP64 */
} gemm_exact;

/* How far accumulators are from the exact product of the unquantized inputs. */
typedef struct gemm_error {
    uint64_t compared, skipped; /* skipped: infinite or NaN on either side */
    uint64_t lost;              /* of these, what is exactly a number */
    double max_error, rms_error, snr; /* snr in dB */
    uint64_t row, column;             /* of max_error */
    double got, want;
} gemm_error;

pto_status gemm_compare(const gemm_exact *x, unsigned acc_type,
                        const uint32_t *d, gemm_error *out, pto_error *e);

typedef struct gemm_args {
    const char *in[2], *types[2];
    const char *round, *acc, *bias, *out;
    gemm_post_args post;
    uint64_t min_snr, threads;
    bool mx, saturate, compare, json;
} gemm_args;

typedef struct gemm {
    const gemm_args *args;
    pto_fenv env; /* as the options say; no flags */
    cli_array in[2], acc, bias;
    cli_coded coded[2];
    uint64_t m, n, k;
    unsigned acc_type;
    uint32_t *c, *bias_bits, *d;
    uint8_t *post_out;
    gemm_post post;
    uint32_t flags;
    double seconds; /* of the product */
    gemm_error error;
} gemm;

/* The report, for people or for machines. */
int gemm_print(const gemm *g);

#endif
