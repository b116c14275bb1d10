/* src/num/bits.c: bits and shifts at the width of each type. */
#include "pto/numeric.h"

#include "pto_test.h"
#include "num/num.h"

/* Bit by bit, without shifts of the values. */
static bool bit(uint64_t v, unsigned i)
{
    return v & UINT64_C(1) << i;
}

static uint64_t from_bits(const pto_format *f, uint64_t a, int by, bool fill)
{
    uint64_t v = 0;
    int width = f->storage_bits;
    for (int i = 0; i < width; i++) {
        int at = i + by;
        bool one = at >= width ? fill : at >= 0 && bit(a, (unsigned)at);
        v |= (uint64_t)one << i;
    }
    return v;
}

static void check_shifts(const pto_format *f, uint64_t a, uint64_t b)
{
    pto_dtype t = (pto_dtype)f->code;
    pto_fenv env = {.flags = 0};
    int by = (int)(b % f->storage_bits);
    bool fill = f->kind == PTO_KIND_SIGNED && bit(a, f->storage_bits - 1u);
    CHECK(pto_num_shift_left(t, a, b, &env) == from_bits(f, a, -by, false),
          "%s %" PRIx64 " << %" PRIx64, f->name, a, b);
    CHECK(pto_num_shift_right(t, a, b, &env) == from_bits(f, a, by, fill),
          "%s %" PRIx64 " >> %" PRIx64, f->name, a, b);
    assert_int_equal(env.flags, 0);
}

static void check_bits(const pto_format *f, uint64_t a, uint64_t b)
{
    pto_dtype t = (pto_dtype)f->code;
    pto_fenv env = {.flags = 0};
    uint64_t both = pto_num_bit_and(t, a, b, &env);
    uint64_t any = pto_num_bit_or(t, a, b, &env);
    uint64_t odd = pto_num_bit_xor(t, a, b, &env);
    uint64_t not_a = pto_num_bit_not(t, a, &env);
    for (unsigned i = 0; i < 64; i++) {
        bool in = i < f->storage_bits;
        assert_int_equal(bit(both, i), in && bit(a, i) && bit(b, i));
        assert_int_equal(bit(any, i), in && (bit(a, i) || bit(b, i)));
        assert_int_equal(bit(odd, i), in && bit(a, i) != bit(b, i));
        assert_int_equal(bit(not_a, i), in && !bit(a, i));
    }
    assert_int_equal(env.flags, 0);
}

TEST(every_type_at_its_width)
{
    UNUSED_STATE;
    uint64_t seed = 1;
    for (unsigned code = 0; code < PTO_DTYPE_CODES; code++) {
        const pto_format *f = pto_format_get(code);
        for (uint64_t i = 0; f && i < test_scaled(500); i++) {
            uint64_t a = test_random(&seed), b = test_random(&seed);
            check_shifts(f, a, b);
            check_bits(f, a, b);
        }
    }
}

TEST_MAIN(CASE(every_type_at_its_width))
