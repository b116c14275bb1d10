/*
 * The terms of a dot product, scales and flags included: pto_fma_f32 one after
 * the other against the slow matrix multiply of one row and one column.
 */
#include "judge.h"
#include "num/num.h"

enum { DEPTH = 96 };

static const char *const plain[] = {"FP32", "TF32", "HF32",   "FP16",
                                    "BF16", "HiF8", "E4M3",   "E5M2",
                                    "E3M2", "E2M3", "E2M1X2", "E1M2X2"};
static const char *const scaled[] = {"FP16",   "BF16",   "E4M3",  "E5M2",
                                     "E2M1X2", "E1M2X2", "HiF4X2"};

typedef struct side {
    const slow_format *type;
    uint64_t element[DEPTH];
    uint64_t scale[3]; /* E8M0 codes or HiF4 words by group */
    bool has_scale, by_word;
} side;

static uint64_t element_of(const slow_format *f, uint64_t *seed)
{
    uint64_t r = test_random(seed);
    if (f->family == SLOW_BINARY && f->bits > 8 && r >> 62)
        return judge_corner(f, seed);
    uint64_t ones = ~UINT64_C(0) >> (64 - f->bits + f->unused);
    return r & ones & ~(((UINT64_C(1) << f->padding) - 1));
}

static void fill_side(side *s, const char *name, bool mx, uint64_t *seed)
{
    s->type = slow_format_named(name);
    s->by_word = !strcmp(name, "HiF4X2");
    s->has_scale = mx && s->type->bits <= 8;
    for (int k = 0; k < DEPTH; k++)
        s->element[k] = element_of(s->type, seed);
    for (int g = 0; g < 3; g++) {
        uint64_t r = test_random(seed);
        s->scale[g] = s->by_word ? r & 0xffffffff : r & 0xff;
        if (r >> 60) /* mostly near one, so that sums meet */
            s->scale[g] = s->by_word
                              ? (r & 0xffffff03) | (44 + (r >> 40) % 9) << 2
                              : 120 + (r & 15);
    }
}

static pto_parts operand(const side *s, int k)
{
    pto_parts v = pto_unpack((pto_dtype)s->type->code, s->element[k]);
    if (!s->has_scale)
        return v;
    pto_scale scale = s->by_word ? pto_scale_hif4((uint32_t)s->scale[k / 64],
                                                  (unsigned)k % 64)
                                 : pto_scale_e8m0((uint8_t)s->scale[k / 32]);
    return pto_parts_scale(v, scale);
}

static void check_column(const side *a, const side *b, size_t depth, uint64_t c)
{
    slow_matrix x = {.a_type = a->type, .b_type = b->type, .m = 1, .n = 1};
    x.k = depth;
    x.a = a->element;
    x.b = b->element;
    x.a_scale = a->has_scale ? a->scale : NULL;
    x.b_scale = b->has_scale ? b->scale : NULL;
    x.c = &c;
    uint64_t want;
    unsigned flags = slow_multiply(&x, &want);
    pto_fenv env = {.round = PTO_RTM, .saturate = 1}; /* neither is read */
    uint32_t acc = (uint32_t)c;
    for (int k = 0; k < (int)depth; k++)
        acc = pto_fma_f32(operand(a, k), operand(b, k), acc, &env);
    CHECK(acc == want && env.flags == flags,
          "%s x %s depth %zu: %x %x, not %" PRIx64 " %x", a->type->name,
          b->type->name, depth, acc, env.flags, want, flags);
}

static void check_columns(const char *const *names, size_t count, bool mx)
{
    const slow_format *fp32 = slow_format_named("FP32");
    uint64_t seed = mx, cases = test_scaled(200000);
    side a, b;
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t r = test_random(&seed);
        fill_side(&a, names[r % count], mx, &seed);
        fill_side(&b, names[r / 64 % count], mx, &seed);
        /* Short columns keep single terms visible, long ones cross groups. */
        size_t depth = r >> 60 ? 1 + (r >> 32) % 3 : DEPTH - (r >> 32) % 32;
        uint64_t c = r >> 40 & 1 ? judge_corner(fp32, &seed) : 0;
        check_column(&a, &b, depth, c);
    }
}

TEST(ordinary)
{
    UNUSED_STATE;
    check_columns(plain, sizeof plain / sizeof *plain, false);
}

TEST(with_scales)
{
    UNUSED_STATE;
    check_columns(scaled, sizeof scaled / sizeof *scaled, true);
}

TEST_MAIN(CASE(ordinary), CASE(with_scales))
