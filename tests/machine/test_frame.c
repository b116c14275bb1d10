/* Frames and memory templates: what they do, and that they can be restarted. */
#include "machine_test.h"

enum { SP = 1, TOP = 0x80000 };

static program boot(const char *body)
{
    char source[4096];
    snprintf(source, sizeof source,
             "    .globl _start, stop\n_start:\n%s\nstop: C.BSTOP\n", body);
    program p = test_single(source);
    pto_machine_registers(p.machine, 0, &p.r);
    p.r.gpr[SP] = TOP;
    for (unsigned i = 2; i < 24; i++)
        p.r.gpr[i] = 0x100 + i;
    pto_machine_set_registers(p.machine, 0, &p.r);
    return p;
}

TEST(entry_stores_downwards_and_exit_restores)
{
    UNUSED_STATE;
    program p = boot("    FENTRY [ra ~ s2], sp!, 48\n"
                     "    addi zero, 1, ->ra\n    addi zero, 2, ->s0\n"
                     "    addi zero, 3, ->s1\n    addi zero, 4, ->s2\n"
                     "    FEXIT [ra ~ s2], sp!, 48\n");
    test_step(&p);
    CHECK(p.r.gpr[SP] == TOP - 48, "sp %" PRIx64, p.r.gpr[SP]);
    for (unsigned i = 0; i < 4; i++)
        CHECK(test_load(&p, TOP - 8 * (i + 1), 8) == 0x10a + i, "slot %u", i);
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    CHECK(p.r.gpr[SP] == TOP, "sp %" PRIx64, p.r.gpr[SP]);
    for (unsigned i = 10; i < 14; i++)
        CHECK(p.r.gpr[i] == 0x100 + i, "r%u", i);
    test_end(&p);
}

TEST(range_wraps_from_x3_to_a0)
{
    UNUSED_STATE;
    program p = boot("    FENTRY [x2 ~ a1], sp!, 32\n");
    test_step(&p);
    static const unsigned order[] = {22, 23, 2, 3};
    for (unsigned i = 0; i < 4; i++)
        CHECK(test_load(&p, TOP - 8 * (i + 1), 8) == 0x100 + order[i],
              "slot %u", i);
    test_end(&p);
}

