/* Internal to src/cli: the verbs and what they share. */
#ifndef PTO_SRC_CLI_CLI_H
#define PTO_SRC_CLI_CLI_H

#include "pto/pto.h"

/* Exit codes of every verb (docs: README, "Exit codes"). */
enum cli_exit {
    CLI_OK = 0,
    CLI_BAD_INPUT = 1,
    CLI_DIFFERS = 2,
    CLI_FAULT = 3,
    CLI_UNFINISHED = 4,
    CLI_DEADLOCK = 5,
};

#define VERB(name, function, usage, summary, options) \
    int function(int, char **);
#include "cli/verb.def"
#undef VERB

/* What `pto VERB --help` says of the options. */
extern const char cmd_as_options[], cmd_run_options[], cmd_quant_options[],
    cmd_gemm_options[], cmd_op_options[], cmd_isa_options[],
    cmd_explain_options[];

/* Letters to change, add or drop to make one word of the other, in any case. */
unsigned cli_distance(const char *a, const char *b);

/* Print "pto: file:line:column: message" on standard error; CLI_BAD_INPUT. */
int cli_error(const pto_error *e);

/* "pto: out of memory": what standard output had not yet is not printed. */
int cli_no_memory(void);

/* The same as cli_error for a message made here. */
int cli_fail(const char *format, ...) PTO_PRINTF(1, 2);

#endif
