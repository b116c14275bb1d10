/*
 * Every operation on single elements, in the profile that computes numbers:
 * random tiles of every type on four PEs, judged by the slow definition or, for
 * integers and bits, by this file's own.
 */
#include "bundle/whole.h"
#include "isa_where.h"

__extension__ typedef __int128 wide;

enum what {
    ADD,
    SUB,
    MUL,
    DIV,
    REM,
    MIN,
    MAX,
    AND,
    OR,
    XOR,
    SHL,
    SHR,
    ABS,
    NOT,
    NEG,
    RELU,
    FMA,
    FUNCTION /* the slow definition's alone */
};

enum { FLOATS = 1, INTEGERS = 2, NUMBERS = 3 };

static const struct operation {
    const char *name;
    enum what what;
    slow_op slow;
    unsigned types, tiles;
    bool scalar;
} operations[] = {
    {"VEC TADD", ADD, SLOW_ADD, NUMBERS, 2, false},
    {"VEC TSUB", SUB, SLOW_SUB, NUMBERS, 2, false},
    {"VEC TMUL", MUL, SLOW_MUL, NUMBERS, 2, false},
    {"SFU TDIV", DIV, SLOW_DIV, NUMBERS, 2, false},
    {"SFU TREM", REM, SLOW_REM, NUMBERS, 2, false},
    {"VEC TMIN", MIN, SLOW_MIN, NUMBERS, 2, false},
    {"VEC TMAX", MAX, SLOW_MAX, NUMBERS, 2, false},
    {"VEC TAND", AND, SLOW_OPS, INTEGERS, 2, false},
    {"VEC TOR", OR, SLOW_OPS, INTEGERS, 2, false},
    {"VEC TXOR", XOR, SLOW_OPS, INTEGERS, 2, false},
    {"VEC TSHL", SHL, SLOW_OPS, INTEGERS, 2, false},
    {"VEC TSHR", SHR, SLOW_OPS, INTEGERS, 2, false},
    {"VEC TABS", ABS, SLOW_OPS, NUMBERS, 1, false},
    {"VEC TNOT", NOT, SLOW_OPS, INTEGERS, 1, false},
    {"VEC TNEG", NEG, SLOW_OPS, NUMBERS, 1, false},
    {"VEC TRELU", RELU, SLOW_OPS, NUMBERS, 1, false},
    {"SFU TEXP", FUNCTION, SLOW_EXP, FLOATS, 1, false},
    {"SFU TLOG", FUNCTION, SLOW_LOG, FLOATS, 1, false},
    {"SFU TRECIP", FUNCTION, SLOW_RECIP, FLOATS, 1, false},
    {"SFU TSQRT", FUNCTION, SLOW_SQRT, FLOATS, 1, false},
    {"SFU TRSQRT", FUNCTION, SLOW_RSQRT, FLOATS, 1, false},
    {"VEC TFMA", FMA, SLOW_FMA, NUMBERS, 3, false},
    {"VEC TADDS", ADD, SLOW_ADD, NUMBERS, 1, true},
    {"VEC TSUBS", SUB, SLOW_SUB, NUMBERS, 1, true},
    {"VEC TMULS", MUL, SLOW_MUL, NUMBERS, 1, true},
    {"SFU TDIVS", DIV, SLOW_DIV, NUMBERS, 1, true},
    {"SFU TREMS", REM, SLOW_REM, NUMBERS, 1, true},
    {"VEC TMINS", MIN, SLOW_MIN, NUMBERS, 1, true},
    {"VEC TMAXS", MAX, SLOW_MAX, NUMBERS, 1, true},
    {"VEC TANDS", AND, SLOW_OPS, INTEGERS, 1, true},
    {"VEC TORS", OR, SLOW_OPS, INTEGERS, 1, true},
    {"VEC TXORS", XOR, SLOW_OPS, INTEGERS, 1, true},
    {"VEC TSHLS", SHL, SLOW_OPS, INTEGERS, 1, true},
    {"VEC TSHRS", SHR, SLOW_OPS, INTEGERS, 1, true},
};

static const int types[] = {PTO_FP64, PTO_FP32, PTO_TF32, PTO_HF32,
                            PTO_FP16, PTO_BF16, PTO_E4M3, PTO_E5M2,
                            PTO_S64,  PTO_S32,  PTO_S16,  PTO_S8,
                            PTO_U64,  PTO_U32,  PTO_U16,  PTO_U8};
enum { TYPES = sizeof types / sizeof types[0] };

/* ---- What each element has to be ---------------------------------------- */

static uint64_t cut(const slow_format *f, wide v)
{
    return (uint64_t)v & ~UINT64_C(0) >> (64 - f->bits);
}

static wide value_of(const slow_format *f, uint64_t bits)
{
    wide v = (wide)bits, span = (wide)1 << f->bits;
    return f->family == SLOW_SIGNED && v >= span / 2 ? v - span : v;
}

static wide floored(wide a, wide b)
{
    wide r = a % b;
    return r && (r < 0) != (b < 0) ? r + b : r;
}

