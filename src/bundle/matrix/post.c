/* What bundles know about B.FPATR beyond pto/profile.h. */
#include "bundle/matrix/post.h"

#include "base/bits.h"

const pto_pre_quant *pto_post_mode(unsigned code)
{
    const pto_pre_quant *m = pto_pre_quant_get(code);
    return m ? m : pto_pre_quant_get(0);
}

unsigned pto_post_group(unsigned code)
{
    static const uint8_t columns[16] = {0, 8, 16, 32, 48, 64, 80, 96, 112, 128};
    return columns[code & 15];
}

/*
 * 63        54/46/42  37 36 32 31      13 12  0
 * |  zero   |  offset   |  0  |  scale   |  0  |   offset: 17, 9 or 5 bits
 * |  zero               |count|        zero    |   a shift, bits 35:32
 */
uint64_t pto_post_idle_bits(const pto_pre_quant *m)
{
    if (m->shifts)
        return ~(UINT64_C(15) << 32);
    uint64_t used = pto_low_bits(19) << 13;
    return ~(used | pto_low_bits(m->offset_bits) << 37);
}

const char *pto_post_word_text(const pto_pre_quant *m)
{
    if (m->shifts)
        return "a shift count in bits 35:32";
    switch (m->offset_bits) {
    case 5: return "a legal FP19 scale in bits 31:13, an offset in bits 41:37";
    case 9: return "a legal FP19 scale in bits 31:13, an offset in bits 45:37";
    case 17: return "a legal FP19 scale in bits 31:13, an offset in bits 53:37";
    default: return "a legal FP19 scale in bits 31:13";
    }
}

bool pto_post_word_legal(const pto_pre_quant *m, uint64_t word)
{
    return !(word & pto_post_idle_bits(m)) &&
           (m->shifts || pto_fp19_scale_legal((uint32_t)word >> 13));
}

bool pto_relu_word_legal(uint64_t word)
{
    return !(word >> PTO_RELU_BITS) &&
           pto_fp19_activation_legal((uint32_t)word);
}
