/* Tiles, memory and queues of an archive. */
#include <stdlib.h>
#include <string.h>

#include "machine/save/archive.h"
#include "tile/tile.h"

/* ---- Tiles -------------------------------------------------------------- */

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
    if (!a->failed && !pto_tile_consistent(t))
        pto_archive_fail(a, "a tile's descriptor contradicts itself");
    if (!a->failed && !pto_archive_saves(a) && !pto_pool_take(pool, t))
        pto_archive_fail(a, "no host memory for a tile");
    if (a->failed) {
        if (!t->bytes)
            *t = (pto_tile){0};
        return;
    }
    pto_archive_bytes(a, pto_tile_payload(t), t->capacity_bytes);
    for (uint32_t i = 0; i < (pto_tile_indices(t) + 63) / 64; i++)
        pto_archive_u64(a, &pto_tile_bitmap(t)[i]);
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
    pto_archive_bytes(a, pto_tile_payload(&g->tile), g->tile.capacity_bytes);
    for (uint32_t i = 0; i < (pto_tile_indices(&g->tile) + 63) / 64; i++)
        pto_archive_u64(a, &pto_tile_bitmap(&g->tile)[i]);
}

void pto_archive_tiles(pto_archive *a, pto_core *core)
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

/* All pages in address order; NULL: no host memory. */
static pto_page **pages_of(const pto_memory *m)
{
    pto_page **pages = calloc(m->page_count + 1, sizeof *pages);
    size_t count = 0;
    if (!pages)
        return NULL;
    for (size_t i = 0; i < m->slot_count; i++)
        if (m->slots[i])
            pages[count++] = m->slots[i];
    qsort(pages, count, sizeof *pages, by_number);
    return pages;
}

/* A page of zeros is only its number: it counts against the limit too. */
static void page_contents(pto_archive *a, pto_page *page)
{
    bool filled = pto_archive_saves(a) && !is_zero(page);
    pto_archive_bool(a, &filled);
    if (!a->failed && filled)
        pto_archive_bytes(a, page->bytes, PTO_PAGE_BYTES);
}

static void save_memory(pto_archive *a, const pto_memory *m)
{
    uint32_t count = (uint32_t)m->page_count;
    pto_page **pages = pages_of(m);
    if (!pages) {
        pto_archive_fail(a, "no host memory");
        return;
    }
    pto_archive_u32(a, &count, UINT32_MAX);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t number = pages[i]->number;
        pto_archive_u64(a, &number);
        page_contents(a, pages[i]);
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
            page_contents(a, page);
    }
}

void pto_archive_memory(pto_archive *a, pto_machine *m)
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

static void restore_queues(pto_archive *a, pto_machine *m, uint32_t count)
{
    for (uint32_t i = 0; i < count && !a->failed; i++) {
        uint64_t address = 0;
        uint16_t capacity = 0;
        pto_archive_u64(a, &address);
        pto_archive_u16(a, &capacity, PTO_GQM_CAPACITY);
        if (a->failed)
            return;
        pto_gqm_queue *q =
            pto_gqm_init(&m->gqm, &m->core.memory, address, capacity);
        if (q)
            queue_entries(a, q);
        else
            pto_archive_fail(a, "they exceed the memory limit");
    }
}

void pto_archive_queues(pto_archive *a, pto_machine *m)
{
    pto_gqm *g = &m->gqm;
    uint32_t count = (uint32_t)g->count;
    a->what = "queues";
    pto_archive_u64(a, &g->events);
    pto_archive_u64(a, &g->last_event);
    pto_archive_u32(a, &count, UINT32_MAX);
    if (pto_archive_saves(a))
        save_queues(a, g);
    else
        restore_queues(a, m, count);
}
