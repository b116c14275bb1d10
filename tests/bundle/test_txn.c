/* A kernel writes nothing but its transaction, whatever its plan points at. */
#include "bundle/world.h"
#include "cube/cube.h"

typedef struct attempt {
    pto_plan plan[PTO_PES];
    pto_txn txn;
    unsigned count;
    const pto_schema *schema;
} attempt;

/* Resolve and stage the bundle of a world as publication would see it. */
static void prepare(attempt *a, driver *d, world w)
{
    a->count = w == WORLD_SHARED ? PTO_PES : 1;
    assert_true(pto_txn_init(&a->txn));
    for (unsigned i = 0; i < a->count; i++)
        a->schema =
            pto_plan_make(&a->plan[i], &d->core, i, &d->core.pe[i].header);
    a->plan[0].together = a->count;
    pto_plan_rooms(a->plan, a->count);
    pto_fault why;
    CHECK(pto_plan_legal(a->plan, a->count, a->schema, &why), "world %d: %s", w,
          why.text);
    for (unsigned i = 0; i < a->count; i++) {
        assert_true(pto_plan_copy_views(&a->plan[i], &d->core.pool));
        assert_true(pto_txn_stage(&a->txn, &a->plan[i], &d->core.pool));
    }
}

/* What the transaction holds so far. */
static uint64_t staged(const pto_txn *t)
{
    uint64_t h = driver_hash(0, t->data, t->data_used);
    h = driver_hash(h, t->flags, sizeof t->flags);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        for (unsigned i = 0; i < t->output_count[pe]; i++)
            h = driver_hash_tile(h, &t->output[pe][i]);
    return t->has_shared ? driver_hash_tile(h, &t->shared) : h;
}

static void release(attempt *a, driver *d)
{
    for (unsigned i = 0; i < a->count; i++)
        pto_plan_drop_views(&a->plan[i], &d->core.pool);
    pto_txn_drop(&a->txn, &d->core.pool);
    pto_txn_free(&a->txn);
}

TEST(a_kernel_leaves_the_core_alone)
{
    UNUSED_STATE;
    for (unsigned w = 0; w < WORLDS; w++) {
        if (!world_is_legal((world)w))
            continue;
        driver *d = world_new((world)w);
        attempt *a = calloc(1, sizeof *a);
        prepare(a, d, (world)w);
        uint64_t core = driver_digest(d), empty = staged(&a->txn);
        assert_true(a->schema->run(a->plan, &a->txn));
        CHECK(driver_digest(d) == core, "the kernel of world %u wrote", w);
        CHECK(staged(&a->txn) != empty || w == WORLD_PREFETCH,
              "world %u computed nothing", w);
        release(a, d);
        CHECK(driver_digest(d) == core, "dropping world %u left a trace", w);
        free(a);
        driver_free(d);
    }
}

TEST_MAIN(CASE(a_kernel_leaves_the_core_alone))
