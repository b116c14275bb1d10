/* Arrays an element at a time: any function, any type, any mode. */
#include "num/vector/element.h"

#include "num/num.h"

enum { STRETCH = 256 }; /* even, and a multiple of 64 */

/* `bytes` is a constant where these are called, so that they unroll. */
static inline void load(const uint8_t *from, unsigned bytes, size_t n,
                        uint64_t *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = pto_load_le(from + i * bytes, bytes);
}

static inline void store(uint8_t *to, unsigned bytes, size_t n,
                         const uint64_t *in)
{
    for (size_t i = 0; i < n; i++)
        pto_store_le(to + i * bytes, bytes, in[i]);
}

static void read(pto_dtype t, const void *array, size_t first, size_t n,
                 uint64_t *out)
{
    const uint8_t *from = array;
    switch (num_format(t)->storage_bits) {
    case 8: load(from + first, 1, n, out); return;
    case 16: load(from + first * 2, 2, n, out); return;
    case 32: load(from + first * 4, 4, n, out); return;
    case 64: load(from + first * 8, 8, n, out); return;
    }
    for (size_t i = 0; i < n; i++)
        out[i] = pto_lane_get(t, array, first + i);
}

static void write(pto_dtype t, void *array, size_t first, size_t n,
                  const uint64_t *in)
{
    uint8_t *to = array;
    switch (num_format(t)->storage_bits) {
    case 8: store(to + first, 1, n, in); return;
    case 16: store(to + first * 2, 2, n, in); return;
    case 32: store(to + first * 4, 4, n, in); return;
    case 64: store(to + first * 8, 8, n, in); return;
    }
    for (size_t i = 0; i < n; i++)
        pto_lane_set(t, array, first + i, in[i]);
}

static size_t stretch(size_t left)
{
    return left < STRETCH ? left : STRETCH;
}

void num_each(num_element_fn f, pto_dtype t, void *dst,
              const void *const args[3], size_t n, pto_fenv *env)
{
    uint64_t x[3][STRETCH];
    unsigned operands = f.one ? 1 : f.two ? 2 : 3;
    for (size_t done = 0, m; done < n; done += m) {
        m = stretch(n - done);
        for (unsigned k = 0; k < operands; k++)
            read(t, args[k], done, m, x[k]);
        for (size_t i = 0; i < m; i++)
            x[0][i] = f.one   ? f.one(t, x[0][i], env)
                      : f.two ? f.two(t, x[0][i], x[1][i], env)
                              : f.three(t, x[0][i], x[1][i], x[2][i], env);
        write(t, dst, done, m, x[0]);
    }
}

void num_each_compare(pto_compare_fn *f, pto_compare c, pto_dtype t,
                      uint64_t *dst, const void *a, const void *b, size_t n,
                      pto_fenv *env)
{
    uint64_t x[STRETCH], y[STRETCH];
    for (size_t done = 0, m; done < n; done += m) {
        m = stretch(n - done);
        read(t, a, done, m, x);
        read(t, b, done, m, y);
        for (size_t i = 0; i < m; i++) {
            uint64_t *word = &dst[(done + i) / 64];
            if (i % 64 == 0)
                *word = 0;
            *word |= (uint64_t)f(c, t, x[i], y[i], env) << i % 64;
        }
    }
}
