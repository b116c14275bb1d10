/*
 * A PE's state as words with names, for debuggers, co-simulation and tests:
 * registers, the open bundle's control part, saved contexts, what maintenance
 * left behind, system registers. Tiles and memory are pto/machine.h's.
 */
#ifndef PTO_STATE_H
#define PTO_STATE_H

#include "pto/machine.h"

PTO_C_BEGIN

enum { PTO_STATE_NAME = 40 }; /* room for any name */

/* Words are numbered from 0 to pto_state_count() - 1, each stands once: what
 * TIME and CORE_STATE show is `cycle` and `core_state`. */
PTO_API size_t pto_state_count(void);

/*
 * The name of word i, such as "tpc", "gpr.3", "bundle.taken",
 * "saved.2.predicates.1" or "ssr.0f01" (a system register by its address).
 * As snprintf; "" and 0 where there is no such word.
 */
PTO_API size_t pto_state_name(size_t i, char *out, size_t size);

/* The word of exactly that name; false and *i = 0 where there is none. */
PTO_API bool pto_state_find(const char *name, size_t *i);

/* What `value` of word i is called, such as "Conditional" of bundle.transfer;
 * NULL where the word is a plain number or no value has a name. */
PTO_API const char *pto_state_value(size_t i, uint64_t value);

/*
 * All words of a PE in order; `count` has to be pto_state_count(). Entries of
 * T and U that t.valid and u.valid do not name mean nothing. PTO_BAD_ARGUMENT:
 * no such PE or another count.
 */
PTO_API pto_status pto_machine_state(const pto_machine *m, unsigned pe,
                                     uint64_t *out, size_t count);

/*
 * Replace them; wakes a stopped PE. R0 stays 0. PTO_BAD_ARGUMENT, and nothing
 * has changed: as above, or a value that its word cannot hold.
 */
PTO_API pto_status pto_machine_set_state(pto_machine *m, unsigned pe,
                                         const uint64_t *in, size_t count);

PTO_C_END

#endif
