/*
 * FP32 inputs by the billion: conversion one by one and, on every instruction
 * set, of arrays; exp and log. All modes, and both saturations of conversions.
 * One input in 257 here, all 2^32 by `make sweep`; sweep.h says how to split.
 */
#include <math.h>

#include "judge.h"
#include "num/batch/batch.h"
#include "sweep.h"
#include "num/num.h"
#include "base/level.h"

enum { BLOCK = SWEEP_BLOCK };

/* Packed elements of 8 or 16 bits. */
typedef uint8_t packed[2 * BLOCK];

/* What a block must become. */
typedef struct target {
    pto_dtype type;
    pto_fenv env; /* mode and saturation; the flags that are wanted */
    _Alignas(uint16_t) packed want;
} target;

static void expect(const char *how, const target *t, const uint32_t *src,
                   const packed got, unsigned flags)
{
    size_t bytes = pto_array_bytes(t->type, BLOCK), i = 0;
    if (!memcmp(got, t->want, bytes) && flags == t->env.flags)
        return;
    while (i < BLOCK - 1 &&
           pto_lane_get(t->type, got, i) == pto_lane_get(t->type, t->want, i))
        i++;
    CHECK(false,
          "%s %s %s sat %d: %x: %" PRIx64 ", not %" PRIx64
          "; block's flags %x, not %x",
          how, pto_format_get(t->type)->name,
          pto_round_name((pto_round)t->env.round), t->env.saturate, src[i],
          pto_lane_get(t->type, got, i), pto_lane_get(t->type, t->want, i),
          flags, t->env.flags);
}

static void convert_singly(pto_dtype type, const uint32_t *src, packed out,
                           pto_fenv *env)
{
    bool bytes = pto_format_get(type)->storage_bits == 8;
    uint16_t *words = (uint16_t *)(void *)out;
    for (size_t i = 0; i < BLOCK; i++) {
        uint64_t bits = pto_convert(type, PTO_FP32, src[i], env);
        if (bytes)
            out[i] = (uint8_t)bits;
        else
            words[i] = (uint16_t)bits;
    }
}

/* The block's first element, and what all the others are. */
static void fill(pto_dtype type, packed out, uint64_t first, uint64_t rest)
{
    uint16_t *words = (uint16_t *)(void *)out;
    if (pto_format_get(type)->storage_bits == 8)
        memset(out, (int)rest, BLOCK);
    else
        for (size_t i = 0; i < BLOCK; i++)
            words[i] = (uint16_t)rest;
    pto_lane_set(type, out, 0, first);
}

static void check_target(const target *t, const uint32_t *src)
{
    _Alignas(uint16_t) packed got;
    pto_fenv plain = {.round = t->env.round, .saturate = t->env.saturate};
    pto_fenv env = plain;
    convert_singly(t->type, src, got, &env);
    expect("one by one", t, src, got, env.flags);
    for (unsigned level = 1; level <= pto_level_best(); level++) {
        env = plain;
        num_convert_n(level, t->type, PTO_FP32, got, src, BLOCK, &env);
        expect(pto_level_name(level), t, src, got, env.flags);
    }
}

/*
 * A block's first input has twelve low zeros. So has all that decides between
 * results of at most eleven significant bits, their middles, and tininess; so
 * the second input stands for the others.
 */
static void check_destination(pto_dtype type, const uint32_t *src)
{
    const slow_format *dst = slow_format_of((int)type);
    const slow_format *fp32 = slow_format_named("FP32");
    slow_answer first = slow_convert(dst, fp32, src[0], false);
    slow_answer rest = slow_convert(dst, fp32, src[1], false);
    for (int i = 0; i < 2 * SLOW_MODES; i++) {
        slow_mode m = (slow_mode)(i / 2);
        target t = {.type = type,
                    .env = {.round = (uint8_t)m, .saturate = i & 1}};
        unsigned flags = 0;
        uint64_t bits = slow_settle(&first, m, i & 1, &flags);
        uint64_t others = slow_settle(&rest, m, i & 1, &flags);
        t.env.flags = (uint8_t)flags;
        fill(type, t.want, bits, others);
        check_target(&t, src);
    }
}

