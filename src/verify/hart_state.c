/* Scalar vectors' names of the state of a PE. */
#include "verify/hart_state.h"

#include <string.h>

#include "machine/system/trap.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static const char *const kind_names[] = {
    "Standard",   "Floating",   "System",       "TileElement",
    "TileMemory", "TileMatrix", "FrameTemplate"};

static const char *const transfer_names[] = {
    "Fallthrough", "Direct",   "Conditional", "Call",
    "Return",      "Indirect", "IndirectCall"};

static const char *const maintenance_names[] = {
#define MAINTENANCE(name, cache, operand) #name,
#include "machine/system/maintenance.def"
#undef MAINTENANCE
};

static const char *const request_names[] = {"SendEvent", "WaitEvent",
                                            "WaitInterrupt", "WaitTimeout"};

/* ---- Applying ----------------------------------------------------------- */

static pto_status apply_registers(uint64_t *out, size_t count,
                                  const json_t *object, pto_error *e)
{
    const char *key;
    json_t *v;
    unsigned i;
    json_object_foreach((json_t *)(uintptr_t)object, key, v)
    {
        PTO_TRY(vec_json_index(key, 10, count, &i, e));
        PTO_TRY(vec_json_number(v, key, &out[i], e));
    }
    return PTO_OK;
}

static pto_status apply_predicates(uint32_t *out, const json_t *object,
                                   pto_error *e)
{
    uint64_t wide[PTO_PREDICATES];
    for (unsigned i = 0; i < PTO_PREDICATES; i++)
        wide[i] = out[i];
    PTO_TRY(apply_registers(wide, PTO_PREDICATES, object, e));
    for (unsigned i = 0; i < PTO_PREDICATES; i++)
        out[i] = (uint32_t)wide[i];
    return PTO_OK;
}

/* Four entries, newest first; null is an entry without value. */
static pto_status apply_queue(pto_queue *q, const json_t *list, pto_error *e)
{
    if (!list)
        return PTO_OK;
    *q = (pto_queue){0};
    for (unsigned i = 0; i < PTO_QUEUE_DEPTH; i++) {
        const json_t *v = json_array_get(list, i);
        if (json_is_null(v))
            continue;
        PTO_TRY(vec_json_number(v, "queue", &q->value[i], e));
        q->valid |= (uint8_t)(1U << i);
    }
    return PTO_OK;
}

static pto_status apply_bundle(vec_state *s, const json_t *o, pto_error *e)
{
    pto_header *h = &s->pe.header;
    const struct {
        const char *key;
        bool *out;
    } flags[] = {
        {"active", &h->active},
        {"body", &h->body},
        {"taken", &h->taken},
        {"target_set", &h->target_set},
        {"condition_set", &h->condition_set},
        {"terminal", &h->terminal},
        {"ca_present", &h->control.present},
        {"trap", &h->control.trap},
        {"atomic", &h->control.atomic},
        {"acquire", &h->control.acquire},
        {"release", &h->control.release},
        {"far", &h->control.far},
        {"dimension_reduction", &h->control.reduce},
    };
    if (!o)
        return PTO_OK;
    for (size_t i = 0; i < COUNT(flags); i++)
        PTO_TRY(vec_json_bool(o, flags[i].key, flags[i].out, e));
    PTO_TRY(
        vec_json_choice(o, "kind", kind_names, COUNT(kind_names), &h->kind, e));
    PTO_TRY(vec_json_choice(o, "transfer", transfer_names,
                            COUNT(transfer_names), &h->transfer, e));
    PTO_TRY(vec_json_member(o, "bpcn", &h->bpcn, e));
    PTO_TRY(vec_json_member(o, "bpc", &s->pe.bpc, e));
    PTO_TRY(vec_json_member(o, "sequential_pc", &h->sequential_pc, e));
    return vec_json_member(o, "return_target", &h->frame_target, e);
}

static pto_status apply_reservation(pto_reservation *r, const json_t *o,
                                    pto_error *e)
{
    uint64_t size = r->size;
    if (!o)
        return PTO_OK;
    r->valid = !json_is_null(o);
    if (!r->valid)
        return PTO_OK;
    PTO_TRY(vec_json_member(o, "address", &r->address, e));
    PTO_TRY(vec_json_member(o, "size", &size, e));
    r->size = (uint8_t)size;
    return PTO_OK;
}

