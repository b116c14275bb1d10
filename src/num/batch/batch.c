/* Arrays of elements: choosing how, block by block. */
#include "base/bits.h"
#include "num/batch/batch.h"
#include "base/level.h"

/* Below these counts preparing costs more than it saves. */
enum { TABLE_MIN = 512, PLAN_MIN = 32 };

static const num_kernels *kernels_of(unsigned level)
{
    if (!pto_level_available(level))
        return NULL;
    switch (level) {
    case PTO_LEVEL_AUTO: return kernels_of(pto_level_best());
#if defined(__x86_64__)
    case PTO_LEVEL_AVX2: return &num_kernels_avx2;
    case PTO_LEVEL_AVX512: return &num_kernels_avx512;
#endif
    default: return &num_kernels_portable;
    }
}

/* One conversion call. */
typedef struct job {
    const num_kernels *k;
    pto_dtype dst_type, src_type;
    unsigned dst_bits, src_bits; /* storage */
    pto_fenv *env;
} job;

static void one_by_one(const job *j, void *dst, const void *src, size_t begin,
                       size_t end)
{
    for (size_t i = begin; i < end; i++) {
        uint64_t bits = pto_lane_get(j->src_type, src, i);
        bits = pto_convert(j->dst_type, j->src_type, bits, j->env);
        pto_lane_set(j->dst_type, dst, i, bits);
    }
}

/* n codes, n even, one a byte, into nibbles and back. */
static void pack_nibbles(const uint8_t *codes, uint8_t *dst, size_t n)
{
    for (size_t i = 0; i < n / 2; i++)
        dst[i] = (uint8_t)((codes[2 * i] & 15) | codes[2 * i + 1] << 4);
}

static void unpack_nibbles(const uint8_t *src, uint8_t *codes, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        codes[2 * i] = src[i] & 15;
        codes[2 * i + 1] = src[i] >> 4;
    }
}

/* Sources of eight bits or fewer. */

static void fill_table(const job *j, num_table *t)
{
    bool is_float32 = j->dst_bits == 32;
    t->any_flags = 0;
    t->upper_half = is_float32;
    for (unsigned code = 0; code < 256; code++) {
        pto_fenv e = *j->env;
        e.flags = 0;
        t->value[code] = pto_convert(j->dst_type, j->src_type, code, &e);
        t->flags[code] = e.flags;
        t->any_flags |= e.flags;
        if (t->value[code] & 0xffff)
            t->upper_half = false;
    }
}

static void look64(const num_table *t, const uint8_t *src, uint8_t *dst,
                   size_t n, unsigned *flags)
{
    for (size_t i = 0; i < n; i++) {
        pto_store_le(dst + 8 * i, 8, t->value[src[i]]);
        *flags |= t->flags[src[i]];
    }
}

/* n is a multiple of NUM_STEP and, for nibbles, at most NUM_BLOCK. */
static void look_block(const job *j, const num_table *t, const uint8_t *src,
                       uint8_t *dst, size_t n)
{
    uint8_t from[NUM_BLOCK], to[NUM_BLOCK];
    unsigned flags = 0;
    if (j->src_bits == 4) {
        unpack_nibbles(src, from, n);
        src = from;
    }
    switch (j->dst_bits) {
    case 4:
        flags = j->k->look8(t, src, to, n);
        pack_nibbles(to, dst, n);
        break;
    case 8: flags = j->k->look8(t, src, dst, n); break;
    case 16: flags = j->k->look16(t, src, dst, n); break;
    case 32: flags = j->k->look32(t, src, dst, n); break;
    default: look64(t, src, dst, n, &flags);
    }
    j->env->flags |= (uint8_t)flags;
}

static void by_table(const job *j, uint8_t *dst, const uint8_t *src, size_t n)
{
    num_table t;
    fill_table(j, &t);
    bool nibbles = j->src_bits == 4 || j->dst_bits == 4;
    size_t step = nibbles ? NUM_BLOCK : n - n % NUM_STEP, done = 0;
    for (; n - done >= step; done += step)
        look_block(j, &t, src + done * j->src_bits / 8,
                   dst + done * j->dst_bits / 8, step);
    one_by_one(j, dst, src, done, n);
}

/* FP32, and 16-bit sources by way of it, to 32 bits and fewer. */

static bool has_plan(pto_dtype dst, pto_dtype src)
{
    num_route route = num_route_of(pto_format_get(dst));
    bool fits = route != NUM_ROUTE_NONE;
    switch (src) {
    case PTO_FP32:
    case PTO_TF32:
    case PTO_HF32:
    case PTO_FP16:
    case PTO_BF16: return fits;
    case PTO_S16:
    case PTO_U16: return fits && route != NUM_ROUTE_INTEGER;
    default: return false;
    }
}

