/* Elements in arrays: bytes, and two four-bit lanes a byte. */
#include "num/num.h"

size_t pto_array_bytes(pto_dtype t, size_t n)
{
    unsigned bits = num_format(t)->storage_bits;
    return bits == 4 ? n / 2 + n % 2 : n * (bits / 8);
}

uint64_t pto_lane_get(pto_dtype t, const void *array, size_t i)
{
    const uint8_t *bytes = array;
    unsigned bits = num_format(t)->storage_bits;
    if (bits == 4)
        return bytes[i / 2] >> (i % 2 * 4) & 0xf;
    return pto_load_le(bytes + i * (bits / 8), bits / 8);
}

void pto_lane_set(pto_dtype t, void *array, size_t i, uint64_t value)
{
    uint8_t *bytes = array;
    unsigned bits = num_format(t)->storage_bits;
    if (bits == 4) {
        unsigned shift = i % 2 * 4;
        unsigned kept = bytes[i / 2] & ~(0xfu << shift);
        bytes[i / 2] = (uint8_t)(kept | (unsigned)(value & 0xf) << shift);
        return;
    }
    pto_store_le(bytes + i * (bits / 8), bits / 8, value);
}
