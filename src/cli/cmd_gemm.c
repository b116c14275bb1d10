/* pto gemm: NumPy matrices through the matrix unit. */
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "cli/gemm/gemm.h"
#include "cli/options.h"

const char cmd_gemm_options[] =
    "  A.npy B.npy        [M, K] and [K, N]\n"
    "  --a-type T, --b-type T  quantize to T first (the file's own type)\n"
    "  --mx               with scales along K: E8M0 per 32, of HiF4 a word per "
    "64\n"
    "  --round M, --sat   of quantizing and of --post\n"
    "  --acc C.npy        [M, N] that the accumulators start with\n"
    "  --bias BIAS.npy    [N], added last\n"
    "  --post MODE        B.FPATR's conversion, by name or number, with what "
    "it needs of\n"
    "  --post-scale X|S.npy  --post-offset N  --post-shift N  --relu 0..3  "
    "--alpha X\n"
    "  -o D.npy           the result: FP32 (S32, U32) or what --post makes\n"
    "  --compare          error of the accumulators against the unquantized "
    "product, and\n"
    "                     speed\n"
    "  --min-snr DB       with --compare: exit 2 where the ratio is lower or a"
    " number is lost\n"
    "  --threads N        threads of the product (1)\n"
    "  --json             the report as JSON\n";

static pto_status check_usage(const gemm_args *a, pto_error *e)
{
    if (a->min_snr && !a->compare)
        return pto_fail(e, PTO_BAD_INPUT, "--min-snr goes with --compare");
    if (a->threads > 256)
        return pto_fail(e, PTO_BAD_INPUT, "--threads: at most 256");
    bool lone = a->post.scale || a->post.offset || a->post.shift ||
                a->post.relu || a->post.alpha;
    if (lone && !a->post.mode)
        return pto_fail(e, PTO_BAD_INPUT,
                        "post-processing needs --post; None converts nothing");
    return PTO_OK;
}

static pto_status read_matrices(gemm *g, pto_error *e)
{
    for (unsigned i = 0; i < 2; i++) {
        PTO_TRY(cli_array_open(g->args->in[i], &g->in[i], e));
        if (g->in[i].npy.dimensions != 2)
            return pto_fail(e, PTO_BAD_INPUT, "%s: %s is no matrix",
                            g->in[i].path, cli_array_text(&g->in[i]).text);
    }
    g->m = g->in[0].npy.shape[0];
    g->k = g->in[0].npy.shape[1];
    g->n = g->in[1].npy.shape[1];
    if (g->in[1].npy.shape[0] != g->k)
        return pto_fail(e, PTO_BAD_INPUT, "%s: %s times %s does not fit",
                        g->in[1].path, cli_array_text(&g->in[0]).text,
                        cli_array_text(&g->in[1]).text);
    if (!g->m || !g->k || !g->n)
        return pto_fail(e, PTO_BAD_INPUT, "%s times %s: nothing to multiply",
                        cli_array_text(&g->in[0]).text,
                        cli_array_text(&g->in[1]).text);
    if (g->m > SIZE_MAX / 16 / g->n)
        return pto_fail(e, PTO_NO_MEMORY, "the result is too large");
    return PTO_OK;
}

/* The file's own elements, in place, where nobody asks for a report. */
static pto_status keep_elements(const cli_array *a, pto_error *e)
{
    pto_fenv env = {.round = PTO_RNE};
    uint8_t *elements = a->file + a->npy.offset;
    if (pto_dtype_is_integer(a->type))
        return PTO_OK;
    /* A NaN of a file is as canonical as one that was quantized. */
    if (pto_convert_n(a->type, a->type, elements, elements, (size_t)a->count,
                      &env) == PTO_OK)
        return PTO_OK;
    return pto_fail(e, PTO_BAD_ARGUMENT, "%s: not converted", a->path);
}

static pto_status quantize(gemm *g, unsigned i, pto_error *e)
{
    const char *name = g->args->types[i];
    cli_coded *c = &g->coded[i];
    pto_dtype t = g->in[i].type;
    pto_scaling s = PTO_SCALING_NONE;
    if (name)
        PTO_TRY(pto_dtype_named(name, &t, e));
    if (!name && (t == PTO_FP64 || t == PTO_S32 || t == PTO_U32))
        return pto_fail(e, PTO_BAD_INPUT,
                        "%s: %s is no operand; give --%c-type", g->in[i].path,
                        cli_array_text(&g->in[i]).text, "ab"[i]);
    if (g->args->mx)
        s = t == PTO_HiF4X2 ? PTO_SCALING_HIF4 : PTO_SCALING_MX;
    PTO_TRY(pto_scaling_check(s, t, e));
    c->from = &g->in[i];
    c->q.type = t;
    c->q.scaling = s;
    c->env = g->env;
    if (!name && !g->args->mx && !g->args->json)
        return keep_elements(&g->in[i], e);
    PTO_TRY(cli_array_numbers(&g->in[i], e));
    return cli_coded_make(c, i == 1, e);
}