/* The public model stores a value at every address of a bank, also where no
 * register is defined. */
static bool store_anyway(pto_system *s, unsigned address, uint64_t value)
{
    unsigned low = address & 0xfff;
    if (low < PTO_FAMILY_FIRST || low >= PTO_FAMILY_FIRST + PTO_FAMILY_COUNT)
        return false;
    *pto_family(s, address >> 12, low) = value;
    return true;
}

static pto_status apply_ssr(pto_hart *h, const json_t *o, pto_error *e)
{
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)(uintptr_t)o, key, v)
    {
        uint64_t value = 0;
        unsigned address;
        const char *digits = strncmp(key, "0x", 2) ? key : key + 2;
        PTO_TRY(vec_json_index(digits, 16, 0x10000, &address, e));
        PTO_TRY(vec_json_number(v, key, &value, e));
        if (!pto_sysreg_poke(h, address, value) &&
            !store_anyway(&h->system, address, value))
            return pto_fail(e, PTO_BAD_INPUT, "ssr: no register %s", key);
    }
    return PTO_OK;
}

static pto_status apply_valid(const json_t *o, const char *key, pto_queue *q,
                              pto_error *e)
{
    uint64_t count = 0;
    PTO_TRY(vec_json_member(o, key, &count, e));
    q->valid = (uint8_t)((1U << (count & 7)) - 1);
    return PTO_OK;
}

/* A record is always whole: what it leaves out is zero. */
static pto_status apply_saved(pto_saved_context *c, const json_t *o,
                              pto_error *e)
{
    uint64_t ring = 0;
    *c = (pto_saved_context){0};
    PTO_TRY(vec_json_bool(o, "valid", &c->valid, e));
    PTO_TRY(vec_json_member(o, "source_acr", &ring, e));
    c->ring = (uint8_t)ring;
    PTO_TRY(vec_json_member(o, "commit_argument", &c->commit_argument, e));
    PTO_TRY(vec_json_bool(o, "target_set", &c->header.target_set, e));
    PTO_TRY(vec_json_bool(o, "condition_set", &c->header.condition_set, e));
    PTO_TRY(vec_json_bool(o, "terminal", &c->header.terminal, e));
    PTO_TRY(vec_json_member(o, "sequential_pc", &c->header.sequential_pc, e));
    PTO_TRY(vec_json_member(o, "return_target", &c->header.frame_target, e));
    PTO_TRY(apply_valid(o, "t_valid", &c->t, e));
    PTO_TRY(apply_valid(o, "u_valid", &c->u, e));
    return apply_predicates(c->predicate, json_object_get(o, "predicates"), e);
}

static pto_status apply_contexts(pto_system *s, const json_t *object,
                                 pto_error *e)
{
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)(uintptr_t)object, key, v)
    {
        unsigned ring;
        PTO_TRY(vec_json_index(key + (strncmp(key, "0x", 2) ? 0 : 2), 16,
                               PTO_RINGS, &ring, e));
        PTO_TRY(apply_saved(&s->saved[ring], v, e));
    }
    return PTO_OK;
}

static pto_status apply_record(pto_maintenance_record *r, const json_t *o,
                               pto_error *e)
{
    uint64_t predecessor = r->predecessor, successor = r->successor;
    PTO_TRY(vec_json_member(o, "fence_pred", &predecessor, e));
    PTO_TRY(vec_json_member(o, "fence_succ", &successor, e));
    r->predecessor = (uint8_t)predecessor;
    r->successor = (uint8_t)successor;
    const struct {
        const char *key;
        uint64_t *out;
    } words[] = {
        {"data_cache_epoch", &r->epoch[PTO_CACHE_DATA]},
        {"instruction_cache_epoch", &r->epoch[PTO_CACHE_INSTRUCTION]},
        {"bundle_cache_epoch", &r->epoch[PTO_CACHE_BUNDLE]},
        {"tlb_epoch", &r->epoch[PTO_CACHE_TLB]},
        {"hint_epoch", &r->hint_epoch},
        {"request_epoch", &r->request_epoch},
        {"maintenance_operand", &r->operand},
        {"control_operand", &r->control_operand},
    };
    for (size_t i = 0; i < COUNT(words); i++)
        PTO_TRY(vec_json_member(o, words[i].key, words[i].out, e));
    PTO_TRY(vec_json_choice(o, "maintenance_operation", maintenance_names,
                            COUNT(maintenance_names), &r->operation, e));
    return vec_json_choice(o, "control_request", request_names,
                           COUNT(request_names), &r->request, e);
}

