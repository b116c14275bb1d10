/* Programs as tests write them: assembled, loaded, run, looked at. */
#ifndef PTO_TESTS_MACHINE_TEST_H
#define PTO_TESTS_MACHINE_TEST_H

#include "pto_test.h"

#include "pto/assemble.h"
#include "pto/machine.h"

enum { A0 = 2, A1, A2, A3, A4, A5, A6, A7, RA = 10, S0 = 11 };

typedef struct program {
    pto_machine *machine;
    pto_image *image;
    pto_run_result result;
    pto_step step;
    pto_registers r; /* of PE0 after the last run or step */
} program;

static inline pto_image *test_assemble(const char *isa, const char *source)
{
    pto_asm_options options = {.isa = isa};
    pto_image *image = NULL;
    pto_error e = {0};
    CHECK(pto_assemble(source, strlen(source), "test.s", &options, &image,
                       &e) == PTO_OK,
          "%u: %s\n%s", e.line, e.message, source);
    return image;
}

static inline program test_boot(const pto_machine_options *options,
                                const char *source)
{
    program p = {.image = test_assemble(options->isa, source)};
    pto_error e = {0};
    CHECK(pto_machine_new(options, &p.machine, &e) == PTO_OK, "%s", e.message);
    CHECK(pto_machine_load(p.machine, p.image, &e) == PTO_OK, "%s", e.message);
    return p;
}

/* One PE, defaults. */
static inline program test_single(const char *source)
{
    return test_boot(&(pto_machine_options){.pes = 1}, source);
}

static inline uint64_t test_symbol(const program *p, const char *name)
{
    const pto_symbol *s = pto_image_symbol(p->image, name);
    CHECK(s != NULL, "no symbol %s", name);
    return s->value;
}

/* Run to the symbol `stop`, or however the program ends. */
static inline void test_run(program *p)
{
    uint64_t stop = test_symbol(p, "stop");
    pto_run_options options = {
        .max_steps = 1000000, .stop_pc = &stop, .stop_count = 1};
    pto_machine_run(p->machine, &options, &p->result);
    pto_machine_registers(p->machine, 0, &p->r);
}

static inline void test_expect_stop(const program *p, pto_stop stop)
{
    CHECK(p->result.stop == stop, "stopped: %s (%s) %s",
          pto_stop_name(p->result.stop), p->result.fault.text, p->result.text);
}

static inline void test_step(program *p)
{
    pto_machine_step(p->machine, 0, &p->step);
    pto_machine_registers(p->machine, 0, &p->r);
}

static inline uint64_t test_sysreg(const program *p, uint32_t address)
{
    uint64_t v = 0;
    CHECK(pto_machine_sysreg(p->machine, 0, address, &v) == PTO_OK, "%x",
          address);
    return v;
}

static inline uint64_t test_load(const program *p, uint64_t address, unsigned n)
{
    uint8_t bytes[8] = {0};
    uint64_t v = 0;
    CHECK(pto_machine_read(p->machine, address, bytes, n) == PTO_OK, "%" PRIx64,
          address);
    for (unsigned i = 0; i < n; i++)
        v |= (uint64_t)bytes[i] << 8 * i;
    return v;
}

/* The state of a machine; whoever asked frees the data. */
typedef struct test_state {
    uint8_t *data;
    size_t size;
} test_state;

static inline test_state test_snapshot(const pto_machine *m)
{
    test_state b;
    pto_error e = {0};
    CHECK(pto_snapshot(m, &b.data, &b.size, &e) == PTO_OK, "%s", e.message);
    return b;
}

static inline void test_end(program *p)
{
    pto_machine_free(p->machine);
    pto_image_free(p->image);
    *p = (program){0};
}

/* The loop's addi becomes one that adds 16 after three rounds. */
static const char test_patches[] = "_start: BSTART.STD FALL\n"
                                   "    hl.lis patch, ->a1\n"
                                   "    hl.lis added, ->t\n"
                                   "    lwi [t#1, 0], ->a2\n"
                                   "loop: BSTART.STD COND, loop\n"
                                   "patch: addi a0, 1, ->a0\n"
                                   "    addi a3, 1, ->a3\n"
                                   "    cmp.eqi a3, 3, ->a4\n"
                                   "    csel a4, a2, a5, ->a5\n"
                                   "    lwi [a1, 0], ->a6\n"
                                   "    csel a4, a2, a6, ->a6\n"
                                   "    swi a6, [a1, 0]\n"
                                   "    setc.nei a3, 6\n"
                                   "    C.BSTOP\n"
                                   "stop: C.BSTOP\n"
                                   "added: addi a0, 16, ->a0\n";

#endif