/* A sample of whole blocks: their inputs follow each other at any stride. */
static void check_conversions(uint32_t first, uint32_t stride)
{
    static const uint8_t types[] = {PTO_E4M3, PTO_E5M2, PTO_HiF8, PTO_FP16,
                                    PTO_BF16};
    (void)stride;
    uint32_t src[BLOCK];
    for (uint32_t i = 0; i < BLOCK; i++)
        src[i] = first + i;
    for (size_t i = 0; i < sizeof types; i++)
        check_destination((pto_dtype)types[i], src);
}

TEST(conversions)
{
    UNUSED_STATE;
    sweep("conversions", check_conversions);
}

/*
 * The wanted results of exp or log in all modes. The host's double function is
 * off by less than two units in the last place; where that decides, the rest
 * is an FP32 and its upper neighbour. MPFR decides the others.
 */
typedef struct wanted {
    uint32_t bits[SLOW_MODES];
    uint8_t flags[SLOW_MODES];
} wanted;

static void want_exactly(slow_op op, uint32_t x, wanted *w)
{
    const uint64_t args[3] = {x};
    slow_answer a = slow_apply(op, slow_format_named("FP32"), args);
    for (int m = 0; m < SLOW_MODES; m++) {
        unsigned flags = 0;
        w->bits[m] = (uint32_t)slow_settle(&a, (slow_mode)m, false, &flags);
        w->flags[m] = (uint8_t)flags;
    }
}

