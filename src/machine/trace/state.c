/* What an instruction reads and writes: registers, memory, tiles. */
#include "machine/trace/trace.h"

#include <string.h>

#include "base/bits.h"

#include "machine/system/sysreg.h"
#include "machine/system/trap.h"
#include "pto/text.h"
#include "tile/tile.h"
#include "machine/trace/text.h"

enum {
    PUSH_U = 30, /* destination selectors */
    PUSH_T = 31,
    FIRST_T = 24, /* source selectors */
    FIRST_U = 28,
    SMALL = 8, /* bytes that are shown as a value */
};

static void separate(pto_buf *b)
{
    if (b->size)
        PTO_TEXT(b, ",");
}

static void named(pto_buf *b, const char *name, uint64_t value)
{
    separate(b);
    PTO_TEXT(b, "{\"reg\":\"");
    pto_buf_puts(b, name);
    PTO_TEXT(b, "\",\"value\":");
    pto_text_hex(b, value);
    PTO_TEXT(b, "}");
}

static void tile_name(pto_buf *b, const char *name)
{
    separate(b);
    PTO_TEXT(b, "{\"tile\":\"");
    pto_buf_puts(b, name);
    PTO_TEXT(b, "\"");
}

static void tile_contents(pto_buf *b, const pto_tile *t)
{
    PTO_TEXT(b, ",\"digest\":");
    pto_text_digest(b, pto_tile_digest(t));
    PTO_TEXT(b, "}");
}

/* Of another PE's tile, where `other`. */
static void local_tile(pto_buf *b, const pto_core *core, unsigned pe,
                       unsigned slot, bool other)
{
    char name[16];
    if (slot >= PTO_LOCAL_TILES || !core->pe[pe].local[slot].tile.allocated)
        return;
    snprintf(name, sizeof name, "%c#%u", pto_hand_letter(slot >> 4),
             (slot & 15) + 1);
    tile_name(b, name);
    if (other) {
        PTO_TEXT(b, ",\"pe\":");
        pto_text_number(b, pe);
    }
    tile_contents(b, &core->pe[pe].local[slot].tile);
}

static void shared_tile(pto_buf *b, const pto_core *core, unsigned id)
{
    char name[16];
    if (id >= PTO_SHARED_TILES || !core->shared[id].described)
        return;
    snprintf(name, sizeof name, "S%u", id);
    tile_name(b, name);
    tile_contents(b, &core->shared[id].tile);
}

uint64_t pto_tile_digest(const pto_tile *t)
{
    uint32_t shape[] = {t->dtype,         t->layout,        t->storage,
                        t->rows,          t->columns,       t->valid_rows,
                        t->valid_columns, t->capacity_bytes};
    uint64_t h = pto_digest(PTO_DIGEST_START, shape, sizeof shape);
    if (t->defined)
        h = pto_digest(h, t->defined, (pto_tile_indices(t) + 63U) / 64U * 8U);
    if (t->bytes)
        h = pto_digest(h, t->bytes, t->capacity_bytes);
    return h;
}

/* ---- Memory ------------------------------------------------------------- */

/* Add the bytes from `address` on, which follow those of the run. */
static void add_bytes(pto_trace_access *a, const pto_host *h, uint64_t address,
                      uint64_t n)
{
    uint8_t bytes[256];
    while (n) {
        size_t part = n < sizeof bytes ? (size_t)n : sizeof bytes;
        pto_memory_read(&h->core->memory, address, bytes, part);
        a->digest = pto_digest(a->digest, bytes, part);
        for (size_t i = 0; i < part && a->size + i < SMALL; i++)
            a->value |= (uint64_t)bytes[i] << 8 * (a->size + i);
        a->size += part;
        address += part;
        n -= part;
    }
}

/* What is written is looked at when the instruction is done. */
static void extend(pto_trace_access *run, const pto_host *h,
                   const pto_memory_access *a)
{
    if (a->is_write)
        run->size += a->size;
    else
        add_bytes(run, h, a->address, a->size);
}

