/* Host memory that runs out: each allocation of each bundle fails in turn. */
#include "bundle/world.h"

/*
 * The linker sends the library's allocations here (tests/CMakeLists.txt): when
 * armed, the n-th from now on finds no memory.
 */
void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

static uint64_t until_failure;

static bool fails_now(void)
{
    return until_failure && --until_failure == 0;
}

void *__wrap_malloc(size_t size)
{
    return fails_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return fails_now() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t size)
{
    return fails_now() ? NULL : __real_realloc(p, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails_now() ? NULL : __real_aligned_alloc(alignment, size);
}

/* The n-th of these fails; true if there was an n-th. */
static bool fails_at(world w, uint64_t n, bool pool)
{
    driver *d = world_new(w);
    uint64_t before = driver_digest(d);
    d->core.pool.fail_after = pool ? n : 0;
    until_failure = pool ? 0 : n;
    pto_outcome o = PTO_WAITING;
    for (unsigned pe = 0; pe < PTO_PES && o == PTO_WAITING; pe++)
        o = pto_bundle_execute(&d->core, pe, &d->fault[pe]);
    bool failed = o == PTO_OUT_OF_MEMORY;
    CHECK(failed || o == PTO_DONE, "world %d: outcome %d", w, o);
    if (failed)
        CHECK(driver_digest(d) == before, "world %d left a trace at %u", w,
              (unsigned)n);
    /* With memory again, the same bundle runs. */
    d->core.pool.fail_after = until_failure = 0;
    if (failed)
        world_run(d);
    CHECK(!failed || d->outcome[0] == PTO_DONE, "world %d: %s", w,
          d->fault[0].text);
    driver_free(d);
    return failed;
}

TEST(each_tile_buffer_in_turn)
{
    UNUSED_STATE;
    for (unsigned w = 0; w < WORLD_SHARED_MOVE; w++) {
        uint64_t n = 1;
        while (fails_at((world)w, n, true))
            n++;
        bool makes = w != WORLD_CUBE_STORE && w != WORLD_STORE &&
                     w != WORLD_SHARED_STORE;
        CHECK(n > 1 || !makes, "world %u takes no buffer", w);
    }
}

/* Scratch, sums, the kernels' workspace, pages: whatever the host gives. */
TEST(each_allocation_in_turn)
{
    UNUSED_STATE;
    for (unsigned w = 0; w < WORLD_SHARED_MOVE; w++) {
        uint64_t n = 1;
        while (fails_at((world)w, n, false))
            n++;
        CHECK(n > 1, "world %u allocates nothing", w);
    }
}

/* The memory limit: a store that needs one page too many changes nothing. */
TEST(each_page_in_turn)
{
    UNUSED_STATE;
    for (uint64_t pages = 1; pages < 4; pages++) {
        driver *d = world_new(WORLD_STORE);
        driver_gpr(d, 2, PTO_PAGE_BYTES);
        driver_gpr(d, 3, PTO_PAGE_BYTES); /* every row in its own page */
        d->core.memory.limit = pages * PTO_PAGE_BYTES;
        uint64_t before = driver_digest(d);
        pto_outcome o = pto_bundle_execute(&d->core, 0, &d->fault[0]);
        assert_int_equal(o, PTO_OUT_OF_MEMORY);
        assert_true(driver_digest(d) == before);
        d->core.memory.limit = 0;
        o = pto_bundle_execute(&d->core, 0, &d->fault[0]);
        assert_int_equal(o, PTO_DONE);
        assert_true(driver_digest(d) != before);
        driver_free(d);
    }
}

TEST(buffers_are_used_again)
{
    UNUSED_STATE;
    driver *d = world_new(WORLD_LOAD);
    world_run(d);
    for (unsigned i = 0; i < 40; i++) /* the hand turns over twice */
        assert_int_equal(pto_bundle_execute(&d->core, 0, &d->fault[0]),
                         PTO_DONE);
    void *kept = d->core.pool.free[3];
    assert_non_null(kept);
    for (unsigned i = 0; i < 40; i++)
        assert_int_equal(pto_bundle_execute(&d->core, 0, &d->fault[0]),
                         PTO_DONE);
    unsigned spare = 0;
    for (void *p = d->core.pool.free[3]; p; spare++)
        memcpy(&p, p, sizeof p);
    CHECK(spare <= 2, "%u buffers wait", spare);
    driver_free(d);
}

TEST_MAIN(CASE(each_tile_buffer_in_turn), CASE(each_allocation_in_turn),
          CASE(each_page_in_turn), CASE(buffers_are_used_again))
