/*
 * Programs of random forms, in random surroundings: run whole, observed, or in
 * pieces that two machines hand to each other as snapshots, they end alike.
 */
#include "machine/machine_test.h"
#include "isa/isa.h"

enum { MEMORY = 1 << 17, CODE = 4096, STEPS = 2000, WAYS = 3 };

typedef struct scene {
    const char *isa, *profile;
    unsigned pes;
    uint64_t memory, application; /* bytes; 0: no bound */
    uint64_t base;                /* of the code */
    uint64_t seed;                /* of what the registers hold */
    uint8_t code[CODE];
    size_t size;
} scene;

static uint64_t below(uint64_t *seed, uint64_t n)
{
    return test_random(seed) % n;
}

/* A word of a random form; now and then one whose fields it does not allow. */
static unsigned add_word(const pto_isa *isa, uint64_t *seed, uint8_t *out)
{
    for (;;) {
        const pto_form *f =
            pto_form_get((pto_form_id)below(seed, PTO_FORM_COUNT));
        unsigned length = f->length / 8;
        uint64_t word = (test_random(seed) & ~f->fixed) | f->match;
        if (length < 8)
            word &= (UINT64_C(1) << 8 * length) - 1;
        if (!pto_form_exists(f, isa) ||
            (!pto_form_accepts(f, isa, word) && below(seed, 8)))
            continue;
        for (unsigned i = 0; i < length; i++)
            out[i] = (uint8_t)(word >> 8 * i);
        return length;
    }
}

static scene make_scene(uint64_t *seed)
{
    static const char *const isas[] = {"0.58.4", "0.58.3", "0.58.3-asl"};
    static const uint64_t bases[] = {0, 0x10000 - 512, MEMORY - CODE,
                                     -UINT64_C(0x1000)};
    pto_isa isa;
    unsigned place = (unsigned)below(seed, 4);
    scene s = {.isa = isas[below(seed, 3)],
               .profile = below(seed, 4) ? "ieee" : "pto-v0",
               .pes = below(seed, 2) ? 4 : 1,
               .memory = place == 3 ? 0 : MEMORY,
               .application = below(seed, 4) ? 0 : MEMORY / 2,
               .base = bases[place],
               .seed = test_random(seed)};
    assert_int_equal(pto_isa_parse(s.isa, &isa, NULL), PTO_OK);
    size_t most = below(seed, 4) ? CODE : 256;
    while (s.size + 8 <= most)
        s.size += add_word(&isa, seed, s.code + s.size);
    return s;
}

/* Small numbers, addresses in code and data, the end of memory, anything. */
static uint64_t pick_value(const scene *s, uint64_t *seed)
{
    switch (below(seed, 6)) {
    case 0: return below(seed, 16);
    case 1: return s->base + (below(seed, 2048) & ~UINT64_C(7));
    case 2: return s->memory - 8 * below(seed, 16);
    case 3: return s->base + 0x4000 + (below(seed, 4096) & ~UINT64_C(7));
    case 4: return s->base + below(seed, 1024);
    default: return test_random(seed);
    }
}

static void set_pe(const scene *s, pto_machine *m, unsigned pe, uint64_t *seed)
{
    pto_registers r;
    pto_machine_registers(m, pe, &r);
    for (unsigned i = 1; i < 24; i++)
        r.gpr[i] = pick_value(s, seed);
    for (unsigned i = 0; i < 4; i++) {
        r.t[i] = pick_value(s, seed);
        r.u[i] = pick_value(s, seed);
    }
    r.t_valid = 15;
    r.u_valid = (uint32_t)below(seed, 16);
    if (below(seed, 2))
        r.core_state = below(seed, 16);
    pto_machine_set_registers(m, pe, &r);
    for (uint32_t ring = 0; below(seed, 4) && ring < 2; ring++)
        pto_machine_set_sysreg(m, pe, ring << 12 | 0x0f01,
                               s->base + below(seed, 1024));
    if (!below(seed, 4))
        pto_machine_set_sysreg(m, pe, 0x0f21, 1 + below(seed, 200));
    if (!below(seed, 4))
        pto_machine_interrupt(m, pe, (unsigned)below(seed, 64), 5);
    if (!below(seed, 8)) { /* a breakpoint */
        pto_machine_set_sysreg(m, pe, 0x0f91, s->base + 2 * below(seed, 512));
        pto_machine_set_sysreg(m, pe, 0x0f90, 1);
    }
}

