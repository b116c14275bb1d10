/* Interrupts, the timer, breakpoints and watchpoints. */
#include "machine_test.h"

/* The handler counts, ends the interrupt it was entered for, and returns. */
#define COUNTING_HANDLER        \
    "handler:\n"                \
    "    BSTART.SYS FALL\n"     \
    "    ssrget 0x0f02, ->s0\n" \
    "    ssrget 0x0f03, ->s1\n" \
    "    addi s3, 1, ->s3\n"    \
    "    ssrset zero, 0x0f21\n" \
    "    ssrset s1, 0x0f0a\n"   \
    "    acre 0\n"

#define LOOP                      \
    "    addi zero, 200, ->a1\n"  \
    "loop:\n"                     \
    "    BSTART.STD COND, loop\n" \
    "    addi a2, 1, ->a2\n"      \
    "    setc.ne a2, a1\n"        \
    "    BSTART.STD FALL\n"       \
    "stop: C.BSTOP\n"

static const char counting[] = "    .globl _start, stop\n_start:\n"
                               "    BSTART.SYS FALL\n"
                               "    hl.lis handler, ->a0\n"
                               "    ssrset a0, 0x0f01\n" LOOP COUNTING_HANDLER;

TEST(timer_enters_once_and_is_stopped_by_zero)
{
    UNUSED_STATE;
    program p = test_single("    .globl _start, stop\n_start:\n"
                            "    BSTART.SYS FALL\n"
                            "    hl.lis handler, ->a0\n"
                            "    ssrset a0, 0x0f01\n"
                            "    ssrget 0x10, ->a3\n"
                            "    addi a3, 100, ->a3\n"
                            "    ssrset a3, 0x0f21\n" LOOP COUNTING_HANDLER);
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    CHECK(p.r.gpr[S0 + 3] == 1, "entered %" PRIu64 " times", p.r.gpr[S0 + 3]);
    CHECK(p.r.gpr[S0] >> 63 == 1 && (p.r.gpr[S0] & 63) == 44, "%" PRIx64,
          p.r.gpr[S0]);
    CHECK(p.r.gpr[S0 + 1] == 1, "timer of ring 0 is interrupt 1");
    CHECK(p.r.gpr[A2] == 200, "the loop ran to its end");
    test_end(&p);
}

TEST(injected_interrupt_is_taken)
{
    UNUSED_STATE;
    program p = test_single(counting);
    for (int i = 0; i < 20; i++)
        test_step(&p);
    CHECK(pto_machine_interrupt(p.machine, 0, 63, 0xabcdef) == PTO_OK, "raise");
    CHECK(test_sysreg(&p, 0x0f09) == 63, "TOPEI");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    CHECK(p.r.gpr[S0 + 3] == 1, "entered %" PRIu64, p.r.gpr[S0 + 3]);
    CHECK((p.r.gpr[S0] >> 24 & 0xffffff) == 0xabcdef, "cause");
    CHECK(p.r.gpr[S0 + 1] == 63 && p.r.gpr[A2] == 200, "argument, loop");
    CHECK(test_sysreg(&p, 0x0f08) == 0, "not pending any more");
    test_end(&p);
}

TEST(lowest_interrupt_first_and_all_of_them)
{
    UNUSED_STATE;
    program p = test_single(counting);
    for (int i = 0; i < 20; i++)
        test_step(&p);
    CHECK(pto_machine_interrupt(p.machine, 0, 40, 0) == PTO_OK, "40");
    CHECK(pto_machine_interrupt(p.machine, 0, 0, 0) == PTO_OK, "0");
    CHECK(pto_machine_interrupt(p.machine, 0, 7, 0) == PTO_OK, "7");
    CHECK(test_sysreg(&p, 0x0f09) == 0, "0 is the top");
    test_run(&p);
    CHECK(p.r.gpr[S0 + 3] == 3, "entered %" PRIu64, p.r.gpr[S0 + 3]);
    CHECK(p.r.gpr[S0 + 1] == 40, "40 was last");
    test_end(&p);
}

TEST(disabled_interrupt_stays_pending)
{
    UNUSED_STATE;
    program p = test_single(counting);
    for (int i = 0; i < 20; i++)
        test_step(&p);
    CHECK(pto_machine_set_sysreg(p.machine, 0, 0x0f07, 2) == PTO_OK, "timer");
    CHECK(pto_machine_interrupt(p.machine, 0, 9, 0) == PTO_OK, "raise");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    CHECK(p.r.gpr[S0 + 3] == 0, "not entered");
    CHECK(test_sysreg(&p, 0x0f08) == 1 << 9, "pending");
    test_end(&p);
}

TEST(interrupt_without_vector_waits)
{
    UNUSED_STATE;
    program p = test_single("    .globl _start, stop\n_start:\n"
                            "    BSTART.STD FALL\n" LOOP);
    test_step(&p);
    CHECK(pto_machine_interrupt(p.machine, 0, 9, 0) == PTO_OK, "raise");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    CHECK(p.r.gpr[A2] == 200, "the program does not notice");
    test_end(&p);
}

TEST(bad_injection_is_refused)
{
    UNUSED_STATE;
    program p = test_single(counting);
    CHECK(pto_machine_interrupt(p.machine, 1, 0, 0) == PTO_BAD_ARGUMENT, "PE");
    CHECK(pto_machine_interrupt(p.machine, 0, 64, 0) == PTO_BAD_ARGUMENT, "id");
    CHECK(pto_machine_interrupt(p.machine, 0, 0, 1 << 24) == PTO_BAD_ARGUMENT,
          "cause");
    test_end(&p);
}

/* ---- Debug registers ---------------------------------------------------- */

