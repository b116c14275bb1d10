/*
 * ADR 0072, acceptance criteria 1 to 10, each decoded from machine words: the
 * test's name says which. LB0 counts one PE's rows (coop_m=per-pe) unless the
 * test says otherwise.
 */
#include "bundle/driver.h"

enum { M = 8, N = 16, K = 4, A_AT = 0x1000, B_AT = 0x2000, L_AT = 0x3000 };

static float a_at(unsigned row, unsigned k)
{
    return (float)(row * 3 + k) - 7;
}

static float b_at(unsigned k, unsigned column)
{
    return (float)(k * 5) - (float)column / 2;
}

static float product(unsigned row, unsigned column)
{
    float sum = 0;
    for (unsigned k = 0; k < K; k++)
        sum += a_at(row, k) * b_at(k, column);
    return sum;
}

/* A and B, or what is stored where the operation turns them. */
static void lay(driver *d, bool turn_a, bool turn_b)
{
    for (unsigned r = 0; r < M; r++)
        for (unsigned k = 0; k < K; k++) {
            float v = a_at(r, k);
            unsigned at = turn_a ? k * M + r : r * K + k;
            driver_floats(d, A_AT + 4UL * at, &v, 1);
            driver_floats(d, L_AT + 4UL * (r * K + k), &v, 1);
        }
    for (unsigned k = 0; k < K; k++)
        for (unsigned c = 0; c < N; c++) {
            float v = b_at(k, c);
            unsigned at = turn_b ? c * K + k : k * N + c;
            driver_floats(d, B_AT + 4UL * at, &v, 1);
        }
    driver_gpr(d, 2, A_AT);
    driver_gpr(d, 3, B_AT);
    driver_gpr(d, 4, 4UL * (turn_a ? M : K));
    driver_gpr(d, 5, 4UL * (turn_b ? K : N));
    driver_gpr(d, 6, L_AT);
    driver_gpr(d, 7, 4UL * K);
}

/* S0 = A, S1 = B; t#1 is every PE's Local A. */
static void load(driver *d, bool turn_a, bool turn_b)
{
    char text[1024];
    lay(d, turn_a, turn_b);
    bool quarters = !d->core.isa.range_modifiers;
    const char *mask = quarters ? "1111" : "1000";
    snprintf(text, sizeof text,
             "BSTART.TLOAD FP32\n"
             "C.B.DIMI %u, ->lb0\n"
             "C.B.DIMI %u, ->lb1\n"
             "C.B.DIMI %u, ->lb2\n"
             "B.IOR [a0, a2, zero], ->zero\n"
             "B.IOS mask=%s, ->S0<512B>\n"
             "BSTART.TLOAD FP32\n"
             "C.B.DIMI %u, ->lb0\n"
             "C.B.DIMI %u, ->lb1\n"
             "C.B.DIMI %u, ->lb2\n"
             "B.IOR [a1, a3, zero], ->zero\n"
             "B.IOS mask=%s, ->S1<512B>\n"
             "BSTART.TLOAD FP32\n"
             "B.DATR ND2M16, DTYPE_NONE, Zero\n"
             "C.B.DIMI 4, ->lb0\n"
             "C.B.DIMI 8, ->lb1\n"
             "B.IOR [a4, a5, zero], ->zero\n"
             "B.IOT mask=1111, last, ->t<256B>\n"
             "BSTOP",
             turn_a ? M : K, turn_a ? K : M, turn_a ? M : K, mask,
             turn_b ? K : N, turn_b ? N : K, turn_b ? K : N, mask);
    driver_pass(d, text);
}

/* A cooperative product with these controls, sources and mask. */
static const char *bundle(char *out, size_t size, unsigned trans_a,
                          unsigned trans_b, const char *binders)
{
    snprintf(out, size,
             "BSTART.TMATMUL FP32\n"
             "B.FPATR 0, 0, 0, 0, 0, 0, 0, %u, %u\n"
             "C.B.DIMI 8, ->lb0\n"
             "C.B.DIMI 16, ->lb1\n"
             "C.B.DIMI 4, ->lb2\n"
             "%s"
             "BSTOP",
             trans_a, trans_b, binders);
    return out;
}

