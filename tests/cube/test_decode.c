/*
 * src/cube/kernel: every level's decoding of every type against the decoding
 * of one element at a time, which is the library's own unpacking.
 */
#include "cube/kernel/decode.h"
#include "cube/kernel/level.h"
#include "pto_test.h"

enum { CODES = 65536, LONGEST = 200 };

static uint8_t raw[4 * CODES];
static uint32_t got[CODES], want[CODES];

static bool is_nan(unsigned dtype, uint32_t word)
{
    return !pto_dtype_is_integer(dtype) && (word & 0x7fffffff) > 0x7f800000;
}

/* A processor's instruction may make a signaling NaN quiet. */
static void compare(const cube_codes *codes, unsigned level, uint64_t first,
                    uint64_t n)
{
    cube_lines l = {.table = codes, .raw = raw + first, .lines = 1, .n = n};
    l.out = want;
    cube_decode_each(&l);
    l.out = got;
    memset(got, 0x55, sizeof got);
    cube_kernel_get(level)->decode(&l);
    for (uint64_t i = 0; i < n; i++)
        CHECK(got[i] == want[i] || (is_nan(codes->dtype, got[i]) &&
                                    is_nan(codes->dtype, want[i])),
              "%s %s [%d of %d]: %x, not %x", pto_level_name(level),
              pto_format_get(codes->dtype)->name, (int)i, (int)n, got[i],
              want[i]);
    CHECK(n == CODES || got[n] == 0x55555555, "wrote beyond %d", (int)n);
}

static void check_type(unsigned dtype, unsigned level)
{
    cube_codes codes = {0};
    uint64_t seed = dtype;
    cube_codes_make(&codes, dtype);
    unsigned bits = pto_format_get(dtype)->storage_bits;
    for (uint64_t i = 0; i < CODES; i++)
        pto_lane_set((pto_dtype)dtype, raw, i,
                     bits == 32 ? test_random(&seed) : i);
    compare(&codes, level, 0, CODES);
    for (uint64_t n = 1; n < LONGEST; n++)
        compare(&codes, level, 4 * n, n);
}

static bool multiplies(unsigned dtype)
{
    const pto_format *f = pto_format_get(dtype);
    if (!f || f->kind == PTO_KIND_SCALE)
        return false;
    return pto_dtype_is_integer(dtype) ? f->storage_bits <= 16
                                       : cube_fits_fp32(dtype);
}

TEST(every_level_decodes_every_type)
{
    UNUSED_STATE;
    unsigned types = 0;
    for (unsigned dtype = 0; dtype < PTO_DTYPE_CODES; dtype++) {
        if (!multiplies(dtype))
            continue;
        types++;
        for (unsigned l = PTO_LEVEL_PORTABLE; l < PTO_LEVELS; l++)
            if (pto_level_available(l))
                check_type(dtype, l);
    }
    assert_int_equal(types, 19);
}

TEST_MAIN(CASE(every_level_decodes_every_type))
