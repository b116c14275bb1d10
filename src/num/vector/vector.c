/* Arithmetic over arrays: choosing how, block by block. */
#include "num/vector/element.h"

#include "base/level.h"
#include "num/batch/batch.h"
#include "num/vector/kernels.h"

#include <string.h>

/* Elements after which a NaN makes an array start anew: less is lost. */
enum { BLOCK = 1024, STEP = NUM_VECTOR_STEP };

static const num_vector_kernels *kernels_of(unsigned level)
{
    switch (level == PTO_LEVEL_AUTO ? pto_level_best() : level) {
#if defined(__x86_64__)
    case PTO_LEVEL_AVX2: return &num_vector_avx2;
    case PTO_LEVEL_AVX512: return &num_vector_avx512;
#endif
    default: return &num_vector_portable;
    }
}

/* The kernels of a function's row, and the row; 0 where it has none. */
static unsigned find(num_element_fn f, uint32_t *op)
{
    static const struct {
        num_element_fn f;
        unsigned kernels;
    } rows[] = {
#define FUNCTION_1(function) \
    {                        \
        .one = function      \
    }
#define FUNCTION_2(function) \
    {                        \
        .two = function      \
    }
#define VECTOR(name, operands, function, kernels, folds) \
    {FUNCTION_##operands(function), kernels},
#include "num/vector/operation.def"
#undef VECTOR
#undef FUNCTION_1
#undef FUNCTION_2
    };
    for (*op = 0; *op < NUM_VECTOR_COUNT; ++*op)
        if (rows[*op].f.one == f.one && rows[*op].f.two == f.two)
            return rows[*op].kernels;
    return 0;
}

static bool is_signed(pto_dtype t)
{
    return num_format(t)->kind == PTO_KIND_SIGNED;
}

/* A sign, a magnitude that rises with the value, nothing above them. */
static bool has_codes(const pto_format *f)
{
    return f->kind == PTO_KIND_FLOAT && f->storage_bits >= 8 &&
           f->storage_bits == f->value_bits;
}

/*
 * Rounded to FP32 and then to p bits is rounded once where 24 >= 2 p + 2;
 * results below FP32's normal range are none of these.
 */
static bool passes_through_fp32(const pto_format *f)
{
    return (f->kind == PTO_KIND_FLOAT || f->kind == PTO_KIND_HIF8) &&
           f->frac_bits <= 10;
}

static bool host_rounds(unsigned round)
{
    return round <= PTO_RTZ;
}

static num_vector_plan plan_of(pto_dtype t, uint32_t op, num_vector_kind kind,
                               const pto_fenv *env)
{
    const pto_format *f = num_format(t);
    bool quiet_top = f->has_inf;
    return (num_vector_plan){.op = op,
                             .kind = kind,
                             .bytes = f->storage_bits / 8U,
                             .round = env->round,
                             .sign = f->sign_mask,
                             .most = quiet_top ? f->infinity : f->max_finite,
                             .invalid = f->must_be_zero,
                             .nan = f->nan};
}

const void *num_vector_padded(uint8_t room[STEP * 8], const uint8_t *array,
                              size_t n, unsigned bytes)
{
    memcpy(room, array, n * bytes);
    for (size_t i = n * bytes; i < (size_t)STEP * bytes; i++)
        room[i] = array[i % bytes];
    return room;
}

/* n is a multiple of STEP; false where there is a NaN to be minded. */
static bool map_steps(const num_vector_job *j, void *dst, const void *a,
                      const void *b, size_t n)
{
    unsigned flags = j->k->map(&j->plan, dst, a, b, n);
    if (!(flags & NUM_VECTOR_AGAIN))
        j->env->flags |= (uint8_t)flags;
    return !(flags & NUM_VECTOR_AGAIN);
}

static bool map_rest(const num_vector_job *j, uint8_t *dst, const uint8_t *a,
                     const uint8_t *b, size_t n)
{
    uint8_t x[STEP * 8], y[STEP * 8], r[STEP * 8];
    unsigned bytes = j->plan.bytes;
    bool done = map_steps(j, r, num_vector_padded(x, a, n, bytes),
                          b ? num_vector_padded(y, b, n, bytes) : NULL, STEP);
    if (done)
        memcpy(dst, r, n * bytes);
    return done;
}

static void map_block(const num_vector_job *j, uint8_t *dst, const uint8_t *a,
                      const uint8_t *b, size_t n)
{
    size_t whole = n - n % STEP, at = whole * j->plan.bytes;
    bool done = !whole || map_steps(j, dst, a, b, whole);
    if (done && n > whole)
        done = map_rest(j, dst + at, a + at, b ? b + at : NULL, n - whole);
    if (!done)
        num_each(j->f, j->type, dst, (const void *[]){a, b, NULL}, n, j->env);
}

static void map_fp32_block(const num_vector_job *j, uint8_t *dst,
                           const uint8_t *a, const uint8_t *b, size_t n)
{
    uint32_t x[BLOCK], y[BLOCK], r[BLOCK];
    pto_fenv wide = {.round = PTO_RNE}, narrow = {.round = j->env->round};
    num_convert_n(j->level, PTO_FP32, j->type, x, a, n, &wide);
    if (b)
        num_convert_n(j->level, PTO_FP32, j->type, y, b, n, &wide);
    size_t padded = (n + STEP - 1) / STEP * STEP;
    for (size_t i = n; i < padded; i++) {
        x[i] = x[0];
        y[i] = b ? y[0] : 0;
    }
    unsigned flags = j->k->map(&j->plan, r, x, y, padded);
    if (flags & ~(unsigned)PTO_NX) {
        num_each(j->f, j->type, dst, (const void *[]){a, b, NULL}, n, j->env);
        return;
    }
    num_convert_n(j->level, j->type, PTO_FP32, dst, r, n, &narrow);
    j->env->flags |= (uint8_t)(flags | wide.flags | narrow.flags);
}

static void each_block(const num_vector_job *j, uint8_t *dst, const uint8_t *a,
                       const uint8_t *b, size_t n)
{
    size_t bits = num_format(j->type)->storage_bits;
    size_t block = j->narrow || j->plan.kind == NUM_CODES ? BLOCK : n;
    for (size_t done = 0, m; done < n; done += m) {
        m = n - done < block ? n - done : block;
        size_t at = done * bits / 8;
        (j->narrow ? map_fp32_block : map_block)(j, dst + at, a + at,
                                                 b ? b + at : NULL, m);
    }
}

/* How a row's kernels compute with a type; false where none does. */
static bool make_plan(num_vector_job *j, unsigned kernels, uint32_t op)
{
    const pto_format *f = num_format(j->type);
    pto_dtype t = j->type;
    num_vector_kind kind = NUM_HOST;
    if (f->storage_bits < 8 && !(kernels & HOST))
        return false;
    if ((kernels & SIGNED) && is_signed(t))
        kind = NUM_SIGNED;
    else if ((kernels & BITS) || ((kernels & WORDS) && pto_dtype_is_integer(t)))
        kind = NUM_WORDS;
    else if ((kernels & CODES) && has_codes(f))
        kind = NUM_CODES;
    else if ((kernels & FUNCTION) && j->env->round == PTO_RNE &&
             t == PTO_FP32 && j->k->host)
        kind = NUM_FUNCTION;
    else if (!(kernels & HOST) || !j->k->host || !host_rounds(j->env->round))
        return false;
    else if (t != PTO_FP64 && passes_through_fp32(f))
        t = PTO_FP32;
    else if (t != PTO_FP32 && t != PTO_FP64)
        return false;
    j->narrow = t != j->type;
    j->plan = plan_of(t, op, kind, j->env);
    return f->storage_bits >= 8 || kind == NUM_HOST;
}

bool num_vector_start(num_vector_job *j, unsigned level, num_element_fn f,
                      pto_dtype t, pto_fenv *env)
{
    uint32_t op;
    unsigned kernels = find(f, &op);
    *j = (num_vector_job){
        .k = kernels_of(level), .f = f, .level = level, .type = t, .env = env};
    return make_plan(j, kernels, op);
}

/* What the kernel leaves open takes the function itself. */
static void function_block(const num_vector_job *j, uint8_t *dst,
                           const uint8_t *a, size_t n)
{
    uint64_t open[BLOCK / 64];
    uint8_t some[STEP * 8], r[STEP * 8];
    size_t whole = n - n % STEP, left = 0;
    j->k->functions(j->plan.op, dst, open, a, whole);
    if (n > whole) {
        num_vector_padded(some, a + 4 * whole, n - whole, 4);
        j->k->functions(j->plan.op, r, open + whole / 64, some, STEP);
        memcpy(dst + 4 * whole, r, 4 * (n - whole));
    }
    if (n > whole)
        open[whole / 64] &= pto_low_bits((unsigned)(n - whole));
    for (size_t i = 0; i < n; i += 64)
        for (uint64_t bits = open[i / 64]; bits; bits &= bits - 1, left++) {
            size_t at = i + (size_t)__builtin_ctzll(bits);
            uint64_t x = pto_lane_get(j->type, a, at);
            pto_lane_set(j->type, dst, at, j->f.one(j->type, x, j->env));
        }
    if (left < n)
        j->env->flags |= PTO_NX;
}

static void each_function(const num_vector_job *j, uint8_t *dst,
                          const uint8_t *a, size_t n)
{
    for (size_t done = 0, m; done < n; done += m) {
        m = n - done < BLOCK ? n - done : BLOCK;
        function_block(j, dst + 4 * done, a + 4 * done, m);
    }
}

static void run(unsigned level, num_element_fn f, pto_dtype t, void *dst,
                const void *a, const void *b, size_t n, pto_fenv *env)
{
    num_vector_job j;
    if (!num_vector_start(&j, level, f, t, env))
        num_each(f, t, dst, (const void *[]){a, b, NULL}, n, env);
    else if (j.plan.kind == NUM_FUNCTION)
        each_function(&j, dst, a, n);
    else
        each_block(&j, dst, a, b, n);
}

void num_map1(unsigned level, pto_fn1 *f, pto_dtype t, void *dst, const void *a,
              size_t n, pto_fenv *env)
{
    run(level, (num_element_fn){.one = f}, t, dst, a, NULL, n, env);
}

void num_map2(unsigned level, pto_fn2 *f, pto_dtype t, void *dst, const void *a,
              const void *b, size_t n, pto_fenv *env)
{
    run(level, (num_element_fn){.two = f}, t, dst, a, b, n, env);
}

void num_map3(pto_fn3 *f, pto_dtype t, void *dst, const void *const args[3],
              size_t n, pto_fenv *env)
{
    num_each((num_element_fn){.three = f}, t, dst, args, n, env);
}

/* n is at most BLOCK; `dst` has whole words. */
static void compare_block(const num_vector_job *j, pto_compare c,
                          pto_compare_fn *f, uint64_t *dst, const uint8_t *a,
                          const uint8_t *b, size_t n)
{
    bool equal = c == PTO_EQ || c == PTO_NE, swap = c == PTO_LT || c == PTO_GE;
    bool invert = c == PTO_NE || c == PTO_LE || c == PTO_GE;
    uint8_t x[STEP * 8], y[STEP * 8];
    size_t whole = n - n % STEP, at = whole * j->plan.bytes;
    const uint8_t *l = swap ? b : a, *r = swap ? a : b;
    unsigned again = j->k->compare(&j->plan, equal, dst, l, r, whole);
    if (n > whole)
        again |= j->k->compare(
            &j->plan, equal, dst + whole / 64,
            num_vector_padded(x, l + at, n - whole, j->plan.bytes),
            num_vector_padded(y, r + at, n - whole, j->plan.bytes), STEP);
    for (size_t i = 0; i * 64 < n; i++)
        dst[i] ^= invert ? UINT64_MAX : 0;
    if (n > whole)
        dst[whole / 64] &= pto_low_bits((unsigned)(n - whole));
    if (again)
        num_each_compare(f, c, j->type, dst, a, b, n, j->env);
}

void num_compare_n(unsigned level, pto_compare_fn *f, pto_compare c,
                   pto_dtype t, uint64_t *dst, const void *a, const void *b,
                   size_t n, pto_fenv *env)
{
    num_vector_job j = {.k = kernels_of(level), .type = t, .env = env};
    bool known = f == pto_num_compare && c < PTO_COMPARE_COUNT;
    if (!known || !make_plan(&j, WORDS | SIGNED | CODES, 0)) {
        num_each_compare(f, c, t, dst, a, b, n, env);
        return;
    }
    for (size_t done = 0, m; done < n; done += m) {
        m = n - done < BLOCK ? n - done : BLOCK;
        size_t at = done * j.plan.bytes;
        compare_block(&j, c, f, dst + done / 64, (const uint8_t *)a + at,
                      (const uint8_t *)b + at, m);
    }
}

void num_select_n(unsigned level, pto_dtype t, void *dst, const uint64_t *bits,
                  const void *a, const void *b, size_t n)
{
    uint8_t x[STEP * 8], y[STEP * 8], r[STEP * 8];
    const num_vector_kernels *k = kernels_of(level);
    unsigned bytes = num_format(t)->storage_bits / 8;
    size_t whole = bytes ? n - n % STEP : 0, at = whole * bytes;
    k->select(bytes, dst, bits, a, b, whole);
    for (size_t i = whole; !bytes && i < n; i++)
        pto_lane_set(t, dst, i,
                     pto_lane_get(t, bits[i / 64] >> i % 64 & 1 ? a : b, i));
    if (!bytes || n == whole)
        return;
    k->select(bytes, r, bits + whole / 64,
              num_vector_padded(x, (const uint8_t *)a + at, n - whole, bytes),
              num_vector_padded(y, (const uint8_t *)b + at, n - whole, bytes),
              STEP);
    memcpy((uint8_t *)dst + at, r, (n - whole) * bytes);
}
