/*
 * TCVT between all pairs of types, layouts, rounding modes, saturating or not,
 * judged by the slow definition; and from cells.
 */
#include "bundle/whole.h"

/* The layouts that a transformation begins and ends with. */
static const struct {
    const char *name;
    unsigned from, to;
} transforms[] = {
    {"NORM", PTO_TILE_RowMajor, PTO_TILE_RowMajor},
    {"ND2DN", PTO_TILE_RowMajor, PTO_TILE_ColumnMajor},
    {"ND2ZN", PTO_TILE_RowMajor, PTO_TILE_ZN},
    {"ND2NZ", PTO_TILE_RowMajor, PTO_TILE_NZ},
    {"DN2ND", PTO_TILE_ColumnMajor, PTO_TILE_RowMajor},
    {"DN2ZN", PTO_TILE_ColumnMajor, PTO_TILE_ZN},
    {"DN2NZ", PTO_TILE_ColumnMajor, PTO_TILE_NZ},
    {"ZN2ND", PTO_TILE_ZN, PTO_TILE_RowMajor},
    {"ZN2DN", PTO_TILE_ZN, PTO_TILE_ColumnMajor},
    {"ZN2NZ", PTO_TILE_ZN, PTO_TILE_NZ},
    {"NZ2ND", PTO_TILE_NZ, PTO_TILE_RowMajor},
    {"NZ2DN", PTO_TILE_NZ, PTO_TILE_ColumnMajor},
    {"NZ2ZN", PTO_TILE_NZ, PTO_TILE_ZN},
};
enum { TRANSFORMS = sizeof transforms / sizeof transforms[0] };

static const struct {
    const char *name;
    slow_mode mode; /* SLOW_MODES: what the types say */
} modes[] = {
    {"NONE", SLOW_MODES}, {"RNE", SLOW_RNE}, {"RTZ", SLOW_RTZ},
    {"RDN", SLOW_RTM},    {"RUP", SLOW_RTP}, {"RNA", SLOW_RNA},
    {"RTO", SLOW_RTO},    {"RHB", SLOW_RHB},
};
enum { MODES = sizeof modes / sizeof modes[0] };

typedef struct conversion {
    const slow_format *from, *to;
    unsigned layout, mode, pad;
    bool saturates, from_cells;
} conversion;

static slow_mode mode_of(const conversion *x)
{
    if (modes[x->mode].mode < SLOW_MODES)
        return modes[x->mode].mode;
    return slow_is_integer(x->to) && !slow_is_integer(x->from) ? SLOW_RTZ
                                                               : SLOW_RNE;
}

static unsigned size_code(const slow_format *f, uint32_t elements)
{
    unsigned bits = pto_tile_element_bits((unsigned)f->code), code = 1;
    while ((64u << code) * 8 / bits < elements)
        code++;
    return code;
}

static void convert(driver *d, const conversion *x, shape s)
{
    char text[512];
    int n = snprintf(text, sizeof text,
                     "BSTART.VEC TCVT, %s\n"
                     "B.DATR %s, %s, %s, EQ, %s, %d, %d\n",
                     x->from->name, transforms[x->layout].name, x->to->name,
                     pad_names[x->pad], modes[x->mode].name, x->saturates,
                     x->from_cells);
    n += shape_lines(text + n, sizeof text - (size_t)n, s);
    snprintf(text + n, sizeof text - (size_t)n,
             "B.IOT m#1, mask=1111, last, ->t<%u>\n"
             "BSTOP",
             size_code(x->to, s.rows * s.columns));
    driver_pass(d, text);
}

static void check(const driver *d, const conversion *x)
{
    const pto_tile *a = driver_tile(d, 0, "m#1");
    const pto_tile *t = driver_tile(d, 0, "t#1");
    unsigned flags = 0;
    char what[128];
    snprintf(what, sizeof what, "%s to %s %s %s sat %d", x->from->name,
             x->to->name, transforms[x->layout].name, modes[x->mode].name,
             x->saturates);
    CHECK(t->dtype == (unsigned)x->to->code &&
              t->layout == transforms[x->layout].to,
          "%s", what);
    for (uint32_t r = 0; r < t->valid_rows; r++)
        for (uint32_t c = 0; c < t->valid_columns; c++) {
            uint64_t bits = pto_tile_read(a, r, c);
            slow_answer y = slow_convert(x->to, x->from, bits, x->from_cells);
            uint64_t want = slow_settle(&y, mode_of(x), x->saturates, &flags);
            uint64_t got = pto_tile_read(t, r, c);
            CHECK(got == want && pto_tile_defined(t, r, c),
                  "%s (%u,%u): %" PRIx64 " becomes %" PRIx64 ", not %" PRIx64,
                  what, r, c, bits, got, want);
        }
    CHECK(pe_flags(d, 0) == flags, "%s: flags %x, not %x", what, pe_flags(d, 0),
          flags);
    check_padding(t, x->to, x->pad, what);
}