TEST(recursion_through_frames)
{
    UNUSED_STATE;
    /* a0 = 1 + 2 + ... + a0 by calls that save what they need. */
    program p = boot("    BSTART.STD FALL\n"
                     "    addi zero, 20, ->a0\n"
                     "    BSTART.CALL sum, back, ->ra\n"
                     "back: BSTART.STD DIRECT, stop\n"
                     "    C.BSTOP\n"
                     "sum: FENTRY [ra ~ s0], sp!, 16\n"
                     "    BSTART.STD COND, base\n"
                     "    addi a0, 0, ->s0\n"
                     "    setc.eq a0, zero\n"
                     "    BSTART.STD FALL\n"
                     "    subi a0, 1, ->a0\n"
                     "    BSTART.CALL sum, add, ->ra\n"
                     "add: BSTART.STD FALL\n"
                     "    add a0, s0, ->a0\n"
                     "    C.BSTOP\n"
                     "base: FRET.STK [ra ~ s0], sp!, 16\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    CHECK(p.r.gpr[A0] == 210, "%" PRIu64, p.r.gpr[A0]);
    CHECK(p.r.gpr[SP] == TOP, "sp %" PRIx64, p.r.gpr[SP]);
    CHECK(p.r.gpr[S0] == 0x100 + S0, "s0 restored");
    test_end(&p);
}

/* docs/differences.md: the model's sp is R2. */
TEST(stack_pointer_of_the_public_model)
{
    UNUSED_STATE;
    for (unsigned quirks = 0; quirks < 2; quirks++) {
        program p = test_boot(
            &(pto_machine_options){.pes = 1,
                                   .isa = quirks ? "0.58.3-asl" : "0.58.3"},
            "    .globl _start\n_start: FENTRY [ra ~ ra], sp!, 16\n");
        pto_machine_registers(p.machine, 0, &p.r);
        p.r.gpr[SP] = TOP;
        p.r.gpr[A0] = TOP + 0x1000;
        p.r.gpr[RA] = 99;
        pto_machine_set_registers(p.machine, 0, &p.r);
        test_step(&p);
        CHECK(p.r.gpr[SP] == TOP - (quirks ? 0 : 16), "sp %" PRIx64,
              p.r.gpr[SP]);
        CHECK(p.r.gpr[A0] == TOP + 0x1000 - (quirks ? 16 : 0), "a0 %" PRIx64,
              p.r.gpr[A0]);
        CHECK(test_load(&p, TOP + (quirks ? 0x1000 : 0) - 8, 8) == 99, "slot");
        test_end(&p);
    }
}

static void rejects(const char *line, const char *what)
{
    program p = boot(line);
    pto_registers before = p.r;
    test_step(&p);
    CHECK(p.step.outcome == PTO_STEP_FAULTED &&
              p.step.fault.code == PTO_FAULT_IllegalInstruction,
          "%s: %s", line, pto_fault_name(p.step.fault.code));
    CHECK(!memcmp(before.gpr, p.r.gpr, sizeof before.gpr), "%s: registers",
          line);
    CHECK(strstr(p.step.fault.rule, what), "%s: rule %s", line,
          p.step.fault.rule);
    test_end(&p);
}

TEST(malformed_frames_have_no_effect)
{
    UNUSED_STATE;
    rejects("    FENTRY [ra ~ s2], sp!, 24\n", "FrameSize");
    rejects("    FEXIT [a0 ~ x3], sp!, 168\n", "FrameSize");
    rejects("    FENTRY [s0 ~ ra], sp!, 168\n", "FrameSize");
}

/*
 * A watchpoint faults in the middle; the handler lifts it, and the template
 * goes on exactly there.
 */
static const char lifting_handler[] = "handler:\n"
                                      "    BSTART.SYS FALL\n"
                                      "    ssrget 0x0f03, ->x0\n"
                                      "    addi x1, 1, ->x1\n"
                                      "    ssrset zero, 0x0fb0\n"
                                      "    acre 0\n";

static program boot_watched(const char *body, uint64_t address,
                            uint64_t control)
{
    char source[4096];
    snprintf(source, sizeof source, "%s    C.BSTOP\nstop: C.BSTOP\n%s", body,
             lifting_handler);
    char whole[5000];
    snprintf(whole, sizeof whole,
             "    .globl _start, stop, handler\n_start:\n%s", source);
    program p = test_single(whole);
    uint64_t vector = test_symbol(&p, "handler");
    pto_machine_set_sysreg(p.machine, 0, 0x0f01, vector);
    pto_machine_set_sysreg(p.machine, 0, 0x0fb1, address);
    pto_machine_set_sysreg(p.machine, 0, 0x0fb0, control);
    pto_machine_registers(p.machine, 0, &p.r);
    p.r.gpr[SP] = TOP;
    pto_machine_set_registers(p.machine, 0, &p.r);
    return p;
}

TEST(entry_restarts_at_the_faulting_store)
{
    UNUSED_STATE;
    program p = boot_watched("    BSTART.STD FALL\n"
                             "    FENTRY [ra ~ s2], sp!, 32\n",
                             TOP - 24, 1 | 4);
    p.r.gpr[10] = 7;
    p.r.gpr[12] = 9;
    pto_machine_set_registers(p.machine, 0, &p.r);
    test_step(&p);
    test_step(&p);
    CHECK(p.step.fault.code == PTO_FAULT_HardwareWatchpoint, "%s",
          pto_fault_name(p.step.fault.code));
    CHECK(test_load(&p, TOP - 8, 8) == 7, "the first store stays");
    CHECK(test_load(&p, TOP - 24, 8) == 0, "the third did not happen");
    CHECK(p.r.gpr[SP] == TOP - 32, "sp moved once");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    CHECK(p.r.gpr[21] == 1 && p.r.gpr[20] == TOP - 24, "one trap");
    CHECK(test_load(&p, TOP - 24, 8) == 9, "done on return");
    CHECK(p.r.gpr[SP] == TOP - 32, "sp moved once");
    test_end(&p);
}

TEST(copy_restarts_at_the_faulting_step)
{
    UNUSED_STATE;
    enum { FROM = 0x40000, TO = 0x50000, N = 10007, AT = 9001 };
    static uint8_t bytes[N], got[N];
    program p = boot_watched("    BSTART.STD FALL\n"
                             "    MCOPY [a0, a1, a2]\n",
                             TO + AT, 1 | 4);
    for (unsigned i = 0; i < N; i++)
        bytes[i] = (uint8_t)(i * 7 + 1);
    pto_machine_write(p.machine, FROM, bytes, N);
    p.r.gpr[A0] = TO;
    p.r.gpr[A1] = FROM;
    p.r.gpr[A2] = N;
    pto_machine_set_registers(p.machine, 0, &p.r);
    test_step(&p);
    test_step(&p);
    CHECK(p.step.fault.code == PTO_FAULT_HardwareWatchpoint, "%s",
          pto_fault_name(p.step.fault.code));
    pto_machine_read(p.machine, TO, got, N);
    CHECK(!memcmp(got, bytes, AT & ~7U), "steps before the fault stay");
    CHECK(got[AT & ~7U] == 0 && got[N - 1] == 0, "the rest did not happen");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    pto_machine_read(p.machine, TO, got, N);
    CHECK(!memcmp(got, bytes, N), "complete");
    CHECK(p.r.gpr[21] == 1, "one trap");
    test_end(&p);
}

static pto_fault memory_op(const char *op, uint64_t a0, uint64_t a1,
                           uint64_t a2)
{
    char source[256];
    snprintf(source, sizeof source,
             "    .globl _start, stop\n_start: BSTART.STD FALL\n    %s\n"
             "    C.BSTOP\nstop: C.BSTOP\n",
             op);
    program p = test_boot(
        &(pto_machine_options){.pes = 1, .memory_bytes = 1 << 20}, source);
    pto_machine_registers(p.machine, 0, &p.r);
    p.r.gpr[A0] = a0;
    p.r.gpr[A1] = a1;
    p.r.gpr[A2] = a2;
    pto_machine_set_registers(p.machine, 0, &p.r);
    test_run(&p);
    pto_fault f =
        p.result.stop == PTO_STOP_FAULT ? p.result.fault : (pto_fault){0};
    test_end(&p);
    return f;
}

TEST(copy_ranges)
{
    UNUSED_STATE;
    const char *op = "MCOPY [a0, a1, a2]";
    CHECK(memory_op(op, 0x40000, 0x40000, 0).code == 0, "empty");
    CHECK(memory_op(op, 0x40000, 0x40008, 8).code == 0, "touching");
    CHECK(memory_op(op, 0x40000, 0x40007, 8).code ==
              PTO_FAULT_IllegalInstruction,
          "overlap");
    CHECK(memory_op(op, UINT64_MAX, 0x40000, 2).code ==
              PTO_FAULT_IllegalInstruction,
          "wrap");
    CHECK(memory_op(op, 0x40000, (1 << 20) - 4, 8).code == PTO_FAULT_DataPage,
          "source beyond memory");
    CHECK(memory_op(op, (1 << 20) - 4, 0x40000, 8).address == (1 << 20) - 4,
          "where");
}

TEST(set_fills_at_most_63_bytes)
{
    UNUSED_STATE;
    const char *op = "MSET [a0, a1, a2]";
    program p = boot("    BSTART.STD FALL\n    MSET [a0, a1, a2]\n");
    p.r.gpr[A0] = 0x40001;
    p.r.gpr[A1] = 0xabcd;
    p.r.gpr[A2] = 63;
    pto_machine_set_registers(p.machine, 0, &p.r);
    test_run(&p);
    CHECK(test_load(&p, 0x40000, 8) == UINT64_C(0xcdcdcdcdcdcdcd00), "start");
    CHECK(test_load(&p, 0x4003f, 2) == 0x00cd, "end");
    test_end(&p);
    CHECK(memory_op(op, 0, 0, 0).code == 0, "empty");
    CHECK(memory_op(op, 0, 0, 64).code == PTO_FAULT_IllegalInstruction, "64");
    CHECK(memory_op(op, (1 << 20) - 1, 0, 2).code == PTO_FAULT_DataPage,
          "page");
}

TEST_MAIN(CASE(entry_stores_downwards_and_exit_restores),
          CASE(range_wraps_from_x3_to_a0),
          CASE(stack_pointer_of_the_public_model),
          CASE(recursion_through_frames), CASE(malformed_frames_have_no_effect),
          CASE(entry_restarts_at_the_faulting_store),
          CASE(copy_restarts_at_the_faulting_step), CASE(copy_ranges),
          CASE(set_fills_at_most_63_bytes))