static const void *operand(const gemm *g, unsigned i)
{
    const void *codes = g->coded[i].q.codes;
    return codes ? codes : g->in[i].file + g->in[i].npy.offset;
}

/* Elements of C or of the bias as the accumulators hold them. */
static pto_status read_addend(const char *path, uint64_t count, unsigned type,
                              cli_array *a, uint32_t **out, pto_error *e)
{
    pto_fenv env = {.round = PTO_RNE};
    if (!path)
        return PTO_OK;
    PTO_TRY(cli_array_read(path, a, e));
    if (a->count != count || !a->npy.dimensions ||
        a->npy.shape[a->npy.dimensions - 1] == 0)
        return pto_fail(e, PTO_BAD_INPUT, "%s: %s does not fit the result",
                        path, cli_array_text(a).text);
    *out = malloc((size_t)count * sizeof **out);
    if (!*out)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    PTO_TRY(pto_convert_n((pto_dtype)type, PTO_FP64, *out, a->x, (size_t)count,
                          &env));
    if (env.flags & (PTO_NX | PTO_NV))
        return pto_fail(e, PTO_BAD_INPUT, "%s: not all elements are %s numbers",
                        path, pto_format_get(type)->name);
    return PTO_OK;
}

static pto_status check_shape(const cli_array *a, uint64_t rows, uint64_t n,
                              pto_error *e)
{
    unsigned d = a->npy.dimensions;
    bool fits = !a->x ||
                (d == 2 && a->npy.shape[0] == rows && a->npy.shape[1] == n) ||
                (d == 1 && rows == 1);
    if (fits)
        return PTO_OK;
    return pto_fail(e, PTO_BAD_INPUT,
                    "%s: %s does not fit a result [%" PRIu64 ", %" PRIu64 "]",
                    a->path, cli_array_text(a).text, rows, n);
}

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The product; where its speed is asked for, the best of a tenth of a second.
 */
static pto_status multiply(gemm *g, pto_error *e)
{
    const pto_matmul_args args = {
        .m = g->m,
        .n = g->n,
        .k = g->k,
        .type_a = g->coded[0].q.type,
        .type_b = g->coded[1].q.type,
        .a = operand(g, 0),
        .b = operand(g, 1),
        .scale_a = g->args->mx ? g->coded[0].q.scales : NULL,
        .scale_b = g->args->mx ? g->coded[1].q.scales : NULL,
        .scale_b_rows = 1,
        .c = g->c,
        .bias = g->bias_bits,
        .d = g->d};
    pto_cube_options options = {.threads = (uint32_t)g->args->threads};
    pto_status s = PTO_NO_MEMORY;
    options.workspace = pto_workspace_new();
    double start = now(), before = start, after = start;
    g->seconds = 1e9;
    do {
        before = now();
        s = pto_matmul(&args, &options, &g->flags, e);
        after = now();
        if (after - before < g->seconds)
            g->seconds = after - before;
    } while (s == PTO_OK && g->args->compare && after - start < 0.1);
    pto_workspace_free(options.workspace);
    return s;
}

/* At most 24 significant bits. */
static bool is_short(const cli_array *a)
{
    return a->type == PTO_FP32 || pto_format_get(a->type)->storage_bits <= 16;
}

static pto_status finish(gemm *g, pto_error *e)
{
    pto_dtype t = (pto_dtype)g->acc_type;
    void *result = g->d;
    pto_npy shape = {.dimensions = 2, .shape = {g->m, g->n}};
    if (g->args->compare) {
        PTO_TRY(cli_array_numbers(&g->in[0], e));
        PTO_TRY(cli_array_numbers(&g->in[1], e));
        const gemm_exact exact = {.m = g->m,
                                  .n = g->n,
                                  .k = g->k,
                                  .a = g->in[0].x,
                                  .b = g->in[1].x,
                                  .c = g->acc.x,
                                  .bias = g->bias.x,
                                  .is_short = is_short(&g->in[0]) &&
                                              is_short(&g->in[1])};
        PTO_TRY(gemm_compare(&exact, g->acc_type, g->d, &g->error, e));
    }
    if (g->args->post.mode) {
        t = (pto_dtype)g->post.post.result_type;
        result = g->post_out =
            calloc(pto_array_bytes(t, (size_t)(g->m * g->n)), 1);
        if (!result)
            return pto_fail(e, PTO_NO_MEMORY, "out of memory");
        PTO_TRY(gemm_post_run(&g->post, g->d, g->m, g->n, result, e));
    }
    if (!g->args->out)
        return PTO_OK;
    return cli_array_write(g->args->out, &shape, t, result, true, e);
}

