/* Data into and out of the machine of `pto run`. */
#include "cli/run/run.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pto_status run_value(const pto_image *image, const char *text, uint64_t *out,
                     pto_error *e)
{
    const pto_symbol *s = pto_image_symbol(image, text);
    if (s) {
        *out = s->value;
        return PTO_OK;
    }
    if (isdigit((unsigned char)text[0]) && pto_io_number(text, out))
        return PTO_OK;
    return pto_fail(e, PTO_BAD_INPUT,
                    "'%s' is neither a symbol of the program nor a number",
                    text);
}

/* The bytes to load: of an NPY file its elements, else the whole file. */
static pto_status payload(const char *path, const uint8_t *bytes, size_t size,
                          const uint8_t **from, size_t *n, pto_error *e)
{
    size_t length = strlen(path);
    *from = bytes;
    *n = size;
    if (length < 4 || strcmp(path + length - 4, ".npy"))
        return PTO_OK;
    pto_npy npy;
    pto_status s = pto_npy_parse(bytes, size, &npy, e);
    if (s != PTO_OK) {
        (void)snprintf(e->file, sizeof e->file, "%s", path);
        return s;
    }
    *from = bytes + npy.offset;
    *n = (size_t)npy.size;
    return PTO_OK;
}

/* Is there room? A symbol with a size bounds what may be loaded there. */
static pto_status check_room(const pto_symbol *symbol, const char *path,
                             size_t n, pto_error *e)
{
    if (!symbol || !symbol->size || n <= symbol->size)
        return PTO_OK;
    return pto_fail(e, PTO_BAD_INPUT, "%s: %zu bytes, but %s has room for %llu",
                    path, n, symbol->name, (unsigned long long)symbol->size);
}

pto_status run_set(pto_machine *m, const pto_image *image, const char *item,
                   pto_error *e)
{
    const char *equals = strchr(item, '=');
    char name[256];
    if (!equals || equals == item || (size_t)(equals - item) >= sizeof name)
        return pto_fail(e, PTO_BAD_INPUT,
                        "--set %s: expected SYMBOL=FILE.npy or SYMBOL=FILE",
                        item);
    memcpy(name, item, (size_t)(equals - item));
    name[equals - item] = 0;
    uint64_t address;
    PTO_TRY(run_value(image, name, &address, e));
    uint8_t *bytes;
    const uint8_t *from;
    size_t size, n;
    const char *path = equals + 1;
    PTO_TRY(pto_io_read(path, 0, &bytes, &size, e));
    pto_status s = payload(path, bytes, size, &from, &n, e);
    if (s == PTO_OK)
        s = check_room(pto_image_symbol(image, name), path, n, e);
    if (s == PTO_OK) {
        s = pto_machine_write(m, address, from, n);
        if (s != PTO_OK)
            (void)pto_fail(e, s, "%s: %zu bytes at 0x%" PRIx64 ": %s", path, n,
                           address, pto_status_text(s));
    }
    pto_free(bytes);
    return s;
}

pto_status run_find_result(const pto_image *image, const run_options *o,
                           run_result_area *out, pto_error *e)
{
    const char *at =
        o->result_address ? o->result_address : "cross_model_result";
    const char *size =
        o->result_size ? o->result_size : "cross_model_result_size";
    *out = (run_result_area){0};
    bool given = o->result_address || o->result_size;
    if (!given &&
        (!pto_image_symbol(image, at) || !pto_image_symbol(image, size))) {
        if (!o->golden && !o->result_out)
            return PTO_OK;
        return pto_fail(e, PTO_BAD_INPUT,
                        "the program has no cross_model_result and "
                        "cross_model_result_size; give --result-address and "
                        "--result-size");
    }
    PTO_TRY(run_value(image, at, &out->address, e));
    return run_value(image, size, &out->size, e);
}

static pto_status read_area(const pto_machine *m, const run_result_area *area,
                            uint8_t **out, pto_error *e)
{
    uint64_t limit = UINT64_C(1) << 32;
    *out = area->size <= limit ? malloc(area->size ? area->size : 1) : NULL;
    if (!*out)
        return pto_fail(e, PTO_NO_MEMORY,
                        "the result of %" PRIu64
                        " bytes does not fit in memory",
                        area->size);
    pto_status s = pto_machine_read(m, area->address, *out, area->size);
    if (s == PTO_OK)
        return s;
    free(*out);
    return pto_fail(e, s, "the result at 0x%" PRIx64 " lies outside memory",
                    area->address);
}

pto_status run_write_result(const pto_machine *m, const run_result_area *area,
                            const char *path, pto_error *e)
{
    uint8_t *bytes;
    PTO_TRY(read_area(m, area, &bytes, e));
    pto_status s = pto_io_write(path, bytes, area->size, e);
    free(bytes);
    return s;
}

/* Hexadecimal text (a .hex file) to bytes in place; false where it is not. */
static bool from_hex(uint8_t *bytes, size_t *n)
{
    size_t digits = 0, out = 0;
    unsigned value = 0;
    for (size_t i = 0; i < *n; i++) {
        if (isspace(bytes[i]))
            continue;
        if (!isxdigit(bytes[i]))
            return false;
        unsigned c = (unsigned)tolower(bytes[i]);
        value = value << 4 | (c > '9' ? c - 'a' + 10 : c - '0');
        if (++digits % 2 == 0) {
            bytes[out++] = (uint8_t)value;
            value = 0;
        }
    }
    *n = out;
    return digits % 2 == 0;
}

static pto_status compare(const uint8_t *got, size_t got_size,
                          const uint8_t *want, size_t want_size,
                          const char *path, pto_error *e)
{
    if (got_size != want_size)
        return pto_fail(e, PTO_DIFFERS, "the result has %zu bytes, %s has %zu",
                        got_size, path, want_size);
    for (size_t i = 0; i < got_size; i++)
        if (got[i] != want[i])
            return pto_fail(e, PTO_DIFFERS,
                            "result byte %zu is 0x%02x, %s has 0x%02x", i,
                            got[i], path, want[i]);
    return PTO_OK;
}

pto_status run_check_golden(const pto_machine *m, const run_result_area *area,
                            const char *path, pto_error *e)
{
    uint8_t *want, *got;
    size_t n, length = strlen(path);
    PTO_TRY(pto_io_read(path, 0, &want, &n, e));
    pto_status s = PTO_OK;
    if (length > 4 && !strcmp(path + length - 4, ".hex") && !from_hex(want, &n))
        s = pto_fail(e, PTO_BAD_INPUT, "%s: not pairs of hexadecimal digits",
                     path);
    if (s == PTO_OK)
        s = read_area(m, area, &got, e);
    if (s == PTO_OK) {
        s = compare(got, area->size, want, n, path, e);
        free(got);
    }
    pto_free(want);
    return s;
}
