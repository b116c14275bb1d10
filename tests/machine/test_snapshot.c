/* src/machine/save/snapshot.c: a restored machine goes on undisturbed. */
#include "machine/machine_test.h"

#include <unistd.h>
#include <zlib.h>

#include "base/bits.h"

/* Blocks, queues, memory, tiles, frames, system registers and an open header
 * in turn, on four PEs. */
static const char source[] = "    .globl _start\n"
                             "_start: BSTART.SYS FALL\n"
                             "    ssrget 0x26, ->s0\n"
                             "    BSTART.STD FALL\n"
                             "    hl.lis data, ->a0\n"
                             "    slli s0, 6, ->a1\n"
                             "    add a0, a1, ->a0\n"
                             "    addi zero, 3, ->a2\n"
                             "loop: BSTART.STD COND, loop\n"
                             "    lwi [a0, 0], ->t\n"
                             "    c.add t#1, a2, ->t\n"
                             "    swi t#1, [a0, 4]\n"
                             "    lr.w [a0], ->u\n"
                             "    subi a2, 1, ->a2\n"
                             "    setc.ne a2, zero\n"
                             "    BSTART.TLOAD U32\n"
                             "    B.DIM zero, 8, ->LB0\n"
                             "    B.DIM zero, 4, ->LB1\n"
                             "    B.DIM zero, 8, ->LB2\n"
                             "    B.IOR [a0, zero, zero], ->zero\n"
                             "    B.IOT mask=1111, last, ->t<128B>\n"
                             "    BSTART.TSTORE U32\n"
                             "    B.DIM zero, 8, ->LB0\n"
                             "    B.DIM zero, 4, ->LB1\n"
                             "    B.DIM zero, 8, ->LB2\n"
                             "    B.IOR [a0, zero, zero], ->zero\n"
                             "    B.IOT t#1, mask=1111, last\n"
                             "    C.BSTOP\n"
                             "stop: C.BSTOP\n"
                             "    .data\n"
                             "data: .rept 128\n"
                             "    .word 7, 11\n"
                             "    .endr\n";

static void expect_same(test_state l, test_state r, const char *when,
                        uint64_t step)
{
    CHECK(l.size == r.size && !memcmp(l.data, r.data, l.size),
          "%s, step %" PRIu64, when, step);
}

static test_state state_after(program *p, uint64_t steps)
{
    uint64_t stop = test_symbol(p, "stop");
    pto_run_options o = {.max_steps = steps, .stop_pc = &stop, .stop_count = 1};
    pto_machine_run(p->machine, &o, &p->result);
    return test_snapshot(p->machine);
}

/* At every step of the program; how often a PE waited for others at one. */
static unsigned restart_everywhere(const char *text)
{
    unsigned waits = 0;
    program whole = test_boot(&(pto_machine_options){0}, text);
    test_state end = state_after(&whole, 10000);
    CHECK(whole.result.stop == PTO_STOP_REACHED, "%s", whole.result.text);
    uint64_t steps = whole.result.steps;
    assert_true(steps > 100);
    program p = test_boot(&(pto_machine_options){0}, text);
    program q = test_single("stop: C.BSTOP\n");
    for (uint64_t i = 1; i < steps; i++) {
        pto_error e = {0};
        test_state now = state_after(&p, 1);
        for (unsigned pe = 0; pe < 4; pe++) {
            pto_machine_registers(p.machine, pe, &p.r);
            waits += p.r.waiting;
        }
        CHECK(pto_restore(q.machine, now.data, now.size, &e) == PTO_OK,
              "%" PRIu64 ": %s", i, e.message);
        test_state again = test_snapshot(q.machine);
        expect_same(now, again, "saved again", i);
        q.image = (pto_image_free(q.image), test_assemble(NULL, text));
        test_state finished = state_after(&q, 10000);
        CHECK(q.result.steps == steps - i, "%" PRIu64, i);
        expect_same(finished, end, "run to the end", i);
        free(now.data);
        free(again.data);
        free(finished.data);
    }
    free(end.data);
    test_end(&whole);
    test_end(&p);
    test_end(&q);
    return waits;
}

TEST(restoring_changes_nothing)
{
    UNUSED_STATE;
    assert_int_equal(restart_everywhere(source), 0);
}

/* Four PEs that wait for a Shared tile, then for each other. */
TEST(a_rendezvous_can_be_saved)
{
    UNUSED_STATE;
    static const char alias[] = "\n    .set stop, cross_model_stop\n";
    FILE *f = fopen(PTO_TESTS "/../examples/gemm.s", "rb");
    assert_non_null(f);
    char *text = calloc(1, 1 << 14);
    size_t n = fread(text, 1, (1 << 14) - sizeof alias, f);
    assert_int_equal(fclose(f), 0);
    memcpy(text + n, alias, sizeof alias);
    assert_true(restart_everywhere(text) > 100);
    free(text);
}

