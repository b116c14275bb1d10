/* What the handlers of the SYS forms do. */
#include "machine/system/exec.h"

#include "machine/access.h"
#include "machine/system/service.h"
#include "machine/system/sysreg.h"
#include "machine/system/trap.h"

static uint64_t source(const pto_host *h, const pto_insn *insn)
{
    return pto_source(h->pe, (unsigned)pto_insn_get(insn, PTO_FIELD_SrcL));
}

static void destination(pto_host *h, const pto_insn *insn, uint64_t value)
{
    pto_write_destination(h->pe, (unsigned)pto_insn_get(insn, PTO_FIELD_RegDst),
                          value);
}

static uint32_t register_id(const pto_insn *insn)
{
    return (uint32_t)pto_insn_get(insn, PTO_FIELD_SSR_ID);
}

/* ---- System registers ---------------------------------------------------- */

pto_outcome pto_exec_system_get(pto_host *h, const pto_insn *insn,
                                pto_fault *why)
{
    uint64_t value = 0;
    pto_outcome o = pto_sysreg_read(h, register_id(insn), &value, why);
    if (o == PTO_DONE)
        destination(h, insn, value);
    return o;
}

pto_outcome pto_exec_system_get_short(pto_host *h, const pto_insn *insn,
                                      pto_fault *why)
{
    uint64_t value = 0;
    uint32_t id = (uint32_t)pto_insn_get(insn, PTO_FIELD_SSRID);
    pto_outcome o = pto_sysreg_read(h, id, &value, why);
    if (o == PTO_DONE)
        pto_push(&h->pe->t, value);
    return o;
}

pto_outcome pto_exec_system_set(pto_host *h, const pto_insn *insn,
                                pto_fault *why)
{
    return pto_sysreg_write(h, register_id(insn), source(h, insn), why);
}

pto_outcome pto_exec_system_swap(pto_host *h, const pto_insn *insn,
                                 pto_fault *why)
{
    uint64_t old = 0;
    pto_outcome o =
        pto_sysreg_swap(h, register_id(insn), source(h, insn), &old, why);
    if (o == PTO_DONE)
        destination(h, insn, old);
    return o;
}

/* BARG as a word: kind 3:0, transfer 6:4, taken 7, B.CATR's bits 12:8. */
static uint64_t barg_control(const pto_header *b, bool has_candidate)
{
    static const uint8_t kind_code[] = {0, 1, 2, 5, 6, 7, 8};
    const pto_control_attributes *c = &b->control;
    uint64_t w = kind_code[b->kind];
    if (has_candidate)
        w |= (uint64_t)b->transfer << 4 | (uint64_t)b->taken << 7;
    return w | (uint64_t)c->atomic << 8 | (uint64_t)c->acquire << 9 |
           (uint64_t)c->release << 10 | (uint64_t)c->far << 11 |
           (uint64_t)c->reduce << 12;
}

pto_outcome pto_exec_local_get(pto_host *h, const pto_insn *insn,
                               pto_fault *why)
{
    const pto_header *b = &h->pe->header;
    int64_t id = pto_insn_get(insn, PTO_FIELD_LSR_ID);
    bool has_candidate =
        b->kind == PTO_BLOCK_STANDARD || b->kind == PTO_BLOCK_FLOATING;
    if (!b->active || !b->body || id > 2 || (id == 1 && !has_candidate))
        return pto_raise(h, why, PTO_BREAKS_LocalRegister, h->pe->tpc,
                         "this block has no BARG word %d", (int)id);
    uint64_t value = id == 0   ? h->pe->bpc
                     : id == 1 ? b->bpcn
                               : barg_control(b, has_candidate);
    destination(h, insn, value);
    return PTO_DONE;
}

/* ---- Fences and maintenance ---------------------------------------------- */

pto_outcome pto_exec_fence_data(pto_host *h, const pto_insn *insn,
                                pto_fault *why)
{
    pto_maintenance_record *r = &h->system.record;
    (void)why;
    pto_drop_reservation(h);
    r->predecessor = (uint8_t)pto_insn_get(insn, PTO_FIELD_PRED_IMM);
    r->successor = (uint8_t)pto_insn_get(insn, PTO_FIELD_SUCC_IMM);
    if ((r->predecessor | r->successor) & 8)
        r->epoch[PTO_CACHE_INSTRUCTION]++;
    return PTO_DONE;
}

pto_outcome pto_exec_fence_instruction(pto_host *h, const pto_insn *insn,
                                       pto_fault *why)
{
    (void)insn;
    (void)why;
    pto_drop_reservation(h);
    h->system.record.epoch[PTO_CACHE_INSTRUCTION]++;
    return PTO_DONE;
}

typedef enum operand_rule { NONE, TOKEN, ADDRESS, ASID } operand_rule;

static const struct maintenance {
    uint8_t cache, rule;
} maintenance[PTO_MAINTENANCE_COUNT] = {
#define MAINTENANCE(name, cache, operand) {PTO_CACHE_##cache, operand},
#include "isa/maintenance.def"
#undef MAINTENANCE
};

