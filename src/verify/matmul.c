/* Vectors of kind matmul: every kernel of this processor has to agree. */
#include "verify/verify.h"

#include "pto/cube.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 14, MAX_EXTENT = 65535, MAX_ELEMENTS = 1 << 24, OPERANDS = 7 };

/* Columns of the operands, in the order of `operand`. */
typedef enum operand { A, B, SCALE_A, SCALE_B, C, C_SCALE, D } operand;

typedef struct product {
    uint64_t m, n, k;
    pto_dtype type_a, type_b;
    void *array[OPERANDS]; /* NULL where absent */
    uint64_t flags;
} product;

static pto_status decimal(const char *field, uint64_t limit, uint64_t *out,
                          pto_error *e)
{
    size_t digits = strspn(field, "0123456789");
    *out = digits && digits < 10 ? strtoull(field, NULL, 10) : UINT64_MAX;
    if (!digits || field[digits] || *out > limit)
        return pto_fail(e, PTO_BAD_INPUT,
                        "'%s' is not a decimal number up to %" PRIu64, field,
                        limit);
    return PTO_OK;
}

static pto_status extent(const char *field, uint64_t *out, pto_error *e)
{
    PTO_TRY(decimal(field, MAX_EXTENT, out, e));
    if (*out == 0)
        return pto_fail(e, PTO_BAD_INPUT, "a matrix extent is zero");
    return PTO_OK;
}

/* A comma list of exactly n elements into a packed array. */
static pto_status fill(char *field, pto_dtype type, uint64_t n, bool is_decimal,
                       void *array, pto_error *e)
{
    char *next = field;
    for (uint64_t i = 0; i < n; i++) {
        if (!next)
            return pto_fail(e, PTO_BAD_INPUT,
                            "wants %" PRIu64 " elements, has %" PRIu64, n, i);
        char *text = next;
        next = strchr(text, ',');
        if (next)
            *next++ = '\0';
        uint64_t value;
        PTO_TRY(is_decimal ? decimal(text, 255, &value, e)
                           : vec_hex(text, &value, e));
        pto_lane_set(type, array, i, value);
    }
    if (next)
        return pto_fail(e, PTO_BAD_INPUT,
                        "more than %" PRIu64 " elements in a list", n);
    return PTO_OK;
}

static pto_status read_array(char *field, pto_dtype type, uint64_t n,
                             bool is_decimal, void **array, pto_error *e)
{
    if (strcmp(field, "-") == 0)
        return PTO_OK;
    if (n > MAX_ELEMENTS)
        return pto_fail(e, PTO_BAD_INPUT, "more than %d elements",
                        MAX_ELEMENTS);
    *array = calloc(pto_array_bytes(type, n), 1);
    if (!*array)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    return fill(field, type, n, is_decimal, *array, e);
}

static pto_dtype scale_type(pto_dtype primary)
{
    return primary == PTO_HiF4X2 ? PTO_U32 : PTO_E8M0;
}

static uint64_t groups(pto_dtype type, uint64_t k)
{
    uint32_t group = pto_scale_group(type);
    return (k + group - 1) / group;
}

static pto_status read_operands(char **field, product *p, pto_error *e)
{
    pto_dtype acc = (pto_dtype)pto_accumulator_type(p->type_a);
    const struct {
        pto_dtype type;
        uint64_t n;
    } shape[OPERANDS] = {
        [A] = {p->type_a, p->m * p->k},
        [B] = {p->type_b, p->k * p->n},
        [SCALE_A] = {scale_type(p->type_a), p->m * groups(p->type_a, p->k)},
        [SCALE_B] = {scale_type(p->type_b), p->n * groups(p->type_b, p->k)},
        [C] = {acc, p->m * p->n},
        [C_SCALE] = {PTO_U8, p->m},
        [D] = {acc, p->m * p->n},
    };
    for (int i = 0; i < OPERANDS; i++)
        PTO_TRY(read_array(field[6 + i], shape[i].type, shape[i].n,
                           i == C_SCALE, &p->array[i], e));
    if (!p->array[A] || !p->array[B] || !p->array[D])
        return pto_fail(e, PTO_BAD_INPUT, "A, B and D cannot be absent");
    return PTO_OK;
}