static pto_machine *boot(const scene *s)
{
    pto_machine_options o = {.isa = s->isa,
                             .profile = s->profile,
                             .pes = s->pes,
                             .memory_bytes = s->memory,
                             .memory_limit = 4 << 20,
                             .application_bytes = s->application};
    pto_error e = {0};
    pto_machine *m;
    pto_image *image;
    uint64_t seed = s->seed;
    CHECK(pto_machine_new(&o, &m, &e) == PTO_OK, "%s", e.message);
    CHECK(pto_image_from_raw(s->code, s->size, s->base, &image, &e) == PTO_OK,
          "%s", e.message);
    CHECK(pto_machine_load(m, image, &e) == PTO_OK, "%s", e.message);
    pto_image_free(image);
    for (unsigned pe = 0; pe < s->pes; pe++)
        set_pe(s, m, pe, &seed);
    return m;
}

typedef struct ending {
    uint32_t stop;
    uint64_t steps;
    uint8_t *state;
    size_t size;
} ending;

static ending end_of(pto_machine *m, uint32_t stop, uint64_t steps)
{
    ending end = {.stop = stop, .steps = steps};
    pto_error e = {0};
    CHECK(pto_snapshot(m, &end.state, &end.size, &e) == PTO_OK, "%s",
          e.message);
    pto_machine_free(m);
    return end;
}

static void count(void *user, const pto_step *s)
{
    *(uint64_t *)user += s->length;
}

static ending run_whole(const scene *s, bool observed)
{
    pto_run_result r;
    uint64_t sum = 0;
    pto_machine *m = boot(s);
    if (observed)
        pto_machine_observe(m, &(pto_observer){.retire = count, .user = &sum});
    pto_machine_run(m, &(pto_run_options){.max_steps = STEPS}, &r);
    return end_of(m, r.stop, r.steps);
}

/* The guest moves to the other machine, whose own is forgotten. */
static void hand_over(pto_machine *from, pto_machine *to)
{
    uint8_t *state;
    size_t size;
    pto_error e = {0};
    CHECK(pto_snapshot(from, &state, &size, &e) == PTO_OK, "%s", e.message);
    CHECK(pto_restore(to, state, size, &e) == PTO_OK, "%s", e.message);
    pto_free(state);
}

static ending run_in_pieces(const scene *s, uint64_t *seed)
{
    pto_machine *m = boot(s), *other = boot(s);
    pto_run_result r = {.stop = PTO_STOP_LIMIT};
    uint64_t steps = 0;
    while (r.stop == PTO_STOP_LIMIT && steps < STEPS) {
        uint64_t n = 1 + below(seed, 37);
        n = n < STEPS - steps ? n : STEPS - steps;
        pto_machine_run(m, &(pto_run_options){.max_steps = n}, &r);
        steps += r.steps;
        if (below(seed, 8))
            continue;
        hand_over(m, other);
        pto_machine *swap = m;
        m = other;
        other = swap;
    }
    pto_machine_free(other);
    return end_of(m, r.stop, steps);
}

TEST(all_ways_of_running_end_alike)
{
    UNUSED_STATE;
    static const char *const names[WAYS] = {"whole", "observed", "in pieces"};
    uint64_t seed = 58;
    for (uint64_t i = 0; i < test_scaled(100); i++) {
        scene s = make_scene(&seed);
        ending end[WAYS] = {run_whole(&s, false), run_whole(&s, true),
                            run_in_pieces(&s, &seed)};
        for (unsigned k = 1; k < WAYS; k++)
            CHECK(end[k].stop == end[0].stop && end[k].steps == end[0].steps &&
                      end[k].size == end[0].size &&
                      !memcmp(end[k].state, end[0].state, end[0].size),
                  "program %" PRIu64 " %s: %s after %" PRIu64
                  ", not %s after %" PRIu64 " (or another state)",
                  i, names[k], pto_stop_name(end[k].stop), end[k].steps,
                  pto_stop_name(end[0].stop), end[0].steps);
        for (unsigned k = 0; k < WAYS; k++)
            pto_free(end[k].state);
    }
}

TEST_MAIN(CASE(all_ways_of_running_end_alike))
