/* Expressions: C's operators with the precedence of GNU assemblers. */
#include "text/asm/asm.h"

#include <inttypes.h>
#include <string.h>

typedef enum action {
    OR_ELSE,
    AND_THEN,
    OR,
    XOR,
    AND,
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE,
    SHL,
    SHR,
    ADD,
    SUB,
    MUL,
    DIV,
    MOD,
    NO_OP
} action;

/* Longest spelling first; `gnu` and `c`: how tightly each binds. */
static const struct operator
{
    char text[3];
    action op;
    uint8_t gnu, c;
}
operators[] = {
    {"||", OR_ELSE, 1, 1}, {"&&", AND_THEN, 2, 2}, {"==", EQ, 3, 6},
    {"!=", NE, 3, 6},      {"<>", NE, 3, 6},       {"<<", SHL, 6, 8},
    {">>", SHR, 6, 8},     {"<=", LE, 3, 7},       {">=", GE, 3, 7},
    {"|", OR, 5, 3},       {"^", XOR, 5, 4},       {"&", AND, 5, 5},
    {"<", LT, 3, 7},       {">", GT, 3, 7},        {"+", ADD, 4, 9},
    {"-", SUB, 4, 9},      {"*", MUL, 6, 10},      {"/", DIV, 6, 10},
    {"%", MOD, 6, 10},
};

typedef struct reader {
    asm_stmt *s;
    bool c_rules;
    unsigned seen, depth; /* operators so far, open parentheses */
} reader;

static bool binary(reader *r, unsigned least, asm_value *out);

static asm_value number(uint64_t n)
{
    return (asm_value){.number = n};
}

bool pto_asm_nest(const asm_stmt *s, const char *at)
{
    if (++s->as->nesting <= ASM_MAX_PARENTHESES)
        return true;
    return pto_asm_error(s, at,
                         "the expression nests too deeply, expected at "
                         "most %d levels",
                         ASM_MAX_PARENTHESES);
}

static bool ends_operand(const reader *r, const char *p)
{
    return (p[0] == '-' && p[1] == '>') ||
           (r->s->operand && !r->depth && (p[0] == '<' || p[0] == '>') &&
            p[1] != p[0] && p[1] != '=');
}

static const struct operator* find_operator(const reader *r, const char *p)
{
    if (ends_operand(r, p))
        return NULL;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (!strncmp(p, operators[i].text, strlen(operators[i].text)))
            return &operators[i];
    return NULL;
}

static uint64_t truth(bool b)
{
    return b ? UINT64_MAX : 0;
}

/* a op b for numbers; division by zero is the caller's. */
static uint64_t compute(action op, uint64_t a, uint64_t b)
{
    int64_t x = (int64_t)a, y = (int64_t)b;
    switch (op) {
    case OR_ELSE: return a || b;
    case AND_THEN: return a && b;
    case OR: return a | b;
    case XOR: return a ^ b;
    case AND: return a & b;
    case EQ: return truth(a == b);
    case NE: return truth(a != b);
    case LT: return truth(x < y);
    case LE: return truth(x <= y);
    case GT: return truth(x > y);
    case GE: return truth(x >= y);
    case SHL: return b < 64 ? a << b : 0;
    case SHR: return b < 64 ? a >> b : 0;
    case ADD: return a + b;
    case SUB: return a - b;
    case MUL: return a * b;
    case DIV: return y == -1 ? 0 - a : (uint64_t)(x / y);
    case MOD: return y == -1 ? 0 : (uint64_t)(x % y);
    case NO_OP: break;
    }
    return 0;
}

static asm_value late(const char *why)
{
    return (asm_value){.late = true, .why = why};
}

static asm_value combine(action op, asm_value a, asm_value b)
{
    if (a.late || b.late)
        return late(a.late ? a.why : b.why);
    asm_value v = number(compute(op, a.number, b.number));
    v.is_place = (op == ADD && a.is_place != b.is_place) ||
                 (op == SUB && a.is_place && !b.is_place);
    if (a.base == b.base && (!a.base || op == SUB || (op >= EQ && op <= GE)))
        return v;
    if ((op == ADD && !(a.base && b.base)) || (op == SUB && !b.base)) {
        v.base = a.base ? a.base : b.base;
        return v;
    }
    return late(NULL);
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'z' ? c - 'a' + 10 : 99;
}

static bool digits(asm_stmt *s, int base, const char *kind, asm_value *out)
{
    const char *start = s->p;
    uint64_t n = 0;
    bool fits = true;
    for (; digit(*s->p) < base; s->p++) {
        uint64_t d = (uint64_t)digit(*s->p);
        fits &= n <= (UINT64_MAX - d) / (unsigned)base;
        n = n * (unsigned)base + d;
    }
    if (pto_asm_is_name(*s->p) || s->p == start)
        return pto_asm_expected(s, kind);
    *out = number(n);
    return fits || pto_asm_error(s, start,
                                 "the number does not fit, expected "
                                 "at most 64 bits");
}

static bool is_local_label(const char *p)
{
    while (*p >= '0' && *p <= '9')
        p++;
    return (*p == 'b' || *p == 'f') && !pto_asm_is_name(p[1]);
}

