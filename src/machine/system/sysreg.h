/* System registers as instructions reach them (ADR 0017, ADR 0031). */
#ifndef PTO_SRC_MACHINE_SYSREG_H
#define PTO_SRC_MACHINE_SYSREG_H

#include "machine/host.h"

/* NULL where none of the 72 definitions covers the address. */
const char *pto_sysreg_name(uint32_t address);

/*
 * Each checks ring and access class first and changes nothing on a fault; a
 * swap needs both directions before it reads.
 */
pto_outcome pto_sysreg_read(pto_host *h, uint32_t address, uint64_t *value,
                            pto_fault *why);
pto_outcome pto_sysreg_write(pto_host *h, uint32_t address, uint64_t value,
                             pto_fault *why);
pto_outcome pto_sysreg_swap(pto_host *h, uint32_t address, uint64_t value,
                            uint64_t *old, pto_fault *why);

#endif
