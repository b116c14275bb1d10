/* The fields of PEs, headers and system state, in the order of archives. */
#include "machine/save/archive.h"
#include "bundle/attribute.h"

enum { ANY_8 = UINT8_MAX, ANY_16 = UINT16_MAX };
#define ANY_32 UINT32_MAX

static void words(pto_archive *a, uint64_t *v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        pto_archive_u64(a, &v[i]);
}

static void predicates(pto_archive *a, uint32_t *v)
{
    for (unsigned i = 0; i < PTO_PREDICATES; i++)
        pto_archive_u32(a, &v[i], ANY_32);
}

static void queue(pto_archive *a, pto_queue *q)
{
    words(a, q->value, PTO_QUEUE_DEPTH);
    pto_archive_u8(a, &q->valid, 15);
}

static void cause(pto_archive *a, pto_cause *c)
{
    pto_archive_u16(a, &c->subject, PTO_SUBJECTS - 1);
    pto_archive_u8(a, &c->operand, PTO_OF_SHARED);
    pto_archive_u8(a, &c->number, UINT8_MAX);
    pto_archive_u8(a, &c->index, UINT8_MAX);
    pto_archive_u8(a, &c->absent, 1);
    pto_archive_u32(a, &c->row, ANY_32);
    pto_archive_u32(a, &c->column, ANY_32);
    pto_archive_u64(a, &c->value);
    pto_archive_u16(a, &c->wanted.kind, PTO_WANTED_GIVEN);
    pto_archive_u16(a, &c->wanted.optional, 1);
    pto_archive_u32(a, &c->wanted.step, ANY_32);
    pto_archive_u64(a, &c->wanted.low);
    pto_archive_u64(a, &c->wanted.high);
}

void pto_archive_fault(pto_archive *a, pto_fault *f)
{
    pto_archive_u32(a, &f->code, PTO_FAULT_COUNT - 1);
    pto_archive_u32(a, &f->pe, PTO_PES - 1);
    pto_archive_u64(a, &f->address);
    pto_archive_text(a, f->rule, sizeof f->rule);
    pto_archive_text(a, f->text, sizeof f->text);
    cause(a, &f->cause);
}

/* ---- Headers ------------------------------------------------------------ */

static void range_modifier(pto_archive *a, pto_range_modifier *m)
{
    pto_archive_bool(a, &m->present);
    pto_archive_u8(a, &m->size_code, 15);
    pto_archive_bool(a, &m->init);
    pto_archive_bool(a, &m->last);
    words(a, m->offset, PTO_PES);
}

static void range_group(pto_archive *a, pto_range_group *g)
{
    pto_archive_bool(a, &g->open);
    pto_archive_bool(a, &g->ignored);
    pto_archive_bool(a, &g->shared);
    pto_archive_u8(a, &g->binder, PTO_BINDERS - 1);
    pto_archive_u8(a, &g->allowed, 7);
}

static void binder(pto_archive *a, pto_binder *b)
{
    pto_archive_u8(a, &b->mask, 15);
    pto_archive_bool(a, &b->has_destination);
    pto_archive_bool(a, &b->has_source[0]);
    pto_archive_bool(a, &b->has_source[1]);
    pto_archive_bool(a, &b->last);
    pto_archive_u8(a, &b->hand, PTO_HANDS - 1);
    pto_archive_u8(a, &b->size_code, 15);
    pto_archive_u8(a, &b->source[0], PTO_LOCAL_TILES - 1);
    pto_archive_u8(a, &b->source[1], PTO_LOCAL_TILES - 1);
    range_modifier(a, &b->view[0]);
    range_modifier(a, &b->view[1]);
    range_modifier(a, &b->assemble);
}

static void shared_binder(pto_archive *a, pto_shared_binder *b)
{
    pto_archive_u8(a, &b->id, ANY_8);
    pto_archive_u8(a, &b->mask, 15);
    pto_archive_u8(a, &b->size_code, 15);
    range_modifier(a, &b->view);
    range_modifier(a, &b->assemble);
}

static void scalar_binder(pto_archive *a, pto_scalar_binder *b)
{
    pto_archive_bool(a, &b->present);
    pto_archive_u8(a, &b->destination, PTO_GPRS - 1);
    for (unsigned i = 0; i < 3; i++)
        pto_archive_u8(a, &b->source[i], PTO_GPRS - 1);
}