static void check_d(const driver *d, unsigned mask)
{
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        const pto_tile *t = driver_tile(d, pe, "m#1");
        bool selected = mask & pto_pe_bit(pe);
        CHECK(t->allocated == selected, "mask %x PE%u", mask, pe);
        for (unsigned i = 0; selected && i < M * N; i++) {
            unsigned r = i / N, c = i - r * N;
            CHECK(pto_tile_read(t, r, c) == float_bits(product(r, c)),
                  "mask %x PE%u [%u,%u]", mask, pe, r, c);
        }
    }
}

static const char both[] = "B.IOS S0, mask=1111\n"
                           "B.IOS S1, mask=1111\n"
                           "B.IOT mask=1111, last, ->m<1KB>\n";
static const char right[] = "B.IOS S1, mask=1111\n"
                            "B.IOT t#1, mask=1111, last, ->m<1KB>\n";

static const char *const revisions[] = {"0.58.3", "0.58.4,coop_m=per-pe"};

static driver *machine(unsigned i)
{
    return driver_new(revisions[i], 4);
}

TEST(criterion_1_transpose_controls)
{
    UNUSED_STATE;
    char text[512];
    for (unsigned i = 0; i < 8; i++) {
        bool ta = i & 1, tb = i & 2;
        driver *d = machine(i >> 2);
        load(d, ta, tb);
        driver_pass(d, bundle(text, sizeof text, ta, tb, both));
        check_d(d, 15);
        driver_free(d);
    }
}

TEST(criterion_1_with_group_m)
{
    UNUSED_STATE;
    char text[512];
    for (unsigned i = 0; i < 4; i++) {
        driver *d = driver_new("0.58.4", 4);
        load(d, i & 1, i & 2);
        driver_pass(d, bundle(text, sizeof text, i & 1, i >> 1, both));
        check_d(d, 8); /* eight rows: all of them are PE0's */
        driver_free(d);
    }
}

/* The word of a B.FPATR with these bits on top of all-zero controls. */
static bool decodes(const char *isa, uint64_t bits)
{
    driver *d = driver_new(isa, 4);
    pto_insn insn;
    bool ok = pto_decode(&d->decoder, 0x2023 | bits, 4, &insn) == PTO_OK;
    driver_free(d);
    return ok;
}

TEST(criterion_2_bits_9_and_10_stay_reserved)
{
    UNUSED_STATE;
    assert_true(decodes("0.58.3", 0x180));
    assert_false(decodes("0.58.3", 1 << 9));
    assert_false(decodes("0.58.3", 1 << 10));
    assert_true(decodes("0.58.4", 1 << 9)); /* CScaleEn, ADR 0101 */
    assert_false(decodes("0.58.4", 1 << 10));
}

TEST(criterion_3_transpose_needs_its_shared_side)
{
    UNUSED_STATE;
    char text[512];
    for (unsigned i = 0; i < 2; i++) {
        driver *d = machine(i);
        load(d, false, true);
        uint64_t before = driver_digest(d);
        driver_fail(d, 2, "trans_a_shared",
                    bundle(text, sizeof text, 1, 0, right));
        assert_true(driver_digest(d) == before);
        driver_free(d);
        d = machine(i);
        load(d, false, true);
        driver_pass(d, bundle(text, sizeof text, 0, 1, right));
        check_d(d, 15);
        driver_free(d);
    }
}

