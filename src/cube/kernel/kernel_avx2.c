/* Kernels for AVX2 with FMA and F16C. */
#include "cube/kernel/kernel.h"

#if defined(__x86_64__)
#define VECTOR_BYTES 32
#include "cube/kernel/container.h"
#include "cube/kernel/decode.h"
#include "cube/kernel/lines.h"

#include <immintrin.h>

#include "cube/kernel/mxcsr.h"

enum { VECTOR = 8, VECTORS = 2, PANEL = VECTOR * VECTORS };

static inline __m256i load(const void *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

static inline void store(void *p, __m256i v)
{
    _mm256_storeu_si256((__m256i *)p, v);
}

/* Where accumulator x lies in D. */
static inline size_t at(const cube_tile *t, int x, int vectors)
{
    return (size_t)(x / vectors) * t->pitch + (size_t)(x % vectors) * VECTOR;
}

/*
 * Accumulator x of a tile is row x / vectors, vector x % vectors. `rows` and
 * `vectors` are constants wherever these are inlined.
 */
static inline __attribute__((always_inline)) void tile_f32(const cube_tile *t,
                                                           int rows,
                                                           int vectors)
{
    const float *a = t->a, *b = t->b;
    float *d = (float *)(void *)t->d;
    __m256 acc[CUBE_MAX_ROWS * VECTORS], line[VECTORS];
    CUBE_UNROLL
    for (int x = 0; x < rows * vectors; x++)
        acc[x] = t->fresh ? _mm256_setzero_ps()
                          : _mm256_loadu_ps(d + at(t, x, vectors));
    for (uint32_t k = 0; k < t->kc; k++) {
        CUBE_UNROLL
        for (int j = 0; j < vectors; j++)
            line[j] = _mm256_load_ps(b + j * VECTOR);
        CUBE_UNROLL
        for (int x = 0; x < rows * vectors; x++)
            acc[x] =
                _mm256_fmadd_ps(_mm256_set1_ps(a[x / vectors * CUBE_PITCH_K]),
                                line[x % vectors], acc[x]);
        a++;
        b += vectors * VECTOR;
    }
    CUBE_UNROLL
    for (int x = 0; x < rows * vectors; x++)
        _mm256_storeu_ps(d + at(t, x, vectors), acc[x]);
}

static inline __attribute__((always_inline)) void tile_int(const cube_tile *t,
                                                           int rows,
                                                           int vectors,
                                                           bool pairs)
{
    const int32_t *a = t->a;
    const uint8_t *b = t->b;
    uint32_t *d = t->d;
    __m256i acc[CUBE_MAX_ROWS * VECTORS], line[VECTORS];
    CUBE_UNROLL
    for (int x = 0; x < rows * vectors; x++)
        acc[x] =
            t->fresh ? _mm256_setzero_si256() : load(d + at(t, x, vectors));
    for (uint32_t k = 0; k < t->kc; k += pairs ? 2 : 1) {
        CUBE_UNROLL
        for (int j = 0; j < vectors; j++)
            line[j] = load(b + j * VECTOR_BYTES);
        CUBE_UNROLL
        for (int x = 0; x < rows * vectors; x++) {
            __m256i left = _mm256_set1_epi32(a[x / vectors * CUBE_PITCH_K]);
            __m256i p = pairs ? _mm256_madd_epi16(left, line[x % vectors])
                              : _mm256_mullo_epi32(left, line[x % vectors]);
            acc[x] = _mm256_add_epi32(acc[x], p);
        }
        a++;
        b += vectors * VECTOR_BYTES;
    }
    CUBE_UNROLL
    for (int x = 0; x < rows * vectors; x++)
        store(d + at(t, x, vectors), acc[x]);
}

static inline __attribute__((always_inline)) void tile_s16(const cube_tile *t,
                                                           int rows,
                                                           int vectors)
{
    tile_int(t, rows, vectors, true);
}

static inline __attribute__((always_inline)) void tile_s32(const cube_tile *t,
                                                           int rows,
                                                           int vectors)
{
    tile_int(t, rows, vectors, false);
}

typedef void tile_fn(const cube_tile *t, int rows, int vectors);

/* Every row count gets registers of its own. */
static inline __attribute__((always_inline)) void with_rows(tile_fn *tile,
                                                            const cube_tile *t,
                                                            int vectors)
{
    switch (t->rows) {
    case 1: tile(t, 1, vectors); break;
    case 2: tile(t, 2, vectors); break;
    case 3: tile(t, 3, vectors); break;
    case 4: tile(t, 4, vectors); break;
    case 5: tile(t, 5, vectors); break;
    default: tile(t, 6, vectors); break;
    }
}

static inline __attribute__((always_inline)) void with_columns(
    tile_fn *tile, const cube_tile *t)
{
    if (t->columns == VECTOR)
        with_rows(tile, t, 1);
    else
        with_rows(tile, t, 2);
}

static void multiply_f32(const cube_tile *t)
{
    with_columns(tile_f32, t);
}

static void multiply_s16(const cube_tile *t)
{
    with_columns(tile_s16, t);
}

static void multiply_s32(const cube_tile *t)
{
    with_columns(tile_s32, t);
}

/* A signaling FP16 NaN becomes quiet here and raises the flag it would raise
 * in its first term. */
static void decode_fp16(const uint8_t *raw, uint64_t n, uint32_t *out)
{
    uint64_t i = 0;
    for (; i + VECTOR <= n; i += VECTOR) {
        __m128i h =
            _mm_loadu_si128((const __m128i *)(const void *)(raw + 2 * i));
        _mm256_storeu_ps((float *)(void *)(out + i), _mm256_cvtph_ps(h));
    }
    for (; i < n; i++) {
        uint16_t h;
        memcpy(&h, raw + 2 * i, sizeof h);
        float f = _cvtsh_ss(h);
        memcpy(out + i, &f, sizeof f);
    }
}

static void decode_bf16(const uint8_t *raw, uint64_t n, uint32_t *out)
{
    for (uint64_t i = 0; i < n; i++) {
        uint16_t h;
        memcpy(&h, raw + 2 * i, sizeof h);
        out[i] = (uint32_t)h << 16;
    }
}

static void decode_4(const cube_codes *table, const uint8_t *raw, uint64_t n,
                     uint32_t *out)
{
    __m256i low = load(table->value), high = load(table->value + 8);
    __m256i shifts = _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28);
    uint64_t i = 0;
    for (; i + VECTOR <= n; i += VECTOR) {
        int32_t eight;
        memcpy(&eight, raw + i / 2, sizeof eight);
        __m256i code = _mm256_srlv_epi32(_mm256_set1_epi32(eight), shifts);
        __m256i above = _mm256_slli_epi32(code, 28);
        __m256 v = _mm256_blendv_ps(
            _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(low, code)),
            _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(high, code)),
            _mm256_castsi256_ps(above));
        _mm256_storeu_ps((float *)(void *)(out + i), v);
    }
    cube_decode_line(table, raw + i / 2, n - i, out + i);
}

