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
bool pto_post_word_legal(const pto_pre_quant *m, uint64_t word)
{
    if (m->shifts)
        return !(word & 0xffffffff) && !(word >> 36);
    if (word & 0x1fff || !pto_fp19_scale_legal((uint32_t)word >> 13))
        return false;
    unsigned end = m->offset_bits ? 37U + m->offset_bits : 32U;
    return !(word >> end) && (!m->offset_bits || !(word >> 32 & 31));
}

bool pto_relu_word_legal(uint64_t word)
{
    return !(word >> 19) &&
           pto_fp19_activation_legal((uint32_t)(word & pto_low_bits(19)));
}
