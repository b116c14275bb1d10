/*
 * One bundle over tiles, mostly legal: the bytes choose revision, profile and
 * PEs, the operation, its types, shapes and tiles, and now and then break one
 * of them. Whatever the outcome, a fault leaves the core as it was.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bundle/bundle.h"
#include "bundle/command.h"
#include "bundle/core/plan.h"
#include "bundle/core/row.h"
#include "bundle/core/tiles.h"
#include "tile/tile.h"

enum { MEMORY = 1 << 16, TILES = 12, LIMIT = 262144 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Bytes as choices; zeros after the end. */
typedef struct choices {
    const uint8_t *at, *end;
} choices;

static unsigned pick(choices *c, unsigned n)
{
    return c->at < c->end ? *c->at++ % n : 0;
}

static bool rarely(choices *c)
{
    return pick(c, 256) > 252;
}

/* What the operands of one bundle have in common. */
typedef struct theme {
    bool cells; /* of a matrix operation */
    unsigned type, layout;
    uint32_t rows, columns, valid_rows, valid_columns, bytes;
} theme;

static unsigned pick_type(choices *c)
{
    unsigned type;
    do
        type = pick(c, 29);
    while (!pto_format_get(type));
    return type;
}

/* A capacity that holds the theme, or now and then any. */
static unsigned pick_size(choices *c, const theme *t)
{
    unsigned code = 1;
    while (code < 12 && pto_size_code_bytes(code) < t->bytes)
        code++;
    return rarely(c) ? 1 + pick(c, 12) : code;
}

/* A type that the operation takes, where it says which. */
static unsigned type_for(choices *c, unsigned op)
{
    uint32_t types = pto_bundle_op_get(op)->types;
    unsigned type = pick_type(c);
    while (types && !(types >> type & 1))
        type = (type + 1) % 32;
    return rarely(c) ? pick_type(c) : type;
}

static theme pick_theme(choices *c, unsigned type)
{
    theme t = {.type = type, .layout = PTO_TILE_RowMajor};
    t.columns = 1U << pick(c, 7);
    t.rows = 1 + pick(c, 16);
    t.valid_columns = t.columns - (rarely(c) ? pick(c, t.columns) : 0);
    t.valid_rows = t.rows;
    t.bytes = pto_tile_minimum_capacity(t.columns, t.valid_rows,
                                        t.valid_columns, t.type);
    return t;
}

/* ---- Tiles -------------------------------------------------------------- */

/* Slots 0 to 5 are like the theme, 6 holds bits, then what is like it in part;
 * 10 and 11 are anything. */
enum { ALIKE = 6, BITS = 6, ROW, COLUMN, COUNTS, ANYTHING };

static theme vary(choices *c, theme t, unsigned slot)
{
    if (slot >= ANYTHING || rarely(c))
        t = pick_theme(c, pick_type(c));
    if (t.cells && slot < ALIKE)
        t.layout = slot < ALIKE / 2 ? PTO_TILE_CUBE_M32 : PTO_TILE_CUBE_N8;
    if (slot == ROW)
        t.valid_rows = t.rows = 1;
    if (slot == COLUMN)
        t.valid_columns = t.columns = 1;
    if (slot == COUNTS)
        t.type = pick(c, 2) ? PTO_U32 : PTO_S32;
    if (rarely(c))
        t.layout = pick(c, PTO_TILE_LAYOUTS);
    t.bytes = pto_tile_minimum_capacity(t.columns, t.valid_rows,
                                        t.valid_columns, t.type);
    return t;
}

static bool describe(pto_tile *t, const pto_isa *isa, const theme *m,
                     unsigned code, bool predicate)
{
    uint32_t bytes = pto_size_code_bytes(code);
    if (predicate)
        return pto_tile_describe_predicate(t, m->rows, m->columns,
                                           m->valid_rows, m->valid_columns,
                                           bytes, LIMIT);
    if (pto_tile_layout_is_cube(m->layout))
        return pto_tile_describe_cube(t, m->type, m->layout, m->valid_rows,
                                      m->valid_columns, bytes, LIMIT,
                                      pto_cube_options_of(isa));
    return pto_tile_describe(t, m->type, m->layout, m->columns, m->valid_rows,
                             m->valid_columns, bytes, LIMIT);
}

/* Small numbers, random bits, or places in memory, all defined or not all. */
static void fill(choices *c, pto_tile *t)
{
    unsigned way = pick(c, 4), step = 1 + pick(c, 8);
    uint64_t v = pick(c, 256);
    for (uint32_t row = 0; row < t->valid_rows; row++)
        for (uint32_t column = 0; column < t->valid_columns; column++) {
            v = way ? v + step : v * UINT64_C(0x5851f42d4c957f2d) + step;
            pto_tile_write(t, row, column, way ? v % 64 : v >> 20);
        }
    if (rarely(c))
        pto_tile_define_range(t, 0, 1, false);
}

