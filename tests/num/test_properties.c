/* What must hold for every format and mode, whatever the numbers are. */
#include "pto/numeric.h"
#include "pto_test.h"

/* Call for every code of small formats and a spread of the others. */
typedef void code_fn(pto_dtype t, uint64_t bits);

static void each_code(code_fn *check)
{
    uint64_t seed = 47;
    for (unsigned t = 0; t < PTO_DTYPE_CODES; t++) {
        const pto_format *f = pto_format_get(t);
        if (!f)
            continue;
        uint64_t codes = UINT64_C(1)
                         << (f->storage_bits > 16 ? 16 : f->storage_bits);
        for (uint64_t i = 0; i < codes; i++) {
            uint64_t bits = f->storage_bits > 16 ? test_random(&seed) : i;
            check((pto_dtype)t, bits & f->carrier_mask);
        }
    }
}

static bool is_number(pto_dtype t, uint64_t bits)
{
    return pto_unpack(t, bits).part <= PTO_PART_FINITE;
}

static void round_trips(pto_dtype t, uint64_t bits)
{
    for (unsigned r = 0; r < PTO_ROUND_COUNT; r++) {
        pto_fenv env = {.round = (uint8_t)r};
        if (!is_number(t, bits))
            continue;
        uint64_t got = pto_pack(t, pto_unpack(t, bits), &env);
        CHECK(got == bits && !env.flags, "%s %" PRIx64 " -> %" PRIx64,
              pto_format_get(t)->name, bits, got);
    }
}

TEST(decoding_then_encoding_is_the_identity)
{
    UNUSED_STATE;
    each_code(round_trips);
}

/* Rounding to odd with two bits to spare loses nothing a later RNE needs. */
TEST(odd_then_nearest_is_nearest)
{
    UNUSED_STATE;
    static const struct {
        pto_dtype from, through, to;
    } rows[] = {{PTO_FP64, PTO_FP32, PTO_FP16}, {PTO_FP64, PTO_FP32, PTO_BF16},
                {PTO_FP64, PTO_FP32, PTO_E4M3}, {PTO_FP64, PTO_FP32, PTO_E5M2},
                {PTO_FP32, PTO_HF32, PTO_BF16}, {PTO_FP32, PTO_FP16, PTO_E2M3}};
    uint64_t seed = 7;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        for (uint64_t i = 0; i < test_scaled(200000); i++) {
            const pto_format *f = pto_format_get(rows[k].from);
            uint64_t bits = test_random(&seed) & f->carrier_mask;
            /* near the destination's range, where roundings matter */
            pto_parts p = pto_unpack(rows[k].from, bits);
            p.exp = (int32_t)(test_random(&seed) % 36) - 20;
            pto_fenv env = {.round = PTO_RNE};
            if (p.part != PTO_PART_FINITE)
                continue;
            bits = pto_pack(rows[k].from, p, &env);
            pto_fenv odd = {.round = PTO_RTO}, near = {.round = PTO_RNE};
            uint64_t wide =
                pto_convert(rows[k].through, rows[k].from, bits, &odd);
            if (odd.flags & (PTO_OF | PTO_UF))
                continue;
            uint64_t twice =
                pto_convert(rows[k].to, rows[k].through, wide, &near);
            uint64_t once = pto_convert(rows[k].to, rows[k].from, bits, &near);
            CHECK(twice == once, "row %zu %" PRIx64, k, bits);
        }
}

static const pto_dtype destinations[] = {
    PTO_FP16,   PTO_BF16,   PTO_HiF8, PTO_E4M3, PTO_E5M2, PTO_E3M2,
    PTO_E2M1X2, PTO_E1M2X2, PTO_S8,   PTO_U4X2, PTO_TF32};
enum { DESTINATIONS = sizeof destinations / sizeof destinations[0] };

static int64_t order_key(uint32_t fp32)
{
    int64_t magnitude = fp32 & 0x7fffffff;
    return fp32 >> 31 ? -magnitude : magnitude;
}

static int key_order(const void *a, const void *b)
{
    int64_t x = order_key(*(const uint32_t *)a);
    int64_t y = order_key(*(const uint32_t *)b);
    return (x > y) - (x < y);
}

enum { SAMPLES = 4096 };

/* Finite values with exponents in reach of every format, in order. */
static void ordered_samples(uint32_t *out)
{
    uint64_t seed = 3;
    for (int i = 0; i < SAMPLES; i++) {
        uint64_t r = test_random(&seed);
        uint32_t exp = 127 - 30 + (uint32_t)(r >> 40) % 50;
        out[i] =
            (uint32_t)(r & 0x80000000) | exp << 23 | ((uint32_t)r & 0x7fffff);
    }
    qsort(out, SAMPLES, sizeof out[0], key_order);
}

static void check_monotone(pto_dtype t, pto_fenv mode, const uint32_t *x)
{
    uint64_t before = 0;
    bool first = true;
    for (int i = 0; i < SAMPLES; i++) {
        pto_fenv env = mode;
        uint64_t y = pto_convert(t, PTO_FP32, x[i], &env);
        if (!is_number(t, y) || env.flags & PTO_NV)
            continue;
        CHECK(first || pto_num_compare(PTO_LE, t, before, y, &env),
              "%s mode %u at %" PRIx32, pto_format_get(t)->name, mode.round,
              x[i]);
        before = y;
        first = false;
    }
}

