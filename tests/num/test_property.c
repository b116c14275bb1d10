/* Laws that hold for every format, whatever the single results are. */
#include <math.h>

#include "judge.h"
#include "num/num.h"

static bool is_number(const pto_format *f, uint64_t bits)
{
    pto_class c = pto_classify((pto_dtype)f->code, bits);
    return c != PTO_CLASS_QNAN && c != PTO_CLASS_SNAN && c != PTO_CLASS_INVALID;
}

/* The code as FP64, which holds every format of at most 32 bits exactly. */
static double value_of(const pto_format *f, uint64_t bits)
{
    pto_fenv env = {0};
    double x;
    bits = pto_convert(PTO_FP64, (pto_dtype)f->code, bits, &env);
    memcpy(&x, &bits, sizeof x);
    CHECK(!env.flags, "%s is not exact in FP64", f->name);
    return x;
}

/* One code of each of `count` equal parts, all of them where there are fewer.
 */
static uint64_t code_at(const pto_format *f, uint64_t i, uint64_t count)
{
    if (f->storage_bits < 64 && UINT64_C(1) << f->storage_bits <= count)
        return i & f->carrier_mask;
    uint64_t seed = i;
    return test_random(&seed) & f->carrier_mask;
}

static void check_identity(const pto_format *f, uint64_t bits)
{
    pto_parts p = pto_unpack((pto_dtype)f->code, bits);
    for (unsigned m = 0; m < PTO_ROUND_COUNT; m++) {
        pto_fenv env = {.round = (uint8_t)m};
        uint64_t back = pto_pack((pto_dtype)f->code, p, &env);
        CHECK(back == bits && !env.flags, "%s %" PRIx64 ": %" PRIx64 " %x",
              f->name, bits, back, env.flags);
    }
}

TEST(decode_then_encode_is_identity)
{
    UNUSED_STATE;
    uint64_t count = test_scaled(1 << 20);
    for (unsigned t = 0; t < PTO_DTYPE_CODES; t++) {
        const pto_format *f = pto_format_get(t);
        for (uint64_t i = 0; f && i < count; i++) {
            uint64_t bits = code_at(f, i, count);
            if (is_number(f, bits))
                check_identity(f, bits);
        }
    }
}

/* Enough more bits and range that a first rounding to odd is harmless. */
static bool is_wider(const slow_format *wide, const slow_format *narrow)
{
    if (wide->family != SLOW_BINARY || narrow->family == SLOW_POWER ||
        slow_is_integer(narrow) || wide->special != SLOW_INF_AND_NAN)
        return false;
    int fraction = narrow->family == SLOW_TAPERED ? 3 : narrow->fraction;
    int lowest = narrow->deepest - fraction;
    return wide->fraction >= fraction + 2 && wide->largest > narrow->largest &&
           wide->deepest - wide->fraction < lowest - 1;
}

static void check_odd(const slow_format *wide, const slow_format *narrow,
                      uint64_t bits)
{
    pto_dtype through = (pto_dtype)wide->code, dst = (pto_dtype)narrow->code;
    pto_fenv odd = {.round = PTO_RTO}, second = {0}, direct = {0};
    uint64_t once = pto_convert(dst, PTO_FP64, bits, &direct);
    uint64_t twice = pto_convert(through, PTO_FP64, bits, &odd);
    twice = pto_convert(dst, through, twice, &second);
    CHECK(once == twice,
          "%" PRIx64 " to %s through %s: %" PRIx64 ", not %" PRIx64, bits,
          narrow->name, wide->name, twice, once);
}

TEST(odd_then_even_is_direct)
{
    UNUSED_STATE;
    uint64_t seed = 1, cases = test_scaled(40000);
    unsigned pairs = 0;
    for (int w = 0; w < SLOW_FORMATS; w++)
        for (int n = 0; n < SLOW_FORMATS; n++) {
            const slow_format *wide = &slow_formats[w];
            const slow_format *narrow = &slow_formats[n];
            if (!is_wider(wide, narrow))
                continue;
            pairs++;
            for (uint64_t i = 0; i < cases; i++)
                check_odd(wide, narrow,
                          judge_corner(slow_format_named("FP64"), &seed));
        }
    CHECK(pairs > 20, "%u pairs", pairs);
}

/* Saturating, so that no overflow turns into a NaN. */
static double rounded(const pto_format *dst, const pto_format *src,
                      uint64_t bits, unsigned round)
{
    pto_fenv env = {.round = (uint8_t)round, .saturate = 1};
    return value_of(dst, pto_convert((pto_dtype)dst->code, (pto_dtype)src->code,
                                     bits, &env));
}