static float as_float(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* False where the double is too near a candidate or a midpoint, or no normal
 * FP32. */
static bool want_quickly(slow_op op, uint32_t x, wanted *w)
{
    enum { DROPPED = 29, DOUBT = 16 };
    double y = op == SLOW_EXP ? exp(as_float(x)) : log(as_float(x));
    if (!(fabs(y) >= 0x1p-126 && fabs(y) < 0x1p127))
        return false;
    uint64_t bits;
    memcpy(&bits, &y, sizeof bits);
    uint64_t rest = bits & ((1u << DROPPED) - 1);
    uint64_t to_middle = rest & ((1u << (DROPPED - 1)) - 1);
    if (to_middle < DOUBT || to_middle > (1u << (DROPPED - 1)) - 1 - DOUBT)
        return false;
    bool minus = bits >> 63, above = rest >> (DROPPED - 1);
    uint32_t exp = (uint32_t)(bits >> 52 & 0x7ff) - 1023 + 127;
    uint32_t down = (uint32_t)minus << 31 | exp << 23 |
                    (uint32_t)(bits >> DROPPED & 0x7fffff);
    for (int m = 0; m < SLOW_MODES; m++) {
        bool up = m == SLOW_RTP   ? !minus
                  : m == SLOW_RTM ? minus
                  : m == SLOW_RTO ? !(down & 1)
                                  : m != SLOW_RTZ && above;
        w->bits[m] = down + up;
        w->flags[m] = SLOW_NX;
    }
    return true;
}

/*
 * Stretches of inputs that share their candidates and what lies between, so
 * that one stands for all: NaNs, what has no logarithm, and for exp far out
 * and next to zero.
 */
static uint32_t representative(slow_op op, uint32_t x)
{
    enum { FAR_UP = 0x42b40000, FAR_DOWN = 0x42d20000, NEAR = 0x32000000 };
    const uint32_t inf = 0x7f800000, quiet = 0x7fc00000, minus_1 = 0xbf800000;
    uint32_t size = x & 0x7fffffff, sign = x & 0x80000000;
    if (size > inf)
        return size < quiet ? inf + 1 : quiet;
    if (size == 0 || size == inf)
        return x;
    if (op == SLOW_LOG)
        return sign ? minus_1 : x;
    if (size < NEAR)
        return NEAR | sign;
    if (!sign && size > FAR_UP)
        return FAR_UP;
    return sign && size > FAR_DOWN ? (uint32_t)FAR_DOWN | sign : x;
}

static void check_result(slow_op op, uint32_t x, const wanted *w)
{
    for (int m = 0; m < SLOW_MODES; m++) {
        pto_fenv env = {.round = (uint8_t)m};
        uint64_t got = op == SLOW_EXP ? pto_num_exp(PTO_FP32, x, &env)
                                      : pto_num_log(PTO_FP32, x, &env);
        CHECK(got == w->bits[m] && env.flags == w->flags[m],
              "%s %x %s: %" PRIx64 " %x, not %x %x", slow_op_name(op), x,
              slow_mode_name((slow_mode)m), got, env.flags, w->bits[m],
              w->flags[m]);
    }
}

static void check_function(slow_op op, uint32_t first, uint32_t stride)
{
    wanted w;
    uint32_t known = 0; /* whose results w has */
    want_exactly(op, known, &w);
    for (uint32_t i = 0; i < BLOCK; i++) {
        uint32_t x = first + i * stride, like = representative(op, x);
        if (like != known && !(like == x && want_quickly(op, x, &w)))
            want_exactly(op, like, &w);
        known = like;
        check_result(op, x, &w);
    }
}

static void check_exp(uint32_t first, uint32_t stride)
{
    check_function(SLOW_EXP, first, stride);
}

static void check_log(uint32_t first, uint32_t stride)
{
    check_function(SLOW_LOG, first, stride);
}

TEST(exponential)
{
    UNUSED_STATE;
    sweep("exp", check_exp);
    slow_release();
}

TEST(logarithm)
{
    UNUSED_STATE;
    sweep("log", check_log);
    slow_release();
}

static bool same(const wanted *a, const wanted *b)
{
    return !memcmp(a->bits, b->bits, sizeof a->bits) &&
           !memcmp(a->flags, b->flags, sizeof a->flags);
}

static void check_short_cuts(slow_op op, uint32_t x)
{
    wanted quick, exact, other;
    want_exactly(op, x, &exact);
    want_exactly(op, representative(op, x), &other);
    CHECK(same(&exact, &other), "%s %x", slow_op_name(op), x);
    if (want_quickly(op, x, &quick))
        CHECK(same(&exact, &quick), "%s %x", slow_op_name(op), x);
}

/* The quick decisions above rest on these: modes spelled alike, host good. */
TEST(premises)
{
    UNUSED_STATE;
    for (int m = 0; m < SLOW_MODES; m++)
        CHECK((int)judge_mode((slow_mode)m) == m, "%d", m);
    uint64_t seed = 1;
    for (int i = 0; i < 4000; i++) {
        uint32_t x = (uint32_t)test_random(&seed);
        check_short_cuts(SLOW_EXP, x);
        check_short_cuts(SLOW_LOG, x);
    }
}

TEST(shards_are_everything_once)
{
    UNUSED_STATE;
    const uint64_t blocks[] = {0, 1, 97, 4080, 1 << 20};
    for (uint64_t n = 1; n < 100; n++)
        for (int i = 0; i < 5; i++) {
            uint64_t sum = 0;
            for (uint64_t s = 0; s < n; s++)
                sum += sweep_begin(blocks[i], s + 1, n) -
                       sweep_begin(blocks[i], s, n);
            CHECK(sum == blocks[i] && !sweep_begin(blocks[i], 0, n),
                  "%" PRIu64 " of %" PRIu64, n, blocks[i]);
        }
    sweep_shard s = sweep_shard_of("3/8");
    CHECK(s.index == 2 && s.count == 8, "3/8");
}

TEST_MAIN(CASE(premises), CASE(shards_are_everything_once), CASE(conversions),
          CASE(exponential), CASE(logarithm))
