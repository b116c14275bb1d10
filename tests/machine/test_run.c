/* src/machine/run.c: runs that the host cuts short. */
#include "machine/machine_test.h"

static pto_registers registers(const program *p, unsigned pe)
{
    pto_registers r;
    pto_machine_registers(p->machine, pe, &r);
    return r;
}

/* Sets its flag at the n-th event from now. */
typedef struct interrupter {
    uint64_t left;
    volatile int flag;
} interrupter;

static void count_access(void *user, const pto_memory_access *a)
{
    interrupter *i = user;
    (void)a;
    i->flag |= i->left && !--i->left;
}

static void count_output(void *user, int descriptor, const void *written,
                         size_t n)
{
    (void)descriptor;
    (void)written;
    (void)n;
    count_access(user, NULL);
}

static const char long_copy[] = "_start: hl.lis 0x100000, ->a0\n"
                                "    hl.lis 0x900000, ->a1\n"
                                "    hl.lis 0x700003, ->a2\n"
                                "    sdi a0, [a1, 24]\n"
                                "    MCOPY [a0, a1, a2]\n"
                                "after: ldi [a0, 24], ->a3\n"
                                "stop: C.BSTOP\n";

/* Interrupted anywhere, saved, taken up in another machine: as if never. */
TEST(a_long_copy_can_be_interrupted)
{
    UNUSED_STATE;
    program straight = test_boot(&(pto_machine_options){0}, long_copy);
    test_run(&straight);
    test_expect_stop(&straight, PTO_STOP_REACHED);
    for (uint64_t n = 10; n < 14000; n += 1997) {
        interrupter i = {.left = n};
        pto_observer o = {.memory = count_access, .user = &i};
        program p = test_boot(&(pto_machine_options){0}, long_copy);
        program q = test_boot(&(pto_machine_options){0}, long_copy);
        uint64_t stop = test_symbol(&p, "stop");
        pto_run_options options = {
            .stop_pc = &stop, .stop_count = 1, .interrupt = &i.flag};
        uint8_t *saved;
        size_t size;
        pto_machine_observe(p.machine, &o);
        pto_machine_run(p.machine, &options, &p.result);
        test_expect_stop(&p, PTO_STOP_INTERRUPTED);
        CHECK(p.result.tpc == test_symbol(&p, "after") - 4,
              "%" PRIu64 ": %" PRIx64, n, p.result.tpc);
        assert_int_equal(pto_snapshot(p.machine, &saved, &size, NULL), PTO_OK);
        assert_int_equal(pto_restore(q.machine, saved, size, NULL), PTO_OK);
        pto_free(saved);
        test_run(&q);
        test_expect_stop(&q, PTO_STOP_REACHED);
        assert_int_equal(q.result.steps + p.result.steps,
                         straight.result.steps);
        assert_memory_equal(&q.r, &straight.r, sizeof q.r);
        test_end(&p);
        test_end(&q);
    }
    test_end(&straight);
}

/* What takes long is followed by a look whether the host wants to stop; the
 * rest of the turn comes in the next run. */
TEST(a_run_stops_in_the_middle_of_a_turn)
{
    UNUSED_STATE;
    interrupter i = {.left = 3};
    program p =
        test_boot(&(pto_machine_options){.output = count_output, .user = &i},
                  "_start: addi zero, 64, ->a7\n"
                  "    hl.lis 0x100000, ->a1\n"
                  "    hl.lis 0x4000, ->a2\n"
                  "again: BSTART.SYS FALL\n"
                  "    addi zero, 1, ->a0\n"
                  "    acrc 1\n"
                  "    BSTART.STD DIRECT, again\n"
                  "    addi s0, 1, ->s0\n"
                  "    C.BSTOP\n");
    pto_machine_run(p.machine, &(pto_run_options){.interrupt = &i.flag},
                    &p.result);
    test_expect_stop(&p, PTO_STOP_INTERRUPTED);
    pto_registers r = registers(&p, 0);
    assert_int_equal(r.gpr[S0], 0);
    assert_int_equal(r.gpr[A0], 3 * 4096); /* of four times that */
    assert_int_equal(p.result.steps, 6);
    i.flag = 0;
    pto_machine_run(p.machine, &(pto_run_options){.max_steps = 250}, &p.result);
    assert_int_equal(registers(&p, 0).retired, 256);
    assert_int_equal(registers(&p, 1).retired, 0);
    test_end(&p);
}

TEST_MAIN(CASE(a_long_copy_can_be_interrupted),
          CASE(a_run_stops_in_the_middle_of_a_turn))
