/*
 * Explanations are true. Every legal bundle of world.def is changed in one
 * field, all fields and many values, in each revision in which it is legal and
 * with one PE and four; what the rules then say is judged (truth.h). So is what
 * a dropped or repeated header command brings.
 */
#include "bundle/repair/repair.h"
#include "bundle/truth.h"

/* What a run saw, printed at its end. */
typedef struct tally {
    unsigned mutations, legal, faults, worded, members, untrue, hints;
} tally;

/* ---- Where a bundle is changed ----------------------------------------------
 */

typedef struct scene {
    driver *d;
    trial *t;
    pto_header legal[PTO_PES]; /* before a change */
    world w;
    const char *isa; /* NULL: the world's own */
    char what[128];
    tally *seen;
} scene;

static const char *const isas[] = {NULL, "0.58.3", "0.58.4", "0.58.3-asl"};
enum { ISAS = sizeof isas / sizeof isas[0] };

/* False: the bundle is not legal there. */
static bool scene_open(scene *s, world w, unsigned isa, unsigned pes,
                       tally *seen)
{
    pto_error e;
    *s = (scene){.d = world_new(w), .w = w, .isa = isas[isa], .seen = seen};
    s->t = calloc(1, sizeof *s->t);
    assert_non_null(s->t);
    if (isas[isa])
        CHECK(pto_isa_parse(isas[isa], &s->d->core.isa, &e) == PTO_OK, "%s",
              isas[isa]);
    s->d->core.pes = pes;
    bool together = pto_bundle_meets(&s->d->core, &s->d->core.pe[0].header);
    s->t->core = &s->d->core;
    s->t->count = together ? PTO_PES : 1;
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        s->legal[pe] = s->t->header[pe] = s->d->core.pe[pe].header;
    return trial_legal(s->t);
}

static void scene_close(scene *s)
{
    driver_free(s->d);
    free(s->t);
}

static void restore(scene *s)
{
    memcpy(s->t->header, s->legal, sizeof s->legal);
}

/* ---- Judging
 * ----------------------------------------------------------------- */

static const char *const worlds_named[WORLDS] = {
#define WORLD(name, ...) #name,
#include "bundle/world.def"
#undef WORLD
};

/* One untruth of each kind is told for each rule; the test fails at its end. */
static void blame(scene *s, bool truth, const pto_fault *why, const char *what)
{
    static char told[256][96];
    char kind[96];
    if (truth)
        return;
    s->seen->untrue++;
    snprintf(kind, sizeof kind, "%s: %s", why->rule, what);
    unsigned i = 0;
    while (i < 255 && told[i][0] && strcmp(told[i], kind) != 0)
        i++;
    if (told[i][0])
        return;
    memcpy(told[i], kind, sizeof kind);
    print_error("%s: %s %s, %u PEs, %s: %s\n", kind, worlds_named[s->w],
                s->isa ? s->isa : "own ISA", s->d->core.pes, s->what,
                why->text);
}

static const pto_rule *rule_named(const char *name)
{
    for (unsigned i = 0; i < PTO_RULE_COUNT; i++)
        if (!strcmp(pto_rule_get(i)->name, name))
            return pto_rule_get(i);
    return NULL;
}

/* The legal values are legal: the rule holds with them, or what it then finds
 * is another field. */
static void judge_members(scene *s, const pto_fault *why)
{
    const pto_rule *r = rule_named(why->rule);
    uint64_t values[MEMBERS + 1];
    pto_header_field f;
    pto_header changed[PTO_PES];
    if (!cause_field(&s->t->header[why->pe], &why->cause, &f))
        return;
    memcpy(changed, s->t->header, sizeof changed);
    unsigned n = sample_members(&why->cause.wanted, f.most, values);
    for (unsigned i = 0; i < n + (why->cause.wanted.optional != 0); i++) {
        for (unsigned pe = 0; pe < PTO_PES; pe++) {
            if (i < n)
                pto_header_field_set(&s->t->header[pe], &f, values[i]);
            else
                pto_header_field_drop(&s->t->header[pe], &f);
        }
        pto_fault then = {0};
        trial_plan(s->t);
        bool holds =
            pto_rule_check(r, &s->t->plan[why->pe - s->t->first], &then);
        bool same = then.cause.subject == why->cause.subject &&
                    then.cause.index == why->cause.index &&
                    then.cause.operand == why->cause.operand &&
                    then.cause.number == why->cause.number;
        if (!holds && same)
            blame(s, false, &then, "a value said to be legal");
        memcpy(s->t->header, changed, sizeof changed);
        s->seen->members++;
    }
}

static void judge_words(scene *s, const pto_fault *why, const char *end)
{
    numbers n = {.count = 0};
    const pto_header *h = &s->t->header[why->pe];
    know_plan(&n, &s->t->plan[why->pe - s->t->first]);
    know_cause(&n, &why->cause);
    know(&n, why->address);
    blame(s, !unknown_number(&n, why->text, end), why, "an unknown number");
    blame(s, !contradicts(why->text, end), why, "is X, not X");
    for (unsigned i = 0; i < PTO_DIMENSIONS; i++) {
        char says[8];
        snprintf(says, sizeof says, "LB%u=", i);
        const char *at = strstr(why->text, says);
        bool given = h->dimension_set >> i & 1;
        blame(s, !at || at >= end || given, why, "a dimension that is absent");
    }
}