TEST(criterion_3_local_sides_never_turn)
{
    UNUSED_STATE;
    static const char *const rule[] = {"trans_a_shared", "trans_b_shared"};
    char text[512];
    for (unsigned i = 0; i < 2; i++) {
        driver *d = machine(0);
        driver_fail(d, 0, rule[i],
                    bundle(text, sizeof text, i == 0, i == 1,
                           "B.IOT t#1, u#1, mask=1111, last, ->m<1KB>\n"));
        driver_free(d);
    }
}

TEST(criterion_4_right_only_and_both_sides)
{
    UNUSED_STATE;
    char text[512];
    for (unsigned i = 0; i < 4; i++) {
        driver *d = machine(i & 1);
        load(d, false, false);
        driver_pass(d, bundle(text, sizeof text, 0, 0, i & 2 ? both : right));
        check_d(d, 15);
        assert_int_equal(driver_tile(d, 0, "m#1")->layout, PTO_TILE_CUBE_M16);
        driver_free(d);
    }
}

static void binders(char *out, size_t size, const char *mask, bool shared_a)
{
    snprintf(out, size,
             "%sB.IOS S1, mask=%s\nB.IOT %smask=%s, last, "
             "->m<1KB>\n",
             "", mask, shared_a ? "" : "t#1, ", mask);
    if (shared_a)
        snprintf(out, size,
                 "B.IOS S0, mask=%s\nB.IOS S1, mask=%s\n"
                 "B.IOT mask=%s, last, ->m<1KB>\n",
                 mask, mask, mask);
}

TEST(criterion_5_every_mask_that_pemode_encodes)
{
    UNUSED_STATE;
    static const char *const masks[] = {"1000", "0100", "0010", "0001",
                                        "1100", "1110", "1111"};
    char text[512], b[256];
    for (unsigned i = 0; i < 7; i++) {
        for (unsigned shared_a = 0; shared_a < 2; shared_a++) {
            driver *d = machine(0);
            load(d, false, false);
            binders(b, sizeof b, masks[i], shared_a);
            driver_pass(d, bundle(text, sizeof text, 0, 0, b));
            check_d(d, (unsigned)strtoul(masks[i], NULL, 2));
            driver_free(d);
        }
    }
}

/* PEMode cannot encode them all; the rendezvous itself takes any. */
TEST(criterion_5_all_fifteen_masks)
{
    UNUSED_STATE;
    char text[512];
    for (unsigned mask = 1; mask < 16; mask++) {
        driver *d = machine(mask & 1);
        load(d, false, false);
        driver_program(d, bundle(text, sizeof text, 0, 0, right));
        for (unsigned pe = 0; pe < PTO_PES; pe++) {
            pto_header *h = &d->core.pe[pe].header;
            while (d->at[pe] + 1 < d->count)
                assert_true(driver_step(d, pe));
            h->shared[0].mask = h->binder[0].mask = (uint8_t)mask;
        }
        driver_run(d);
        check_d(d, mask);
        driver_free(d);
    }
}

TEST(criterion_6_selected_pes_alone_allocate_and_publish)
{
    UNUSED_STATE;
    char text[512], b[256];
    driver *d = machine(0);
    load(d, false, false);
    binders(b, sizeof b, "0100", true);
    driver_program(d, bundle(text, sizeof text, 0, 0, b));
    /* Three PEs alone do not get past it, selected or not. */
    for (unsigned pe = 0; pe < 3; pe++)
        while (driver_step(d, pe))
            ;
    for (unsigned pe = 0; pe < 3; pe++)
        assert_int_equal(d->outcome[pe], PTO_WAITING);
    assert_false(driver_tile(d, 1, "m#1")->allocated);
    driver_run(d);
    check_d(d, 4);
    driver_free(d);
}

