/* Array conversion on every instruction set, against one at a time. */
#include "num/batch/batch.h"
#include "pto_test.h"
#include "base/level.h"

enum { MOST = 3 * NUM_BLOCK + 77, GUARD = 16 };

/* Mostly near interesting places: exponent ends, ties, specials, plain noise.
 */
static uint64_t interesting(const pto_format *f, uint64_t *seed)
{
    uint64_t r = test_random(seed), bits = r;
    switch (r >> 60) {
    case 0: bits = f->max_finite + (r % 5) - 2; break;
    case 1: bits = f->infinity + (r % 3); break;
    case 2: bits = r % 7; break;
    case 3: bits = f->min_normal + (r % 5) - 2; break;
    case 4: bits = f->nan - (r % 2); break;
    case 5: bits = r & (f->carrier_mask << (f->storage_bits / 2)); break;
    case 6: bits = (r & (f->carrier_mask << (f->storage_bits / 2))) + 1; break;
    default: break;
    }
    if (r >> 59 & 1)
        bits |= f->sign_mask;
    return bits & f->carrier_mask;
}

/* FP32 across the exponents where narrow formats and integers begin and end. */
static uint64_t near_one(uint64_t *seed)
{
    uint64_t r = test_random(seed);
    uint64_t exp = 127 - 30 + r % 65;
    uint64_t frac = r >> 20 & 0x7fffff;
    if (r >> 62)
        frac &= UINT64_C(0x7fffff) << (r >> 50) % 24;
    return (r >> 44 & 1) << 31 | exp << 23 | frac;
}

static void fill(pto_dtype t, uint8_t *array, size_t n, uint64_t *seed)
{
    const pto_format *f = pto_format_get(t);
    for (size_t i = 0; i < n; i++) {
        bool middle = t == PTO_FP32 && (i & 1);
        uint64_t bits = middle ? near_one(seed) : interesting(f, seed);
        pto_lane_set(t, array, i, bits);
    }
}

typedef struct call {
    pto_dtype dst, src;
    unsigned level;
    pto_fenv env;
    size_t n;
} call;

static void check_call(const call *c, const uint8_t *src)
{
    static uint8_t got[8 * MOST + GUARD], want[8 * MOST + GUARD];
    memset(got, 0xa5, sizeof got);
    memset(want, 0xa5, sizeof want);
    pto_fenv wanted = c->env, env = c->env;
    for (size_t i = 0; i < c->n; i++) {
        uint64_t bits = pto_lane_get(c->src, src, i);
        bits = pto_convert(c->dst, c->src, bits, &wanted);
        pto_lane_set(c->dst, want, i, bits);
    }
    pto_status s =
        num_convert_n(c->level, c->dst, c->src, got, src, c->n, &env);
    CHECK(s == PTO_OK, "status %d", (int)s);
    const char *to = pto_format_get(c->dst)->name;
    const char *from = pto_format_get(c->src)->name;
    for (size_t i = 0; i < c->n; i++)
        CHECK(pto_lane_get(c->dst, got, i) == pto_lane_get(c->dst, want, i),
              "%s %s<-%s %s sat %d [%zu] of %zu: %" PRIx64 " gives %" PRIx64
              ", not %" PRIx64,
              pto_level_name(c->level), to, from,
              pto_round_name((pto_round)c->env.round), c->env.saturate, i, c->n,
              pto_lane_get(c->src, src, i), pto_lane_get(c->dst, got, i),
              pto_lane_get(c->dst, want, i));
    CHECK(!memcmp(got, want, sizeof got), "%s<-%s n %zu: bytes outside", to,
          from, c->n);
    CHECK(env.flags == wanted.flags, "%s %s<-%s %s sat %d: flags %x, not %x",
          pto_level_name(c->level), to, from,
          pto_round_name((pto_round)c->env.round), c->env.saturate, env.flags,
          wanted.flags);
}

static void check_pair(pto_dtype dst, pto_dtype src, uint64_t *seed)
{
    static uint8_t data[8 * MOST];
    static const size_t sizes[] = {0, 1, 31, 33, 513, NUM_BLOCK, MOST};
    size_t n = sizes[test_random(seed) % 7];
    fill(src, data, n, seed);
    for (unsigned i = 0; i < PTO_ROUND_COUNT * 4u * PTO_LEVELS; i++) {
        call c = {.dst = dst, .src = src, .n = n};
        c.env.round = (uint8_t)(i % PTO_ROUND_COUNT);
        c.env.saturate = i / PTO_ROUND_COUNT & 1;
        c.env.canonicalize = i / PTO_ROUND_COUNT >> 1 & 1;
        c.level = i / PTO_ROUND_COUNT / 4;
        if (pto_level_available(c.level))
            check_call(&c, data);
    }
}

TEST(every_pair_like_one_by_one)
{
    UNUSED_STATE;
    uint64_t seed = 1, rounds = test_scaled(3);
    for (uint64_t r = 0; r < rounds; r++)
        for (unsigned d = 0; d < PTO_DTYPE_CODES; d++)
            for (unsigned s = 0; s < PTO_DTYPE_CODES; s++)
                if (pto_format_get(d) && pto_format_get(s))
                    check_pair((pto_dtype)d, (pto_dtype)s, &seed);
}

/* Converts one FP32 among zeros and compares the flags. */
static void check_lone(unsigned level, pto_dtype dst, unsigned round,
                       uint32_t bits)
{
    static uint32_t data[NUM_STEP];
    static uint8_t out[8 * NUM_STEP];
    size_t at = bits * 2654435761u >> 26;
    pto_fenv env = {.round = (uint8_t)round}, one = env;
    data[at] = bits;
    num_convert_n(level, dst, PTO_FP32, out, data, NUM_STEP, &env);
    data[at] = 0;
    pto_convert(dst, PTO_FP32, bits, &one);
    CHECK(env.flags == one.flags, "%s %s<-%x %s: %x, not %x",
          pto_level_name(level), pto_format_get(dst)->name, bits,
          pto_round_name((pto_round)round), env.flags, one.flags);
}

