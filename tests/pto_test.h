/* What every unit test needs: cmocka, a generator, and the test scale. */
#ifndef PTO_TESTS_PTO_TEST_H
#define PTO_TESTS_PTO_TEST_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TEST(name)   static void name(void **state)
#define UNUSED_STATE (void)state
#define CASE(fn)     cmocka_unit_test(fn)
#define TEST_MAIN(...)                                    \
    int main(void)                                        \
    {                                                     \
        const struct CMUnitTest cases[] = {__VA_ARGS__};  \
        return cmocka_run_group_tests(cases, NULL, NULL); \
    }

/* Fails the test with a formatted message that names the case. */
#define CHECK(cond, ...)                                           \
    do {                                                           \
        if (!(cond)) {                                             \
            print_error("%s:%d: " #cond ": ", __FILE__, __LINE__); \
            print_error(__VA_ARGS__);                              \
            print_error("\n");                                     \
            fail();                                                \
        }                                                          \
    } while (0)

/* splitmix64: deterministic, seeded by the test. */
static inline uint64_t test_random(uint64_t *seed)
{
    uint64_t z = (*seed += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* `n` cases scaled by PTO_TEST_SCALE (1, or a fraction as 1/16); at least 1. */
static inline uint64_t test_scaled(uint64_t n)
{
    const char *s = getenv("PTO_TEST_SCALE");
    if (!s || !*s)
        return n;
    char *end;
    double scale = strtod(s, &end);
    if (*end == '/')
        scale /= strtod(end + 1, NULL);
    uint64_t scaled = (uint64_t)((double)n * scale);
    return scaled ? scaled : 1;
}

#endif
