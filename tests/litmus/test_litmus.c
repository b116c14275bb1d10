/* PTO-TSO verdicts: the model's own cases, by event and by text. */
#include "pto_test.h"

#include "litmus/litmus.h"

static pto_execution parse(const char *text)
{
    pto_execution x;
    pto_error e = {0};
    CHECK(pto_litmus_parse(text, strlen(text), &x, &e) == PTO_OK, "%u: %s",
          e.line, e.message);
    return x;
}

static pto_litmus_verdict verdict(const char *text)
{
    pto_execution x = parse(text);
    pto_litmus_verdict v;
    pto_litmus_check(&x, &v);
    return v;
}

static void check(const char *text, bool valid, bool allowed)
{
    pto_litmus_verdict v = verdict(text);
    CHECK(v.valid == valid && v.allowed == allowed,
          "%s\nvalid %d allowed %d %s", text, v.valid, v.allowed, v.text);
}

static const pto_litmus_shape *shape(const char *name)
{
    for (size_t i = 0; i < pto_litmus_shape_count(); i++)
        if (!strcmp(pto_litmus_shape_at(i)->name, name))
            return pto_litmus_shape_at(i);
    CHECK(false, "no shape %s", name);
    return NULL;
}

TEST(six_classic_shapes)
{
    UNUSED_STATE;
    check(shape("SB")->text, true, true);
    check(shape("MP")->text, true, false);
    check(shape("LB")->text, true, false);
    check(shape("S")->text, true, false);
    check(shape("R")->text, true, true);
    check(shape("2+2W")->text, true, false);
}

TEST(every_shape_is_as_its_row_says)
{
    UNUSED_STATE;
    for (size_t i = 0; i < pto_litmus_shape_count(); i++) {
        const pto_litmus_shape *s = pto_litmus_shape_at(i);
        pto_execution x = parse(s->text);
        CHECK(x.expect == s->expectation && !strcmp(x.name, s->name), "%s",
              s->name);
        check(s->text, true, s->expectation == PTO_EXPECT_ALLOWED);
    }
    CHECK(!pto_litmus_shape_at(pto_litmus_shape_count()), "past the end");
}

/* Only a mask that covers the store and the load restores their order. */
TEST(fence_masks)
{
    UNUSED_STATE;
    static const char *const letters[] = {"r", "w", "rw", "d", "i", "rwdi"};
    char text[256];
    for (size_t p = 0; p < 6; p++)
        for (size_t s = 0; s < 6; s++) {
            snprintf(text, sizeof text,
                     "P0 store x 1\nP0 fence %s %s\nP0 load y 0\n"
                     "P1 store y 1\nP1 fence %s %s\nP1 load x 0",
                     letters[p], letters[s], letters[p], letters[s]);
            check(text, true,
                  !(strchr(letters[p], 'w') && strchr(letters[s], 'r')));
        }
}

TEST(acquire_release_and_atomics)
{
    UNUSED_STATE;
    check("P0 store x 1 acquire\nP0 load y 0\nP1 store y 1 acquire\n"
          "P1 load x 0",
          true, false);
    check("P0 store x 1\nP0 load y 0 release\nP1 store y 1\n"
          "P1 load x 0 release",
          true, false);
    check("P0 store x 1 release\nP0 load y 0 acquire\nP1 store y 1 release\n"
          "P1 load x 0 acquire",
          true, true);
    check("P0 atomic x 0 -> 1\nP0 load y 0\nP1 atomic y 0 -> 1\nP1 load x 0",
          true, false);
    check("P0 atomic x 0 -> 1\nP1 atomic x 0 -> 2 from init", false, false);
    check("P0 atomic x 0 -> 1\nP1 atomic x 1 -> 2", true, true);
    check("P0 atomic x 0\nP1 store x 1", true, true);
}

TEST(same_location)
{
    UNUSED_STATE;
    check("P0 store x 1\nP0 load x 0 from init", true, false);
    check("P0 store x 1\nP0 load x 1", true, true);
    check("P0 store x 1\nP1 load x 1\nP1 load x 0 from init", true, false);
    check("P0 store x 1\nP1 store y 1\nP2 load x 1\nP2 load y 0\n"
          "P3 load y 1\nP3 load x 0",
          true, false);
}

