/*
 * Every rule of every schema: a legal bundle runs; with exactly this rule
 * broken it is rejected by this rule, with its fault, and the whole core stays
 * as it was, byte for byte. Nothing here names an operation's rules: a new row
 * is tested the moment it exists.
 */
#include "bundle/core/break.h"
#include "bundle/irregular/break.h"
#include "bundle/matrix/break.h"
#include "bundle/lanes/break.h"
#include "bundle/move/break.h"
#include "bundle/rearrange/break.h"
#include "bundle/reduce/break.h"
#include "bundle/element/break.h"

/* The world in which a schema's rule can be broken. */
static world world_for_matrix(pto_rule_id r)
{
    switch ((unsigned)r) {
    case PTO_RULE_gemv_local:
    case PTO_RULE_gemv_row: return WORLD_GEMV;
    case PTO_RULE_shared_count:
    case PTO_RULE_power_of_two:
    case PTO_RULE_group_rows:
    case PTO_RULE_group_mask:
    case PTO_RULE_binder_masks:
    case PTO_RULE_shared_a:
    case PTO_RULE_shared_a_scale:
    case PTO_RULE_shared_b:
    case PTO_RULE_shared_b_scale:
    case PTO_RULE_m_fits: return WORLD_SHARED;
    case PTO_RULE_cscale_form:
    case PTO_RULE_post_scalars:
    case PTO_RULE_post_scalar_bound:
    case PTO_RULE_post_words:
    case PTO_RULE_matrix_datr:
    case PTO_RULE_post_rounding:
    case PTO_RULE_post_accumulator: return WORLD_SCALAR;
    case PTO_RULE_post_saturation:
    case PTO_RULE_dimensions:
    case PTO_RULE_trans_a_shared:
    case PTO_RULE_trans_b_shared:
    case PTO_RULE_d_shape:
    case PTO_RULE_local_bias: return WORLD_BIAS;
    case PTO_RULE_output_slot:
    case PTO_RULE_output_room: return WORLD_ABSOLUTE;
    case PTO_RULE_maxima_shape: return WORLD_GROUPS;
    default: return WORLD_MATRIX;
    }
}

/* A schema's own world, but where a rule of it needs another. */
static world world_for(pto_schema_id s, pto_rule_id r)
{
    static const world own[] = {
#define SCHEMA(name, ...) WORLD_##name,
#include "bundle/schema.def"
#undef SCHEMA
    };
    if (s == PTO_SCHEMA_MATRIX)
        return world_for_matrix(r);
    if (r == PTO_RULE_shared_compatible || r == PTO_RULE_shared_fits)
        return WORLD_QUARTERS;
    if (r == PTO_RULE_divisor_scalar)
        return WORLD_DIVIDE_INTEGER;
    return own[s];
}

typedef void breaker(driver *d);

static breaker *const breakers[PTO_RULE_COUNT] = {
#define RULE(name, ...) break_##name,
#include "bundle/rule.def"
#undef RULE
};

/* A sentence names a type by its name, never by its code. */
static bool names_types(const char *text)
{
    for (const char *at = text; (at = strstr(at, "ype")); at++)
        if ((at[3] == ' ' || at[3] == '=') && at[4] >= '0' && at[4] <= '9')
            return false;
    return true;
}

static void runs(world w)
{
    driver *d = world_new(w);
    world_run(d);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        CHECK(d->outcome[pe] == PTO_DONE, "world %d PE%u: %s: %s", w, pe,
              d->fault[pe].rule, d->fault[pe].text);
    driver_free(d);
}

static void rejects(const pto_schema *s, pto_schema_id id,
                    const pto_asked_rule *asked)
{
    const pto_rule *r = asked->rule;
    pto_rule_id at = (pto_rule_id)(r - pto_rule_get(0));
    driver *d = world_new(world_for(id, at));
    if (asked->asker == PTO_ASKED_BY_MODEL)
        d->core.isa.asl_quirks = PTO_ASL_QUIRKS_ON;
    breakers[at](d);
    uint64_t before = driver_digest(d);
    world_run(d);
    const pto_fault *f = &d->fault[0];
    CHECK(d->outcome[0] == PTO_FAULTED, "%s.%s: outcome %d", s->name, r->name,
          d->outcome[0]);
    CHECK(!strcmp(f->rule, r->name), "%s.%s: %s: %s", s->name, r->name, f->rule,
          f->text);
    CHECK(f->code == r->fault, "%s: %s", r->name, pto_fault_name(f->code));
    CHECK(strstr(f->text, r->text), "%s: '%s'", r->name, f->text);
    CHECK(names_types(f->text), "%s: %s", r->name, f->text);
    CHECK(driver_digest(d) == before, "%s.%s left a trace", s->name, r->name);
    driver_free(d);
}

TEST(legal_worlds_run)
{
    UNUSED_STATE;
    for (unsigned w = 0; w < WORLDS; w++)
        if (world_is_legal((world)w))
            runs((world)w);
}

TEST(every_rule_of_every_schema)
{
    UNUSED_STATE;
    for (unsigned id = 0; id < PTO_SCHEMA_COUNT; id++) {
        const pto_schema *s = pto_schema_get(id);
        for (const pto_asked_rule *r = s->rules; r->rule; r++)
            rejects(s, id, r);
    }
}

/* Every rule row is in some schema. */
TEST(no_rule_is_idle)
{
    UNUSED_STATE;
    bool used[PTO_RULE_COUNT] = {false};
    for (unsigned s = 0; s < PTO_SCHEMA_COUNT; s++)
        for (const pto_asked_rule *r = pto_schema_get(s)->rules; r->rule; r++)
            used[r->rule - pto_rule_get(0)] = true;
    for (unsigned r = 0; r < PTO_RULE_COUNT; r++)
        CHECK(used[r], "%s", pto_rule_get(r)->name);
}

TEST_MAIN(CASE(legal_worlds_run), CASE(every_rule_of_every_schema),
          CASE(no_rule_is_idle))
