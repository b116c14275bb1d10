/* src/bundle/matrix/run.c: products from machine words, on one PE and four. */
#include "bundle/world.h"

/* A [M,K] from a0, B [K,N] from a1; strides in a2 and a3. */
static void lay(driver *d, unsigned m, unsigned n, unsigned k)
{
    uint64_t seed = 1;
    for (unsigned i = 0; i < m * k; i++) {
        float v = (float)(int)(test_random(&seed) % 17) - 8;
        driver_floats(d, 0x1000 + 4 * i, &v, 1);
    }
    for (unsigned i = 0; i < k * n; i++) {
        float v = (float)(int)(test_random(&seed) % 17) - 8;
        driver_floats(d, 0x8000 + 4 * i, &v, 1);
    }
    driver_gpr(d, 2, 0x1000);
    driver_gpr(d, 3, 0x8000);
    driver_gpr(d, 4, 4 * k);
    driver_gpr(d, 5, 4 * n);
}

static float number(const driver *d, uint64_t address)
{
    float v;
    pto_memory_read(&d->core.memory, address, &v, 4);
    return v;
}

static float expected(const driver *d, unsigned row, unsigned column,
                      unsigned n, unsigned k)
{
    float sum = 0;
    for (unsigned i = 0; i < k; i++)
        sum += number(d, 0x1000 + 4 * (row * k + i)) *
               number(d, 0x8000 + 4 * (i * n + column));
    return sum;
}

TEST(local_product)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    lay(d, 4, 8, 3);
    driver_pass(d, "BSTART.TLOAD FP32\n"
                   "B.DATR ND2M16, DTYPE_NONE, Zero\n"
                   "C.B.DIMI 3, ->lb0\n"
                   "C.B.DIMI 4, ->lb1\n"
                   "B.IOR [a0, a2, zero], ->zero\n"
                   "B.IOT mask=1111, last, ->t<512B>\n"
                   "BSTART.TLOAD FP32\n"
                   "B.DATR ND2N8, DTYPE_NONE, Zero\n"
                   "C.B.DIMI 8, ->lb0\n"
                   "C.B.DIMI 3, ->lb1\n"
                   "B.IOR [a1, a3, zero], ->zero\n"
                   "B.IOT mask=1111, last, ->u<512B>\n"
                   "BSTART.TMATMUL FP32\n"
                   "B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0\n"
                   "C.B.DIMI 4, ->lb0\n"
                   "C.B.DIMI 8, ->lb1\n"
                   "C.B.DIMI 3, ->lb2\n"
                   "B.IOT t#1, u#1, mask=1111, last, ->m<512B>\n"
                   "BSTOP");
    for (unsigned pe = 0; pe < 4; pe++)
        for (unsigned r = 0; r < 4; r++)
            for (unsigned c = 0; c < 8; c++)
                CHECK(pto_tile_read(driver_tile(d, pe, "m#1"), r, c) ==
                          float_bits(expected(d, r, c, 8, 3)),
                      "PE%u [%u,%u]", pe, r, c);
    driver_free(d);
}

/* Shared A [M,K] as S0 and Shared B [K,N] as S1, written whole by PE0. */
static void load_shared(driver *d, unsigned m, unsigned n, unsigned k)
{
    char text[1024];
    snprintf(text, sizeof text,
             "BSTART.TLOAD FP32\n"
             "C.B.DIMI %u, ->lb0\n"
             "C.B.DIMI %u, ->lb1\n"
             "C.B.DIMI %u, ->lb2\n"
             "B.IOR [a0, a2, zero], ->zero\n"
             "B.IOS mask=1000, ->S0<64KB>\n"
             "BSTART.TLOAD FP32\n"
             "C.B.DIMI %u, ->lb0\n"
             "C.B.DIMI %u, ->lb1\n"
             "C.B.DIMI %u, ->lb2\n"
             "B.IOR [a1, a3, zero], ->zero\n"
             "B.IOS mask=1000, ->S1<8KB>\n"
             "BSTOP",
             k, m, k, n, k, n);
    driver_pass(d, text);
}

