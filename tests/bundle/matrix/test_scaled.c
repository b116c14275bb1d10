/* Matrix-MX from machine words: Shared and Local scales, HiF4, CScale. */
#include "bundle/driver.h"
#include "pto/cube.h"
#include "tile/tile.h"

enum {
    A_AT = 0x1000,
    B_AT = 0x20000,
    AS_AT = 0x40000,
    BS_AT = 0x50000,
    C_AT = 0x60000,
    CS_AT = 0x78000,
    MOST = 1 << 16,
};

typedef struct problem {
    unsigned type_a, type_b;
    unsigned m, n, k;
    bool trans_a, trans_b, accumulates, scales_c;
} problem;

static unsigned bits_of(unsigned type)
{
    return pto_tile_element_bits(type);
}

static bool takes_scale(unsigned type)
{
    return type != PTO_FP16 && type != PTO_BF16;
}

static unsigned groups(unsigned type, unsigned k)
{
    unsigned g = pto_scale_group(type);
    return (k + g - 1) / g;
}

static unsigned scale_type(unsigned type)
{
    return type == PTO_HiF4X2 ? PTO_U32 : PTO_E8M0;
}

/* The ends of the E8M0 codes and of the E6M2 codes in a HiF4 word. */
static uint64_t extreme_scale(uint64_t r)
{
    static const uint8_t codes[] = {0x00, 0x01, 0xfe, 0xff};
    return (r & 0xffffff00) | codes[r >> 32 & 3];
}

/* Random codes, packed; most scales are near one, so sums stay finite. */
static void fill(driver *d, uint64_t *seed, uint64_t at, unsigned type,
                 size_t elements, bool scale)
{
    static uint8_t array[MOST];
    for (size_t i = 0; i < elements; i++) {
        uint64_t v = test_random(seed);
        if (scale && v >> 59 == 0)
            v = extreme_scale(v);
        else if (scale && type == PTO_E8M0)
            v = 120 + v % 15;
        else if (scale)
            v = (v & 0xffffff00) | (180 + v % 20);
        else if (bits_of(type) == 16)
            v &= 0xbfff; /* no large exponents, no NaN */
        pto_lane_set(type, array, i, v);
    }
    assert_true(pto_memory_write(&d->core.memory, at, array,
                                 pto_array_bytes(type, elements)));
}

/* The same rows and columns where the storage is turned. */
static void transpose(driver *d, uint64_t at, unsigned type, unsigned rows,
                      unsigned columns)
{
    static uint8_t from[MOST], to[MOST];
    size_t n = pto_array_bytes(type, (size_t)rows * columns);
    pto_memory_read(&d->core.memory, at, from, n);
    for (unsigned r = 0; r < rows; r++)
        for (unsigned c = 0; c < columns; c++)
            pto_lane_set(type, to, (size_t)c * rows + r,
                         pto_lane_get(type, from, (size_t)r * columns + c));
    assert_true(pto_memory_write(&d->core.memory, at, to, n));
}

static void *copy(driver *d, uint64_t at)
{
    uint8_t *p = malloc(MOST);
    assert_non_null(p);
    pto_memory_read(&d->core.memory, at, p, MOST);
    return p;
}

/* What the library says: memory holds [M,K], [K,N], [M,G], [G,N]. */
static uint32_t *reference(driver *d, const problem *p)
{
    uint32_t *out = calloc((size_t)p->m * p->n, sizeof *out), flags = 0;
    void *a = copy(d, A_AT), *b = copy(d, B_AT), *as = copy(d, AS_AT),
         *bs = copy(d, BS_AT), *c = copy(d, C_AT), *cs = copy(d, CS_AT);
    pto_matmul_args args = {
        .m = p->m,
        .n = p->n,
        .k = p->k,
        .type_a = p->type_a,
        .type_b = p->type_b,
        .a = a,
        .b = b,
        .scale_a = takes_scale(p->type_a) ? as : NULL,
        .scale_b = takes_scale(p->type_b) ? bs : NULL,
        .scale_b_rows = 1,
        .c = p->accumulates ? c : NULL,
        .c_scale = p->scales_c ? cs : NULL,
        .d = out,
    };
    pto_cube_options options = {.threads = 1};
    assert_non_null(out);
    assert_int_equal(pto_matmul(&args, &options, &flags, NULL), PTO_OK);
    free(a), free(b), free(as), free(bs), free(c), free(cs);
    return out;
}