static void attributes(pto_archive *a, pto_header *h)
{
    const pto_attribute *row;
    for (unsigned i = 0; (row = pto_attribute_at(i)); i++) {
        void *at = pto_attribute_in(h, row);
        switch ((pto_attribute_kind)row->kind) {
        case PTO_ATTRIBUTE_CODE:
            pto_archive_u8(a, at, (uint8_t)row->most);
            break;
        case PTO_ATTRIBUTE_WORD: pto_archive_u16(a, at, row->most); break;
        default: pto_archive_bool(a, at);
        }
    }
}

static void operation(pto_archive *a, pto_operation *o)
{
    pto_archive_bool(a, &o->present);
    pto_archive_bool(a, &o->variant);
    pto_archive_u8(a, &o->op, PTO_OP_COUNT);
    pto_archive_u8(a, &o->type, 31);
    pto_archive_bool(a, &o->has_type);
    if (o->present && o->op == PTO_OP_COUNT)
        pto_archive_fail(a, "a tile block without operation");
}

static void control_fields(pto_archive *a, pto_header *h)
{
    pto_archive_bool(a, &h->active);
    pto_archive_bool(a, &h->body);
    pto_archive_bool(a, &h->target_set);
    pto_archive_bool(a, &h->condition_set);
    pto_archive_bool(a, &h->terminal);
    pto_archive_bool(a, &h->zero_mask_seen);
    pto_archive_u8(a, &h->kind, PTO_BLOCK_FRAME);
    pto_archive_u8(a, &h->transfer, PTO_TRANSFER_INDIRECT_CALL);
    pto_archive_bool(a, &h->taken);
    pto_archive_u64(a, &h->bpcn);
    pto_archive_u64(a, &h->sequential_pc);
    pto_archive_u64(a, &h->frame_target);
    pto_archive_u64(a, &h->argument);
    pto_archive_u8(a, &h->argument_kind, 7);
}

void pto_archive_header(pto_archive *a, pto_header *h)
{
    control_fields(a, h);
    operation(a, &h->operation);
    for (unsigned i = 0; i < PTO_DIMENSIONS; i++)
        pto_archive_u16(a, &h->dimension[i], ANY_16);
    pto_archive_u8(a, &h->dimension_set, 7);
    pto_archive_u8(a, &h->binder_count, PTO_BINDERS);
    pto_archive_u8(a, &h->shared_count, PTO_SHARED_BINDERS);
    scalar_binder(a, &h->scalar);
    for (unsigned i = 0; i < PTO_BINDERS; i++)
        binder(a, &h->binder[i]);
    for (unsigned i = 0; i < PTO_SHARED_BINDERS; i++)
        shared_binder(a, &h->shared[i]);
    range_group(a, &h->range);
    attributes(a, h);
}

/* ---- System state ------------------------------------------------------- */

static void base_registers(pto_archive *a, pto_base_registers *b)
{
    pto_archive_u64(a, &b->thread_ptr);
    pto_archive_u64(a, &b->global_ptr);
    pto_archive_u64(a, &b->core_id);
    pto_archive_u64(a, &b->vendor);
    pto_archive_u64(a, &b->version);
    pto_archive_u64(a, &b->core_feature);
    pto_archive_u64(a, &b->core_feature_enable);
    pto_archive_u64(a, &b->thread_id);
    pto_archive_u64(a, &b->tile_capacity);
    pto_archive_u64(a, &b->blocknum);
    pto_archive_u64(a, &b->blockid);
}

static void bank(pto_archive *a, pto_trap_bank *b)
{
    pto_archive_bool(a, &b->asynchronous);
    pto_archive_bool(a, &b->argument_valid);
    pto_archive_u8(a, &b->number, 63);
    pto_archive_u32(a, &b->cause, (1U << 24) - 1);
    pto_archive_u64(a, &b->argument);
}

static void copy_template(pto_archive *a, pto_copy_template *c)
{
    pto_archive_bool(a, &c->active);
    pto_archive_u64(a, &c->pc);
    pto_archive_u64(a, &c->destination);
    pto_archive_u64(a, &c->source);
    pto_archive_u64(a, &c->length);
    pto_archive_u64(a, &c->progress);
}

