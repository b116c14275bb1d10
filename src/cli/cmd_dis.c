/* pto dis: an ELF file, flat bytes, or words as instructions. */
#include "cli/cli.h"
#include "cli/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 64 };

static pto_status open_image(const char *path, bool raw, uint64_t address,
                             pto_image **out, pto_error *e)
{
    uint8_t *bytes;
    size_t size;
    PTO_TRY(pto_io_read(path, 0, &bytes, &size, e));
    pto_status s =
        raw ? pto_image_from_raw(bytes, size, address, out, e)
            : pto_image_from_object(bytes, size, path, PTO_ELF_MACHINE, out, e);
    pto_free(bytes);
    return s;
}

/* Which revision the file was encoded for decides, unless --isa does. */
static int choose_isa(const pto_image *image, const char *text, pto_isa *isa)
{
    pto_error e = {0};
    const char *release = image->identity.release;
    if (!text && *release && pto_isa_parse(release, isa, NULL) == PTO_OK)
        return CLI_OK;
    if (pto_isa_parse(text, isa, &e) != PTO_OK)
        return cli_fail("--isa: %s", e.message);
    if (pto_image_check_isa(image, text, 0, &e) != PTO_OK)
        fprintf(stderr, "pto: note: %s\n", e.message);
    return CLI_OK;
}

static void print_finding(void *user, const pto_finding *f)
{
    (void)user;
    printf("0x%" PRIx64 ": %s%sFault_%s: %s: %s\n", f->address, f->text,
           *f->text ? ": " : "", pto_fault_name(f->fault.code), f->fault.rule,
           f->fault.text);
}

/* What the architecture would reject, and why. */
static int lint(const pto_image *image, const pto_isa *isa)
{
    uint32_t count;
    pto_error e = {0};
    if (pto_lint(isa, image, print_finding, NULL, &count, &e) != PTO_OK)
        return cli_error(&e);
    printf("%" PRIu32 " finding%s\n", count, count == 1 ? "" : "s");
    return count ? CLI_FAULT : CLI_OK;
}

typedef struct view {
    bool raw, plain, lint;
    uint64_t address;
    const char *isa;
} view;

static int list(const pto_image *image, const pto_isa *isa, const char *path,
                bool plain)
{
    char *text, name[PTO_ISA_TEXT];
    size_t size;
    if (pto_disassemble(isa, image, plain, &text, &size) != PTO_OK)
        return cli_no_memory();
    pto_isa_print(isa, name, sizeof name);
    if (!plain)
        printf("%s: %s, entry 0x%" PRIx64 "\n", path, name, image->entry);
    (void)fwrite(text, 1, size, stdout);
    pto_free(text);
    return CLI_OK;
}

static int show_image(const char *path, const view *v)
{
    pto_image *image;
    pto_error e = {0};
    pto_isa isa;
    if (open_image(path, v->raw, v->address, &image, &e) != PTO_OK)
        return cli_error(&e);
    int code = choose_isa(image, v->isa, &isa);
    if (code == CLI_OK)
        code = v->lint ? lint(image, &isa) : list(image, &isa, path, v->plain);
    pto_image_free(image);
    return code;
}

/* Words are one instruction each, at address 0. */
static int list_words(const char **words, uint32_t count, const char *isa_text)
{
    pto_isa isa;
    pto_error e = {0};
    if (pto_isa_parse(isa_text, &isa, &e) != PTO_OK)
        return cli_fail("--isa: %s", e.message);
    pto_decoder *d = malloc(sizeof *d);
    if (!d)
        return cli_no_memory();
    pto_decoder_init(d, &isa);
    int code = CLI_OK;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bits;
        pto_insn insn;
        char text[PTO_INSN_TEXT];
        if (!pto_io_number(words[i], &bits)) {
            code = cli_fail("--word %s: expected a number", words[i]);
            break;
        }
        unsigned length = pto_insn_length((uint32_t)bits);
        if (pto_decode(d, bits, length, &insn) == PTO_OK) {
            pto_insn_print(&isa, &insn, 0, text, sizeof text);
            if (!text[0]) {
                code = cli_no_memory();
                break;
            }
        } else {
            pto_undefined_text(&isa, bits, length, text, sizeof text);
            code = CLI_BAD_INPUT;
        }
        printf("%0*" PRIx64 "  %s\n", (int)length * 2, bits, text);
    }
    free(d);
    return code;
}

int cmd_dis(int argc, char **argv)
{
    view v = {0};
    const char *file[1], *words[MOST_WORDS];
    uint32_t word_count = 0;
    const cli_option options[] = {
        {"--isa", CLI_TEXT, &v.isa, NULL, 0},
        {"--raw", CLI_FLAG, &v.raw, NULL, 0},
        {"--plain", CLI_FLAG, &v.plain, NULL, 0},
        {"--lint", CLI_FLAG, &v.lint, NULL, 0},
        {"--address", CLI_NUMBER, &v.address, NULL, 0},
        {"--word", CLI_LIST, words, &word_count, MOST_WORDS},
    };
    int n = cli_parse(argc, argv, options, sizeof options / sizeof *options,
                      file, 1);
    if (n < 0)
        return CLI_BAD_INPUT;
    if (!n == !word_count)
        return cli_fail("dis needs one file, or words given with --word");
    if (v.address && !v.raw)
        return cli_fail("--address is for --raw; ELF knows its addresses");
    return n ? show_image(file[0], &v) : list_words(words, word_count, v.isa);
}