static void to_fp32(const job *j, const uint8_t *src, uint32_t *dst, size_t n)
{
    switch (j->src_type) {
    case PTO_FP16: j->k->fp32_from_fp16(src, dst, n); break;
    case PTO_BF16: j->k->fp32_from_bf16(src, dst, n); break;
    case PTO_S16: j->k->fp32_from_s16(src, dst, n); break;
    default: j->k->fp32_from_u16(src, dst, n);
    }
}

/* n is a multiple of NUM_STEP, at most NUM_BLOCK; dst not nibbles. */
static unsigned whole_bytes(const job *j, const num_plan *p, const uint8_t *src,
                            uint8_t *dst, size_t n)
{
    uint32_t fp32[NUM_BLOCK];
    bool by_word =
        p->route == NUM_ROUTE_REGULAR || p->route == NUM_ROUTE_TAPERED;
    if (j->src_bits == 32)
        return j->k->from_fp32(p, src, dst, n);
    if (j->src_type == PTO_BF16 && by_word)
        return j->k->from_words(p, src, dst, n);
    to_fp32(j, src, fp32, n);
    return j->k->from_fp32(p, fp32, dst, n);
}

/* TF32 and HF32 are FP32 where their low bits are zero, as they should be. */
static bool all_valid(const job *j, const uint8_t *src, size_t n)
{
    uint64_t low = pto_format_get(j->src_type)->must_be_zero;
    uint32_t seen = 0, word;
    for (size_t i = 0; low && i < n; i++) {
        memcpy(&word, src + 4 * i, sizeof word);
        seen |= word;
    }
    return !(seen & low);
}

static void plan_block(const job *j, const num_plan *p, const uint8_t *src,
                       uint8_t *dst, size_t n)
{
    uint8_t codes[NUM_BLOCK];
    bool nibbles = j->dst_bits == 4;
    if (!all_valid(j, src, n)) {
        one_by_one(j, dst, src, 0, n);
        return;
    }
    unsigned flags = whole_bytes(j, p, src, nibbles ? codes : dst, n);
    if (nibbles)
        pack_nibbles(codes, dst, n);
    j->env->flags |= (uint8_t)flags;
}

/* The last elements, through buffers padded with zeros. */
static void plan_rest(const job *j, const num_plan *p, const uint8_t *src,
                      uint8_t *dst, size_t n)
{
    uint8_t from[4 * NUM_BLOCK], to[4 * NUM_BLOCK];
    size_t padded = (n + NUM_STEP - 1) / NUM_STEP * NUM_STEP;
    size_t bytes = n * j->src_bits / 8;
    memcpy(from, src, bytes);
    memset(from + bytes, 0, padded * j->src_bits / 8 - bytes);
    plan_block(j, p, from, to, padded);
    memcpy(dst, to, n * j->dst_bits / 8);
    if (j->dst_bits == 4 && n % 2)
        pto_lane_set(j->dst_type, dst, n - 1,
                     pto_lane_get(j->dst_type, to, n - 1));
}

static void by_plan(const job *j, uint8_t *dst, const uint8_t *src, size_t n)
{
    num_plan p = num_plan_for(j->dst_type, j->env);
    size_t done = 0;
    for (; n - done >= NUM_BLOCK; done += NUM_BLOCK)
        plan_block(j, &p, src + done * j->src_bits / 8,
                   dst + done * j->dst_bits / 8, NUM_BLOCK);
    if (n > done)
        plan_rest(j, &p, src + done * j->src_bits / 8,
                  dst + done * j->dst_bits / 8, n - done);
}

pto_status num_convert_n(unsigned level, pto_dtype dst_type, pto_dtype src_type,
                         void *dst, const void *src, size_t n, pto_fenv *env)
{
    const pto_format *d = pto_format_get(dst_type);
    const pto_format *s = pto_format_get(src_type);
    const num_kernels *k = kernels_of(level);
    if (!d || !s || !env || env->round >= PTO_ROUND_COUNT || !k ||
        (n && (!dst || !src)))
        return PTO_BAD_ARGUMENT;
    job j = {k, dst_type, src_type, d->storage_bits, s->storage_bits, env};
    if (s->storage_bits <= 8 && n >= TABLE_MIN)
        by_table(&j, dst, src, n);
    else if (has_plan(dst_type, src_type) && n >= PLAN_MIN)
        by_plan(&j, dst, src, n);
    else
        one_by_one(&j, dst, src, 0, n);
    return PTO_OK;
}

pto_status pto_convert_n(pto_dtype dst_type, pto_dtype src_type, void *dst,
                         const void *src, size_t n, pto_fenv *env)
{
    return num_convert_n(PTO_LEVEL_AUTO, dst_type, src_type, dst, src, n, env);
}