TEST(every_mode_is_monotone)
{
    UNUSED_STATE;
    static uint32_t x[SAMPLES];
    ordered_samples(x);
    for (int d = 0; d < DESTINATIONS; d++)
        for (unsigned mode = 0; mode < 2 * PTO_ROUND_COUNT; mode++) {
            pto_fenv env = {.round = (uint8_t)(mode / 2), .saturate = mode & 1};
            check_monotone(destinations[d], env, x);
        }
}

TEST(up_and_down_mirror_each_other)
{
    UNUSED_STATE;
    static uint32_t x[SAMPLES];
    ordered_samples(x);
    for (int d = 0; d < DESTINATIONS; d++) {
        pto_dtype t = destinations[d];
        if (pto_dtype_is_integer(t))
            continue;
        for (int i = 0; i < SAMPLES; i++) {
            pto_fenv up = {.round = PTO_RTP}, down = {.round = PTO_RTM};
            uint64_t a = pto_convert(t, PTO_FP32, x[i], &up);
            uint64_t b = pto_convert(t, PTO_FP32, x[i] ^ 0x80000000, &down);
            bool nan = pto_classify(t, a) == PTO_CLASS_QNAN;
            CHECK(b == (nan ? a : pto_num_neg(t, a, &up)) &&
                      up.flags == down.flags,
                  "%s %" PRIx32, pto_format_get(t)->name, x[i]);
        }
    }
}

TEST(lanes_leave_their_sibling_alone)
{
    UNUSED_STATE;
    static const pto_dtype packed[] = {PTO_E2M1X2, PTO_E1M2X2, PTO_HiF4X2,
                                       PTO_S4X2, PTO_U4X2};
    for (size_t k = 0; k < sizeof packed / sizeof packed[0]; k++)
        for (unsigned byte = 0; byte < 256; byte++)
            for (unsigned lane = 0; lane < 2; lane++)
                for (uint64_t v = 0; v < 16; v++) {
                    uint8_t b = (uint8_t)byte;
                    uint64_t sibling = pto_lane_get(packed[k], &b, lane ^ 1);
                    pto_lane_set(packed[k], &b, lane, v | 0xf0);
                    assert_int_equal(pto_lane_get(packed[k], &b, lane), v);
                    assert_int_equal(pto_lane_get(packed[k], &b, lane ^ 1),
                                     sibling);
                }
    assert_int_equal(pto_array_bytes(PTO_S4X2, 5), 3);
    assert_int_equal(pto_array_bytes(PTO_E3M2, 5), 5);
    assert_int_equal(pto_array_bytes(PTO_FP64, 5), 40);
}

static void classes_match(pto_dtype t, uint64_t bits)
{
    pto_class c = pto_classify(t, bits);
    pto_parts p = pto_unpack(t, bits);
    bool nan = c == PTO_CLASS_QNAN || c == PTO_CLASS_SNAN;
    assert_int_equal(c == PTO_CLASS_INVALID, !pto_encoding_valid(t, bits));
    if (c == PTO_CLASS_INVALID)
        assert_int_equal(p.part, PTO_PART_SNAN);
    else
        assert_int_equal(nan, p.part >= PTO_PART_QNAN);
    if (p.part == PTO_PART_FINITE)
        assert_true(p.sig >> 63);
}

TEST(classes_and_parts_agree)
{
    UNUSED_STATE;
    each_code(classes_match);
}

/* Types, modes and parts that no caller should pass change nothing. */
TEST(misuse_is_harmless)
{
    UNUSED_STATE;
    uint64_t seed = 99;
    for (int i = 0; i < 20000; i++) {
        pto_fenv env = {.round = (uint8_t)test_random(&seed),
                        .saturate = (uint8_t)test_random(&seed)};
        unsigned d = (unsigned)test_random(&seed) & 63;
        unsigned s = (unsigned)test_random(&seed) & 63;
        uint64_t bits = test_random(&seed);
        (void)pto_convert((pto_dtype)d, (pto_dtype)s, bits, &env);
        pto_parts p = {.part = (uint8_t)(test_random(&seed) & 7),
                       .sign = bits & 1,
                       .exp = (int32_t)test_random(&seed) >> (bits & 31),
                       .sig = test_random(&seed) | UINT64_C(1) << 63};
        (void)pto_pack((pto_dtype)d, p, &env);
        assert_int_equal(env.flags & ~PTO_ALL_FLAGS, 0);
    }
}

TEST_MAIN(CASE(decoding_then_encoding_is_the_identity),
          CASE(odd_then_nearest_is_nearest), CASE(every_mode_is_monotone),
          CASE(up_and_down_mirror_each_other),
          CASE(lanes_leave_their_sibling_alone), CASE(classes_and_parts_agree),
          CASE(misuse_is_harmless))
