/* The machine behind pto_machine: the core, its PEs and the host's side. */
#ifndef PTO_SRC_MACHINE_CORE_H
#define PTO_SRC_MACHINE_CORE_H

#include "machine/chunk.h"
#include "machine/system/gqm.h"
#include "machine/host.h"

struct pto_machine {
    pto_core core;
    pto_host host[PTO_PES];
    pto_decoder decoder;
    pto_decode_cache cache;
    pto_gqm gqm;
    pto_machine_options options; /* strings are not kept */
    pto_observer observer;
    bool observes;        /* any callback is set */
    bool steps_singly;    /* the fast loop may not be used */
    bool is_host;         /* memory is being written from outside */
    bool is_calling;      /* the host's observer or output */
    uint8_t reservations; /* bit i: PE i holds a reservation */
    uint32_t current;     /* index of the PE in execution */
    uint32_t turn;        /* PE whose turn it is */
    uint32_t turn_left;   /* instructions left of it; 0: all */
    uint64_t steps;       /* instructions tried since the load */
    const uint64_t *stop_pc;
    uint32_t stop_count;
    const volatile int *interrupt; /* of this run; may be NULL */
    pto_chunk *injected;           /* where pto_machine_execute decodes */
    uint64_t injected_word;
};

/* Does the host want the run to end? What takes long has to ask. */
static inline bool pto_interrupted(const pto_machine *m)
{
    return m->interrupt && *m->interrupt;
}

/*
 * Is the host in a callback of this machine? Then it may not free, replace or
 * run it: `e` says so.
 */
bool pto_machine_is_calling(const pto_machine *m, pto_error *e);

/* The machine's callbacks, where it has them. */
void pto_tell_before(pto_machine *m, const pto_step *s);
void pto_tell_after(pto_machine *m, const pto_step *s);
void pto_tell_access(pto_machine *m, const pto_memory_access *a);
void pto_tell_output(pto_machine *m, int descriptor, const void *bytes,
                     size_t n);

/* One instruction of one PE, by the slow way: observers, attention, the checks
 * that the fast loop has no place for. Fills `out` where it is not NULL. */
void pto_step_pe(pto_host *h, pto_step *out);

/* Point the parts of a machine at each other, after they were made or moved. */
void pto_machine_attach(pto_machine *m);

/* Does the descriptor of a tile, whatever its layout, agree with itself? */
bool pto_tile_consistent(const pto_tile *t);

/* A PE's state was changed from outside: it runs on from there. */
void pto_machine_resume(pto_host *h);

/* Forget host addresses, decoded operations and the turn: the state behind
 * them was replaced. */
void pto_machine_forget(pto_machine *m);

#endif
