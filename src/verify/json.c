/* Typed values out of JSON lines. */
#include "verify/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

pto_status vec_json_line(const char *line, json_t **out, pto_error *e)
{
    json_error_t why;
    *out = json_loads(line, JSON_REJECT_DUPLICATES, &why);
    if (!*out)
        return pto_fail(e, PTO_BAD_INPUT, "%s", why.text);
    if (json_is_object(*out))
        return PTO_OK;
    json_decref(*out);
    *out = NULL;
    return pto_fail(e, PTO_BAD_INPUT, "a vector is a JSON object");
}

static bool parse(const char *text, int base, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(text, &end, base);
    return *text && *text != '-' && *text != '+' && !*end && !errno;
}

pto_status vec_json_number(const json_t *v, const char *key, uint64_t *out,
                           pto_error *e)
{
    if (json_is_integer(v)) {
        *out = (uint64_t)json_integer_value(v);
        return PTO_OK;
    }
    if (json_is_string(v) && parse(json_string_value(v), 16, out))
        return PTO_OK;
    return pto_fail(e, PTO_BAD_INPUT,
                    "%s: an integer or a hexadecimal string was expected", key);
}

pto_status vec_json_member(const json_t *object, const char *key, uint64_t *out,
                           pto_error *e)
{
    const json_t *v = json_object_get(object, key);
    return v ? vec_json_number(v, key, out, e) : PTO_OK;
}

pto_status vec_json_bool(const json_t *object, const char *key, bool *out,
                         pto_error *e)
{
    const json_t *v = json_object_get(object, key);
    if (!v)
        return PTO_OK;
    if (!json_is_boolean(v))
        return pto_fail(e, PTO_BAD_INPUT, "%s: true or false was expected",
                        key);
    *out = json_is_true(v);
    return PTO_OK;
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

pto_status vec_json_bytes(const json_t *v, uint8_t *out, size_t room,
                          size_t *count, pto_error *e)
{
    const char *text = json_string_value(v);
    size_t n = text ? strlen(text) : 1;
    if (n % 2 || n / 2 > room)
        return pto_fail(e, PTO_BAD_INPUT,
                        "at most %zu bytes, two digits each, were expected",
                        room);
    for (size_t i = 0; i < n / 2; i++) {
        int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return pto_fail(e, PTO_BAD_INPUT, "'%c%c' is no byte", text[2 * i],
                            text[2 * i + 1]);
        out[i] = (uint8_t)(high << 4 | low);
    }
    *count = n / 2;
    return PTO_OK;
}

pto_status vec_json_index(const char *key, int base, uint64_t limit,
                          unsigned *out, pto_error *e)
{
    uint64_t v;
    if (!parse(key, base, &v) || v >= limit)
        return pto_fail(e, PTO_BAD_INPUT, "'%s' is no index below %llu", key,
                        (unsigned long long)limit);
    *out = (unsigned)v;
    return PTO_OK;
}

pto_status vec_json_memory(const json_t *list, uint8_t *memory, size_t size,
                           pto_error *e)
{
    const json_t *pair;
    size_t i, count;
    json_array_foreach(list, i, pair)
    {
        uint64_t address = 0;
        PTO_TRY(vec_json_number(json_array_get(pair, 0), "mem", &address, e));
        if (address > size)
            return pto_fail(e, PTO_BAD_INPUT, "mem: 0x%llx is outside memory",
                            (unsigned long long)address);
        PTO_TRY(vec_json_bytes(json_array_get(pair, 1), memory + address,
                               size - address, &count, e));
    }
    return PTO_OK;
}
