/* TCMP, TCMPS, TSEL, TSELS and TEXPANDS on random tiles of four PEs. */
#include "bundle/whole.h"
#include "tile/tile.h"

static const int types[] = {PTO_FP64, PTO_FP32, PTO_TF32, PTO_HF32,
                            PTO_FP16, PTO_BF16, PTO_E4M3, PTO_E5M2,
                            PTO_S64,  PTO_S32,  PTO_S16,  PTO_S8,
                            PTO_U64,  PTO_U32,  PTO_U16,  PTO_U8};
enum { TYPES = sizeof types / sizeof types[0] };

static const char *const relations[] = {"EQ", "NE", "LT", "GT", "LE", "GE"};
enum { RELATIONS = sizeof relations / sizeof relations[0] };

static uint64_t low(const slow_format *f, uint64_t v)
{
    return v & ~UINT64_C(0) >> (64 - f->bits);
}

static slow_order order_of(const slow_format *f, uint64_t a, uint64_t b,
                           unsigned *flags)
{
    if (!slow_is_integer(f))
        return slow_compare(f, a, b, flags);
    uint64_t flip = f->family == SLOW_SIGNED ? UINT64_C(1) << (f->bits - 1) : 0;
    a ^= flip;
    b ^= flip;
    return a == b ? SLOW_EQUAL : a < b ? SLOW_LESS : SLOW_GREATER;
}

static bool holds(unsigned relation, slow_order o)
{
    switch (relation) {
    case 0: return o == SLOW_EQUAL;
    case 1: return o != SLOW_EQUAL;
    case 2: return o == SLOW_LESS;
    case 3: return o == SLOW_GREATER;
    case 4: return o == SLOW_LESS || o == SLOW_EQUAL;
    default: return o == SLOW_GREATER || o == SLOW_EQUAL;
    }
}

/* Elements that often equal the one before them. */
static void fill(pto_tile *t, const slow_format *f, uint64_t *seed)
{
    uint64_t v = 0;
    for (uint32_t r = 0; r < t->valid_rows; r++)
        for (uint32_t c = 0; c < t->valid_columns; c++) {
            if (test_random(seed) & 3)
                v = random_element(f, seed);
            pto_tile_write(t, r, c, v);
        }
}

static void prepare(driver *d, const slow_format *f, shape s, uint64_t *seed)
{
    static const char *const names[] = {"m#1", "m#2"};
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        for (unsigned i = 0; i < 2; i++)
            fill(make_tile(d, pe, names[i], (unsigned)f->code,
                           PTO_TILE_RowMajor, s),
                 f, seed);
        const pto_tile *a = driver_tile(d, pe, "m#1");
        uint64_t some = test_random(seed) & 1 ? random_element(f, seed)
                                              : pto_tile_read(a, 0, 0);
        uint64_t high = f->bits < 64 ? test_random(seed) << f->bits : 0;
        d->core.pe[pe].gpr[SCALAR_REGISTER] = some | high;
        d->core.pe[pe].core_state = 0;
    }
}

/* One bundle; `binders` has everything behind the dimensions. */
static void bundle(driver *d, const char *name, const slow_format *f, shape s,
                   unsigned pad, const char *relation, const char *binders)
{
    char text[512];
    int n = snprintf(text, sizeof text, "BSTART.VEC %s, %s\n", name, f->name);
    if (pad || relation)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "B.DATR NORM, DTYPE_NONE, %s, %s\n",
                      pad_names[pad ? pad : 4], relation ? relation : "EQ");
    n += shape_lines(text + n, sizeof text - (size_t)n, s);
    snprintf(text + n, sizeof text - (size_t)n, "%s\nBSTOP", binders);
    driver_pass(d, text);
}

