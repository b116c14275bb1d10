/* Carrying out a bundle: preflight, operation, publication, rendezvous. */
#include "bundle/range/assemble.h"
#include "bundle/schemas.h"
#include "bundle/txn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a core's bundles work in. */
struct pto_scratch {
    pto_plan plan[PTO_PES];
    pto_txn txn;
};

static struct pto_scratch *scratch_of(pto_core *core)
{
    if (core->scratch)
        return core->scratch;
    struct pto_scratch *s = calloc(1, sizeof *s);
    if (s && !pto_txn_init(&s->txn)) {
        pto_txn_free(&s->txn);
        free(s);
        s = NULL;
    }
    core->scratch = s;
    return s;
}

void pto_core_reset_tiles(pto_core *core)
{
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        for (unsigned i = 0; i < PTO_LOCAL_TILES; i++) {
            pto_pool_give(&core->pool, &core->pe[pe].local[i].tile);
            core->pe[pe].local[i].mask = 0;
        }
        for (unsigned i = 0; i < PTO_HANDS; i++) {
            pto_pool_give(&core->pool, &core->pe[pe].building[i].tile);
            core->pe[pe].building[i] = (pto_generation){.open = false};
        }
    }
    for (unsigned i = 0; i < PTO_SHARED_TILES; i++) {
        pto_pool_give(&core->pool, &core->shared[i].tile);
        pto_pool_give(&core->pool, &core->shared[i].building.tile);
        core->shared[i] = (pto_shared){.described = false};
    }
    core->rendezvous = (pto_rendezvous){.arrived = 0};
}

void pto_core_free_tiles(pto_core *core)
{
    pto_core_reset_tiles(core);
    pto_pool_drain(&core->pool);
    if (core->scratch)
        pto_txn_free(&core->scratch->txn);
    free(core->scratch);
    core->scratch = NULL;
}

/* Stage, compute, reserve host memory; after that nothing can fail. */
static pto_outcome commit(pto_core *core, pto_plan *plans, unsigned count,
                          const pto_schema *schema, pto_txn *t)
{
    bool done = true;
    unsigned copied = 0;
    for (; copied < count && done; copied++)
        done = pto_plan_copy_views(&plans[copied], &core->pool) &&
               pto_txn_stage(t, &plans[copied], &core->pool);
    done = done && schema->run(plans, t) && pto_txn_reserve(t, &core->memory);
    while (copied)
        pto_plan_drop_views(&plans[--copied], &core->pool);
    if (!done) {
        pto_txn_drop(t, &core->pool);
        return PTO_OUT_OF_MEMORY;
    }
    pto_publish(core, plans, count, t);
    return PTO_DONE;
}

/* Bundles of one PE alone, or of all four: resolved, judged, carried out. */
static pto_outcome run(pto_core *core, unsigned first, unsigned count,
                       pto_fault *why)
{
    struct pto_scratch *s = scratch_of(core);
    const pto_schema *schema = NULL;
    if (!s)
        return PTO_OUT_OF_MEMORY;
    for (unsigned i = 0; i < count; i++)
        schema = pto_plan_make(&s->plan[i], core, first + i,
                               &core->pe[first + i].header);
    if (!schema)
        return pto_missing(why, core, first, s->plan[0].op->name);
    s->plan[0].together = count;
    pto_plan_rooms(s->plan, count);
    if (!pto_plan_legal(s->plan, count, schema, why))
        return PTO_FAULTED;
    return commit(core, s->plan, count, schema, &s->txn);
}

static bool is_data_fault(const pto_fault *f)
{
    return f->code == PTO_FAULT_DataAlignment || f->code == PTO_FAULT_DataPage;
}

/*
 * Every PE gets the fault. PE0 is asked first, so where another one broke the
 * rule it was with an operand of its own, and the others are told whose.
 */
static void share_fault(pto_core *core, const pto_fault *why)
{
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        pto_fault *f = &core->rendezvous.fault[pe];
        *f = *why;
        f->pe = pe;
        f->address = is_data_fault(why) ? why->address : core->pe[pe].tpc;
        if (why->pe && pe != why->pe)
            snprintf(f->text, sizeof f->text, "PE%u: %.400s", why->pe,
                     why->text);
    }
}

static pto_outcome take_outcome(pto_core *core, unsigned pe, pto_fault *why)
{
    pto_rendezvous *r = &core->rendezvous;
    r->released &= (uint8_t)~pto_pe_bit(pe);
    if (r->fault[pe].code == PTO_FAULT_None)
        return PTO_DONE;
    *why = r->fault[pe];
    return PTO_FAULTED;
}

static bool all_alike(const pto_core *core)
{
    char text[64];
    for (unsigned pe = 1; pe < PTO_PES; pe++)
        if (pto_header_difference(&core->pe[0].header, &core->pe[pe].header,
                                  text, sizeof text))
            return false;
    return true;
}

/*
 * A cooperative operation runs when the fourth PE arrives at the same one; the
 * three others find their outcome when they are asked again.
 */
static pto_outcome meet(pto_core *core, unsigned pe, pto_fault *why)
{
    pto_rendezvous *r = &core->rendezvous;
    unsigned id;
    if (r->released & pto_pe_bit(pe))
        return take_outcome(core, pe, why);
    r->arrived |= (uint8_t)pto_pe_bit(pe);
    if (r->arrived != PTO_ALL_PES || !all_alike(core) ||
        pto_waits_for_parent(core, pe, &id))
        return PTO_WAITING;
    pto_fault fault = {.code = PTO_FAULT_None};
    pto_outcome outcome = run(core, 0, PTO_PES, &fault);
    if (outcome != PTO_DONE && outcome != PTO_FAULTED)
        return outcome;
    share_fault(core, &fault);
    r->arrived = 0;
    r->released = PTO_ALL_PES;
    return take_outcome(core, pe, why);
}

/* All binders that there were have mask 0000. */
static bool names_nobody(const pto_header *h)
{
    return h->zero_mask_seen && !h->binder_count && !h->shared_count;
}

bool pto_bundle_meets(const pto_core *core, const pto_header *h)
{
    const pto_bundle_op *row = pto_bundle_op_get(h->operation.op);
    unsigned traits = row->traits;
    bool product = row->schema == PTO_SCHEMA_MATRIX && !(traits & PTO_ONE_ROW);
    return core->pes != 1 && ((product && h->shared_count) ||
                              ((traits & PTO_MEETS) && !names_nobody(h)));
}

static bool skips(const pto_core *core, unsigned pe, const pto_header *h)
{
    if (!h->binder_count && !h->shared_count)
        return names_nobody(h);
    unsigned mask = h->binder_count ? h->binder[0].mask : h->shared[0].mask;
    return core->pes != 1 && !(mask & pto_pe_bit(pe));
}

pto_outcome pto_bundle_execute(pto_core *core, unsigned pe, pto_fault *why)
{
    const pto_header *h = &core->pe[pe].header;
    unsigned id;
    if (!h->operation.present || h->operation.op >= PTO_OP_COUNT)
        return PTO_DONE;
    if (pto_bundle_meets(core, h))
        return meet(core, pe, why);
    if (skips(core, pe, h))
        return PTO_DONE;
    if (pto_waits_for_parent(core, pe, &id))
        return PTO_WAITING;
    return run(core, pe, 1, why);
}
