/* The slow implementation itself, against every published numeric vector. */
#include "slow/slow.h"
#include "tsv.h"

#define VECTORS PTO_TESTS "/vectors/"

TEST(slow_classifies_as_published)
{
    UNUSED_STATE;
    tsv t = tsv_open(VECTORS "numeric/classify.tsv.gz");
    size_t rows = 0;
    for (; tsv_next(&t); rows++) {
        const slow_format *f = slow_format_named(t.column[0]);
        CHECK(f, "row %zu: %s", t.row, t.column[0]);
        const char *got = slow_class(f, tsv_hex(&t, 1));
        CHECK(!strcmp(got, t.column[2]), "row %zu: %s %s: %s", t.row, f->name,
              t.column[1], got);
    }
    CHECK(rows > 5000, "%zu rows", rows);
    tsv_close(&t);
}

static size_t check_conversions(const char *path, int first)
{
    tsv t = tsv_open(path);
    size_t rows = 0;
    for (; tsv_next(&t); rows++) {
        const slow_format *src = slow_format_named(t.column[first]);
        const slow_format *dst = slow_format_named(t.column[first + 1]);
        slow_mode mode = slow_mode_named(t.column[first + 2]);
        CHECK(src && dst && mode < SLOW_MODES, "row %zu", t.row);
        bool saturate = t.column[first + 3][0] == '1';
        uint64_t bits = tsv_hex(&t, first + 4);
        unsigned flags = 0;
        slow_answer a = slow_convert(dst, src, bits, false);
        uint64_t got = slow_settle(&a, mode, saturate, &flags);
        CHECK(got == tsv_hex(&t, first + 5) && flags == tsv_hex(&t, first + 6),
              "row %zu: got %" PRIx64 " %x", t.row, got, flags);
    }
    tsv_close(&t);
    return rows;
}

TEST(slow_converts_as_published)
{
    UNUSED_STATE;
    size_t rows = check_conversions(VECTORS "numeric/convert.tsv.gz", 0);
    CHECK(rows > 50000, "%zu rows", rows);
}

TEST(user_cases)
{
    UNUSED_STATE;
    size_t rows = check_conversions(VECTORS "user-cases.tsv", 1);
    CHECK(rows > 40, "%zu rows", rows);
}

TEST(arithmetic)
{
    UNUSED_STATE;
    tsv t = tsv_open(VECTORS "numeric/arith.tsv.gz");
    size_t rows = 0;
    for (; tsv_next(&t); rows++) {
        slow_op op = slow_op_named(t.column[0]);
        const slow_format *f = slow_format_named(t.column[1]);
        slow_mode mode = slow_mode_named(t.column[2]);
        CHECK(op < SLOW_OPS && f && mode < SLOW_MODES, "row %zu", t.row);
        const uint64_t args[] = {tsv_hex(&t, 3), tsv_hex(&t, 4),
                                 tsv_hex(&t, 5)};
        unsigned flags = 0;
        slow_answer a = slow_apply(op, f, args);
        uint64_t got = slow_settle(&a, mode, false, &flags);
        CHECK(got == tsv_hex(&t, 6) && flags == tsv_hex(&t, 7),
              "row %zu: got %" PRIx64 " %x", t.row, got, flags);
    }
    CHECK(rows > 10000, "%zu rows", rows);
    tsv_close(&t);
}

/* A comma-separated column; NULL where it is "-". */
static uint64_t *words(const char *column, int base, size_t *count)
{
    *count = 0;
    if (column[0] == '-')
        return NULL;
    uint64_t *list = malloc((strlen(column) + 1) * sizeof *list);
    CHECK(list, "memory");
    for (char *end; *column; column = *end ? end + 1 : end)
        list[(*count)++] = strtoull(column, &end, base);
    return list;
}

static void check_matrix(const tsv *t)
{
    size_t n, wanted_count;
    slow_matrix x = {.a_type = slow_format_named(t->column[1]),
                     .b_type = slow_format_named(t->column[2]),
                     .m = strtoul(t->column[3], NULL, 10),
                     .n = strtoul(t->column[4], NULL, 10),
                     .k = strtoul(t->column[5], NULL, 10)};
    uint64_t *list[7];
    for (int i = 0; i < 6; i++)
        list[i] = words(t->column[6 + i], i == 5 ? 10 : 16, &n);
    list[6] = words(t->column[12], 16, &wanted_count);
    CHECK(x.a_type && x.b_type && wanted_count == x.m * x.n, "row %zu", t->row);
    x.a = list[0];
    x.b = list[1];
    x.a_scale = list[2];
    x.b_scale = list[3];
    x.c = list[4];
    x.c_scale = list[5];

    uint64_t *got = malloc(wanted_count * sizeof *got);
    CHECK(got, "memory");
    unsigned flags = slow_multiply(&x, got);
    CHECK(flags == tsv_hex(t, 13), "row %zu: flags %x", t->row, flags);
    for (size_t i = 0; i < wanted_count; i++)
        CHECK(got[i] == list[6][i], "row %zu: D[%zu] = %" PRIx64, t->row, i,
              got[i]);
    free(got);
    for (int i = 0; i < 7; i++)
        free(list[i]);
}

TEST(matrices)
{
    UNUSED_STATE;
    tsv t = tsv_open(VECTORS "numeric/matmul.tsv.gz");
    size_t rows = 0;
    for (; tsv_next(&t); rows++)
        check_matrix(&t);
    CHECK(rows > 200, "%zu rows", rows);
    tsv_close(&t);
}

TEST_MAIN(CASE(slow_classifies_as_published), CASE(slow_converts_as_published),
          CASE(user_cases), CASE(arithmetic), CASE(matrices))
