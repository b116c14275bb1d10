/* --dump of `pto run`: bytes as hexadecimal, or decoded as a matrix. */
#include "cli/run/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct dump {
    char *symbol;
    uint64_t address, size, rows, columns;
    const pto_format *format; /* NULL: hexadecimal */
} dump;

static pto_status bad_item(const char *item, pto_error *e)
{
    return pto_fail(e, PTO_BAD_INPUT,
                    "--dump %s: expected SYMBOL[:SIZE[:TYPE,ROWS,COLS]]", item);
}

/* Copy up to the next `stop` or the end; *at is moved behind it. */
static bool next_word(const char **at, char stop, char *out, size_t size)
{
    const char *end = strchr(*at, stop);
    size_t n = end ? (size_t)(end - *at) : strlen(*at);
    if (n >= size)
        return false;
    memcpy(out, *at, n);
    out[n] = 0;
    *at += n + (end != NULL);
    return true;
}

static pto_status parse_matrix(const char *item, const char *at, dump *d,
                               pto_error *e)
{
    char type[32], rows[32], columns[32];
    if (!next_word(&at, ',', type, sizeof type) ||
        !next_word(&at, ',', rows, sizeof rows) ||
        !next_word(&at, ',', columns, sizeof columns) || *at)
        return bad_item(item, e);
    pto_dtype t;
    PTO_TRY(pto_dtype_named(type, &t, e));
    d->format = pto_format_get(t);
    if (!pto_io_number(rows, &d->rows) || !pto_io_number(columns, &d->columns))
        return bad_item(item, e);
    uint64_t most = UINT64_C(1) << 32;
    if (!d->rows || !d->columns || d->rows > most ||
        d->columns > most / d->rows)
        return pto_fail(e, PTO_BAD_INPUT, "--dump %s: no such shape", item);
    uint64_t need = (d->rows * d->columns * d->format->storage_bits + 7) / 8;
    if (!d->size)
        d->size = need;
    if (need > d->size)
        return pto_fail(e, PTO_BAD_INPUT,
                        "--dump %s: the matrix needs %" PRIu64 " bytes", item,
                        need);
    return PTO_OK;
}

/* What .size says of SYMBOL, else the value of SYMBOL_size. */
static uint64_t size_of(const pto_image *image, const char *symbol)
{
    static const char tail[] = "_size";
    const pto_symbol *s = pto_image_symbol(image, symbol);
    size_t n = strlen(symbol);
    if (s && s->size)
        return s->size;
    char *name = malloc(n + sizeof tail);
    if (!name)
        return 0;
    memcpy(name, symbol, n);
    memcpy(name + n, tail, sizeof tail);
    s = pto_image_symbol(image, name);
    free(name);
    return s ? s->value : 0;
}

static pto_status parse(const pto_image *image, const char *item, dump *d,
                        pto_error *e)
{
    const char *at = item;
    char size[32] = "";
    *d = (dump){0};
    size_t n = strcspn(at, ":");
    d->symbol = strndup(at, n);
    if (!d->symbol)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    at += n + (at[n] == ':');
    if (!n || !next_word(&at, ':', size, sizeof size))
        return bad_item(item, e);
    PTO_TRY(run_value(image, d->symbol, &d->address, e));
    if (size[0] && !pto_io_number(size, &d->size))
        return bad_item(item, e);
    if (*at)
        return parse_matrix(item, at, d, e);
    if (!d->size)
        d->size = size_of(image, d->symbol);
    return d->size ? PTO_OK
                   : pto_fail(e, PTO_BAD_INPUT,
                              "--dump %s: %s has no size; give one", item,
                              d->symbol);
}

static uint64_t element(const uint8_t *bytes, const pto_format *f, uint64_t i)
{
    if (f->storage_bits == 4)
        return bytes[i / 2] >> (i % 2 * 4) & 15;
    uint64_t v = 0;
    for (unsigned b = 0; b < f->storage_bits / 8U; b++)
        v |= (uint64_t)bytes[i * (f->storage_bits / 8U) + b] << 8 * b;
    return v;
}

static void print_element(const pto_format *f, uint64_t bits)
{
    if (f->kind == PTO_KIND_UNSIGNED) {
        printf(" %12" PRIu64, bits);
        return;
    }
    if (f->kind == PTO_KIND_SIGNED) {
        uint64_t sign = f->sign_mask;
        printf(" %12" PRId64, (int64_t)((bits ^ sign) - sign));
        return;
    }
    pto_fenv env = {.round = PTO_RNE};
    uint64_t wide = pto_convert(PTO_FP64, (pto_dtype)f->code, bits, &env);
    double v;
    memcpy(&v, &wide, sizeof v);
    printf(" %12.7g", v);
}

static void print_matrix(const dump *d, const uint8_t *bytes)
{
    printf("%s: %s [%" PRIu64 ", %" PRIu64 "]\n", d->symbol, d->format->name,
           d->rows, d->columns);
    for (uint64_t r = 0; r < d->rows; r++) {
        for (uint64_t c = 0; c < d->columns; c++)
            print_element(d->format,
                          element(bytes, d->format, r * d->columns + c));
        putchar('\n');
    }
}

static void print_hex(const dump *d, const uint8_t *bytes)
{
    printf("%s: %" PRIu64 " bytes at 0x%" PRIx64 "\n", d->symbol, d->size,
           d->address);
    for (uint64_t i = 0; i < d->size; i += 16) {
        printf("%10" PRIx64 " ", d->address + i);
        for (uint64_t k = i; k < i + 16 && k < d->size; k++)
            printf(" %02x", bytes[k]);
        putchar('\n');
    }
}

static pto_status print(const pto_machine *m, const dump *d, const char *item,
                        pto_error *e)
{
    uint8_t *bytes = d->size <= UINT32_MAX ? malloc(d->size) : NULL;
    if (!bytes)
        return pto_fail(e, PTO_NO_MEMORY, "--dump %s: too large", item);
    pto_status s = pto_machine_read(m, d->address, bytes, d->size);
    if (s != PTO_OK)
        (void)pto_fail(e, s, "--dump %s: outside memory", item);
    else if (d->format)
        print_matrix(d, bytes);
    else
        print_hex(d, bytes);
    free(bytes);
    return s;
}

pto_status run_dump(const pto_machine *m, const pto_image *image,
                    const char *item, pto_error *e)
{
    dump d;
    pto_status s = parse(image, item, &d, e);
    if (s == PTO_OK)
        s = print(m, &d, item, e);
    free(d.symbol);
    return s;
}
