/* Traps: entry, the visible context, recovery, and what each fault leaves. */
#include "machine_test.h"

#include "pto/trace.h"
#include "machine/trace/text.h"

/* A handler in ring 0 that notes the trap and steps over the instruction. */
static const char handler[] = "handler:\n"
                              "    BSTART.SYS FALL\n"
                              "    ssrget 0x0f02, ->s0\n" /* TRAPNO */
                              "    ssrget 0x0f03, ->s1\n" /* TRAPARG0 */
                              "    ssrget 0x0f43, ->s2\n" /* EBARG_TPC */
                              "    addi s3, 1, ->s3\n"
                              "    addi s2, 4, ->s4\n"
                              "    ssrset s4, 0x0f43\n"
                              "    acre 0\n";

static program boot_with_handler(const char *body)
{
    char source[4096];
    snprintf(source, sizeof source,
             "    .globl _start, stop\n_start:\n    BSTART.SYS FALL\n"
             "    hl.lis handler, ->a0\n    ssrset a0, 0x0f01\n%s"
             "stop: C.BSTOP\n%s",
             body, handler);
    return test_single(source);
}

static unsigned trap_number(const program *p)
{
    return p->r.gpr[S0] & 63;
}

TEST(handler_sees_the_trap_and_goes_on)
{
    UNUSED_STATE;
    program p = boot_with_handler("    addi zero, 3, ->a1\n"
                                  "    assert zero\n"
                                  "    addi a1, 4, ->a1\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    CHECK(trap_number(&p) == 52, "%u", trap_number(&p));
    CHECK(p.r.gpr[S0] >> 62 == 1, "argument valid, synchronous");
    CHECK(p.r.gpr[S0 + 1] == p.r.gpr[S0 + 2], "the argument is the TPC");
    CHECK(p.r.gpr[S0 + 3] == 1, "one trap");
    CHECK(p.r.gpr[A1] == 7, "the program went on");
    CHECK((p.r.core_state & 15) == 0, "ring 0");
    test_end(&p);
}

TEST(breakpoint_immediate_is_the_cause)
{
    UNUSED_STATE;
    program p = boot_with_handler("    ebreak 13\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    CHECK(trap_number(&p) == 50, "%u", trap_number(&p));
    CHECK((p.r.gpr[S0] >> 24 & 0xffffff) == 13, "%" PRIx64, p.r.gpr[S0]);
    test_end(&p);
}

TEST(faulting_load_reports_its_address)
{
    UNUSED_STATE;
    program p = boot_with_handler("    addi zero, 3, ->a1\n"
                                  "    ldi [a1, 0], ->a2\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    CHECK(trap_number(&p) == 34, "alignment: %u", trap_number(&p));
    CHECK(p.r.gpr[S0 + 1] == 3, "%" PRIx64, p.r.gpr[S0 + 1]);
    CHECK(p.r.gpr[A2] == 0, "nothing was loaded");
    test_end(&p);
}

/* Ring 2 asks ring 1, which answers and returns behind the ACRC. */
TEST(service_request_of_an_application)
{
    UNUSED_STATE;
    program p = test_single("    .globl _start, stop\n"
                            "_start:\n"
                            "    BSTART.SYS FALL\n"
                            "    hl.lis manager, ->a0\n"
                            "    hl.ssrset a0, 0x1f01\n"
                            "    addi zero, 2, ->a1\n"
                            "    ssrset a1, 0x20\n" /* CORE_STATE: ring 2 */
                            "    BSTART.SYS FALL\n"
                            "    addi zero, 5, ->a0\n"
                            "    acrc 1\n"
                            "    BSTART.STD FALL\n"
                            "    addi a0, 100, ->a0\n"
                            "stop: C.BSTOP\n"
                            "manager:\n"
                            "    BSTART.SYS FALL\n"
                            "    ssrget 0x20, ->s0\n"
                            "    addi a0, 1, ->a0\n"
                            "    acre 1\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    CHECK(p.r.gpr[A0] == 106, "%" PRIu64, p.r.gpr[A0]);
    CHECK((p.r.gpr[S0] & 15) == 1, "the manager runs in ring 1");
    CHECK((p.r.core_state & 15) == 2, "back in ring 2");
    test_end(&p);
}

/* Queues, bundle and condition of the program survive a handler's own. */
TEST(context_is_whole)
{
    UNUSED_STATE;
    program p = boot_with_handler("    addi zero, 11, ->t\n"
                                  "    addi zero, 12, ->u\n"
                                  "    assert zero\n"
                                  "    add t#1, u#1, ->a1\n");
    uint64_t stop = test_symbol(&p, "stop");
    CHECK(stop != 0, "has a stop");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    CHECK(p.r.gpr[A1] == 23, "%" PRIu64, p.r.gpr[A1]);
    CHECK(p.r.t[0] == 11 && p.r.u[0] == 12, "queues");
    test_end(&p);
}

TEST(acre_without_a_context_is_an_execution_state_check)
{
    UNUSED_STATE;
    program p = test_single("    .globl _start, stop\n_start:\n"
                            "    BSTART.SYS FALL\n    acre 0\nstop: C.BSTOP\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_FAULT);
    CHECK(p.result.fault.code == PTO_FAULT_ExecutionStateCheck, "%s",
          pto_fault_name(p.result.fault.code));
    test_end(&p);
}

/*
 * One program a fault kind. The instruction at `bad` faults; apart from what a
 * trap writes nothing has changed.
 */
#define LOAD(destination)                                              \
    "    BSTART.TLOAD U32\n    C.B.DIMI 4, ->lb0\n"                    \
    "    C.B.DIMI 1, ->lb1\n    B.IOT mask=1111, last, ->" destination \
    "\n    B.IOR [a0, a0, zero], ->zero\n"

static const struct fault_case {
    const char *name;
    unsigned code, trap;
    const char *body;
} faults[] = {
    {"state check", PTO_FAULT_ExecutionStateCheck, 0,
     "    BSTART.SYS FALL\nbad: acre 1\n"},
    {"illegal", PTO_FAULT_IllegalInstruction, 4,
     "    BSTART.STD FALL\nbad: .long 0xffffffff\n"},
    {"reserved", PTO_FAULT_IllegalInstruction, 4,
     "    BSTART.STD FALL\nbad: XB 0, 0\n"},
    {"odd jump", PTO_FAULT_InstructionPC, 32,
     "    BSTART.STD FALL\n    addi zero, 1, ->a0\nbad: jr a0, 0\n"},
    {"alignment", PTO_FAULT_DataAlignment, 34,
     "    BSTART.STD FALL\n    addi zero, 2, ->a0\nbad: lwi [a0, 0], ->a1\n"},
    {"page", PTO_FAULT_DataPage, 35,
     "    BSTART.STD FALL\n    addi zero, 0, ->a0\n    subi a0, 8, ->a0\n"
     "bad: ldi [a0, 0], ->a1\n"},
    {"software breakpoint", PTO_FAULT_SoftwareBreakpoint, 50,
     "    BSTART.SYS FALL\nbad: ebreak 1\n"},
    {"assert", PTO_FAULT_Assert, 52, "    BSTART.SYS FALL\nbad: assert zero\n"},
    {"bundle control", PTO_FAULT_BundleControl, 5,
     "    BSTART.STD FALL\nbad: ssrget 0, ->a0\n"},
    {"misplaced before malformed", PTO_FAULT_BundleControl, 5,
     "    BSTART.STD FALL\nbad: .long 0x0150302b\n"}, /* acre 5 */
    {"malformed in its place", PTO_FAULT_IllegalInstruction, 4,
     "    BSTART.SYS FALL\nbad: .long 0x0150302b\n"},
    {"instruction page", PTO_FAULT_InstructionPage, 33,
     "    .set bad, 0x200000\n    BSTART.STD FALL\n    hl.lis bad, ->a0\n"
     "    jr a0, 0\n"},
    {"tile legality", PTO_FAULT_TileLegality, 5,
     "    hl.lis words, ->a0\n    BSTART.TSTORE U32\n    C.B.DIMI 4, ->lb0\n"
     "    C.B.DIMI 1, ->lb1\n    B.IOT t#1, mask=1111, last\n"
     "    B.IOR [a0, a0, zero], ->zero\nbad: C.BSTOP\n"},
    {"tile allocation", PTO_FAULT_TileAllocation, 5,
     "    hl.lis words, ->a0\n" LOAD("t<256KB>")
         LOAD("u<128B>") "bad: C.BSTOP\n"},
    {"breakpoint", PTO_FAULT_HardwareBreakpoint, 49,
     "    BSTART.SYS FALL\n    hl.lis bad, ->a0\n    ssrset a0, 0x0f91\n"
     "    addi zero, 1, ->a0\n    ssrset a0, 0x0f90\n"
     "bad: addi a0, 1, ->a0\n"},
    {"watchpoint", PTO_FAULT_HardwareWatchpoint, 51,
     "    BSTART.SYS FALL\n    hl.lis words, ->a0\n    ssrset a0, 0x0fb1\n"
     "    addi zero, 7, ->a1\n    ssrset a1, 0x0fb0\n"
     "bad: sdi a1, [a0, 0]\n"},
    {"service request", PTO_FAULT_ServiceRequest, 6,
     "    BSTART.SYS FALL\n    addi zero, 3, ->a1\n    ssrset a1, 0x20\n"
     "bad: acrc 0\n"},
};

static pto_registers without_trap_effects(pto_registers r)
{
    r.tpc = 0;
    r.core_state &= ~UINT64_C(15);
    r.stop = 0;
    r.cycle = r.retired = 0;
    return r;
}

/* Every Local tile of the PE, as one number. */
static uint64_t tiles_digest(const pto_machine *m)
{
    uint64_t sum = 0;
    for (unsigned slot = 0; slot < 64; slot++) {
        const pto_tile *t = pto_machine_local(m, 0, slot, NULL);
        if (t)
            sum = sum * 31 + slot + pto_tile_digest(t);
    }
    return sum;
}

static void check_case(const struct fault_case *c)
{
    char source[1024];
    snprintf(source, sizeof source,
             "    .globl _start, stop, bad\n_start:\n%sstop: C.BSTOP\n"
             "    .data\nwords: .quad 1, 2, 3\n",
             c->body);
    program p = test_boot(
        &(pto_machine_options){.pes = 1, .memory_bytes = 1 << 20}, source);
    uint8_t memory[2][4096];
    uint64_t bad = test_symbol(&p, "bad");
    pto_machine_registers(p.machine, 0, &p.r);
    for (int i = 0; i < 24 && p.r.tpc != bad; i++)
        test_step(&p);
    CHECK(p.r.tpc == bad, "%s: never reached", c->name);
    pto_registers before = without_trap_effects(p.r);
    pto_machine_read(p.machine, 0x10000, memory[0], sizeof memory[0]);
    uint64_t tiles = tiles_digest(p.machine);
    test_step(&p);
    CHECK(p.step.outcome == PTO_STEP_FAULTED && p.step.fault.code == c->code,
          "%s: outcome %u, %s", c->name, p.step.outcome,
          pto_fault_name(p.step.fault.code));
    pto_machine_read(p.machine, 0x10000, memory[1], sizeof memory[1]);
    pto_registers after = without_trap_effects(p.r);
    CHECK(!memcmp(&before, &after, sizeof before), "%s: registers", c->name);
    CHECK(!memcmp(memory[0], memory[1], sizeof memory[0]), "%s: memory",
          c->name);
    CHECK(tiles == tiles_digest(p.machine), "%s: tiles", c->name);
    uint64_t status = test_sysreg(&p, p.r.core_state & 15 ? 0x1f02 : 0x0f02);
    CHECK((status & 63) == c->trap, "%s: trap %u", c->name,
          (unsigned)(status & 63));
    CHECK(p.step.fault.rule[0] && p.step.fault.text[0], "%s: says why",
          c->name);
    test_end(&p);
}

TEST(every_fault_leaves_the_state_alone)
{
    UNUSED_STATE;
    bool seen[PTO_FAULT_COUNT] = {[PTO_FAULT_None] = true};
    seen[PTO_FAULT_BundlePostCommit] = true; /* has a test of its own */
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        check_case(&faults[i]);
        seen[faults[i].code] = true;
    }
    for (unsigned i = 0; i < PTO_FAULT_COUNT; i++)
        CHECK(seen[i], "no case for %s", pto_fault_name(i));
}

/* docs/differences.md: the model leaves the program's bundle open. */
TEST(open_bundle_at_entry)
{
    UNUSED_STATE;
    for (unsigned quirks = 0; quirks < 2; quirks++) {
        program p = test_boot(
            &(pto_machine_options){.pes = 1,
                                   .isa = quirks ? "0.58.3-asl" : "0.58.3"},
            "    .globl _start\n_start: BSTART.STD FALL\n"
            "    .long 0xffffffff\n");
        CHECK(pto_machine_set_sysreg(p.machine, 0, 0x0f01, 0x40000) == PTO_OK,
              "vector");
        test_step(&p);
        test_step(&p);
        CHECK(p.step.outcome == PTO_STEP_FAULTED && p.r.tpc == 0x40000,
              "entered");
        CHECK(p.r.bundle_active == quirks, "quirks %u", quirks);
        CHECK(test_sysreg(&p, 0x0f40) >> 5 & 1, "saved as open");
        test_end(&p);
    }
}

TEST(post_commit_trap_keeps_the_continuation)
{
    UNUSED_STATE;
    program p = test_single("    .globl _start, stop\n_start:\n"
                            "    BSTART.SYS FALL\n"
                            "    hl.lis handler, ->a0\n"
                            "    ssrset a0, 0x0f01\n"
                            "    BSTART.STD FALL\n"
                            "    B.CATR trap\n"
                            "    addi zero, 1, ->a1\n"
                            "    C.BSTOP\n"
                            "after:\n"
                            "    BSTART.STD FALL\n"
                            "    addi a1, 1, ->a1\n"
                            "stop: C.BSTOP\n"
                            "handler:\n"
                            "    BSTART.SYS FALL\n"
                            "    ssrget 0x0f43, ->s2\n"
                            "    acre 0\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    CHECK(p.r.gpr[A1] == 2, "%" PRIu64, p.r.gpr[A1]);
    CHECK(p.r.gpr[S0 + 2] == test_symbol(&p, "after"), "%" PRIx64,
          p.r.gpr[S0 + 2]);
    test_end(&p);
}

TEST_MAIN(CASE(handler_sees_the_trap_and_goes_on),
          CASE(breakpoint_immediate_is_the_cause),
          CASE(faulting_load_reports_its_address),
          CASE(service_request_of_an_application), CASE(context_is_whole),
          CASE(acre_without_a_context_is_an_execution_state_check),
          CASE(every_fault_leaves_the_state_alone), CASE(open_bundle_at_entry),
          CASE(post_commit_trap_keeps_the_continuation))
