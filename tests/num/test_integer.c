/*
 * Arithmetic of the integer types against GMP: all triples of four-bit codes,
 * corners and noise of the others.
 */
#include <gmp.h>

#include "judge.h"
#include "num/num.h"

static void to_mpz(mpz_t x, const slow_format *f, uint64_t bits)
{
    slow_value v = slow_decode(f, bits);
    mpz_set_ui(x, v.m);
    if (v.negative)
        mpz_neg(x, x);
}

static uint64_t wrapped(const slow_format *f, const mpz_t x)
{
    mpz_t low;
    mpz_init(low);
    mpz_fdiv_r_2exp(low, x, (mp_bitcnt_t)f->bits);
    uint64_t bits = mpz_get_ui(low);
    mpz_clear(low);
    return bits;
}

typedef struct numbers {
    mpz_t a, b, c, r;
} numbers;

/* The exact result in n->r; false where a zero divides. */
static bool compute(const char *op, numbers *n)
{
    if (!strcmp(op, "add"))
        mpz_add(n->r, n->a, n->b);
    else if (!strcmp(op, "sub"))
        mpz_sub(n->r, n->a, n->b);
    else if (!strcmp(op, "mul"))
        mpz_mul(n->r, n->a, n->b);
    else if (!strcmp(op, "neg"))
        mpz_neg(n->r, n->a);
    else if (!strcmp(op, "abs"))
        mpz_abs(n->r, n->a);
    else if (!strcmp(op, "min"))
        mpz_set(n->r, mpz_cmp(n->a, n->b) < 0 ? n->a : n->b);
    else if (!strcmp(op, "max"))
        mpz_set(n->r, mpz_cmp(n->a, n->b) > 0 ? n->a : n->b);
    else if (!strcmp(op, "relu"))
        mpz_set_si(n->r, 0);
    else if (!mpz_sgn(n->b))
        return false;
    else if (!strcmp(op, "div"))
        mpz_tdiv_q(n->r, n->a, n->b);
    else
        mpz_fdiv_r(n->r, n->a, n->b);
    if (!strcmp(op, "relu") && mpz_sgn(n->a) > 0)
        mpz_set(n->r, n->a);
    return true;
}

static void check_op(const char *op, const slow_format *f, numbers *n,
                     const uint64_t args[3])
{
    bool defined = compute(op, n);
    uint64_t want = defined ? wrapped(f, n->r) : 0;
    unsigned flags = defined ? 0 : SLOW_DZ;
    pto_fenv env = {0};
    uint64_t got =
        pto_arith_run(pto_arith_find(op), (pto_dtype)f->code, args, &env);
    CHECK(got == want && env.flags == flags,
          "%s %s %" PRIx64 " %" PRIx64 ": %" PRIx64 " %x, not %" PRIx64 " %x",
          op, f->name, args[0], args[1], got, env.flags, want, flags);
}

static void check_fused(const char *op, int product_sign, int addend_sign,
                        const slow_format *f, numbers *n,
                        const uint64_t args[3])
{
    mpz_mul(n->r, n->a, n->b);
    mpz_mul_si(n->r, n->r, product_sign);
    if (addend_sign > 0)
        mpz_add(n->r, n->r, n->c);
    else
        mpz_sub(n->r, n->r, n->c);
    pto_fenv env = {0};
    uint64_t got =
        pto_arith_run(pto_arith_find(op), (pto_dtype)f->code, args, &env);
    CHECK(got == wrapped(f, n->r) && !env.flags, "%s %s", op, f->name);
}

static void check_comparisons(const slow_format *f, const numbers *n,
                              const uint64_t args[3])
{
    int order = mpz_cmp(n->a, n->b);
    const bool truth[PTO_COMPARE_COUNT] = {[PTO_EQ] = order == 0,
                                           [PTO_NE] = order != 0,
                                           [PTO_LT] =
                                               order<0, [PTO_GT] = order> 0,
                                           [PTO_LE] = order <= 0,
                                           [PTO_GE] = order >= 0};
    for (unsigned c = 0; c < PTO_COMPARE_COUNT; c++) {
        pto_fenv env = {0};
        bool got = pto_num_compare((pto_compare)c, (pto_dtype)f->code, args[0],
                                   args[1], &env);
        CHECK(got == truth[c] && !env.flags, "compare %u %s", c, f->name);
    }
}

static void check_all(const slow_format *f, numbers *n, const uint64_t args[3])
{
    static const char *const ops[] = {"add", "sub", "mul", "neg",  "abs",
                                      "min", "max", "div", "relu", "rem"};
    to_mpz(n->a, f, args[0]);
    to_mpz(n->b, f, args[1]);
    to_mpz(n->c, f, args[2]);
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        check_op(ops[i], f, n, args);
    check_fused("fma", 1, 1, f, n, args);
    check_fused("msub", 1, -1, f, n, args);
    check_fused("nmadd", -1, -1, f, n, args);
    check_fused("nmsub", -1, 1, f, n, args);
    check_comparisons(f, n, args);
}

/* Small magnitudes of either sign, powers of two and their neighbours. */
static uint64_t corner(const slow_format *f, uint64_t *seed)
{
    uint64_t r = test_random(seed), ones = ~UINT64_C(0) >> (64 - f->bits);
    uint64_t bits = test_random(seed) >> (r & 63);
    if (r >> 6 & 1)
        bits = (UINT64_C(1) << (r >> 8 & 63)) + (r >> 16 & 3) - 1;
    return (r >> 7 & 1 ? 0 - bits : bits) & ones;
}

static void check_type(const slow_format *f, uint64_t cases)
{
    uint64_t seed = (uint64_t)f->code;
    numbers n;
    mpz_inits(n.a, n.b, n.c, n.r, NULL);
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t args[3] = {i & 15, i >> 4 & 15, i >> 8 & 15};
        for (int k = 0; f->bits > 4 && k < 3; k++)
            args[k] = corner(f, &seed);
        check_all(f, &n, args);
    }
    mpz_clears(n.a, n.b, n.c, n.r, NULL);
}

TEST(wraps_like_exact_integers)
{
    UNUSED_STATE;
    for (int t = 0; t < SLOW_FORMATS; t++)
        if (slow_is_integer(&slow_formats[t]))
            check_type(&slow_formats[t],
                       slow_formats[t].bits == 4 ? 4096 : test_scaled(100000));
}

TEST(roots_have_no_integer_form)
{
    UNUSED_STATE;
    static const char *const ops[] = {"sqrt", "rsqrt", "recip", "exp", "log"};
    for (int t = 0; t < SLOW_FORMATS; t++)
        for (size_t i = 0; slow_is_integer(&slow_formats[t]) && i < 5; i++) {
            const pto_format *f =
                pto_format_get((unsigned)slow_formats[t].code);
            const uint64_t args[3] = {4};
            pto_fenv env = {0};
            uint64_t got = pto_arith_run(pto_arith_find(ops[i]),
                                         (pto_dtype)f->code, args, &env);
            uint64_t want = f->sign_mask ? f->min_finite : f->max_finite;
            CHECK(got == want && env.flags == PTO_NV, "%s %s: %" PRIx64 " %x",
                  ops[i], f->name, got, env.flags);
        }
}

TEST_MAIN(CASE(wraps_like_exact_integers), CASE(roots_have_no_integer_form))
