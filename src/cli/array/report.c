/* What quantizing did, for people and for machines. */
#include "cli/array/array.h"

#include <inttypes.h>
#include <math.h>

#include "cli/grid.h"
#include "cli/num/num.h"

static const cli_column columns[] = {
    {"type", CLI_CELL_TEXT},        {"scale", CLI_CELL_TEXT},
    {"bits", CLI_CELL_NUMBER},      {"zeros", CLI_CELL_NUMBER},
    {"flushed", CLI_CELL_NUMBER},   {"subnormals", CLI_CELL_NUMBER},
    {"clipped", CLI_CELL_NUMBER},   {"lost", CLI_CELL_NUMBER},
    {"inf", CLI_CELL_NUMBER},       {"nan", CLI_CELL_NUMBER},
    {"max error", CLI_CELL_NUMBER}, {"rms error", CLI_CELL_NUMBER},
    {"snr dB", CLI_CELL_NUMBER},    {"flags", CLI_CELL_LIST},
};

static void add_row(cli_grid *g, const cli_coded *c)
{
    const pto_quantize_report *r = &c->report;
    const uint64_t counts[] = {r->zeros,   r->flushed, r->subnormals,
                               r->clipped, r->lost,    r->infinities,
                               r->nans};
    cli_grid_add(g, "%s", pto_format_get(c->q.type)->name);
    cli_grid_add(g, "%s", pto_scaling_name((pto_scaling)c->q.scaling));
    cli_grid_add(g, "%.4g", cli_coded_bits(c));
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        cli_grid_add(g, "%" PRIu64, counts[i]);
    cli_grid_add(g, "%.6g", r->max_error);
    cli_grid_add(g, "%.6g", r->rms_error);
    if (isnan(r->snr))
        cli_grid_add(g, "-");
    else
        cli_grid_add(g, "%.2f", r->snr);
    cli_grid_add(g, "%s", num_flag_text(c->env.flags).text);
}

/* An index of the array as [row, column]. */
static void print_place(const cli_coded *c, uint64_t index, FILE *out)
{
    const pto_npy *npy = &c->from->npy;
    uint64_t place[PTO_NPY_DIMENSIONS];
    for (unsigned i = npy->dimensions; i-- > 0;) {
        place[i] = index % npy->shape[i];
        index /= npy->shape[i];
    }
    fputc('[', out);
    for (unsigned i = 0; i < npy->dimensions; i++)
        fprintf(out, "%s%" PRIu64, i ? ", " : "", place[i]);
    fputc(']', out);
}

static void print_worst(const cli_coded *c)
{
    const pto_quantize_report *r = &c->report;
    pto_dtype t = (pto_dtype)c->q.type;
    double x = r->worst_input;
    printf("worst %s at ", pto_format_get(t)->name);
    print_place(c, r->worst, stdout);
    printf(": %.9g is %s = %.9g, off by %.6g; ", x,
           num_bits_text(t, r->worst_code).text, r->worst_value, r->max_error);
    if (x > r->above_value || x < r->below_value)
        printf("nothing lies beyond\n");
    else
        printf("between %s = %.9g and %s = %.9g\n",
               num_bits_text(t, r->below).text, r->below_value,
               num_bits_text(t, r->above).text, r->above_value);
}

int cli_coded_print(const cli_coded *all, size_t n)
{
    cli_grid g = {.columns = columns,
                  .width = sizeof columns / sizeof columns[0]};
    for (size_t i = 0; i < n; i++)
        add_row(&g, &all[i]);
    if (!g.failed)
        cli_grid_text(&g, stdout);
    bool failed = g.failed;
    cli_grid_free(&g);
    for (size_t i = 0; i < n; i++)
        if (all[i].report.max_error > 0)
            print_worst(&all[i]);
    return failed ? cli_no_memory() : CLI_OK;
}

void cli_json_number(double x, FILE *out)
{
    if (isfinite(x))
        fprintf(out, "%.17g", x);
    else
        fputs("null", out);
}

static void json_numbers(const char *const *names, const double *values,
                         size_t n, FILE *out)
{
    for (size_t i = 0; i < n; i++) {
        fprintf(out, ", \"%s\": ", names[i]);
        cli_json_number(values[i], out);
    }
}

static void json_worst(const cli_coded *c, FILE *out)
{
    static const char *const names[] = {"input", "value", "below", "above"};
    const pto_quantize_report *r = &c->report;
    pto_dtype t = (pto_dtype)c->q.type;
    const double values[] = {r->worst_input, r->worst_value, r->below_value,
                             r->above_value};
    if (!(r->max_error > 0)) {
        fputs("null", out);
        return;
    }
    fputs("{\"index\": ", out);
    print_place(c, r->worst, out);
    fprintf(out, ", \"bits\": \"%s\"", num_bits_text(t, r->worst_code).text);
    fprintf(out, ", \"below_bits\": \"%s\"", num_bits_text(t, r->below).text);
    fprintf(out, ", \"above_bits\": \"%s\"", num_bits_text(t, r->above).text);
    json_numbers(names, values, 4, out);
    fputc('}', out);
}

static void json_flags(unsigned flags, FILE *out)
{
    static const char *const names[] = {"NV", "DZ", "OF", "UF", "NX"};
    const char *comma = "";
    fputc('[', out);
    for (unsigned i = 0; i < 5; i++)
        if (flags >> i & 1) {
            fprintf(out, "%s\"%s\"", comma, names[i]);
            comma = ", ";
        }
    fputc(']', out);
}

static void json_row(const cli_coded *c, FILE *out)
{
    static const char *const names[] = {"bits_per_element", "max_error",
                                        "rms_error", "snr_db"};
    const pto_quantize_report *r = &c->report;
    const double values[] = {cli_coded_bits(c), r->max_error, r->rms_error,
                             r->snr};
    fprintf(out,
            "{\"type\": \"%s\", \"scale\": \"%s\", \"count\": %" PRIu64
            ", \"zeros\": %" PRIu64 ", \"flushed\": %" PRIu64
            ", \"subnormals\": %" PRIu64 ", \"clipped\": %" PRIu64
            ", \"lost\": %" PRIu64 ", \"infinities\": %" PRIu64
            ", \"nans\": %" PRIu64,
            pto_format_get(c->q.type)->name,
            pto_scaling_name((pto_scaling)c->q.scaling), r->count, r->zeros,
            r->flushed, r->subnormals, r->clipped, r->lost, r->infinities,
            r->nans);
    json_numbers(names, values, 4, out);
    fputs(", \"flags\": ", out);
    json_flags(c->env.flags, out);
    fputs(", \"worst\": ", out);
    json_worst(c, out);
    fputc('}', out);
}

void cli_coded_print_json(const cli_coded *all, size_t n, FILE *out)
{
    fputc('[', out);
    for (size_t i = 0; i < n; i++) {
        fputs(i ? ", " : "", out);
        json_row(&all[i], out);
    }
    fputc(']', out);
}
