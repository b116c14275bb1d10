/* Integer kernels for AVX-512: pairs of 16-bit numbers, and 32-bit ones. */
#include "cube/kernel/avx512.h"

#if defined(__x86_64__)
#include "cube/kernel/tile_avx512.h"

enum { VECTOR_BYTES = 64 };

static inline __attribute__((always_inline)) void tile_int(const cube_tile *t,
                                                           int rows,
                                                           int vectors,
                                                           bool pairs)
{
    const int32_t *a = t->a;
    const uint8_t *b = t->b;
    uint32_t *d = t->d;
    __m512i acc[CUBE_MAX_ROWS * VECTORS], line[VECTORS];
    CUBE_UNROLL
    for (int x = 0; x < rows * vectors; x++)
        acc[x] = t->fresh ? _mm512_setzero_si512()
                          : _mm512_loadu_si512(d + at(t, x, vectors));
    for (uint32_t k = 0; k < t->kc; k += pairs ? 2 : 1) {
        CUBE_UNROLL
        for (int j = 0; j < vectors; j++)
            line[j] = _mm512_load_si512(b + j * VECTOR_BYTES);
        CUBE_UNROLL
        for (int x = 0; x < rows * vectors; x++) {
            __m512i left = _mm512_set1_epi32(a[x / vectors * CUBE_PITCH_K]);
            __m512i p = pairs ? _mm512_madd_epi16(left, line[x % vectors])
                              : _mm512_mullo_epi32(left, line[x % vectors]);
            acc[x] = _mm512_add_epi32(acc[x], p);
        }
        a++;
        b += vectors * VECTOR_BYTES;
    }
    CUBE_UNROLL
    for (int x = 0; x < rows * vectors; x++)
        _mm512_storeu_si512(d + at(t, x, vectors), acc[x]);
}

static inline __attribute__((always_inline)) void tile_s16(const cube_tile *t,
                                                           int rows,
                                                           int vectors)
{
    tile_int(t, rows, vectors, true);
}

/* One instruction a pair, where the processor has it: the same sums. */
static inline __attribute__((always_inline, target("avx512vnni"))) void
tile_dot(const cube_tile *t, int rows, int vectors)
{
    const int32_t *a = t->a;
    const uint8_t *b = t->b;
    uint32_t *d = t->d;
    __m512i acc[CUBE_MAX_ROWS * VECTORS], line[VECTORS];
    CUBE_UNROLL
    for (int x = 0; x < rows * vectors; x++)
        acc[x] = t->fresh ? _mm512_setzero_si512()
                          : _mm512_loadu_si512(d + at(t, x, vectors));
    for (uint32_t k = 0; k < t->kc; k += 2) {
        CUBE_UNROLL
        for (int j = 0; j < vectors; j++)
            line[j] = _mm512_load_si512(b + j * VECTOR_BYTES);
        CUBE_UNROLL
        for (int x = 0; x < rows * vectors; x++)
            acc[x] = _mm512_dpwssd_epi32(
                acc[x], _mm512_set1_epi32(a[x / vectors * CUBE_PITCH_K]),
                line[x % vectors]);
        a++;
        b += vectors * VECTOR_BYTES;
    }
    CUBE_UNROLL
    for (int x = 0; x < rows * vectors; x++)
        _mm512_storeu_si512(d + at(t, x, vectors), acc[x]);
}

static inline __attribute__((always_inline)) void tile_s32(const cube_tile *t,
                                                           int rows,
                                                           int vectors)
{
    tile_int(t, rows, vectors, false);
}

__attribute__((target("avx512vnni"))) void cube_dot_avx512(const cube_tile *t)
{
    with_columns(tile_dot, t);
}

void cube_pairs_avx512(const cube_tile *t)
{
    with_columns(tile_s16, t);
}

void cube_integers_avx512(const cube_tile *t)
{
    with_columns(tile_s32, t);
}
#endif
