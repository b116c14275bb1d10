/* Making, resetting and loading a machine. */
#include <stdlib.h>
#include <string.h>

#include "machine/cache.h"
#include "machine/decode.h"
#include "machine/access.h"
#include "pto/profile.h"
#include "pto/image.h"

#define DEFAULT_LIMIT (UINT64_C(4) << 30)

enum { SP = 1 };

static pto_status check_options(const pto_machine_options *o, pto_error *e)
{
    if (o->pes != 1 && o->pes != PTO_PES)
        return pto_fail(e, PTO_BAD_ARGUMENT, "a machine has 1 or 4 PEs, not %u",
                        o->pes);
    if (o->memory_bytes & 1)
        return pto_fail(e, PTO_BAD_ARGUMENT, "memory of an odd size");
    return PTO_OK;
}

static void fill_defaults(pto_machine_options *o)
{
    if (!o->pes)
        o->pes = PTO_PES;
    if (!o->threads)
        o->threads = 1;
    if (!o->memory_limit)
        o->memory_limit = DEFAULT_LIMIT;
    if (!o->stack_bytes)
        o->stack_bytes = PTO_STACK_BYTES;
    if (!o->stack_top)
        o->stack_top = PTO_STACK_TOP;
    if (o->memory_bytes && o->stack_top > o->memory_bytes)
        o->stack_top = o->memory_bytes & ~UINT64_C(15);
}

static void wrote(void *user, uint64_t address, size_t n)
{
    pto_wrote(user, address, n);
}

void pto_machine_attach(pto_machine *m)
{
    m->core.memory.wrote = wrote;
    m->core.memory.bars = pto_data_bars;
    m->core.memory.user = m;
    m->reservations = 0;
    for (uint32_t i = 0; i < PTO_PES; i++) {
        pto_host *h = &m->host[i];
        h->index = i;
        h->machine = m;
        h->core = &m->core;
        h->pe = &m->core.pe[i];
        h->implied_body = !m->core.isa.asl_quirks;
        m->reservations |= (uint8_t)(h->reservation.valid << i);
    }
    m->cache.undecoded = pto_run_undecoded;
    pto_decoder_init(&m->decoder, &m->core.isa);
    pto_machine_forget(m);
}

static pto_status set_up(pto_machine *m, pto_error *e)
{
    const pto_machine_options *o = &m->options;
    m->core.profile = pto_profile_find(o->profile);
    if (!m->core.profile)
        return pto_fail(e, PTO_BAD_ARGUMENT,
                        "unknown profile '%s': ieee or pto-v0", o->profile);
    PTO_TRY(pto_isa_parse(o->isa, &m->core.isa, e));
    m->core.pes = o->pes;
    m->core.threads = o->threads;
    pto_memory_init(&m->core.memory, o->memory_bytes, o->memory_limit);
    pto_machine_attach(m);
    pto_machine_reset(m);
    m->options.isa = m->options.profile = NULL;
    return PTO_OK;
}

pto_status pto_machine_new(const pto_machine_options *options,
                           pto_machine **out, pto_error *e)
{
    pto_machine_options o = options ? *options : (pto_machine_options){0};
    *out = NULL;
    fill_defaults(&o);
    PTO_TRY(check_options(&o, e));
    pto_machine *m = calloc(1, sizeof *m);
    if (!m)
        return pto_fail(e, PTO_NO_MEMORY, "no memory for a machine");
    m->options = o;
    pto_status s = set_up(m, e);
    if (s != PTO_OK) {
        pto_machine_free(m);
        return s;
    }
    *out = m;
    return PTO_OK;
}

void pto_machine_free(pto_machine *m)
{
    if (!m || pto_machine_is_calling(m, NULL))
        return;
    pto_decode_clear(m);
    if (m->injected)
        pto_decode_release(m->injected);
    free(m->injected);
    pto_core_free_tiles(&m->core);
    pto_gqm_clear(&m->gqm, &m->core.memory);
    pto_memory_free(&m->core.memory);
    free(m);
}

void pto_machine_forget(pto_machine *m)
{
    pto_decode_clear(m);
    pto_tlb_clear(m);
}

static void reset_pe(pto_pe *pe)
{
    /* The tiles behind the header have been released. */
    memset(pe, 0, offsetof(pto_pe, header));
    memset(&pe->header, 0, sizeof pe->header);
    pto_header_clear(&pe->header);
}

static void restart(pto_host *h)
{
    h->stop = PTO_STOP_NONE;
    h->exit_code = 0;
    h->next = h->cycle = h->cycle_end = 0;
    h->cause = h->outcome = h->waiting = 0;
    h->retired = h->faults = h->fault_tpc = 0;
    h->fault = (pto_fault){0};
    h->reservation = (pto_reservation){.size = 1};
    h->header_dirty = !h->implied_body;
    h->header_pc = PTO_NO_HEADER;
    pto_system_reset(&h->system, h->index);
}

void pto_machine_reset(pto_machine *m)
{
    if (pto_machine_is_calling(m, NULL))
        return;
    pto_core_reset_tiles(&m->core);
    pto_gqm_clear(&m->gqm, &m->core.memory);
    pto_memory_clear(&m->core.memory);
    for (unsigned i = 0; i < PTO_PES; i++) {
        reset_pe(&m->core.pe[i]);
        restart(&m->host[i]);
    }
    m->reservations = 0;
    m->current = m->turn = m->turn_left = 0;
    m->steps = 0;
    pto_machine_forget(m);
}

static pto_status refuse(const pto_segment *s, pto_error *e, pto_status code,
                         uint64_t bytes, const char *why)
{
    pto_fail(e, code, "a segment of %llu bytes at 0x%llx %s",
             (unsigned long long)bytes, (unsigned long long)s->address, why);
    if (e) {
        e->has_address = 1;
        e->address = s->address;
    }
    return code;
}

static pto_status load_segment(pto_machine *m, const pto_segment *s,
                               pto_error *e)
{
    pto_memory *memory = &m->core.memory;
    if (s->file_size > s->memory_size)
        return refuse(s, e, PTO_BAD_INPUT, s->memory_size,
                      "brings more bytes than that");
    if (!s->memory_size)
        return PTO_OK;
    if (!pto_memory_legal(memory, s->address, s->memory_size))
        return refuse(s, e, PTO_BAD_INPUT, s->memory_size,
                      "lies outside memory");
    if (!pto_memory_write(memory, s->address, s->bytes, (size_t)s->file_size))
        return refuse(s, e, PTO_NO_MEMORY, s->file_size,
                      "is beyond the memory limit");
    return PTO_OK; /* fresh memory is zero: the tail needs nothing */
}

pto_status pto_machine_load(pto_machine *m, const pto_image *image,
                            pto_error *e)
{
    if (pto_machine_is_calling(m, e))
        return PTO_BAD_ARGUMENT;
    pto_machine_reset(m);
    m->is_host = true;
    pto_status s = PTO_OK;
    for (uint32_t i = 0; s == PTO_OK && i < image->segment_count; i++)
        s = load_segment(m, &image->segments[i], e);
    m->is_host = false;
    PTO_TRY(s);
    if (image->entry & 1)
        return pto_fail(e, PTO_BAD_INPUT, "the entry 0x%llx is odd",
                        (unsigned long long)image->entry);
    for (unsigned i = 0; i < PTO_PES; i++) {
        m->core.pe[i].tpc = image->entry;
        m->core.pe[i].gpr[SP] =
            m->options.stack_top - i * m->options.stack_bytes;
    }
    return PTO_OK;
}