static void judge_cause(scene *s, const pto_fault *why)
{
    char name[WORD] = "", who[WORD] = "";
    const pto_cause *c = &why->cause;
    subject_name(c, name);
    operand_name(&s->t->header[why->pe], c, who);
    bool is_mask = c->subject == PTO_SUBJECT_MASK;
    blame(s, strstr(why->text, name), why, "the field is not named");
    blame(s, is_mask || strstr(why->text, who), why, "no operand is named");
    blame(s, says_value(c, why->text), why, "the value is not said");
    blame(s, !pto_wanted_has(&c->wanted, c->absent, c->value), why,
          "what is wanted has the value");
}

/* Where the rule's own sentence begins. */
static const char *sentence_of(const pto_fault *why)
{
    const char *at = strstr(why->text, rule_named(why->rule)->text);
    return at ? at : why->text + strlen(why->text);
}

/* What no field of the bundle alone is the cause of: memory, room, and what no
 * instruction makes; the rules of moves say theirs in words. */
static bool may_have_words_alone(const char *rule)
{
    static const char *const names[] = {
#define RULE(name, ...) #name,
#include "bundle/move/rule.def"
#undef RULE
        "data_aligned", "data_mapped", "data_unwatched",
        "output_slot",  "output_room", "feature_map",
    };
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!strcmp(names[i], rule))
            return true;
    return false;
}

/* Of one fault in some: repairs of the open bundle are legal when applied. */
static void judge_hints(scene *s, const pto_fault *why)
{
    enum { ONE_IN = 61 };
    pto_hint hints[PTO_HINTS];
    pto_pe *pe = s->d->core.pe;
    if (s->seen->faults % ONE_IN)
        return;
    for (unsigned i = 0; i < PTO_PES; i++)
        pe[i].header = s->t->header[i];
    unsigned n = pto_repair(&s->d->core, why, hints);
    for (unsigned h = 0; h < n; h++, s->seen->hints++) {
        const pto_hint *hint = &hints[h];
        const pto_header_field f = {.subject = hint->subject,
                                    .whose = hint->operand,
                                    .number = hint->number,
                                    .index = hint->index};
        for (unsigned i = 0; i < PTO_PES; i++) {
            s->t->header[i] = pe[i].header;
            if (hint->absent)
                pto_header_field_drop(&s->t->header[i], &f);
            else
                pto_header_field_set(&s->t->header[i], &f, hint->value);
        }
        blame(s, trial_legal(s->t), why, hint->text);
    }
    for (unsigned i = 0; i < PTO_PES; i++)
        pe[i].header = s->legal[i];
}

static void judge(scene *s)
{
    const pto_fault why = s->t->why;
    s->seen->faults++;
    if (why.cause.subject) {
        judge_words(s, &why, sentence_of(&why));
        judge_cause(s, &why);
        judge_members(s, &why);
    } else {
        s->seen->worded++;
        blame(s, may_have_words_alone(why.rule), &why, "words alone");
    }
    judge_hints(s, &why);
}

static void ask(scene *s)
{
    s->seen->mutations++;
    if (trial_legal(s->t))
        s->seen->legal++;
    else
        judge(s);
}

/* ---- Changing
 * ---------------------------------------------------------------- */

static void with_value(scene *s, const pto_header_field *f, uint64_t value)
{
    subject_name(&(pto_cause){.subject = f->subject,
                              .number = f->number,
                              .index = f->index},
                 s->what);
    size_t used = strlen(s->what);
    snprintf(s->what + used, sizeof s->what - used, "[%u:%u]=%" PRIu64,
             f->whose, f->number, value);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        pto_header_field_set(&s->t->header[pe], f, value);
    ask(s);
    restore(s);
}

static void without(scene *s, const pto_header_field *f)
{
    subject_name(&(pto_cause){.subject = f->subject,
                              .number = f->number,
                              .index = f->index},
                 s->what);
    strcat(s->what, " left out");
    bool can = true;
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        can = pto_header_field_drop(&s->t->header[pe], f);
    if (can)
        ask(s);
    restore(s);
}

static const uint64_t few[] = {0,  1,  2,  3,   4,   5,    6,    7,    8,
                               9,  12, 15, 16,  17,  24,   31,   32,   33,
                               63, 64, 65, 128, 255, 1024, 4096, 65535};

static void every_value(scene *s, const pto_header_field *f)
{
    without(s, f);
    if (f->most < 64) {
        for (uint64_t v = 0; v <= f->most; v++)
            with_value(s, f, v);
        return;
    }
    for (unsigned i = 0; i < sizeof few / sizeof few[0]; i++)
        if (few[i] <= f->most)
            with_value(s, f, few[i]);
}

static void every_field(scene *s)
{
    pto_header_field fields[PTO_HEADER_FIELDS];
    unsigned n = pto_header_fields(&s->legal[0], fields);
    uint64_t before = driver_digest(s->d);
    for (unsigned i = 0; i < n; i++)
        every_value(s, &fields[i]);
    CHECK(driver_digest(s->d) == before, "%s", worlds_named[s->w]);
}

TEST(every_field_of_every_bundle)
{
    UNUSED_STATE;
    tally seen = {0};
    scene s;
    for (unsigned w = 0; w < WORLDS; w++)
        for (unsigned i = 0; i < ISAS; i++)
            for (unsigned pes = 1; pes <= 4; pes += 3) {
                if (scene_open(&s, (world)w, i, pes, &seen))
                    every_field(&s);
                scene_close(&s);
            }
    print_message("%u changes: %u legal, %u faults, %u of them in words "
                  "alone; %u legal values and %u hints tried\n",
                  seen.mutations, seen.legal, seen.faults, seen.worded,
                  seen.members, seen.hints);
    assert_int_equal(seen.untrue, 0);
}

TEST_MAIN(CASE(every_field_of_every_bundle))
