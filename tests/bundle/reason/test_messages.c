/*
 * The cause of a fault as it is kept: which field or operand, what the program
 * has there, and the set of what would be legal. One program each, with one
 * field wrong; where one field mends it, every repair that is named runs.
 */
#include "bundle/driver.h"
#include "bundle/reason/cause.h"

#define LOAD(type, datr, lb0, lb1, where)                         \
    "BSTART.TLOAD " type "\n" datr "B.DIM zero, " lb0 ", ->lb0\n" \
    "B.DIM zero, " lb1 ", ->lb1\nB.IOR [a6, zero, zero], ->zero\n" where "\n"
#define CELLS(layout) "B.DATR " layout ", DTYPE_NONE, Zero\n"
#define NORMAL(lb2)   "B.DIM zero, " lb2 ", ->lb2\n"
#define LOCAL(to)     "B.IOT mask=1111, last, ->" to
#define SHARED(to)    "B.IOS mask=1000, ->" to
#define MNK(m, n, k)                                       \
    "B.DIM zero, " m ", ->lb0\nB.DIM zero, " n ", ->lb1\n" \
    "B.DIM zero, " k ", ->lb2\n"
#define PLAIN_POST "B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0, 0\n"
#define A_AND_B(type)                                           \
    LOAD("FP16", CELLS("ND2M16"), "16", "16", LOCAL("n<512B>")) \
    LOAD(type, CELLS("ND2N8"), "16", "16", LOCAL("n<512B>"))
#define PAIR(type)                                      \
    LOAD(type, NORMAL("4"), "4", "2", LOCAL("t<128B>")) \
    LOAD(type, NORMAL("4"), "4", "2", LOCAL("u<128B>"))

enum { DATA_AT = 0x1000, A6 = 8, GROUP_M = 40 };

typedef struct message {
    const char *load, *bad, *rule;
    pto_cause cause;
    const char *repaired[2];
} message;

static driver *loaded(const message *m)
{
    driver *d = driver_new("0.58.4", 4);
    driver_gpr(d, A6, DATA_AT);
    for (unsigned pe = 0; pe < PTO_PES; pe++) /* rows of M: 16, 16, 8, 0 */
        d->core.pe[pe].gpr[4] = pe < 2 ? 16 : pe == 2 ? GROUP_M - 32 : 1;
    driver_pass(d, m->load);
    return d;
}

static void keeps(const pto_fault *f, const pto_cause *c)
{
    const pto_cause *is = &f->cause;
    CHECK(is->subject == c->subject && is->operand == c->operand &&
              is->number == c->number && is->index == c->index,
          "another field: %s", f->text);
    CHECK(is->absent == c->absent && is->value == c->value, "%s", f->text);
    CHECK(!memcmp(&is->wanted, &c->wanted, sizeof c->wanted), "%s", f->text);
    CHECK(!pto_wanted_has(&is->wanted, is->absent, is->value), "%s", f->text);
}

static void explains(message m)
{
    driver *d = loaded(&m);
    driver_fail(d, 0, m.rule, m.bad);
    keeps(&d->fault[0], &m.cause);
    driver_free(d);
    for (unsigned i = 0; i < 2 && m.repaired[i]; i++) {
        d = loaded(&m);
        driver_pass(d, m.repaired[i]);
        driver_free(d);
    }
}

static pto_cause attribute(pto_attribute_row row, uint64_t value, pto_wanted w)
{
    return (pto_cause){.subject = PTO_SUBJECT_ATTRIBUTE,
                       .index = (uint8_t)row,
                       .value = value,
                       .wanted = w};
}

static pto_cause dimension(unsigned i, uint64_t value, pto_wanted w)
{
    return (pto_cause){.subject = PTO_SUBJECT_DIMENSION,
                       .index = (uint8_t)i,
                       .value = value,
                       .wanted = w};
}

#define ADD(lb0, lb2)                                                      \
    "BSTART.VEC TADD, FP32\n" lb0 "B.DIM zero, 2, ->lb1\nB.DIM zero, " lb2 \
    ", ->lb2\nB.IOT t#1, u#1, mask=1111, last, ->m<128B>\nC.BSTOP"

TEST(tadd_6_columns)
{
    UNUSED_STATE;
    explains((message){PAIR("FP32") "C.BSTOP",
                       ADD("B.DIM zero, 4, ->lb0\n", "6"),
                       "element_shape",
                       dimension(2, 6, pto_powers(4, 16)),
                       {ADD("B.DIM zero, 4, ->lb0\n", "4")}});
}