static void lay(driver *d, const problem *p, uint64_t seed)
{
    size_t as = (size_t)p->m * groups(p->type_a, p->k);
    size_t bs = (size_t)p->n * groups(p->type_b, p->k);
    fill(d, &seed, A_AT, p->type_a, (size_t)p->m * p->k, false);
    fill(d, &seed, B_AT, p->type_b, (size_t)p->k * p->n, false);
    fill(d, &seed, AS_AT, scale_type(p->type_a), as, true);
    fill(d, &seed, BS_AT, scale_type(p->type_b), bs, true);
    for (size_t i = 0; i < (size_t)p->m * p->n; i++) {
        float v = (float)(int64_t)(test_random(&seed) % 4096) / 64 - 32;
        driver_floats(d, C_AT + 4 * i, &v, 1);
    }
    for (size_t i = 0; i < p->m; i++) {
        uint64_t r = test_random(&seed);
        uint8_t v = (uint8_t)(r & 1 ? r >> 8 : r >> 8 & 7);
        assert_true(pto_memory_write(&d->core.memory, CS_AT + i, &v, 1));
    }
}

static const char *name_of(unsigned type)
{
    return pto_format_get(type)->name;
}

/* TLOAD of an ordinary [rows, columns] into a Shared tile, by PE0. */
static void load_shared(driver *d, uint64_t at, unsigned id, unsigned type,
                        unsigned rows, unsigned columns)
{
    char text[512];
    unsigned physical = 1;
    while (physical < columns)
        physical *= 2;
    uint32_t bytes = pto_tile_minimum_capacity(physical, rows, columns, type);
    unsigned code = 1;
    while (64U << code < bytes)
        code++;
    driver_gpr(d, 2, at);
    driver_gpr(d, 3, pto_array_bytes(type, columns));
    snprintf(text, sizeof text,
             "BSTART.TLOAD %s\n"
             "B.DIM zero, %u, ->lb0\n"
             "B.DIM zero, %u, ->lb1\n"
             "B.DIM zero, %u, ->lb2\n"
             "B.IOR [a0, a1, zero], ->zero\n"
             "B.IOS mask=1000, ->S%u<%u>\n"
             "BSTOP",
             name_of(type), columns, rows, physical, id, code);
    driver_pass(d, text);
}

static void load_side(driver *d, const problem *p, bool left, unsigned id)
{
    unsigned type = left ? p->type_a : p->type_b;
    unsigned rows = left ? p->m : p->k, columns = left ? p->k : p->n;
    uint64_t at = left ? A_AT : B_AT, scale_at = left ? AS_AT : BS_AT;
    unsigned g = groups(type, p->k);
    unsigned scale_rows = left ? p->m : g, scale_columns = left ? g : p->n;
    bool turned = left ? p->trans_a : p->trans_b;
    if (turned) {
        transpose(d, at, type, rows, columns);
        transpose(d, scale_at, scale_type(type), scale_rows, scale_columns);
    }
    load_shared(d, at, id, type, turned ? columns : rows,
                turned ? rows : columns);
    if (takes_scale(type))
        load_shared(d, scale_at, id + 1, scale_type(type),
                    turned ? scale_columns : scale_rows,
                    turned ? scale_rows : scale_columns);
}

static void bind_shared(char *out, size_t size, const problem *p)
{
    size_t n = (size_t)snprintf(out, size, "B.IOS S0, mask=1111\n");
    if (takes_scale(p->type_a))
        n += (size_t)snprintf(out + n, size - n, "B.IOS S1, mask=1111\n");
    n += (size_t)snprintf(out + n, size - n, "B.IOS S2, mask=1111\n");
    if (takes_scale(p->type_b))
        snprintf(out + n, size - n, "B.IOS S3, mask=1111\n");
}

static unsigned rows_of(unsigned m, unsigned pe, unsigned *first)
{
    unsigned rows = m <= 64 ? 16 : 32;
    *first = pe * rows;
    unsigned left = m > *first ? m - *first : 0;
    return left < rows ? left : rows;
}

