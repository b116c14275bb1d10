/* What `pto run` tells: registers, the manifest. */
#include "cli/grid.h"
#include "cli/run/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void print_queue(char name, const uint64_t *value, unsigned valid)
{
    printf("  ");
    for (unsigned i = 0; i < 4; i++) {
        if (valid >> i & 1)
            printf(" %c#%u %016" PRIx64, name, i + 1, value[i]);
        else
            printf(" %c#%u %16s", name, i + 1, "-");
    }
    putchar('\n');
}

void run_print_registers(const pto_machine *m)
{
    for (unsigned pe = 0; pe < pto_machine_pes(m); pe++) {
        pto_registers r;
        pto_machine_registers(m, pe, &r);
        printf("PE%u  tpc %016" PRIx64 "  bpc %016" PRIx64
               "  core_state %016" PRIx64 "\n",
               pe, r.tpc, r.bpc, r.core_state);
        for (unsigned i = 0; i < 24; i++)
            printf("  %-4s %016" PRIx64 "%s", pto_register_name(i), r.gpr[i],
                   i % 4 == 3 ? "\n" : "");
        print_queue('t', r.t, r.t_valid);
        print_queue('u', r.u, r.u_valid);
    }
}

/* NULL is null. */
static void put_string(FILE *out, const char *s)
{
    if (s)
        cli_json_text(s, out);
    else
        fputs("null", out);
}

static void put_fault(FILE *out, const pto_fault *f)
{
    fprintf(out, "  \"fault\": {\"code\": \"Fault_%s\", \"pe\": %u, ",
            pto_fault_name(f->code), f->pe);
    fprintf(out, "\"address\": \"0x%" PRIx64 "\", \"rule\": ", f->address);
    put_string(out, f->rule);
    fputs(", \"text\": ", out);
    put_string(out, f->text);
    fputs("},\n", out);
}

static void put_pes(FILE *out, const pto_machine *m)
{
    fputs("  \"pes\": [\n", out);
    unsigned pes = pto_machine_pes(m);
    for (unsigned pe = 0; pe < pes; pe++) {
        pto_registers r;
        pto_machine_registers(m, pe, &r);
        fprintf(out,
                "    {\"pe\": %u, \"stop\": \"%s\", \"instructions\": "
                "%" PRIu64,
                pe, pto_stop_name(r.stop), r.retired);
        fprintf(out, ", \"tpc\": \"0x%" PRIx64 "\", \"flags\": \"0x%02x\"}%s\n",
                r.tpc, pto_sticky_flags(r.core_state), pe + 1 < pes ? "," : "");
    }
    fputs("  ]\n", out);
}

static void put_manifest(FILE *out, const pto_machine *m, const run_options *o,
                         const pto_run_result *r, int exit_code, double seconds)
{
    char isa[PTO_ISA_TEXT];
    pto_isa_print(pto_machine_isa(m), isa, sizeof isa);
    const pto_profile *profile = pto_profile_find(o->profile);
    fputs("{\n  \"schema\": \"pto-run-v1\",\n  \"program\": ", out);
    put_string(out, o->file);
    fprintf(out, ",\n  \"isa\": \"%s\",\n  \"profile\": \"%s\",\n", isa,
            pto_profile_name(profile));
    fprintf(out, "  \"profile_full_name\": \"%s\",\n", profile->full_name);
    fprintf(out, "  \"version\": \"%s\",\n  \"pes_running\": %u,\n",
            PTO_VERSION, pto_machine_pes(m));
    fprintf(out, "  \"stop\": \"%s\",\n  \"exit_code\": %d,\n",
            pto_stop_name(r->stop), exit_code);
    fprintf(out, "  \"program_exit_code\": %" PRId64 ",\n", r->exit_code);
    if (r->fault.code)
        put_fault(out, &r->fault);
    fprintf(out, "  \"instructions\": %" PRIu64 ",\n  \"seconds\": %.6f,\n",
            r->steps, seconds);
    put_pes(out, m);
    fputs("}\n", out);
}

pto_status run_write_manifest(const pto_machine *m, const run_options *o,
                              const pto_run_result *r, int exit_code,
                              double seconds, pto_error *e)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out)
        put_manifest(out, m, o, r, exit_code, seconds);
    bool failed = !out || ferror(out);
    failed |= out && fclose(out) != 0;
    pto_status s = failed ? pto_fail(e, PTO_NO_MEMORY, "out of memory")
                          : pto_io_write(o->manifest_out, text, size, e);
    free(text);
    return s;
}