TEST(criterion_6_readiness_of_every_shared_tile)
{
    UNUSED_STATE;
    char text[512];
    driver *d = machine(0);
    lay(d, false, false);
    /* Only the first quarter of S0 is written; S1 does not exist. */
    driver_pass(d, "BSTART.TLOAD FP32\n"
                   "C.B.DIMI 4, ->lb0\n"
                   "C.B.DIMI 8, ->lb1\n"
                   "C.B.DIMI 4, ->lb2\n"
                   "B.IOR [a0, a2, zero], ->zero\n"
                   "B.IOS mask=1000, ->S0<512B>\n"
                   "BSTOP");
    driver_fail(d, 3, "shared_a", bundle(text, sizeof text, 0, 0, both));
    driver_free(d);
    d = machine(1);
    lay(d, false, false);
    driver_fail(d, 3, "shared_a", bundle(text, sizeof text, 0, 0, both));
    driver_free(d);
}

TEST(criterion_7_mask_zero_is_before_everything)
{
    UNUSED_STATE;
    driver *d = machine(0);
    uint64_t before = driver_digest(d);
    /* No B.FPATR, no such tiles, no legal type: nothing is looked at. */
    driver_pass(d, "BSTART.TMATMUL FP64\n"
                   "C.B.DIMI 0, ->lb0\n"
                   "B.IOS S9, mask=0000\n"
                   "B.IOT t#9, u#9, mask=0000, ->m<128B>\n"
                   "BSTOP");
    assert_true(driver_digest(d) == before);
    driver_free(d);
}

TEST(criterion_8_shared_tiles_stay_as_they_are)
{
    UNUSED_STATE;
    char text[512];
    for (unsigned i = 0; i < 4; i++) {
        driver *d = machine(i & 1);
        bool turned = i & 2;
        load(d, turned, turned);
        uint64_t before =
            driver_hash_tile(driver_hash_tile(0, &d->core.shared[0].tile),
                             &d->core.shared[1].tile);
        pto_shared s0 = d->core.shared[0], s1 = d->core.shared[1];
        driver_pass(d, bundle(text, sizeof text, turned, turned, both));
        check_d(d, 15);
        assert_memory_equal(&s0, &d->core.shared[0], sizeof s0);
        assert_memory_equal(&s1, &d->core.shared[1], sizeof s1);
        assert_true(before == driver_hash_tile(
                                  driver_hash_tile(0, &d->core.shared[0].tile),
                                  &d->core.shared[1].tile));
        driver_free(d);
    }
}

TEST(criterion_9_tgemv_takes_nothing_shared)
{
    UNUSED_STATE;
    for (unsigned i = 0; i < 2; i++) {
        driver *d = machine(i);
        load(d, false, false);
        uint64_t before = driver_digest(d);
        driver_fail(d, 1, "gemv_local",
                    "BSTART.TGEMV FP32\n"
                    "B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0\n"
                    "C.B.DIMI 1, ->lb0\n"
                    "C.B.DIMI 16, ->lb1\n"
                    "C.B.DIMI 4, ->lb2\n"
                    "B.IOS S1, mask=1111\n"
                    "B.IOT t#1, mask=1111, last, ->m<1KB>\n"
                    "BSTOP");
        assert_true(driver_digest(d) == before);
        driver_free(d);
    }
}

/* One late failure each: of a PE's Local tile, its capacity, its room. */
TEST(criterion_10_late_failures_leave_every_pe_unchanged)
{
    UNUSED_STATE;
    static const struct {
        const char *rule, *binders;
        bool drop_a;
    } cases[] = {
        {"local_a", right, true},
        {"d_shape",
         "B.IOS S1, mask=1111\nB.IOT t#1, mask=1111, last, ->m<128B>\n", false},
        {"output_room",
         "B.IOS S1, mask=1111\nB.IOT t#1, mask=1111, last, ->m<64KB>\n", false},
        {"source_count",
         "B.IOS S1, mask=1111\nB.IOT t#1, t#1, mask=1111, last, ->m<1KB>\n",
         false},
    };
    char text[512];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        driver *d = machine(0);
        load(d, false, false);
        if (cases[i].drop_a)
            pto_pool_give(&d->core.pool, &d->core.pe[3].local[0].tile);
        uint64_t before = driver_digest(d);
        driver_fail(d, 0, cases[i].rule,
                    bundle(text, sizeof text, 0, 0, cases[i].binders));
        for (unsigned pe = 1; pe < PTO_PES; pe++)
            CHECK(d->outcome[pe] == PTO_FAULTED &&
                      !strcmp(d->fault[pe].rule, cases[i].rule),
                  "PE%u %s", pe, d->fault[pe].rule);
        CHECK(driver_digest(d) == before, "%s", cases[i].rule);
        driver_free(d);
    }
}

