/* Holds src/num against the slow implementation, all modes of a case at once.
 */
#ifndef PTO_TESTS_NUM_JUDGE_H
#define PTO_TESTS_NUM_JUDGE_H

#include "pto/numeric.h"
#include "pto_test.h"
#include "slow/slow.h"
#include "num/num.h"

/* The two sides spell their modes apart; names are what they have in common. */
static inline pto_round judge_mode(slow_mode m)
{
    pto_round r = PTO_ROUND_COUNT;
    CHECK(pto_round_find(slow_mode_name(m), &r), "%s", slow_mode_name(m));
    return r;
}

static inline void judge_modes(uint8_t modes[SLOW_MODES])
{
    for (int m = 0; m < SLOW_MODES; m++)
        modes[m] = (uint8_t)judge_mode((slow_mode)m);
}

/* One source code to one destination: 7 modes, saturating or not. */
static inline void judge_convert(const slow_format *dst, const slow_format *src,
                                 uint64_t bits, bool canonicalize,
                                 const uint8_t modes[SLOW_MODES])
{
    slow_answer a = slow_convert(dst, src, bits, canonicalize);
    for (int i = 0; i < 2 * SLOW_MODES; i++) {
        slow_mode m = (slow_mode)(i / 2);
        unsigned flags = 0;
        uint64_t want = slow_settle(&a, m, i & 1, &flags);
        pto_fenv env = {
            .round = modes[m], .saturate = i & 1, .canonicalize = canonicalize};
        uint64_t got =
            pto_convert((pto_dtype)dst->code, (pto_dtype)src->code, bits, &env);
        CHECK(got == want && env.flags == flags,
              "%s %" PRIx64 " to %s %s sat %d canonicalize %d: %" PRIx64
              " %x, not %" PRIx64 " %x",
              src->name, bits, dst->name, slow_mode_name(m), i & 1,
              canonicalize, got, env.flags, want, flags);
    }
}

/* Of the bits of `f`: patterns and exponents where arithmetic goes wrong. */
static inline uint64_t judge_corner(const slow_format *f, uint64_t *seed)
{
    static const uint8_t steps[] = {0, 1, 2, 3, 4, 5, 8, 13, 21, 34, 52, 64};
    uint64_t r = test_random(seed);
    int width = f->fraction + f->exponent;
    uint64_t ones = ~UINT64_C(0) >> (64 - f->fraction);
    uint64_t frac = test_random(seed) & ones, top = (1u << f->exponent) - 1u;
    int at = (int)(r >> 8 & 63) % (f->fraction + 1);
    switch (r & 15) {
    case 0: frac = 0; break;
    case 1: frac = ones; break;
    case 2: frac = 1; break;
    case 3: frac = ones - 1; break;
    case 4: frac = ones & (UINT64_C(1) << at); break;
    case 5: frac = ones & ~(UINT64_C(1) << at); break;
    case 6: frac = ones & ((UINT64_C(1) << at) - 1); break;
    case 7: frac = ones & ~((UINT64_C(1) << at) - 1); break;
    case 8: frac &= ones >> (f->fraction / 2); break;
    case 9: frac &= ~(ones >> (f->fraction / 2)); break;
    default: break;
    }
    uint64_t step = steps[(r >> 16 & 63) % sizeof steps];
    uint64_t bias = (uint64_t)f->bias, exp = bias;
    switch (r >> 24 & 7) {
    case 0: exp = step; break;
    case 1: exp = top - step; break;
    case 2: exp = bias + step; break;
    case 3: exp = bias - step; break;
    case 4: exp = bias + top / 4 + step; break;
    case 5: exp = bias - top / 4 - step; break;
    default: exp = r >> 32; break;
    }
    uint64_t code = (exp & top) << f->fraction | frac;
    code |= (r >> 63) << width;
    return code << f->padding;
}

#endif
