/* Each rule of the operations on whole tiles, broken whatever the operation. */
#ifndef PTO_TESTS_BUNDLE_CORE_BREAK_H
#define PTO_TESTS_BUNDLE_CORE_BREAK_H

#include "bundle/breaking.h"
#include "tile/tile.h"

/* The i-th Local source of a PE's bundle. */
static pto_tile *source_tile(driver *d, unsigned pe, unsigned i)
{
    const pto_header *h = header(d, pe);
    for (unsigned b = 0; b < h->binder_count; b++)
        for (unsigned s = 0; s < 2; s++)
            if (h->binder[b].has_source[s] && !i--)
                return &d->core.pe[pe].local[h->binder[b].source[s]].tile;
    fail_msg("no such source");
    return NULL;
}

#define EACH_SOURCE(i, change)                  \
    for (unsigned pe = 0; pe < PTO_PES; pe++) { \
        pto_tile *t = source_tile(d, pe, i);    \
        change;                                 \
    }

static void break_no_shared(driver *d)
{
    EACH_HEADER(h->shared_count = 1;
                h->shared[0] = (pto_shared_binder){.mask = 15})
}

static void break_no_post(driver *d)
{
    EACH_HEADER(h->post.present = true)
}

static void break_operand_counts(driver *d)
{
    EACH_HEADER(h->binder[0].has_destination ^= true)
}

static void break_register_counts(driver *d)
{
    EACH_HEADER(h->scalar.present = true; h->scalar.destination = 5)
}

/* CMode where the operation has none, else Canonicalize. */
static void break_datr_fields(driver *d)
{
    EACH_HEADER(bool compares =
                    pto_tile_op_get(h->operation.op)->datr & PTO_DATR_CMODE;
                h->data = plain_datr; h->data.comparison = !compares;
                h->data.canonicalize = compares)
}

/* One more B.IOT, without operands. */
static void break_binder_form(driver *d)
{
    EACH_HEADER(h->binder[h->binder_count - 1].last = false;
                h->binder[h->binder_count++] =
                    (pto_binder){.mask = 15, .last = true})
}

static void break_no_registers(driver *d)
{
    EACH_HEADER(h->scalar.present = true)
}

static void break_element_dimensions(driver *d)
{
    EACH_HEADER(set_dimension(h, 1, 0))
}

/* TCVT takes every type that there is, others all but a few. */
static void break_element_type(driver *d)
{
    EACH_HEADER(uint32_t types = pto_bundle_op_get(h->operation.op)->types;
                bool packed = types >> PTO_HiF4X2 & 1;
                bool all = packed && types >> PTO_FP64 & 1;
                h->operation.type = all      ? PTO_DTYPE_NONE
                                    : packed ? PTO_FP64
                                             : PTO_HiF4X2)
}

/* DataType 0 of B.DATR: in the public model it makes a destination FP64. */
static void retype(driver *d)
{
    d->core.isa.asl_quirks = PTO_ASL_QUIRKS_ON;
    EACH_HEADER(h->data = (pto_data_attributes){.present = true})
}

static void break_element_shape(driver *d)
{
    if (header(d, 0)->operation.op == PTO_OP_GMOV) {
        retype(d);
        return;
    }
    EACH_HEADER(destination(h)->size_code = 1)
}

/* A destination with more rows than the sources have. */
static void break_sources_match(driver *d)
{
    EACH_HEADER(destination(h)->size_code++)
}

static void break_sources_defined(driver *d)
{
    EACH_SOURCE(0, pto_tile_define_all(t, false))
}

/* Sources of the header, as the operation's row has them. */
static unsigned source_total(driver *d, unsigned pe)
{
    return pto_tile_op_get(header(d, pe)->operation.op)->sources;
}

static void make_tf32(pto_tile *t)
{
    if (t->storage == PTO_TILE_NUMERIC)
        t->dtype = PTO_TF32;
}

/* A TF32 whose low bits are not zero. */
static void break_sources_valid(driver *d)
{
    unsigned n = source_total(d, 0);
    EACH_HEADER(h->operation.type = PTO_TF32; for (unsigned i = 0; i < n; i++)
                    make_tf32(source_tile(d, pe, i)))
    EACH_SOURCE(n - 1, pto_tile_payload(t)[0] = 1)
}

static void break_divisor_tile(driver *d)
{
    EACH_SOURCE(1, pto_tile_store_at(t, 0, 0))
}

#endif
