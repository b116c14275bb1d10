/*
 * FP32 inputs by the billion: array conversion on every instruction set against
 * the scalar definition, exp and log against correctly rounded ones. One input
 * in 257 here; with PTO_TEST_SCALE=257 all 2^32, on every processor.
 */
#include <math.h>
#include <pthread.h>
#include <unistd.h>

#include "judge.h"
#include "num/batch/batch.h"

enum { BLOCK = 4096, MOST_THREADS = 64, STRIDE = 257 };

typedef struct failure {
    bool found;
    char text[200];
} failure;

/*
 * `turn` is EVERYTHING, or what to choose by in a sweep of all inputs: one
 * saturation of two for a conversion, one mode beside RNE for a function.
 */
enum { EVERYTHING = 0, THOROUGH = 16 };
typedef void block_check(uint32_t first, uint32_t stride, uint32_t turn,
                         failure *f);

typedef struct part {
    block_check *check;
    uint64_t begin, end; /* blocks */
    uint32_t stride;
    failure f;
} part;

static void *run_part(void *data)
{
    part *p = data;
    for (uint64_t b = p->begin; b < p->end && !p->f.found; b++) {
        bool all = p->stride > 1 || b % THOROUGH == 0;
        p->check((uint32_t)(b * BLOCK * p->stride), p->stride,
                 all ? EVERYTHING : (uint32_t)b, &p->f);
    }
    slow_release(); /* of this thread */
    return NULL;
}

/* All of them take every processor; a sample shares the machine. */
static unsigned thread_count(uint32_t stride)
{
    long n = stride == 1 ? sysconf(_SC_NPROCESSORS_ONLN) : 1;
    return n < 1 ? 1 : n > MOST_THREADS ? MOST_THREADS : (unsigned)n;
}

static void sweep(block_check *check)
{
    static part parts[MOST_THREADS];
    pthread_t threads[MOST_THREADS];
    uint64_t inputs = test_scaled((UINT64_C(1) << 32) / STRIDE);
    uint64_t all = UINT64_C(1) << 32;
    uint32_t stride = inputs < all / 2 ? (uint32_t)(all / inputs) | 1 : 1;
    uint64_t blocks = all / stride / BLOCK;
    unsigned n = thread_count(stride);
    for (unsigned i = 0; i < n; i++) {
        parts[i] = (part){
            check, blocks * i / n, blocks * (i + 1) / n, stride, {false, ""}};
        int bad = pthread_create(&threads[i], NULL, run_part, &parts[i]);
        CHECK(!bad, "thread");
    }
    for (unsigned i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < n; i++)
        CHECK(!parts[i].f.found, "%s", parts[i].f.text);
}

/* One destination, mode and saturation on a block. */
static void check_batch(const uint32_t *src, pto_dtype dst, pto_fenv env,
                        failure *f)
{
    uint16_t want[BLOCK];
    uint8_t got[2 * BLOCK];
    pto_fenv wanted = env;
    for (size_t i = 0; i < BLOCK; i++)
        want[i] = (uint16_t)pto_convert(dst, PTO_FP32, src[i], &wanted);
    for (unsigned level = 1; level <= pto_level_best(); level++) {
        pto_fenv e = env;
        num_convert_n(level, dst, PTO_FP32, got, src, BLOCK, &e);
        size_t i = 0;
        while (i < BLOCK && pto_lane_get(dst, got, i) == want[i])
            i++;
        if (i == BLOCK && e.flags == wanted.flags)
            continue;
        f->found = true;
        snprintf(f->text, sizeof f->text,
                 "%s %s %s sat %d near %x: flags %x, not %x",
                 pto_level_name(level), pto_format_get(dst)->name,
                 pto_round_name((pto_round)env.round), env.saturate,
                 src[i % BLOCK], e.flags, wanted.flags);
    }
}

static void check_conversions(uint32_t first, uint32_t stride, uint32_t turn,
                              failure *f)
{
    static const uint8_t dst[] = {PTO_E4M3, PTO_E5M2, PTO_HiF8, PTO_FP16,
                                  PTO_BF16};
    uint32_t src[BLOCK];
    for (uint32_t i = 0; i < BLOCK; i++)
        src[i] = first + i * stride;
    for (unsigned i = 0; i < 5 * 2 * PTO_ROUND_COUNT && !f->found; i++) {
        pto_fenv env = {.round = (uint8_t)(i / 10), .saturate = i & 1};
        if (turn == EVERYTHING || ((turn ^ i) & 1))
            check_batch(src, (pto_dtype)dst[i / 2 % 5], env, f);
    }
}