/* Two codes of neighbouring magnitude, the numerically smaller one first. */
static bool ordered_pair(const pto_format *src, uint64_t *low, uint64_t *high,
                         uint64_t *seed)
{
    *low = test_random(seed) & src->carrier_mask & ~src->must_be_zero;
    *high = *low + ((test_random(seed) % 3 + 1) << src->low_zeros);
    *high &= src->carrier_mask;
    if (!is_number(src, *low) || !is_number(src, *high))
        return false;
    if (value_of(src, *low) > value_of(src, *high)) {
        uint64_t swap = *low;
        *low = *high;
        *high = swap;
    }
    return true;
}

static void check_monotone(const pto_format *dst, const pto_format *src,
                           uint64_t cases, uint64_t *seed)
{
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t low, high;
        if (!ordered_pair(src, &low, &high, seed))
            continue;
        for (unsigned m = 0; m < PTO_ROUND_COUNT; m++)
            CHECK(rounded(dst, src, low, m) <= rounded(dst, src, high, m),
                  "%s to %s %s: %" PRIx64 " and %" PRIx64, src->name, dst->name,
                  pto_round_name((pto_round)m), low, high);
    }
}

TEST(monotone_in_every_mode)
{
    UNUSED_STATE;
    uint64_t seed = 1, cases = test_scaled(4000);
    for (unsigned s = 0; s < PTO_DTYPE_CODES; s++)
        for (unsigned d = 0; d < PTO_DTYPE_CODES; d++) {
            const pto_format *src = pto_format_get(s), *dst = pto_format_get(d);
            bool both = src && dst && src->storage_bits <= 32 &&
                        dst->storage_bits <= 32;
            /* A scale has a NaN for everything that is not positive. */
            if (both && dst->kind != PTO_KIND_SCALE)
                check_monotone(dst, src, cases, &seed);
        }
}

static void check_mirrored(const pto_format *dst, const pto_format *src,
                           uint64_t bits)
{
    uint64_t other = bits ^ src->sign_mask;
    double up = rounded(dst, src, bits, PTO_RTP);
    double down = rounded(dst, src, other, PTO_RTM);
    CHECK(up == -down, "%s %" PRIx64 " to %s", src->name, bits, dst->name);
    pto_fenv a = {.round = PTO_RTP}, b = {.round = PTO_RTM};
    pto_convert((pto_dtype)dst->code, (pto_dtype)src->code, bits, &a);
    pto_convert((pto_dtype)dst->code, (pto_dtype)src->code, other, &b);
    CHECK(a.flags == b.flags, "%s %" PRIx64 " to %s: %x and %x", src->name,
          bits, dst->name, a.flags, b.flags);
}

TEST(up_mirrors_down)
{
    UNUSED_STATE;
    uint64_t seed = 1, cases = test_scaled(20000);
    for (unsigned s = PTO_FP32; s <= PTO_HiF4X2; s++)
        for (unsigned d = PTO_FP32; d <= PTO_HiF4X2; d++) {
            const pto_format *src = pto_format_get(s), *dst = pto_format_get(d);
            for (uint64_t i = 0; i < cases; i++) {
                uint64_t bits = test_random(&seed) & src->carrier_mask;
                bool has_mirror = src->sign_mask && dst->sign_mask &&
                                  is_number(src, bits) &&
                                  is_number(src, bits ^ src->sign_mask);
                if (has_mirror)
                    check_mirrored(dst, src, bits);
            }
        }
}

TEST(a_lane_leaves_its_sibling_alone)
{
    UNUSED_STATE;
    for (unsigned t = 0; t < PTO_DTYPE_CODES; t++) {
        const pto_format *f = pto_format_get(t);
        if (!f || f->storage_bits != 4)
            continue;
        for (unsigned i = 0; i < 2 * 256 * 256; i++) {
            uint8_t byte = (uint8_t)i, before = byte;
            unsigned lane = i >> 16, value = i >> 8 & 0xff;
            pto_lane_set((pto_dtype)t, &byte, lane, value);
            unsigned other = lane ? 0 : 4, own = 4 - other;
            CHECK((byte >> own & 15) == (value & 15), "%s own", f->name);
            CHECK((byte >> other & 15) == (before >> other & 15), "%s other",
                  f->name);
            CHECK(pto_lane_get((pto_dtype)t, &byte, lane) == (value & 15),
                  "%s read", f->name);
        }
    }
}

TEST(arrays_have_storage_width)
{
    UNUSED_STATE;
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
    uint64_t count = test_scaled(1 << 16);
    for (unsigned t = 0; t < PTO_DTYPE_CODES; t++) {
        const pto_format *f = pto_format_get(t);
        for (uint64_t i = 0; f && i < count; i++)
            classes_match((pto_dtype)t, code_at(f, i, count));
    }
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

TEST_MAIN(CASE(decode_then_encode_is_identity), CASE(odd_then_even_is_direct),
          CASE(monotone_in_every_mode), CASE(up_mirrors_down),
          CASE(a_lane_leaves_its_sibling_alone),
          CASE(arrays_have_storage_width), CASE(classes_and_parts_agree),
          CASE(misuse_is_harmless))
