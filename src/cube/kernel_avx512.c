/* Kernels for AVX-512 (F, BW, VL, DQ). */
#include "cube/kernel.h"

#if defined(__x86_64__)
#define VECTOR_BYTES 64
#include "cube/container.h"

#include <immintrin.h>

enum { VECTOR = 16, VECTORS = PTO_MAX_COLUMNS / VECTOR, HALFWORDS = 32 };

/* `rows` and `vectors` are constants wherever these are inlined. */
static inline __attribute__((always_inline)) void tile_f32(
    const pto_register_tile *t, int rows, int vectors)
{
    const float *a = t->a, *b = t->b;
    float *d = (float *)(void *)t->d;
    __m512 acc[PTO_MAX_ROWS][VECTORS];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < vectors; j++)
            acc[i][j] =
                t->fresh
                    ? _mm512_setzero_ps()
                    : _mm512_loadu_ps(d + (size_t)i * t->pitch + j * VECTOR);
    for (uint32_t k = 0; k < t->kc; k++) {
        __m512 line[VECTORS];
        for (int j = 0; j < vectors; j++)
            line[j] = _mm512_load_ps(b + j * VECTOR);
        for (int i = 0; i < rows; i++) {
            __m512 left = _mm512_set1_ps(a[i * PTO_PITCH_K]);
            for (int j = 0; j < vectors; j++)
                acc[i][j] = _mm512_fmadd_ps(left, line[j], acc[i][j]);
        }
        a++;
        b += vectors * VECTOR;
    }
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < vectors; j++)
            _mm512_storeu_ps(d + (size_t)i * t->pitch + j * VECTOR, acc[i][j]);
}

static inline __attribute__((always_inline)) void tile_int(
    const pto_register_tile *t, int rows, int vectors, bool pairs)
{
    const int32_t *a = t->a;
    const uint8_t *b = t->b;
    uint32_t *d = t->d;
    __m512i acc[PTO_MAX_ROWS][VECTORS];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < vectors; j++)
            acc[i][j] =
                t->fresh
                    ? _mm512_setzero_si512()
                    : _mm512_loadu_si512(d + (size_t)i * t->pitch + j * VECTOR);
    for (uint32_t k = 0; k < t->kc; k += pairs ? 2 : 1) {
        __m512i line[VECTORS];
        for (int j = 0; j < vectors; j++)
            line[j] = _mm512_load_si512(b + j * VECTOR_BYTES);
        for (int i = 0; i < rows; i++) {
            __m512i left = _mm512_set1_epi32(a[i * PTO_PITCH_K]);
            for (int j = 0; j < vectors; j++) {
                __m512i p = pairs ? _mm512_madd_epi16(left, line[j])
                                  : _mm512_mullo_epi32(left, line[j]);
                acc[i][j] = _mm512_add_epi32(acc[i][j], p);
            }
        }
        a++;
        b += vectors * VECTOR_BYTES;
    }
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < vectors; j++)
            _mm512_storeu_si512(d + (size_t)i * t->pitch + j * VECTOR,
                                acc[i][j]);
}

static inline __attribute__((always_inline)) void tile_s16(
    const pto_register_tile *t, int rows, int vectors)
{
    tile_int(t, rows, vectors, true);
}

static inline __attribute__((always_inline)) void tile_s32(
    const pto_register_tile *t, int rows, int vectors)
{
    tile_int(t, rows, vectors, false);
}

typedef void tile_fn(const pto_register_tile *t, int rows, int vectors);

/* Every row count gets registers of its own. */
static inline __attribute__((always_inline)) void with_rows(
    tile_fn *tile, const pto_register_tile *t, int vectors)
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
    tile_fn *tile, const pto_register_tile *t)
{
    switch (t->columns / VECTOR) {
    case 1: with_rows(tile, t, 1); break;
    case 2: with_rows(tile, t, 2); break;
    case 3: with_rows(tile, t, 3); break;
    default: with_rows(tile, t, 4); break;
    }
}

static void multiply_f32(const pto_register_tile *t)
{
    with_columns(tile_f32, t);
}

static void multiply_s16(const pto_register_tile *t)
{
    with_columns(tile_s16, t);
}

static void multiply_s32(const pto_register_tile *t)
{
    with_columns(tile_s32, t);
}

static __mmask16 first_lanes(uint64_t n)
{
    return n >= VECTOR ? 0xffff : (__mmask16)((1u << n) - 1);
}

