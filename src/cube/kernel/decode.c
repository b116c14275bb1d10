/* Raw codes to the words that terms are made of. */
#include "cube/kernel/decode.h"

#include "base/bits.h"

#include <string.h>

enum { INF = 0x7f800000 };

/* Exact for every floating type of at most eight bits: FP32 normals all. */
static uint32_t fp32_of(pto_parts p)
{
    uint32_t sign = (uint32_t)p.sign << 31;
    switch (p.part) {
    case PTO_PART_ZERO: return sign;
    case PTO_PART_INF: return sign | INF;
    case PTO_PART_QNAN: return CUBE_QUIET_NAN;
    case PTO_PART_SNAN: return CUBE_SIGNALING_NAN;
    }
    uint32_t fraction = (uint32_t)(p.sig >> 40) & 0x7fffff;
    return sign | (uint32_t)(p.exp + 127) << 23 | fraction;
}

static uint32_t word_of(const pto_format *f, uint32_t code)
{
    if (f->kind == PTO_KIND_SIGNED)
        return (uint32_t)pto_sign_extend(code, f->storage_bits);
    if (f->kind == PTO_KIND_UNSIGNED)
        return code;
    return fp32_of(pto_unpack((pto_dtype)f->code, code));
}

void cube_codes_make(cube_codes *table, unsigned dtype)
{
    if (table->ready && table->dtype == dtype)
        return;
    const pto_format *f = pto_format_get(dtype);
    unsigned bits = f->storage_bits;
    for (uint32_t code = 0; bits <= 8 && code < 1u << bits; code++) {
        table->value[code] = word_of(f, code);
        table->upper[code] = (uint16_t)(table->value[code] >> 16);
    }
    table->dtype = dtype;
    table->bits = bits;
    table->must_be_zero = (uint32_t)f->must_be_zero;
    table->ready = 1;
}

static void decode_masked(const uint8_t *raw, uint64_t n, uint32_t must_be_zero,
                          uint32_t *out)
{
    memcpy(out, raw, n * sizeof *out);
    for (uint64_t i = 0; i < n; i++)
        out[i] = out[i] & must_be_zero ? CUBE_SIGNALING_NAN : out[i];
}

static void decode_fp16(const uint8_t *raw, uint64_t n, uint32_t *out)
{
    for (uint64_t i = 0; i < n; i++) {
        uint16_t h;
        memcpy(&h, raw + 2 * i, sizeof h);
        uint32_t magnitude = h & 0x7fff;
        float tiny = (float)(int32_t)magnitude * 0x1p-24f;
        uint32_t bits;
        memcpy(&bits, &tiny, sizeof bits);
        uint32_t normal = (magnitude << 13) + (112u << 23);
        bits = magnitude < 0x0400 ? bits : normal;
        bits = magnitude < 0x7c00 ? bits : magnitude << 13 | INF;
        out[i] = bits | (uint32_t)(h >> 15) << 31;
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

static void decode_int16(const uint8_t *raw, uint64_t n, uint32_t sign,
                         uint32_t *out)
{
    for (uint64_t i = 0; i < n; i++) {
        uint16_t h;
        memcpy(&h, raw + 2 * i, sizeof h);
        out[i] = ((uint32_t)h ^ sign) - sign;
    }
}

static void decode_nibbles(const cube_codes *table, const uint8_t *raw,
                           uint64_t n, uint32_t *out)
{
    for (uint64_t i = 0; i + 2 <= n; i += 2) {
        out[i] = table->value[raw[i / 2] & 15];
        out[i + 1] = table->value[raw[i / 2] >> 4];
    }
    if (n % 2)
        out[n - 1] = table->value[raw[n / 2] & 15];
}

void cube_decode_line(const cube_codes *table, const uint8_t *raw, uint64_t n,
                      uint32_t *out)
{
    switch (table->dtype) {
    case PTO_FP32:
    case PTO_TF32:
    case PTO_HF32: decode_masked(raw, n, table->must_be_zero, out); return;
    case PTO_FP16: decode_fp16(raw, n, out); return;
    case PTO_BF16: decode_bf16(raw, n, out); return;
    case PTO_S16: decode_int16(raw, n, 0x8000, out); return;
    case PTO_U16: decode_int16(raw, n, 0, out); return;
    }
    if (table->bits == 4) {
        decode_nibbles(table, raw, n, out);
        return;
    }
    for (uint64_t i = 0; i < n; i++)
        out[i] = table->value[raw[i]];
}

uint32_t cube_e8m0_limit(unsigned dtype)
{
    uint64_t most = pto_format_get(dtype)->max_finite;
    return (uint32_t)(254 - pto_unpack((pto_dtype)dtype, most).exp);
}