/* What there is no room to list is told from others by its digest. */
static void add_more(pto_trace_access *more, const pto_host *h,
                     const pto_memory_access *a)
{
    uint8_t place[16];
    pto_store_le(place, 8, a->address);
    pto_store_le(place + 8, 8, a->size);
    if (!more->size)
        more->digest = PTO_DIGEST_START;
    more->digest = pto_digest(more->digest, place, sizeof place);
    add_bytes(more, h, a->address, a->size);
}

void pto_trace_touch(pto_trace *t, const pto_memory_access *a)
{
    const pto_host *h = &t->machine->host[a->pe];
    pto_trace_pe *p = &t->pe[a->pe];
    pto_trace_access *last =
        p->access_count ? &p->access[p->access_count - 1] : NULL;
    if (last && last->is_write == (a->is_write != 0) &&
        last->address + last->size == a->address) {
        extend(last, h, a);
        return;
    }
    if (p->access_count == PTO_TRACE_ACCESSES) {
        add_more(&p->more[a->is_write != 0], h, a);
        return;
    }
    p->access[p->access_count] = (pto_trace_access){
        .is_write = a->is_write != 0,
        .address = a->address,
        .digest = PTO_DIGEST_START,
    };
    extend(&p->access[p->access_count++], h, a);
}

static void memory_item(pto_buf *b, const pto_trace_access *a)
{
    separate(b);
    PTO_TEXT(b, "{\"mem\":");
    pto_text_hex(b, a->address);
    PTO_TEXT(b, ",\"size\":");
    pto_text_number(b, a->size);
    if (a->size <= SMALL) {
        PTO_TEXT(b, ",\"value\":");
        pto_text_hex(b, a->value);
    } else {
        PTO_TEXT(b, ",\"digest\":");
        pto_text_digest(b, a->digest);
    }
    PTO_TEXT(b, "}");
}

static void more_item(pto_buf *b, const pto_trace_access *more)
{
    if (!more->size)
        return;
    separate(b);
    PTO_TEXT(b, "{\"mem\":\"more\",\"size\":");
    pto_text_number(b, more->size);
    PTO_TEXT(b, ",\"digest\":");
    pto_text_digest(b, more->digest);
    PTO_TEXT(b, "}");
}

static void memory_items(pto_trace_pe *p, const pto_host *h)
{
    for (uint32_t i = 0; i < p->access_count; i++) {
        pto_trace_access *a = &p->access[i];
        if (a->is_write) {
            uint64_t n = a->size;
            a->size = 0;
            add_bytes(a, h, a->address, n);
        }
        memory_item(a->is_write ? &p->writes : &p->reads, a);
    }
    more_item(&p->reads, &p->more[0]);
    more_item(&p->writes, &p->more[1]);
}

/* ---- Reads -------------------------------------------------------------- */

static const uint8_t source_fields[] = {
    PTO_FIELD_SrcL,    PTO_FIELD_SrcR,    PTO_FIELD_SrcD,   PTO_FIELD_SrcD1,
    PTO_FIELD_SrcP,    PTO_FIELD_SrcA,    PTO_FIELD_RegSrc, PTO_FIELD_RegSrc0,
    PTO_FIELD_RegSrc1, PTO_FIELD_RegSrc2,
};

/* B.IOR names registers that the bundle reads when it commits. */
static bool reads_its_fields(const pto_form *f)
{
    return !pto_form_commands(f, PTO_COMMAND_SCALARS);
}

static bool reads_newest_t(const pto_form *f)
{
    return f->id == PTO_FORM_C_SDI || f->id == PTO_FORM_C_SWI ||
           f->id == PTO_FORM_C_SLLI || f->id == PTO_FORM_C_SRLI;
}

static void register_reads(pto_trace *t, const pto_host *h)
{
    pto_trace_pe *p = &t->pe[h->index];
    const pto_insn *insn = &t->head->insn;
    for (size_t i = 0; i < sizeof source_fields; i++) {
        pto_field_id f = (pto_field_id)source_fields[i];
        if (!pto_form_has(insn->form, f))
            continue;
        unsigned r = (unsigned)pto_insn_get(insn, f) & 31;
        named(&p->reads, pto_register_name(r), pto_source(h->pe, r));
    }
    if (reads_newest_t(insn->form))
        named(&p->reads, pto_register_name(FIRST_T), h->pe->t.value[0]);
}

