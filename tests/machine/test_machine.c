/* src/machine/machine.c, run.c, step.c: what a host sees. */
#include "machine/machine_test.h"
#include "pto/text.h"

#include <pthread.h>

static const char count_to_a0[] = "_start: BSTART.SYS FALL\n"
                                  "    ssrget 0x26, ->s0\n"
                                  "    BSTART.STD FALL\n"
                                  "    addi zero, 1000, ->a1\n"
                                  "loop: BSTART.STD COND, loop\n"
                                  "    addi a0, 1, ->a0\n"
                                  "    mul a0, a0, ->a2\n"
                                  "    add a3, a2, ->a3\n"
                                  "    setc.ne a0, a1\n"
                                  "    C.BSTOP\n"
                                  "stop: C.BSTOP\n";

static pto_registers registers(const pto_machine *m, unsigned pe)
{
    pto_registers r;
    pto_machine_registers(m, pe, &r);
    return r;
}

TEST(all_start_alike_but_stack_and_name)
{
    UNUSED_STATE;
    program p = test_boot(&(pto_machine_options){0}, count_to_a0);
    for (unsigned i = 0; i < 4; i++) {
        pto_registers r = registers(p.machine, i);
        uint64_t thread;
        assert_int_equal(r.tpc, p.image->entry);
        assert_int_equal(r.gpr[1], PTO_STACK_TOP - i * PTO_STACK_BYTES);
        assert_int_equal(pto_machine_sysreg(p.machine, i, 0x26, &thread),
                         PTO_OK);
        assert_int_equal(thread, i);
        r.gpr[1] = 0;
        for (unsigned k = 0; k < 24; k++)
            assert_int_equal(r.gpr[k], 0);
    }
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(registers(p.machine, i).gpr[S0], i);
    test_end(&p);
}

/* ---- Running ------------------------------------------------------------ */

static bool same(test_state l, test_state r)
{
    return l.size == r.size && !memcmp(l.data, r.data, l.size);
}

TEST(a_run_cut_anywhere_is_the_whole_run)
{
    UNUSED_STATE;
    program whole = test_boot(&(pto_machine_options){0}, count_to_a0);
    test_run(&whole);
    test_expect_stop(&whole, PTO_STOP_REACHED);
    test_state wanted = test_snapshot(whole.machine);
    for (uint64_t cut = 1; cut < 5000; cut = cut * 3 + 1) {
        program p = test_boot(&(pto_machine_options){0}, count_to_a0);
        uint64_t stop = test_symbol(&p, "stop"), steps = 0;
        pto_run_options o = {
            .max_steps = cut, .stop_pc = &stop, .stop_count = 1};
        do {
            pto_machine_run(p.machine, &o, &p.result);
            steps += p.result.steps;
            assert_true(p.result.steps <= cut);
        } while (p.result.stop == PTO_STOP_LIMIT);
        test_expect_stop(&p, PTO_STOP_REACHED);
        CHECK(steps == whole.result.steps, "%" PRIu64, cut);
        test_state got = test_snapshot(p.machine);
        CHECK(same(got, wanted), "cut every %" PRIu64, cut);
        free(got.data);
        test_end(&p);
    }
    free(wanted.data);
    test_end(&whole);
}

TEST(limits_and_flags_end_a_run)
{
    UNUSED_STATE;
    volatile int flag = 1;
    program p = test_single("_start: j _start\n");
    pto_machine_run(p.machine, &(pto_run_options){.max_steps = 12345},
                    &p.result);
    test_expect_stop(&p, PTO_STOP_LIMIT);
    assert_int_equal(p.result.steps, 12345);
    pto_machine_run(p.machine, &(pto_run_options){.interrupt = &flag},
                    &p.result);
    test_expect_stop(&p, PTO_STOP_INTERRUPTED);
    test_end(&p);
}