static void check_predicate(const driver *d, unsigned pe, const slow_format *f,
                            unsigned relation, bool scalar, unsigned pad)
{
    const pto_tile *t = driver_tile(d, pe, "t#1");
    const pto_tile *a = driver_tile(d, pe, "m#1");
    const pto_tile *b = driver_tile(d, pe, "m#2");
    unsigned flags = 0;
    assert_int_equal(t->storage, PTO_TILE_PREDICATE);
    CHECK(t->rows == a->rows && t->columns == a->columns, "%ux%u", t->rows,
          t->columns);
    for (uint32_t r = 0; r < t->valid_rows; r++)
        for (uint32_t c = 0; c < t->valid_columns; c++) {
            uint64_t x = pto_tile_read(a, r, c), y = pto_tile_read(b, r, c);
            if (scalar)
                y = low(f, d->core.pe[pe].gpr[SCALAR_REGISTER]);
            bool want = holds(relation, order_of(f, x, y, &flags));
            uint32_t i = r * t->columns + c;
            bool bit = t->bytes[i / 8] & 1u << (i & 7);
            CHECK(bit == want && pto_tile_defined(t, r, c),
                  "%s %" PRIx64 " %s %" PRIx64, f->name, x, relations[relation],
                  y);
        }
    CHECK(pe_flags(d, pe) == flags, "%s %s: flags %x, not %x", f->name,
          relations[relation], pe_flags(d, pe), flags);
    check_padding(t, f, pad, relations[relation]);
}

static void compare(driver *d, const slow_format *f, unsigned relation,
                    uint64_t *seed)
{
    shape s = random_shape(f, seed);
    bool scalar = test_random(seed) & 1;
    unsigned pad = (unsigned)(test_random(seed) % PADS);
    prepare(d, f, s, seed);
    bool asks = pad || relation || test_random(seed) & 1;
    bundle(d, scalar ? "TCMPS" : "TCMP", f, s, pad,
           asks ? relations[relation] : NULL,
           scalar ? "B.IOR [a4, zero, zero], ->zero\n"
                    "B.IOT m#1, mask=1111, last, ->t<128B>"
                  : "B.IOT m#1, m#2, mask=1111, last, ->t<128B>");
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        check_predicate(d, pe, f, relation, scalar, pad);
}

TEST(comparisons)
{
    UNUSED_STATE;
    uint64_t seed = 1;
    for (unsigned i = 0; i < TYPES; i++) {
        const slow_format *f = slow_format_of(types[i]);
        driver *d = driver_new("0.58.4", PTO_PES);
        for (uint64_t k = 0; k < test_scaled(10 * RELATIONS); k++)
            compare(d, f, (unsigned)(k % RELATIONS), &seed);
        driver_free(d);
    }
}

static void check_selected(const driver *d, unsigned pe, const slow_format *f,
                           bool scalar, unsigned pad)
{
    const pto_tile *t = driver_tile(d, pe, "t#1");
    const pto_tile *mask = driver_tile(d, pe, "n#1");
    for (uint32_t r = 0; r < t->valid_rows; r++)
        for (uint32_t c = 0; c < t->valid_columns; c++) {
            uint64_t want =
                pto_tile_read(mask, r, c)
                    ? pto_tile_read(driver_tile(d, pe, "m#1"), r, c)
                : scalar ? low(f, d->core.pe[pe].gpr[SCALAR_REGISTER])
                         : pto_tile_read(driver_tile(d, pe, "m#2"), r, c);
            CHECK(pto_tile_read(t, r, c) == want && pto_tile_defined(t, r, c),
                  "%s PE%u (%u,%u)", f->name, pe, r, c);
        }
    CHECK(!pe_flags(d, pe), "%s: flags %x", f->name, pe_flags(d, pe));
    check_padding(t, f, pad, "selection");
}

/* Any predicate, with defined bits in the valid region alone. */
static void make_mask(driver *d, unsigned pe, shape s, uint64_t *seed)
{
    pto_tile *t = local_tile(d, pe, "n#1");
    pto_pool_give(&d->core.pool, t);
    CHECK(pto_tile_describe_predicate(t, s.rows, s.columns, s.valid_rows,
                                      s.valid_columns, 128, 128) &&
              pto_pool_take(&d->core.pool, t),
          "mask");
    for (uint32_t r = 0; r < s.valid_rows; r++)
        for (uint32_t c = 0; c < s.valid_columns; c++)
            pto_tile_write(t, r, c, test_random(seed) & 1);
}

