/* Trap entry: the saved context, the trap banks, and the way back. */
#include "machine/system/trap.h"
#include "bundle/bundle.h"

#include <string.h>

#include "machine/form/block.h"

/* EBARG0: the control word of a saved context. */
enum {
    CONTROL_VALID = 1 << 4,
    CONTROL_ACTIVE = 1 << 5,
    CONTROL_BODY = 1 << 6,
    CONTROL_KIND = 7,      /* bits 10:7 */
    CONTROL_TRANSFER = 11, /* bits 13:11 */
    CONTROL_TAKEN = 1 << 14,
    CONTROL_BITS = 15,
    INTERRUPT_TRAP = 44,
};

static const uint8_t kind_code[] = {0, 1, 2, 5, 6, 7, 8};

static unsigned manager_of(unsigned ring)
{
    return ring ? 1 : 0;
}

static uint64_t family(const pto_host *h, unsigned ring, unsigned r)
{
    return h->system.family[ring][r - PTO_FAMILY_FIRST];
}

static void set_ring(pto_host *h, unsigned ring)
{
    h->pe->core_state = (h->pe->core_state & ~(uint64_t)PTO_RING_MASK) | ring;
}

static uint64_t control_word(const pto_header *b, unsigned ring)
{
    uint64_t w = ring | CONTROL_VALID;
    w |= b->active ? CONTROL_ACTIVE : 0;
    w |= b->body ? CONTROL_BODY : 0;
    w |= (uint64_t)kind_code[b->kind] << CONTROL_KIND;
    w |= (uint64_t)b->transfer << CONTROL_TRANSFER;
    w |= b->taken ? CONTROL_TAKEN : 0;
    return w;
}

/* What has no register of its own. */
static void save_hidden(pto_host *h, pto_saved_context *c, unsigned ring)
{
    const pto_pe *pe = h->pe;
    c->valid = true;
    c->ring = (uint8_t)ring;
    c->commit_argument = pe->commit_argument;
    c->return_address = pe->return_address;
    c->header = pe->header;
    c->copy = h->system.copy;
    c->frame = h->system.frame;
    c->t = pe->t;
    c->u = pe->u;
    memcpy(c->predicate, pe->predicate, sizeof c->predicate);
}

static void save_visible(pto_host *h, unsigned target, unsigned source)
{
    const pto_pe *pe = h->pe;
    pto_system *s = &h->system;
    uint64_t body = pe->header.body ? 1 << 4 : 0;
    *pto_family(s, target, PTO_ECSTATE) =
        (pe->core_state & ~UINT64_C(0x1f)) | source | body;
    *pto_family(s, target, PTO_EBARG0) = control_word(&pe->header, source);
    *pto_family(s, target, PTO_EBARG_BPC_CUR) = pe->bpc;
    *pto_family(s, target, PTO_EBARG_BPC_TGT) = pe->header.bpcn;
    *pto_family(s, target, PTO_EBARG_TPC) = pe->tpc;
    *pto_family(s, target, PTO_EBARG_LRA) = pe->return_address;
    for (unsigned i = 0; i < PTO_QUEUE_DEPTH; i++) {
        *pto_family(s, target, PTO_EBARG_TQ0 + i) = pe->t.value[i];
        *pto_family(s, target, PTO_EBARG_UQ0 + i) = pe->u.value[i];
    }
    *pto_family(s, target, PTO_EBARG_LB) = 0;
    *pto_family(s, target, PTO_EBARG_LC) = 0;
}

/* A failed ACRE consumes nothing: the hidden part of its context stays. */
static void save_context(pto_host *h, unsigned target, unsigned source)
{
    if (!(h->cause & PTO_CAUSE_KEEPS_CONTEXT) || target != source)
        save_hidden(h, &h->system.saved[target], source);
    save_visible(h, target, source);
}

/*
 * A handler starts with a BSTART, which would commit the open bundle of the
 * program that it interrupts. The context holds that bundle and ACRE brings it
 * back, so a handler starts with none. The public model leaves it open.
 */
static void enter(pto_host *h, unsigned ring, uint64_t fallback)
{
    uint64_t vector = family(h, ring, PTO_EVBASE);
    set_ring(h, ring);
    h->pe->tpc = vector ? vector : fallback;
    h->waiting = 0;
    if (!vector || h->core->isa.asl_quirks)
        return;
    pto_block_clear(h);
    h->system.copy.active = false;
    h->system.frame.active = false;
}

static unsigned service_target(unsigned request)
{
    return request == 1 ? 1 : 0;
}

bool pto_service_permitted(unsigned ring, unsigned request)
{
    if (ring == 1)
        return request == 0 || request == 2;
    return ring >= 2 && request <= 2;
}

static unsigned fault_target(const pto_host *h, const pto_fault *why)
{
    return why->code == PTO_FAULT_ServiceRequest ? service_target(h->cause)
                                                 : manager_of(pto_ring(h));
}

