/*
 * Snapshots: everything that decides how a machine goes on.
 *
 *   8  "PTOSNAP\n"
 *   4  version
 *   4  CRC-32 of the payload
 *   8  size of the payload
 *      payload: an archive of the machine
 */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/bits.h"
#include "base/file.h"
#include "machine/access.h"
#include "machine/archive.h"
#include "pto/profile.h"

enum { VERSION = 1, FRAME = 24, PROFILE_NAME = 16 };

static const char magic[] = "PTOSNAP\n";

/* ---- Tiles -------------------------------------------------------------- */

static bool is_legal(const pto_tile *t)
{
    if (!pto_tile_layout_is_cube(t->layout))
        return pto_tile_legal(t, PTO_TILE_MAX_BYTES);
    return pto_tile_cube_legal(t, PTO_TILE_MAX_BYTES,
                               PTO_CUBE_HIF4 | PTO_CUBE_ROW_BLOCKS);
}

static void descriptor(pto_archive *a, pto_tile *t)
{
    pto_archive_u32(a, &t->dtype, 31);
    pto_archive_u32(a, &t->layout, PTO_TILE_LAYOUTS - 1);
    pto_archive_u32(a, &t->storage, PTO_TILE_PREDICATE);
    pto_archive_u32(a, &t->location, PTO_TILE_LOCATIONS - 1);
    pto_archive_u32(a, &t->rows, UINT32_MAX);
    pto_archive_u32(a, &t->columns, UINT32_MAX);
    pto_archive_u32(a, &t->valid_rows, UINT32_MAX);
    pto_archive_u32(a, &t->valid_columns, UINT32_MAX);
    pto_archive_u32(a, &t->capacity_bytes, PTO_TILE_MAX_BYTES);
    pto_archive_u32(a, &t->k_repeat, UINT32_MAX);
    pto_archive_u32(a, &t->n_repeat, UINT32_MAX);
    pto_archive_u32(a, &t->cell_count, UINT32_MAX);
    pto_archive_u32(a, &t->storage_bytes, UINT32_MAX);
    pto_archive_u32(a, &t->sign_extended, 1);
}

static void tile(pto_archive *a, pto_pool *pool, pto_tile *t)
{
    pto_archive_u32(a, &t->allocated, 1);
    if (a->failed || !t->allocated)
        return;
    descriptor(a, t);
    if (!a->failed && !is_legal(t))
        pto_archive_fail(a, "a tile's descriptor contradicts itself");
    if (!a->failed && !pto_archive_saves(a) && !pto_pool_take(pool, t))
        pto_archive_fail(a, "no host memory for a tile");
    if (a->failed) {
        if (!t->bytes)
            *t = (pto_tile){0};
        return;
    }
    pto_archive_bytes(a, t->bytes, t->capacity_bytes);
    for (uint32_t i = 0; i < (pto_tile_indices(t) + 63) / 64; i++)
        pto_archive_u64(a, &t->defined[i]);
}

/* A parent that writers fill: its payload's descriptor follows from it. */
static void generation(pto_archive *a, pto_pool *pool, pto_generation *g)
{
    pto_archive_bool(a, &g->open);
    if (a->failed || !g->open)
        return;
    pto_archive_u8(a, &g->mask, 15);
    pto_archive_u8(a, &g->begun, 15);
    pto_archive_u8(a, &g->finished, 15);
    pto_archive_u8(a, &g->layout, PTO_TILE_LAYOUTS - 1);
    pto_archive_u32(a, &g->cells, PTO_TILE_MAX_BYTES / PTO_CELL_BYTES);
    pto_archive_u32(a, &g->line, PTO_TILE_MAX_EXTENT);
    pto_archive_u32(a, &g->physical, PTO_TILE_MAX_EXTENT);
    pto_archive_u32(a, &g->valid_rows, PTO_TILE_MAX_EXTENT);
    pto_archive_u32(a, &g->valid_columns, PTO_TILE_MAX_EXTENT);
    for (size_t i = 0; i < sizeof g->covered / sizeof *g->covered; i++)
        pto_archive_u64(a, &g->covered[i]);
    uint32_t dtype = g->tile.dtype, location = g->tile.location;
    pto_archive_u32(a, &dtype, 31);
    pto_archive_u32(a, &location, PTO_TILE_LOCATIONS - 1);
    if (!a->failed && (!pto_format_get(dtype) || !g->cells))
        pto_archive_fail(a, "a parent tile without cells");
    bool restores = !a->failed && !pto_archive_saves(a);
    if (restores)
        g->tile = pto_parent_descriptor(dtype, g->cells, location);
    if (restores && !pto_pool_take(pool, &g->tile))
        pto_archive_fail(a, "no host memory for a tile");
    if (a->failed) {
        if (!g->tile.bytes)
            *g = (pto_generation){.open = false};
        return;
    }
    pto_archive_bytes(a, g->tile.bytes, g->tile.capacity_bytes);
    for (uint32_t i = 0; i < (pto_tile_indices(&g->tile) + 63) / 64; i++)
        pto_archive_u64(a, &g->tile.defined[i]);
}