static bool read_number(asm_stmt *s, asm_value *out)
{
    const char *start = s->p;
    if (is_local_label(start)) {
        while (*s->p >= '0' && *s->p <= '9')
            s->p++;
        size_t n = (size_t)(s->p - start);
        return pto_asm_local(s, start, n, *s->p++ == 'f', out);
    }
    if (start[0] != '0' || !pto_asm_is_name(start[1]))
        return digits(s, 10, "a decimal digit", out);
    char kind = (char)(start[1] | 32);
    if (kind != 'x' && kind != 'b' && kind != 'o')
        return digits(s, 8, "an octal digit (a number that starts with 0)",
                      out);
    s->p += 2;
    if (kind == 'x')
        return digits(s, 16, "a hexadecimal digit", out);
    if (kind == 'b')
        return digits(s, 2, "a binary digit", out);
    return digits(s, 8, "an octal digit", out);
}

static bool character(asm_stmt *s, asm_value *out)
{
    s->p++;
    *out = number(0);
    if (!pto_asm_char(s, &out->number))
        return false;
    s->p += *s->p == '\'';
    return true;
}

static asm_value here(const asm_stmt *s)
{
    asm_value v = {.number = s->offset, .base = s->section, .is_place = true};
    if (!s->final)
        return v;
    v.number += s->section->address;
    v.base = NULL;
    return v;
}

static bool unary(reader *r, asm_value *out)
{
    asm_stmt *s = r->s;
    const char *at = s->p++;
    r->depth += *at == '(';
    bool done = pto_asm_nest(s, at) && binary(r, *at == '(' ? 0 : 99, out);
    r->depth -= *at == '(';
    s->as->nesting--;
    if (!done)
        return false;
    if (*at == '(')
        return pto_asm_take(s, ')') || pto_asm_expected(s, "')'");
    if (*at == '-')
        *out = combine(SUB, number(0), *out);
    else if (*at == '~')
        *out = combine(XOR, number(UINT64_MAX), *out);
    else if (*at == '!' && !out->late && !out->base)
        *out = number(!out->number);
    return true;
}

static bool primary(reader *r, asm_value *out)
{
    asm_stmt *s = r->s;
    s->as->steps++;
    pto_asm_skip(s);
    const char *at = s->p;
    if (*at && strchr("-+~!(", *at) && !(at[0] == '-' && at[1] == '>'))
        return unary(r, out);
    if (*at >= '0' && *at <= '9')
        return read_number(s, out);
    if (*at == '\'')
        return character(s, out);
    if (*at == '%')
        return pto_asm_part(s, out);
    size_t n = pto_asm_word(s, &at);
    if (!n)
        return pto_asm_expected(s, "a number, a symbol or '('");
    if (n > 1 || *at != '.')
        return pto_asm_lookup(s, at, n, out);
    *out = here(s);
    return true;
}

/* Read operators that bind at least as tightly as `least`. */
static bool binary(reader *r, unsigned least, asm_value *out)
{
    if (!primary(r, out))
        return false;
    for (;;) {
        asm_stmt *s = r->s;
        pto_asm_skip(s);
        const char *at = s->p;
        const struct operator* o = find_operator(r, at);
        unsigned level = o ? (r->c_rules ? o->c : o->gnu) : 0;
        if (!o || level < least || level == 0)
            return true;
        asm_value right;
        s->p += strlen(o->text);
        r->seen++;
        if (!binary(r, level + 1, &right))
            return false;
        if ((o->op == DIV || o->op == MOD) && !right.late && !right.base &&
            !right.number)
            return pto_asm_error(s, at, "division by zero");
        *out = combine(o->op, *out, right);
    }
}

/* Say so where a reader of C would expect another result. */
static void compare_with_c(asm_stmt *s, const char *start, asm_value gnu)
{
    asm_stmt again = *s;
    reader r = {.s = &again, .c_rules = true};
    asm_value c;
    again.p = start;
    again.compared = true;
    if (binary(&r, 0, &c) && !c.late && !c.base && c.number != gnu.number)
        pto_asm_warn(s, start,
                     "this is %" PRId64 " here but %" PRId64
                     " in C, expected parentheses",
                     (int64_t)gnu.number, (int64_t)c.number);
}

bool pto_asm_expr(asm_stmt *s, asm_value *out)
{
    reader r = {.s = s};
    pto_asm_skip(s);
    const char *start = s->p;
    *out = number(0);
    if (!binary(&r, 0, out))
        return false;
    if (r.seen > 1 && !s->compared && !out->late && !out->base)
        compare_with_c(s, start, *out);
    return true;
}

bool pto_asm_known(asm_stmt *s, const char *what, int64_t *out)
{
    asm_value v;
    pto_asm_skip(s);
    const char *at = s->p;
    if (!pto_asm_expr(s, &v))
        return false;
    *out = (int64_t)v.number;
    if (!v.late && !v.base)
        return true;
    if (v.why)
        return pto_asm_error(s, at,
                             "%s needs '%s', which has no value yet, "
                             "expected a definition above",
                             what, v.why);
    return pto_asm_error(s, at,
                         "%s depends on an address, expected a number "
                         "or a difference of labels of one section",
                         what);
}