TEST(tadd_no_lb0)
{
    UNUSED_STATE;
    pto_cause c = dimension(0, 0, pto_range(1, 65535));
    c.absent = 1;
    explains((message){PAIR("FP32") "C.BSTOP",
                       ADD("", "4"),
                       "element_dimensions",
                       c,
                       {ADD("B.DIM zero, 4, ->lb0\n", "4")}});
}

#define EXPANDS(lb0)                                                     \
    "BSTART.VEC TEXPANDS, U16\nB.DIM zero, " lb0                         \
    ", ->lb0\nB.DIM zero, 2, ->lb1\nB.DIM zero, 8, ->lb2\n"              \
    "B.IOR [a2, zero, zero], ->zero\nB.IOT mask=1111, last, ->u<128B>\n" \
    "C.BSTOP"

TEST(texpands_9_of_8)
{
    UNUSED_STATE;
    explains((message){"C.BSTOP",
                       EXPANDS("9"),
                       "element_shape",
                       dimension(0, 9, pto_range(1, 8)),
                       {EXPANDS("8"), EXPANDS("1")}});
}

#define COMPARE                                                          \
    "BSTART.VEC TCMP, S16\nB.DATR NORM, DTYPE_NONE, Zero, LT\n"          \
    "B.DIM zero, 8, ->lb0\nB.DIM zero, 1, ->lb1\nB.DIM zero, 8, ->lb2\n" \
    "B.IOT t#1, u#1, mask=1111, last, ->m<128B>\nC.BSTOP"

TEST(tcmp_source_capacity)
{
    UNUSED_STATE;
    explains((message){
        LOAD("S16", NORMAL("8"), "8", "1", LOCAL("t<128B>"))
            LOAD("S16", NORMAL("8"), "8", "1", LOCAL("u<512B>")) "C.BSTOP",
        COMPARE,
        "sources_named",
        {.subject = PTO_SUBJECT_ROWS,
         .operand = PTO_OF_SOURCE,
         .number = 1,
         .value = 32,
         .wanted = pto_one(8)},
        {NULL}});
}

#define MAXIMUM(mode)                                                      \
    "BSTART.VEC TMAX, FP16\nB.DATR NORM, DTYPE_NONE, Zero, EQ, " mode      \
    "\nB.DIM zero, 4, ->lb0\nB.DIM zero, 2, ->lb1\nB.DIM zero, 4, ->lb2\n" \
    "B.IOT t#1, u#1, mask=1111, last, ->m<128B>\nC.BSTOP"

TEST(tmax_datr_rmode)
{
    UNUSED_STATE;
    explains((message){PAIR("FP16") "C.BSTOP",
                       MAXIMUM("RTO"),
                       "datr_fields",
                       attribute(PTO_ROW_data_rounding, 6, pto_one(0)),
                       {MAXIMUM("NONE")}});
}

#define CONVERT(relation)                                                    \
    "BSTART.VEC TCVT, FP32\nB.DATR NORM, S8, Null, " relation ", RNE\n" MNK( \
        "16", "16", "16") "B.IOT t#1, mask=1111, last, ->u<256B>\nC.BSTOP"

TEST(tcvt_datr_cmode)
{
    UNUSED_STATE;
    explains((message){
        LOAD("FP32", NORMAL("16"), "16", "16", LOCAL("t<1KB>")) "C.BSTOP",
        CONVERT("GE"),
        "datr_fields",
        attribute(PTO_ROW_data_comparison, 5, pto_one(0)),
        {CONVERT("EQ")}});
}

#define LOCAL_PRODUCT(datr, m, bytes)                                \
    "BSTART.TMATMUL FP16\n" datr PLAIN_POST MNK(                     \
        m, "16", "16") "B.IOT n#2, n#1, mask=1111, last, ->u<" bytes \
                       ">\nC.BSTOP"

/* A has 33 rows, in two blocks: M=32 alone would not do either. */
TEST(tmatmul_local_m33)
{
    UNUSED_STATE;
    explains((message){
        LOAD("FP16", CELLS("ND2M32"), "16", "33", LOCAL("n<4KB>")) LOAD(
            "FP16", CELLS("ND2N8"), "16", "16", LOCAL("n<512B>")) "C.BSTOP",
        LOCAL_PRODUCT("", "33", "4KB"),
        "local_a",
        dimension(0, 33, pto_or_left_out(pto_range(1, 32))),
        {NULL}});
}

TEST(tmatmul_datr_pad)
{
    UNUSED_STATE;
    explains(
        (message){A_AND_B("BF16") "C.BSTOP",
                  LOCAL_PRODUCT("B.DATR NORM, BF16, Min\n", "16", "1KB"),
                  "matrix_datr",
                  attribute(PTO_ROW_data_pad, 2, pto_one(0)),
                  {LOCAL_PRODUCT("B.DATR NORM, BF16, Zero\n", "16", "1KB")}});
}