TEST(no_candidate_at_all)
{
    UNUSED_STATE;
    check("P0 load x 7", false, false);
    check("init 0 0\ninit 4 0 size 4", false, false);
    check("init x 0\ninit x 0\nP0 store x 1", false, false);
    check("P0 store x 1 rank 2", false, false);
    check("P0 store x 1 rank 1\nP1 store x 2 rank 1", false, false);
    check("init x 0 rank 1", false, false);
}

/* Any event record gets an answer, whatever its bytes. */
TEST(any_bytes_are_safe)
{
    UNUSED_STATE;
    uint64_t seed = 5;
    for (uint64_t n = test_scaled(200000); n; n--) {
        pto_execution x = {.count = (uint32_t)(test_random(&seed) % 20)};
        for (size_t i = 0; i < PTO_LITMUS_EVENTS; i++) {
            uint64_t r = test_random(&seed);
            x.event[i] = (pto_event){
                .kind = (uint8_t)(r % 6),
                .agent = (uint8_t)(r >> 3 & 4),
                .size = r & 256 ? 8 : (uint8_t)(r >> 8 & 15),
                .order = r >> 12 & 3,
                .read_from = (uint8_t)(r >> 16 & 15),
                .rank = (uint8_t)(r >> 24 & 3),
                .writes = r >> 30 & 1,
                .address = r >> 32 & 1,
            };
        }
        pto_litmus_verdict v;
        pto_litmus_check(&x, &v);
        CHECK(v.valid || !v.allowed, "case %" PRIu64, n);
        CHECK(v.allowed || v.text[0], "case %" PRIu64, n);
    }
}

/* ---- A second opinion: axioms by transitive closure ---------------------- */

static bool reads(const pto_event *e)
{
    return e->kind == PTO_EVENT_LOAD || e->kind == PTO_EVENT_ATOMIC;
}

static bool same(const pto_event *a, const pto_event *b)
{
    return a->kind != PTO_EVENT_FENCE && b->kind != PTO_EVENT_FENCE &&
           a->address == b->address;
}

static unsigned class_of(const pto_event *e)
{
    return (reads(e) ? PTO_EVENT_READS : 0U) |
           (e->writes || e->kind == PTO_EVENT_ATOMIC ? PTO_EVENT_WRITES : 0U);
}

static bool ordered(const pto_execution *x, uint32_t a, uint32_t b)
{
    const pto_event *l = &x->event[a], *r = &x->event[b];
    bool plain = l->kind == PTO_EVENT_STORE && r->kind == PTO_EVENT_LOAD;
    bool fenced = l->order & PTO_EVENT_ACQUIRE || r->order & PTO_EVENT_RELEASE;
    for (uint32_t i = a + 1; i < b; i++)
        fenced |= x->event[i].kind == PTO_EVENT_FENCE &&
                  x->event[i].agent == l->agent &&
                  class_of(l) & x->event[i].predecessor &&
                  class_of(r) & x->event[i].successor;
    return !plain || fenced;
}

static bool follows(const pto_execution *x, bool uniproc, uint32_t a,
                    uint32_t b)
{
    const pto_event *l = &x->event[a], *r = &x->event[b];
    const pto_event *source = &x->event[l->read_from];
    bool inits = l->kind == PTO_EVENT_INIT || r->kind == PTO_EVENT_INIT;
    bool po = a < b && !inits && l->agent == r->agent &&
              l->kind != PTO_EVENT_FENCE && r->kind != PTO_EVENT_FENCE;
    bool co = l->writes && r->writes && same(l, r) && l->rank < r->rank;
    bool fr = reads(l) && a != b && r->writes && same(source, r) &&
              source->rank < r->rank;
    bool rf = reads(r) && r->read_from == a &&
              (uniproc || l->kind == PTO_EVENT_INIT || l->agent != r->agent);
    return co || fr || rf || (po && (uniproc ? same(l, r) : ordered(x, a, b)));
}

