/* Internal to src/cli/num: what the subcommands of `pto num` share. */
#ifndef PTO_SRC_CLI_NUM_NUM_H
#define PTO_SRC_CLI_NUM_NUM_H

#include "cli/cli.h"
#include "cli/grid.h"

/* Options and words of one call; not every subcommand uses all. */
typedef struct num_args {
    const char *from, *to, *round;
    bool saturate, canonicalize, json, csv;
    const char **words;
    int count;
    pto_fenv env; /* of the options */
} num_args;

enum num_option {
    NUM_TYPES = 1, /* --from, --to */
    NUM_ROUND = 2,
    NUM_SAT = 4, /* --sat, --canonicalize */
    NUM_CSV = 8
};

typedef int num_fn(const num_args *a);
num_fn num_convert, num_classify, num_show, num_codes, num_compare, num_near,
    num_arith, num_scale, num_domains, num_modes;

/* All of these print what is wrong and return false. */
bool num_type(const char *name, pto_dtype *out);
/* A number or bits into `t`, rounded to nearest where it has to be. A number
 * that no value of t is near, as 300 in S8, is refused. */
bool num_value(pto_dtype t, const char *text, uint64_t *out);

/* "NV NX", or "-"; the text lasts until the next call. */
typedef struct num_flags {
    char text[24];
} num_flags;
num_flags num_flag_text(unsigned flags);

typedef struct num_text {
    char text[PTO_NUM_TEXT];
} num_text;
num_text num_value_text(pto_dtype t, uint64_t bits, pto_num_style style);

/* The encoding with all its digits: 0x3f800000, 0x7 for four bits. */
typedef struct num_bits {
    char text[24];
} num_bits;
num_bits num_bits_text(pto_dtype t, uint64_t bits);

/* Print as the options say, free, and give the exit code. */
int num_print(const num_args *a, const char *command, cli_grid *g);
/* The opening of a JSON object: profile and command. */
void num_json_begin(const char *command);

#endif