static void make_tile(choices *c, pto_core *core, pto_tile *to, const theme *m,
                      unsigned slot)
{
    pto_tile t = {.allocated = 0};
    theme v = vary(c, *m, slot);
    if (!describe(&t, &core->isa, &v, pick_size(c, &v), slot == BITS))
        return;
    if (!pto_pool_take(&core->pool, &t))
        abort();
    t.location = pto_tile_layout_is_cube(t.layout) ? PTO_AT_Matrix : PTO_AT_Any;
    fill(c, &t);
    *to = t;
}

/* Slots of all PEs get tiles of the same kinds. */
static void make_tiles(choices *c, pto_core *core, const theme *m)
{
    for (unsigned i = 0; i < TILES; i++)
        for (unsigned pe = 0; pe < core->pes; pe++) {
            choices again = *c;
            pto_local *l = &core->pe[pe].local[i];
            make_tile(pe + 1 < core->pes ? &again : c, core, &l->tile, m, i);
            l->mask = PTO_ALL_PES;
        }
    pto_shared *s = &core->shared[1];
    make_tile(c, core, &s->tile, m, 0);
    s->described = s->published = s->tile.allocated;
    s->allocation_mask = s->initialized_mask = PTO_ALL_PES;
}

/* ---- Header ------------------------------------------------------------- */

static void pick_dimensions(choices *c, pto_header *h, const theme *m)
{
    const uint32_t usual[] = {m->valid_columns, m->valid_rows, m->columns};
    bool none = pick(c, 8) == 0;
    for (unsigned i = 0; i < PTO_DIMENSIONS; i++) {
        if (none || pick(c, 16) == 0)
            continue;
        h->dimension[i] = (uint16_t)(rarely(c) ? pick(c, 40) : usual[i]);
        h->dimension_set |= (uint8_t)(1U << i);
    }
}

static void pick_attributes(choices *c, pto_header *h)
{
    pto_data_attributes *a = &h->data;
    a->present = pick(c, 4) == 0;
    if (!a->present)
        return;
    unsigned fields = rarely(c) ? ~0U : pto_tile_op_get(h->operation.op)->datr;
    if (fields & PTO_DATR_TYPE)
        a->type = (uint8_t)(pick(c, 4) ? h->operation.type : pick_type(c));
    if (fields & PTO_DATR_LAYOUT)
        a->layout = (uint8_t)(pick(c, 4) ? 0 : pick(c, 32));
    if (fields & PTO_DATR_PAD)
        a->pad = (uint8_t)pick(c, 4);
    if (fields & PTO_DATR_CMODE)
        a->comparison = (uint8_t)pick(c, 8);
    if (fields & PTO_DATR_RMODE)
        a->rounding = (uint8_t)pick(c, 8);
    a->saturate = (fields & PTO_DATR_SAT) && pick(c, 2);
    a->canonicalize = rarely(c);
}

static uint8_t pick_source(choices *c)
{
    return (uint8_t)(pick(c, 4) ? pick(c, ALIKE) : pick(c, TILES + 1));
}

/* Sources two a binder, destinations from the last binder on. */
static void pick_binders(choices *c, pto_header *h, const theme *m)
{
    const pto_tile_op *n = pto_tile_op_get(h->operation.op);
    unsigned mask = rarely(c) ? pick(c, 16) : PTO_ALL_PES;
    unsigned sources = n->sources, outputs = n->outputs;
    while ((sources || outputs) && h->binder_count < PTO_BINDERS) {
        pto_binder *b = &h->binder[h->binder_count++];
        b->mask = (uint8_t)mask;
        for (unsigned i = 0; i < 2 && sources; i++, sources--) {
            b->has_source[i] = !rarely(c);
            b->source[i] = pick_source(c);
        }
        if (!sources && outputs) {
            b->has_destination = !rarely(c);
            b->hand = (uint8_t)pick(c, PTO_HANDS);
            b->size_code = (uint8_t)pick_size(c, m);
            outputs--;
        }
        b->last = (!sources && !outputs) != rarely(c);
    }
    if (rarely(c))
        h->shared[h->shared_count++] = (pto_shared_binder){
            .id = 1, .mask = (uint8_t)mask, .size_code = (uint8_t)pick(c, 2)};
}

static void pick_post(choices *c, pto_header *h)
{
    pto_post_attributes *a = &h->post;
    a->present = (h->kind == PTO_BLOCK_TILE_MATRIX) != rarely(c);
    if (!a->present || pick(c, 2))
        return;
    a->pre_quant = (uint8_t)pick(c, 38);
    a->relu = (uint8_t)pick(c, 6);
    a->row_max = pick(c, 2);
    a->group_max = pick(c, 2);
    a->group_n = (uint8_t)pick(c, 11);
    a->trans_a = rarely(c);
    a->trans_b = rarely(c);
}

