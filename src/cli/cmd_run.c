/* pto run: assemble or load a program, run it, judge how it ended. */
#include "cli/files.h"
#include "cli/run/run.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static volatile int stop_soon;

static void on_interrupt(int number)
{
    (void)number;
    stop_soon = 1;
}

/* A run that is asked to end tells where it was and completes its files. */
static void watch_signals(void)
{
    static const int ends[] = {SIGHUP, SIGINT, SIGTERM};
    struct sigaction ask = {.sa_handler = on_interrupt};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        (void)sigaction(ends[i], &ask, NULL);
    (void)signal(SIGPIPE, SIG_IGN);
}

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool ends_with(const char *s, const char *tail)
{
    size_t n = strlen(s), k = strlen(tail);
    return n >= k && !strcmp(s + n - k, tail);
}

static bool is_source(const char *path)
{
    return ends_with(path, ".s") || ends_with(path, ".S") ||
           ends_with(path, ".asm");
}

static void print_diagnostic(void *user, const pto_diagnostic *d)
{
    *(bool *)user = true;
    fputs(d->text, stderr);
}

/* What the program writes to its descriptors 1 and 2. Nobody would see more of
 * it where it cannot be written: the run ends. */
static void on_output(void *user, int descriptor, const void *bytes, size_t n)
{
    (void)user;
    if (fwrite(bytes, 1, n, descriptor == 2 ? stderr : stdout) != n)
        stop_soon = 1;
}

const char cmd_run_options[] =
#define RUN_OPTION(name, argument, kind, to, count, most, help) \
    "  " name argument "\n        " help "\n"
#include "cli/run_option.def"
#undef RUN_OPTION
    ;

static int parse(int argc, char **argv, run_options *o)
{
    const cli_option rows[] = {
#define RUN_OPTION(name, argument, kind, to, count, most, help) \
    {name, kind, to, count, most},
#include "cli/run_option.def"
#undef RUN_OPTION
    };
    int words =
        cli_parse(argc, argv, rows, sizeof rows / sizeof rows[0], &o->file, 1);
    for (uint32_t i = 0; i < o->sets; i++) {
        const char *equals = strchr(o->set[i], '=');
        if (equals)
            cli_reads(equals + 1);
    }
    if (words == 0)
        cli_fail("run: expected FILE.s, FILE.elf or FILE.bin");
    return words == 1 ? cli_check_files() : CLI_BAD_INPUT;
}

/* An optional number given as text; 0 where it is absent. */
static pto_status number(const char *option, const char *text, uint64_t *out,
                         pto_error *e)
{
    *out = 0;
    if (text && !pto_io_number(text, out))
        return pto_fail(e, PTO_BAD_INPUT, "%s %s: expected a number", option,
                        text);
    return PTO_OK;
}

/* Text: no byte but printable ones, white space, and what UTF-8 has. */
static bool is_text(const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((bytes[i] < ' ' && !memchr("\t\n\v\f\r", bytes[i], 5)) ||
            bytes[i] == 0x7f)
            return false;
    return true;
}

/* Standard input has no name: its bytes say what it is. */
static pto_status load_stream(const run_options *o, const pto_asm_options *a,
                              uint32_t machine, uint64_t address,
                              pto_image **image, pto_error *e)
{
    static const char magic[4] = "\177ELF", name[] = "<stdin>";
    uint8_t *bytes;
    size_t n;
    PTO_TRY(pto_io_read(o->file, 0, &bytes, &n, e));
    pto_status s;
    if (n >= sizeof magic && !memcmp(bytes, magic, sizeof magic))
        s = pto_image_from_elf(bytes, n, name, machine, image, e);
    else if (is_text(bytes, n))
        s = pto_assemble((const char *)bytes, n, name, a, image, e);
    else
        s = pto_image_from_raw(bytes, n, address, image, e);
    pto_free(bytes);
    return s;
}

static pto_status load_file(const run_options *o, const pto_asm_options *a,
                            pto_image **image, pto_error *e)
{
    uint64_t machine, address;
    if (is_source(o->file))
        return pto_assemble_file(o->file, a, image, e);
    PTO_TRY(number("--expected-machine", o->machine, &machine, e));
    PTO_TRY(number("--address", o->address, &address, e));
    if (machine > UINT16_MAX)
        return pto_fail(e, PTO_BAD_INPUT,
                        "--expected-machine %s: e_machine has 16 bits",
                        o->machine);
    if (!strcmp(o->file, "-"))
        return load_stream(o, a, (uint32_t)machine, address, image, e);
    return pto_image_from_file(o->file, (uint32_t)machine, address, image, e);
}

