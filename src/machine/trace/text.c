/* Numbers, strings and digests of traces. */
#include "machine/trace/text.h"

#include <errno.h>

static const char digits[] = "0123456789abcdef";

void pto_text_hex(pto_buf *b, uint64_t v)
{
    char text[20];
    size_t at = sizeof text;
    text[--at] = '"';
    do
        text[--at] = digits[v & 15];
    while (v >>= 4);
    text[--at] = 'x';
    text[--at] = '0';
    text[--at] = '"';
    pto_buf_add(b, text + at, sizeof text - at);
}

void pto_text_number(pto_buf *b, uint64_t v)
{
    char text[20];
    size_t at = sizeof text;
    do
        text[--at] = (char)('0' + v % 10);
    while (v /= 10);
    pto_buf_add(b, text + at, sizeof text - at);
}

void pto_text_digest(pto_buf *b, uint64_t v)
{
    char text[18] = {'"'};
    for (unsigned i = 0; i < 16; i++)
        text[1 + i] = digits[v >> (60 - 4 * i) & 15];
    text[17] = '"';
    pto_buf_add(b, text, sizeof text);
}

static void escape(pto_buf *b, unsigned char c)
{
    char text[6] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
    char pair[2] = {'\\', (char)c};
    if (c == '"' || c == '\\')
        pto_buf_add(b, pair, 2);
    else
        pto_buf_add(b, text, 6);
}

void pto_text_string(pto_buf *b, const char *s)
{
    if (!s) {
        PTO_TEXT(b, "null");
        return;
    }
    PTO_TEXT(b, "\"");
    for (; *s; s++)
        if ((unsigned char)*s < 32 || *s == '"' || *s == '\\')
            escape(b, (unsigned char)*s);
        else
            pto_buf_add(b, s, 1);
    PTO_TEXT(b, "\"");
}

uint64_t pto_digest(uint64_t state, const void *bytes, size_t n)
{
    const uint8_t *p = bytes;
    for (; n; p++, n--)
        state = (state ^ *p) * UINT64_C(0x100000001b3);
    return state;
}

void pto_trace_flush(pto_buf *b, pto_sink *to, size_t above)
{
    if (b->failed && !to->error)
        to->error = ENOMEM;
    if (b->size <= above && !b->failed)
        return;
    (void)pto_sink_write(to, b->data, b->size);
    pto_buf_clear(b);
}
