/* Raw codes to the words that terms are made of. */
#include "cube/kernel/decode.h"

#include "base/bits.h"

enum { INF = 0x7f800000 };

/* Exact for what cube_fits_fp32 allows. */
static uint32_t fp32_of(pto_parts p)
{
    pto_fenv env = {.round = PTO_RNE};
    uint32_t sign = (uint32_t)p.sign << 31;
    switch (p.part) {
    case PTO_PART_ZERO: return sign;
    case PTO_PART_INF: return sign | INF;
    case PTO_PART_QNAN: return CUBE_QUIET_NAN;
    case PTO_PART_SNAN: return CUBE_SIGNALING_NAN;
    }
    return (uint32_t)pto_pack(PTO_FP32, p, &env);
}

static uint32_t word_of(const pto_format *f, uint64_t code)
{
    if (f->kind == PTO_KIND_SIGNED)
        return (uint32_t)pto_sign_extend(code, f->storage_bits);
    if (f->kind == PTO_KIND_UNSIGNED)
        return (uint32_t)code;
    return fp32_of(pto_unpack((pto_dtype)f->code, code));
}

static cube_coding coding_of_integer(const pto_format *f)
{
    bool is_signed = f->kind == PTO_KIND_SIGNED;
    switch (f->storage_bits) {
    case 4: return CUBE_NIBBLES;
    case 8: return is_signed ? CUBE_S8 : CUBE_U8;
    case 16: return is_signed ? CUBE_S16 : CUBE_U16;
    default: return CUBE_ONE_BY_ONE;
    }
}

/* By layout, not by name: what fits no loop is read one by one. */
static cube_coding coding_of(const pto_format *f, bool short_values)
{
    if (pto_dtype_is_integer(f->code))
        return coding_of_integer(f);
    if (f->storage_bits == 4)
        return CUBE_NIBBLES;
    if (f->storage_bits == 8)
        return short_values ? CUBE_BYTES : CUBE_ONE_BY_ONE;
    if (f->kind != PTO_KIND_FLOAT || f->top != PTO_TOP_IEEE ||
        !f->has_subnormal || f->value_bits != f->storage_bits)
        return CUBE_ONE_BY_ONE;
    if (f->storage_bits == 32 && f->exp_bits == 8 && f->bias == 127)
        return CUBE_WORDS;
    if (f->storage_bits != 16 || f->low_zeros)
        return CUBE_ONE_BY_ONE;
    if (f->exp_bits == 8 && f->bias == 127)
        return CUBE_UPPER;
    bool is_half = f->exp_bits == 5 && f->bias == 15;
    return is_half ? CUBE_HALVES : CUBE_ONE_BY_ONE;
}

void cube_codes_make(cube_codes *table, unsigned dtype)
{
    if (table->ready && table->dtype == dtype)
        return;
    const pto_format *f = pto_format_get(dtype);
    unsigned bits = f->storage_bits;
    uint32_t low = 0;
    for (uint32_t code = 0; bits <= 8 && code < 1u << bits; code++) {
        table->value[code] = word_of(f, code);
        table->upper[code] = (uint16_t)(table->value[code] >> 16);
        low |= table->value[code] & 0xffff;
    }
    table->dtype = dtype;
    table->coding = coding_of(f, low == 0);
    table->must_be_zero = (uint32_t)f->must_be_zero;
    table->ready = 1;
}

void cube_decode_each(const cube_lines *l)
{
    const pto_format *f = pto_format_get(l->table->dtype);
    for (uint64_t line = 0; line < l->lines; line++)
        for (uint64_t i = 0; i < l->n; i++)
            l->out[line * l->out_pitch + i] =
                word_of(f, pto_lane_get((pto_dtype)f->code,
                                        l->raw + line * l->raw_pitch, i));
}

bool cube_fits_fp32(unsigned dtype)
{
    const pto_format *f = pto_format_get(dtype);
    pto_dtype t = (pto_dtype)dtype;
    return f->frac_bits <= 23 && pto_unpack(t, f->max_finite).exp <= 127 &&
           pto_unpack(t, f->smallest).exp >= -149;
}

uint32_t cube_e8m0_limit(unsigned dtype)
{
    uint64_t most = pto_format_get(dtype)->max_finite;
    return (uint32_t)(254 - pto_unpack((pto_dtype)dtype, most).exp);
}