bool pto_trap_handled(const pto_host *h, const pto_fault *why)
{
    return family(h, fault_target(h, why), PTO_EVBASE) != 0;
}

void pto_trap_enter(pto_host *h, const pto_fault *why)
{
    unsigned source = pto_ring(h), target = fault_target(h, why);
    bool service = why->code == PTO_FAULT_ServiceRequest;
    save_context(h, target, source);
    if (service) /* the request is done when its handler returns */
        *pto_family(&h->system, target, PTO_EBARG_TPC) = h->pe->tpc + 4;
    h->fault = *why;
    h->system.bank[target] = (pto_trap_bank){
        .argument_valid = true,
        .number = (uint8_t)pto_fault_trap(why->code),
        .cause = h->cause & 0xffffff,
        .argument = why->address,
    };
    h->cause = 0;
    enter(h, target, why->address);
}

void pto_trap_interrupt(pto_host *h, unsigned id)
{
    unsigned source = pto_ring(h), target = manager_of(source);
    save_context(h, target, source);
    h->system.bank[target] = (pto_trap_bank){
        .asynchronous = true,
        .argument_valid = true,
        .number = INTERRUPT_TRAP,
        .cause = h->system.interrupt_cause[id] & 0xffffff,
        .argument = id,
    };
    enter(h, target, h->pe->tpc);
}

/* ---- Recovery ------------------------------------------------------------ */

static bool kind_of_code(unsigned code, uint8_t *kind)
{
    for (uint8_t i = 0; i < sizeof kind_code; i++)
        if (kind_code[i] == code) {
            *kind = i;
            return true;
        }
    return false;
}

static bool control_legal(uint64_t control)
{
    uint8_t kind;
    bool body_alone = control & CONTROL_BODY && !(control & CONTROL_ACTIVE);
    return control >> CONTROL_BITS == 0 &&
           kind_of_code(control >> CONTROL_KIND & 15, &kind) &&
           (control >> CONTROL_TRANSFER & 7) <= PTO_TRANSFER_INDIRECT_CALL &&
           !body_alone;
}

const char *pto_trap_unrecoverable(const pto_host *h, unsigned ring)
{
    uint64_t control = family(h, ring, PTO_EBARG0);
    if (!h->system.saved[ring].valid || !(control & CONTROL_VALID))
        return "no context was saved";
    if (!control_legal(control))
        return "EBARG0 has a reserved encoding";
    if ((control & 15) != (family(h, ring, PTO_ECSTATE) & 15))
        return "EBARG0 and ECSTATE name different rings";
    if (family(h, ring, PTO_EBARG_BPC_CUR) & 1 ||
        family(h, ring, PTO_EBARG_TPC) & 1)
        return "EBARG_BPC_CUR or EBARG_TPC is odd";
    return NULL;
}

static void restore_header(pto_host *h, unsigned ring)
{
    uint64_t control = family(h, ring, PTO_EBARG0);
    pto_header *b = &h->pe->header;
    *b = h->system.saved[ring].header;
    b->active = control & CONTROL_ACTIVE;
    b->body = control & CONTROL_BODY;
    kind_of_code(control >> CONTROL_KIND & 15, &b->kind);
    b->transfer = control >> CONTROL_TRANSFER & 7;
    b->taken = control & CONTROL_TAKEN;
    b->bpcn = family(h, ring, PTO_EBARG_BPC_TGT);
    h->header_dirty = true;
}

static void restore_queues(pto_host *h, unsigned ring)
{
    pto_pe *pe = h->pe;
    for (unsigned i = 0; i < PTO_QUEUE_DEPTH; i++) {
        pe->t.value[i] = family(h, ring, PTO_EBARG_TQ0 + i);
        pe->u.value[i] = family(h, ring, PTO_EBARG_UQ0 + i);
    }
    pe->t.valid = h->system.saved[ring].t.valid;
    pe->u.valid = h->system.saved[ring].u.valid;
}

void pto_trap_recover(pto_host *h, unsigned ring)
{
    pto_pe *pe = h->pe;
    pto_saved_context *c = &h->system.saved[ring];
    h->next = family(h, ring, PTO_EBARG_TPC);
    pe->bpc = family(h, ring, PTO_EBARG_BPC_CUR);
    pe->core_state = family(h, ring, PTO_ECSTATE);
    pe->commit_argument = c->commit_argument;
    pe->return_address = family(h, ring, PTO_EBARG_LRA);
    memcpy(pe->predicate, c->predicate, sizeof pe->predicate);
    restore_header(h, ring);
    restore_queues(h, ring);
    h->system.copy = c->copy;
    h->system.frame = c->frame;
    h->system.resumed = true;
    c->valid = false;
    *pto_family(&h->system, ring, PTO_EBARG0) &= ~(uint64_t)CONTROL_VALID;
}

bool pto_trap_context_valid(const pto_host *h, unsigned ring)
{
    return h->system.saved[ring].valid &&
           family(h, ring, PTO_EBARG0) & CONTROL_VALID;
}