/* Make the checksum right again. */
static void seal(test_state b)
{
    pto_store_le(b.data + 12, 4, crc32_z(0, b.data + 24, b.size - 24));
}

TEST(damage_is_seen_and_changes_nothing)
{
    UNUSED_STATE;
    program p = test_boot(&(pto_machine_options){0}, source);
    test_state good = state_after(&p, 150);
    test_state bad = {malloc(good.size), good.size};
    pto_error e = {0};
    for (size_t n = 0; n < good.size; n += 1 + good.size / 50) {
        memcpy(bad.data, good.data, good.size);
        assert_int_equal(pto_restore(p.machine, bad.data, n, &e),
                         PTO_BAD_INPUT);
        bad.data[n] ^= 1;
        CHECK(pto_restore(p.machine, bad.data, good.size, &e) == PTO_BAD_INPUT,
              "byte %zu", n);
        assert_true(e.message[0]);
    }
    test_state after = test_snapshot(p.machine);
    expect_same(good, after, "after refusals", 0);
    free(good.data);
    free(bad.data);
    free(after.data);
    test_end(&p);
}

/* Whatever has the right checksum is either refused or runs without harm. */
TEST(forged_snapshots_do_no_harm)
{
    UNUSED_STATE;
    uint64_t seed = 5, refused = 0, taken = 0;
    program p =
        test_boot(&(pto_machine_options){.memory_limit = 1 << 22}, source);
    test_state good = state_after(&p, 150);
    test_state bad = {malloc(good.size), good.size};
    for (uint64_t i = 0; i < test_scaled(400); i++) {
        pto_error e = {0};
        memcpy(bad.data, good.data, good.size);
        for (unsigned k = 0; k <= i % 3; k++)
            bad.data[24 + test_random(&seed) % (good.size - 24)] =
                (uint8_t)test_random(&seed);
        seal(bad);
        if (pto_restore(p.machine, bad.data, bad.size, &e) != PTO_OK) {
            refused++;
            continue;
        }
        taken++;
        pto_machine_run(p.machine, &(pto_run_options){.max_steps = 2000},
                        &p.result);
    }
    assert_true(taken && refused);
    free(good.data);
    free(bad.data);
    test_end(&p);
}

/* A fault without a vector leaves tpc at its address, here an odd one. */
TEST(a_machine_that_faulted_can_be_saved)
{
    UNUSED_STATE;
    pto_error e = {0};
    program p = test_single("_start: ldi [zero, 0], ->a0\n"
                            "    hl.lis 3, ->a1\n"
                            "    lwi [a1, 0], ->a0\n"
                            "stop: C.BSTOP\n");
    program q = test_single("stop: C.BSTOP\n");
    test_state now = state_after(&p, 100);
    test_expect_stop(&p, PTO_STOP_FAULT);
    CHECK(pto_restore(q.machine, now.data, now.size, &e) == PTO_OK, "%s",
          e.message);
    test_state again = test_snapshot(q.machine);
    expect_same(now, again, "saved again", 0);
    pto_machine_run(q.machine, NULL, &q.result);
    assert_int_equal(q.result.stop, PTO_STOP_FAULT);
    assert_string_equal(q.result.text, p.result.text);
    free(now.data);
    free(again.data);
    test_end(&p);
    test_end(&q);
}

/* Pages of zeros, and queues, count against the limit: a machine out of a
 * snapshot reaches it at the same instruction. */
TEST(the_memory_limit_is_restored)
{
    UNUSED_STATE;
    pto_machine_options o = {.pes = 1, .memory_limit = 2 << 20};
    program p = test_boot(&o, "_start: hl.lis 0x10000, ->a1\n"
                              "    hl.lis 0x100000, ->a0\n"
                              "loop: sdi zero, [a0, 0]\n"
                              "    hl.qmt.i a0, a0, ->a2\n"
                              "    ldi [a0, 0], ->a2\n"
                              "    add a0, a1, ->a0\n"
                              "    j loop\n"
                              "stop: C.BSTOP\n");
    program q = test_boot(&o, "stop: C.BSTOP\n");
    test_state middle = state_after(&p, 80);
    test_expect_stop(&p, PTO_STOP_LIMIT);
    assert_int_equal(pto_restore(q.machine, middle.data, middle.size, NULL),
                     PTO_OK);
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_MEMORY);
    pto_machine_run(q.machine, NULL, &q.result);
    test_expect_stop(&q, PTO_STOP_MEMORY);
    pto_machine_registers(q.machine, 0, &q.r);
    assert_int_equal(q.result.steps, p.result.steps);
    assert_memory_equal(&q.r, &p.r, sizeof p.r);
    free(middle.data);
    test_end(&p);
    test_end(&q);
}

TEST_MAIN(CASE(the_memory_limit_is_restored),
          CASE(a_machine_that_faulted_can_be_saved),
          CASE(restoring_changes_nothing), CASE(a_rendezvous_can_be_saved),
          CASE(damage_is_seen_and_changes_nothing),
          CASE(forged_snapshots_do_no_harm))