/* One stream stands for all PEs. */
static bool takes_part(const pto_host *h, unsigned mask)
{
    return h->core->pes == 1 || (mask & pto_pe_bit(h->index));
}

/* The PE whose Local tiles the open bundle reads: GMOV reads its peer's. */
static unsigned source_pe(const pto_host *h)
{
    const pto_header *b = &h->pe->header;
    if (h->core->pes == 1 || b->operation.op != PTO_OP_GMOV)
        return h->index;
    uint64_t peer = b->scalar.present ? pto_gpr(h->pe, b->scalar.source[0]) : 0;
    return peer < PTO_PES ? (unsigned)peer : h->index;
}

static void bundle_reads(pto_trace_pe *p, const pto_host *h)
{
    const pto_header *b = &h->pe->header;
    for (unsigned i = 0; b->scalar.present && i < 3; i++)
        if (b->scalar.source[i])
            named(&p->reads, pto_register_name(b->scalar.source[i]),
                  pto_gpr(h->pe, b->scalar.source[i]));
    unsigned from = source_pe(h);
    for (unsigned i = 0; i < b->binder_count; i++)
        for (unsigned k = 0; k < 2; k++)
            if (b->binder[i].has_source[k] && takes_part(h, b->binder[i].mask))
                local_tile(&p->reads, h->core, from, b->binder[i].source[k],
                           from != h->index);
    for (unsigned i = 0; i < b->shared_count; i++)
        if (!b->shared[i].size_code && takes_part(h, b->shared[i].mask))
            shared_tile(&p->reads, h->core, b->shared[i].id);
}

static uint64_t allocated_slots(const pto_pe *pe)
{
    uint64_t slots = 0;
    for (unsigned i = 0; i < PTO_LOCAL_TILES; i++)
        slots |= (uint64_t)(pe->local[i].tile.allocated != 0) << i;
    return slots;
}

/* What the bundle will have written once it is committed. */
static void expect_tiles(pto_trace_pe *p, const pto_host *h)
{
    const pto_header *b = &h->pe->header;
    p->allocated = allocated_slots(h->pe);
    for (unsigned i = 0; i < b->binder_count; i++)
        if (b->binder[i].has_destination && takes_part(h, b->binder[i].mask))
            p->new_tiles[b->binder[i].hand & 3]++;
    for (unsigned i = 0; i < b->shared_count; i++)
        if (b->shared[i].size_code)
            p->shared_id[p->shared_count++] = b->shared[i].id;
}

bool pto_trace_commits(const pto_trace *t, const pto_host *h)
{
    const pto_form *f = t->head->insn.form;
    return h->pe->header.active && f &&
           (pto_starts_block(f) || pto_stops_block(f) ||
            f->id == PTO_FORM_B_HINT_TRACE);
}

void pto_trace_reads(pto_trace *t, const pto_host *h)
{
    pto_trace_pe *p = &t->pe[h->index];
    pto_buf_clear(&p->reads);
    pto_buf_clear(&p->writes);
    p->shared_count = p->access_count = 0;
    memset(p->more, 0, sizeof p->more);
    memset(p->new_tiles, 0, sizeof p->new_tiles);
    if (!t->head->insn.form)
        return;
    if (reads_its_fields(t->head->insn.form))
        register_reads(t, h);
    p->fields = p->reads.size;
    if (pto_trace_commits(t, h)) {
        bundle_reads(p, h);
        expect_tiles(p, h);
    }
}

void pto_trace_reads_again(pto_trace *t, const pto_host *h)
{
    t->pe[h->index].reads.size = t->pe[h->index].fields;
    bundle_reads(&t->pe[h->index], h);
}

/* ---- Writes ------------------------------------------------------------- */

