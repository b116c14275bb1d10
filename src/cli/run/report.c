/* What `pto run` tells: registers, the manifest. */
#include "cli/run/run.h"

#include <inttypes.h>
#include <stdarg.h>
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

/* A growing JSON text; memory running out leaves it empty and is reported. */
typedef struct json {
    char *text;
    size_t size, capacity;
    bool failed;
} json;

static void put(json *j, const char *format, ...) PTO_PRINTF(2, 3);

static void put(json *j, const char *format, ...)
{
    char piece[512];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(piece, sizeof piece, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof piece) {
        j->failed = true;
        return;
    }
    if (j->size + (size_t)n >= j->capacity) {
        size_t capacity = (j->capacity + (size_t)n) * 2;
        char *text = realloc(j->text, capacity);
        if (!text) {
            j->failed = true;
            return;
        }
        j->text = text;
        j->capacity = capacity;
    }
    for (int i = 0; i <= n; i++)
        j->text[j->size + (size_t)i] = piece[i];
    j->size += (size_t)n;
}

/* A string with what JSON wants escaped; NULL is null. */
static void put_string(json *j, const char *s)
{
    if (!s) {
        put(j, "null");
        return;
    }
    put(j, "\"");
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            put(j, "\\%c", c);
        else if (c < 0x20)
            put(j, "\\u%04x", c);
        else
            put(j, "%c", c);
    }
    put(j, "\"");
}

static void put_fault(json *j, const pto_fault *f)
{
    put(j, "  \"fault\": {\"code\": \"Fault_%s\", \"pe\": %u, ",
        pto_fault_name(f->code), f->pe);
    put(j, "\"address\": \"0x%" PRIx64 "\", \"rule\": ", f->address);
    put_string(j, f->rule);
    put(j, ", \"text\": ");
    put_string(j, f->text);
    put(j, "},\n");
}

static void put_pes(json *j, const pto_machine *m)
{
    put(j, "  \"pes\": [\n");
    unsigned pes = pto_machine_pes(m);
    for (unsigned pe = 0; pe < pes; pe++) {
        pto_registers r;
        pto_machine_registers(m, pe, &r);
        put(j, "    {\"pe\": %u, \"stop\": \"%s\", \"instructions\": %" PRIu64,
            pe, pto_stop_name(r.stop), r.retired);
        put(j, ", \"tpc\": \"0x%" PRIx64 "\", \"flags\": \"0x%02x\"}%s\n",
            r.tpc, pto_sticky_flags(r.core_state), pe + 1 < pes ? "," : "");
    }
    put(j, "  ]\n");
}

pto_status run_write_manifest(const pto_machine *m, const run_options *o,
                              const pto_run_result *r, int exit_code,
                              double seconds, pto_error *e)
{
    json j = {0};
    char isa[PTO_ISA_TEXT];
    pto_isa_print(pto_machine_isa(m), isa, sizeof isa);
    const pto_profile *profile = pto_profile_find(o->profile);
    put(&j, "{\n  \"schema\": \"pto-run-v1\",\n  \"program\": ");
    put_string(&j, o->file);
    put(&j, ",\n  \"isa\": \"%s\",\n  \"profile\": \"%s\",\n", isa,
        pto_profile_name(profile));
    put(&j, "  \"profile_full_name\": \"%s\",\n", profile->full_name);
    put(&j, "  \"version\": \"%s\",\n  \"pes_running\": %u,\n", PTO_VERSION,
        pto_machine_pes(m));
    put(&j, "  \"stop\": \"%s\",\n  \"exit_code\": %d,\n",
        pto_stop_name(r->stop), exit_code);
    put(&j, "  \"program_exit_code\": %" PRId64 ",\n", r->exit_code);
    if (r->fault.code)
        put_fault(&j, &r->fault);
    put(&j, "  \"instructions\": %" PRIu64 ",\n  \"seconds\": %.6f,\n",
        r->steps, seconds);
    put_pes(&j, m);
    put(&j, "}\n");
    pto_status s = j.failed ? pto_fail(e, PTO_NO_MEMORY, "out of memory")
                            : pto_io_write(o->manifest_out, j.text, j.size, e);
    free(j.text);
    return s;
}
