/* Reading and changing a machine from outside. */
#include <string.h>

#include "bundle/repair/repair.h"
#include "machine/access.h"
#include "machine/system/trap.h"
#include "pto/text.h"
#include "tile/tile.h"

unsigned pto_machine_hints(const pto_machine *m, const pto_fault *f,
                           pto_hint *out)
{
    return f->pe < PTO_PES ? pto_repair(&m->core, f, out) : 0;
}

const pto_isa *pto_machine_isa(const pto_machine *m)
{
    return &m->core.isa;
}

unsigned pto_machine_pes(const pto_machine *m)
{
    return m->core.pes;
}

void pto_machine_print_insn(const pto_machine *m, uint64_t word,
                            unsigned length, uint64_t pc, char *out,
                            size_t size)
{
    pto_insn insn;
    if (length && pto_decode(&m->decoder, word, length, &insn) == PTO_OK)
        pto_insn_print(&m->core.isa, &insn, pc, out, size);
    else if (size)
        out[0] = 0;
}

void pto_machine_registers(const pto_machine *m, unsigned pe,
                           pto_registers *out)
{
    *out = (pto_registers){0};
    if (pe >= PTO_PES)
        return;
    const pto_host *h = &m->host[pe];
    const pto_pe *p = h->pe;
    memcpy(out->gpr, p->gpr, sizeof out->gpr);
    memcpy(out->t, p->t.value, sizeof out->t);
    memcpy(out->u, p->u.value, sizeof out->u);
    memcpy(out->predicate, p->predicate, sizeof out->predicate);
    out->tpc = p->tpc;
    out->bpc = p->bpc;
    out->core_state = p->core_state;
    out->commit_argument = p->commit_argument;
    out->return_address = p->return_address;
    out->cycle = h->cycle;
    out->t_valid = p->t.valid;
    out->u_valid = p->u.valid;
    out->bundle_active = p->header.active;
    out->bundle_body = p->header.body || (h->implied_body && p->header.active &&
                                          p->tpc != h->header_pc);
    out->stop = h->stop;
    out->waiting = h->waiting;
    out->retired = h->retired;
}

void pto_machine_set_registers(pto_machine *m, unsigned pe,
                               const pto_registers *in)
{
    if (pe >= PTO_PES)
        return;
    pto_host *h = &m->host[pe];
    pto_pe *p = h->pe;
    memcpy(p->gpr + 1, in->gpr + 1, sizeof p->gpr - sizeof p->gpr[0]);
    memcpy(p->t.value, in->t, sizeof in->t);
    memcpy(p->u.value, in->u, sizeof in->u);
    memcpy(p->predicate, in->predicate, sizeof in->predicate);
    p->tpc = in->tpc & ~UINT64_C(1);
    p->bpc = in->bpc;
    p->core_state = in->core_state;
    p->commit_argument = in->commit_argument;
    p->return_address = in->return_address;
    p->t.valid = in->t_valid & 15;
    p->u.valid = in->u_valid & 15;
    p->header.body = p->header.active && in->bundle_body;
    pto_machine_resume(h);
}

void pto_machine_resume(pto_host *h)
{
    const pto_header *header = &h->pe->header;
    unsigned bit = 1U << h->index;
    pto_machine *m = h->machine;
    h->header_pc = header->active && !header->body ? h->pe->tpc : PTO_NO_HEADER;
    h->header_dirty = true;
    h->stop = PTO_STOP_NONE;
    h->waiting = false;
    m->reservations = (uint8_t)(h->reservation.valid ? m->reservations | bit
                                                     : m->reservations & ~bit);
    pto_attention_update(h);
    pto_tlb_clear(m);
}

pto_status pto_machine_sysreg(pto_machine *m, unsigned pe, uint32_t address,
                              uint64_t *out)
{
    if (pe >= PTO_PES || !pto_sysreg_peek(&m->host[pe], address, out))
        return PTO_BAD_ARGUMENT;
    return PTO_OK;
}

pto_status pto_machine_set_sysreg(pto_machine *m, unsigned pe, uint32_t address,
                                  uint64_t value)
{
    if (pe >= PTO_PES || !pto_sysreg_poke(&m->host[pe], address, value))
        return PTO_BAD_ARGUMENT;
    pto_attention_update(&m->host[pe]);
    pto_tlb_clear(m);
    return PTO_OK;
}

