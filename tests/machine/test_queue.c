/* HL.QMT, HL.QPUSH and HL.QPOP. */
#include "machine_test.h"

/* Results of a line of instructions in s0, s1, ...; a0 names the queue. */
static program run_body(const char *body)
{
    char source[4096];
    snprintf(source, sizeof source,
             "    .globl _start, stop\n_start: BSTART.STD FALL\n"
             "    hl.lis 0x12345, ->a0\n%sstop: C.BSTOP\n",
             body);
    program p = test_single(source);
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    return p;
}

static void expect(const program *p, unsigned n, const uint64_t *want)
{
    for (unsigned i = 0; i < n; i++)
        CHECK(p->r.gpr[S0 + i] == want[i], "s%u is %" PRIx64 ", not %" PRIx64,
              i, p->r.gpr[S0 + i], want[i]);
}

#define STATUS(n) ((uint64_t)(n) << 62)

TEST(first_in_first_out_and_counts)
{
    UNUSED_STATE;
    program p = run_body("    addi zero, 2, ->a1\n"
                         "    hl.qmt.i a0, a1, ->s0\n"
                         "    hl.qpush a0, a1, ->s1\n"
                         "    addi zero, 9, ->a2\n"
                         "    hl.qpush a0, a2, ->s2\n"
                         "    hl.qpush a0, a2, ->s3\n"
                         "    hl.qpop a0, ->s4, s5\n"
                         "    hl.qpop a0, ->s6, s7\n"
                         "    hl.qpop a0, ->s8, x0\n");
    expect(&p, 10,
           (const uint64_t[]){16, 1, 0, STATUS(1), 2, 1, 9, 0, 0, STATUS(1)});
    test_end(&p);
}

TEST(head_push_suspend_restore_and_query)
{
    UNUSED_STATE;
    program p = run_body("    addi zero, 3, ->a1\n"
                         "    addi zero, 7, ->a2\n"
                         "    hl.qmt.i a0, a1, ->zero\n"
                         "    hl.qpush a0, a1, ->zero\n"
                         "    hl.qpush.h a0, a2, ->zero\n"
                         "    hl.qmt.s a0, ->s0\n"
                         "    hl.qpush a0, a2, ->s1\n"
                         "    hl.qpop a0, ->s2, s3\n"
                         "    hl.qmt.r a0, ->s4\n"
                         "    hl.qpush a0, a2, ->s5\n"
                         "    hl.qmt a0, ->s6\n");
    expect(&p, 7, (const uint64_t[]){1, STATUS(1) | 1, 7, 1, 2, 1, 1});
    test_end(&p);
}

TEST(unknown_queues_report_and_change_nothing)
{
    UNUSED_STATE;
    program p = run_body("    hl.qmt a0, ->s0\n"
                         "    hl.qmt.s a0, ->s1\n"
                         "    hl.qpush a0, a0, ->s2\n"
                         "    hl.qpop a0, ->s3, s4\n"
                         "    hl.qmt.i a0, zero, ->s5\n"
                         "    hl.qpush a0, a0, ->s6\n"
                         "    hl.qpop a0, ->s7, s8\n");
    expect(&p, 9,
           (const uint64_t[]){STATUS(1), STATUS(1), STATUS(2), 0, STATUS(2), 0,
                              STATUS(1), 0, STATUS(1)});
    test_end(&p);
}

TEST(many_queues_are_told_apart)
{
    UNUSED_STATE;
    program p = run_body("    addi zero, 1, ->a1\n"
                         "    addi zero, 300, ->a2\n"
                         "fill:\n"
                         "    BSTART.STD COND, fill\n"
                         "    hl.qmt.i a2, a1, ->zero\n"
                         "    hl.qpush a2, a2, ->zero\n"
                         "    subi a2, 1, ->a2\n"
                         "    setc.ne a2, zero\n"
                         "    BSTART.STD FALL\n"
                         "    addi zero, 1, ->a2\n"
                         "drain:\n"
                         "    BSTART.STD COND, drain\n"
                         "    hl.qpop a2, ->a3, a4\n"
                         "    xor a3, a2, ->a5\n"
                         "    or s0, a5, ->s0\n"
                         "    addi a2, 1, ->a2\n"
                         "    addi zero, 301, ->a6\n"
                         "    setc.ne a2, a6\n"
                         "    BSTART.STD FALL\n");
    CHECK(p.r.gpr[S0] == 0 && p.r.gpr[A2] == 301, "%" PRIx64, p.r.gpr[S0]);
    test_end(&p);
}

