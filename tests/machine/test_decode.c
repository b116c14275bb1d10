/* src/machine/decode.c: code that is written while it runs. */
#include "machine/decode.h"
#include "host_memory.h"
#include "machine/machine_test.h"

static pto_registers registers(const pto_machine *m, unsigned pe)
{
    pto_registers r;
    pto_machine_registers(m, pe, &r);
    return r;
}

TEST(stores_to_code_are_seen)
{
    UNUSED_STATE;
    program p = test_single(test_patches);
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    assert_int_equal(p.r.gpr[A0], 3 * 1 + 3 * 16);
    test_end(&p);
}

/* The next instruction, written by the one before it; halfwords that straddle
 * the border of a chunk; a store from outside. */
TEST(code_may_change_under_the_feet)
{
    UNUSED_STATE;
    program p = test_single("    .text\n"
                            "_start: BSTART.STD FALL\n"
                            "    hl.lis next, ->a1\n"
                            "    hl.lis added, ->t\n"
                            "    lwi [t#1, 0], ->a2\n"
                            "    j next\n"
                            "added: addi a0, 16, ->a0\n"
                            "    .balign 1024\n"
                            "    .space 1010\n"
                            "    srli a2, 16, ->a3\n"
                            "    shi a3, [a1, 2]\n"
                            "    shi a2, [a1, 0]\n"
                            "next: addi a0, 1, ->a0\n"
                            "    c.bstop\n"
                            "stop: C.BSTOP\n");
    uint64_t stop = test_symbol(&p, "stop"), next = test_symbol(&p, "next");
    pto_run_options o = {.max_steps = 100, .stop_pc = &stop, .stop_count = 1};
    assert_int_equal(next & 1023, 1022);
    pto_machine_run(p.machine, &o, &p.result);
    test_expect_stop(&p, PTO_STOP_REACHED);
    assert_int_equal(registers(p.machine, 0).gpr[A0], 1);
    pto_registers r = registers(p.machine, 0);
    r.tpc = next - 12;
    pto_machine_set_registers(p.machine, 0, &r);
    pto_machine_run(p.machine, &o, &p.result);
    assert_int_equal(registers(p.machine, 0).gpr[A0], 1 + 16);
    test_end(&p);
}

/* Jumping about makes chunks of decoded code; they are bounded as well. */
TEST(code_everywhere_is_forgotten_in_time)
{
    UNUSED_STATE;
    program p = test_single("_start: hl.lis code, ->t\n"
                            "    lwi [t#1, 0], ->a0\n"
                            "    hl.lis 0x100000, ->a1\n"
                            "    hl.lis back, ->a3\n"
                            "loop: swi a0, [a1, 0]\n"
                            "    jr a1, 0\n"
                            "back: addi a1, 1024, ->a1\n"
                            "    addi a2, 1, ->a2\n"
                            "    j loop\n"
                            "    .balign 8\n"
                            "code: jr a3, 0\n"
                            "stop: C.BSTOP\n");
    pto_machine_run(p.machine, &(pto_run_options){.max_steps = 60000},
                    &p.result);
    test_expect_stop(&p, PTO_STOP_LIMIT);
    assert_true(registers(p.machine, 0).gpr[A2] > 9000);
    test_end(&p);
}

/* The last halfword of memory begins an instruction that would end behind it,
 * until it is written anew. */
TEST(code_at_the_end_of_memory_may_change)
{
    UNUSED_STATE;
    static const uint64_t sizes[] = {0x20000, 0x20402, 0};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        program p = test_boot(
            &(pto_machine_options){.pes = 1, .memory_bytes = sizes[i]},
            "_start: C.BSTOP\n");
        uint64_t last = sizes[i] - 2;
        const uint8_t cut[2] = {0x15, 0}, stop[2] = {0, 0};
        for (unsigned round = 0; round < 2; round++) {
            pto_registers r = registers(p.machine, 0);
            r.tpc = last;
            pto_machine_set_registers(p.machine, 0, &r);
            pto_machine_write(p.machine, last, cut, sizeof cut);
            test_step(&p);
            assert_int_equal(p.step.outcome, PTO_STEP_FAULTED);
            assert_int_equal(p.step.fault.code, PTO_FAULT_InstructionPage);
            pto_machine_set_registers(p.machine, 0, &r);
            pto_machine_write(p.machine, last, stop, sizeof stop);
            test_step(&p);
            assert_true(p.step.fault.code != PTO_FAULT_InstructionPage);
            assert_int_equal(p.step.length, 2);
        }
        test_end(&p);
    }
}

/* The most host memory in use between slices of a run to its end. */
static uint64_t peak_of_run(program *p)
{
    uint64_t peak = 0;
    do {
        pto_machine_run(p->machine, &(pto_run_options){.max_steps = 20000},
                        &p->result);
        uint64_t now = test_host_bytes();
        peak = now > peak ? now : peak;
    } while (p->result.stop == PTO_STOP_LIMIT);
    return peak;
}

/*
 * Every kibibyte of ever more pages gets code and is entered, and a queue is
 * made for each: host memory stays below the limit, beside the fixed amount
 * that decoded code may take. One kind of code needs more of it than the other.
 */
TEST(host_memory_stays_within_the_limit)
{
    UNUSED_STATE;
    static const char *const codes[] = {"jr a3, 0; jr a3, 0",
                                        "fadd.fd a4, a4, ->a4; jr a3, 0"};
    const uint64_t limit = 48 << 20, slack = 256 << 10;
    for (unsigned i = 0; i < 2; i++) {
        char source[512];
        snprintf(source, sizeof source,
                 "_start: hl.lis code, ->t\n"
                 "    ldi [t#1, 0], ->a0\n"
                 "    hl.lis 0x100000, ->a1\n"
                 "    hl.lis back, ->a3\n"
                 "loop: sdi a0, [a1, 0]\n"
                 "    jr a1, 0\n"
                 "back: addi a1, 1024, ->a1\n"
                 "    addi a2, 1, ->a2\n"
                 "    andi a2, 31, ->t\n"
                 "    hl.qmt.i t#1, a2, ->a5\n"
                 "    j loop\n"
                 "    .balign 8\n"
                 "code: %s\n",
                 codes[i]);
        uint64_t before = test_host_bytes();
        program p = test_boot(
            &(pto_machine_options){.pes = 1, .memory_limit = limit}, source);
        uint64_t fixed = test_host_bytes() - before;
        uint64_t used = peak_of_run(&p) - before - fixed;
        test_expect_stop(&p, PTO_STOP_MEMORY);
        CHECK(used > limit / 2, "%" PRIu64 " bytes", used);
        CHECK(used <= limit + PTO_MEMORY_GRACE + PTO_DECODE_BYTES + slack,
              "%" PRIu64 " bytes", used);
        assert_true(registers(p.machine, 0).gpr[A2] > 20000);
        test_end(&p);
    }
}

TEST_MAIN(CASE(host_memory_stays_within_the_limit),
          CASE(code_at_the_end_of_memory_may_change),
          CASE(stores_to_code_are_seen), CASE(code_may_change_under_the_feet),
          CASE(code_everywhere_is_forgotten_in_time))
