/* Internal to src/cli: NumPy arrays as numbers, and what quantizing makes. */
#ifndef PTO_SRC_CLI_ARRAY_H
#define PTO_SRC_CLI_ARRAY_H

#include "cli/cli.h"

#include <stdbool.h>
#include <stdio.h>

/* An array of floats, or of integers up to 32 bits. */
typedef struct cli_array {
    const char *path;
    pto_npy npy;
    pto_dtype type; /* of the elements in the file */
    uint64_t count;
    uint8_t *file; /* all of it; elements from npy.offset on */
    double *x;     /* as FP64: exact; NULL until cli_array_numbers */
} cli_array;

/* "-" is standard input. Errors name the file. */
pto_status cli_array_open(const char *path, cli_array *out, pto_error *e);
pto_status cli_array_numbers(cli_array *a, pto_error *e);
/* Both. */
pto_status cli_array_read(const char *path, cli_array *out, pto_error *e);
void cli_array_free(cli_array *a);

/* "FP32 [3, 5]" */
typedef struct cli_shape_text {
    char text[256];
} cli_shape_text;
cli_shape_text cli_array_text(const cli_array *a);

/* "E4M3" or "E4M3:mx": a type, and a scaling other than the one given. */
pto_status cli_target_parse(const char *text, pto_scaling scaling,
                            pto_dtype *type, pto_scaling *out, pto_error *e);

/* Codes and scales of an array, with room of their own. */
typedef struct cli_coded {
    const cli_array *from; /* its numbers are there */
    pto_quantized q;
    unsigned axis; /* of from's shape, along which groups run */
    pto_fenv env;  /* how it was rounded, and the flags of it */
    pto_quantize_report report;
} cli_coded;

/*
 * Quantize; groups run along the last axis, or with `down` the one before it.
 * `out` starts with from, q.type, q.scaling and env.
 */
pto_status cli_coded_make(cli_coded *c, bool down, pto_error *e);
void cli_coded_free(cli_coded *c);

/* Bits of memory an element takes with its share of the scales. */
double cli_coded_bits(const cli_coded *c);

/*
 * Packed elements of `type` in `shape`: as what NumPy has for them where
 * `natural`, else as unsigned codes; four bits always two a byte.
 */
pto_status cli_array_write(const char *path, const pto_npy *shape,
                           pto_dtype type, const void *codes, bool natural,
                           pto_error *e);

pto_status cli_coded_write_codes(const cli_coded *c, const char *path,
                                 pto_error *e);
pto_status cli_coded_write_scales(const cli_coded *c, const char *path,
                                  pto_error *e);
/* The dequantized FP32 array. */
pto_status cli_coded_write_back(const cli_coded *c, const char *path,
                                pto_error *e);

/* A line for each of the n, and one for each that has a worst element. */
int cli_coded_print(const cli_coded *all, size_t n);
/* The same as an array of JSON objects. */
void cli_coded_print_json(const cli_coded *all, size_t n, FILE *out);

/* A number that JSON can say; null for infinity and NaN. */
void cli_json_number(double x, FILE *out);

#endif