static void tiles(pto_archive *a, pto_core *core)
{
    a->what = "Local tiles";
    for (unsigned p = 0; p < PTO_PES; p++) {
        for (unsigned i = 0; i < PTO_LOCAL_TILES; i++) {
            pto_archive_u8(a, &core->pe[p].local[i].mask, 15);
            tile(a, &core->pool, &core->pe[p].local[i].tile);
        }
        for (unsigned i = 0; i < PTO_HANDS; i++)
            generation(a, &core->pool, &core->pe[p].building[i]);
    }
    a->what = "Shared tiles";
    for (unsigned i = 0; i < PTO_SHARED_TILES; i++) {
        pto_shared *s = &core->shared[i];
        pto_archive_bool(a, &s->described);
        pto_archive_bool(a, &s->published);
        pto_archive_u8(a, &s->allocation_mask, 15);
        pto_archive_u8(a, &s->initialized_mask, 15);
        tile(a, &core->pool, &s->tile);
        generation(a, &core->pool, &s->building);
        if (s->described != (s->tile.allocated != 0))
            pto_archive_fail(a, "a tile without descriptor");
    }
}

/* ---- Memory ------------------------------------------------------------- */

static int by_number(const void *l, const void *r)
{
    uint64_t left = (*(pto_page *const *)l)->number;
    uint64_t right = (*(pto_page *const *)r)->number;
    return (left > right) - (left < right);
}

static bool is_zero(const pto_page *p)
{
    static const uint8_t zeros[256];
    for (size_t i = 0; i < PTO_PAGE_BYTES; i += sizeof zeros)
        if (memcmp(p->bytes + i, zeros, sizeof zeros) != 0)
            return false;
    return true;
}

/* The pages that hold anything, in address order; NULL: no host memory. */
static pto_page **pages_of(const pto_memory *m, uint32_t *count)
{
    pto_page **pages = calloc(m->page_count + 1, sizeof *pages);
    *count = 0;
    if (!pages)
        return NULL;
    for (size_t i = 0; i < m->slot_count; i++)
        if (m->slots[i] && !is_zero(m->slots[i]))
            pages[(*count)++] = m->slots[i];
    qsort(pages, *count, sizeof *pages, by_number);
    return pages;
}

static void save_memory(pto_archive *a, const pto_memory *m)
{
    uint32_t count;
    pto_page **pages = pages_of(m, &count);
    if (!pages) {
        pto_archive_fail(a, "no host memory");
        return;
    }
    pto_archive_u32(a, &count, UINT32_MAX);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t number = pages[i]->number;
        pto_archive_u64(a, &number);
        pto_archive_bytes(a, pages[i]->bytes, PTO_PAGE_BYTES);
    }
    free(pages);
}

static void restore_memory(pto_archive *a, pto_memory *m)
{
    uint32_t count = 0;
    pto_archive_u32(a, &count, UINT32_MAX);
    for (uint32_t i = 0; i < count && !a->failed; i++) {
        uint64_t number = 0;
        pto_archive_u64(a, &number);
        uint64_t address = number << PTO_PAGE_SHIFT;
        if (address >> PTO_PAGE_SHIFT != number ||
            !pto_memory_legal(m, address, 1)) {
            pto_archive_fail(a, "a page outside memory");
            return;
        }
        pto_page *page = a->failed ? NULL : pto_memory_touch(m, address);
        if (!page)
            pto_archive_fail(a, "it exceeds the memory limit");
        else
            pto_archive_bytes(a, page->bytes, PTO_PAGE_BYTES);
    }
}

