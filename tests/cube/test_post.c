/* src/cube/post.c, max.c: whole lines against the profile's single steps. */
#include "pto/cube.h"

#include "pto_test.h"
#include "cube/cube.h"

enum { N = 600 };

static const char *const profiles[] = {"ieee", "pto-v0"};

/* A small quarter as FP32, or a small integer: what ties are made of. */
static uint32_t small(bool integer, uint64_t r)
{
    int32_t quarters = (int32_t)(r % 1201) - 600;
    float f = (float)quarters * 0.25f;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return integer ? (uint32_t)quarters : bits;
}

/* Accumulators with everything in them; ieee ones have canonical NaNs. */
static void fill(uint32_t *acc, unsigned kind, bool integer, bool canonical,
                 uint64_t *seed)
{
    static const uint32_t special[] = {0,          0x80000000, 0x7f800000,
                                       0xff800000, 0x7fc00000, 1,
                                       0x80000001, 0x7fffffff};
    for (int i = 0; i < N; i++) {
        uint64_t r = test_random(seed);
        acc[i] = (uint32_t)r;
        if (kind == 1)
            acc[i] = (uint32_t)(r & 0x807fffff) |
                     (uint32_t)(110 + (r >> 40) % 30) << 23;
        if (kind == 3)
            acc[i] = small(integer, r);
        if (kind == 2 || r >> 60 == 0)
            acc[i] = special[r >> 33 & 7];
        if (canonical && (acc[i] & 0x7fffffff) > 0x7f800000)
            acc[i] = 0x7fc00000;
    }
}

static pto_tile words_tile(bool scales, uint64_t *seed)
{
    pto_tile t;
    assert_true(pto_tile_describe(&t, PTO_U64, PTO_TILE_RowMajor, 1024, 1, N,
                                  8192, PTO_TILE_MAX_BYTES));
    assert_int_equal(pto_tile_alloc(&t), PTO_OK);
    for (uint32_t c = 0; c < N; c++) {
        uint64_t r = test_random(seed);
        uint64_t fp19 = (120 + r % 16) << 10 | (r >> 20 & 0x3ff);
        if (r >> 40 & 1) /* a power of two near one */
            fp19 = (125 + r % 4) << 10;
        pto_tile_write(&t, 0, c,
                       scales ? fp19 << 13 | (r >> 30 & 0x1f) << 37 : fp19);
    }
    return t;
}

static void check_line(const pto_profile *profile, const pto_post *post,
                       const pto_tile *quant, const pto_tile *alpha,
                       const uint32_t *acc, pto_fenv env)
{
    static uint8_t out[N * 4];
    pto_fenv whole = env, single = env;
    pto_post step = *post;
    pto_post_line(profile, post, quant, alpha, 0, acc, N, out, &whole);
    for (uint32_t i = 0; i < N; i++) {
        if (quant)
            step.quant = pto_tile_read(quant, 0, i);
        if (alpha)
            step.alpha = pto_tile_read(alpha, 0, i);
        uint64_t want = profile->post(&step, acc[i], &single);
        uint64_t got = pto_lane_get((pto_dtype)post->result_type, out, i);
        want &= pto_format_get(post->result_type)->carrier_mask;
        CHECK(got == want,
              "%s mode %u relu %u sat %u %s: %x gives %" PRIx64
              ", not %" PRIx64,
              profile->name, post->pre_quant, post->relu, env.saturate,
              pto_round_name((pto_round)env.round), acc[i], got, want);
    }
    CHECK(whole.flags == single.flags, "%s mode %u relu %u: flags %x, not %x",
          profile->name, post->pre_quant, post->relu, whole.flags,
          single.flags);
}

static void check_mode(const pto_profile *profile, const pto_pre_quant *mode,
                       unsigned acc_type, uint64_t *seed)
{
    pto_tile quant = words_tile(true, seed), alpha = words_tile(false, seed);
    uint32_t acc[N];
    for (unsigned relu = 0; relu < 4; relu++) {
        for (unsigned kind = 0; kind < 4; kind++) {
            uint64_t r = test_random(seed);
            fill(acc, kind, acc_type != PTO_FP32,
                 profile == pto_profile_find(NULL), seed);
            pto_post post = {.pre_quant = mode->code,
                             .relu = (uint8_t)relu,
                             .acc_type = (uint8_t)acc_type,
                             .result_type =
                                 mode->code ? mode->result : (uint8_t)acc_type,
                             .quant = pto_tile_read(&quant, 0, 5),
                             .alpha = pto_tile_read(&alpha, 0, 7)};
            pto_fenv env = {.saturate = r & 1};
            env.round = (uint8_t)pto_pre_quant_round(
                mode->code, (pto_round)(r >> 8) % PTO_ROUND_COUNT);
            bool vector = mode->parameter == PTO_PARAMETER_VECTOR;
            check_line(profile, &post, vector ? &quant : NULL,
                       relu == 3 ? &alpha : NULL, acc, env);
        }
    }
    pto_tile_free(&quant);
    pto_tile_free(&alpha);
}