static void decode_line(const cube_codes *table, const uint8_t *raw, uint64_t n,
                        uint32_t *out)
{
    if (table->dtype == PTO_FP16)
        decode_fp16(raw, n, out);
    else if (table->dtype == PTO_BF16)
        decode_bf16(raw, n, out);
    else if (table->bits == 4)
        decode_4(table, raw, n, out);
    else
        cube_decode_line(table, raw, n, out);
}

static void decode(const cube_lines *l)
{
    for (uint64_t i = 0; i < l->lines; i++) {
        decode_line(l->table, l->raw + i * l->raw_pitch, l->n,
                    l->out + i * l->out_pitch);
        if (l->factors)
            lines_apply(l, i);
    }
}

static inline __m256i halves(__m256i a, __m256i b, bool upper)
{
    return upper ? _mm256_permute2x128_si256(a, b, 0x31)
                 : _mm256_permute2x128_si256(a, b, 0x20);
}

/* Eight registers of eight words, in place. */
static inline void transpose_registers(__m256i r[8])
{
    __m256i t[8];
    for (int i = 0; i < 8; i += 2) {
        t[i] = _mm256_unpacklo_epi32(r[i], r[i + 1]);
        t[i + 1] = _mm256_unpackhi_epi32(r[i], r[i + 1]);
    }
    for (int i = 0; i < 8; i += 4) {
        r[i] = _mm256_unpacklo_epi64(t[i], t[i + 2]);
        r[i + 1] = _mm256_unpackhi_epi64(t[i], t[i + 2]);
        r[i + 2] = _mm256_unpacklo_epi64(t[i + 1], t[i + 3]);
        r[i + 3] = _mm256_unpackhi_epi64(t[i + 1], t[i + 3]);
    }
    for (int i = 0; i < 4; i++) {
        t[i] = halves(r[i], r[i + 4], false);
        t[i + 4] = halves(r[i], r[i + 4], true);
    }
    memcpy(r, t, sizeof t);
}

static void transpose(const uint32_t *in, uint64_t in_pitch, uint32_t lines,
                      uint64_t n, uint32_t *out, uint64_t pitch)
{
    uint32_t whole = lines / VECTOR * VECTOR;
    uint64_t top = n / VECTOR * VECTOR;
    for (uint32_t j = 0; j < whole; j += VECTOR) {
        for (uint64_t i = 0; i < top; i += VECTOR) {
            __m256i r[8];
            for (uint32_t q = 0; q < VECTOR; q++)
                r[q] = load(in + (j + q) * in_pitch + i);
            transpose_registers(r);
            for (uint32_t q = 0; q < VECTOR; q++)
                store(out + (i + q) * pitch + j, r[q]);
        }
    }
    for (uint64_t i = 0; i < n; i++)
        for (uint32_t j = i < top ? whole : 0; j < lines; j++)
            out[i * pitch + j] = in[j * in_pitch + i];
}

static const cube_kernel kernel = {.level = PTO_LEVEL_AVX2,
                                   .panel = PANEL,
                                   .step = VECTOR,
                                   .rows = CUBE_MAX_ROWS,
                                   .enter = mxcsr_enter,
                                   .leave = mxcsr_leave,
                                   .collect = mxcsr_collect,
                                   .multiply_f32 = multiply_f32,
                                   .multiply_f64 = wide_multiply,
                                   .multiply_s16 = multiply_s16,
                                   .multiply_s32 = multiply_s32,
                                   .decode = decode,
                                   .factors = lines_factors,
                                   .canonical = lines_canonical,
                                   .transpose = transpose,
                                   .widen = wide_widen};

const cube_kernel *cube_kernel_avx2(void)
{
    return &kernel;
}

#else

const cube_kernel *cube_kernel_avx2(void)
{
    return NULL;
}
#endif
