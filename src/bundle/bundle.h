/*
 * How one bundle becomes one atomic change of state. The machine calls these
 * three; all else in this layer is behind them.
 */
#ifndef PTO_SRC_BUNDLE_BUNDLE_H
#define PTO_SRC_BUNDLE_BUNDLE_H

#include "bundle/state.h"

typedef enum pto_outcome {
    PTO_DONE,          /* effects are published */
    PTO_FAULTED,       /* nothing changed; the fault says why */
    PTO_WAITING,       /* nothing changed; call again when others moved */
    PTO_MISSING,       /* not implemented; the fault's text names it */
    PTO_OUT_OF_MEMORY, /* host memory or the memory limit; nothing changed */
    PTO_PAUSED,        /* the host stops the run; its state says how to go on */
} pto_outcome;

/*
 * Collect one header command (B.DATR, B.DIM, B.IOT, B.IOS, B.IOR, B.FPATR,
 * B.CATR, B.SUBVIEW, B.ASSEMBLE) into the open header of `pe`. Does not move
 * TPC.
 */
pto_outcome pto_bundle_collect(pto_core *core, unsigned pe,
                               const pto_insn *insn, pto_fault *why);

/* Reset a header to "no bundle open". */
void pto_header_clear(pto_header *h);

/*
 * Run the tile operation of the bundle that `pe` is about to retire: resolve,
 * check every rule in order, compute into a transaction, publish. Control
 * blocks and bundles that skip this PE are PTO_DONE at once. A cooperative
 * operation answers PTO_WAITING until every PE has arrived at the same one.
 */
pto_outcome pto_bundle_execute(pto_core *core, unsigned pe, pto_fault *why);

/* Do all PEs carry this bundle out together? */
bool pto_bundle_meets(const pto_core *core, const pto_header *h);

/* How the payload of a parent that writers fill is described, in cells. */
pto_tile pto_parent_descriptor(unsigned dtype, uint32_t cells,
                               unsigned location);

/* Release every tile, Local and Shared, and forget who waits. */
void pto_core_reset_tiles(pto_core *core);

/* The same, and free all that this layer keeps in the core. */
void pto_core_free_tiles(pto_core *core);

/*
 * Do two PEs stand at different bundles? Then `out` names the first
 * difference. Registers and what they hold may differ.
 */
bool pto_header_difference(const pto_header *a, const pto_header *b, char *out,
                           size_t size);

/*
 * For the deadlock report: what `pe` waits for, in words, and how its bundle
 * first differs from that of `other` ("" where it does not).
 */
void pto_bundle_describe_wait(const pto_core *core, unsigned pe, unsigned other,
                              char *out, size_t size);

/* What the fault means in general. */
const char *pto_fault_text(unsigned code);

/* The trap number its entry reports, -1 for none. */
int pto_fault_trap(unsigned code);

#endif
