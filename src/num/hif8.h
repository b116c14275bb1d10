/* HiF8 by binade: 2^-23, which is half its smallest value, up to 2^16. */
#ifndef PTO_SRC_NUM_HIF8_H
#define PTO_SRC_NUM_HIF8_H

#include <stdint.h>

enum {
    HIF8_HALF_SMALLEST = -23, /* the exponent of entry 0 */
    HIF8_LOWEST = -22,
    HIF8_NORMAL = -15,
    HIF8_HIGHEST = 15,
    HIF8_LAST = 39 /* entry of 2^16, out of range; the rest is padding */
};

/* Fraction bits... */
static const uint8_t hif8_frac[48] = {
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
    3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

/* ... and the code of the power of two, to which a fraction is added. */
static const uint8_t hif8_base[48] = {
    0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x7e, 0x7c, 0x7a, 0x78,
    0x76, 0x74, 0x72, 0x70, 0x5c, 0x58, 0x54, 0x50, 0x38, 0x30, 0x18, 0x08,
    0x10, 0x20, 0x28, 0x40, 0x44, 0x48, 0x4c, 0x60, 0x62, 0x64, 0x66, 0x68,
    0x6a, 0x6c, 0x6e, 0x70, 0x70, 0x70, 0x70, 0x70, 0x70, 0x70, 0x70, 0x70};

#endif