static void fill(pto_tile *t, const slow_format *f, uint64_t *seed)
{
    for (uint32_t r = 0; r < t->valid_rows; r++)
        for (uint32_t c = 0; c < t->valid_columns; c++)
            pto_tile_write(t, r, c, random_element(f, seed));
}

static bool is_pair(const conversion *x)
{
    int from = x->from->code;
    return x->to->code != PTO_E8M0 || from == PTO_FP16 || from == PTO_BF16 ||
           from == PTO_FP32;
}

/* Fractals of every type divide 16 rows of 64 columns. */
static shape shape_for(unsigned layout, uint64_t *seed)
{
    uint64_t r = test_random(seed);
    bool fractal = transforms[layout].from >= PTO_TILE_ZN ||
                   transforms[layout].to >= PTO_TILE_ZN;
    shape s = {.rows = 16, .columns = 64};
    if (!fractal) {
        s.columns = 1u << (r & 7);
        s.rows = 256 / s.columns;
    }
    s.valid_rows = 1 + (uint32_t)(r >> 16 & 0xff) % s.rows;
    s.valid_rows = s.valid_rows > 9 && fractal ? 9 : s.valid_rows;
    s.valid_columns = 1 + (uint32_t)(r >> 32 & 0xff) % s.columns;
    return s;
}

static void random_conversion(driver *d, conversion *x, uint64_t *seed)
{
    uint64_t r = test_random(seed);
    x->layout = (unsigned)(r & 0xffff) % TRANSFORMS;
    x->mode = (unsigned)(r >> 16 & 0xffff) % MODES;
    x->pad = 1 + (unsigned)(r >> 32 & 0xff) % (PADS - 1);
    x->saturates = r >> 63;
    shape s = shape_for(x->layout, seed);
    fill(make_tile(d, 0, "m#1", (unsigned)x->from->code,
                   transforms[x->layout].from, s),
         x->from, seed);
    d->core.pe[0].core_state = 0;
    convert(d, x, s);
    check(d, x);
}

TEST(every_pair_of_types)
{
    UNUSED_STATE;
    uint64_t seed = 1;
    driver *d = driver_new("0.58.4", 1);
    for (unsigned i = 0; i < SLOW_FORMATS * SLOW_FORMATS; i++) {
        conversion x = {.from = &slow_formats[i / SLOW_FORMATS],
                        .to = &slow_formats[i % SLOW_FORMATS]};
        for (uint64_t k = 0; k < test_scaled(6) && is_pair(&x); k++)
            random_conversion(d, &x, &seed);
    }
    driver_free(d);
}

/* Of the types that lie in cells: a private result becomes a public tile. */
TEST(from_cells)
{
    UNUSED_STATE;
    static const int sources[] = {PTO_FP32, PTO_S32,  PTO_FP16,
                                  PTO_BF16, PTO_E4M3, PTO_S4X2};
    static const unsigned layouts[] = {PTO_TILE_CUBE_M16, PTO_TILE_CUBE_M32,
                                       PTO_TILE_CUBE_N8};
    uint64_t seed = 2;
    driver *d = driver_new("0.58.4", 1);
    for (unsigned i = 0; i < 18 * test_scaled(8); i++) {
        conversion x = {.from = slow_format_of(sources[i % 6]),
                        .to = slow_format_of(PTO_FP16),
                        .mode = i % MODES,
                        .pad = 1 + i % (PADS - 1),
                        .saturates = i & 1,
                        .from_cells = true};
        uint64_t r = test_random(&seed);
        shape s = {16, 32, 1 + (r & 15), 1 + (r >> 8 & 31), 0};
        pto_tile *t = local_tile(d, 0, "m#1");
        pto_pool_give(&d->core.pool, t);
        bool ok = pto_tile_describe_cube(t, (unsigned)x.from->code,
                                         layouts[i / 6 % 3], s.valid_rows,
                                         s.valid_columns, 16384, 16384, 0);
        CHECK(ok && pto_pool_take(&d->core.pool, t), "cells");
        t->location = PTO_AT_Matrix;
        fill(t, x.from, &seed);
        d->core.pe[0].core_state = 0;
        convert(d, &x, s);
        check(d, &x);
        assert_int_equal(driver_tile(d, 0, "t#1")->location, PTO_AT_Any);
    }
    driver_free(d);
}

