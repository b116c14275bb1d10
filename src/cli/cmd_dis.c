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
            : pto_image_from_elf(bytes, size, path, PTO_ELF_MACHINE, out, e);
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

static int list_image(const char *path, bool raw, bool plain, uint64_t address,
                      const char *isa_text)
{
    pto_image *image;
    pto_error e = {0};
    pto_isa isa;
    char *text, name[PTO_ISA_TEXT];
    size_t size;
    if (open_image(path, raw, address, &image, &e) != PTO_OK)
        return cli_error(&e);
    int code = choose_isa(image, isa_text, &isa);
    if (code == CLI_OK &&
        pto_disassemble(&isa, image, plain, &text, &size) != PTO_OK)
        code = cli_fail("out of memory");
    pto_isa_print(&isa, name, sizeof name);
    if (code == CLI_OK) {
        if (!plain)
            printf("%s: %s, entry 0x%" PRIx64 "\n", path, name, image->entry);
        (void)fwrite(text, 1, size, stdout);
        pto_free(text);
    }
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
        return cli_fail("out of memory");
    pto_decoder_init(d, &isa);
    int code = CLI_OK;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bits;
        pto_insn insn;
        char text[PTO_INSN_TEXT];
        if (!cli_number(words[i], &bits)) {
            code = cli_fail("--word %s: expected a number", words[i]);
            break;
        }
        unsigned length = pto_insn_length((uint32_t)bits);
        if (pto_decode(d, bits, length, &insn) == PTO_OK)
            pto_insn_print(&isa, &insn, 0, text, sizeof text);
        else
            pto_undefined_text(&isa, bits, length, text, sizeof text);
        printf("%0*" PRIx64 "  %s\n", (int)length * 2, bits, text);
    }
    free(d);
    return code;
}

int cmd_dis(int argc, char **argv)
{
    const char *isa = NULL, *file[1], *words[MOST_WORDS];
    bool raw = false, plain = false;
    uint64_t address = 0;
    uint32_t word_count = 0;
    const cli_option options[] = {
        {"--isa", CLI_TEXT, &isa, NULL, 0},
        {"--raw", CLI_FLAG, &raw, NULL, 0},
        {"--plain", CLI_FLAG, &plain, NULL, 0},
        {"--address", CLI_NUMBER, &address, NULL, 0},
        {"--word", CLI_LIST, words, &word_count, MOST_WORDS},
    };
    int n = cli_parse(argc, argv, options, sizeof options / sizeof *options,
                      file, 1);
    if (n < 0)
        return CLI_BAD_INPUT;
    if (!n == !word_count)
        return cli_fail("dis needs one file, or words given with --word");
    if (address && !raw)
        return cli_fail("--address is for --raw; ELF knows its addresses");
    return n ? list_image(file[0], raw, plain, address, isa)
             : list_words(words, word_count, isa);
}