static uint64_t integer(enum what what, const slow_format *f,
                        const uint64_t x[3])
{
    wide a = value_of(f, x[0]), b = value_of(f, x[1]), c = value_of(f, x[2]);
    unsigned by = (unsigned)(x[1] % (unsigned)f->bits);
    wide two = (wide)1 << by;
    switch (what) {
    case ADD: return cut(f, a + b);
    case SUB: return cut(f, a - b);
    case MUL: return (x[0] * x[1]) & ~UINT64_C(0) >> (64 - f->bits);
    case DIV: return cut(f, a / b);
    case REM: return cut(f, floored(a, b));
    case MIN: return cut(f, a < b ? a : b);
    case MAX: return cut(f, a > b ? a : b);
    case AND: return x[0] & x[1];
    case OR: return x[0] | x[1];
    case XOR: return x[0] ^ x[1];
    case SHL: return (x[0] << by) & ~UINT64_C(0) >> (64 - f->bits);
    case SHR: return cut(f, (a - floored(a, two)) / two);
    case ABS: return cut(f, a < 0 ? -a : a);
    case NOT: return cut(f, -1 - a);
    case NEG: return cut(f, -a);
    case RELU: return cut(f, a < 0 ? 0 : a);
    case FMA: return (x[0] * x[1] + cut(f, c)) & ~UINT64_C(0) >> (64 - f->bits);
    case FUNCTION: break;
    }
    fail_msg("no integers");
    return 0;
}

static uint64_t rectified(const slow_format *f, uint64_t bits, unsigned *flags)
{
    slow_value v = slow_decode(f, bits);
    *flags |= v.kind == SLOW_SNAN ? SLOW_NV : 0u;
    if (v.kind >= SLOW_QNAN)
        return f->quiet;
    return v.negative || v.kind == SLOW_ZERO ? 0 : bits;
}

static uint64_t floating(const struct operation *o, const slow_format *f,
                         const uint64_t x[3], unsigned *flags)
{
    uint64_t sign = UINT64_C(1) << (f->bits - 1);
    if (o->what == ABS)
        return x[0] & ~sign;
    if (o->what == NEG)
        return x[0] ^ sign;
    if (o->what == RELU)
        return rectified(f, x[0], flags);
    slow_answer a = slow_apply(o->slow, f, x);
    return slow_settle(&a, SLOW_RNE, false, flags);
}

static uint64_t wanted(const struct operation *o, const slow_format *f,
                       const uint64_t x[3], unsigned *flags)
{
    return slow_is_integer(f) ? integer(o->what, f, x)
                              : floating(o, f, x, flags);
}

/* ---- Bundles ------------------------------------------------------------ */

static bool divides(const struct operation *o)
{
    return o->what == DIV || o->what == REM;
}

/* A right operand that no rule refuses. */
static uint64_t operand(const struct operation *o, const slow_format *f,
                        uint64_t *seed)
{
    uint64_t x = random_element(f, seed);
    return divides(o) && slow_is_integer(f) && !x ? 1 : x;
}

/* Arithmetic on pairs takes invalid encodings: they are signaling NaNs. */
static uint64_t spoil(const struct operation *o, const slow_format *f,
                      uint64_t x, uint64_t *seed)
{
    bool takes = o->tiles == 2 && o->what <= REM && f->padding;
    return takes && test_random(seed) % 16 == 0 ? x | 1 : x;
}

static void fill(driver *d, unsigned pe, const struct operation *o,
                 const slow_format *f, shape s, uint64_t *seed)
{
    static const char *const names[] = {"m#1", "m#2", "m#3"};
    for (unsigned i = 0; i < o->tiles; i++) {
        pto_tile *t =
            make_tile(d, pe, names[i], (unsigned)f->code, PTO_TILE_RowMajor, s);
        for (uint32_t r = 0; r < s.valid_rows; r++)
            for (uint32_t c = 0; c < s.valid_columns; c++)
                pto_tile_write(t, r, c, spoil(o, f, operand(o, f, seed), seed));
    }
    uint64_t high = f->bits < 64 ? test_random(seed) << f->bits : 0;
    d->core.pe[pe].gpr[SCALAR_REGISTER] = operand(o, f, seed) | high;
}

static void write_bundle(char *out, size_t size, const struct operation *o,
                         const slow_format *f, shape s, unsigned pad)
{
    static const char *const sources[] = {
        [1] = "B.IOT m#1,",
        [2] = "B.IOT m#1, m#2,",
        [3] = "B.IOT m#1, m#2, mask=1111\nB.IOT m#3,",
    };
    int n = snprintf(out, size, "BSTART.%s, %s\n", o->name, f->name);
    if (pad)
        n += snprintf(out + n, size - (size_t)n,
                      "B.DATR NORM, DTYPE_NONE, %s\n", pad_names[pad]);
    n += shape_lines(out + n, size - (size_t)n, s);
    if (o->scalar)
        n += snprintf(out + n, size - (size_t)n,
                      "B.IOR [a4, zero, zero], ->zero\n");
    snprintf(out + n, size - (size_t)n, "%s mask=1111, last, ->t<%u>\nBSTOP",
             sources[o->tiles], s.size_code);
}

