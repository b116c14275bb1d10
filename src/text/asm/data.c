/* Directives that put data into a section. */
#include "text/asm/asm.h"

#include <inttypes.h>
#include "base/bits.h"

bool pto_asm_store(asm_stmt *s, const char *at, uint64_t value, unsigned size,
                   uint8_t *out)
{
    int64_t v = (int64_t)value;
    pto_store_le(out, size, value);
    if (size == 8)
        return true;
    int64_t half = INT64_C(1) << (8 * size - 1);
    if (v >= -half && v < 2 * half)
        return true;
    return pto_asm_error(s, at,
                         "%" PRId64 " does not fit %u byte%s, expected "
                         "%" PRId64 " to %" PRId64,
                         v, size, size == 1 ? "" : "s", -half, 2 * half - 1);
}

/* Look at the expression again when addresses are known. */
static bool later(const asm_stmt *at, unsigned size)
{
    pto_asm *as = at->as;
    if (!pto_asm_grow(as, (void **)&as->items, as->item_count,
                      &as->item_capacity, sizeof *as->items))
        return false;
    as->items[as->item_count++] = (asm_item){.at = *at, .size = (uint8_t)size};
    return true;
}

static bool integer(asm_stmt *s, unsigned size)
{
    uint8_t bytes[8] = {0};
    asm_value v;
    pto_asm_skip(s);
    asm_stmt start = *s;
    if (!pto_asm_expr(s, &v))
        return false;
    if (v.late || v.base)
        return later(&start, size) && pto_asm_emit(s, bytes, size);
    return pto_asm_store(s, start.p, v.number, size, bytes) &&
           pto_asm_emit(s, bytes, size);
}

bool pto_asm_do_integers(asm_stmt *s, int size)
{
    if (pto_asm_at_end(s))
        return true;
    do {
        if (!integer(s, (unsigned)size))
            return false;
    } while (pto_asm_take(s, ','));
    return pto_asm_end(s);
}

bool pto_asm_do_strings(asm_stmt *s, int ends_with_zero)
{
    pto_buf text = {0};
    bool good = true;
    do {
        good = pto_asm_string(s, &text);
        pto_asm_skip(s);
        bool goes_on = *s->p == '"';
        if (good && ends_with_zero && !goes_on)
            pto_buf_fill(&text, 0, 1);
        if (goes_on)
            continue;
        if (!good || !pto_asm_take(s, ','))
            break;
    } while (good);
    s->as->out_of_memory |= text.failed;
    good = good && pto_asm_end(s) && pto_asm_emit(s, text.data, text.size);
    pto_buf_free(&text);
    return good;
}

/* A count that must be known now and may not be negative. */
static bool count(asm_stmt *s, const char *what, uint64_t *out)
{
    int64_t n;
    pto_asm_skip(s);
    const char *at = s->p;
    if (!pto_asm_known(s, what, &n))
        return false;
    *out = (uint64_t)n;
    return n >= 0 ||
           pto_asm_error(s, at, "%s is negative, expected 0 or more", what);
}

/* ", VALUE" if it is there; else `preset`. */
static bool optional(asm_stmt *s, const char *what, int64_t preset,
                     int64_t *out)
{
    *out = preset;
    return !pto_asm_take(s, ',') || pto_asm_known(s, what, out);
}

static bool fill_byte(asm_stmt *s, uint8_t *out)
{
    int64_t v;
    pto_asm_skip(s);
    const char *at = s->p;
    return optional(s, "the fill value", 0, &v) &&
           pto_asm_store(s, at, (uint64_t)v, 1, out);
}

bool pto_asm_do_space(asm_stmt *s, int argument)
{
    (void)argument;
    uint64_t n;
    uint8_t byte;
    return count(s, "the size", &n) && fill_byte(s, &byte) && pto_asm_end(s) &&
           pto_asm_fill(s, byte, n);
}

/* .fill COUNT, SIZE, VALUE: sizes above 8 count as 8, as elsewhere. */
bool pto_asm_do_fill(asm_stmt *s, int argument)
{
    (void)argument;
    uint64_t n;
    int64_t size, value;
    uint8_t unit[8] = {0};
    if (!count(s, "the count", &n) || !optional(s, "the size", 1, &size) ||
        !optional(s, "the value", 0, &value) || !pto_asm_end(s))
        return false;
    if (size < 0 || size > 8)
        return pto_asm_error(s, NULL, "size %" PRId64 ", expected 0 to 8",
                             size);
    pto_store_le(unit, 8, (uint64_t)value);
    if (size <= 1 || !value)
        return pto_asm_fill(s, unit[0],
                            n > ASM_MAX_SIZE ? n : n * (uint64_t)size);
    for (uint64_t i = 0; i < n; i++)
        if (!pto_asm_emit(s, unit, (uint64_t)size))
            return false;
    return true;
}

bool pto_asm_do_org(asm_stmt *s, int argument)
{
    (void)argument;
    asm_value v;
    uint8_t byte;
    pto_asm_skip(s);
    const char *at = s->p;
    if (!pto_asm_expr(s, &v) || !fill_byte(s, &byte) || !pto_asm_end(s))
        return false;
    if (v.late || (v.base && v.base != s->section))
        return pto_asm_error(s, at,
                             ".org needs a place in this section, "
                             "expected a number or a label above");
    if (v.number < s->offset)
        return pto_asm_error(s, at,
                             ".org goes back to %" PRIu64 ", expected "
                             "%" PRIu64 " or more",
                             v.number, s->offset);
    return pto_asm_fill(s, byte, v.number - s->offset);
}

/* "ALIGN, FILL, MOST"; a power of two, or its logarithm. */
bool pto_asm_do_align(asm_stmt *s, int is_logarithm)
{
    int64_t n, most;
    uint8_t byte = 0;
    pto_asm_skip(s);
    const char *at = s->p;
    if (!pto_asm_known(s, "the alignment", &n))
        return false;
    if (pto_asm_take(s, ',')) {
        pto_asm_skip(s);
        int64_t v = 0;
        const char *fill = s->p;
        if (*s->p != ',' && (!pto_asm_known(s, "the fill value", &v) ||
                             !pto_asm_store(s, fill, (uint64_t)v, 1, &byte)))
            return false;
    }
    if (!optional(s, "the most bytes", 0, &most) || !pto_asm_end(s))
        return false;
    if (is_logarithm && (n < 0 || n > 30))
        return pto_asm_error(s, at,
                             "alignment 2^%" PRId64 ", expected an "
                             "exponent of 0 to 30 (.balign takes bytes)",
                             n);
    uint64_t align = is_logarithm ? UINT64_C(1) << n : (uint64_t)n;
    if (align > UINT64_C(1) << 30 || (align & (align - 1)))
        return pto_asm_error(s, at,
                             "alignment %" PRId64 ", expected a power "
                             "of two up to 2^30",
                             n);
    return pto_asm_align(s, align ? align : 1, byte, (uint64_t)most);
}