TEST(lines_follow_single_steps)
{
    UNUSED_STATE;
    uint64_t seed = 21;
    for (uint64_t rounds = test_scaled(12); rounds--;) {
        for (int p = 0; p < 2; p++) {
            const pto_profile *profile = pto_profile_find(profiles[p]);
            for (unsigned code = 0; code < 64; code++) {
                const pto_pre_quant *mode = pto_pre_quant_get(code);
                if (!mode)
                    continue;
                if (code)
                    check_mode(profile, mode, mode->sum, &seed);
                else
                    check_mode(profile, mode, PTO_FP32, &seed);
            }
        }
    }
}

/* One element at a time, so that no flag hides another. */
static void check_far(const pto_profile *profile, const pto_pre_quant *mode,
                      uint64_t *seed)
{
    uint64_t r = test_random(seed);
    uint64_t fp19 = (r & 1 ? 254 - (r >> 1) % 40 : 1 + (r >> 1) % 40) << 10 |
                    (r >> 20 & 0x3ff);
    pto_post post = {.pre_quant = mode->code,
                     .acc_type = mode->sum,
                     .result_type = mode->result,
                     .quant = fp19 << 13};
    uint32_t acc = (uint32_t)test_random(seed) >> (r >> 40) % 32;
    pto_fenv whole = {.saturate = r >> 50 & 1};
    whole.round = (uint8_t)pto_pre_quant_round(
        mode->code, (pto_round)(r >> 52) % PTO_ROUND_COUNT);
    if (mode->sum == PTO_FP32 && (acc & 0x7fffffff) > 0x7f800000)
        acc = 0x7fc00000;
    pto_fenv single = whole;
    uint64_t got = 0, want = profile->post(&post, acc, &single);
    pto_post_line(profile, &post, NULL, NULL, 0, &acc, 1, &got, &whole);
    want &= pto_format_get(mode->result)->carrier_mask;
    CHECK(got == want && whole.flags == single.flags,
          "%s mode %u %s, %x by %" PRIx64 ": %" PRIx64 " flags %x, not %" PRIx64
          " flags %x",
          profile->name, mode->code, pto_round_name((pto_round)whole.round),
          acc, fp19, got, whole.flags, want, single.flags);
}

TEST(far_products_follow_single_steps)
{
    UNUSED_STATE;
    uint64_t seed = 23;
    for (uint64_t rounds = test_scaled(3000); rounds--;)
        for (unsigned code = 1; code < 64; code++) {
            const pto_pre_quant *mode = pto_pre_quant_get(code);
            for (int p = 0; mode && p < 2; p++)
                check_far(pto_profile_find(profiles[p]), mode, &seed);
        }
}

/* Towards zero the largest BF16 stands for what is beyond FP32, with OF. */
TEST(overflow_is_seen_before_rounding_towards_zero)
{
    UNUSED_STATE;
    pto_post post = {.pre_quant = 35,
                     .acc_type = PTO_S32,
                     .result_type = PTO_BF16,
                     .quant = UINT64_C(254) << 23};
    pto_fenv env = {.round = PTO_RTZ};
    uint32_t acc = 2;
    uint16_t out = 0;
    pto_post_line(pto_profile_find(NULL), &post, NULL, NULL, 0, &acc, 1, &out,
                  &env);
    assert_int_equal(out, 0x7f7f);
    assert_int_equal(env.flags, PTO_OF | PTO_NX);
}

TEST(maxima_follow_single_steps)
{
    UNUSED_STATE;
    static const pto_dtype types[] = {PTO_FP32, PTO_S32, PTO_U32};
    uint64_t seed = 22;
    uint32_t acc[N];
    for (uint64_t i = 0; i < test_scaled(3000); i++) {
        const pto_profile *profile = pto_profile_find(profiles[i % 2]);
        pto_dtype t = types[i / 2 % 3];
        bool max_abs = i / 6 % 2;
        uint64_t n = 1 + test_random(&seed) % (i % 5 ? 8 : N);
        fill(acc, (unsigned)(i / 12 % 4), t != PTO_FP32,
             i % 2 == 0 && t == PTO_FP32, &seed);
        pto_fenv whole = {0}, single = {0};
        uint64_t want = acc[0];
        if (max_abs)
            want = profile->max_step(t, want, want, true, &single);
        for (uint64_t k = 1; k < n; k++)
            want = profile->max_step(t, want, acc[k], max_abs, &single);
        uint32_t got = pto_max_line(profile, t, acc, n, max_abs, &whole);
        CHECK(got == (uint32_t)want, "%s %s abs %d: %x, not %x", profile->name,
              pto_format_get(t)->name, max_abs, got, (uint32_t)want);
        assert_int_equal(whole.flags, single.flags);
    }
}

TEST_MAIN(CASE(lines_follow_single_steps),
          CASE(far_products_follow_single_steps),
          CASE(overflow_is_seen_before_rounding_towards_zero),
          CASE(maxima_follow_single_steps))
