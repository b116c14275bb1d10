/* CRC-32, eight bytes at a time. */
#include "base/crc.h"

enum { SLICES = 8, BYTES = 256 };

/* table[s][b]: what byte b gives with s bytes of zeros behind it. */
static void make_table(uint32_t table[SLICES][BYTES])
{
    for (unsigned b = 0; b < BYTES; b++) {
        uint32_t v = b;
        for (unsigned bit = 0; bit < 8; bit++)
            v = v >> 1 ^ (v & 1 ? UINT32_C(0xedb88320) : 0);
        table[0][b] = v;
    }
    for (unsigned s = 1; s < SLICES; s++)
        for (unsigned b = 0; b < BYTES; b++) {
            uint32_t v = table[s - 1][b];
            table[s][b] = v >> 8 ^ table[0][v & 255];
        }
}

uint32_t pto_crc32(const uint8_t *bytes, size_t n)
{
    uint32_t table[SLICES][BYTES], crc = UINT32_MAX;
    make_table(table);
    for (; n >= SLICES; n -= SLICES, bytes += SLICES) {
        uint32_t next = 0;
        crc ^= (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
               (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
        for (unsigned i = 0; i < 4; i++)
            next ^=
                table[7 - i][crc >> 8 * i & 255] ^ table[3 - i][bytes[4 + i]];
        crc = next;
    }
    for (; n; n--)
        crc = crc >> 8 ^ table[0][(crc ^ *bytes++) & 255];
    return ~crc;
}
