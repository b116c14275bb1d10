/* What a waiting PE waits for, and how two bundles first differ. */
#include "bundle/attribute.h"
#include "bundle/range/assemble.h"
#include "bundle/core/report.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct difference {
    char *out;
    size_t size;
    bool found;
} difference;

static void compare(difference *d, const char *what, unsigned index, uint64_t a,
                    uint64_t b)
{
    if (d->found || a == b)
        return;
    d->found = true;
    char name[32];
    snprintf(name, sizeof name, what, index);
    snprintf(d->out, d->size, "%s %llu, not %llu", name, (unsigned long long)a,
             (unsigned long long)b);
}

/* The command itself comes first, then what has more than two values. */
static void compare_attributes(difference *d, const pto_header *a,
                               const pto_header *b, pto_attribute_group group)
{
    const pto_attribute *row;
    for (unsigned kind = 0; kind < PTO_ATTRIBUTE_KINDS; kind++)
        for (unsigned i = 0; (row = pto_attribute_at(i)); i++)
            if (row->group == group && row->kind == kind)
                compare(d, row->name, 0, pto_attribute_get(a, row),
                        pto_attribute_get(b, row));
}

static void compare_binder(difference *d, unsigned i, const pto_binder *a,
                           const pto_binder *b)
{
    compare(d, "mask of B.IOT %u", i, a->mask, b->mask);
    for (unsigned s = 0; s < 2; s++) {
        compare(d, "sources of B.IOT %u", i, a->has_source[s],
                b->has_source[s]);
        compare(d, "source of B.IOT %u", i, a->source[s], b->source[s]);
        compare(d, "view in B.IOT %u", i, a->view[s].size_code,
                b->view[s].size_code);
    }
    compare(d, "destination of B.IOT %u", i, a->has_destination,
            b->has_destination);
    compare(d, "hand of B.IOT %u", i, a->hand, b->hand);
    compare(d, "SizeCode of B.IOT %u", i, a->size_code, b->size_code);
    compare(d, "last of B.IOT %u", i, a->last, b->last);
    const pto_range_modifier *x = &a->assemble, *y = &b->assemble;
    compare(d, "B.ASSEMBLE of B.IOT %u", i, x->present, y->present);
    compare(d, "INIT in B.IOT %u", i, x->init, y->init);
    compare(d, "LAST in B.IOT %u", i, x->last, y->last);
    compare(d, "ParentSizeCode in B.IOT %u", i, x->size_code, y->size_code);
}

static void compare_shared(difference *d, unsigned i,
                           const pto_shared_binder *a,
                           const pto_shared_binder *b)
{
    compare(d, "mask of B.IOS %u", i, a->mask, b->mask);
    compare(d, "Shared tile of B.IOS %u", i, a->id, b->id);
    compare(d, "SizeCode of B.IOS %u", i, a->size_code, b->size_code);
    compare(d, "view in B.IOS %u", i, a->view.size_code, b->view.size_code);
    compare(d, "offset in B.IOS %u", i, a->view.offset[0], b->view.offset[0]);
}

bool pto_header_difference(const pto_header *a, const pto_header *b, char *out,
                           size_t size)
{
    difference d = {out, size, false};
    compare(&d, "operation", 0, a->operation.op, b->operation.op);
    compare(&d, "type", 0, a->operation.type, b->operation.type);
    for (unsigned i = 0; i < PTO_DIMENSIONS; i++) {
        compare(&d, "presence of LB%u", i, a->dimension_set >> i & 1,
                b->dimension_set >> i & 1);
        compare(&d, "LB%u", i, a->dimension[i], b->dimension[i]);
    }
    compare_attributes(&d, a, b, PTO_ATTRIBUTES_data);
    compare_attributes(&d, a, b, PTO_ATTRIBUTES_post);
    compare(&d, "B.IOR", 0, a->scalar.present, b->scalar.present);
    for (unsigned i = 0; i < 3; i++)
        compare(&d, "RegSrc%u", i, a->scalar.source[i], b->scalar.source[i]);
    compare(&d, "number of B.IOS", 0, a->shared_count, b->shared_count);
    for (unsigned i = 0; i < a->shared_count && !d.found; i++)
        compare_shared(&d, i, &a->shared[i], &b->shared[i]);
    compare(&d, "number of B.IOT", 0, a->binder_count, b->binder_count);
    for (unsigned i = 0; i < a->binder_count && !d.found; i++)
        compare_binder(&d, i, &a->binder[i], &b->binder[i]);
    return d.found;
}

static const char *operation_name(const pto_header *h)
{
    const pto_tile_op *op = pto_tile_op_get(h->operation.op);
    return op ? op->name : "no tile operation";
}

void pto_bundle_describe_wait(const pto_core *core, unsigned pe, unsigned other,
                              char *out, size_t size)
{
    const pto_header *h = &core->pe[pe].header, *o = &core->pe[other].header;
    char how[96] = "";
    unsigned id;
    if (pto_waits_for_parent(core, pe, &id)) {
        const pto_generation *g = &core->shared[id].building;
        snprintf(out, size, "%s waits for S%u: writers %s have not done LAST",
                 operation_name(h), id,
                 pto_mask_text(g->mask & ~(unsigned)g->finished).bits);
        return;
    }
    int n =
        snprintf(out, size, "%s waits for the other PEs", operation_name(h));
    if (n < 0 || (size_t)n >= size || pe == other)
        return;
    out += n;
    size -= (size_t)n;
    if (!(core->rendezvous.arrived & pto_pe_bit(other)))
        snprintf(out, size, "; PE%u has not come", other);
    else if (h->operation.op != o->operation.op)
        snprintf(out, size, "; PE%u is at %s", other, operation_name(o));
    else if (pto_header_difference(h, o, how, sizeof how))
        snprintf(out, size, "; PE%u has another one: %s", other, how);
}