static void frame_template(pto_archive *a, pto_frame_template *f)
{
    pto_archive_bool(a, &f->active);
    pto_archive_bool(a, &f->stack_adjusted);
    pto_archive_bool(a, &f->target_valid);
    pto_archive_u8(a, &f->kind, PTO_FRAME_RETURN_STACK);
    pto_archive_u8(a, &f->begin, PTO_GPRS - 1);
    pto_archive_u8(a, &f->end, PTO_GPRS - 1);
    pto_archive_u8(a, &f->count, PTO_FRAME_REGISTERS);
    pto_archive_u8(a, &f->progress, PTO_FRAME_REGISTERS);
    pto_archive_u64(a, &f->pc);
    pto_archive_u64(a, &f->size);
    pto_archive_u64(a, &f->caller_sp);
    pto_archive_u64(a, &f->target);
    words(a, f->value, PTO_FRAME_REGISTERS);
}

static void saved_context(pto_archive *a, pto_saved_context *c)
{
    pto_archive_bool(a, &c->valid);
    pto_archive_u8(a, &c->ring, PTO_RINGS - 1);
    pto_archive_u64(a, &c->commit_argument);
    pto_archive_u64(a, &c->return_address);
    pto_archive_header(a, &c->header);
    copy_template(a, &c->copy);
    frame_template(a, &c->frame);
    queue(a, &c->t);
    queue(a, &c->u);
    predicates(a, c->predicate);
}

static void record(pto_archive *a, pto_maintenance_record *r)
{
    words(a, r->epoch, PTO_CACHES);
    pto_archive_u64(a, &r->hint_epoch);
    pto_archive_u64(a, &r->request_epoch);
    pto_archive_u64(a, &r->operand);
    pto_archive_u64(a, &r->control_operand);
    pto_archive_u8(a, &r->operation, PTO_MAINTENANCE_COUNT - 1);
    pto_archive_u8(a, &r->request, PTO_WAIT_TIMEOUT);
    pto_archive_u8(a, &r->predecessor, 15);
    pto_archive_u8(a, &r->successor, 15);
}

static void system_state(pto_archive *a, pto_system *s)
{
    base_registers(a, &s->base);
    words(a, s->family[0], (size_t)PTO_RINGS * PTO_FAMILY_COUNT);
    for (unsigned i = 0; i < PTO_RINGS; i++)
        bank(a, &s->bank[i]);
    for (unsigned i = 0; i < PTO_RINGS; i++)
        saved_context(a, &s->saved[i]);
    copy_template(a, &s->copy);
    frame_template(a, &s->frame);
    record(a, &s->record);
    for (unsigned i = 0; i < PTO_INTERRUPTS; i++)
        pto_archive_u32(a, &s->interrupt_cause[i], ANY_32);
    pto_archive_bool(a, &s->attention);
    pto_archive_bool(a, &s->resumed);
}

void pto_archive_host(pto_archive *a, pto_host *h)
{
    uint64_t exit_code = (uint64_t)h->exit_code;
    pto_archive_u32(a, &h->stop, PTO_STOP_COUNT - 1);
    pto_archive_u64(a, &exit_code);
    h->exit_code = (int64_t)exit_code;
    pto_archive_u64(a, &h->cycle);
    pto_archive_u32(a, &h->waiting, 1);
    pto_archive_u64(a, &h->retired);
    pto_archive_u64(a, &h->faults);
    pto_archive_u64(a, &h->fault_tpc);
    pto_archive_fault(a, &h->fault);
    pto_archive_bool(a, &h->reservation.valid);
    pto_archive_u8(a, &h->reservation.size, 8);
    pto_archive_u64(a, &h->reservation.address);
    pto_archive_bool(a, &h->header_dirty);
    pto_archive_u64(a, &h->header_pc);
    system_state(a, &h->system);
}

void pto_archive_pe(pto_archive *a, pto_pe *pe)
{
    words(a, pe->gpr, PTO_GPRS);
    queue(a, &pe->t);
    queue(a, &pe->u);
    pto_archive_u64(a, &pe->tpc);
    pto_archive_u64(a, &pe->bpc);
    pto_archive_u64(a, &pe->core_state);
    pto_archive_u64(a, &pe->commit_argument);
    pto_archive_u64(a, &pe->return_address);
    predicates(a, pe->predicate);
    pto_archive_header(a, &pe->header);
    if (pe->gpr[0]) /* tpc may be odd: after a fault without a vector */
        pto_archive_fail(a, "an impossible register");
}