static bool has_cycle(const pto_execution *x, bool uniproc)
{
    bool to[PTO_LITMUS_EVENTS][PTO_LITMUS_EVENTS] = {{false}};
    uint32_t n = x->count;
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++)
            to[a][b] = follows(x, uniproc, a, b);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t a = 0; a < n; a++)
            for (uint32_t b = 0; b < n; b++)
                to[a][b] |= to[a][k] && to[k][b];
    for (uint32_t a = 0; a < n; a++)
        if (to[a][a])
            return true;
    return false;
}

/* Two locations, up to fourteen events of four agents, always well formed. */
static pto_execution random_execution(uint64_t *seed)
{
    pto_execution x = {.count = 2};
    uint32_t written[2] = {0, 1}, ranks[2] = {0, 0};
    x.event[1].address = 8;
    for (int i = 0; i < 2; i++)
        x.event[i].size = 8, x.event[i].writes = true;
    for (uint64_t n = 2 + test_random(seed) % 12; n; n--) {
        uint64_t r = test_random(seed);
        unsigned place = r & 1;
        pto_event *e = &x.event[x.count];
        *e = (pto_event){.kind = (uint8_t)(1 + (r >> 1) % 4),
                         .agent = r >> 8 & 3,
                         .size = 8,
                         .order = r >> 12 & r >> 14 & 3,
                         .predecessor = r >> 16 & 15,
                         .successor = r >> 20 & 15,
                         .address = 8 * place};
        e->writes = e->kind == PTO_EVENT_STORE ||
                    (e->kind == PTO_EVENT_ATOMIC && r >> 24 & 1);
        if (reads(e)) { /* any write so far; an atomic needs the last */
            e->read_from = (uint8_t)written[place];
            for (uint32_t k = 0; k < x.count && !e->writes; k++)
                if (x.event[k].writes && same(&x.event[k], e) &&
                    test_random(seed) & 1)
                    e->read_from = (uint8_t)k;
            e->read_value = x.event[e->read_from].write_value;
        }
        if (e->writes) {
            e->rank = (uint8_t)++ranks[place];
            e->write_value = x.count;
            written[place] = x.count;
        }
        x.count++;
    }
    return x;
}

TEST(closure_agrees)
{
    UNUSED_STATE;
    uint64_t seed = 77, allowed = 0, cases = test_scaled(60000);
    for (uint64_t n = cases; n; n--) {
        pto_execution x = random_execution(&seed);
        pto_litmus_verdict v;
        pto_litmus_check(&x, &v);
        bool want = !has_cycle(&x, true) && !has_cycle(&x, false);
        CHECK(v.valid, "case %" PRIu64 ": %s", n, v.text);
        CHECK(v.allowed == want, "case %" PRIu64 ": %s", n, v.text);
        allowed += want;
    }
    CHECK(allowed > cases / 20 && allowed < cases - cases / 20,
          "both verdicts: %" PRIu64, allowed);
}

static void reject(const char *text, uint32_t line)
{
    pto_execution x;
    pto_error e = {0};
    CHECK(pto_litmus_parse(text, strlen(text), &x, &e) == PTO_BAD_INPUT, "%s",
          text);
    CHECK(e.line == line && e.message[0], "%s: line %u", text, e.line);
}

TEST(bad_text_names_its_line)
{
    UNUSED_STATE;
    reject("", 0);
    reject("P0 store x 1\nP9 load x 1", 2);
    reject("P0 store x one", 1);
    reject("P0 store x 1 rank 16", 1);
    reject("\n\nP0 load x 1 from a", 3);
    reject("P0 store x 1\nP1 store x 1\nP2 load x 1", 3);
    reject("P0 fence rw", 1);
    reject("expect maybe\nP0 store x 1", 1);
    char many[17 * 14 + 1] = "";
    for (int i = 0; i < 17; i++)
        strcat(many, "P0 fence r r\n");
    reject(many, 17);
}

TEST_MAIN(CASE(six_classic_shapes), CASE(every_shape_is_as_its_row_says),
          CASE(fence_masks), CASE(acquire_release_and_atomics),
          CASE(same_location), CASE(no_candidate_at_all),
          CASE(any_bytes_are_safe), CASE(closure_agrees),
          CASE(bad_text_names_its_line))