TEST(relative_operands_and_their_faults)
{
    UNUSED_STATE;
    program p = run_body("    addi a0, 0, ->t\n"
                         "    addi zero, 1, ->u\n"
                         "    hl.qmt.i t#1, u#1, ->u\n"
                         "    hl.qpush t#1, u#1, ->t\n"
                         "    hl.qpop t#2, ->t, u\n"
                         "    addi t#1, 0, ->s0\n");
    CHECK(p.r.gpr[S0] == 8, "%" PRIx64, p.r.gpr[S0]);
    test_end(&p);
    p = test_single("    .globl _start, stop\n_start: BSTART.STD FALL\n"
                    "    hl.qpush t#1, zero, ->a0\nstop: C.BSTOP\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_FAULT);
    CHECK(p.result.fault.code == PTO_FAULT_IllegalInstruction, "%s",
          pto_fault_name(p.result.fault.code));
    test_end(&p);
}

/* Queues are memory that a program takes: the limit holds. */
TEST(queues_count_against_the_memory_limit)
{
    UNUSED_STATE;
    program p =
        test_boot(&(pto_machine_options){.pes = 1, .memory_limit = 1 << 20},
                  "    .globl _start, stop\n_start: BSTART.STD FALL\n"
                  "loop: BSTART.STD DIRECT, loop\n"
                  "    addi a0, 1, ->a0\n"
                  "    hl.qmt.i a0, a0, ->a1\n"
                  "    C.BSTOP\nstop: C.BSTOP\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_MEMORY);
    CHECK(p.r.gpr[A0] < 200, "%" PRIu64, p.r.gpr[A0]);
    test_end(&p);
}

/* Producer PE0, consumers PE1..PE3: every entry arrives once. */
TEST(queue_between_pes)
{
    UNUSED_STATE;
    program p = test_boot(&(pto_machine_options){0},
                          "    .globl _start, stop, sum\n"
                          "_start: BSTART.SYS FALL\n"
                          "    ssrget 0x26, ->a0\n"
                          "    addi zero, 77, ->a1\n"
                          "    BSTART.STD COND, consumer\n"
                          "    setc.ne a0, zero\n"
                          "    BSTART.STD FALL\n"
                          "    addi zero, 50, ->a2\n"
                          "    hl.qmt.i a1, a2, ->zero\n"
                          "    addi zero, 30, ->a2\n"
                          "push: BSTART.STD COND, push\n"
                          "    hl.qpush.e a1, a2, ->zero\n"
                          "    subi a2, 1, ->a2\n"
                          "    setc.ne a2, zero\n"
                          "    BSTART.STD DIRECT, stop\n"
                          "    C.BSTOP\n"
                          "consumer: BSTART.STD COND, consumer\n"
                          "    hl.qpop a1, ->a3, a4\n"
                          "    add s0, a3, ->s0\n"
                          "    addi s1, 1, ->s1\n"
                          "    addi zero, 400, ->a5\n"
                          "    setc.ne s1, a5\n"
                          "    BSTART.STD FALL\n"
                          "stop: C.BSTOP\n"
                          "    .data\nsum: .quad 0\n");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    uint64_t total = 0;
    for (unsigned pe = 1; pe < 4; pe++) {
        pto_machine_registers(p.machine, pe, &p.r);
        total += p.r.gpr[S0];
    }
    CHECK(total == 465, "%" PRIu64, total);
    test_end(&p);
}

TEST_MAIN(CASE(first_in_first_out_and_counts),
          CASE(head_push_suspend_restore_and_query),
          CASE(unknown_queues_report_and_change_nothing),
          CASE(many_queues_are_told_apart),
          CASE(relative_operands_and_their_faults),
          CASE(queues_count_against_the_memory_limit), CASE(queue_between_pes))