static bool names_destination(const pto_insn *insn, unsigned r)
{
    static const uint8_t fields[] = {PTO_FIELD_RegDst, PTO_FIELD_RegDst0,
                                     PTO_FIELD_RegDst1};
    if (!reads_its_fields(insn->form))
        return false;
    for (size_t i = 0; i < sizeof fields; i++) {
        pto_field_id f = (pto_field_id)fields[i];
        if (pto_form_has(insn->form, f) && (unsigned)pto_insn_get(insn, f) == r)
            return true;
    }
    return false;
}

static void queue_write(pto_trace_pe *p, const pto_queue *was,
                        const pto_queue *is, unsigned first, bool named_here)
{
    bool moved = was->valid != is->valid;
    for (unsigned i = 0; i < PTO_QUEUE_DEPTH; i++)
        moved |= was->value[i] != is->value[i];
    if ((moved || named_here) && is->valid)
        named(&p->writes, pto_register_name(first), is->value[0]);
}

static void register_writes(pto_trace *t, const pto_host *h, bool committed)
{
    pto_trace_pe *p = &t->pe[h->index];
    const pto_pe *pe = h->pe;
    const pto_insn *insn = &t->head->insn;
    bool decoded = committed && insn->form;
    for (unsigned r = 1; r < PTO_GPRS; r++)
        if (pe->gpr[r] != p->before.gpr[r] ||
            (decoded && names_destination(insn, r)))
            named(&p->writes, pto_register_name(r), pe->gpr[r]);
    queue_write(p, &p->before.t, &pe->t, FIRST_T,
                decoded && names_destination(insn, PUSH_T));
    queue_write(p, &p->before.u, &pe->u, FIRST_U,
                decoded && names_destination(insn, PUSH_U));
}

static void hidden_writes(pto_trace_pe *p, const pto_host *h)
{
    const pto_pe *pe = h->pe;
    uint64_t flags = (uint64_t)PTO_ALL_FLAGS << PTO_FLAGS_LSB;
    if ((pe->core_state ^ p->before.core_state) & ~flags)
        named(&p->writes, "core_state", pe->core_state);
    if (pe->commit_argument != p->before.commit_argument)
        named(&p->writes, "commit_argument", pe->commit_argument);
    if (pe->return_address != p->before.return_address)
        named(&p->writes, "return_address", pe->return_address);
}

static void system_write(pto_trace *t, const pto_host *h)
{
    pto_trace_pe *p = &t->pe[h->index];
    const pto_insn *insn = &t->head->insn;
    uint64_t value = 0;
    if (!insn->form || (!pto_form_executes(insn->form, PTO_EXEC_system_set) &&
                        !pto_form_executes(insn->form, PTO_EXEC_system_swap)))
        return;
    uint32_t address = (uint32_t)pto_insn_get(insn, PTO_FIELD_SSR_ID);
    char name[48];
    if (!pto_sysreg_peek(h, address, &value))
        return;
    snprintf(name, sizeof name, "%s@0x%04x", pto_sysreg_name(address),
             (unsigned)address);
    named(&p->writes, name, value);
}

/*
 * Relative names: a hand's new tiles are its first ones. Absolute names: they
 * are in the slots that were free.
 */
static void tile_writes(pto_trace_pe *p, const pto_host *h)
{
    bool absolute = h->core->isa.tile_names == PTO_TILE_NAMES_ABSOLUTE;
    uint64_t fresh = allocated_slots(h->pe) & ~p->allocated;
    for (unsigned slot = 0; slot < PTO_LOCAL_TILES; slot++) {
        unsigned hand = slot / PTO_HAND_TILES, n = slot % PTO_HAND_TILES;
        bool is_new = absolute ? fresh >> slot & 1 : n < p->new_tiles[hand];
        if (p->new_tiles[hand] && is_new)
            local_tile(&p->writes, h->core, h->index, slot, false);
    }
    for (unsigned i = 0; i < p->shared_count; i++)
        shared_tile(&p->writes, h->core, p->shared_id[i]);
}

void pto_trace_writes(pto_trace *t, const pto_host *h, bool committed)
{
    pto_trace_pe *p = &t->pe[h->index];
    register_writes(t, h, committed);
    hidden_writes(p, h);
    if (committed)
        system_write(t, h);
    memory_items(p, h);
    if (committed)
        tile_writes(p, h);
}