TEST(stop_addresses_hold_for_their_run_only)
{
    UNUSED_STATE;
    program p = test_single("_start: addi a0, 1, ->a0\n"
                            "one: addi a0, 1, ->a0\n"
                            "two: addi a0, 1, ->a0\n"
                            "    j _start\n");
    uint64_t stops[2] = {test_symbol(&p, "one"), test_symbol(&p, "two")};
    pto_run_options both = {.stop_pc = stops, .stop_count = 2};
    pto_machine_run(p.machine, &both, &p.result);
    test_expect_stop(&p, PTO_STOP_REACHED);
    assert_int_equal(registers(p.machine, 0).tpc, stops[0]);
    pto_machine_run(p.machine, &both, &p.result);
    assert_int_equal(p.result.steps, 0);
    test_step(&p);
    assert_int_equal(p.step.outcome, PTO_STEP_NOT_RUNNING);
    pto_run_options second = {.stop_pc = stops + 1, .stop_count = 1};
    pto_machine_run(p.machine, &second, &p.result);
    assert_int_equal(registers(p.machine, 0).tpc, stops[1]);
    assert_int_equal(registers(p.machine, 0).gpr[A0], 2);
    pto_machine_run(p.machine, &(pto_run_options){.max_steps = 7}, &p.result);
    assert_int_equal(registers(p.machine, 0).tpc, stops[0]);
    assert_int_equal(p.result.steps, 7);
    test_end(&p);
}

TEST(a_step_says_what_happened)
{
    UNUSED_STATE;
    program p = test_single("_start: addi a0, 5, ->a0\n"
                            "    c.movr a0, ->a1\n"
                            "    ldi [a0, 0], ->a2\n"
                            "    j _start\n");
    test_step(&p);
    assert_int_equal(p.step.outcome, PTO_STEP_DONE);
    assert_int_equal(p.step.form, PTO_FORM_ADDI);
    assert_int_equal(p.step.length, 4);
    assert_int_equal(p.step.next_tpc, p.step.tpc + 4);
    assert_int_equal(p.step.cycle, 1);
    char text[PTO_INSN_TEXT];
    pto_machine_print_insn(p.machine, p.step.word, p.step.length, p.step.tpc,
                           text, sizeof text);
    assert_string_equal(text, "addi a0, 5, ->a0");
    pto_machine_print_insn(p.machine, UINT64_MAX, 4, 0, text, sizeof text);
    assert_string_equal(text, "");
    test_step(&p);
    assert_int_equal(p.step.length, 2);
    test_step(&p);
    assert_int_equal(p.step.outcome, PTO_STEP_FAULTED);
    assert_int_equal(p.step.fault.code, PTO_FAULT_DataAlignment);
    assert_int_equal(p.step.fault.address, 5);
    assert_int_equal(p.step.stop, PTO_STOP_FAULT);
    test_step(&p);
    assert_int_equal(p.step.outcome, PTO_STEP_NOT_RUNNING);
    pto_registers r = registers(p.machine, 0);
    r.tpc = p.image->entry;
    pto_machine_set_registers(p.machine, 0, &r);
    test_step(&p);
    assert_int_equal(p.step.outcome, PTO_STEP_DONE);
    test_end(&p);
}

/* ---- Watching ----------------------------------------------------------- */

typedef struct seen {
    uint64_t before, retired, faults, reads, writes, last_tpc;
} seen;

static void on_before(void *user, const pto_step *s)
{
    ((seen *)user)->before++;
    ((seen *)user)->last_tpc = s->tpc;
}

static void on_retire(void *user, const pto_step *s)
{
    ((seen *)user)->retired++;
    assert_int_equal(((seen *)user)->last_tpc, s->tpc);
}

static void on_fault(void *user, const pto_step *s)
{
    ((seen *)user)->faults++;
    assert_int_equal(s->outcome, PTO_STEP_FAULTED);
}

static void on_memory(void *user, const pto_memory_access *a)
{
    *(a->is_write ? &((seen *)user)->writes : &((seen *)user)->reads) +=
        a->size;
}

TEST(observers_see_everything_and_change_nothing)
{
    UNUSED_STATE;
    program fast = test_single(test_patches), slow = test_single(test_patches);
    seen s = {0};
    pto_machine_observe(slow.machine, &(pto_observer){.before = on_before,
                                                      .retire = on_retire,
                                                      .fault = on_fault,
                                                      .memory = on_memory,
                                                      .user = &s});
    test_run(&fast);
    test_run(&slow);
    assert_int_equal(s.before, fast.result.steps);
    assert_int_equal(s.retired, fast.result.steps);
    assert_int_equal(s.reads, 4 + 6 * 4);
    assert_int_equal(s.writes, 6 * 4);
    assert_int_equal(s.faults, 0);
    test_state l = test_snapshot(fast.machine), r = test_snapshot(slow.machine);
    assert_true(same(l, r));
    free(l.data);
    free(r.data);
    test_end(&fast);
    test_end(&slow);
    program faults = test_single("_start: jr a0, 0\nstop: C.BSTOP\n");
    pto_machine_observe(faults.machine,
                        &(pto_observer){.fault = on_fault, .user = &s});
    pto_registers odd = registers(faults.machine, 0);
    odd.gpr[A0] = 1;
    pto_machine_set_registers(faults.machine, 0, &odd);
    pto_machine_run(faults.machine, NULL, &faults.result);
    test_expect_stop(&faults, PTO_STOP_FAULT);
    assert_int_equal(s.faults, 1);
    test_end(&faults);
}