/* Every group size: rows go to the PEs in order, none to the last ones. */
static void check_group(unsigned m)
{
    enum { N = 16, K = 8 };
    driver *d = driver_new("0.58.4", 4);
    char text[512];
    lay(d, m, N, K);
    load_shared(d, m, N, K);
    snprintf(text, sizeof text,
             "BSTART.TMATMUL FP32\n"
             "B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0\n"
             "B.DIM zero, %u, ->lb0\n"
             "C.B.DIMI %u, ->lb1\n"
             "C.B.DIMI %u, ->lb2\n"
             "B.IOS S0, mask=1111\n"
             "B.IOS S1, mask=1111\n"
             "B.IOT mask=1111, last, ->m<4KB>\n"
             "BSTOP",
             m, N, K);
    driver_pass(d, text);
    unsigned rows = m <= 64 ? 16 : 32;
    for (unsigned pe = 0; pe < 4; pe++) {
        const pto_tile *t = driver_tile(d, pe, "m#1");
        unsigned mine = m > pe * rows ? m - pe * rows : 0;
        mine = mine < rows ? mine : rows;
        CHECK(t->allocated == (mine != 0), "M=%u PE%u", m, pe);
        if (!mine)
            continue;
        CHECK(t->valid_rows == mine, "M=%u PE%u", m, pe);
        for (unsigned r = 0; r < mine; r++)
            for (unsigned c = 0; c < N; c++)
                CHECK(pto_tile_read(t, r, c) ==
                          float_bits(expected(d, pe * rows + r, c, N, K)),
                      "M=%u PE%u [%u,%u]", m, pe, r, c);
    }
    driver_free(d);
}

TEST(group_sizes)
{
    UNUSED_STATE;
    static const unsigned sizes[] = {1, 16, 17, 63, 64, 65, 96, 100, 128};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        check_group(sizes[i]);
}

/* Codes as encoded: t#1 is 0 as hand t is, t#2 is 1 as hand u is, and so on. */
TEST(c_and_d_are_told_apart_by_their_codes)
{
    UNUSED_STATE;
    static const struct {
        const char *c, *hand;
        bool legal;
    } cases[] = {
        {"t#1", "t", false}, {"t#2", "u", false}, {"t#3", "m", false},
        {"t#4", "n", false}, {"t#1", "u", true},  {"t#2", "t", true},
        {"u#1", "u", true},  {"m#1", "m", true},  {"n#1", "n", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256];
        driver *d = driver_new("0.58.4", 4);
        world_tile(d, cases[i].c, PTO_FP32, PTO_TILE_CUBE_M16, 2, 8, 512);
        world_tile(d, "m#5", PTO_FP32, PTO_TILE_CUBE_M16, 2, 4, 512);
        world_tile(d, "n#5", PTO_FP32, PTO_TILE_CUBE_N8, 4, 8, 512);
        snprintf(text, sizeof text,
                 "BSTART.TMATMUL.ACC FP32\n"
                 "B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0\n"
                 "C.B.DIMI 2, ->lb0\n"
                 "C.B.DIMI 8, ->lb1\n"
                 "C.B.DIMI 4, ->lb2\n"
                 "B.IOT %s, m#5, mask=1111\n"
                 "B.IOT n#5, mask=1111, last, ->%s<512B>\n"
                 "BSTOP",
                 cases[i].c, cases[i].hand);
        uint64_t before = driver_digest(d);
        if (cases[i].legal) {
            driver_pass(d, text);
            char made[8];
            snprintf(made, sizeof made, "%s#1", cases[i].hand);
            assert_true(pto_tile_read(driver_tile(d, 2, made), 1, 7) ==
                        float_bits(5));
        } else {
            driver_fail(d, 2, "c_not_d", text);
            assert_true(driver_digest(d) == before);
        }
        driver_free(d);
    }
}

TEST_MAIN(CASE(local_product), CASE(group_sizes),
          CASE(c_and_d_are_told_apart_by_their_codes))