/* What accumulates in FP32, as A does, or what says that B is as A. */
static uint64_t fp32_factors(void)
{
    uint64_t codes = 1ULL << PTO_DTYPE_NONE;
    for (unsigned t = 0; t < PTO_DTYPE_CODES; t++) {
        const pto_format *f = pto_format_get(t);
        bool floats = f && (f->kind == PTO_KIND_FLOAT || t == PTO_HiF8);
        if (floats && t != PTO_FP64 && t != PTO_HiF4X2)
            codes |= 1ULL << t;
    }
    return codes;
}

TEST(tmatmul_fp16_s8)
{
    UNUSED_STATE;
    explains(
        (message){A_AND_B("FP16") "C.BSTOP",
                  LOCAL_PRODUCT("B.DATR NORM, S8, Zero\n", "16", "1KB"),
                  "input_types",
                  attribute(PTO_ROW_data_type, PTO_S8,
                            pto_or_left_out(pto_codes(fp32_factors()))),
                  {LOCAL_PRODUCT("", "16", "1KB"),
                   LOCAL_PRODUCT("B.DATR NORM, FP16, Zero\n", "16", "1KB")}});
}

#define ACCUMULATE                                                     \
    "BSTART.TMATMUL.ACC FP16\n" PLAIN_POST MNK(                        \
        "16", "16", "16") "B.IOS S0, mask=1111\nB.IOS S1, mask=1111\n" \
                          "B.IOT t#1, mask=1111, last, ->u<1KB>\nC.BSTOP"
#define SHARED_PAIR                                            \
    LOAD("FP16", NORMAL("16"), "16", "16", SHARED("S0<512B>")) \
    LOAD("FP16", NORMAL("16"), "16", "16", SHARED("S1<512B>")) "C.BSTOP"

/* With a Shared A either layout of M rows does; C in one of them runs. */
TEST(tmatmul_acc_c_in_n8)
{
    UNUSED_STATE;
    explains((message){LOAD("FP32", CELLS("ND2N8"), "16", "16", LOCAL("t<1KB>"))
                           SHARED_PAIR,
                       ACCUMULATE,
                       "local_c",
                       {.subject = PTO_SUBJECT_LAYOUT,
                        .operand = PTO_OF_SOURCE,
                        .value = PTO_TILE_CUBE_N8,
                        .wanted = pto_codes(1ULL << PTO_TILE_CUBE_M16 |
                                            1ULL << PTO_TILE_CUBE_M32)},
                       {NULL}});
    message m = {.load = LOAD("FP32", CELLS("ND2M16"), "16", "16",
                              LOCAL("t<1KB>")) SHARED_PAIR};
    driver *d = loaded(&m);
    driver_pass(d, ACCUMULATE);
    driver_free(d);
}

#define GROUP_PRODUCT(n)                       \
    "BSTART.TMATMUL FP16\n" PLAIN_POST MNK(    \
        "40", n, "16") "B.IOS S0, mask=1111\n" \
                       "B.IOT n#1, mask=1111, last, ->u<1KB>\nC.BSTOP"

/* Of M=40, N=12, K=16 only N is wrong: a group's M is no power of two. */
TEST(tmatmul_m40_n12)
{
    UNUSED_STATE;
    explains((message){
        "BSTART.TLOAD FP16\n" CELLS(
            "ND2M16") "B.DIM zero, 16, ->lb0\n"
                      "B.DIM a2, 0, ->lb1\nB.IOR [a6, zero, zero], ->zero\n"
                      "B.IOT mask=1111, last, ->n<512B>\n" LOAD(
                          "FP16", NORMAL("16"), "16", "16",
                          SHARED("S0<512B>")) "C.BSTOP",
        GROUP_PRODUCT("12"),
        "power_of_two",
        dimension(1, 12, pto_or_left_out(pto_powers(1, 65535))),
        {GROUP_PRODUCT("16")}});
}

TEST_MAIN(CASE(tadd_6_columns), CASE(tadd_no_lb0), CASE(texpands_9_of_8),
          CASE(tcmp_source_capacity), CASE(tmax_datr_rmode),
          CASE(tcvt_datr_cmode), CASE(tmatmul_local_m33),
          CASE(tmatmul_datr_pad), CASE(tmatmul_fp16_s8),
          CASE(tmatmul_acc_c_in_n8), CASE(tmatmul_m40_n12))