static const char debugged[] = "    .globl _start, stop, here, data\n_start:\n"
                               "    BSTART.STD FALL\n"
                               "    hl.lis data, ->a0\n"
                               "    addi zero, 9, ->a1\n"
                               "    sdi a1, [a0, 8]\n"
                               "here:\n"
                               "    ldi [a0, 0], ->a2\n"
                               "    lbui [a0, 9], ->a3\n"
                               "stop: C.BSTOP\n"
                               "    .data\n    .balign 8\n"
                               "data: .quad 1, 2, 3\n";

static void set(program *p, uint32_t address, uint64_t value)
{
    CHECK(pto_machine_set_sysreg(p->machine, 0, address, value) == PTO_OK, "%x",
          address);
}

TEST(hardware_breakpoint_stops_before_its_instruction)
{
    UNUSED_STATE;
    program p = test_single(debugged);
    set(&p, 0x0f97, test_symbol(&p, "here"));
    set(&p, 0x0f96, 1);
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_FAULT);
    CHECK(p.result.fault.code == PTO_FAULT_HardwareBreakpoint, "%s",
          pto_fault_name(p.result.fault.code));
    CHECK(p.result.fault.address == test_symbol(&p, "here"), "where");
    CHECK(p.r.gpr[A1] == 9 && p.r.gpr[A2] == 0, "before the load");
    CHECK((test_sysreg(&p, 0x0f02) & 63) == 49, "trap number");
    test_end(&p);
}

static pto_fault watch(uint64_t control, uint64_t offset)
{
    program p = test_single(debugged);
    set(&p, 0x0fb3, test_symbol(&p, "data") + offset);
    set(&p, 0x0fb2, control);
    test_run(&p);
    pto_fault f =
        p.result.stop == PTO_STOP_FAULT ? p.result.fault : (pto_fault){0};
    if (f.code)
        CHECK((test_sysreg(&p, 0x0f02) & 63) == 51, "trap number");
    test_end(&p);
    return f;
}

/* bit 0 on, 1 loads, 2 stores, 8:3 log2 of the region */
TEST(watchpoints_watch_what_they_are_told)
{
    UNUSED_STATE;
    CHECK(watch(1 | 4, 8).code == PTO_FAULT_HardwareWatchpoint, "store");
    CHECK(watch(1 | 4, 15).code == PTO_FAULT_HardwareWatchpoint, "last byte");
    CHECK(watch(1 | 4, 16).code == PTO_FAULT_None, "behind it");
    CHECK(watch(1 | 4 | 3 << 3, 8).code == PTO_FAULT_HardwareWatchpoint, "8");
    CHECK(watch(1 | 2, 8).code == PTO_FAULT_None, "no load there");
    CHECK(watch(1 | 2, 0).code == PTO_FAULT_HardwareWatchpoint, "load");
    CHECK(watch(1 | 2, 9).code == PTO_FAULT_HardwareWatchpoint, "byte");
    CHECK(watch(4, 8).code == PTO_FAULT_None, "not enabled");
    CHECK(watch(1 | 2 | 63 << 3, 12345).code == PTO_FAULT_HardwareWatchpoint,
          "half of memory");
}

TEST(watched_store_does_not_happen)
{
    UNUSED_STATE;
    program p = test_single(debugged);
    uint64_t data = test_symbol(&p, "data");
    set(&p, 0x0fb1, data + 8);
    set(&p, 0x0fb0, 1 | 4);
    test_run(&p);
    CHECK(p.result.fault.address == data + 8, "where");
    CHECK(test_load(&p, data + 8, 8) == 2, "unchanged");
    test_end(&p);
}

TEST(pto_v0_only_stores_debug_registers)
{
    UNUSED_STATE;
    program p = test_boot(&(pto_machine_options){.pes = 1, .profile = "pto-v0"},
                          debugged);
    set(&p, 0x0f91, test_symbol(&p, "here"));
    set(&p, 0x0f90, 1);
    set(&p, 0x0fb1, test_symbol(&p, "data"));
    set(&p, 0x0fb0, 7);
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    test_end(&p);
}

/* A handler that returns to a breakpoint executes the instruction there. */
TEST(return_to_a_breakpoint_goes_on)
{
    UNUSED_STATE;
    program p = test_single("    .globl _start, stop\n_start:\n"
                            "    BSTART.SYS FALL\n"
                            "    hl.lis handler, ->a0\n"
                            "    ssrset a0, 0x0f01\n"
                            "    hl.lis here, ->a0\n"
                            "    ssrset a0, 0x0f91\n"
                            "    addi zero, 1, ->a0\n"
                            "    ssrset a0, 0x0f90\n"
                            "here:\n"
                            "    addi zero, 5, ->a1\n"
                            "stop: C.BSTOP\n"
                            "handler:\n"
                            "    BSTART.SYS FALL\n"
                            "    addi s3, 1, ->s3\n"
                            "    acre 0\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    CHECK(p.r.gpr[A1] == 5 && p.r.gpr[S0 + 3] == 1, "%" PRIu64,
          p.r.gpr[S0 + 3]);
    test_end(&p);
}

TEST_MAIN(CASE(timer_enters_once_and_is_stopped_by_zero),
          CASE(injected_interrupt_is_taken),
          CASE(lowest_interrupt_first_and_all_of_them),
          CASE(disabled_interrupt_stays_pending),
          CASE(interrupt_without_vector_waits), CASE(bad_injection_is_refused),
          CASE(hardware_breakpoint_stops_before_its_instruction),
          CASE(watchpoints_watch_what_they_are_told),
          CASE(watched_store_does_not_happen),
          CASE(pto_v0_only_stores_debug_registers),
          CASE(return_to_a_breakpoint_goes_on))
