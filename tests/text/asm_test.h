/* For the tests of the assembler: sources in, bytes or messages out. */
#ifndef PTO_TESTS_TEXT_ASM_TEST_H
#define PTO_TESTS_TEXT_ASM_TEST_H

#include "base/buf.h"
#include "pto/assemble.h"
#include "pto_test.h"
#include "text/image/image.h"

/* A file that .include and .incbin find instead of one on disk. */
typedef struct asm_test_file {
    const char *path, *bytes;
} asm_test_file;

typedef struct asm_test {
    pto_asm_options options;
    const asm_test_file *files;
    size_t file_count;
    pto_buf text; /* of all messages */
    pto_error error;
    pto_image *image;
    unsigned errors, warnings;
} asm_test;

static inline void asm_test_diagnose(void *user, const pto_diagnostic *d)
{
    asm_test *t = user;
    pto_buf_puts(&t->text, d->text);
    t->errors += d->severity == PTO_ERROR;
    t->warnings += d->severity == PTO_WARNING;
}

static inline pto_status asm_test_read(void *user, const char *path,
                                       pto_supply *s, pto_error *e)
{
    asm_test *t = user;
    for (size_t i = 0; i < t->file_count; i++)
        if (!strcmp(t->files[i].path, path))
            return pto_supply_bytes(s, t->files[i].bytes,
                                    strlen(t->files[i].bytes));
    return pto_fail(e, PTO_IO, "cannot open %s", path);
}

/* Assemble; the caller ends with asm_test_end. */
static inline pto_status asm_test_run(asm_test *t, const char *source)
{
    t->options.diagnose = asm_test_diagnose;
    t->options.read_file = asm_test_read;
    t->options.user = t;
    return pto_assemble(source, strlen(source), "test.s", &t->options,
                        &t->image, &t->error);
}

static inline void asm_test_end(asm_test *t)
{
    pto_image_free(t->image);
    pto_buf_free(&t->text);
    t->image = NULL;
    t->errors = t->warnings = 0;
}

/* Section `name` holds exactly the bytes that `hex` spells. */
static inline void asm_test_bytes(const asm_test *t, const char *source,
                                  const char *name, const char *hex)
{
    const pto_section *x = pto_image_section(t->image, name);
    pto_buf got = {0};
    CHECK(x, "%s: no section %s", source, name);
    for (uint64_t i = 0; i < x->size; i++)
        pto_buf_printf(&got, "%02x", x->bytes ? x->bytes[i] : 0);
    CHECK(!strcmp(got.size ? got.data : "", hex), "%s: got %s, expected %s",
          source, got.size ? got.data : "", hex);
    pto_buf_free(&got);
}

/* The source assembles and its .data is `hex`. */
static inline void asm_test_data(const char *source, const char *hex)
{
    asm_test t = {0};
    pto_buf text = {0};
    pto_buf_printf(&text, ".data\n%s\n", source);
    pto_status s = asm_test_run(&t, text.data);
    CHECK(s == PTO_OK, "%s: %s", source, t.text.data ? t.text.data : "?");
    asm_test_bytes(&t, source, ".data", hex);
    asm_test_end(&t);
    pto_buf_free(&text);
}

/* It does not, and the first message is "test.s:LINE:COLUMN: error: WORDS". */
static inline void asm_test_error(const char *source, unsigned line,
                                  unsigned column, const char *words)
{
    asm_test t = {0};
    pto_buf want = {0};
    pto_status s = asm_test_run(&t, source);
    const char *text = t.text.data ? t.text.data : "";
    pto_buf_printf(&want, "test.s:%u:%u: error: %s", line, column, words);
    CHECK(s == PTO_BAD_INPUT, "'%s': status %d", source, (int)s);
    CHECK(!t.image, "'%s': there is an image", source);
    CHECK(!strncmp(text, want.data, want.size),
          "'%s':\n%s--- expected it to begin with\n%s", source, text,
          want.data);
    CHECK(t.error.line == line && t.error.column == column, "'%s': %u:%u",
          source, t.error.line, t.error.column);
    asm_test_end(&t);
    pto_buf_free(&want);
}

#endif
