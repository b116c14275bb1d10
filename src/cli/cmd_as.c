/* pto as: assemble a source file to ELF or to flat bytes. */
#include "cli/cli.h"
#include "cli/files.h"
#include "cli/options.h"

#include <inttypes.h>
#include <stdio.h>

enum { MOST = 64 };

const char cmd_as_options[] =
    "  -o OUT\n        the ELF file, or - for standard output\n"
    "  --raw\n        flat bytes: .text first, the others behind it\n"
    "  --isa REV\n        0.58.4 (default), 0.58.3, 0.58.3-asl\n"
    "  --address ADDR\n        of the first section\n"
    "  --section NAME=ADDR\n        where a section begins, as a linker script "
    "would say\n"
    "  -I DIR\n        also search DIR for included files\n"
    "  -D NAME[=EXPR]\n        define a symbol, as 1 without EXPR\n"
    "  -Werror\n        warnings are errors: nothing is written\n"
    "  -w\n        no look at what the architecture would reject\n"
    "FILE - is standard input. Several files become one program, which shares\n"
    "their .globl and .weak names.\n";

/* What assemble does besides assembling. */
typedef struct checks {
    const pto_image *image;
    const char *isa;
    bool raw, fatal, none;
    uint32_t warnings;
} checks;

static void print(void *user, const pto_diagnostic *d)
{
    checks *c = user;
    c->warnings += d->severity == PTO_WARNING;
    fputs(d->text, stderr);
}

static void warn(void *user, const pto_finding *f)
{
    checks *c = user;
    const pto_source_line *l = pto_image_line(c->image, f->address);
    c->warnings++;
    if (l)
        fprintf(stderr, "%s:%" PRIu32 ": ", l->file, l->line);
    else
        fprintf(stderr, "0x%" PRIx64 ": ", f->address);
    fprintf(stderr, "warning: %s%s%s: %s (Fault_%s)\n", f->text,
            *f->text ? ": " : "", f->fault.rule, f->fault.text,
            pto_fault_name(f->fault.code));
}

/* What would fault whatever the registers hold. */
static pto_status lint(checks *c, pto_error *e)
{
    pto_isa isa;
    uint32_t count;
    if (!c->none) {
        PTO_TRY(pto_isa_parse(c->isa, &isa, e));
        PTO_TRY(pto_lint(&isa, c->image, warn, c, &count, e));
    }
    if (c->fatal && c->warnings)
        return pto_fail(e, PTO_BAD_INPUT,
                        "%" PRIu32 " warning%s, and -Werror is given",
                        c->warnings, c->warnings == 1 ? "" : "s");
    return PTO_OK;
}

/* Included files are known only now. */
static int assemble(const char *const *sources, uint32_t count,
                    const char *output, checks *c, const pto_asm_options *o)
{
    pto_image *image;
    pto_error e = {0};
    pto_status s = pto_assemble_files(sources, count, o, &image, &e);
    if (cli_check_files() != CLI_OK) {
        pto_image_free(image);
        return CLI_BAD_INPUT;
    }
    if (s == PTO_OK) {
        c->image = image;
        s = lint(c, &e);
        if (s == PTO_OK)
            s = c->raw ? pto_image_write_raw(image, output, &e)
                       : pto_image_write_elf(image, output, &e);
        pto_image_free(image);
    } else if (e.line) {
        return CLI_BAD_INPUT; /* all messages are out */
    }
    return s == PTO_OK ? CLI_OK : cli_error(&e);
}

int cmd_as(int argc, char **argv)
{
    const char *output = NULL, *words[MOST], *paths[MOST], *defines[MOST],
               *sections[MOST];
    checks c = {0};
    uint64_t address = UINT64_MAX; /* no section fits there: not given */
    pto_asm_options o = {.diagnose = print,
                         .user = &c,
                         .reads = cli_reads_too,
                         .include_paths = paths,
                         .defines = defines,
                         .sections = sections};
    const cli_option options[] = {
        {"-o", CLI_OUTPUT, &output, NULL, 0},
        {"--raw", CLI_FLAG, &c.raw, NULL, 0},
        {"-Werror", CLI_FLAG, &c.fatal, NULL, 0},
        {"-w", CLI_FLAG, &c.none, NULL, 0},
        {"--isa", CLI_TEXT, &o.isa, NULL, 0},
        {"--address", CLI_NUMBER, &address, NULL, 0},
        {"--section", CLI_LIST, sections, &o.section_count, MOST},
        {"-I", CLI_LIST, paths, &o.include_count, MOST},
        {"-D", CLI_LIST, defines, &o.define_count, MOST},
    };
    int n = cli_parse(argc, argv, options, sizeof options / sizeof *options,
                      words, MOST);
    if (n < 0)
        return CLI_BAD_INPUT;
    if (n == 0 || !output)
        return cli_fail("as needs a source file and -o OUT; pto as --help");
    o.has_address = address != UINT64_MAX;
    o.address = address;
    o.raw = c.raw;
    c.isa = o.isa;
    return assemble(words, (uint32_t)n, output, &c, &o);
}
