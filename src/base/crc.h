/* The checksum of IEEE 802.3, as gzip has it. */
#ifndef PTO_SRC_BASE_CRC_H
#define PTO_SRC_BASE_CRC_H

#include <stddef.h>
#include <stdint.h>

uint32_t pto_crc32(const uint8_t *bytes, size_t n);

#endif
