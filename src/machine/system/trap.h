/* Traps beyond what the run loop needs of them (host.h). */
#ifndef PTO_SRC_MACHINE_TRAP_H
#define PTO_SRC_MACHINE_TRAP_H

#include "machine/host.h"

/* In pto_host.cause above the 24 bits of a cause: ACRE raised it. */
#define PTO_CAUSE_KEEPS_CONTEXT UINT32_C(0x80000000)

/* May `ring` make this ACRC request (ADR 0012)? */
bool pto_service_permitted(unsigned ring, unsigned request);

/* Enter the handler of interrupt `id`, whose context must not be in use. */
void pto_trap_interrupt(pto_host *h, unsigned id);

/* Does the ring hold a context that ACRE has not consumed? */
bool pto_trap_context_valid(const pto_host *h, unsigned ring);

/* NULL, or why the ring's saved context cannot be recovered (ADR 0011). */
const char *pto_trap_unrecoverable(const pto_host *h, unsigned ring);

/* Bring a recoverable context back; h->next is where it goes on. */
void pto_trap_recover(pto_host *h, unsigned ring);

/*
 * A ring's system registers as stored: base range and banks. False where the
 * address is none of the 72 definitions. Reading refreshes nothing.
 */
bool pto_sysreg_peek(const pto_host *h, uint32_t address, uint64_t *value);
bool pto_sysreg_poke(pto_host *h, uint32_t address, uint64_t value);

/* Pending interrupts and the timer of a ring's bank: interrupt.c */
void pto_timer_refresh(pto_host *h, unsigned ring);
void pto_interrupt_set(pto_host *h, unsigned ring, unsigned id);
void pto_interrupt_clear(pto_host *h, unsigned ring, unsigned id);

/* EOIEI: interrupt `id` is served. */
void pto_interrupt_end(pto_host *h, unsigned ring, uint64_t id);

/* Recompute system.attention after a change of timer, pending or debug state.
 */
void pto_attention_update(pto_host *h);

#endif
