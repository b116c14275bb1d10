/* src/tile/kernel/generate.c: against the host's own integers. */
#include "tile/kernel/generate.h"

#include "tile/kernel/kernel_test.h"

static void expect(const pto_tile *t, uint32_t r, uint32_t c, uint64_t bits)
{
    bool valid = r < t->valid_rows && c < t->valid_columns;
    assert_int_equal(pto_tile_defined(t, r, c), valid);
    CHECK(!valid || pto_tile_read(t, r, c) == bits, "(%u, %u)", r, c);
}

TEST(sequences_wrap)
{
    UNUSED_STATE;
    static const uint8_t types[] = {PTO_S32, PTO_S16, PTO_U32, PTO_U16};
    static const uint64_t starts[] = {
        0, 1, 0x7ffe, 0xfffe, 0x7ffffffe, 0xfffffffe, 0xabcd00000005};
    for (unsigned k = 0; k < 4; k++)
        for (unsigned s = 0; s < 7; s++)
            for (unsigned down = 0; down < 2; down++) {
                pto_tile t = square_tile(types[k], PTO_TILE_RowMajor, 1, 37);
                pto_tile_sequence(&t, starts[s], down);
                for (uint32_t c = 0; c < SIDE; c++) {
                    uint64_t wide = down ? starts[s] - c : starts[s] + c;
                    expect(&t, 0, c,
                           types[k] == PTO_S32 || types[k] == PTO_U32
                               ? (uint32_t)wide
                               : (uint16_t)wide);
                    expect(&t, 1, c, 0);
                }
                pto_tile_free(&t);
            }
}

TEST(triangles)
{
    UNUSED_STATE;
    uint64_t seed = 1;
    for (uint64_t n = test_scaled(400); n--;) {
        static const int far[] = {-65535, 65535, -64, 64};
        int diagonal =
            n % 5 ? (int)below(&seed, 140) - 70 : far[below(&seed, 4)];
        bool upper = n & 1;
        pto_tile t =
            square_tile(PTO_FP16, PTO_TILE_RowMajor, 1 + below(&seed, SIDE),
                        1 + below(&seed, SIDE));
        pto_tile_triangle(&t, 0x3c00, diagonal, upper);
        for (int r = 0; r < SIDE; r++)
            for (int c = 0; c < SIDE; c++) {
                bool inside = upper ? c - r >= diagonal : c - r <= diagonal;
                expect(&t, (uint32_t)r, (uint32_t)c, inside ? 0x3c00 : 0);
            }
        pto_tile_free(&t);
    }
}

TEST_MAIN(CASE(sequences_wrap), CASE(triangles))
