/* Programs of tests/programs: started, given data, run to `stop`, read. */
#ifndef PTO_TESTS_MACHINE_PROGRAM_H
#define PTO_TESTS_MACHINE_PROGRAM_H

#include "machine/machine_test.h"

enum { LIMIT = 5000000 };

static inline char *read_source(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/programs/%s.s", PTO_TESTS, name);
    FILE *f = fopen(path, "rb");
    CHECK(f != NULL, "%s", path);
    char *text = calloc(1, 1 << 16);
    size_t n = fread(text, 1, (1 << 16) - 1, f);
    assert_true(n > 0);
    fclose(f);
    return text;
}

static inline program boot(const char *name, unsigned pes)
{
    char *source = read_source(name);
    program p = test_boot(&(pto_machine_options){.pes = pes}, source);
    free(source);
    return p;
}

static inline void rewind_program(program *p)
{
    pto_error e = {0};
    assert_int_equal(pto_machine_load(p->machine, p->image, &e), PTO_OK);
}

static inline void set(program *p, const char *symbol, const void *bytes,
                       size_t n)
{
    uint64_t at = test_symbol(p, symbol);
    assert_int_equal(pto_machine_write(p->machine, at, bytes, n), PTO_OK);
}

static inline void get(program *p, const char *symbol, void *bytes, size_t n)
{
    uint64_t at = test_symbol(p, symbol);
    assert_int_equal(pto_machine_read(p->machine, at, bytes, n), PTO_OK);
}

static inline void run(program *p)
{
    uint64_t stop = test_symbol(p, "stop");
    pto_run_options o = {.max_steps = LIMIT, .stop_pc = &stop, .stop_count = 1};
    pto_machine_run(p->machine, &o, &p->result);
    test_expect_stop(p, PTO_STOP_REACHED);
}

static inline void expect_bytes(program *p, const char *symbol,
                                const void *want, size_t n)
{
    uint8_t got[65536];
    get(p, symbol, got, n);
    for (size_t i = 0; i < n; i++)
        CHECK(got[i] == ((const uint8_t *)want)[i], "%s byte %zu", symbol, i);
}

#endif
