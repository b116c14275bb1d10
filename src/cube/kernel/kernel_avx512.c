/* Kernels for AVX-512 (F, BW, VL, DQ). */
#include "cube/kernel/kernel.h"

#if defined(__x86_64__)
#define VECTOR_BYTES 64
#include "cube/kernel/avx512.h"
#include "cube/kernel/container.h"
#include "cube/kernel/lines.h"
#include "cube/kernel/mxcsr.h"
#include "cube/kernel/tile_avx512.h"

enum { HALFWORDS = 32 };

static inline __attribute__((always_inline)) void tile_f32(const cube_tile *t,
                                                           int rows,
                                                           int vectors)
{
    const float *a = t->a, *b = t->b;
    float *d = (float *)(void *)t->d;
    __m512 acc[CUBE_MAX_ROWS * VECTORS], line[VECTORS];
    CUBE_UNROLL
    for (int x = 0; x < rows * vectors; x++)
        acc[x] = t->fresh ? _mm512_setzero_ps()
                          : _mm512_loadu_ps(d + at(t, x, vectors));
    for (uint32_t k = 0; k < t->kc; k++) {
        CUBE_UNROLL
        for (int j = 0; j < vectors; j++)
            line[j] = _mm512_load_ps(b + j * VECTOR);
        CUBE_UNROLL
        for (int x = 0; x < rows * vectors; x++)
            acc[x] =
                _mm512_fmadd_ps(_mm512_set1_ps(a[x / vectors * CUBE_PITCH_K]),
                                line[x % vectors], acc[x]);
        a++;
        b += vectors * VECTOR;
    }
    CUBE_UNROLL
    for (int x = 0; x < rows * vectors; x++)
        _mm512_storeu_ps(d + at(t, x, vectors), acc[x]);
}

static void multiply_f32(const cube_tile *t)
{
    with_columns(tile_f32, t);
}

static __mmask16 first_lanes(uint64_t n)
{
    uint32_t mask = n >= VECTOR ? 0xffffu : (1u << n) - 1;
    return (__mmask16)mask;
}

/* FP32, TF32, HF32: bits that have to be zero and are not make a NaN. */
static inline void decode_32(const cube_codes *t, const uint8_t *raw,
                             uint64_t n, uint32_t *out)
{
    __m512i bad = _mm512_set1_epi32((int)t->must_be_zero);
    for (uint64_t i = 0; i < n; i += VECTOR) {
        __mmask16 lanes = first_lanes(n - i);
        __m512i v = _mm512_maskz_loadu_epi32(lanes, raw + 4 * i);
        __mmask16 invalid = _mm512_test_epi32_mask(v, bad);
        v = _mm512_mask_set1_epi32(v, invalid, CUBE_SIGNALING_NAN);
        _mm512_mask_storeu_epi32(out + i, lanes, v);
    }
}

/*
 * A signaling FP16 NaN becomes quiet here, and raises the flag that it would
 * raise in its first term.
 */
static inline void decode_fp16(const cube_codes *t, const uint8_t *raw,
                               uint64_t n, uint32_t *out)
{
    (void)t;
    for (uint64_t i = 0; i < n; i += VECTOR) {
        __mmask16 lanes = first_lanes(n - i);
        __m256i h = _mm256_maskz_loadu_epi16(lanes, raw + 2 * i);
        _mm512_mask_storeu_ps(out + i, lanes, _mm512_cvtph_ps(h));
    }
}

static inline void decode_bf16(const cube_codes *t, const uint8_t *raw,
                               uint64_t n, uint32_t *out)
{
    (void)t;
    for (uint64_t i = 0; i < n; i += VECTOR) {
        __mmask16 lanes = first_lanes(n - i);
        __m512i v =
            _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(lanes, raw + 2 * i));
        _mm512_mask_storeu_epi32(out + i, lanes, _mm512_slli_epi32(v, 16));
    }
}

static inline void decode_s16(const cube_codes *t, const uint8_t *raw,
                              uint64_t n, uint32_t *out)
{
    (void)t;
    for (uint64_t i = 0; i < n; i += VECTOR) {
        __mmask16 lanes = first_lanes(n - i);
        __m256i h = _mm256_maskz_loadu_epi16(lanes, raw + 2 * i);
        _mm512_mask_storeu_epi32(out + i, lanes, _mm512_cvtepi16_epi32(h));
    }
}