/* Diagnostics of a source are printed as they come, which sets *told. */
static pto_status load_image(const run_options *o, pto_image **image,
                             bool *told, pto_error *e)
{
    pto_asm_options a = {.isa = o->isa,
                         .diagnose = print_diagnostic,
                         .reads = cli_reads_too,
                         .user = told,
                         .sections = o->section,
                         .section_count = o->sections};
    PTO_TRY(load_file(o, &a, image, e));
    *told = cli_check_files() != CLI_OK; /* included ones are known now */
    if (*told)
        return PTO_BAD_INPUT;
    pto_status s = pto_image_check_isa(*image, o->isa, 0, e);
    if (s == PTO_DIFFERS)
        snprintf(e->file, sizeof e->file, "%s", o->file);
    return s;
}

static pto_status make_machine(const run_options *o, pto_machine **m,
                               pto_error *e)
{
    pto_machine_options mo = {.isa = o->isa,
                              .profile = o->profile,
                              .pes = (uint32_t)o->pes,
                              .threads = (uint32_t)o->threads,
                              .output = on_output};
    if (o->pes != 1 && o->pes != 4)
        return pto_fail(e, PTO_BAD_INPUT, "--pes %" PRIu64 ": 1 or 4", o->pes);
    if (o->threads < 1 || o->threads > 256)
        return pto_fail(e, PTO_BAD_INPUT, "--threads %" PRIu64 ": 1 to 256",
                        o->threads);
    PTO_TRY(number("--memory-limit", o->memory_limit, &mo.memory_limit, e));
    return pto_machine_new(&mo, m, e);
}

/*
 * sp of PE0 is --stack-top, or the start of section .result where that comes
 * first of all that is writable (public programs find their inputs there), else
 * the machine's own.
 */
static pto_status place_stack(pto_machine *m, const pto_image *image,
                              const run_options *o, pto_error *e)
{
    pto_registers r;
    pto_machine_registers(m, 0, &r);
    if (o->stack_top)
        PTO_TRY(run_value(image, o->stack_top, &r.gpr[1], e));
    else
        (void)pto_image_usual_stack(image, &r.gpr[1]);
    pto_machine_set_registers(m, 0, &r);
    return PTO_OK;
}

static pto_status place_pes(pto_machine *m, const pto_image *image,
                            const run_options *o, pto_error *e)
{
    uint64_t entry = image->entry;
    if (o->ring > 15)
        return pto_fail(e, PTO_BAD_INPUT, "--acr %" PRIu64 ": 0 to 15",
                        o->ring);
    if (o->entry)
        PTO_TRY(run_value(image, o->entry, &entry, e));
    if (o->entry && entry & 1)
        return pto_fail(e, PTO_BAD_INPUT,
                        "--entry %s: instructions begin at even addresses",
                        o->entry);
    for (unsigned pe = 0; pe < pto_machine_pes(m); pe++) {
        pto_registers r;
        pto_machine_registers(m, pe, &r);
        r.tpc = entry;
        r.core_state = (r.core_state & ~(uint64_t)PTO_RING_MASK) | o->ring;
        pto_machine_set_registers(m, pe, &r);
    }
    return PTO_OK;
}

static pto_status prepare(pto_machine *m, const pto_image *image,
                          const run_options *o, pto_error *e)
{
    PTO_TRY(pto_machine_load(m, image, e));
    PTO_TRY(place_pes(m, image, o, e));
    PTO_TRY(place_stack(m, image, o, e));
    for (uint32_t i = 0; i < o->gprs; i++)
        PTO_TRY(run_set_gpr(m, image, o->gpr[i], e));
    for (uint32_t i = 0; i < o->sets; i++)
        PTO_TRY(run_set(m, image, o->set[i], e));
    return PTO_OK;
}

/* --stop-pc, or the symbols that public programs end at. */
static pto_status find_stops(const pto_image *image, const run_options *o,
                             uint64_t *stop, uint32_t *count, pto_error *e)
{
    *count = 0;
    for (uint32_t i = 0; i < o->stops; i++)
        PTO_TRY(run_value(image, o->stop[i], &stop[(*count)++], e));
    if (!o->stops && pto_image_usual_stop(image, stop))
        *count = 1;
    return PTO_OK;
}

/* What is neither source nor ELF runs as it is, which may be a wrong file. */
static bool is_flat(const pto_image *image)
{
    unsigned all = PTO_SECTION_ALLOC | PTO_SECTION_W | PTO_SECTION_X;
    return image->section_count == 1 && image->sections[0].flags == all &&
           !image->symbol_count;
}

