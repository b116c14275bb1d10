/*
 * B.FPATR at the end of a cooperative product, from machine words: each PE
 * stores its own rows, and only the PE whose rows raised a flag gets it.
 */
#include "bundle/driver.h"

enum { M = 64, N = 16, K = 4, ROWS = M / PTO_PES, D_AT = 0x8000 };
enum { OVERFLOW_ROW = 2 * ROWS + 5, INEXACT_ROW = 3 * ROWS };

/* Column c of B is c + 1 in its first row and zero below. */
static float product(unsigned row, unsigned column)
{
    float a = row == OVERFLOW_ROW  ? 65504
              : row == INEXACT_ROW ? 2049
                                   : (float)row;
    return a * (float)(column + 1);
}

static driver *operands(void)
{
    static float a[M * K], b[K * N];
    driver *d = driver_new("0.58.4", 4);
    for (unsigned r = 0; r < M; r++)
        a[r * K] = product(r, 0);
    for (unsigned c = 0; c < N; c++)
        b[c] = (float)(c + 1);
    driver_floats(d, 0x1000, a, M * K);
    driver_floats(d, 0x2000, b, K * N);
    driver_gpr(d, 2, 0x1000);
    driver_gpr(d, 3, 0x2000);
    driver_gpr(d, 4, 4UL * K);
    driver_gpr(d, 5, 4UL * N);
    driver_pass(d, "BSTART.TLOAD FP32\n"
                   "C.B.DIMI 4, ->lb0\n"
                   "B.DIM zero, 64, ->lb1\n"
                   "C.B.DIMI 4, ->lb2\n"
                   "B.IOR [a0, a2, zero], ->zero\n"
                   "B.IOS mask=1000, ->S0<1KB>\n"
                   "BSTART.TLOAD FP32\n"
                   "C.B.DIMI 16, ->lb0\n"
                   "C.B.DIMI 4, ->lb1\n"
                   "C.B.DIMI 16, ->lb2\n"
                   "B.IOR [a1, a3, zero], ->zero\n"
                   "B.IOS mask=1000, ->S1<512B>\n"
                   "BSTOP");
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        d->core.pe[pe].gpr[6] = D_AT + 2UL * N * ROWS * pe;
    driver_gpr(d, 7, 2UL * N);
    return d;
}

static unsigned flags_of(const driver *d, unsigned pe)
{
    return d->core.pe[pe].core_state >> 32 & 31;
}

/* The FP16 carrier of a product, its overflow included. */
static uint16_t half(float v)
{
    pto_fenv env = {.round = PTO_RNE};
    return (uint16_t)pto_convert(PTO_FP16, PTO_FP32, float_bits(v), &env);
}

TEST(each_pe_converts_and_stores_its_rows)
{
    UNUSED_STATE;
    driver *d = operands();
    driver_pass(d, "BSTART.TMATMUL FP32\n"
                   "B.FPATR 1, 0, 0, 0, 0, 0, 0, 0, 0, 0\n"
                   "B.DIM zero, 64, ->lb0\n"
                   "C.B.DIMI 16, ->lb1\n"
                   "C.B.DIMI 4, ->lb2\n"
                   "B.IOS S0, mask=1111\n"
                   "B.IOS S1, mask=1111\n"
                   "B.IOT mask=1111, last, ->m<512B>\n"
                   "BSTART.TSTORE FP16\n"
                   "B.DATR M162ND, DTYPE_NONE, Zero\n"
                   "C.B.DIMI 16, ->lb0\n"
                   "C.B.DIMI 16, ->lb1\n"
                   "B.IOR [a4, a5, zero], ->zero\n"
                   "B.IOT m#1, mask=1111, last\n"
                   "BSTOP");
    for (unsigned r = 0; r < M; r++) {
        for (unsigned c = 0; c < N; c++) {
            uint16_t got = 0;
            pto_memory_read(&d->core.memory, D_AT + 2UL * (r * N + c), &got, 2);
            CHECK(got == half(product(r, c)), "[%u,%u]: %04x", r, c, got);
        }
    }
    assert_int_equal(flags_of(d, 0), 0);
    assert_int_equal(flags_of(d, 1), 0);
    assert_int_equal(flags_of(d, 2), PTO_OF | PTO_NX);
    assert_int_equal(flags_of(d, 3), PTO_NX);
    driver_free(d);
}

TEST(row_maxima_are_of_each_pe)
{
    UNUSED_STATE;
    driver *d = operands();
    driver_pass(d, "BSTART.TMATMUL FP32\n"
                   "B.FPATR 0, 0, 0, 1, 0, 0, 0, 0, 0, 0\n"
                   "B.DIM zero, 64, ->lb0\n"
                   "C.B.DIMI 16, ->lb1\n"
                   "C.B.DIMI 4, ->lb2\n"
                   "B.IOS S0, mask=1111\n"
                   "B.IOS S1, mask=1111\n"
                   "B.IOT mask=1111, ->m<1KB>\n"
                   "B.IOT mask=1111, last, ->n<1KB>\n"
                   "BSTOP");
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        for (unsigned r = 0; r < ROWS; r++) {
            uint64_t got = pto_tile_read(driver_tile(d, pe, "n#1"), r, 0);
            float want = product(pe * ROWS + r, N - 1);
            CHECK(got == float_bits(want), "PE%u row %u", pe, r);
        }
        assert_int_equal(flags_of(d, pe), 0);
    }
    driver_free(d);
}

TEST_MAIN(CASE(each_pe_converts_and_stores_its_rows),
          CASE(row_maxima_are_of_each_pe))