pto_status vec_state_apply(vec_state *s, const json_t *keys, pto_error *e)
{
    pto_pe *pe = &s->pe;
    uint64_t acr = pe->core_state & PTO_RING_MASK;
    PTO_TRY(vec_json_member(keys, "tpc", &pe->tpc, e));
    PTO_TRY(
        apply_registers(pe->gpr, PTO_GPRS, json_object_get(keys, "gpr"), e));
    PTO_TRY(apply_queue(&pe->t, json_object_get(keys, "t"), e));
    PTO_TRY(apply_queue(&pe->u, json_object_get(keys, "u"), e));
    PTO_TRY(vec_json_memory(json_object_get(keys, "mem"), s->memory, VEC_MEMORY,
                            e));
    PTO_TRY(vec_json_member(keys, "core_state", &pe->core_state, e));
    PTO_TRY(vec_json_member(keys, "acr", &acr, e));
    if (json_object_get(keys, "acr"))
        pe->core_state =
            (pe->core_state & ~(uint64_t)PTO_RING_MASK) | (acr & PTO_RING_MASK);
    PTO_TRY(vec_json_member(keys, "cycle", &s->hart.cycle, e));
    PTO_TRY(vec_json_member(keys, "commit_argument", &pe->commit_argument, e));
    PTO_TRY(vec_json_member(keys, "return_address", &pe->return_address, e));
    PTO_TRY(apply_predicates(pe->predicate, json_object_get(keys, "predicates"),
                             e));
    PTO_TRY(apply_bundle(s, json_object_get(keys, "bundle"), e));
    PTO_TRY(apply_reservation(&s->hart.reservation,
                              json_object_get(keys, "reservation"), e));
    PTO_TRY(apply_ssr(&s->hart, json_object_get(keys, "ssr"), e));
    PTO_TRY(apply_contexts(&s->hart.system,
                           json_object_get(keys, "saved_context"), e));
    return apply_record(&s->hart.system.record, keys, e);
}

/* ---- Listing ------------------------------------------------------------ */

typedef struct list {
    vec_leaf *leaf;
    size_t count;
} list;

static void add(list *l, const char *format, unsigned a, unsigned b,
                uint64_t value)
{
    l->leaf[l->count++] = (vec_leaf){format, a, b, value};
}

static void list_queue(list *l, const char *format, const pto_queue *q)
{
    for (unsigned i = 0; i < PTO_QUEUE_DEPTH; i++) {
        add(l, format, i + 1, 0, q->valid >> i & 1 ? q->value[i] : 0);
        add(l, "queue valid", 0, 0, q->valid >> i & 1);
    }
}

static void list_pe(list *l, const pto_pe *pe)
{
    add(l, "tpc", 0, 0, pe->tpc);
    for (unsigned i = 0; i < PTO_GPRS; i++)
        add(l, "r%u", i, 0, pe->gpr[i]);
    list_queue(l, "t#%u", &pe->t);
    list_queue(l, "u#%u", &pe->u);
    add(l, "core_state", 0, 0, pe->core_state);
    add(l, "commit_argument", 0, 0, pe->commit_argument);
    add(l, "return_address", 0, 0, pe->return_address);
    for (unsigned i = 0; i < PTO_PREDICATES; i++)
        add(l, "p%u", i, 0, pe->predicate[i]);
    add(l, "bpc", 0, 0, pe->bpc);
}