/* Eight rows are PE0's: the others have no Local A at all. */
TEST(group_m_looks_at_nothing_local_without_rows)
{
    UNUSED_STATE;
    char text[512];
    driver *d = driver_new("0.58.4", 4);
    load(d, false, false);
    for (unsigned pe = 1; pe < PTO_PES; pe++)
        pto_pool_give(&d->core.pool, &d->core.pe[pe].local[0].tile);
    driver_pass(d, bundle(text, sizeof text, 0, 0, right));
    check_d(d, 8);
    pto_pool_give(&d->core.pool, &d->core.pe[0].local[0].tile);
    driver_fail(d, 3, "local_a", bundle(text, sizeof text, 0, 0, right));
    driver_free(d);
}

TEST(group_m_names_all_four_pes)
{
    UNUSED_STATE;
    char text[512], b[256];
    driver *d = driver_new("0.58.4", 4);
    load(d, false, false);
    binders(b, sizeof b, "1100", true);
    driver_fail(d, 3, "group_mask", bundle(text, sizeof text, 0, 0, b));
    driver_free(d);
}

/* PE2 comes with another dimension, or with a writer of a parent. */
static void make_different(pto_header *h, bool writer)
{
    if (writer)
        h->binder[0].assemble = (pto_range_modifier){.present = true};
    else
        h->dimension[1] = 8;
}

TEST(different_bundles_never_meet)
{
    UNUSED_STATE;
    static const char *const said[] = {"LB1 16, not 8",
                                       "B.ASSEMBLE of B.IOT 0 0, not 1"};
    char text[512], how[128];
    for (unsigned i = 0; i < 2; i++) {
        driver *d = machine(0);
        load(d, false, false);
        driver_program(d, bundle(text, sizeof text, 0, 0, both));
        for (unsigned pe = 0; pe < PTO_PES; pe++)
            while (d->at[pe] + 1 < d->count)
                assert_true(driver_step(d, pe));
        make_different(&d->core.pe[2].header, i);
        driver_run(d);
        for (unsigned pe = 0; pe < PTO_PES; pe++)
            assert_int_equal(d->outcome[pe], PTO_WAITING);
        pto_bundle_describe_wait(&d->core, 0, 2, how, sizeof how);
        CHECK(strstr(how, said[i]), "%s", how);
        driver_free(d);
    }
}

TEST_MAIN(CASE(criterion_1_transpose_controls), CASE(criterion_1_with_group_m),
          CASE(criterion_2_bits_9_and_10_stay_reserved),
          CASE(criterion_3_transpose_needs_its_shared_side),
          CASE(criterion_3_local_sides_never_turn),
          CASE(criterion_4_right_only_and_both_sides),
          CASE(criterion_5_every_mask_that_pemode_encodes),
          CASE(criterion_5_all_fifteen_masks),
          CASE(criterion_6_selected_pes_alone_allocate_and_publish),
          CASE(criterion_6_readiness_of_every_shared_tile),
          CASE(criterion_7_mask_zero_is_before_everything),
          CASE(criterion_8_shared_tiles_stay_as_they_are),
          CASE(criterion_9_tgemv_takes_nothing_shared),
          CASE(criterion_10_late_failures_leave_every_pe_unchanged),
          CASE(group_m_looks_at_nothing_local_without_rows),
          CASE(group_m_names_all_four_pes), CASE(different_bundles_never_meet))