static inline void decode_u16(const cube_codes *t, const uint8_t *raw,
                              uint64_t n, uint32_t *out)
{
    (void)t;
    for (uint64_t i = 0; i < n; i += VECTOR) {
        __mmask16 lanes = first_lanes(n - i);
        __m256i h = _mm256_maskz_loadu_epi16(lanes, raw + 2 * i);
        _mm512_mask_storeu_epi32(out + i, lanes, _mm512_cvtepu16_epi32(h));
    }
}

static inline void decode_s8(const cube_codes *t, const uint8_t *raw,
                             uint64_t n, uint32_t *out)
{
    (void)t;
    for (uint64_t i = 0; i < n; i += VECTOR) {
        __mmask16 lanes = first_lanes(n - i);
        __m128i b = _mm_maskz_loadu_epi8(lanes, raw + i);
        _mm512_mask_storeu_epi32(out + i, lanes, _mm512_cvtepi8_epi32(b));
    }
}

static inline void decode_u8(const cube_codes *t, const uint8_t *raw,
                             uint64_t n, uint32_t *out)
{
    (void)t;
    for (uint64_t i = 0; i < n; i += VECTOR) {
        __mmask16 lanes = first_lanes(n - i);
        __m128i b = _mm_maskz_loadu_epi8(lanes, raw + i);
        _mm512_mask_storeu_epi32(out + i, lanes, _mm512_cvtepu8_epi32(b));
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

/* How a line is multiplied; a constant wherever it is asked for. */
typedef enum scaling { UNSCALED, RUNS_OF_32, RUNS_OF_4, EACH } scaling;

/* Factors of elements [i, i + 32). */
static inline __attribute__((always_inline)) void load_factors(
    scaling how, const float *by, uint64_t i, uint64_t left, __m512 f[2])
{
    if (how == RUNS_OF_32) {
        f[0] = f[1] = _mm512_set1_ps(by[i / 32]);
    } else if (how == RUNS_OF_4) {
        __m512 eight = _mm512_castps256_ps512(_mm256_loadu_ps(by + i / 4));
        __m512i four =
            _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
        f[0] = _mm512_permutexvar_ps(four, eight);
        four = _mm512_add_epi32(four, _mm512_set1_epi32(4));
        f[1] = _mm512_permutexvar_ps(four, eight);
    } else if (how == EACH) {
        f[0] = _mm512_maskz_loadu_ps(first_lanes(left), by + i);
        f[1] = left > VECTOR ? _mm512_maskz_loadu_ps(first_lanes(left - VECTOR),
                                                     by + i + VECTOR)
                             : _mm512_setzero_ps();
    }
}

static inline __attribute__((always_inline)) void store_scaled(
    scaling how, uint32_t *out, uint64_t left, __m512i v, __m512 f)
{
    if (how != UNSCALED)
        v = _mm512_castps_si512(_mm512_mul_ps(_mm512_castsi512_ps(v), f));
    _mm512_mask_storeu_epi32(out, first_lanes(left), v);
}

/* 32 codes of 8 bits, or of 4, to two registers of words. */
static inline __attribute__((always_inline)) void words_of(
    bool nibbles, const uint8_t *raw, uint64_t i, uint64_t left,
    const __m512i table[8], __m512i v[2])
{
    if (nibbles) {
        __m128i low = _mm_set1_epi8(15);
        __m128i b =
            _mm_maskz_loadu_epi8(first_lanes((left + 1) / 2), raw + i / 2);
        __m128i even = _mm_and_si128(b, low);
        __m128i odd = _mm_and_si128(_mm_srli_epi16(b, 4), low);
        v[0] = _mm512_cvtepu8_epi32(_mm_unpacklo_epi8(even, odd));
        v[1] = _mm512_cvtepu8_epi32(_mm_unpackhi_epi8(even, odd));
        v[0] = _mm512_permutexvar_epi32(v[0], table[0]);
        v[1] = _mm512_permutexvar_epi32(v[1], table[0]);
        return;
    }
    __mmask32 lanes = left >= HALFWORDS ? 0xffffffffu : (1u << left) - 1;
    __m256i bytes = _mm256_maskz_loadu_epi8(lanes, raw + i);
    __m512i upper = look_up(table, _mm512_cvtepu8_epi16(bytes));
    __m256i high = _mm512_extracti64x4_epi64(upper, 1);
    v[0] = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(upper));
    v[0] = _mm512_slli_epi32(v[0], 16);
    v[1] = _mm512_slli_epi32(_mm512_cvtepu16_epi32(high), 16);
}

static inline __attribute__((always_inline)) void decode_table(
    const cube_lines *l, bool nibbles, scaling how)
{
    __m512i table[8];
    for (int i = 0; i < 8; i++)
        table[i] = nibbles
                       ? _mm512_loadu_si512(l->table->value)
                       : _mm512_loadu_si512(l->table->upper + HALFWORDS * i);
    for (uint64_t line = 0; line < l->lines; line++) {
        const uint8_t *raw = l->raw + line * l->raw_pitch;
        uint32_t *out = l->out + line * l->out_pitch;
        uint64_t row = how == EACH ? (l->first_k + line) / l->unit : line;
        const float *by = how ? l->factors + row * l->factor_pitch : NULL;
        for (uint64_t i = 0; i < l->n; i += HALFWORDS) {
            uint64_t left = l->n - i;
            __m512i v[2];
            __m512 f[2];
            words_of(nibbles, raw, i, left, table, v);
            load_factors(how, by, i, left, f);
            store_scaled(how, out + i, left, v[0], f[0]);
            if (left > VECTOR)
                store_scaled(how, out + i + VECTOR, left - VECTOR, v[1], f[1]);
        }
    }
}

static inline __attribute__((always_inline)) void decode_scaled(
    const cube_lines *l, bool nibbles)
{
    if (!l->factors)
        decode_table(l, nibbles, UNSCALED);
    else if (!l->along)
        decode_table(l, nibbles, EACH);
    else if (l->unit == 32)
        decode_table(l, nibbles, RUNS_OF_32);
    else
        decode_table(l, nibbles, RUNS_OF_4);
}

static void decode_8(const cube_lines *l)
{
    decode_scaled(l, false);
}

static void decode_4(const cube_lines *l)
{
    decode_scaled(l, true);
}

typedef void line_fn(const cube_codes *t, const uint8_t *raw, uint64_t n,
                     uint32_t *out);

static inline __attribute__((always_inline)) void each_line(
    const cube_lines *l, line_fn *decode_line)
{
    for (uint64_t i = 0; i < l->lines; i++)
        decode_line(l->table, l->raw + i * l->raw_pitch, l->n,
                    l->out + i * l->out_pitch);
}

/* Types of 16 and 32 bits have no scales. */
static void decode(const cube_lines *l)
{
    switch (l->table->dtype) {
    case PTO_FP32:
    case PTO_TF32:
    case PTO_HF32: each_line(l, decode_32); break;
    case PTO_FP16: each_line(l, decode_fp16); break;
    case PTO_BF16: each_line(l, decode_bf16); break;
    case PTO_S16: each_line(l, decode_s16); break;
    case PTO_U16: each_line(l, decode_u16); break;
    case PTO_S8: each_line(l, decode_s8); break;
    case PTO_U8: each_line(l, decode_u8); break;
    default:
        if (l->table->bits == 4)
            decode_4(l);
        else
            decode_8(l);
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

static void multiply_s16(const cube_tile *t)
{
    if (__builtin_cpu_supports("avx512vnni"))
        cube_dot_avx512(t);
    else
        cube_pairs_avx512(t);
}

static const cube_kernel kernel = {.level = PTO_LEVEL_AVX512,
                                   .panel = CUBE_MAX_COLUMNS,
                                   .step = VECTOR,
                                   .rows = CUBE_MAX_ROWS,
                                   .enter = mxcsr_enter,
                                   .leave = mxcsr_leave,
                                   .collect = mxcsr_collect,
                                   .multiply_f32 = multiply_f32,
                                   .multiply_f64 = cube_wide_avx512,
                                   .multiply_s16 = multiply_s16,
                                   .multiply_s32 = cube_integers_avx512,
                                   .decode = decode,
                                   .factors = lines_factors,
                                   .canonical = lines_canonical,
                                   .transpose = transpose,
                                   .widen = wide_widen};

const cube_kernel *cube_kernel_avx512(void)
{
    return &kernel;
}

#else

const cube_kernel *cube_kernel_avx512(void)
{
    return NULL;
}
#endif