static void list_header(list *l, const pto_header *h)
{
    add(l, "bundle.active", 0, 0, h->active);
    add(l, "bundle.body", 0, 0, h->body);
    add(l, "bundle.kind", 0, 0, h->kind);
    add(l, "bundle.transfer", 0, 0, h->transfer);
    add(l, "bundle.taken", 0, 0, h->taken);
    add(l, "bundle.bpcn", 0, 0, h->bpcn);
    add(l, "bundle.sequential_pc", 0, 0, h->sequential_pc);
    add(l, "bundle.return_target", 0, 0, h->frame_target);
    add(l, "bundle.target_set", 0, 0, h->target_set);
    add(l, "bundle.condition_set", 0, 0, h->condition_set);
    add(l, "bundle.terminal", 0, 0, h->terminal);
    add(l, "bundle.ca_present", 0, 0, h->control.present);
    add(l, "bundle.trap", 0, 0, h->control.trap);
    add(l, "bundle.atomic", 0, 0, h->control.atomic);
    add(l, "bundle.acquire", 0, 0, h->control.acquire);
    add(l, "bundle.release", 0, 0, h->control.release);
    add(l, "bundle.far", 0, 0, h->control.far);
    add(l, "bundle.dimension_reduction", 0, 0, h->control.reduce);
}

static void list_ssr(list *l, const pto_hart *h, unsigned address)
{
    uint64_t value = 0;
    bool is_elsewhere = address == 0x10 || address == 0x20 ||
                        address == 0xc00 || (address & 0xfff) == 0xf20;
    if (!is_elsewhere && pto_sysreg_peek(h, address, &value))
        add(l, "ssr 0x%04x", address, 0, value);
}

enum { BASE, FAMILY, FIXED_1 };

static void list_registers(list *l, const pto_hart *h)
{
    static const struct {
        uint8_t scope;
        uint16_t address;
    } rows[] = {
#define SYSREG(name, scope, address, access, behaviour) {scope, address},
#include "isa/sysreg.def"
#undef SYSREG
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (rows[i].scope == BASE)
            list_ssr(l, h, rows[i].address);
        for (unsigned ring = 0; rows[i].scope == FAMILY && ring < PTO_RINGS;
             ring++)
            list_ssr(l, h, ring << 12 | rows[i].address);
        if (rows[i].scope == FIXED_1)
            list_ssr(l, h, 0x1000U | rows[i].address);
    }
}

static void list_saved(list *l, const pto_system *s)
{
    for (unsigned r = 0; r < PTO_RINGS; r++) {
        const pto_saved_context *c = &s->saved[r];
        add(l, "saved %u valid", r, 0, c->valid);
        add(l, "saved %u source_acr", r, 0, c->ring);
        add(l, "saved %u commit_argument", r, 0, c->commit_argument);
        add(l, "saved %u target_set", r, 0, c->header.target_set);
        add(l, "saved %u condition_set", r, 0, c->header.condition_set);
        add(l, "saved %u terminal", r, 0, c->header.terminal);
        add(l, "saved %u sequential_pc", r, 0, c->header.sequential_pc);
        add(l, "saved %u return_target", r, 0, c->header.frame_target);
        add(l, "saved %u t_valid", r, 0, c->t.valid);
        add(l, "saved %u u_valid", r, 0, c->u.valid);
        for (unsigned i = 0; i < PTO_PREDICATES; i++)
            add(l, "saved %u p%u", r, i, c->predicate[i]);
    }
}

static void list_record(list *l, const pto_maintenance_record *r)
{
    add(l, "fence_pred", 0, 0, r->predecessor);
    add(l, "fence_succ", 0, 0, r->successor);
    for (unsigned i = 0; i < PTO_CACHES; i++)
        add(l, "cache epoch %u", i, 0, r->epoch[i]);
    add(l, "hint_epoch", 0, 0, r->hint_epoch);
    add(l, "request_epoch", 0, 0, r->request_epoch);
    add(l, "maintenance_operation", 0, 0, r->operation);
    add(l, "maintenance_operand", 0, 0, r->operand);
    add(l, "control_request", 0, 0, r->request);
    add(l, "control_operand", 0, 0, r->control_operand);
}

size_t vec_state_list(const vec_state *s, vec_leaf out[VEC_LEAVES])
{
    list l = {out, 0};
    const pto_reservation *r = &s->hart.reservation;
    list_pe(&l, &s->pe);
    list_header(&l, &s->pe.header);
    add(&l, "cycle", 0, 0, s->hart.cycle);
    add(&l, "reservation valid", 0, 0, r->valid);
    add(&l, "reservation address", 0, 0, r->valid ? r->address : 0);
    add(&l, "reservation size", 0, 0, r->valid ? r->size : 0);
    list_registers(&l, &s->hart);
    list_saved(&l, &s->hart.system);
    list_record(&l, &s->hart.system.record);
    return l.count;
}