/* ---- Waiting ------------------------------------------------------------ */

#define SHARED_PRODUCT(name)                     \
    "    BSTART." name " FP16\n"                 \
    "    B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0\n"    \
    "    B.DIM zero, 64, ->lb0\n"                \
    "    B.DIM zero, 16, ->lb1\n"                \
    "    B.DIM zero, 16, ->lb2\n"                \
    "    B.IOS S0, mask=1111\n"                  \
    "    B.IOT t#1, mask=1111, last, ->u<4KB>\n" \
    "    C.BSTOP\n"

static void expect_text(const program *p, const char *words)
{
    CHECK(strstr(p->result.text, words), "'%s' not in: %s", words,
          p->result.text);
}

TEST(a_pe_that_never_comes_is_a_deadlock)
{
    UNUSED_STATE;
    program p = test_boot(
        &(pto_machine_options){0},
        "_start: BSTART.SYS FALL\n"
        "    ssrget 0x26, ->a0\n"
        "    BSTART.STD COND, stop\n"
        "    setc.eqi a0, 3\n" SHARED_PRODUCT("TMATMUL") "stop: C.BSTOP\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_DEADLOCK);
    expect_text(&p, "PE0 at 0x");
    expect_text(&p, "TMATMUL");
    expect_text(&p, "PE3 at 0x");
    expect_text(&p, "stopped");
    test_end(&p);
}

TEST(different_bundles_are_a_deadlock)
{
    UNUSED_STATE;
    program p = test_boot(
        &(pto_machine_options){0},
        "_start: BSTART.SYS FALL\n"
        "    ssrget 0x26, ->a0\n"
        "    BSTART.STD COND, other\n"
        "    setc.eqi a0, 2\n" SHARED_PRODUCT(
            "TMATMUL") "stop: C.BSTOP\n"
                       "other:\n" SHARED_PRODUCT("TMATMULMX") "    j stop\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_DEADLOCK);
    expect_text(&p, "PE2 is at TMATMUL_MX");
    expect_text(&p, "PE0 is at TMATMUL");
    test_end(&p);
}

TEST(images_have_to_fit)
{
    UNUSED_STATE;
    pto_error e = {0};
    pto_machine *m = NULL;
    pto_image *image = test_assemble(NULL, count_to_a0);
    pto_machine_options small = {.memory_bytes = 0x8000};
    assert_int_equal(pto_machine_new(&small, &m, &e), PTO_OK);
    assert_int_equal(pto_machine_load(m, image, &e), PTO_BAD_INPUT);
    assert_true(strstr(e.message, "outside memory"));
    pto_machine_free(m);
    pto_machine_options tight = {.memory_limit = 1};
    assert_int_equal(pto_machine_new(&tight, &m, &e), PTO_OK);
    assert_int_equal(pto_machine_load(m, image, &e), PTO_NO_MEMORY);
    assert_int_equal(pto_machine_load(m, image, NULL), PTO_NO_MEMORY);
    pto_machine_free(m);
    pto_image_free(image);
}

typedef struct meddler {
    pto_machine *machine;
    const pto_image *image;
    uint8_t *snapshot;
    size_t size;
    unsigned calls;
} meddler;

static void meddle(void *user, const pto_step *s)
{
    meddler *w = user;
    pto_step step = {.outcome = PTO_STEP_DONE};
    pto_run_result r;
    pto_error e = {0};
    w->calls++;
    pto_machine_step(w->machine, s->pe, &step);
    assert_int_equal(step.outcome, PTO_STEP_NOT_RUNNING);
    pto_machine_execute(w->machine, s->pe, 0x15, 4, &step);
    assert_int_equal(step.outcome, PTO_STEP_NOT_RUNNING);
    pto_machine_run(w->machine, NULL, &r);
    assert_int_equal(r.steps, 0);
    assert_int_equal(r.stop, PTO_STOP_NONE);
    assert_string_equal(r.text,
                        "a callback may not free, replace or run its machine");
    assert_int_equal(pto_machine_load(w->machine, w->image, &e),
                     PTO_BAD_ARGUMENT);
    assert_int_equal(pto_restore(w->machine, w->snapshot, w->size, &e),
                     PTO_BAD_ARGUMENT);
    pto_machine_reset(w->machine);
    pto_machine_free(w->machine);
}

static void meddle_with_access(void *user, const pto_memory_access *a)
{
    meddle(user, &(pto_step){.pe = a->pe});
}

/* Whatever its callbacks ask for, the run is the one without them. */
TEST(callbacks_cannot_take_their_machine_away)
{
    UNUSED_STATE;
    program plain = test_boot(&(pto_machine_options){0}, count_to_a0);
    program p = test_boot(&(pto_machine_options){0}, count_to_a0);
    meddler w = {.machine = p.machine, .image = p.image};
    assert_int_equal(pto_snapshot(p.machine, &w.snapshot, &w.size, NULL),
                     PTO_OK);
    pto_machine_observe(p.machine, &(pto_observer){.before = meddle,
                                                   .retire = meddle,
                                                   .fault = meddle,
                                                   .memory = meddle_with_access,
                                                   .user = &w});
    test_run(&plain);
    test_run(&p);
    assert_true(w.calls > 4000);
    test_state wanted = test_snapshot(plain.machine);
    test_state got = test_snapshot(p.machine);
    assert_true(same(got, wanted));
    free(wanted.data);
    free(got.data);
    pto_free(w.snapshot);
    test_end(&plain);
    test_end(&p);
}

TEST(a_segment_brings_no_more_than_its_size)
{
    UNUSED_STATE;
    static const uint8_t bytes[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    uint64_t behind = 0;
    pto_error e = {0};
    pto_machine *m = NULL;
    assert_int_equal(pto_machine_new(NULL, &m, &e), PTO_OK);
    for (uint64_t size = 0; size <= sizeof bytes; size += 8) {
        pto_segment s = {.address = 0x1000,
                         .file_size = sizeof bytes,
                         .memory_size = size,
                         .bytes = bytes};
        pto_image image = {.segments = &s, .segment_count = 1};
        assert_int_equal(pto_machine_load(m, &image, &e),
                         size < sizeof bytes ? PTO_BAD_INPUT : PTO_OK);
        assert_int_equal(pto_machine_read(m, 0x1008, &behind, 1), PTO_OK);
        assert_int_equal(behind, size < sizeof bytes ? 0 : 9);
    }
    pto_machine_free(m);
}

TEST(options_are_checked)
{
    UNUSED_STATE;
    static const pto_machine_options bad[] = {
        {.pes = 2}, {.isa = "1.0"}, {.profile = "vax"}, {.memory_bytes = 3}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        pto_error e = {0};
        pto_machine *m = NULL;
        assert_int_not_equal(pto_machine_new(&bad[i], &m, &e), PTO_OK);
        assert_null(m);
        assert_true(e.message[0]);
    }
}

/* ---- Several machines --------------------------------------------------- */

enum { THREADS = 4 };

static void *run_alone(void *data)
{
    program *p = data;
    for (unsigned i = 0; i < 20; i++) {
        pto_machine_load(p->machine, p->image, NULL);
        test_run(p);
    }
    return NULL;
}

TEST(machines_do_not_know_each_other)
{
    UNUSED_STATE;
    program p[THREADS];
    pthread_t thread[THREADS];
    test_state first = {0};
    for (unsigned i = 0; i < THREADS; i++)
        p[i] = test_boot(&(pto_machine_options){0}, count_to_a0);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, run_alone, &p[i]), 0);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    for (unsigned i = 0; i < THREADS; i++) {
        test_state b = test_snapshot(p[i].machine);
        if (!i)
            first = b;
        CHECK(same(b, first), "machine %u", i);
        if (i)
            free(b.data);
        test_end(&p[i]);
    }
    free(first.data);
}

TEST_MAIN(CASE(all_start_alike_but_stack_and_name),
          CASE(a_run_cut_anywhere_is_the_whole_run),
          CASE(limits_and_flags_end_a_run),
          CASE(stop_addresses_hold_for_their_run_only),
          CASE(a_step_says_what_happened),
          CASE(observers_see_everything_and_change_nothing),
          CASE(a_pe_that_never_comes_is_a_deadlock),
          CASE(different_bundles_are_a_deadlock), CASE(images_have_to_fit),
          CASE(callbacks_cannot_take_their_machine_away),
          CASE(a_segment_brings_no_more_than_its_size),
          CASE(options_are_checked), CASE(machines_do_not_know_each_other))