/* Each PE's rows of C and of CScale become its n#2 and n#1. */
static void load_c(driver *d, const problem *p)
{
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        unsigned first, rows = rows_of(p->m, pe, &first);
        d->core.pe[pe].gpr[2] = C_AT + 4UL * first * p->n;
        d->core.pe[pe].gpr[4] = CS_AT + first;
        d->core.pe[pe].gpr[6] = rows ? rows : 1;
    }
    driver_gpr(d, 3, 4UL * p->n);
    driver_gpr(d, 5, 1);
    char text[512];
    unsigned layout = p->m > 64 ? 32 : 16;
    snprintf(text, sizeof text,
             "BSTART.TLOAD FP32\n"
             "B.DATR ND2M%u, DTYPE_NONE, Zero\n"
             "B.DIM zero, %u, ->lb0\n"
             "B.DIM a4, 0, ->lb1\n"
             "B.IOR [a0, a1, zero], ->zero\n"
             "B.IOT mask=1111, last, ->n<16KB>\n"
             "BSTART.TLOAD U8\n"
             "B.DATR ND2M32, DTYPE_NONE, Zero\n"
             "C.B.DIMI 1, ->lb0\n"
             "B.DIM a4, 0, ->lb1\n"
             "B.IOR [a2, a3, zero], ->zero\n"
             "B.IOT mask=1111, last, ->n<128B>\n"
             "BSTOP",
             layout, p->n);
    driver_pass(d, text);
}

static void check_rows(const driver *d, const problem *p, const uint32_t *want)
{
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        unsigned first, rows = rows_of(p->m, pe, &first);
        const pto_tile *t = driver_tile(d, pe, "m#1");
        for (unsigned r = 0; r < rows; r++)
            for (unsigned c = 0; c < p->n; c++)
                CHECK(pto_tile_read(t, r, c) == want[(first + r) * p->n + c],
                      "%s x %s M=%u N=%u K=%u PE%u [%u,%u]", name_of(p->type_a),
                      name_of(p->type_b), p->m, p->n, p->k, pe, r, c);
    }
}

/* Shared A and B with their scales, group M. */
static void cooperate(const problem *p, uint64_t seed)
{
    driver *d = driver_new("0.58.4", 4);
    char text[1024], shared[256];
    lay(d, p, seed);
    uint32_t *want = reference(d, p);
    if (p->accumulates)
        load_c(d, p);
    load_side(d, p, true, 0);
    load_side(d, p, false, 2);
    bind_shared(shared, sizeof shared, p);
    snprintf(text, sizeof text,
             "BSTART.TMATMULMX%s %s\n"
             "B.DATR NORM, %s, Zero\n"
             "B.FPATR 0, 0, 0, 0, 0, 0, 0, %u, %u, %u\n"
             "B.DIM zero, %u, ->lb0\n"
             "B.DIM zero, %u, ->lb1\n"
             "B.DIM zero, %u, ->lb2\n"
             "%s"
             "B.IOT %s mask=1111, last, ->m<16KB>\n"
             "BSTOP",
             p->accumulates ? ".ACC" : "", name_of(p->type_a),
             name_of(p->type_b), p->trans_a, p->trans_b, p->scales_c, p->m,
             p->n, p->k, shared,
             p->scales_c      ? "n#2, n#1,"
             : p->accumulates ? "n#2,"
                              : "");
    driver_pass(d, text);
    check_rows(d, p, want);
    free(want);
    driver_free(d);
}

TEST(mx_cooperative)
{
    UNUSED_STATE;
    static const unsigned types[] = {PTO_FP16,  PTO_BF16,   PTO_E4M3,
                                     PTO_E5M2,  PTO_E2M1X2, PTO_E1M2X2,
                                     PTO_HiF4X2};
    uint64_t seed = 7;
    for (unsigned i = 0; i < 7; i++) {
        for (unsigned j = 0; j < 7; j++) {
            problem p = {types[i], types[j], 40,    16,   128,
                         false,    false,    false, false};
            p.trans_a = test_random(&seed) & 1;
            p.trans_b = test_random(&seed) & 1;
            cooperate(&p, seed);
        }
    }
}

TEST(mx_groups_and_transposes)
{
    UNUSED_STATE;
    static const unsigned sizes[] = {1, 17, 64, 65, 128};
    for (unsigned i = 0; i < 5; i++) {
        for (unsigned trans = 0; trans < 4; trans++) {
            problem p = {PTO_E4M3,  PTO_HiF4X2,     sizes[i], 8,    64,
                         trans & 1, trans >> 1 & 1, false,    false};
            cooperate(&p, i * 4 + trans);
        }
    }
}

TEST(cscale_cooperative)
{
    UNUSED_STATE;
    static const unsigned sizes[] = {16, 17, 64, 100, 128};
    for (unsigned i = 0; i < 5; i++) {
        problem p = {PTO_HiF4X2, PTO_E4M3, sizes[i], 16,    64,
                     false,      false,    true,     i != 0};
        cooperate(&p, i);
    }
}