pto_status pto_machine_read(const pto_machine *m, uint64_t address, void *out,
                            size_t n)
{
    if (!pto_memory_legal(&m->core.memory, address, n))
        return PTO_BAD_ARGUMENT;
    pto_memory_read(&m->core.memory, address, out, n);
    return PTO_OK;
}

pto_status pto_machine_write(pto_machine *m, uint64_t address, const void *in,
                             size_t n)
{
    if (!pto_memory_legal(&m->core.memory, address, n))
        return PTO_BAD_ARGUMENT;
    m->is_host = true;
    bool fits = pto_memory_write(&m->core.memory, address, in, n);
    m->is_host = false;
    return fits ? PTO_OK : PTO_NO_MEMORY;
}

const pto_tile *pto_machine_local(const pto_machine *m, unsigned pe,
                                  unsigned slot, unsigned *mask)
{
    if (pe >= PTO_PES || slot >= PTO_LOCAL_TILES)
        return NULL;
    const pto_local *l = &m->core.pe[pe].local[slot];
    if (!l->tile.allocated)
        return NULL;
    if (mask)
        *mask = l->mask;
    return &l->tile;
}

const pto_tile *pto_machine_shared(const pto_machine *m, unsigned id,
                                   pto_shared_state *state)
{
    if (id >= PTO_SHARED_TILES || !m->core.shared[id].described)
        return NULL;
    const pto_shared *s = &m->core.shared[id];
    if (state)
        *state = (pto_shared_state){
            .published = s->published,
            .allocation_mask = s->allocation_mask,
            .initialized_mask = s->initialized_mask,
        };
    return &s->tile;
}

bool pto_tile_consistent(const pto_tile *t)
{
    if (!pto_tile_layout_is_cube(t->layout))
        return pto_tile_legal(t, PTO_TILE_MAX_BYTES);
    return pto_tile_cube_legal(t, PTO_TILE_MAX_BYTES,
                               PTO_CUBE_HIF4 | PTO_CUBE_ROW_BLOCKS);
}

/* Replace a tile of the pool by a copy. */
static pto_status replace(pto_machine *m, pto_tile *tile, const pto_tile *by)
{
    pto_tile copy = {0};
    if (by) {
        if (!by->bytes || !by->defined || !pto_tile_consistent(by))
            return PTO_BAD_ARGUMENT;
        copy = *by;
        copy.allocated = 1;
        if (!pto_pool_take(&m->core.pool, &copy))
            return PTO_NO_MEMORY;
        pto_tile_copy_contents(&copy, by);
    }
    pto_pool_give(&m->core.pool, tile);
    *tile = copy;
    return PTO_OK;
}

pto_status pto_machine_set_local(pto_machine *m, unsigned pe, unsigned slot,
                                 unsigned mask, const pto_tile *t)
{
    if (pe >= PTO_PES || slot >= PTO_LOCAL_TILES || mask > PTO_ALL_PES)
        return PTO_BAD_ARGUMENT;
    pto_local *l = &m->core.pe[pe].local[slot];
    PTO_TRY(replace(m, &l->tile, t));
    l->mask = (uint8_t)mask;
    return PTO_OK;
}

pto_status pto_machine_set_shared(pto_machine *m, unsigned id,
                                  const pto_shared_state *state,
                                  const pto_tile *t)
{
    if (id >= PTO_SHARED_TILES || state->published > 1 ||
        state->allocation_mask > PTO_ALL_PES ||
        state->initialized_mask > PTO_ALL_PES)
        return PTO_BAD_ARGUMENT;
    pto_shared *s = &m->core.shared[id];
    PTO_TRY(replace(m, &s->tile, t));
    s->described = t != NULL;
    s->published = state->published;
    s->allocation_mask = (uint8_t)state->allocation_mask;
    s->initialized_mask = (uint8_t)state->initialized_mask;
    return PTO_OK;
}

static void reads(void *user, unsigned pe, uint64_t address, size_t n)
{
    pto_machine *m = user;
    pto_tell_access(m, &(pto_memory_access){.pe = pe,
                                            .tpc = m->host[pe].pe->tpc,
                                            .address = address,
                                            .size = n});
}

void pto_machine_observe(pto_machine *m, const pto_observer *observer)
{
    m->observer = observer ? *observer : (pto_observer){0};
    m->observes = m->observer.before || m->observer.retire ||
                  m->observer.fault || m->observer.memory;
    m->steps_singly = m->observes;
    m->core.memory.reads = m->observer.memory ? reads : NULL;
    pto_tlb_clear(m);
}