static void memory(pto_archive *a, pto_machine *m)
{
    a->what = "memory";
    pto_archive_u64(a, &m->core.memory.bound);
    pto_archive_u64(a, &m->options.application_bytes);
    m->options.memory_bytes = m->core.memory.bound;
    if (pto_archive_saves(a))
        save_memory(a, &m->core.memory);
    else
        restore_memory(a, &m->core.memory);
}

/* ---- Queues of the queue manager ---------------------------------------- */

static void queue_entries(pto_archive *a, pto_gqm_queue *q)
{
    pto_archive_u16(a, &q->count, q->capacity);
    pto_archive_u16(a, &q->head, q->capacity);
    pto_archive_bool(a, &q->suspended);
    for (unsigned i = 0; i < q->capacity; i++)
        pto_archive_u64(a, &q->entry[i]);
}

static void save_queues(pto_archive *a, pto_gqm *g)
{
    for (size_t i = 0; i < g->slot_count; i++) {
        pto_gqm_queue *q = g->slot[i];
        if (!q)
            continue;
        pto_archive_u64(a, &q->address);
        pto_archive_u16(a, &q->capacity, PTO_GQM_CAPACITY);
        queue_entries(a, q);
    }
}

static void restore_queues(pto_archive *a, pto_gqm *g, uint32_t count)
{
    for (uint32_t i = 0; i < count && !a->failed; i++) {
        uint64_t address = 0;
        uint16_t capacity = 0;
        pto_archive_u64(a, &address);
        pto_archive_u16(a, &capacity, PTO_GQM_CAPACITY);
        if (a->failed)
            return;
        pto_gqm_queue *q = pto_gqm_init(g, address, capacity);
        if (q)
            queue_entries(a, q);
        else
            pto_archive_fail(a, "no host memory for a queue");
    }
}

static void queues(pto_archive *a, pto_gqm *g)
{
    uint32_t count = (uint32_t)g->count;
    a->what = "queues";
    pto_archive_u64(a, &g->events);
    pto_archive_u64(a, &g->last_event);
    pto_archive_u32(a, &count, UINT32_MAX);
    if (pto_archive_saves(a))
        save_queues(a, g);
    else
        restore_queues(a, g, count);
}

/* ---- The machine -------------------------------------------------------- */

static void identity(pto_archive *a, pto_machine *m)
{
    char isa[PTO_ISA_TEXT] = "", profile[PROFILE_NAME] = "";
    pto_error e = {0};
    a->what = "identity";
    if (pto_archive_saves(a)) {
        pto_isa_print(&m->core.isa, isa, sizeof isa);
        strncpy(profile, pto_profile_name(m->core.profile), PROFILE_NAME - 1);
    }
    pto_archive_text(a, isa, sizeof isa);
    pto_archive_text(a, profile, sizeof profile);
    pto_archive_u32(a, &m->core.pes, PTO_PES);
    if (a->failed || pto_archive_saves(a))
        return;
    m->core.profile = pto_profile_find(profile);
    if (!m->core.profile || pto_isa_parse(isa, &m->core.isa, &e) != PTO_OK ||
        (m->core.pes != 1 && m->core.pes != PTO_PES)) {
        m->core.profile = pto_profile_find(NULL);
        pto_archive_fail(a, "an unknown revision, profile or view");
    }
}

static void machine(pto_archive *a, pto_machine *m)
{
    identity(a, m);
    a->what = "PEs";
    for (unsigned i = 0; i < PTO_PES; i++) {
        pto_archive_pe(a, &m->core.pe[i]);
        pto_archive_hart(a, &m->hart[i]);
    }
    a->what = "rendezvous";
    pto_archive_u8(a, &m->core.rendezvous.arrived, 15);
    pto_archive_u8(a, &m->core.rendezvous.released, 15);
    for (unsigned i = 0; i < PTO_PES; i++)
        pto_archive_fault(a, &m->core.rendezvous.fault[i]);
    pto_archive_u32(a, &m->turn, PTO_PES - 1);
    pto_archive_u32(a, &m->turn_left, PTO_TURN);
    pto_archive_u64(a, &m->steps);
    tiles(a, &m->core);
    queues(a, &m->gqm);
    memory(a, m);
}