/* What TMATMUL leaves in cells, as every vector operation wants it. */
TEST(from_a_product)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", PTO_PES);
    for (size_t i = 0; i < 4 * 16 + 16 * 8; i++)
        driver_floats(d, 0x1000 + 4 * i, &(float){(float)(i % 11) - 5}, 1);
    driver_gpr(d, 2, 0x1000);
    driver_gpr(d, 3, 0x1000 + 4 * 4 * 16);
    driver_gpr(d, 4, 4 * 16);
    driver_gpr(d, 5, 4 * 8);
    driver_gpr(d, 6, 0x2000);
    driver_pass(d, "BSTART.TLOAD FP32\n"
                   "B.DATR ND2M16, DTYPE_NONE, Zero\n"
                   "C.B.DIMI 16, ->lb0\n"
                   "C.B.DIMI 4, ->lb1\n"
                   "B.IOR [a0, a2, zero], ->zero\n"
                   "B.IOT mask=1111, last, ->m<1KB>\n"
                   "BSTART.TLOAD FP32\n"
                   "B.DATR ND2N8, DTYPE_NONE, Zero\n"
                   "C.B.DIMI 8, ->lb0\n"
                   "C.B.DIMI 16, ->lb1\n"
                   "B.IOR [a1, a3, zero], ->zero\n"
                   "B.IOT mask=1111, last, ->n<512B>\n"
                   "BSTART.TMATMUL FP32\n"
                   "B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0, 0\n"
                   "C.B.DIMI 4, ->lb0\n"
                   "C.B.DIMI 8, ->lb1\n"
                   "C.B.DIMI 16, ->lb2\n"
                   "B.IOT m#1, n#1, mask=1111, last, ->t<512B>\n"
                   "BSTART.VEC TCVT, FP32\n"
                   "B.DATR NORM, FP32, Null, EQ, NONE, 0, 1\n"
                   "C.B.DIMI 8, ->lb0\n"
                   "C.B.DIMI 4, ->lb1\n"
                   "B.IOT t#1, mask=1111, last, ->u<128B>\n"
                   "BSTART.VEC TADD, FP32\n"
                   "C.B.DIMI 8, ->lb0\n"
                   "C.B.DIMI 4, ->lb1\n"
                   "B.IOT u#1, u#1, mask=1111, last, ->u<128B>\n"
                   "BSTART.TSTORE FP32\n"
                   "B.IOT u#1, mask=1111, last\n"
                   "B.IOR [a4, a3, zero], ->zero\n"
                   "BSTOP");
    for (unsigned r = 0; r < 4; r++)
        for (unsigned c = 0; c < 8; c++) {
            float sum = 0, got;
            for (unsigned k = 0; k < 16; k++)
                sum += ((float)((16 * r + k) % 11) - 5) *
                       ((float)((64 + 8 * k + c) % 11) - 5);
            pto_memory_read(&d->core.memory, 0x2000 + 4 * (8 * r + c), &got, 4);
            assert_int_equal(float_bits(got), float_bits(2 * sum));
        }
    driver_free(d);
}

static void type_without_datr(const char *datr, unsigned type)
{
    char text[256];
    driver *d = driver_new("0.58.4", 1);
    shape s = {4, 16, 4, 16, 2};
    fill(make_tile(d, 0, "m#1", PTO_FP32, PTO_TILE_RowMajor, s),
         slow_format_of(PTO_FP32), &(uint64_t){1});
    snprintf(text, sizeof text,
             "BSTART.VEC TCVT, FP32\n"
             "%s"
             "C.B.DIMI 16, ->lb0\n"
             "C.B.DIMI 4, ->lb1\n"
             "B.IOT m#1, mask=1111, last, ->t<%s>\n"
             "BSTOP",
             datr, type == PTO_FP64 ? "512B" : "256B");
    driver_pass(d, text);
    assert_int_equal(driver_tile(d, 0, "t#1")->dtype, type);
    driver_free(d);
}

/* What is left out is the source's type; code 0 is FP64. */
TEST(destination_type)
{
    UNUSED_STATE;
    type_without_datr("", PTO_FP32);
    type_without_datr("B.DATR NORM, DTYPE_NONE, Zero\n", PTO_FP32);
    type_without_datr("B.DATR NORM, FP64, Zero\n", PTO_FP64);
}

TEST_MAIN(CASE(every_pair_of_types), CASE(from_cells), CASE(from_a_product),
          CASE(destination_type))