static pto_status read_product(char *line, product *p, pto_error *e)
{
    char *field[COLUMNS];
    size_t n;
    PTO_TRY(vec_split(line, field, COLUMNS, &n, e));
    if (n != COLUMNS)
        return pto_fail(e, PTO_BAD_INPUT, "wants %d columns, has %zu",
                        (int)COLUMNS, n);
    if (strcmp(field[0], "ord") != 0 && strcmp(field[0], "mx") != 0)
        return pto_fail(e, PTO_BAD_INPUT, "'%s' is neither ord nor mx",
                        field[0]);
    PTO_TRY(vec_dtype(field[1], &p->type_a, e));
    PTO_TRY(vec_dtype(field[2], &p->type_b, e));
    PTO_TRY(extent(field[3], &p->m, e));
    PTO_TRY(extent(field[4], &p->n, e));
    PTO_TRY(extent(field[5], &p->k, e));
    PTO_TRY(vec_hex(field[13], &p->flags, e));
    return read_operands(field, p, e);
}

static void judge(const product *p, unsigned level, const uint32_t *d,
                  uint32_t flags, vec_result *r)
{
    const uint32_t *wanted = p->array[D];
    for (uint64_t i = 0; i < p->m * p->n; i++) {
        if (d[i] == wanted[i])
            continue;
        r->verdict = VEC_FAILED;
        (void)snprintf(r->got, sizeof r->got,
                       "%s D[%" PRIu64 "][%" PRIu64 "] = %" PRIx32,
                       pto_level_name(level), i / p->n, i % p->n, d[i]);
        (void)snprintf(r->wanted, sizeof r->wanted, "%" PRIx32, wanted[i]);
        return;
    }
    if (flags == p->flags)
        return;
    r->verdict = VEC_FAILED;
    (void)snprintf(r->got, sizeof r->got, "%s flags %" PRIx32,
                   pto_level_name(level), flags);
    (void)snprintf(r->wanted, sizeof r->wanted, "%" PRIx64, p->flags);
}

static pto_status run_level(const product *p, unsigned level, uint32_t *d,
                            vec_result *r, pto_error *e)
{
    pto_matmul_args args = {.m = p->m,
                            .n = p->n,
                            .k = p->k,
                            .type_a = p->type_a,
                            .type_b = p->type_b,
                            .a = p->array[A],
                            .b = p->array[B],
                            .scale_a = p->array[SCALE_A],
                            .scale_b = p->array[SCALE_B],
                            .c = p->array[C],
                            .c_scale = p->array[C_SCALE],
                            .d = d};
    pto_cube_options options = {.level = level};
    uint32_t flags = 0;
    pto_status s = pto_matmul(&args, &options, &flags, e);
    if (s != PTO_OK)
        return s == PTO_NO_MEMORY ? s : PTO_BAD_INPUT;
    judge(p, level, d, flags, r);
    return PTO_OK;
}

static pto_status run_levels(const product *p, vec_result *r, pto_error *e)
{
    uint32_t *d = calloc(p->m * p->n, sizeof *d);
    if (!d)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    pto_status s = PTO_OK;
    r->verdict = VEC_PASSED;
    for (unsigned l = PTO_LEVEL_PORTABLE; l < PTO_LEVELS; l++)
        if (s == PTO_OK && r->verdict == VEC_PASSED && pto_level_available(l))
            s = run_level(p, l, d, r, e);
    free(d);
    return s;
}

pto_status vec_matmul(char *line, vec_result *r, pto_error *e)
{
    product p = {0};
    pto_status s = read_product(line, &p, e);
    if (s == PTO_OK)
        s = run_levels(&p, r, e);
    for (int i = 0; i < OPERANDS; i++)
        free(p.array[i]);
    return s;
}
