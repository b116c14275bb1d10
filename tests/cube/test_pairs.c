/* The two ways to multiply pairs of 16-bit integers: the same sums. */
#include "pto_test.h"

#if defined(__x86_64__)
#include "cube/kernel/avx512.h"
#include "pto/cube.h"

enum { ROWS = 6, COLUMNS = 64, TERMS = 256 };

static uint16_t a[ROWS * 2 * CUBE_PITCH_K] __attribute__((aligned(64)));
static uint16_t b[TERMS * COLUMNS] __attribute__((aligned(64)));

static uint32_t expected(unsigned row, unsigned column, unsigned columns)
{
    uint32_t sum = 7;
    for (unsigned k = 0; k < TERMS; k++) {
        int32_t x = (int16_t)a[2 * row * CUBE_PITCH_K + k];
        int32_t y = (int16_t)b[(k / 2 * columns + column) * 2 + k % 2];
        sum += (uint32_t)(x * y);
    }
    return sum;
}

static void check(uint32_t (*multiply)(const cube_tile *t), unsigned rows,
                  unsigned columns)
{
    static uint32_t d[ROWS * COLUMNS];
    for (unsigned i = 0; i < ROWS * COLUMNS; i++)
        d[i] = 7;
    multiply(&(cube_tile){.a = a,
                          .b = b,
                          .d = d,
                          .pitch = COLUMNS,
                          .rows = rows,
                          .columns = columns,
                          .steps = TERMS / 2});
    for (unsigned r = 0; r < rows; r++)
        for (unsigned c = 0; c < columns; c++)
            CHECK(d[r * COLUMNS + c] == expected(r, c, columns),
                  "%u rows of %u: [%u,%u]", rows, columns, r, c);
}

TEST(pairs)
{
    UNUSED_STATE;
    uint64_t seed = 3;
    if (!pto_level_available(PTO_LEVEL_AVX512))
        skip();
    for (size_t i = 0; i < sizeof a / sizeof a[0]; i++)
        a[i] = i % 3 ? (uint16_t)test_random(&seed) : 0x8000;
    for (size_t i = 0; i < sizeof b / sizeof b[0]; i++)
        b[i] = i % 3 ? (uint16_t)test_random(&seed) : 0x8000;
    for (unsigned rows = 1; rows <= ROWS; rows++)
        for (unsigned columns = 16; columns <= COLUMNS; columns += 16) {
            check(cube_pairs_avx512, rows, columns);
            if (__builtin_cpu_supports("avx512vnni"))
                check(cube_dot_avx512, rows, columns);
        }
}
#else

TEST(pairs)
{
    UNUSED_STATE;
    skip();
}
#endif

TEST_MAIN(CASE(pairs))
