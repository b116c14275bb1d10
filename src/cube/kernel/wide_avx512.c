/*
 * FP64 containers with AVX-512: rounding to odd costs two FMAs with opposite
 * rounding. What is rare (overflow, NaN, a first underflow) is left to the
 * careful strip of container.h.
 */
#include "cube/kernel/avx512.h"

#if defined(__AVX512BW__)
#include "cube/kernel/vector_avx512.h"

#include "cube/kernel/container.h"

/* FP64 bits from where on a sum overflows FP32: 2^128 - 2^103. */
static const int64_t overflow_from = INT64_C(0x47effffff0000000);

enum { ROWS = 4, VECTORS = 2, STRIP = VECTORS * CUBE_WIDE_LANES, WATCHES = 4 };

/* What the lanes have seen. */
typedef struct watch {
    __m512i top;  /* greatest doubled magnitude */
    __m512i lost; /* but for the sign, nonzero where one was inexact */
    __m512i low;  /* least of the same less one: zero counts as huge */
} watch;

LANES __m512i xor_into(__m512i all, __m512d x, __m512d y)
{
    return _mm512_ternarylogic_epi64(all, _mm512_castpd_si512(x),
                                     _mm512_castpd_si512(y), 0xf6);
}

LANES __m512d fast_term(__m512d a, __m512d b, __m512d c, bool know_nx,
                        bool know_uf, watch *w)
{
    __m512d down = _mm512_fmadd_round_pd(
        a, b, c, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
    __m512d up = _mm512_fmadd_round_pd(
        a, b, c, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
    __mmask8 odd =
        _mm512_test_epi64_mask(_mm512_castpd_si512(down), _mm512_set1_epi64(1));
    __m512d s = _mm512_mask_mov_pd(up, odd, down);
    __m512d e = _mm512_and_pd(
        s, _mm512_castsi512_pd(_mm512_set1_epi64(cube_exponent_field)));
    __m512d grid = _mm512_mul_pd(_mm512_max_pd(e, _mm512_set1_pd(0x1p-126)),
                                 _mm512_set1_pd(cube_grid_factor));
    __m512d r = _mm512_sub_pd(_mm512_add_pd(s, grid), grid);
    /* r | (s & sign): a negative result that rounds to zero keeps its sign. */
    r = _mm512_castsi512_pd(_mm512_ternarylogic_epi64(
        _mm512_castpd_si512(r), _mm512_castpd_si512(s),
        _mm512_set1_epi64(cube_sign_field), 0xf8));
    if (!know_nx)
        w->lost = xor_into(xor_into(w->lost, down, up), r, s);
    __m512i bits = _mm512_castpd_si512(s);
    bits = _mm512_add_epi64(bits, bits);
    w->top = _mm512_max_epu64(w->top, bits);
    if (!know_uf)
        w->low = _mm512_min_epu64(w->low,
                                  _mm512_sub_epi64(bits, _mm512_set1_epi64(1)));
    return r;
}

/* Lanes that overflowed, or may have underflowed for the first time. */
static inline __mmask8 trouble_of(const watch *w, bool know_uf)
{
    __mmask8 over = _mm512_cmpge_epu64_mask(
        w->top, _mm512_set1_epi64((int64_t)(2 * (uint64_t)overflow_from)));
    __m512i tiny = _mm512_set1_epi64(2 * cube_min_normal);
    return know_uf ? over : over | _mm512_cmplt_epu64_mask(w->low, tiny);
}

static inline uint32_t lost_of(const watch w[WATCHES])
{
    __m512i lost = _mm512_setzero_si512();
    for (int i = 0; i < WATCHES; i++)
        lost = _mm512_or_si512(lost, w[i].lost);
    __m512i magnitude = _mm512_set1_epi64(~cube_sign_field);
    return _mm512_test_epi64_mask(lost, magnitude) ? PTO_NX : 0;
}

static inline __m512d load_widened(const uint32_t *d)
{
    return (__m512d)cube_load_narrow(d);
}

/* Flags of a strip whose sums stayed finite, or false: D is untouched then. */
LANES bool fast_strip(const cube_tile *t, uint32_t row, int rows,
                      uint32_t column, bool know_nx, bool know_uf,
                      uint32_t *flags)
{
    const double *a = (const double *)t->a + (size_t)row * CUBE_PITCH_K;
    const double *b = (const double *)t->b + column;
    uint32_t *d = t->d + row * t->pitch + column;
    __m512d acc[ROWS * VECTORS], line[VECTORS];
    watch w[WATCHES];
    CUBE_UNROLL
    for (int i = 0; i < WATCHES; i++)
        w[i] = (watch){_mm512_setzero_si512(), _mm512_setzero_si512(),
                       _mm512_set1_epi64(-1)};
    CUBE_UNROLL
    for (int x = 0; x < rows * VECTORS; x++)
        acc[x] = t->fresh
                     ? _mm512_setzero_pd()
                     : load_widened(d + (size_t)(x / VECTORS) * t->pitch +
                                    (size_t)(x % VECTORS) * CUBE_WIDE_LANES);
    for (uint32_t k = 0; k < t->steps; k++) {
        CUBE_UNROLL
        for (int j = 0; j < VECTORS; j++)
            line[j] = _mm512_loadu_pd(b + j * CUBE_WIDE_LANES);
        CUBE_UNROLL
        for (int x = 0; x < rows * VECTORS; x++)
            acc[x] = fast_term(_mm512_set1_pd(a[x / VECTORS * CUBE_PITCH_K]),
                               line[x % VECTORS], acc[x], know_nx, know_uf,
                               &w[x % WATCHES]);
        a++;
        b += t->columns;
    }
    __mmask8 trouble = 0;
    CUBE_UNROLL
    for (int i = 0; i < WATCHES; i++)
        trouble |= trouble_of(&w[i], know_uf);
    CUBE_UNROLL
    for (int x = 0; x < rows * VECTORS; x++)
        trouble |= _mm512_cmp_pd_mask(acc[x], acc[x], _CMP_UNORD_Q);
    if (trouble)
        return false;
    CUBE_UNROLL
    for (int x = 0; x < rows * VECTORS; x++)
        cube_store_narrow(d + (size_t)(x / VECTORS) * t->pitch +
                              (size_t)(x % VECTORS) * CUBE_WIDE_LANES,
                          (cube_f64)acc[x]);
    if (!know_nx)
        *flags |= lost_of(w);
    return true;
}

LANES bool known_strip(const cube_tile *t, uint32_t row, int rows,
                       uint32_t column, uint32_t *flags)
{
    if (!(*flags & PTO_NX))
        return fast_strip(t, row, rows, column, false, false, flags);
    if (!(*flags & PTO_UF))
        return fast_strip(t, row, rows, column, true, false, flags);
    return fast_strip(t, row, rows, column, true, true, flags);
}

static bool strip(const cube_tile *t, uint32_t row, uint32_t rows,
                  uint32_t column, uint32_t *flags)
{
    switch (rows) {
    case 1: return known_strip(t, row, 1, column, flags);
    case 2: return known_strip(t, row, 2, column, flags);
    case 3: return known_strip(t, row, 3, column, flags);
    }
    return known_strip(t, row, ROWS, column, flags);
}

static uint32_t careful(const cube_tile *t, uint32_t row, uint32_t rows,
                        uint32_t column)
{
    cube_tile part = *t;
    part.a = (const double *)t->a + (size_t)row * CUBE_PITCH_K;
    part.d = t->d + row * t->pitch;
    part.rows = rows;
    return cube_wide_columns(&part, column, column + STRIP);
}

uint32_t cube_wide_avx512(const cube_tile *t)
{
    uint32_t flags = t->known, groups = (t->rows + ROWS - 1) / ROWS;
    for (uint32_t c = 0; c < t->columns; c += STRIP) {
        for (uint32_t g = 0; g < groups; g++) {
            uint32_t r = t->rows * g / groups;
            uint32_t rows = t->rows * (g + 1) / groups - r;
            if (!strip(t, r, rows, c, &flags))
                flags |= careful(t, r, rows, c);
        }
    }
    return flags;
}

#endif