static void choose(driver *d, const slow_format *f, uint64_t *seed)
{
    char binders[128];
    shape s = random_shape(f, seed);
    bool scalar = test_random(seed) & 1;
    unsigned pad = (unsigned)(test_random(seed) % PADS);
    prepare(d, f, s, seed);
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        make_mask(d, pe, s, seed);
        if (f->padding) /* what is copied need not be valid */
            pto_tile_write(local_tile(d, pe, "m#1"), 0, 0, 1);
    }
    snprintf(binders, sizeof binders,
             scalar ? "B.IOR [a4, zero, zero], ->zero\n"
                      "B.IOT n#1, m#1, mask=1111, last, ->t<%u>"
                    : "B.IOT n#1, m#1, mask=1111\n"
                      "B.IOT m#2, mask=1111, last, ->t<%u>",
             s.size_code);
    bundle(d, scalar ? "TSELS" : "TSEL", f, s, pad, NULL, binders);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        check_selected(d, pe, f, scalar, pad);
}

TEST(selections)
{
    UNUSED_STATE;
    uint64_t seed = 2;
    for (unsigned i = 0; i < TYPES; i++) {
        driver *d = driver_new("0.58.4", PTO_PES);
        for (uint64_t k = 0; k < test_scaled(30); k++)
            choose(d, slow_format_of(types[i]), &seed);
        driver_free(d);
    }
}

/* The low bits of each PE's own register, valid encoding or not. */
static void spread(driver *d, const slow_format *f, uint64_t *seed)
{
    char binders[128];
    shape s = random_shape(f, seed);
    unsigned pad = (unsigned)(test_random(seed) % PADS);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        d->core.pe[pe].gpr[SCALAR_REGISTER] = test_random(seed);
    snprintf(binders, sizeof binders,
             "B.IOR [a4, zero, zero], ->zero\n"
             "B.IOT mask=1111, last, ->t<%u>",
             s.size_code);
    bundle(d, "TEXPANDS", f, s, pad, NULL, binders);
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        const pto_tile *t = driver_tile(d, pe, "t#1");
        uint64_t want = low(f, d->core.pe[pe].gpr[SCALAR_REGISTER]);
        assert_true(pto_tile_contents_defined(t));
        for (uint32_t r = 0; r < t->valid_rows; r++)
            for (uint32_t c = 0; c < t->valid_columns; c++)
                CHECK(pto_tile_read(t, r, c) == want, "%s (%u,%u)", f->name, r,
                      c);
        check_padding(t, f, pad, "TEXPANDS");
    }
}

TEST(one_scalar_everywhere)
{
    UNUSED_STATE;
    uint64_t seed = 3;
    for (unsigned i = 0; i < TYPES; i++) {
        driver *d = driver_new("0.58.4", PTO_PES);
        for (uint64_t k = 0; k < test_scaled(20); k++)
            spread(d, slow_format_of(types[i]), &seed);
        driver_free(d);
    }
}

/* Packed bits are no cells that a parent tile could be made of. */
TEST(no_parent_of_predicates)
{
    UNUSED_STATE;
    const shape s = {4, 32, 4, 32, 1};
    driver *d = driver_new("0.58.4", PTO_PES);
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        pto_tile *t = make_tile(d, pe, "m#1", PTO_U8, PTO_TILE_RowMajor, s);
        fill(t, slow_format_of(PTO_U8), &(uint64_t){pe});
    }
    driver_fail(d, 0, "assemble_form",
                "BSTART.VEC TCMP, U8\n"
                "B.DIM zero, 32, ->lb0\n"
                "C.B.DIMI 4, ->lb1\n"
                "B.IOT m#1, m#1, mask=1111, last, ->t<128B>\n"
                "B.ASSEMBLE 1, 1, zero, 0, 1\n"
                "BSTOP");
    /* Elements are. */
    driver_pass(d, "BSTART.VEC TADD, U8\n"
                   "B.DIM zero, 32, ->lb0\n"
                   "C.B.DIMI 4, ->lb1\n"
                   "B.IOT m#1, m#1, mask=1111, last, ->t<128B>\n"
                   "B.ASSEMBLE 1, 1, zero, 0, 1\n"
                   "BSTOP");
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        for (uint32_t c = 0; c < 32; c++)
            assert_int_equal(
                pto_tile_read(driver_tile(d, pe, "t#1"), 3, c),
                2 * pto_tile_read(driver_tile(d, pe, "m#1"), 3, c) & 0xff);
    driver_free(d);
}

TEST_MAIN(CASE(comparisons), CASE(selections), CASE(one_scalar_everywhere),
          CASE(no_parent_of_predicates))
