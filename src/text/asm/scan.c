/* Reading names, strings and separators inside one statement. */
#include "text/asm/asm.h"

#include <string.h>

bool pto_asm_is_name_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.' || c == '$';
}

bool pto_asm_is_name(char c)
{
    return pto_asm_is_name_start(c) || (c >= '0' && c <= '9');
}

void pto_asm_skip(asm_stmt *s)
{
    while (*s->p == ' ' || *s->p == '\t')
        s->p++;
}

bool pto_asm_at_end(asm_stmt *s)
{
    pto_asm_skip(s);
    return *s->p == 0;
}

bool pto_asm_take(asm_stmt *s, char c)
{
    pto_asm_skip(s);
    if (*s->p != c)
        return false;
    s->p++;
    return true;
}

bool pto_asm_comma(asm_stmt *s)
{
    return pto_asm_take(s, ',') || pto_asm_expected(s, "','");
}

bool pto_asm_end(asm_stmt *s)
{
    return pto_asm_at_end(s) || pto_asm_expected(s, "the end of the line");
}

size_t pto_asm_word(asm_stmt *s, const char **at)
{
    pto_asm_skip(s);
    *at = s->p;
    if (pto_asm_is_name_start(*s->p))
        while (pto_asm_is_name(*s->p))
            s->p++;
    return (size_t)(s->p - *at);
}

const char *pto_asm_name(asm_stmt *s)
{
    const char *at;
    size_t n = pto_asm_word(s, &at);
    return n ? pto_asm_text(s->as, at, n) : NULL;
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

/* Digits of a numeric escape: at most `most` of them in `base`. */
static bool numeric_escape(asm_stmt *s, int base, int most, uint64_t *value)
{
    int n = 0;
    *value = 0;
    for (; n < most && digit(*s->p) < base; n++)
        *value = *value * (unsigned)base + (unsigned)digit(*s->p++);
    if (!n)
        return pto_asm_expected(s, "a digit of the escape");
    return *value < 256 || pto_asm_error(s, s->p, "the escape is above 255");
}

static bool escape(asm_stmt *s, uint64_t *value)
{
    static const char from[] = "abfnrtv\\'\"", to[] = "\a\b\f\n\r\t\v\\'\"";
    const char *known = *s->p ? strchr(from, *s->p) : NULL;
    if (known) {
        s->p++;
        *value = (uint8_t)to[known - from];
        return true;
    }
    if (*s->p == 'x' || *s->p == 'X') {
        s->p++;
        return numeric_escape(s, 16, 2, value);
    }
    if (digit(*s->p) < 8)
        return numeric_escape(s, 8, 3, value);
    return pto_asm_expected(s, "an escape: \\n \\t \\r \\0 \\xHH \\\\ \\\"");
}

bool pto_asm_char(asm_stmt *s, uint64_t *value)
{
    if (*s->p == 0)
        return pto_asm_expected(s, "a character");
    if (*s->p != '\\') {
        *value = (uint8_t)*s->p++;
        return true;
    }
    s->p++;
    return escape(s, value);
}

bool pto_asm_string(asm_stmt *s, pto_buf *out)
{
    pto_asm_skip(s);
    const char *open = s->p;
    if (*s->p != '"')
        return pto_asm_expected(s, "a string in double quotes");
    s->p++;
    while (*s->p != '"') {
        uint64_t c;
        if (*s->p == 0)
            return pto_asm_error(s, open,
                                 "the string has no end, expected a "
                                 "second '\"' on this line");
        if (!pto_asm_char(s, &c))
            return false;
        pto_buf_fill(out, (uint8_t)c, 1);
    }
    s->p++;
    if (!out->failed)
        return true;
    s->as->out_of_memory = true;
    return false;
}

const char *pto_asm_statement_end(const char *p)
{
    while (*p && *p != ';') {
        if (*p == '\'' && p[1]) {
            p += p[1] == '\\' && p[2] ? 3 : 2;
            continue;
        }
        if (*p++ != '"')
            continue;
        while (*p && *p != '"')
            p += *p == '\\' && p[1] ? 2 : 1;
        p += *p == '"';
    }
    return p;
}

const char *pto_asm_rest(asm_stmt *s)
{
    pto_asm_skip(s);
    const char *start = s->p;
    s->p = pto_asm_statement_end(s->p);
    const char *end = s->p;
    while (end > start && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    return pto_asm_text(s->as, start, (size_t)(end - start));
}
