/* tests/programs/leaky.s: elements of four PEs against the host's own C. */
#include "machine/program/program.h"
#include "slow/slow.h"

#include <math.h>

enum { PES = 4, ELEMENTS = 16 * 32, ROUNDS = 20 };

typedef struct parameters {
    float scale[PES], bias[PES], slope[PES], limit[PES];
} parameters;

typedef struct outputs {
    uint8_t result[PES][ELEMENTS];
    int32_t digits[PES][ELEMENTS];
} outputs;

static float widen(uint16_t h)
{
    int exponent = h >> 10 & 31, fraction = h & 1023;
    double v =
        exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return (float)(h >> 15 ? -v : v);
}

static uint8_t narrow(float v)
{
    uint32_t bits;
    unsigned flags = 0;
    memcpy(&bits, &v, sizeof bits);
    slow_answer a = slow_convert(slow_format_named("E4M3"),
                                 slow_format_named("FP32"), bits, false);
    return (uint8_t)slow_settle(&a, SLOW_RNE, true, &flags);
}

static void compute(const parameters *q, uint16_t x[PES][ELEMENTS], outputs *o)
{
    for (unsigned pe = 0; pe < PES; pe++)
        for (unsigned i = 0; i < ELEMENTS; i++) {
            float product = widen(x[pe][i]) * q->scale[pe];
            float y = product + q->bias[pe];
            float leaky = y < 0 ? y * q->slope[pe] : y;
            o->result[pe][i] = narrow(fminf(leaky, q->limit[pe]));
            o->digits[pe][i] = ((int32_t)y & 7) * 2;
        }
}

/* A float of moderate size. */
static float some(uint64_t *seed)
{
    return (float)(test_random(seed) >> 40) / 0x1p22f - 2;
}

static void randomize(parameters *q, uint16_t x[PES][ELEMENTS], uint64_t *seed)
{
    for (unsigned pe = 0; pe < PES; pe++) {
        q->scale[pe] = some(seed);
        q->bias[pe] = some(seed);
        q->slope[pe] = some(seed);
        q->limit[pe] = fabsf(some(seed)) * 400;
        for (unsigned i = 0; i < ELEMENTS; i++) {
            x[pe][i] = (uint16_t)test_random(seed);
            x[pe][i] &= (uint16_t)(i & 1 ? 0xcfff : 0xfbff); /* finite */
        }
    }
}

TEST(leaky)
{
    UNUSED_STATE;
    uint64_t seed = 1;
    parameters q;
    static uint16_t x[PES][ELEMENTS];
    static outputs want;
    program p = boot("leaky", PES);
    for (unsigned i = 0; i < ROUNDS; i++) {
        randomize(&q, x, &seed);
        rewind_program(&p);
        set(&p, "x", x, sizeof x);
        set(&p, "scale", q.scale, sizeof q.scale);
        set(&p, "bias", q.bias, sizeof q.bias);
        set(&p, "slope", q.slope, sizeof q.slope);
        set(&p, "limit", q.limit, sizeof q.limit);
        run(&p);
        compute(&q, x, &want);
        expect_bytes(&p, "result", want.result, sizeof want.result);
        expect_bytes(&p, "digits", want.digits, sizeof want.digits);
    }
    slow_release();
    test_end(&p);
}

TEST_MAIN(CASE(leaky))
