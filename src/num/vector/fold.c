/* Folds: rows into a row of accumulators, and one row into one element. */
#include "num/vector/element.h"

#include <string.h>

enum { STEP = NUM_VECTOR_STEP, CHUNK = 32 /* rows padded at once */ };

/* Has the fold a kernel? Which rows have one stands in operation.def. */
static bool folds(uint32_t op)
{
    static const bool rows[] = {
#define VECTOR(name, operands, function, kernels, folds) folds,
#include "num/vector/operation.def"
#undef VECTOR
    };
    return rows[op];
}

static void fold_slowly(const num_vector_job *j, void *acc, const uint8_t *rows,
                        size_t step, size_t count, size_t n)
{
    uint64_t next[NUM_FOLD_MOST];
    for (size_t r = 0; r < count; r++, rows += step) {
        num_map2(j->level, j->f.two, j->type, next, acc, rows, n, j->env);
        size_t bytes = n * num_format(j->type)->storage_bits / 8;
        memcpy(acc, next, bytes);
        if (num_format(j->type)->storage_bits == 4 && n % 2)
            pto_lane_set(j->type, acc, n - 1,
                         pto_lane_get(j->type, next, n - 1));
    }
}

/* n is below STEP. */
static unsigned fold_rest(const num_vector_job *j, uint8_t *acc,
                          const uint8_t *rows, size_t step, size_t count,
                          size_t n)
{
    uint8_t sums[STEP * 8], room[CHUNK][STEP * 8];
    unsigned bytes = j->plan.bytes, flags = 0;
    num_vector_padded(sums, acc, n, bytes);
    for (size_t done = 0, m; done < count; done += m) {
        m = count - done < CHUNK ? count - done : CHUNK;
        for (size_t r = 0; r < m; r++)
            num_vector_padded(room[r], rows + (done + r) * step, n, bytes);
        flags |= j->k->fold(&j->plan, sums, room, sizeof room[0], m, STEP);
    }
    memcpy(acc, sums, n * bytes);
    return flags;
}

void num_fold_rows(unsigned level, pto_fn2 *f, pto_dtype t, void *acc,
                   const void *rows, size_t step, size_t count, size_t n,
                   pto_fenv *env)
{
    num_vector_job j;
    uint64_t sums[NUM_FOLD_MOST];
    bool fast = num_vector_start(&j, level, (num_element_fn){.two = f}, t, env);
    if (!fast || j.narrow || !folds(j.plan.op)) {
        fold_slowly(&j, acc, rows, step, count, n);
        return;
    }
    size_t whole = n - n % STEP, at = whole * j.plan.bytes;
    memcpy(sums, acc, n * j.plan.bytes);
    unsigned flags = j.k->fold(&j.plan, sums, rows, step, count, whole);
    if (n > whole)
        flags |= fold_rest(&j, (uint8_t *)sums + at, (const uint8_t *)rows + at,
                           step, count, n - whole);
    if (flags & NUM_VECTOR_AGAIN) {
        fold_slowly(&j, acc, rows, step, count, n);
        return;
    }
    memcpy(acc, sums, n * j.plan.bytes);
    env->flags |= (uint8_t)flags;
}

bool num_fold_lines(unsigned level, pto_fn2 *f, pto_dtype t, void *dst,
                    const void *rows, size_t step, size_t count, size_t n)
{
    num_vector_job j;
    pto_fenv env = {.round = PTO_RNE};
    return n && n % STEP == 0 &&
           num_vector_start(&j, level, (num_element_fn){.two = f}, t, &env) &&
           j.plan.kind != NUM_HOST && folds(j.plan.op) &&
           !j.k->lines(&j.plan, dst, rows, step, count, n);
}