TEST(array_conversion_equals_scalar)
{
    UNUSED_STATE;
    sweep(check_conversions);
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

/* False where the double is too near a candidate or a midpoint, or no normal
 * FP32. */
static bool want_quickly(double y, wanted *w)
{
    enum { DROPPED = 29, DOUBT = 16 };
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
 * Far out, and next to zero, exp lies between the same two candidates for all
 * inputs, so one of them stands for the rest.
 */
static uint32_t exp_representative(uint32_t x)
{
    enum { FAR_UP = 0x42b40000, FAR_DOWN = 0x42d20000, NEAR = 0x32000000 };
    uint32_t size = x & 0x7fffffff, sign = x & 0x80000000;
    if (size > 0x7f800000 || size == 0)
        return x;
    if (size < NEAR)
        return NEAR | sign;
    if (size == 0x7f800000)
        return x;
    if (!sign && size > FAR_UP)
        return FAR_UP;
    return sign && size > FAR_DOWN ? (uint32_t)FAR_DOWN | sign : x;
}

static void check_function(slow_op op, uint32_t x, const wanted *w,
                           uint32_t turn, failure *f)
{
    for (int m = 0; m < SLOW_MODES; m++) {
        if (turn != EVERYTHING && m != SLOW_RNE &&
            turn % SLOW_MODES != (uint32_t)m)
            continue;
        pto_fenv env = {.round = (uint8_t)m};
        uint64_t got = op == SLOW_EXP ? pto_num_exp(PTO_FP32, x, &env)
                                      : pto_num_log(PTO_FP32, x, &env);
        if (got == w->bits[m] && env.flags == w->flags[m])
            continue;
        f->found = true;
        snprintf(f->text, sizeof f->text, "%s %x %s: %" PRIx64 " %x, not %x %x",
                 slow_op_name(op), x, slow_mode_name((slow_mode)m), got,
                 env.flags, w->bits[m], w->flags[m]);
    }
}

static float as_float(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void check_exp(uint32_t first, uint32_t stride, uint32_t turn,
                      failure *f)
{
    wanted w;
    uint32_t cached = 0;
    want_exactly(SLOW_EXP, cached, &w);
    for (uint32_t i = 0; i < BLOCK && !f->found; i++) {
        uint32_t x = first + i * stride, like = exp_representative(x);
        bool same = like == cached;
        cached = like;
        if (!same && (like != x || !want_quickly(exp(as_float(x)), &w)))
            want_exactly(SLOW_EXP, like, &w);
        check_function(SLOW_EXP, x, &w, turn, f);
    }
}

static void check_log(uint32_t first, uint32_t stride, uint32_t turn,
                      failure *f)
{
    wanted w;
    for (uint32_t i = 0; i < BLOCK && !f->found; i++) {
        uint32_t x = first + i * stride;
        bool number = x - 1 < 0x7f7fffff;
        if (!number || !want_quickly(log(as_float(x)), &w))
            want_exactly(SLOW_LOG, x, &w);
        check_function(SLOW_LOG, x, &w, turn, f);
    }
}

TEST(exponential)
{
    UNUSED_STATE;
    sweep(check_exp);
}

TEST(logarithm)
{
    UNUSED_STATE;
    sweep(check_log);
}

static bool same(const wanted *a, const wanted *b)
{
    return !memcmp(a->bits, b->bits, sizeof a->bits) &&
           !memcmp(a->flags, b->flags, sizeof a->flags);
}

/* The quick decisions above rest on these: modes spelled alike, host good. */
TEST(premises)
{
    UNUSED_STATE;
    for (int m = 0; m < SLOW_MODES; m++)
        CHECK((int)judge_mode((slow_mode)m) == m, "%d", m);
    uint64_t seed = 1;
    for (int i = 0; i < 2000; i++) {
        uint32_t x = (uint32_t)test_random(&seed);
        wanted quick, exact;
        if (want_quickly(exp(as_float(x)), &quick)) {
            want_exactly(SLOW_EXP, x, &exact);
            CHECK(same(&quick, &exact), "exp %x", x);
        }
        if (x - 1 < 0x7f7fffff && want_quickly(log(as_float(x)), &quick)) {
            want_exactly(SLOW_LOG, x, &exact);
            CHECK(same(&quick, &exact), "log %x", x);
        }
    }
}

TEST_MAIN(CASE(premises), CASE(array_conversion_equals_scalar),
          CASE(exponential), CASE(logarithm))
