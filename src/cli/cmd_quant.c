/* pto quant: a NumPy array in one or more formats, and what that costs. */
#include <stdio.h>
#include <string.h>

#include "cli/array/array.h"
#include "cli/grid.h"
#include "cli/num/num.h"
#include "cli/options.h"

enum { MOST_TARGETS = 16 };

const char cmd_quant_options[] =
    "  IN.npy             floats, or integers up to 32 bits; - is standard "
    "input\n"
    "  --to T[:SCALE]     format of the result; several make a comparison\n"
    "  --round M          rounding mode (RNE)\n"
    "  --sat              NaN and infinity saturate; scaled numbers always do\n"
    "  --scale S          none, mx (E8M0 per 32), hif4 (a word per 64), tensor "
    "(one FP32)\n"
    "  --axis rows|cols   groups run down the rows, or along the columns of "
    "each row (cols)\n"
    "  -o OUT.npy         codes; four-bit ones two a byte, the even index in "
    "the low half\n"
    "  --scales S.npy     scales\n"
    "  --back B.npy       the codes as FP32 numbers again\n"
    "  --min-snr DB       exit 2 where the signal-to-noise ratio is lower or a "
    "number"
    " is lost\n"
    "  --json             the report as JSON\n";

typedef struct quant_args {
    const char *in, *round, *scale, *axis, *out, *scales, *back;
    const char *to[MOST_TARGETS];
    uint32_t targets;
    uint64_t min_snr;
    bool saturate, json;
    cli_coded coded[MOST_TARGETS];
} quant_args;

static pto_status check_outputs(const quant_args *a, pto_error *e)
{
    const char *const outputs[] = {a->out, a->scales, a->back};
    for (unsigned i = 0; i < 3; i++)
        if (outputs[i] && a->targets > 1)
            return pto_fail(e, PTO_BAD_INPUT, "%s: a file takes one --to",
                            outputs[i]);
    if (a->scales && a->coded[0].q.scaling == PTO_SCALING_NONE)
        return pto_fail(e, PTO_BAD_INPUT,
                        "--scales: there are none; --scale makes them");
    return PTO_OK;
}

/* What the words mean, before any file is touched. */
static pto_status resolve(quant_args *a, pto_error *e)
{
    pto_round round = PTO_RNE;
    pto_scaling scaling = PTO_SCALING_NONE;
    if (a->round)
        PTO_TRY(pto_round_named(a->round, &round, e));
    if (a->scale)
        PTO_TRY(pto_scaling_named(a->scale, &scaling, e));
    if (a->axis && strcmp(a->axis, "rows") && strcmp(a->axis, "cols"))
        return pto_fail(e, PTO_BAD_INPUT, "--axis %.60s: rows or cols",
                        a->axis);
    for (unsigned i = 0; i < a->targets; i++) {
        pto_dtype type;
        pto_scaling own;
        PTO_TRY(cli_target_parse(a->to[i], scaling, &type, &own, e));
        a->coded[i].q.type = type;
        a->coded[i].q.scaling = own;
        a->coded[i].env =
            (pto_fenv){.round = (uint8_t)round, .saturate = a->saturate};
    }
    return check_outputs(a, e);
}

static pto_status write_files(const quant_args *a, pto_error *e)
{
    const cli_coded *c = &a->coded[0];
    if (a->out)
        PTO_TRY(cli_coded_write_codes(c, a->out, e));
    if (a->scales)
        PTO_TRY(cli_coded_write_scales(c, a->scales, e));
    if (a->back)
        PTO_TRY(cli_coded_write_back(c, a->back, e));
    return PTO_OK;
}

static pto_status quantize(quant_args *a, const cli_array *in, pto_error *e)
{
    bool down = a->axis && !strcmp(a->axis, "rows");
    for (unsigned i = 0; i < a->targets; i++) {
        a->coded[i].from = in;
        PTO_TRY(cli_coded_make(&a->coded[i], down, e));
    }
    return write_files(a, e);
}

static int print(const quant_args *a, const cli_array *in)
{
    const char *round = pto_round_name((pto_round)a->coded[0].env.round);
    if (!a->json) {
        printf("%s: %s, %s\n", in->path, cli_array_text(in).text, round);
        return cli_coded_print(a->coded, a->targets);
    }
    num_json_begin("quant");
    printf(", \"file\": ");
    cli_json_text(in->path, stdout);
    printf(", \"array\": \"%s\", \"round\": \"%s\", \"results\": ",
           cli_array_text(in).text, round);
    cli_coded_print_json(a->coded, a->targets, stdout);
    printf("}\n");
    return CLI_OK;
}

static int run(quant_args *a)
{
    pto_error e = {0};
    cli_array in = {0};
    if (resolve(a, &e) != PTO_OK || cli_array_read(a->in, &in, &e) != PTO_OK)
        return cli_error(&e);
    int code = CLI_OK;
    if (quantize(a, &in, &e) != PTO_OK)
        code = cli_error(&e);
    else
        code = print(a, &in);
    for (unsigned i = 0; i < a->targets; i++) {
        const pto_quantize_report *r = &a->coded[i].report;
        bool is_worse = r->lost || r->snr < (double)a->min_snr;
        if (code == CLI_OK && a->min_snr && is_worse)
            code = CLI_DIFFERS;
        cli_coded_free(&a->coded[i]);
    }
    cli_array_free(&in);
    return code;
}

int cmd_quant(int argc, char **argv)
{
    quant_args a = {0};
    const cli_option options[] = {
        {"--to", CLI_LIST, a.to, &a.targets, MOST_TARGETS},
        {"--round", CLI_TEXT, &a.round, NULL, 0},
        {"--sat", CLI_FLAG, &a.saturate, NULL, 0},
        {"--scale", CLI_TEXT, &a.scale, NULL, 0},
        {"--axis", CLI_TEXT, &a.axis, NULL, 0},
        {"-o", CLI_OUTPUT, &a.out, NULL, 0},
        {"--scales", CLI_OUTPUT, &a.scales, NULL, 0},
        {"--back", CLI_OUTPUT, &a.back, NULL, 0},
        {"--min-snr", CLI_NUMBER, &a.min_snr, NULL, 0},
        {"--json", CLI_FLAG, &a.json, NULL, 0},
    };
    int n = cli_parse(argc, argv, options, sizeof options / sizeof options[0],
                      &a.in, 1);
    if (n < 0)
        return CLI_BAD_INPUT;
    if (n != 1 || !a.targets)
        return cli_fail(
            "usage: pto quant IN.npy --to T[:SCALE]... [OPTION]...");
    return run(&a);
}
