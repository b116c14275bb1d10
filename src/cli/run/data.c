/* Data into and out of the machine of `pto run`. */
#include "cli/array/array.h"
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

/* An array as it lies in a file: `bytes` is to be freed. */
typedef struct array {
    const char *path;
    uint8_t *bytes;
    const uint8_t *elements;
    size_t size;
    bool is_npy;
    pto_npy npy;
} array;

static bool is_npy(const char *path)
{
    size_t n = strlen(path);
    return n >= 4 && !strcmp(path + n - 4, ".npy");
}

/* Of an NPY file the elements, else the whole file. */
static pto_status read_array(const char *path, array *out, pto_error *e)
{
    *out = (array){.path = path, .is_npy = is_npy(path)};
    PTO_TRY(pto_io_read(path, 0, &out->bytes, &out->size, e));
    out->elements = out->bytes;
    if (!out->is_npy)
        return PTO_OK;
    pto_status s = pto_npy_parse(out->bytes, out->size, &out->npy, e);
    if (s != PTO_OK) {
        (void)snprintf(e->file, sizeof e->file, "%s", path);
        pto_free(out->bytes);
        return s;
    }
    out->elements = out->bytes + out->npy.offset;
    out->size = (size_t)out->npy.size;
    return PTO_OK;
}

/* "int64 [2, 3]" */
static const char *npy_text(const pto_npy *npy, char out[256])
{
    const char *kind = npy->kind == 'f'   ? "float"
                       : npy->kind == 'i' ? "int"
                       : npy->kind == 'u' ? "uint"
                                          : "bool";
    int n = snprintf(out, 256, "%s%u [", kind, 8U * npy->item_bytes);
    for (unsigned i = 0; i < npy->dimensions; i++)
        n += snprintf(out + n, 256 - (size_t)n, "%s%" PRIu64, i ? ", " : "",
                      npy->shape[i]);
    (void)snprintf(out + n, 256 - (size_t)n, "]");
    return out;
}

static pto_dtype npy_type(const pto_npy *npy)
{
    static const pto_dtype types[3][4] = {
        {PTO_FP16, PTO_FP16, PTO_FP32, PTO_FP64},
        {PTO_S8, PTO_S16, PTO_S32, PTO_S64},
        {PTO_U8, PTO_U16, PTO_U32, PTO_U64}};
    unsigned log = npy->item_bytes == 8 ? 3 : npy->item_bytes / 2U;
    return types[npy->kind == 'f' ? 0 : npy->kind == 'i' ? 1 : 2][log];
}

/* What goes to memory, from an array. */
static pto_status convert(const array *in, const char *type, uint8_t **out,
                          size_t *size, pto_error *e)
{
    char text[256];
    pto_dtype to;
    pto_fenv env = {.round = PTO_RNE};
    PTO_TRY(pto_dtype_named(type, &to, e));
    if (!in->is_npy)
        return pto_fail(e, PTO_BAD_INPUT,
                        "%s: only an .npy says what its elements are",
                        in->path);
    if (in->npy.kind == 'f' && in->npy.item_bytes == 1)
        return pto_fail(e, PTO_BAD_INPUT, "%s: no float has one byte",
                        in->path);
    size_t n = in->size / in->npy.item_bytes;
    *size = pto_array_bytes(to, n);
    *out = calloc(*size + 1, 1);
    if (!*out)
        return pto_fail(e, PTO_NO_MEMORY, "%s: out of memory", in->path);
    PTO_TRY(pto_convert_n(to, npy_type(&in->npy), *out, in->elements, n, &env));
    fprintf(stderr, "note: %s: %s converted to %s%s\n", in->path,
            npy_text(&in->npy, text), pto_format_get(to)->name,
            env.flags & PTO_NV   ? ", some to what they are not"
            : env.flags & PTO_NX ? ", rounded"
                                 : "");
    return PTO_OK;
}

