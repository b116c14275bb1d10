/* pto gemm on random matrices: what pto quant writes, multiplied slowly. */
#include "pto/io.h"
#include "pto/numeric.h"
#include "pto_test.h"
#include "slow/slow.h"

enum { MOST = 4096, COMMAND = 1024 };

static char folder[] = "/tmp/pto_gemm_XXXXXX";

typedef struct operand {
    pto_dtype type;
    const char *scaling; /* or NULL */
} operand;

static void write_matrix(const char *name, uint64_t rows, uint64_t columns,
                         uint64_t *seed)
{
    static float x[MOST];
    char path[64];
    pto_npy a = {.kind = 'f',
                 .item_bytes = 4,
                 .dimensions = 2,
                 .shape = {rows, columns},
                 .size = rows * columns * 4};
    for (uint64_t i = 0; i < rows * columns; i++) {
        uint64_t r = test_random(seed);
        x[i] = (float)(int32_t)r * (r >> 60 ? 0x1p-30f : 0x1p-34f);
    }
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(pto_npy_write(path, &a, x, NULL), PTO_OK);
}

/* Run the command in the folder; it has to succeed. */
static void run(const char *arguments)
{
    char line[COMMAND];
    (void)snprintf(line, sizeof line, "cd %s && '%s' %s >out", folder,
                   PTO_COMMAND, arguments);
    CHECK(system(line) == 0, "%s", line);
}

/* Elements of a result file, one a word; false where there is no such file. */
static bool read_elements(const char *name, pto_dtype type, size_t n,
                          uint64_t *out)
{
    char path[64];
    uint8_t *bytes;
    size_t size;
    pto_npy a;
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    if (pto_io_read(path, 0, &bytes, &size, NULL) != PTO_OK)
        return false;
    assert_int_equal(pto_npy_parse(bytes, size, &a, NULL), PTO_OK);
    assert_int_equal(a.size, pto_array_bytes(type, n));
    for (size_t i = 0; i < n; i++)
        out[i] = pto_lane_get(type, bytes + a.offset, i);
    pto_free(bytes);
    return true;
}

/* Codes of a side, and its scales as [line][group]. */
static bool quantize(operand o, const char *side, bool down, uint64_t lines,
                     uint64_t k, uint64_t *codes, uint64_t *scales)
{
    static uint64_t read[MOST];
    char line[256];
    const char *name = pto_format_get(o.type)->name;
    pto_scaling s = PTO_SCALING_NONE;
    if (o.scaling)
        assert_int_equal(pto_scaling_named(o.scaling, &s, NULL), PTO_OK);
    (void)snprintf(
        line, sizeof line, "quant %s.npy --to %s --axis %s -o %sc.npy %s%s %s",
        side, name, down ? "rows" : "cols", side, o.scaling ? "--scale " : "",
        o.scaling ? o.scaling : "", o.scaling ? "--scales scales.npy" : "");
    run(line);
    (void)snprintf(line, sizeof line, "%sc.npy", side);
    assert_true(read_elements(line, o.type, (size_t)(lines * k), codes));
    if (!o.scaling)
        return false;
    uint64_t groups = pto_scaling_groups(s, k);
    assert_true(read_elements("scales.npy", (pto_dtype)pto_scaling_type(s),
                              (size_t)(lines * groups), read));
    for (uint64_t i = 0; i < lines; i++)
        for (uint64_t g = 0; g < groups; g++)
            scales[i * groups + g] =
                read[down ? g * lines + i : i * groups + g];
    return true;
}

static void check_product(operand a, operand b, uint64_t *seed)
{
    static uint64_t ac[MOST], bc[MOST], as[MOST], bs[MOST], c[MOST], bias[64];
    static uint64_t want[MOST], got[MOST];
    uint64_t r = test_random(seed);
    uint64_t m = 1 + r % 9, n = 1 + (r >> 8) % 9, k = 1 + (r >> 16) % 150;
    char line[256];
    write_matrix("a.npy", m, k, seed);
    write_matrix("b.npy", k, n, seed);
    write_matrix("c.npy", m, n, seed);
    write_matrix("bias.npy", 1, n, seed);
    bool scaled_a = quantize(a, "a", false, m, k, ac, as);
    bool scaled_b = quantize(b, "b", true, n, k, bc, bs);
    assert_true(read_elements("c.npy", PTO_FP32, (size_t)(m * n), c));
    assert_true(read_elements("bias.npy", PTO_FP32, (size_t)n, bias));
    slow_matrix x = {.a_type = slow_format_of((int)a.type),
                     .b_type = slow_format_of((int)b.type),
                     .m = (size_t)m,
                     .n = (size_t)n,
                     .k = (size_t)k,
                     .a = ac,
                     .b = bc,
                     .a_scale = scaled_a ? as : NULL,
                     .b_scale = scaled_b ? bs : NULL,
                     .c = c,
                     .bias = bias};
    (void)slow_multiply(&x, want);
    (void)snprintf(line, sizeof line,
                   "gemm a.npy b.npy --a-type %s --b-type %s %s --acc c.npy "
                   "--bias bias.npy -o d.npy --compare",
                   pto_format_get(a.type)->name, pto_format_get(b.type)->name,
                   a.scaling ? "--mx" : "");
    run(line);
    assert_true(read_elements("d.npy", PTO_FP32, (size_t)(m * n), got));
    for (uint64_t i = 0; i < m * n; i++)
        CHECK(got[i] == want[i], "%s [%u]: %x, not %x", line, (unsigned)i,
              (unsigned)got[i], (unsigned)want[i]);
}

TEST(products_are_those_of_the_written_codes)
{
    UNUSED_STATE;
    static const operand pairs[][2] = {
        {{PTO_E4M3, "mx"}, {PTO_E4M3, "mx"}},
        {{PTO_E2M1X2, "mx"}, {PTO_E5M2, "mx"}},
        {{PTO_HiF4X2, "hif4"}, {PTO_HiF4X2, "hif4"}},
        {{PTO_E1M2X2, "mx"}, {PTO_HiF4X2, "hif4"}},
        {{PTO_HiF8, NULL}, {PTO_FP16, NULL}},
        {{PTO_BF16, NULL}, {PTO_E3M2, NULL}},
        {{PTO_E2M1X2, NULL}, {PTO_FP32, NULL}},
    };
    uint64_t seed = 1;
    assert_non_null(mkdtemp(folder));
    for (uint64_t i = 0; i < test_scaled(3); i++)
        for (size_t p = 0; p < sizeof pairs / sizeof pairs[0]; p++)
            check_product(pairs[p][0], pairs[p][1], &seed);
    char line[COMMAND];
    (void)snprintf(line, sizeof line, "rm -r %s", folder);
    assert_int_equal(system(line), 0);
}

TEST_MAIN(CASE(products_are_those_of_the_written_codes))
