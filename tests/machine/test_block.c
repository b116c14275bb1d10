/* src/machine/form/commit.c, start.c: decision 0023, docs/differences.md. */
#include "machine/core.h"
#include "machine/machine_test.h"

TEST(the_next_bstart_commits_and_goes_where_the_block_leads)
{
    UNUSED_STATE;
    program p = test_single("_start: BSTART.STD DIRECT, stop\n"
                            "    addi zero, 1, ->a0\n"
                            "    BSTART.STD DIRECT, _start\n"
                            "    addi zero, 1, ->a1\n"
                            "stop: C.BSTOP\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    assert_int_equal(p.r.gpr[A0], 1);
    assert_int_equal(p.r.gpr[A1], 0);
    assert_int_equal(p.r.bundle_active, 0);
    assert_int_equal(p.result.steps, 3);
    test_end(&p);
}

TEST(a_trace_hint_ends_a_block_as_bstart_does)
{
    UNUSED_STATE;
    program p = test_single("_start: B.HINT TRACE.begin\n"
                            "loop: BSTART.STD COND, loop\n"
                            "    addi a0, 1, ->a0\n"
                            "    setc.ltui a0, 5\n"
                            "    B.HINT TRACE.end\n"
                            "    addi a1, 1, ->a1\n"
                            "    C.BSTOP\n"
                            "stop: C.BSTOP\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    assert_int_equal(p.r.gpr[A0], 5);
    assert_int_equal(p.r.gpr[A1], 1);
    test_end(&p);
}

TEST(a_scalar_instruction_ends_the_header)
{
    UNUSED_STATE;
    program p = test_single("_start: BSTART.TLOAD U32\n"
                            "    B.DIM zero, 8, ->lb0\n"
                            "    addi zero, 1, ->a0\n"
                            "    B.DIM zero, 8, ->lb1\n"
                            "stop: C.BSTOP\n");
    test_step(&p);
    assert_int_equal(p.r.bundle_body, 0);
    test_step(&p);
    test_step(&p);
    assert_int_equal(p.r.bundle_body, 1);
    test_step(&p);
    assert_int_equal(p.step.outcome, PTO_STEP_FAULTED);
    assert_int_equal(p.step.fault.code, PTO_FAULT_BundleControl);
    test_end(&p);
}

/* A procedure that calls another and keeps ra itself. */
TEST(ret_goes_where_ra_says)
{
    UNUSED_STATE;
    static const char source[] = "_start: BSTART.CALL outer, back, ->ra\n"
                                 "back: BSTART.STD DIRECT, stop\n"
                                 "    addi a0, 1, ->a0\n"
                                 "    C.BSTOP\n"
                                 "outer: BSTART.STD FALL\n"
                                 "    c.movr ra, ->s0\n"
                                 "    BSTART.CALL inner, called, ->ra\n"
                                 "called: BSTART.STD FALL\n"
                                 "    c.movr s0, ->ra\n"
                                 "    BSTART.STD RET\n"
                                 "    addi a1, 1, ->a1\n"
                                 "    C.BSTOP\n"
                                 "inner: BSTART.STD RET\n"
                                 "    addi a2, 1, ->a2\n"
                                 "    C.BSTOP\n"
                                 "stop: C.BSTOP\n";
    program p = test_single(source);
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    assert_int_equal(p.r.gpr[A0], 1);
    assert_int_equal(p.r.gpr[A1], 1);
    assert_int_equal(p.r.gpr[A2], 1);
    test_end(&p);
}

/* docs/differences.md */
TEST(quirks_of_the_public_model)
{
    UNUSED_STATE;
    pto_machine_options o = {
        .isa = "0.58.3-asl", .profile = "pto-v0", .pes = 1};
    program p = test_boot(&o, "_start: BSTART.STD DIRECT, stop\n"
                              "    BSTART.TLOAD U32\n"
                              "    addi zero, 1, ->a0\n"
                              "    B.DIM zero, 8, ->lb0\n"
                              "    BSTART.STD COND, _start\n"
                              "    setc.eq a0, a0\n"
                              "stop: C.BSTOP\n");
    test_step(&p);
    test_step(&p);
    assert_int_equal(p.step.next_tpc, p.step.tpc + 4);
    assert_int_equal(p.r.bundle_active, 1);
    test_step(&p);
    assert_int_equal(p.r.bundle_body, 0);
    test_step(&p);
    assert_int_equal(p.step.outcome, PTO_STEP_DONE);
    test_end(&p);
    program q = test_boot(&o, "_start: BSTART.STD COND, stop\n"
                              "    setc.eq a0, a0\n"
                              "stop: C.BSTOP\n");
    test_run(&q);
    assert_int_equal(q.result.fault.code, PTO_FAULT_BundleControl);
    test_end(&q);
    static const struct {
        const char *isa;
        unsigned kind[2];
    } kinds[] = {{"0.58.3-asl", {5, 0}}, {"0.58.3", {6, 6}}};
    for (unsigned i = 0; i < 2; i++) {
        o.isa = kinds[i].isa;
        program r = test_boot(&o, "_start: BSTART.TMOV U32\n"
                                  "    jr a0, 0\n"
                                  "    BSTART.GMOV U32\n"
                                  "    jr a0, 0\n"
                                  "stop: C.BSTOP\n");
        for (unsigned k = 0; k < 2; k++) {
            r.r.gpr[A0] = 1;
            r.r.tpc = r.image->entry + 8 * k;
            r.r.bundle_active = 0;
            pto_machine_load(r.machine, r.image, NULL);
            pto_machine_set_registers(r.machine, 0, &r.r);
            test_step(&r);
            test_step(&r);
            assert_int_equal(r.step.outcome, PTO_STEP_FAULTED);
            assert_int_equal(test_sysreg(&r, 0x0f40) >> 7 & 15,
                             kinds[i].kind[k]);
        }
        test_end(&r);
    }
}

static void expect_alike(const pto_host *l, const pto_host *r, unsigned steps)
{
    const pto_header *a = &l->pe->header, *b = &r->pe->header;
    CHECK(a->word == b->word, "%u: %" PRIx64 " %" PRIx64, steps, a->word,
          b->word);
    CHECK(a->bpcn == b->bpcn && a->sequential_pc == b->sequential_pc &&
              a->frame_target == b->frame_target && l->pe->bpc == r->pe->bpc,
          "%u: bpcn %" PRIx64 " %" PRIx64 ", bpc %" PRIx64 " %" PRIx64, steps,
          a->bpcn, b->bpcn, l->pe->bpc, r->pe->bpc);
    CHECK(l->pe->tpc == r->pe->tpc && l->header_pc == r->header_pc,
          "%u: tpc %" PRIx64 " %" PRIx64 ", header %" PRIx64 " %" PRIx64, steps,
          l->pe->tpc, r->pe->tpc, l->header_pc, r->header_pc);
}

/* What the run loop leaves for later is there whenever it stops: a block that
 * a procedure in another chunk opens, whose BSTART is overwritten, whose body
 * is entered again by a jump. */
TEST(a_run_knows_of_its_block_what_steps_know)
{
    UNUSED_STATE;
    static const char source[] = "_start: BSTART.STD COND, _start\n"
                                 "    addi a0, 1, ->a0\n"
                                 "    setc.ltui a0, 3\n"
                                 "    BSTART.CALL far, back, ->ra\n"
                                 "back: BSTART.STD FALL\n"
                                 "    hl.lis patch, ->a1\n"
                                 "    c.movr a0, ->a0\n"
                                 "    lwi [a1, 0], ->a2\n"
                                 "patch: BSTART.STD DIRECT, near\n"
                                 "    swi a2, [a1, 0]\n"
                                 "    addi a3, 1, ->a3\n"
                                 "    BSTART.STD FALL\n"
                                 "near: BSTART.STD DIRECT, loop\n"
                                 "loop: BSTART.STD FALL\n"
                                 "body: addi a4, 1, ->a4\n"
                                 "    j body\n"
                                 "    .balign 1024\n"
                                 "far: BSTART.STD RET\n"
                                 "    addi a5, 1, ->a5\n"
                                 "    C.BSTOP\n";
    program stepped = test_single(source);
    for (unsigned n = 1; n < 40; n++) {
        program ran = test_single(source);
        pto_machine_run(ran.machine, &(pto_run_options){.max_steps = n},
                        &ran.result);
        test_expect_stop(&ran, PTO_STOP_LIMIT);
        test_step(&stepped);
        expect_alike(&ran.machine->host[0], &stepped.machine->host[0], n);
        test_end(&ran);
    }
    assert_true(stepped.r.gpr[A4] > 3);
    test_end(&stepped);
}

/* BSTART.TLSU 12, U32, which only the public model starts. */
static program shared_move(const char *binder)
{
    char text[256];
    snprintf(text, sizeof text,
             "    .globl _start, stop\n"
             "_start: .byte 0x81, 0x11, 0xc1, 0xc0\n%s\n"
             "    C.BSTOP\nstop:\n",
             binder);
    program p =
        test_boot(&(pto_machine_options){.pes = 1, .isa = "0.58.3-asl"}, text);
    test_run(&p);
    return p;
}

TEST(shared_variants_want_one_shared_tile)
{
    UNUSED_STATE;
    program p = shared_move("B.IOT t#1, mask=1111, last, ->u<128B>");
    CHECK(p.result.fault.code == PTO_FAULT_TileLegality, "%s",
          p.result.fault.text);
    test_end(&p);
    p = shared_move("B.IOT t#1, mask=0000, last, ->u<128B>");
    test_expect_stop(&p, PTO_STOP_REACHED);
    test_end(&p);
    p = shared_move("B.IOS S1, mask=1111");
    test_expect_stop(&p, PTO_STOP_MISSING);
    test_end(&p);
}

TEST_MAIN(CASE(shared_variants_want_one_shared_tile),
          CASE(a_run_knows_of_its_block_what_steps_know),
          CASE(the_next_bstart_commits_and_goes_where_the_block_leads),
          CASE(a_trace_hint_ends_a_block_as_bstart_does),
          CASE(a_scalar_instruction_ends_the_header),
          CASE(ret_goes_where_ra_says), CASE(quirks_of_the_public_model))