static void pick_header(choices *c, pto_header *h, unsigned op, const theme *m)
{
    static const uint8_t kinds[] = {
        [PTO_FAMILY_TEPL] = PTO_BLOCK_TILE_ELEMENT,
        [PTO_FAMILY_TLSU] = PTO_BLOCK_TILE_MEMORY,
        [PTO_FAMILY_CUBE] = PTO_BLOCK_TILE_MATRIX,
    };
    pto_header_clear(h);
    h->active = true;
    h->kind = kinds[pto_tile_op_get(op)->family];
    h->operation = (pto_operation){
        .present = true, .op = (uint8_t)op, .type = (uint8_t)m->type};
    h->operation.has_type = true;
    pick_dimensions(c, h, m);
    pick_attributes(c, h);
    pick_binders(c, h, m);
    pick_post(c, h);
    unsigned registers = pto_tile_op_get(op)->registers;
    h->scalar.present = registers ? pick(c, 8) > 0 : rarely(c);
    for (unsigned i = 0; i < 3 && h->scalar.present; i++)
        if (i < registers || rarely(c))
            h->scalar.source[i] = (uint8_t)(pick(c, 2) ? 2 + pick(c, 4) : 0);
}

/* ---- Running ------------------------------------------------------------ */

static uint64_t hash(uint64_t h, const void *bytes, size_t n)
{
    const uint8_t *b = bytes;
    for (size_t i = 0; i < n; i++)
        h = (h ^ b[i]) * UINT64_C(0x100000001b3);
    return h;
}

static uint64_t hash_tile(uint64_t h, const pto_tile *t)
{
    pto_tile flat = *t;
    flat.bytes = NULL;
    flat.defined = NULL;
    h = hash(h, &flat, sizeof flat);
    if (!t->allocated)
        return h;
    h = hash(h, t->bytes, t->capacity_bytes);
    return hash(h, t->defined, (pto_tile_indices(t) + 63U) / 64 * 8);
}

static uint64_t digest(const pto_core *core)
{
    static uint8_t bytes[MEMORY];
    uint64_t h = 1;
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        h = hash(h, &core->pe[pe], offsetof(pto_pe, header));
        for (unsigned i = 0; i < PTO_LOCAL_TILES; i++)
            h = hash_tile(h, &core->pe[pe].local[i].tile);
    }
    h = hash_tile(h, &core->shared[1].tile);
    pto_memory_read(&core->memory, 0, bytes, sizeof bytes);
    return hash(h, bytes, sizeof bytes);
}

/* Every PE in turn, again while others made it wait. */
static bool execute(pto_core *core)
{
    pto_fault why;
    unsigned done = 0;
    for (unsigned tries = 0; tries < 2 * PTO_PES; tries++) {
        unsigned pe = tries % core->pes;
        if (done >> pe & 1)
            continue;
        pto_outcome o = pto_bundle_execute(core, pe, &why);
        if (o == PTO_MISSING || o == PTO_OUT_OF_MEMORY)
            abort();
        if (o == PTO_FAULTED)
            return done;
        done |= (unsigned)(o == PTO_DONE) << pe;
    }
    return true;
}

static pto_core *make_core(unsigned choice)
{
    static const char *const isa[] = {"0.58.4", "0.58.3", "0.58.3-asl",
                                      "0.58.4,coop_m=per-pe"};
    pto_core *core = calloc(1, sizeof *core);
    if (!core || pto_isa_parse(isa[choice & 3], &core->isa, NULL) != PTO_OK)
        abort();
    core->pes = choice & 4 ? 1 : PTO_PES;
    core->profile = pto_profile_find(choice & 8 ? "pto-v0" : "ieee");
    pto_memory_init(&core->memory, MEMORY, 0);
    return core;
}

/* Registers: a multiplier, one, and places in memory. */
static void set_registers(choices *c, pto_core *core)
{
    const uint64_t value[] = {0x3f800000, 1, 0x100, pick(c, 256)};
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        for (unsigned i = 0; i < 4; i++)
            core->pe[pe].gpr[2 + i] = value[(i + pick(c, 4)) % 4];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    choices c = {data, data + size};
    pto_core *core = make_core(pick(&c, 16));
    unsigned op = pick(&c, PTO_OP_COUNT);
    if (pto_bundle_op_get(op)->schema == PTO_SCHEMA_COUNT)
        op = PTO_OP_TADD; /* of one that is not implemented */
    theme m = pick_theme(&c, type_for(&c, op));
    m.cells = pto_tile_op_get(op)->family == PTO_FAMILY_CUBE;
    set_registers(&c, core);
    make_tiles(&c, core, &m);
    pick_header(&c, &core->pe[0].header, op, &m);
    for (unsigned pe = 1; pe < PTO_PES; pe++)
        core->pe[pe].header = core->pe[0].header;
    uint64_t before = digest(core);
    if (!execute(core) && digest(core) != before)
        abort();
    pto_core_free_tiles(core);
    pto_memory_free(&core->memory);
    free(core);
    return 0;
}
