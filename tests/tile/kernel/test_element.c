/* src/tile/element.c: each kernel against a plain loop over single elements,
 * in tiles wider than a stretch, in any layout, with a scalar and without. */
#include "tile/kernel/element.h"

#include "pto_test.h"
#include "tile/tile.h"

enum { LIMIT = 65536 };

static const unsigned layouts[] = {PTO_TILE_RowMajor, PTO_TILE_ColumnMajor,
                                   PTO_TILE_ZN, PTO_TILE_NZ};

typedef struct world {
    pto_tile a, b, c, mask, out, bits, half;
    uint64_t scalar;
} world;

static pto_tile tile(unsigned type, unsigned layout, uint32_t columns,
                     uint32_t rows, uint32_t valid_rows, uint32_t valid_columns)
{
    pto_tile t;
    uint32_t bytes = rows * columns * pto_tile_element_bits(type) / 8;
    assert_true(pto_tile_describe(&t, type, layout, columns, valid_rows,
                                  valid_columns, bytes, LIMIT));
    assert_int_equal(pto_tile_alloc(&t), PTO_OK);
    return t;
}

static void fill(pto_tile *t, uint64_t *seed)
{
    for (uint32_t r = 0; r < t->valid_rows; r++)
        for (uint32_t c = 0; c < t->valid_columns; c++)
            pto_tile_write(t, r, c, test_random(seed));
}

static world begin(uint64_t *seed)
{
    uint64_t r = test_random(seed);
    bool gapless = r >> 63; /* rows that follow one another, any width */
    uint32_t columns = (gapless ? 4u : 32u) << (r & 0xff) % 6, rows = 16;
    uint32_t vr = 1 + (uint32_t)(r >> 8 & 15);
    uint32_t vc = 1 + (uint32_t)(r >> 16 & 0xffff) % columns;
    vc = gapless ? columns : vc;
    r = gapless ? 0 : r;
    world w = {.scalar = test_random(seed) & 0xffffffff};
    pto_tile *const fresh[] = {&w.a, &w.b, &w.c, &w.out};
    for (unsigned i = 0; i < 4; i++)
        *fresh[i] = tile(PTO_U32, layouts[r >> (32 + 2 * i) & 3], columns, rows,
                         vr, vc);
    w.half = tile(PTO_U16, layouts[r >> 40 & 3], columns, rows, vr, vc);
    pto_tile *const predicates[] = {&w.mask, &w.bits};
    for (unsigned i = 0; i < 2; i++) {
        assert_true(pto_tile_describe_predicate(predicates[i], rows, columns,
                                                vr, vc, 4096, LIMIT));
        assert_int_equal(pto_tile_alloc(predicates[i]), PTO_OK);
    }
    fill(&w.a, seed);
    fill(&w.b, seed);
    fill(&w.c, seed);
    fill(&w.mask, seed);
    return w;
}

static void end(world *w)
{
    pto_tile *const all[] = {&w->a,    &w->b,   &w->c,   &w->mask,
                             &w->bits, &w->out, &w->half};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        pto_tile_free(all[i]);
}

/* Not symmetric, and each call leaves a flag that depends on its operands. */
static uint64_t one(pto_dtype t, uint64_t a, pto_fenv *env)
{
    assert_int_equal(t, PTO_U32);
    env->flags |= a % 61 == 0 ? PTO_NX : 0;
    return ~a;
}

static uint64_t two(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    return one(t, a, env) * 3 + b;
}

static uint64_t three(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                      pto_fenv *env)
{
    return two(t, a, b, env) * 5 ^ c;
}

static bool less(pto_compare c, pto_dtype t, uint64_t a, uint64_t b,
                 pto_fenv *env)
{
    assert_int_equal(c, PTO_LT);
    return one(t, a, env) < b;
}

typedef uint64_t expected(const world *w, uint32_t r, uint32_t c,
                          pto_fenv *env);

static uint64_t right(const world *w, pto_tile_right b, uint32_t r, uint32_t c)
{
    return b.tile ? pto_tile_read(b.tile, r, c) : w->scalar;
}

/* The valid region is as expected and defined, the rest is untouched. */
static void check(const world *w, const pto_tile *t, const pto_fenv *got,
                  expected *f)
{
    pto_fenv env = {.flags = 0};
    uint64_t mask = t->storage == PTO_TILE_PREDICATE ? 1
                    : t->dtype == PTO_U16            ? 0xffff
                                                     : 0xffffffff;
    for (uint32_t r = 0; r < t->rows; r++)
        for (uint32_t c = 0; c < t->columns; c++) {
            bool valid = r < t->valid_rows && c < t->valid_columns;
            uint64_t want = valid ? f(w, r, c, &env) & mask : 0;
            CHECK(pto_tile_read(t, r, c) == want &&
                      pto_tile_defined(t, r, c) == valid,
                  "(%u,%u)", r, c);
        }
    assert_int_equal(got->flags, env.flags);
}

static uint64_t a_of(const world *w, uint32_t r, uint32_t c)
{
    return pto_tile_read(&w->a, r, c);
}

static uint64_t mapped1(const world *w, uint32_t r, uint32_t c, pto_fenv *env)
{
    return one(PTO_U32, a_of(w, r, c), env);
}