static void decode_masked(const uint8_t *raw, uint64_t n, int must_be_zero,
                          uint32_t *out)
{
    __m512i bad = _mm512_set1_epi32(must_be_zero);
    for (uint64_t i = 0; i < n; i += VECTOR) {
        __mmask16 lanes = first_lanes(n - i);
        __m512i v = _mm512_maskz_loadu_epi32(lanes, raw + 4 * i);
        __mmask16 invalid = _mm512_test_epi32_mask(v, bad);
        v = _mm512_mask_set1_epi32(v, invalid, PTO_SIGNALING_NAN);
        _mm512_mask_storeu_epi32(out + i, lanes, v);
    }
}

/* A signaling FP16 NaN becomes quiet here and raises the flag it would raise
 * in its first term. */
static void decode_fp16(const uint8_t *raw, uint64_t n, uint32_t *out)
{
    for (uint64_t i = 0; i < n; i += VECTOR) {
        __mmask16 lanes = first_lanes(n - i);
        __m256i h = _mm256_maskz_loadu_epi16(lanes, raw + 2 * i);
        _mm512_mask_storeu_ps(out + i, lanes, _mm512_cvtph_ps(h));
    }
}

static void decode_16(const uint8_t *raw, uint64_t n, unsigned dtype,
                      uint32_t *out)
{
    for (uint64_t i = 0; i < n; i += VECTOR) {
        __mmask16 lanes = first_lanes(n - i);
        __m256i h = _mm256_maskz_loadu_epi16(lanes, raw + 2 * i);
        __m512i v = dtype == PTO_S16 ? _mm512_cvtepi16_epi32(h)
                                     : _mm512_cvtepu16_epi32(h);
        if (dtype == PTO_BF16)
            v = _mm512_slli_epi32(v, 16);
        _mm512_mask_storeu_epi32(out + i, lanes, v);
    }
}

static void decode_int8(const uint8_t *raw, uint64_t n, bool is_signed,
                        uint32_t *out)
{
    for (uint64_t i = 0; i < n; i += VECTOR) {
        __mmask16 lanes = first_lanes(n - i);
        __m128i b = _mm_maskz_loadu_epi8(lanes, raw + i);
        __m512i v =
            is_signed ? _mm512_cvtepi8_epi32(b) : _mm512_cvtepu8_epi32(b);
        _mm512_mask_storeu_epi32(out + i, lanes, v);
    }
}

/* 32 codes to the upper halves of their values: eight registers of table. */
static inline __m512i look_up(const __m512i table[8], __m512i code)
{
    __m512i q0 = _mm512_permutex2var_epi16(table[0], code, table[1]);
    __m512i q1 = _mm512_permutex2var_epi16(table[2], code, table[3]);
    __m512i q2 = _mm512_permutex2var_epi16(table[4], code, table[5]);
    __m512i q3 = _mm512_permutex2var_epi16(table[6], code, table[7]);
    __mmask32 bit6 = _mm512_test_epi16_mask(code, _mm512_set1_epi16(64));
    __mmask32 bit7 = _mm512_test_epi16_mask(code, _mm512_set1_epi16(128));
    __m512i low = _mm512_mask_blend_epi16(bit6, q0, q1);
    __m512i high = _mm512_mask_blend_epi16(bit6, q2, q3);
    return _mm512_mask_blend_epi16(bit7, low, high);
}

static inline void store_upper(uint32_t *out, uint64_t left, __m256i upper)
{
    __m512i v = _mm512_slli_epi32(_mm512_cvtepu16_epi32(upper), 16);
    _mm512_mask_storeu_epi32(out, first_lanes(left), v);
}

static void decode_8(const pto_code_table *table, const uint8_t *raw,
                     uint64_t n, uint32_t *out)
{
    __m512i t[8];
    for (int i = 0; i < 8; i++)
        t[i] = _mm512_loadu_si512(table->upper + HALFWORDS * i);
    for (uint64_t i = 0; i < n; i += HALFWORDS) {
        uint64_t left = n - i;
        __mmask32 lanes =
            left >= HALFWORDS ? 0xffffffff : (__mmask32)((1u << left) - 1);
        __m256i bytes = _mm256_maskz_loadu_epi8(lanes, raw + i);
        __m512i v = look_up(t, _mm512_cvtepu8_epi16(bytes));
        store_upper(out + i, left, _mm512_castsi512_si256(v));
        if (left > VECTOR)
            store_upper(out + i + VECTOR, left - VECTOR,
                        _mm512_extracti64x4_epi64(v, 1));
    }
}

