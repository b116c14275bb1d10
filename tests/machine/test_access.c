/* src/machine/access.c: memory that is large, limited, watched or absent. */
#include "host_memory.h"
#include "machine/machine_test.h"

TEST(memory_costs_what_is_touched)
{
    UNUSED_STATE;
    program p =
        test_boot(&(pto_machine_options){.pes = 1, .memory_limit = 1 << 20},
                  "_start: BSTART.STD FALL\n"
                  "    hl.lis 0x10000000, ->a0\n"
                  "    slli a0, 4, ->a0\n"
                  "loop: BSTART.STD COND, loop\n"
                  "    sdi a0, [a0, 0]\n"
                  "    add a0, a0, ->a0\n"
                  "    addi a1, 1, ->a1\n"
                  "    setc.ltui a1, 12\n"
                  "    C.BSTOP\n"
                  "stop: C.BSTOP\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    for (unsigned i = 0; i < 12; i++)
        assert_int_equal(test_load(&p, UINT64_C(1) << (32 + i), 8),
                         UINT64_C(1) << (32 + i));
    assert_int_equal(test_load(&p, UINT64_C(1) << 60, 8), 0);
    test_end(&p);
}

TEST(the_memory_limit_stops_a_run)
{
    UNUSED_STATE;
    program p =
        test_boot(&(pto_machine_options){.pes = 1, .memory_limit = 1 << 20},
                  "_start: hl.lis 0x10000, ->a1\n"
                  "    hl.lis 0x100000, ->a0\n"
                  "loop: sdi a0, [a0, 0]\n"
                  "    add a0, a1, ->a0\n"
                  "    j loop\n"
                  "stop: C.BSTOP\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_MEMORY);
    assert_true(p.r.gpr[A0] >= (2 << 20) - 2 * 65536);
    test_end(&p);
}

TEST(outside_memory_is_a_fault)
{
    UNUSED_STATE;
    pto_machine_options o = {.pes = 1, .memory_bytes = 0x20000};
    program p = test_boot(&o, "_start: hl.lis 0x1fff8, ->a0\n"
                              "    ldi [a0, 0], ->a1\n"
                              "    lbui [a0, 8], ->a1\n"
                              "stop: C.BSTOP\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_FAULT);
    assert_int_equal(p.result.fault.code, PTO_FAULT_DataPage);
    assert_int_equal(p.result.fault.address, 0x20000);
    test_end(&p);
    program q = test_boot(&o, "_start: hl.lis 0x1fffe, ->a0\n"
                              "    jr a0, 0\nstop: C.BSTOP\n");
    static const uint8_t half[2] = {0x05, 0x01}; /* of an ADD */
    assert_int_equal(pto_machine_write(q.machine, 0x1fffe, half, 2), PTO_OK);
    test_run(&q);
    test_expect_stop(&q, PTO_STOP_FAULT);
    assert_int_equal(q.result.fault.code, PTO_FAULT_InstructionPage);
    test_end(&q);
}

/* The page is known to the fast way before it is watched. */
TEST(a_watchpoint_is_met_where_the_page_was_used_before)
{
    UNUSED_STATE;
    program p = test_single("_start: BSTART.SYS FALL\n"
                            "    hl.lis data, ->a0\n"
                            "    ldi [a0, 0], ->a1\n"
                            "    ldi [a0, 8], ->a1\n"
                            "    hl.ssrset a0, 0xfb1\n"
                            "    addi zero, 3, ->a2\n"
                            "    hl.ssrset a2, 0xfb0\n"
                            "    ldi [a0, 8], ->a1\n"
                            "    ldi [a0, 0], ->a1\n"
                            "stop: C.BSTOP\n"
                            "    .data\n    .balign 8\n"
                            "data: .quad 1, 2\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_FAULT);
    assert_int_equal(p.result.fault.code, PTO_FAULT_HardwareWatchpoint);
    assert_int_equal(p.result.fault.address, test_symbol(&p, "data"));
    assert_int_equal(p.r.gpr[A1], 2);
    test_end(&p);
}

/* Code that was never written is zeros, for which a page has to be there. */
TEST(a_step_without_memory_says_so)
{
    UNUSED_STATE;
    program p =
        test_boot(&(pto_machine_options){.pes = 1, .memory_limit = 1 << 16},
                  "_start: C.BSTOP\n");
    pto_machine_registers(p.machine, 0, &p.r);
    p.r.tpc = 0x10000000;
    pto_machine_set_registers(p.machine, 0, &p.r);
    test_step(&p);
    assert_int_equal(p.step.outcome, PTO_STEP_OUT_OF_MEMORY);
    assert_int_equal(p.step.stop, PTO_STOP_MEMORY);
    assert_int_equal(p.step.tpc, 0x10000000);
    assert_int_equal(p.step.next_tpc, 0x10000000);
    assert_int_equal(p.step.cycle, 0);
    test_end(&p);
}

/* Tiles of every size, as many as a hand holds, on four PEs, and Shared ones,
 * over and over: buffers of each size are kept for the next, so that what they
 * take stays below a fixed amount. */
TEST(tiles_take_a_fixed_amount_of_host_memory)
{
    UNUSED_STATE;
    program p = test_boot(&(pto_machine_options){.memory_limit = 1 << 20},
                          "_start: hl.lis 0x20000, ->a0\n"
                          "    addi zero, 4, ->a1\n"
                          "again: BSTART.STD FALL\n"
                          "    .irp size, 128B, 256B, 512B, 1KB, 2KB, 4KB, "
                          "8KB, 16KB, 32KB, 64KB, 128KB, 256KB\n"
                          "    .rept 20\n"
                          "    BSTART.TLOAD S32\n"
                          "    B.DIM zero, 8, ->lb0\n"
                          "    B.DIM zero, 1, ->lb1\n"
                          "    B.IOT mask=1111, last, ->t<\\size>\n"
                          "    B.IOR [a0, a1, zero], ->zero\n"
                          "    .endr\n"
                          "    BSTART.TLOAD S32\n"
                          "    B.DIM zero, 8, ->lb0\n"
                          "    B.DIM zero, 1, ->lb1\n"
                          "    B.DIM zero, 8, ->lb2\n"
                          "    B.IOS mask=1000, ->S0<\\size>\n"
                          "    B.IOR [a0, a1, zero], ->zero\n"
                          "    .endr\n"
                          "    BSTART.STD DIRECT, again\n"
                          "    addi s0, 1, ->s0\n"
                          "    C.BSTOP\n"
                          "stop: C.BSTOP\n");
    uint64_t before = test_host_bytes(), most = 0;
    for (unsigned i = 0; i < 8; i++) {
        pto_machine_run(p.machine, &(pto_run_options){.max_steps = 20000},
                        &p.result);
        test_expect_stop(&p, PTO_STOP_LIMIT);
        uint64_t now = test_host_bytes() - before;
        most = now > most ? now : most;
    }
    pto_machine_registers(p.machine, 0, &p.r);
    assert_true(p.r.gpr[S0] > 16);
    CHECK(most > 4 << 20 && most < 32 << 20, "%" PRIu64, most);
    test_end(&p);
}

TEST_MAIN(CASE(tiles_take_a_fixed_amount_of_host_memory),
          CASE(a_step_without_memory_says_so),
          CASE(memory_costs_what_is_touched),
          CASE(the_memory_limit_stops_a_run), CASE(outside_memory_is_a_fault),
          CASE(a_watchpoint_is_met_where_the_page_was_used_before))