/* The scale of a Local side as a CUBE_M32 grid, from [lines][G] in memory. */
static void load_grid(driver *d, uint64_t at, unsigned type, unsigned lines,
                      unsigned g, const char *hand)
{
    char text[512];
    driver_gpr(d, 2, at);
    driver_gpr(d, 3, pto_array_bytes(scale_type(type), g));
    snprintf(text, sizeof text,
             "BSTART.TLOAD %s\n"
             "B.DATR ND2M32, DTYPE_NONE, Zero\n"
             "C.B.DIMI %u, ->lb0\n"
             "B.DIM zero, %u, ->lb1\n"
             "B.IOR [a0, a1, zero], ->zero\n"
             "B.IOT mask=1111, last, ->%s<16KB>\n"
             "BSTOP",
             name_of(scale_type(type)), g, lines, hand);
    driver_pass(d, text);
}

static void load_cells(driver *d, uint64_t at, unsigned type, unsigned rows,
                       unsigned columns, const char *layout, const char *hand)
{
    char text[512];
    driver_gpr(d, 2, at);
    driver_gpr(d, 3, pto_array_bytes(type, columns));
    snprintf(text, sizeof text,
             "BSTART.TLOAD %s\n"
             "B.DATR %s, DTYPE_NONE, Zero\n"
             "B.DIM zero, %u, ->lb0\n"
             "B.DIM zero, %u, ->lb1\n"
             "B.IOR [a0, a1, zero], ->zero\n"
             "B.IOT mask=1111, last, ->%s<16KB>\n"
             "BSTOP",
             name_of(type), layout, columns, rows, hand);
    driver_pass(d, text);
}

/* All Local: every PE computes the same product. */
static void alone(const problem *p, uint64_t seed)
{
    driver *d = driver_new("0.58.4", 4);
    char text[1024];
    unsigned gb = groups(p->type_b, p->k);
    lay(d, p, seed);
    uint32_t *want = reference(d, p);
    transpose(d, BS_AT, scale_type(p->type_b), gb, p->n);
    load_grid(d, AS_AT, p->type_a, p->m, groups(p->type_a, p->k), "u");
    load_grid(d, BS_AT, p->type_b, p->n, gb, "u");
    load_cells(d, A_AT, p->type_a, p->m, p->k, p->m > 16 ? "ND2M32" : "ND2M16",
               "t");
    load_cells(d, B_AT, p->type_b, p->k, p->n, "ND2N8", "t");
    snprintf(text, sizeof text,
             "BSTART.TMATMULMX %s\n"
             "B.DATR NORM, %s, Zero\n"
             "B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0, 0\n"
             "B.DIM zero, %u, ->lb0\n"
             "B.DIM zero, %u, ->lb1\n"
             "B.DIM zero, %u, ->lb2\n"
             "B.IOT t#2, u#2, mask=1111\n"
             "B.IOT t#1, u#1, mask=1111, last, ->m<16KB>\n"
             "BSTOP",
             name_of(p->type_a), name_of(p->type_b), p->m, p->n, p->k);
    driver_pass(d, text);
    for (unsigned i = 0; i < PTO_PES * p->m * p->n; i++) {
        unsigned pe = i / (p->m * p->n), at = i - pe * p->m * p->n;
        unsigned row = at / p->n, column = at - row * p->n;
        const pto_tile *t = driver_tile(d, pe, "m#1");
        CHECK(pto_tile_read(t, row, column) == want[at],
              "PE%u M=%u N=%u K=%u [%u,%u]", pe, p->m, p->n, p->k, row, column);
    }
    free(want);
    driver_free(d);
}

TEST(mx_local_scale_grids)
{
    UNUSED_STATE;
    static const unsigned types[] = {PTO_E4M3, PTO_E5M2, PTO_E2M1X2, PTO_E1M2X2,
                                     PTO_HiF4X2};
    for (unsigned i = 0; i < 5; i++) {
        for (unsigned j = 0; j < 5; j++) {
            /* The library packs rows without padding: no odd nibbles. */
            unsigned n = bits_of(types[j]) == 4 ? 34 : 33;
            problem g5n33 = {types[i], types[j], 20, n, 160, 0, 0, 0, 0};
            problem tail = {types[i], types[j], 3, 70, 90, 0, 0, 0, 0};
            alone(&g5n33, i * 5 + j);
            alone(&tail, i * 5 + j + 100);
        }
    }
}

TEST_MAIN(CASE(mx_cooperative), CASE(mx_groups_and_transposes),
          CASE(cscale_cooperative), CASE(mx_local_scale_grids))
