/* Arithmetic of one format against the slow implementation. */
#ifndef PTO_TESTS_NUM_JUDGE_ARITH_H
#define PTO_TESTS_NUM_JUDGE_ARITH_H

#include "judge.h"
#include "num/num.h"

/* One set of operands, all modes; saturation is for conversions alone. */
static inline void judge_operands(slow_op op, const slow_format *f,
                                  const uint64_t args[3],
                                  const uint8_t modes[SLOW_MODES])
{
    const pto_arith *fast = pto_arith_find(slow_op_name(op));
    CHECK(fast, "%s", slow_op_name(op));
    slow_answer a = slow_apply(op, f, args);
    for (int m = 0; m < SLOW_MODES; m++) {
        unsigned flags = 0;
        uint64_t want = slow_settle(&a, (slow_mode)m, false, &flags);
        pto_fenv env = {.round = modes[m], .saturate = args[0] & 1};
        uint64_t got = pto_arith_run(fast, (pto_dtype)f->code, args, &env);
        CHECK(got == want && env.flags == flags,
              "%s %s %s %" PRIx64 " %" PRIx64 " %" PRIx64 ": %" PRIx64
              " %x, not %" PRIx64 " %x",
              slow_op_name(op), f->name, slow_mode_name((slow_mode)m), args[0],
              args[1], args[2], got, env.flags, want, flags);
    }
}

/* `bits` moved by up to two codes, its sign perhaps flipped. */
static inline uint64_t judge_nudge(const slow_format *f, uint64_t bits,
                                   uint64_t r)
{
    uint64_t ones = ~UINT64_C(0) >> (64 - f->bits);
    uint64_t sign = (r >> 3 & 1) << (f->bits - 1);
    return ((bits + ((r % 5) << f->padding) - (UINT64_C(2) << f->padding)) ^
            sign) &
           ones;
}

static inline uint64_t judge_product(const slow_format *f, uint64_t a,
                                     uint64_t b)
{
    const uint64_t args[3] = {a, b, 0};
    slow_answer p = slow_apply(SLOW_MUL, f, args);
    unsigned flags = 0;
    return slow_settle(&p, SLOW_RNE, false, &flags);
}

/*
 * Corner operands, and one time in four such as make the result cancel, come
 * out exact, or lie next to a tie.
 */
static inline void judge_fill(slow_op op, const slow_format *f,
                              uint64_t args[3], uint64_t *seed)
{
    for (int i = 0; i < 3; i++)
        args[i] = judge_corner(f, seed);
    uint64_t r = test_random(seed);
    if (r >> 62)
        return;
    if (op == SLOW_ADD || op == SLOW_SUB || op == SLOW_REM)
        args[1] = judge_nudge(f, args[0], r);
    if (op == SLOW_DIV)
        args[0] = judge_nudge(f, judge_product(f, args[0], args[1]), r);
    if (op == SLOW_SQRT || op == SLOW_RSQRT)
        args[0] = judge_nudge(f, judge_product(f, args[0], args[0]), r & ~8u);
    if (slow_op_operands(op) == 3)
        args[2] = judge_nudge(f, judge_product(f, args[0], args[1]), r);
}

static inline void judge_op(slow_op op, const slow_format *f, uint64_t cases)
{
    uint8_t modes[SLOW_MODES];
    judge_modes(modes);
    uint64_t seed = 1000u * (uint64_t)f->code + (uint64_t)op;
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t args[3];
        judge_fill(op, f, args, &seed);
        judge_operands(op, f, args, modes);
    }
}

/* Every code of a format as the only operand. */
static inline void judge_all_codes(slow_op op, const slow_format *f)
{
    uint8_t modes[SLOW_MODES];
    judge_modes(modes);
    for (uint64_t bits = 0; bits >> f->bits == 0; bits++) {
        const uint64_t args[3] = {bits};
        judge_operands(op, f, args, modes);
    }
}

/* The six comparisons; cases as for a subtraction. */
static inline void judge_compare(const slow_format *f, uint64_t cases)
{
    static const uint8_t truth[] = {1 << SLOW_EQUAL,
                                    0xf & ~(1 << SLOW_EQUAL),
                                    1 << SLOW_LESS,
                                    1 << SLOW_GREATER,
                                    1 << SLOW_LESS | 1 << SLOW_EQUAL,
                                    1 << SLOW_GREATER | 1 << SLOW_EQUAL};
    uint64_t seed = (uint64_t)f->code;
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t args[3];
        judge_fill(SLOW_SUB, f, args, &seed);
        unsigned flags = 0;
        slow_order order = slow_compare(f, args[0], args[1], &flags);
        for (unsigned c = 0; c < PTO_COMPARE_COUNT; c++) {
            pto_fenv env = {0};
            bool got = pto_num_compare((pto_compare)c, (pto_dtype)f->code,
                                       args[0], args[1], &env);
            CHECK(got == (truth[c] >> order & 1) && env.flags == flags,
                  "compare %u %s %" PRIx64 " %" PRIx64 ": %d %x", c, f->name,
                  args[0], args[1], got, env.flags);
        }
    }
}

static inline bool judge_is_elementary(slow_op op)
{
    return op == SLOW_EXP || op == SLOW_LOG;
}

/* Every operation, `cases` each; exp and log, which cost more, a tenth. */
static inline void judge_format(const char *name, uint64_t cases)
{
    const slow_format *f = slow_format_named(name);
    for (int op = 0; op < SLOW_OPS; op++)
        judge_op((slow_op)op, f,
                 judge_is_elementary((slow_op)op) ? cases / 10 + 1 : cases);
    judge_compare(f, cases);
}

#endif
