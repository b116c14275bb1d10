/* src/bundle/schemas.c: bundles that might be are judged, and nothing moves. */
#include "bundle/world.h"

typedef struct trial {
    pto_plan plan[PTO_PES];
    pto_header header[PTO_PES];
    pto_fault why;
} trial;

static trial *trial_of(const driver *d)
{
    trial *t = calloc(1, sizeof *t);
    assert_non_null(t);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        t->header[pe] = d->core.pe[pe].header;
    return t;
}

/* The headers of a trial over the core as it is. */
static bool is_legal(trial *t, const pto_core *core, unsigned count)
{
    const pto_schema *s = NULL;
    for (unsigned i = 0; i < count; i++)
        s = pto_plan_make(&t->plan[i], core, i, &t->header[i]);
    t->plan[0].together = count;
    pto_plan_rooms(t->plan, count);
    return pto_plan_legal(t->plan, count, s, &t->why);
}

TEST(judging_changes_nothing)
{
    UNUSED_STATE;
    for (unsigned w = 0; w < WORLDS; w++) {
        driver *d = world_new((world)w);
        trial *t = trial_of(d);
        uint64_t before = driver_digest(d);
        unsigned count = w == WORLD_SHARED ? PTO_PES : 1;
        CHECK(is_legal(t, &d->core, count) == world_is_legal((world)w),
              "world %u: %s", w, t->why.text);
        CHECK(driver_digest(d) == before, "world %u", w);
        free(t);
        driver_free(d);
    }
}

/* A copy of the header is changed, and changed back. */
TEST(a_bundle_that_might_be)
{
    UNUSED_STATE;
    driver *d = world_new(WORLD_BINARY);
    trial *t = trial_of(d);
    uint64_t before = driver_digest(d);
    t->header[0].binder[0].size_code = 1;
    assert_false(is_legal(t, &d->core, 1));
    assert_string_equal(t->why.rule, "element_shape");
    t->header[0].binder[0].size_code = d->core.pe[0].header.binder[0].size_code;
    t->header[0].operation.op = PTO_OP_TSUB;
    assert_true(is_legal(t, &d->core, 1));
    assert_int_equal(driver_digest(d), before);
    free(t);
    driver_free(d);
}

TEST_MAIN(CASE(judging_changes_nothing), CASE(a_bundle_that_might_be))