/* Is there room? A symbol with a size bounds what may be loaded there. */
static pto_status store(pto_machine *m, const pto_image *image,
                        const char *name, const char *path,
                        const uint8_t *bytes, size_t n, pto_error *e)
{
    uint64_t address;
    PTO_TRY(run_value(image, name, &address, e));
    const pto_symbol *symbol = pto_image_symbol(image, name);
    if (symbol && symbol->size && n > symbol->size)
        return pto_fail(e, PTO_BAD_INPUT,
                        "%s: %zu bytes, but %s has room for %" PRIu64, path, n,
                        name, symbol->size);
    pto_status s = pto_machine_write(m, address, bytes, n);
    return s == PTO_OK ? s
                       : pto_fail(e, s, "%s: %zu bytes at 0x%" PRIx64 ": %s",
                                  path, n, address, pto_status_text(s));
}

static pto_status set(pto_machine *m, const pto_image *image, const char *name,
                      const char *type, const char *path, pto_error *e)
{
    array in;
    char text[256];
    uint8_t *converted = NULL;
    uint64_t address;
    PTO_TRY(run_value(image, name, &address, e)); /* before a file is read */
    PTO_TRY(read_array(path, &in, e));
    size_t size = in.size;
    pto_status s = type ? convert(&in, type, &converted, &size, e) : PTO_OK;
    if (s == PTO_OK)
        s = store(m, image, name, path, type ? converted : in.elements, size,
                  e);
    if (s == PTO_OK && !type && in.is_npy)
        fprintf(stderr, "note: %s: %s as it is; --set %s:TYPE=FILE converts\n",
                path, npy_text(&in.npy, text), name);
    free(converted);
    pto_free(in.bytes);
    return s;
}

/* A copy of s that ends where `stop` first is, or all of it; *after is what
 * follows, else NULL. */
static char *word_until(const char *s, char stop, const char **after)
{
    const char *end = strchr(s, stop);
    *after = end ? end + 1 : NULL;
    return strndup(s, end ? (size_t)(end - s) : strlen(s));
}

pto_status run_set(pto_machine *m, const pto_image *image, const char *item,
                   pto_error *e)
{
    const char *path, *type;
    char *left = word_until(item, '=', &path);
    char *name = left ? word_until(left, ':', &type) : NULL;
    pto_status s;
    if (!name)
        s = pto_fail(e, PTO_NO_MEMORY, "out of memory");
    else if (!path || !name[0])
        s = pto_fail(e, PTO_BAD_INPUT,
                     "--set %s: expected SYMBOL[:TYPE]=FILE.npy or SYMBOL=FILE",
                     item);
    else
        s = set(m, image, name, type, path, e);
    free(left);
    free(name);
    return s;
}

/* PE1.a0 */
static bool parse_register(const char *text, unsigned *pe, unsigned *index)
{
    if (text[0] != 'P' || text[1] != 'E' || text[2] < '0' || text[2] > '3' ||
        text[3] != '.')
        return false;
    *pe = (unsigned)(text[2] - '0');
    for (*index = 0; *index < RUN_GPRS; ++*index)
        if (!strcmp(text + 4, pto_register_name(*index)))
            return true;
    return false;
}