/* Both signs of 2^exp - 2^k and its neighbours: every threshold is one. */
static void check_binade(unsigned level, pto_dtype dst, uint32_t exp)
{
    for (unsigned i = 0; i < 24 * 3 * 2 * PTO_ROUND_COUNT; i++) {
        uint32_t k = i / 6 % 24, sign = (i & 1) << 31;
        uint32_t bits = (exp << 23) - (1u << k) + i / 2 % 3 - 1;
        check_lone(level, dst, i / 144, bits | sign);
    }
}

TEST(flags_of_a_lone_element)
{
    UNUSED_STATE;
    for (unsigned level = 1; level <= pto_level_best(); level++)
        for (unsigned d = PTO_FP32; d <= PTO_U4X2; d++)
            for (uint32_t exp = 1; pto_format_get(d) && exp < 256; exp++)
                if (pto_format_get(d)->kind != PTO_KIND_SCALE &&
                    (exp < 3 || exp > 253 || (exp > 100 && exp < 162)))
                    check_binade(level, (pto_dtype)d, exp);
}

TEST(in_place)
{
    UNUSED_STATE;
    static uint8_t data[8 * MOST], copy[8 * MOST], want[8 * MOST];
    uint64_t seed = 2;
    for (unsigned d = 0; d < PTO_DTYPE_CODES; d++)
        for (unsigned s = 0; s < PTO_DTYPE_CODES; s++) {
            const pto_format *to = pto_format_get(d), *from = pto_format_get(s);
            if (!to || !from || to->storage_bits != from->storage_bits)
                continue;
            size_t n = MOST, bytes = pto_array_bytes((pto_dtype)s, n);
            fill((pto_dtype)s, data, n, &seed);
            memcpy(copy, data, bytes);
            memcpy(want, data, bytes);
            pto_fenv env = {0};
            pto_convert_n((pto_dtype)d, (pto_dtype)s, want, data, n, &env);
            pto_convert_n((pto_dtype)d, (pto_dtype)s, copy, copy, n, &env);
            CHECK(!memcmp(copy, want, bytes), "%s<-%s", to->name, from->name);
        }
}

TEST(bad_arguments)
{
    UNUSED_STATE;
    uint64_t x = 0;
    pto_fenv env = {0}, worse = {.round = PTO_ROUND_COUNT};
    CHECK(pto_convert_n((pto_dtype)31, PTO_FP32, &x, &x, 1, &env) ==
              PTO_BAD_ARGUMENT,
          "code 31 to convert to");
    CHECK(pto_convert_n(PTO_FP32, (pto_dtype)31, &x, &x, 1, &env) ==
              PTO_BAD_ARGUMENT,
          "code 31 to convert from");
    CHECK(pto_convert_n(PTO_FP32, PTO_FP32, &x, &x, 1, &worse) ==
              PTO_BAD_ARGUMENT,
          "mode 7");
    CHECK(pto_convert_n(PTO_FP32, PTO_FP32, &x, &x, 1, NULL) ==
              PTO_BAD_ARGUMENT,
          "no environment");
    CHECK(pto_convert_n(PTO_FP32, PTO_FP32, NULL, &x, 1, &env) ==
              PTO_BAD_ARGUMENT,
          "no destination");
    CHECK(pto_convert_n(PTO_FP32, PTO_FP32, NULL, NULL, 0, &env) == PTO_OK,
          "nothing to do");
}

/* A format whose numbers the kernels do not know goes one by one. */
TEST(only_known_numbers_have_a_route)
{
    UNUSED_STATE;
    static const struct {
        pto_dtype like;
        uint8_t exp_bits, frac_bits;
        int16_t bias;
        pto_top top;
        num_route route;
    } rows[] = {
        {PTO_FP16, 5, 10, 15, PTO_TOP_IEEE, NUM_ROUTE_HALF},
        {PTO_FP16, 6, 9, 31, PTO_TOP_IEEE, NUM_ROUTE_NONE},
        {PTO_FP16, 5, 10, 15, PTO_TOP_FINITE, NUM_ROUTE_NONE},
        {PTO_FP16, 5, 10, 16, PTO_TOP_IEEE, NUM_ROUTE_NONE},
        {PTO_BF16, 8, 7, 127, PTO_TOP_ONE_NAN, NUM_ROUTE_NONE},
        {PTO_FP32, 9, 22, 255, PTO_TOP_IEEE, NUM_ROUTE_NONE},
        {PTO_HF32, 8, 11, 127, PTO_TOP_FINITE, NUM_ROUTE_NONE},
        {PTO_E4M3, 3, 4, 3, PTO_TOP_IEEE, NUM_ROUTE_NONE},
        {PTO_E4M3, 5, 2, 15, PTO_TOP_ONE_NAN, NUM_ROUTE_REGULAR},
        {PTO_E8M0, 6, 2, 48, PTO_TOP_OWN, NUM_ROUTE_NONE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pto_format f = *pto_format_get(rows[i].like);
        f.exp_bits = rows[i].exp_bits;
        f.frac_bits = rows[i].frac_bits;
        f.bias = rows[i].bias;
        f.top = (uint8_t)rows[i].top;
        CHECK(num_route_of(&f) == rows[i].route, "row %zu: %d", i,
              num_route_of(&f));
    }
}

TEST_MAIN(CASE(only_known_numbers_have_a_route),
          CASE(every_pair_like_one_by_one), CASE(flags_of_a_lone_element),
          CASE(in_place), CASE(bad_arguments))