static bool canonical48(uint64_t address)
{
    uint64_t top = address >> 47;
    return top == 0 || top == 0x1ffff;
}

static pto_outcome check_maintenance(pto_host *h, const struct maintenance *m,
                                     uint64_t operand, pto_fault *why)
{
    uint64_t tpc = h->pe->tpc;
    if (m->cache == PTO_CACHE_TLB && pto_ring(h) != 0)
        return pto_break(h, why, PTO_BREAKS_MaintenanceRing, tpc);
    if (m->rule == ADDRESS && !canonical48(operand))
        return pto_raise(h, why, PTO_BREAKS_MaintenanceAddress, operand,
                         "0x%llx is no canonical 48-bit address",
                         (unsigned long long)operand);
    if (m->rule == ASID && operand >> 16)
        return pto_raise(h, why, PTO_BREAKS_MaintenanceSpace, tpc,
                         "0x%llx is no 16-bit address space",
                         (unsigned long long)operand);
    return PTO_DONE;
}

/* Memory is coherent here: the record is all there is to see. */
pto_outcome pto_do_maintain(pto_host *h, const pto_insn *insn, pto_fault *why)
{
    pto_maintenance i = pto_semantics_of(insn->form)->maintain;
    pto_maintenance_record *r = &h->system.record;
    uint64_t operand = maintenance[i].rule == NONE ? 0 : source(h, insn);
    pto_outcome o = check_maintenance(h, &maintenance[i], operand, why);
    if (o != PTO_DONE)
        return o;
    r->epoch[maintenance[i].cache]++;
    r->operation = (uint8_t)i;
    r->operand = operand;
    return PTO_DONE;
}

/* BSE, BWE, BWI, BWT hand a request to the scheduler and go on. */
pto_outcome pto_do_request(pto_host *h, const pto_insn *insn, pto_fault *why)
{
    pto_maintenance_record *r = &h->system.record;
    (void)why;
    r->request = (uint8_t)pto_semantics_of(insn->form)->request;
    r->control_operand = source(h, insn);
    r->request_epoch++;
    return PTO_DONE;
}

/* ---- Traps --------------------------------------------------------------- */

pto_outcome pto_exec_assert(pto_host *h, const pto_insn *insn, pto_fault *why)
{
    if (source(h, insn) != 0)
        return PTO_DONE;
    return pto_break(h, why, PTO_BREAKS_Assertion, h->pe->tpc);
}

pto_outcome pto_exec_breakpoint(pto_host *h, const pto_insn *insn,
                                pto_fault *why)
{
    bool compressed = insn->form->id == PTO_FORM_C_EBREAK;
    uint32_t tag = (uint32_t)pto_insn_get(insn, compressed ? PTO_FIELD_imm5
                                                           : PTO_FIELD_imm4);
    pto_outcome o = pto_raise(h, why, PTO_BREAKS_SoftwareBreakpoint, h->pe->tpc,
                              "software breakpoint %u", (unsigned)tag);
    h->cause = tag;
    return o;
}

static void count_request(pto_host *h, unsigned request)
{
    pto_maintenance_record *r = &h->system.record;
    r->request_epoch++;
    r->control_operand = (r->control_operand & ~UINT64_C(15)) | request;
}

/* ACRC: the trap into the manager, or the host in its place. */
pto_outcome pto_exec_close_request(pto_host *h, const pto_insn *insn,
                                   pto_fault *why)
{
    unsigned request = (unsigned)pto_insn_get(insn, PTO_FIELD_RST_Type);
    if (pto_service_hosted(h, request)) {
        h->pe->header.terminal = true;
        return pto_service(h);
    }
    if (!pto_service_permitted(pto_ring(h), request))
        return pto_raise(h, why, PTO_BREAKS_ServicePermitted, h->pe->tpc,
                         "ring %u may not make request %u", pto_ring(h),
                         request);
    h->pe->header.terminal = true;
    count_request(h, request);
    pto_outcome o = pto_raise(h, why, PTO_BREAKS_ServiceRequest, h->pe->tpc,
                              "service request %u", request);
    h->cause = request;
    return o;
}

/* ACRE commits its SYS block, then goes back to the saved context. */
pto_outcome pto_exec_enter_request(pto_host *h, const pto_insn *insn,
                                   pto_fault *why)
{
    unsigned ring = pto_ring(h);
    unsigned request = (unsigned)pto_insn_get(insn, PTO_FIELD_RRA_Type);
    uint32_t keep = h->system.saved[ring].valid ? PTO_CAUSE_KEEPS_CONTEXT : 0;
    const char *reason = pto_trap_unrecoverable(h, ring);
    pto_outcome o;
    if (reason)
        o = pto_raise(h, why, PTO_BREAKS_SavedContext, h->pe->tpc,
                      "ring %u: %s", ring, reason);
    else
        o = pto_block_complete(h, h->pe->header.sequential_pc, why);
    if (o == PTO_FAULTED)
        h->cause = keep;
    if (o != PTO_DONE)
        return o;
    pto_trap_recover(h, ring);
    count_request(h, request);
    return PTO_DONE;
}