static void check_pe(driver *d, unsigned pe, const struct operation *o,
                     const slow_format *f, unsigned pad)
{
    const pto_tile *t = driver_tile(d, pe, "t#1");
    const pto_tile *a = driver_tile(d, pe, "m#1");
    const pto_tile *b = driver_tile(d, pe, "m#2");
    const pto_tile *c = driver_tile(d, pe, "m#3");
    unsigned flags = 0;
    for (uint32_t r = 0; r < t->valid_rows; r++)
        for (uint32_t k = 0; k < t->valid_columns; k++) {
            uint64_t scalar = cut(f, d->core.pe[pe].gpr[SCALAR_REGISTER]);
            uint64_t x[3] = {pto_tile_read(a, r, k), scalar, 0};
            x[1] = o->tiles > 1 ? pto_tile_read(b, r, k) : scalar;
            x[2] = o->tiles > 2 ? pto_tile_read(c, r, k) : 0;
            uint64_t want = wanted(o, f, x, &flags);
            uint64_t got = pto_tile_read(t, r, k);
            CHECK(got == want && pto_tile_defined(t, r, k),
                  "%s %s PE%u (%u,%u) of %" PRIx64 " %" PRIx64 " %" PRIx64
                  ": %" PRIx64 ", not %" PRIx64,
                  o->name, f->name, pe, r, k, x[0], x[1], x[2], got, want);
        }
    CHECK(pe_flags(d, pe) == flags, "%s %s: flags %x, not %x", o->name, f->name,
          pe_flags(d, pe), flags);
    check_padding(t, f, pad, o->name);
}

static const pto_tile_op *row_of(const struct operation *o)
{
    const char *name = strchr(o->name, ' ') + 1;
    unsigned id = pto_tile_op_by_name(NULL, name, strlen(name));
    CHECK(id < PTO_OP_COUNT, "%s is not in tile_op.def", name);
    return pto_tile_op_get(id);
}

static void run(const struct operation *o, const slow_format *f, uint64_t *seed)
{
    char isa[PTO_ISA_TEXT];
    driver *d = driver_new(isa_where(row_of(o)->when, isa), PTO_PES);
    char text[512];
    for (uint64_t i = 0; i < test_scaled(20); i++) {
        shape s = random_shape(f, seed);
        unsigned pad = (unsigned)(test_random(seed) % PADS);
        for (unsigned pe = 0; pe < PTO_PES; pe++) {
            fill(d, pe, o, f, s, seed);
            d->core.pe[pe].core_state = 0;
        }
        write_bundle(text, sizeof text, o, f, s, pad);
        driver_pass(d, text);
        for (unsigned pe = 0; pe < PTO_PES; pe++)
            check_pe(d, pe, o, f, pad);
    }
    driver_free(d);
}

TEST(elements_are_what_the_definition_says)
{
    UNUSED_STATE;
    uint64_t seed = 1;
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
        for (unsigned k = 0; k < TYPES; k++) {
            const slow_format *f = slow_format_of(types[k]);
            unsigned kind = slow_is_integer(f) ? INTEGERS : FLOATS;
            if (operations[i].types & kind)
                run(&operations[i], f, &seed);
        }
    slow_release();
}

/* Every row of tile_op.def whose elements a function of arith.def computes. */
TEST(no_operation_is_left_out)
{
    UNUSED_STATE;
    static const struct {
        const char *name, *class, *call;
    } rows[] = {
#define TILE_OP(name, engine, code, class, roles, call, ...) \
    {#name, #class, #call},
#include "pto/def/tile_op.def"
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool listed = !strchr(rows[i].call, ',') ||
                      (strcmp(rows[i].class, "ELEMENTWISE") != 0 &&
                       strcmp(rows[i].class, "TILE_SCALAR") != 0);
        for (size_t k = 0; k < sizeof operations / sizeof operations[0]; k++)
            listed |= !strcmp(operations[k].name + 4, rows[i].name);
        CHECK(listed, "%s: no row of operations, here, tells its values",
              rows[i].name);
    }
}

/* Without B.IOR the scalar is zero. */
TEST(scalar_without_bior)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 1);
    shape s = {2, 16, 2, 3, 1};
    pto_tile *t = make_tile(d, 0, "m#1", PTO_FP32, PTO_TILE_RowMajor, s);
    for (uint32_t i = 0; i < 6; i++)
        pto_tile_write(t, i / 3, i % 3, 0x40000000 + i);
    driver_gpr(d, SCALAR_REGISTER, 0x3f800000);
    driver_pass(d, "BSTART.VEC TADDS, FP32\n"
                   "C.B.DIMI 3, ->lb0\n"
                   "C.B.DIMI 2, ->lb1\n"
                   "C.B.DIMI 16, ->lb2\n"
                   "B.IOT m#1, mask=1111, last, ->t<128B>\n"
                   "BSTOP");
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(pto_tile_read(driver_tile(d, 0, "t#1"), i / 3, i % 3),
                         0x40000000 + i);
    driver_free(d);
}

TEST_MAIN(CASE(no_operation_is_left_out),
          CASE(elements_are_what_the_definition_says),
          CASE(scalar_without_bior))