static int exit_of(const pto_run_result *r)
{
    switch ((pto_stop)r->stop) {
    case PTO_STOP_REACHED: return CLI_OK;
    case PTO_STOP_EXIT: return r->exit_code ? CLI_DIFFERS : CLI_OK;
    case PTO_STOP_FAULT: return CLI_FAULT;
    case PTO_STOP_DEADLOCK: return CLI_DEADLOCK;
    case PTO_STOP_LIMIT:
    case PTO_STOP_INTERRUPTED: return CLI_UNFINISHED;
    default: return CLI_BAD_INPUT;
    }
}

/* What fails after a verdict is told as well, but takes its place only where
 * that was a success. */
static void worsen(int *code, pto_status s, const pto_error *e)
{
    if (s == PTO_OK)
        return;
    (void)cli_error(e);
    if (*code == CLI_OK)
        *code = s == PTO_DIFFERS ? CLI_DIFFERS : CLI_BAD_INPUT;
}

static int explain(const pto_machine *m, const pto_image *image,
                   const run_options *o, const pto_run_result *r, bool has_stop)
{
    int code = exit_of(r);
    if (!run_explain(m, image, r, has_stop))
        code = CLI_UNFINISHED;
    if (o->pes == 1 && code != CLI_BAD_INPUT)
        run_note_single(image, pto_machine_isa(m), o);
    if (r->stop == PTO_STOP_FAULT && is_flat(image) &&
        !ends_with(o->file, ".bin"))
        fprintf(stderr,
                "note: %s is neither source (.s, .S, .asm) nor ELF and ran as "
                "flat bytes from 0x%" PRIx64 "\n",
                o->file, image->entry);
    if (o->regs)
        run_print_registers(m);
    return code;
}

/* Everything that is told or written after the run; may worsen the verdict. */
static int conclude(const pto_machine *m, const pto_image *image,
                    const run_options *o, const run_result_area *area,
                    pto_trace *trace, const pto_run_result *r, bool has_stop,
                    double seconds)
{
    pto_error e = {0};
    int code = explain(m, image, o, r, has_stop);
    bool passed = code == CLI_OK;
    worsen(&code, pto_trace_close(trace, &e), &e);
    for (uint32_t i = 0; i < o->dumps; i++)
        worsen(&code, run_dump(m, image, o->dump[i], &e), &e);
    if (o->result_out)
        worsen(&code, run_write_result(m, area, o->result_out, &e), &e);
    if (o->golden && passed)
        worsen(&code, run_check_golden(m, area, o->golden, &e), &e);
    if (o->manifest_out)
        worsen(&code, run_write_manifest(m, o, r, code, seconds, &e), &e);
    return code;
}

static pto_status run_program(pto_machine *m, const pto_image *image,
                              run_options *o, int *code, pto_error *e)
{
    run_result_area area;
    uint64_t stop[RUN_MAX_STOPS];
    pto_run_options ro = {
        .max_steps = o->max_steps, .stop_pc = stop, .interrupt = &stop_soon};
    PTO_TRY(run_find_result(image, o, &area, e));
    PTO_TRY(run_result_type(o, &area, e));
    PTO_TRY(find_stops(image, o, stop, &ro.stop_count, e));
    PTO_TRY(prepare(m, image, o, e));
    pto_trace *trace = NULL;
    watch_signals();
    o->trace.stop = o->max_steps ? NULL : &stop_soon;
    PTO_TRY(run_open_trace(m, image, o, &trace, e));
    pto_run_result result;
    double start = now();
    pto_machine_run(m, &ro, &result);
    double seconds = now() - start;
    *code = conclude(m, image, o, &area, trace, &result, ro.stop_count > 0,
                     seconds);
    return PTO_OK;
}

int cmd_run(int argc, char **argv)
{
    run_options o = {.pes = 4, .threads = 1, .ring = PTO_RING_APPLICATION};
    pto_error e = {0};
    if (parse(argc, argv, &o) != CLI_OK)
        return CLI_BAD_INPUT;
    pto_image *image = NULL;
    pto_machine *m = NULL;
    bool told = false;
    int code = CLI_BAD_INPUT;
    pto_status s = load_image(&o, &image, &told, &e);
    if (s == PTO_OK)
        s = make_machine(&o, &m, &e);
    if (s == PTO_OK)
        s = run_program(m, image, &o, &code, &e);
    if (s != PTO_OK && !told)
        code = cli_error(&e);
    pto_machine_free(m);
    pto_image_free(image);
    return code;
}