pto_status run_set_gpr(pto_machine *m, const pto_image *image, const char *item,
                       pto_error *e)
{
    const char *value;
    unsigned pe, index;
    uint64_t v;
    pto_registers r;
    char *name = word_until(item, '=', &value);
    if (!name)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    bool known = value && parse_register(name, &pe, &index);
    free(name);
    if (!known || index == 0)
        return pto_fail(e, PTO_BAD_INPUT,
                        "--gpr %s: expected PE0 to PE3, a register but zero, "
                        "and a value, as PE1.a0=0x2000",
                        item);
    PTO_TRY(run_value(image, value, &v, e));
    pto_machine_registers(m, pe, &r);
    r.gpr[index] = v;
    pto_machine_set_registers(m, pe, &r);
    return PTO_OK;
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

pto_status run_result_type(const run_options *o, run_result_area *area,
                           pto_error *e)
{
    const char *at;
    area->type = NULL;
    if (!o->result_type) {
        if (o->result_out && is_npy(o->result_out))
            return pto_fail(e, PTO_BAD_INPUT,
                            "%s: an .npy says what its elements are; give "
                            "--result-type TYPE,ROWS,COLUMNS",
                            o->result_out);
        return PTO_OK;
    }
    char *name = word_until(o->result_type, ',', &at);
    if (!name)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    pto_dtype type;
    pto_status s = pto_dtype_named(name, &type, e);
    free(name);
    PTO_TRY(s);
    uint64_t count = 1;
    pto_npy *shape = &area->shape;
    bool good = at != NULL;
    while (good && at) {
        uint64_t extent = 0;
        char *word = word_until(at, ',', &at);
        good = word && shape->dimensions < PTO_NPY_DIMENSIONS &&
               pto_io_number(word, &extent) && extent &&
               count <= (UINT64_C(1) << 32) / extent;
        free(word);
        if (good) {
            shape->shape[shape->dimensions++] = extent;
            count *= extent;
        }
    }
    if (!good)
        return pto_fail(e, PTO_BAD_INPUT,
                        "--result-type %s: expected TYPE,ROWS,COLUMNS",
                        o->result_type);
    area->type = pto_format_get(type);
    area->type_text = o->result_type;
    if (pto_array_bytes(type, (size_t)count) == area->size)
        return PTO_OK;
    return pto_fail(e, PTO_BAD_INPUT,
                    "--result-type %s: %zu bytes, but the result has %" PRIu64,
                    o->result_type, pto_array_bytes(type, (size_t)count),
                    area->size);
}

pto_status run_write_result(const pto_machine *m, const run_result_area *area,
                            const char *path, pto_error *e)
{
    uint8_t *bytes;
    PTO_TRY(read_area(m, area, &bytes, e));
    pto_status s = is_npy(path) ? cli_array_write(path, &area->shape,
                                                  (pto_dtype)area->type->code,
                                                  bytes, true, e)
                                : pto_io_write(path, bytes, area->size, e);
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

/* An .npy has to be of the result's type and shape where that is known. */
static pto_status check_type(const run_result_area *area, const array *want,
                             pto_error *e)
{
    char text[256];
    if (!want->is_npy || !area->type)
        return PTO_OK;
    const pto_npy *a = &want->npy, *b = &area->shape;
    const pto_format *f = area->type;
    if (f->storage_bits < 8) /* two a byte: the bytes are compared */
        return PTO_OK;
    bool same = f->storage_bits == 8U * a->item_bytes &&
                (a->kind == 'u' || npy_type(a) == (pto_dtype)f->code) &&
                a->dimensions == b->dimensions;
    for (unsigned i = 0; same && i < b->dimensions; i++)
        same = a->shape[i] == b->shape[i];
    if (same)
        return PTO_OK;
    return pto_fail(e, PTO_DIFFERS, "%s is %s, unlike the --result-type %s",
                    want->path, npy_text(a, text), area->type_text);
}

pto_status run_check_golden(const pto_machine *m, const run_result_area *area,
                            const char *path, pto_error *e)
{
    array want;
    uint8_t *got = NULL;
    size_t length = strlen(path);
    PTO_TRY(read_array(path, &want, e));
    pto_status s = check_type(area, &want, e);
    if (length > 4 && !strcmp(path + length - 4, ".hex") &&
        !from_hex(want.bytes, &want.size))
        s = pto_fail(e, PTO_BAD_INPUT, "%s: not pairs of hexadecimal digits",
                     path);
    if (s == PTO_OK)
        s = read_area(m, area, &got, e);
    if (s == PTO_OK)
        s = compare(got, area->size, want.elements, want.size, path, e);
    free(got);
    pto_free(want.bytes);
    return s;
}