/* Sixteen bytes are 32 nibbles, the low one first. */
static void decode_4(const pto_code_table *table, const uint8_t *raw,
                     uint64_t n, uint32_t *out)
{
    __m512i t = _mm512_loadu_si512(table->value);
    __m128i low_nibble = _mm_set1_epi8(15);
    for (uint64_t i = 0; i < n; i += HALFWORDS) {
        uint64_t left = n - i;
        __mmask16 bytes = first_lanes((left + 1) / 2);
        __m128i b = _mm_maskz_loadu_epi8(bytes, raw + i / 2);
        __m128i even = _mm_and_si128(b, low_nibble);
        __m128i odd = _mm_and_si128(_mm_srli_epi16(b, 4), low_nibble);
        __m512i first = _mm512_cvtepu8_epi32(_mm_unpacklo_epi8(even, odd));
        __m512i second = _mm512_cvtepu8_epi32(_mm_unpackhi_epi8(even, odd));
        _mm512_mask_storeu_epi32(out + i, first_lanes(left),
                                 _mm512_permutexvar_epi32(first, t));
        if (left > VECTOR)
            _mm512_mask_storeu_epi32(out + i + VECTOR,
                                     first_lanes(left - VECTOR),
                                     _mm512_permutexvar_epi32(second, t));
    }
}

static void decode(const pto_code_table *table, const uint8_t *raw, uint64_t n,
                   uint32_t *out)
{
    switch (table->dtype) {
    case PTO_FP32: memcpy(out, raw, n * sizeof *out); break;
    case PTO_TF32:
    case PTO_HF32: decode_masked(raw, n, (int)table->must_be_zero, out); break;
    case PTO_FP16: decode_fp16(raw, n, out); break;
    case PTO_BF16:
    case PTO_S16:
    case PTO_U16: decode_16(raw, n, table->dtype, out); break;
    case PTO_S8: decode_int8(raw, n, true, out); break;
    case PTO_U8: decode_int8(raw, n, false, out); break;
    default:
        if (table->bits == 4)
            decode_4(table, raw, n, out);
        else
            decode_8(table, raw, n, out);
    }
}

/* Sixteen registers of sixteen words, in place, in four butterfly steps. */
static inline void transpose_registers(__m512i r[16])
{
    __m512i t[16];
    for (int i = 0; i < 16; i += 2) {
        t[i] = _mm512_unpacklo_epi32(r[i], r[i + 1]);
        t[i + 1] = _mm512_unpackhi_epi32(r[i], r[i + 1]);
    }
    for (int i = 0; i < 16; i += 4) {
        r[i] = _mm512_unpacklo_epi64(t[i], t[i + 2]);
        r[i + 1] = _mm512_unpackhi_epi64(t[i], t[i + 2]);
        r[i + 2] = _mm512_unpacklo_epi64(t[i + 1], t[i + 3]);
        r[i + 3] = _mm512_unpackhi_epi64(t[i + 1], t[i + 3]);
    }
    for (int i = 0; i < 4; i++) {
        t[i] = _mm512_shuffle_i32x4(r[i], r[i + 4], 0x88);
        t[i + 4] = _mm512_shuffle_i32x4(r[i], r[i + 4], 0xdd);
        t[i + 8] = _mm512_shuffle_i32x4(r[i + 8], r[i + 12], 0x88);
        t[i + 12] = _mm512_shuffle_i32x4(r[i + 8], r[i + 12], 0xdd);
    }
    for (int i = 0; i < 8; i++) {
        r[i] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0x88);
        r[i + 8] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0xdd);
    }
}

static void transpose(const uint32_t *in, uint64_t in_pitch, uint32_t lines,
                      uint64_t n, uint32_t *out, uint64_t pitch)
{
    __mmask16 across = first_lanes(lines);
    for (uint64_t i = 0; i < n; i += VECTOR) {
        __mmask16 lanes = first_lanes(n - i);
        __m512i r[16];
        for (uint32_t j = 0; j < 16; j++)
            r[j] = j < lines
                       ? _mm512_maskz_loadu_epi32(lanes, in + j * in_pitch + i)
                       : _mm512_setzero_si512();
        transpose_registers(r);
        uint64_t rows = n - i < VECTOR ? n - i : VECTOR;
        for (uint64_t q = 0; q < rows; q++)
            _mm512_mask_storeu_epi32(out + (i + q) * pitch, across, r[q]);
    }
}

static const pto_kernel kernel = {.level = PTO_LEVEL_AVX512,
                                  .panel = PTO_MAX_COLUMNS,
                                  .step = VECTOR,
                                  .rows = PTO_MAX_ROWS,
                                  .multiply_f32 = multiply_f32,
                                  .multiply_f64 = wide_multiply,
                                  .multiply_s16 = multiply_s16,
                                  .multiply_s32 = multiply_s32,
                                  .decode = decode,
                                  .transpose = transpose,
                                  .widen = wide_widen};

const pto_kernel *pto_kernel_avx512(void)
{
    return &kernel;
}

#else

const pto_kernel *pto_kernel_avx512(void)
{
    return NULL;
}
#endif
