/* What pto gemm says of a product. */
#include "cli/gemm/gemm.h"

#include <inttypes.h>

#include "cli/num/num.h"

static double gterms(const gemm *g)
{
    double terms = (double)g->m * (double)g->n * (double)g->k;
    return terms / (g->seconds > 0 ? g->seconds : 1e-9) / 1e9;
}

static void print_error(const gemm *g)
{
    const gemm_error *r = &g->error;
    printf("against the exact product of the unquantized inputs: max error "
           "%.6g, rms error %.6g, snr %.2f dB\n",
           r->max_error, r->rms_error, r->snr);
    if (r->max_error > 0)
        printf("worst at [%" PRIu64 ", %" PRIu64 "]: %.9g, exactly %.9g\n",
               r->row, r->column, r->got, r->want);
    if (r->skipped)
        printf("%" PRIu64 " infinite or NaN elements are left out, %" PRIu64
               " of them exactly a number\n",
               r->skipped, r->lost);
    printf("%.3g Gterm/s\n", gterms(g));
}

static int print(const gemm *g)
{
    pto_dtype t = (pto_dtype)(g->args->post.mode ? g->post.post.result_type
                                                 : g->acc_type);
    int code = CLI_OK;
    for (unsigned i = 0; i < 2; i++)
        if (g->args->types[i]) {
            printf("%s: %s\n", g->in[i].path, cli_array_text(&g->in[i]).text);
            code |= cli_coded_print(&g->coded[i], 1);
        }
    printf("D [%" PRIu64 ", %" PRIu64 "] %s: flags %s\n", g->m, g->n,
           pto_format_get(t)->name,
           num_flag_text(g->flags | g->post.env.flags).text);
    if (g->args->compare)
        print_error(g);
    return code;
}

static int print_json(const gemm *g)
{
    pto_dtype t = (pto_dtype)(g->args->post.mode ? g->post.post.result_type
                                                 : g->acc_type);
    num_json_begin("gemm");
    printf(", \"m\": %" PRIu64 ", \"n\": %" PRIu64 ", \"k\": %" PRIu64
           ", \"type\": \"%s\", \"flags\": %u, \"operands\": ",
           g->m, g->n, g->k, pto_format_get(t)->name,
           g->flags | g->post.env.flags);
    cli_coded_print_json(g->coded, 2, stdout);
    if (g->args->compare) {
        const gemm_error *r = &g->error;
        printf(", \"compare\": {\"compared\": %" PRIu64
               ", \"skipped\": %" PRIu64 ", \"lost\": %" PRIu64
               ", \"max_error\": ",
               r->compared, r->skipped, r->lost);
        cli_json_number(r->max_error, stdout);
        printf(", \"rms_error\": ");
        cli_json_number(r->rms_error, stdout);
        printf(", \"snr_db\": ");
        cli_json_number(r->snr, stdout);
        printf(", \"gterms_per_second\": %.6g}", gterms(g));
    }
    printf("}\n");
    return CLI_OK;
}

int gemm_print(const gemm *g)
{
    return g->args->json ? print_json(g) : print(g);
}