static pto_status compute(gemm *g, pto_error *e)
{
    const gemm_args *a = g->args;
    pto_round round = PTO_RNE;
    PTO_TRY(check_usage(a, e));
    if (a->round)
        PTO_TRY(pto_round_named(a->round, &round, e));
    g->env = (pto_fenv){.round = (uint8_t)round, .saturate = a->saturate};
    PTO_TRY(read_matrices(g, e));
    PTO_TRY(quantize(g, 0, e));
    PTO_TRY(quantize(g, 1, e));
    g->acc_type = pto_accumulator_type(g->coded[0].q.type);
    if (a->post.mode)
        PTO_TRY(gemm_post_resolve(&a->post, g->acc_type, g->n, g->env, &g->post,
                                  e));
    PTO_TRY(read_addend(a->acc, g->m * g->n, g->acc_type, &g->acc, &g->c, e));
    PTO_TRY(
        read_addend(a->bias, g->n, g->acc_type, &g->bias, &g->bias_bits, e));
    PTO_TRY(check_shape(&g->acc, g->m, g->n, e));
    PTO_TRY(check_shape(&g->bias, 1, g->n, e));
    g->d = malloc((size_t)(g->m * g->n) * sizeof *g->d);
    if (!g->d)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    PTO_TRY(multiply(g, e));
    return finish(g, e);
}

static void release(gemm *g)
{
    for (unsigned i = 0; i < 2; i++) {
        cli_coded_free(&g->coded[i]);
        cli_array_free(&g->in[i]);
    }
    cli_array_free(&g->acc);
    cli_array_free(&g->bias);
    free(g->c);
    free(g->bias_bits);
    free(g->d);
    free(g->post_out);
    free(g->post.words);
}

static int run(const gemm_args *a)
{
    gemm g = {.args = a};
    pto_error e = {0};
    int code = CLI_OK;
    if (compute(&g, &e) != PTO_OK)
        code = cli_error(&e);
    else
        code = gemm_print(&g);
    bool is_worse = g.error.lost || g.error.snr < (double)a->min_snr;
    if (code == CLI_OK && a->min_snr && is_worse)
        code = CLI_DIFFERS;
    release(&g);
    return code;
}

int cmd_gemm(int argc, char **argv)
{
    gemm_args a = {.threads = 1};
    const cli_option options[] = {
        {"--a-type", CLI_TEXT, &a.types[0], NULL, 0},
        {"--b-type", CLI_TEXT, &a.types[1], NULL, 0},
        {"--mx", CLI_FLAG, &a.mx, NULL, 0},
        {"--round", CLI_TEXT, &a.round, NULL, 0},
        {"--sat", CLI_FLAG, &a.saturate, NULL, 0},
        {"--acc", CLI_INPUT, &a.acc, NULL, 0},
        {"--bias", CLI_INPUT, &a.bias, NULL, 0},
        {"--post", CLI_TEXT, &a.post.mode, NULL, 0},
        {"--post-scale", CLI_INPUT, &a.post.scale, NULL, 0},
        {"--post-offset", CLI_TEXT, &a.post.offset, NULL, 0},
        {"--post-shift", CLI_TEXT, &a.post.shift, NULL, 0},
        {"--relu", CLI_TEXT, &a.post.relu, NULL, 0},
        {"--alpha", CLI_TEXT, &a.post.alpha, NULL, 0},
        {"-o", CLI_OUTPUT, &a.out, NULL, 0},
        {"--compare", CLI_FLAG, &a.compare, NULL, 0},
        {"--min-snr", CLI_NUMBER, &a.min_snr, NULL, 0},
        {"--threads", CLI_NUMBER, &a.threads, NULL, 0},
        {"--json", CLI_FLAG, &a.json, NULL, 0},
    };
    int n = cli_parse(argc, argv, options, sizeof options / sizeof options[0],
                      a.in, 2);
    if (n < 0)
        return CLI_BAD_INPUT;
    if (n != 2)
        return cli_fail("usage: pto gemm A.npy B.npy [OPTION]...");
    return run(&a);
}