static uint64_t mapped2(const world *w, uint32_t r, uint32_t c, pto_fenv *env)
{
    return two(PTO_U32, a_of(w, r, c), pto_tile_read(&w->b, r, c), env);
}

static uint64_t with_scalar(const world *w, uint32_t r, uint32_t c,
                            pto_fenv *env)
{
    return two(PTO_U32, a_of(w, r, c), w->scalar, env);
}

static uint64_t mapped3(const world *w, uint32_t r, uint32_t c, pto_fenv *env)
{
    return three(PTO_U32, a_of(w, r, c), pto_tile_read(&w->b, r, c),
                 pto_tile_read(&w->c, r, c), env);
}

static uint64_t compared(const world *w, uint32_t r, uint32_t c, pto_fenv *env)
{
    return less(PTO_LT, PTO_U32, a_of(w, r, c), pto_tile_read(&w->b, r, c),
                env);
}

static uint64_t selected(const world *w, uint32_t r, uint32_t c, pto_fenv *env)
{
    (void)env;
    return pto_tile_read(&w->mask, r, c) ? a_of(w, r, c)
                                         : right(w, (pto_tile_right){0}, r, c);
}

static uint64_t filled(const world *w, uint32_t r, uint32_t c, pto_fenv *env)
{
    (void)r, (void)c, (void)env;
    return w->scalar;
}

static uint64_t halved(const world *w, uint32_t r, uint32_t c, pto_fenv *env)
{
    return pto_convert(PTO_U16, PTO_U32, a_of(w, r, c), env);
}

TEST(maps)
{
    UNUSED_STATE;
    static expected *const wanted[] = {mapped1, mapped2, with_scalar, mapped3,
                                       filled};
    uint64_t seed = 1;
    for (uint64_t i = 0; i < test_scaled(40) * 5; i++) {
        world w = begin(&seed);
        pto_fenv env = {.flags = 0};
        const pto_tile_right scalar = {.scalar = w.scalar}, b = {.tile = &w.b};
        switch (i % 5) {
        case 0: pto_tile_map1(&w.out, &w.a, one, &env); break;
        case 1: pto_tile_map2(&w.out, &w.a, b, two, &env); break;
        case 2: pto_tile_map2(&w.out, &w.a, scalar, two, &env); break;
        case 3: pto_tile_map3(&w.out, &w.a, &w.b, &w.c, three, &env); break;
        case 4: pto_tile_fill(&w.out, w.scalar); break;
        }
        check(&w, &w.out, &env, wanted[i % 5]);
        end(&w);
    }
}

TEST(predicates_and_types)
{
    UNUSED_STATE;
    uint64_t seed = 2;
    for (uint64_t i = 0; i < test_scaled(40); i++) {
        world w = begin(&seed);
        pto_fenv env = {.flags = 0}, none = {.flags = 0};
        const pto_tile_right scalar = {.scalar = w.scalar}, b = {.tile = &w.b};
        pto_tile_compare(&w.bits, &w.a, b, PTO_LT, less, &env);
        check(&w, &w.bits, &env, compared);
        pto_tile_select(&w.out, &w.mask, &w.a, scalar);
        check(&w, &w.out, &none, selected);
        pto_tile_convert(&w.half, &w.a, pto_convert_n, &none);
        check(&w, &w.half, &none, halved);
        end(&w);
    }
}

TEST(padding_is_all_but_the_valid_region)
{
    UNUSED_STATE;
    uint64_t seed = 3;
    for (uint64_t i = 0; i < test_scaled(40); i++) {
        world w = begin(&seed);
        pto_tile *const tiles[] = {&w.a, &w.mask};
        for (unsigned k = 0; k < 2; k++) {
            pto_tile *t = tiles[k];
            uint64_t before = pto_tile_read(t, 0, 0);
            pto_tile_pad(t, ~before);
            for (uint32_t r = 0; r < t->rows; r++)
                for (uint32_t c = 0; c < t->columns; c++) {
                    assert_true(pto_tile_defined(t, r, c));
                    if (r >= t->valid_rows || c >= t->valid_columns)
                        CHECK(pto_tile_read(t, r, c) ==
                                  (~before & (k ? 1 : 0xffffffff)),
                              "(%u,%u)", r, c);
                }
            assert_int_equal(pto_tile_read(t, 0, 0), before);
        }
        end(&w);
    }
}

TEST(one_element_decides)
{
    UNUSED_STATE;
    for (uint32_t i = 0; i < 3 * 300; i++) {
        pto_tile t = tile(PTO_TF32, PTO_TILE_RowMajor, 512, 4, 3, 300);
        uint32_t r = i / 300, c = i % 300;
        pto_tile_fill(&t, 0x3f800000);
        pto_tile_write(&t, 3, 511, 1); /* of no concern */
        assert_true(pto_tile_encodings_valid(&t));
        assert_true(pto_tile_has_no_zero(&t));
        pto_tile_write(&t, r, c, 0x3f800001);
        assert_false(pto_tile_encodings_valid(&t));
        pto_tile_write(&t, r, c, 0);
        assert_true(pto_tile_encodings_valid(&t));
        assert_false(pto_tile_has_no_zero(&t));
        pto_tile_free(&t);
    }
}

TEST_MAIN(CASE(maps), CASE(predicates_and_types),
          CASE(padding_is_all_but_the_valid_region), CASE(one_element_decides))
