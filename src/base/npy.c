/* The header of an NPY file: a Python dictionary literal of three keys. */
#include "pto/io.h"

#include <stdbool.h>
#include <string.h>

/* A cursor over the dictionary; `base` is its offset in the file. */
typedef struct scan {
    const char *at, *end;
    const char *start;
    uint64_t base;
    pto_error *e;
} scan;

static pto_status bad(const scan *s, const char *what)
{
    uint64_t offset = s->base + (uint64_t)(s->at - s->start);
    pto_status status =
        pto_fail(s->e, PTO_BAD_INPUT, "NPY header at offset %llu: %s",
                 (unsigned long long)offset, what);
    if (s->e) {
        s->e->has_address = 1;
        s->e->address = offset;
    }
    return status;
}

static void skip_space(scan *s)
{
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\n'))
        s->at++;
}

static bool take(scan *s, const char *word)
{
    skip_space(s);
    size_t n = strlen(word);
    if ((size_t)(s->end - s->at) < n || memcmp(s->at, word, n))
        return false;
    s->at += n;
    return true;
}

static pto_status read_descr(scan *s, pto_npy *out)
{
    if (!take(s, "'"))
        return bad(s, "expected the type as '<f4'");
    if (s->end - s->at < 4)
        return bad(s, "the type is cut off");
    char order = s->at[0], kind = s->at[1];
    if (order == '>')
        return bad(s, "big-endian elements; save them little-endian");
    if ((order != '<' && order != '|') || !memchr("fiub", kind, 4))
        return bad(s, "unsupported element type; float, integer or boolean");
    unsigned item = (unsigned)(s->at[2] - '0');
    if ((item != 1 && item != 2 && item != 4 && item != 8) || s->at[3] != '\'')
        return bad(s, "unsupported element size; 1, 2, 4 or 8 bytes");
    s->at += 4;
    out->kind = kind;
    out->item_bytes = (uint8_t)item;
    return PTO_OK;
}

static pto_status read_extent(scan *s, uint64_t *out)
{
    uint64_t v = 0;
    skip_space(s);
    const char *first = s->at;
    while (s->at < s->end && *s->at >= '0' && *s->at <= '9') {
        unsigned digit = (unsigned)(*s->at - '0');
        if (v > (UINT64_MAX - digit) / 10)
            return bad(s, "the extent is too large");
        v = v * 10 + digit;
        s->at++;
    }
    *out = v;
    return s->at > first ? PTO_OK : bad(s, "expected an extent");
}

static pto_status read_shape(scan *s, pto_npy *out)
{
    if (!take(s, "("))
        return bad(s, "expected the shape as (rows, columns)");
    while (!take(s, ")")) {
        if (out->dimensions == PTO_NPY_DIMENSIONS)
            return bad(s, "more than 8 dimensions");
        PTO_TRY(read_extent(s, &out->shape[out->dimensions]));
        out->dimensions++;
        if (!take(s, ",")) {
            if (!take(s, ")"))
                return bad(s, "expected ',' or ')' in the shape");
            break;
        }
    }
    return PTO_OK;
}

static pto_status read_order(scan *s)
{
    if (take(s, "False"))
        return PTO_OK;
    if (take(s, "True"))
        return bad(s, "Fortran order; save the array C-ordered");
    return bad(s, "expected False or True");
}

static pto_status read_dictionary(scan *s, pto_npy *out)
{
    enum { DESCR = 1, ORDER = 2, SHAPE = 4 };
    int seen = 0;
    if (!take(s, "{"))
        return bad(s, "expected '{'");
    while (!take(s, "}")) {
        if (take(s, "'descr':")) {
            PTO_TRY(read_descr(s, out));
            seen |= DESCR;
        } else if (take(s, "'fortran_order':")) {
            PTO_TRY(read_order(s));
            seen |= ORDER;
        } else if (!(seen & SHAPE) && take(s, "'shape':")) {
            PTO_TRY(read_shape(s, out));
            seen |= SHAPE;
        } else {
            return bad(s, "expected 'descr', 'fortran_order' or 'shape'");
        }
        (void)take(s, ",");
    }
    if (seen != (DESCR | ORDER | SHAPE))
        return bad(s, "a key is missing");
    return PTO_OK;
}

static pto_status element_bytes(const scan *s, pto_npy *out)
{
    uint64_t size = out->item_bytes;
    for (unsigned i = 0; i < out->dimensions; i++) {
        if (out->shape[i] && size > UINT64_MAX / out->shape[i])
            return bad(s, "the array is too large");
        size *= out->shape[i];
    }
    out->size = size;
    return PTO_OK;
}

pto_status pto_npy_parse(const uint8_t *bytes, size_t size, pto_npy *out,
                         pto_error *e)
{
    *out = (pto_npy){0};
    if (size < 10 || memcmp(bytes, "\x93NUMPY", 6))
        return pto_fail(e, PTO_BAD_INPUT, "not an NPY file");
    unsigned version = bytes[6];
    if (version < 1 || version > 3)
        return pto_fail(e, PTO_BAD_INPUT, "NPY version %u; 1 to 3 are read",
                        version);
    uint64_t start = version == 1 ? 10 : 12;
    if (size < start)
        return pto_fail(e, PTO_BAD_INPUT, "the NPY header is cut off");
    uint64_t length = (uint64_t)bytes[8] | (uint64_t)bytes[9] << 8;
    if (version > 1)
        length |= (uint64_t)bytes[10] << 16 | (uint64_t)bytes[11] << 24;
    if (length > size - start)
        return pto_fail(e, PTO_BAD_INPUT,
                        "the NPY header is cut off: %llu bytes announced, "
                        "%llu there",
                        (unsigned long long)length,
                        (unsigned long long)(size - start));
    const char *text = (const char *)bytes + start;
    scan s = {text, text + length, text, start, e};
    PTO_TRY(read_dictionary(&s, out));
    PTO_TRY(element_bytes(&s, out));
    out->offset = start + length;
    if (out->size != size - out->offset)
        return pto_fail(e, PTO_BAD_INPUT,
                        "the NPY shape needs %llu bytes, the file has %llu",
                        (unsigned long long)out->size,
                        (unsigned long long)(size - out->offset));
    return PTO_OK;
}