pto_status pto_snapshot(const pto_machine *m, uint8_t **out, size_t *n,
                        pto_error *e)
{
    pto_buf b = {0};
    pto_archive a = {.out = &b};
    pto_buf_fill(&b, 0, FRAME);
    /* Saving gives every field the value that it has. */
    machine(&a, (pto_machine *)(uintptr_t)m);
    *out = NULL;
    *n = 0;
    if (a.failed || b.failed) {
        pto_buf_free(&b);
        return pto_fail(e, PTO_NO_MEMORY, "no host memory for a snapshot");
    }
    uint8_t *bytes = (uint8_t *)b.data;
    size_t size = b.size - FRAME;
    memcpy(bytes, magic, 8);
    pto_store_le(bytes + 8, 4, VERSION);
    pto_store_le(bytes + 12, 4, crc32_z(0, bytes + FRAME, size));
    pto_store_le(bytes + 16, 8, size);
    *out = bytes;
    *n = b.size;
    return PTO_OK;
}

static pto_status check_frame(const uint8_t *bytes, size_t n, pto_error *e)
{
    if (n < FRAME || memcmp(bytes, magic, 8) != 0)
        return pto_fail(e, PTO_BAD_INPUT, "not a snapshot");
    uint64_t version = pto_load_le(bytes + 8, 4);
    if (version != VERSION)
        return pto_fail(e, PTO_BAD_INPUT,
                        "a snapshot of version %llu; this is version %d",
                        (unsigned long long)version, VERSION);
    if (pto_load_le(bytes + 16, 8) != n - FRAME)
        return pto_fail(e, PTO_BAD_INPUT, "a snapshot of the wrong size");
    if (pto_load_le(bytes + 12, 4) != crc32_z(0, bytes + FRAME, n - FRAME))
        return pto_fail(e, PTO_BAD_INPUT, "a snapshot whose checksum differs");
    return PTO_OK;
}

/* Exchange the guests of two machines; hosts' options and observers stay. */
static void exchange(pto_machine *m, pto_machine *fresh)
{
    pto_machine old = *m;
    *m = *fresh;
    *fresh = old;
    m->observer = old.observer;
    m->observes = old.observes;
    m->steps_singly = old.steps_singly;
    m->options.output = old.options.output;
    m->options.user = old.options.user;
    m->core.threads = old.core.threads;
    pto_machine_attach(m);
    pto_machine_attach(fresh);
}

pto_status pto_restore(pto_machine *m, const uint8_t *bytes, size_t n,
                       pto_error *e)
{
    PTO_TRY(check_frame(bytes, n, e));
    pto_machine *fresh = NULL;
    PTO_TRY(pto_machine_new(&m->options, &fresh, e));
    pto_archive a = {.in = bytes + FRAME, .size = n - FRAME};
    machine(&a, fresh);
    if (!a.failed && a.at != a.size)
        pto_archive_fail(&a, "bytes are left over");
    if (a.failed) {
        pto_machine_free(fresh);
        return pto_fail(e, PTO_BAD_INPUT, "a damaged snapshot: %s", a.reason);
    }
    exchange(m, fresh);
    pto_machine_free(fresh);
    return PTO_OK;
}

pto_status pto_snapshot_file(const pto_machine *m, const char *path,
                             pto_error *e)
{
    uint8_t *bytes;
    size_t n;
    PTO_TRY(pto_snapshot(m, &bytes, &n, e));
    pto_status s = pto_file_write(path, bytes, n, e);
    free(bytes);
    return s;
}

pto_status pto_restore_file(pto_machine *m, const char *path, pto_error *e)
{
    pto_buf b = {0};
    pto_status s = pto_file_read(path, 0, &b, e);
    if (s == PTO_OK)
        s = pto_restore(m, (const uint8_t *)b.data, b.size, e);
    if (s != PTO_OK && e && !e->file[0])
        strncpy(e->file, path, sizeof e->file - 1);
    pto_buf_free(&b);
    return s;
}
