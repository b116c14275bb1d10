/* What the host answers to `acrc 1`. */
#include "machine_test.h"

typedef struct sink {
    char bytes[1 << 16];
    size_t size;
    int last;
} sink;

static void collect(void *user, int descriptor, const void *bytes, size_t n)
{
    sink *s = user;
    CHECK(s->size + n <= sizeof s->bytes, "room");
    memcpy(s->bytes + s->size, bytes, n);
    s->size += n;
    s->last = descriptor;
}

static program boot(sink *s, const char *body, uint32_t bare)
{
    char source[2048];
    snprintf(source, sizeof source,
             "    .globl _start, stop, text\n_start: BSTART.SYS FALL\n%s"
             "    BSTART.STD FALL\nstop: C.BSTOP\n"
             "    .data\ntext: .ascii \"hello\"\n    .zero 20000, 120\n",
             body);
    return test_boot(&(pto_machine_options){.pes = 1,
                                            .memory_bytes = 1 << 24,
                                            .output = collect,
                                            .user = s,
                                            .bare = bare},
                     source);
}

#define WRITE(descriptor, address, n)                                     \
    "    addi zero, " descriptor ", ->a0\n    hl.lis " address ", ->a1\n" \
    "    hl.lis " n ", ->a2\n    addi zero, 64, ->a7\n    acrc 1\n"

TEST(write_reaches_the_callback)
{
    UNUSED_STATE;
    static sink s;
    s.size = 0;
    program p = boot(&s, WRITE("2", "text", "5"), 0);
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    CHECK(s.size == 5 && !memcmp(s.bytes, "hello", 5) && s.last == 2, "%zu",
          s.size);
    CHECK(p.r.gpr[A0] == 5, "count");
    test_end(&p);
    s.size = 0;
    p = boot(&s, WRITE("1", "text", "20005"), 0);
    test_run(&p);
    CHECK(s.size == 20005 && p.r.gpr[A0] == 20005, "long: %zu", s.size);
    CHECK(s.bytes[20004] == 120, "whole");
    test_end(&p);
}

static int64_t result(const char *body)
{
    static sink s;
    s.size = 0;
    program p = boot(&s, body, 0);
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    CHECK(s.size == 0, "nothing was written");
    int64_t r = (int64_t)p.r.gpr[A0];
    test_end(&p);
    return r;
}

TEST(bad_writes_report_to_the_program)
{
    UNUSED_STATE;
    CHECK(result(WRITE("3", "text", "5")) == -9, "descriptor");
    CHECK(result(WRITE("0", "text", "5")) == -9, "descriptor 0");
    CHECK(result(WRITE("1", "0xfffff0", "17")) == -14, "end of memory");
    CHECK(result(WRITE("1", "-8", "5")) == -14, "address");
    CHECK(result(WRITE("1", "text", "0")) == 0, "nothing");
}

TEST(exit_group_ends_the_run)
{
    UNUSED_STATE;
    static sink s;
    program p = boot(&s,
                     "    addi zero, 42, ->a0\n    addi zero, 94, ->a7\n"
                     "    acrc 1\n",
                     0);
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_EXIT);
    CHECK(p.result.exit_code == 42, "%" PRId64, p.result.exit_code);
    test_end(&p);
}

TEST(unknown_request_stops_with_its_number)
{
    UNUSED_STATE;
    static sink s;
    program p = boot(&s, "    addi zero, 77, ->a7\n    acrc 1\n", 0);
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REQUEST);
    CHECK(p.result.exit_code == 77, "%" PRId64, p.result.exit_code);
    CHECK(strstr(p.result.text, "77"), "%s", p.result.text);
    test_end(&p);
}

TEST(bare_machine_has_no_host)
{
    UNUSED_STATE;
    static sink s;
    program p = boot(&s, "    addi zero, 94, ->a7\n    acrc 1\n", 1);
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_FAULT);
    CHECK(p.result.fault.code == PTO_FAULT_IllegalInstruction, "%s",
          pto_fault_name(p.result.fault.code));
    test_end(&p);
}

TEST(only_the_end_of_the_block_follows)
{
    UNUSED_STATE;
    static sink s;
    program p = boot(&s, WRITE("1", "text", "5") "    addi zero, 1, ->a3\n", 0);
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_FAULT);
    CHECK(p.result.fault.code == PTO_FAULT_BundleControl, "%s",
          pto_fault_name(p.result.fault.code));
    test_end(&p);
}

TEST_MAIN(CASE(write_reaches_the_callback),
          CASE(bad_writes_report_to_the_program), CASE(exit_group_ends_the_run),
          CASE(unknown_request_stops_with_its_number),
          CASE(bare_machine_has_no_host),
          CASE(only_the_end_of_the_block_follows))
