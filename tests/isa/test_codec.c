/* Every row of insn.def, with no instruction named here. */
#include "pto/isa.h"
#include "pto_test.h"

#include "base/bits.h"

static uint64_t length_mask(const pto_form *f)
{
    return pto_low_bits(f->layout->length);
}

static const struct known {
    uint64_t holes, shared;
} known[PTO_FORM_COUNT] = {
#define EXCEPT(form, holes, shared, why) [PTO_FORM_##form] = {holes, shared},
#include "isa/exception.def"
#undef EXCEPT
};

/* Bits that no field and no mask owns, and that two own. */
static void ownership(const pto_form *f, uint64_t *holes, uint64_t *twice)
{
    uint64_t owned = f->mask;
    *twice = 0;
    for (int k = 0; k < PTO_MAX_FIELDS && f->layout->field[k].name; k++)
        for (int j = 0; j < PTO_MAX_PIECES; j++) {
            pto_piece p = f->layout->field[k].piece[j];
            uint64_t m = pto_low_bits(p.width) << p.lsb;
            *twice |= owned & m;
            owned |= m;
        }
    *holes = length_mask(f) & ~owned;
}

/* Write a legal random value into each field with requirements. */
static uint64_t make_legal(const pto_form *f, const pto_isa *isa, uint64_t bits,
                           uint64_t *seed)
{
    while (!pto_form_accepts(f, isa, bits)) {
        uint64_t open = ~f->mask & length_mask(f) & ~known[f->id].holes;
        bits = f->match | (test_random(seed) & open);
    }
    return bits;
}

TEST(every_bit_is_owned_once)
{
    UNUSED_STATE;
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        uint64_t holes, twice;
        ownership(f, &holes, &twice);
        CHECK(holes == known[id].holes, "%s: holes %" PRIx64, f->name, holes);
        CHECK(twice == known[id].shared, "%s: twice %" PRIx64, f->name, twice);
    }
}

static void round_trip(const pto_decoder *d, const pto_form *f, uint64_t bits)
{
    pto_insn insn;
    uint64_t again = 0;
    unsigned length = f->layout->length / 8u;
    pto_status s = pto_decode(d, bits, length, &insn);
    CHECK(s == PTO_OK, "%s does not decode %" PRIx64, f->name, bits);
    CHECK(insn.form == f, "%s decoded as %s", f->name, insn.form->name);
    s = pto_encode(&d->isa, &insn, &again, NULL);
    CHECK(s == PTO_OK, "%s does not encode", f->name);
    CHECK(again == bits, "%s: %" PRIx64 " -> %" PRIx64, f->name, bits, again);
}

TEST(every_form_round_trips)
{
    UNUSED_STATE;
    uint64_t seed = 1;
    for (int r = 0; r < PTO_REVISION_COUNT; r++) {
        pto_isa isa = pto_isa_preset((pto_revision)r);
        pto_decoder d;
        pto_decoder_init(&d, &isa);
        for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
            const pto_form *f = pto_form_get((pto_form_id)id);
            uint64_t n = pto_form_exists(f, &isa) ? test_scaled(50) : 0;
            for (uint64_t k = 0; k < n; k++)
                round_trip(&d, f, make_legal(f, &isa, ~f->match, &seed));
        }
    }
}

/* Any bits in a hole decode to the same form, and encode as zero. */
TEST(holes_are_ignored)
{
    UNUSED_STATE;
    uint64_t seed = 2;
    pto_isa isa = pto_isa_preset(PTO_REVISION_DEFAULT);
    pto_decoder d;
    pto_decoder_init(&d, &isa);
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        if (!known[id].holes)
            continue;
        pto_insn insn;
        uint64_t bits = make_legal(f, &isa, ~f->match, &seed), again = 0;
        assert_int_equal(pto_decode(&d, bits | known[id].holes,
                                    f->layout->length / 8u, &insn),
                         PTO_OK);
        assert_int_equal(pto_encode(&isa, &insn, &again, NULL), PTO_OK);
        assert_ptr_equal(insn.form, f);
        assert_true(again == bits);
    }
}

/* Every revision's index fits its array. */
TEST(index_has_room)
{
    UNUSED_STATE;
    pto_isa isa = pto_isa_preset(PTO_REVISION_DEFAULT);
    pto_decoder d;
    pto_decoder_init(&d, &isa);
    unsigned used = d.first[3][PTO_DECODER_BUCKETS];
    CHECK(used <= PTO_DECODER_ENTRIES * 3 / 4, "%u entries used", used);
}

/* The index finds what a scan of the whole table finds, and only one form. */
static const pto_form *scan(const pto_isa *isa, uint64_t bits, unsigned length)
{
    const pto_form *found = NULL;
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        if (f->layout->length != 8 * length || !pto_form_accepts(f, isa, bits))
            continue;
        CHECK(!found, "%" PRIx64 " is %s and %s", bits, found->name, f->name);
        found = f;
    }
    return found;
}

/* Random words, most of them near a form so that many decode. */
static uint64_t random_word(uint64_t *seed, unsigned *length)
{
    unsigned id = (unsigned)(test_random(seed) % PTO_FORM_COUNT);
    const pto_form *f = pto_form_get((pto_form_id)id);
    uint64_t bits = test_random(seed);
    *length = f->layout->length / 8u;
    if (test_random(seed) & 7)
        bits = (bits & ~f->mask) | f->match;
    if (test_random(seed) & 1)
        bits ^= UINT64_C(1) << test_random(seed) % f->layout->length;
    return bits & length_mask(f);
}

TEST(index_agrees_with_a_scan)
{
    UNUSED_STATE;
    uint64_t seed = 3, hits = 0, n = test_scaled(10000);
    for (int r = 0; r < PTO_REVISION_COUNT; r++) {
        pto_isa isa = pto_isa_preset((pto_revision)r);
        pto_decoder d;
        pto_decoder_init(&d, &isa);
        for (uint64_t k = 0; k < n; k++) {
            unsigned length;
            uint64_t bits = random_word(&seed, &length);
            const pto_form *f = scan(&isa, bits, length);
            pto_insn insn = {0};
            pto_status s = pto_decode(&d, bits, length, &insn);
            CHECK((s == PTO_OK) == (f != NULL), "%" PRIx64, bits);
            CHECK(!f || insn.form == f, "%" PRIx64, bits);
            hits += f != NULL;
        }
    }
    assert_true(hits > n / 2);
}

/* The forms of one revision whose words may overlap: none. */
static bool differ(const pto_form *a, const pto_form *b, const pto_isa *isa)
{
    if (a->layout->length != b->layout->length || !pto_form_exists(a, isa) ||
        !pto_form_exists(b, isa))
        return true;
    return ((a->match ^ b->match) & a->mask & b->mask) != 0;
}

/* Where masks overlap, a requirement must part the two forms. */
TEST(no_word_is_two_forms)
{
    UNUSED_STATE;
    uint64_t seed = 4, overlaps = 0;
    pto_isa isa = pto_isa_preset(PTO_REVISION_DEFAULT);
    for (unsigned i = 0; i < PTO_FORM_COUNT * PTO_FORM_COUNT; i++) {
        const pto_form *a = pto_form_get((pto_form_id)(i / PTO_FORM_COUNT));
        const pto_form *b = pto_form_get((pto_form_id)(i % PTO_FORM_COUNT));
        if (a->id >= b->id || differ(a, b, &isa))
            continue;
        overlaps++;
        for (uint64_t k = 0; k < test_scaled(2000); k++) {
            uint64_t open = ~(a->mask | b->mask) & length_mask(a);
            uint64_t bits = a->match | b->match | (test_random(&seed) & open);
            CHECK(!pto_form_accepts(a, &isa, bits) ||
                      !pto_form_accepts(b, &isa, bits),
                  "%" PRIx64 " is %s and %s", bits, a->name, b->name);
        }
    }
    assert_int_equal(overlaps, 6);
}

TEST(requirements_stand_together_and_name_real_fields)
{
    UNUSED_STATE;
    size_t n;
    const pto_require *r = pto_require_list(&n);
    bool seen[PTO_FORM_COUNT] = {false};
    for (size_t i = 0; i < n; i++) {
        const pto_form *f = pto_form_get((pto_form_id)r[i].form);
        bool starts = i == 0 || r[i - 1].form != r[i].form;
        CHECK(!starts || !seen[f->id], "%s: rows apart", f->name);
        CHECK(pto_form_has(f, (pto_field_id)r[i].field), "%s has no %s",
              f->name, pto_field_name((pto_field_id)r[i].field));
        seen[f->id] = true;
    }
}

TEST(values_that_do_not_fit_are_refused)
{
    UNUSED_STATE;
    pto_isa isa = pto_isa_preset(PTO_REVISION_DEFAULT);
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        const pto_field *field = f->layout->field;
        for (int k = 0; k < PTO_MAX_FIELDS && field[k].name; k++) {
            uint64_t bits;
            unsigned width = pto_field_width(&field[k]);
            unsigned top = width - (field[k].sign == PTO_SIGN_SIGNED);
            pto_insn in = {.form = f};
            in.value[k] = INT64_C(1) << top;
            assert_int_not_equal(pto_encode(&isa, &in, &bits, NULL), PTO_OK);
        }
    }
}

/* A form's length, read back from its own bits as they stand in memory. */
TEST(bits_tell_the_length)
{
    UNUSED_STATE;
    uint64_t seed = 5;
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        for (int k = 0; k < 50; k++) {
            uint64_t bits = f->match | (test_random(&seed) & ~f->mask);
            bits &= length_mask(f);
            CHECK(pto_insn_length((uint32_t)bits) * 8 == f->layout->length,
                  "%s: %u", f->name, pto_insn_length((uint32_t)bits));
        }
    }
}

TEST(bytes_that_end_early_are_truncated)
{
    UNUSED_STATE;
    static const uint8_t bytes[8] = {0x0f, 0, 0, 0, 1, 0, 0, 0};
    pto_isa isa = pto_isa_preset(PTO_REVISION_DEFAULT);
    pto_decoder d;
    pto_insn insn;
    unsigned length;
    pto_decoder_init(&d, &isa);
    for (size_t n = 0; n < 8; n++)
        assert_int_equal(pto_decode_bytes(&d, bytes, n, &insn, &length),
                         PTO_TRUNCATED);
    assert_int_equal(pto_decode_bytes(&d, bytes, 8, &insn, &length), PTO_OK);
    assert_int_equal(length, 8);
    assert_int_equal(insn.form->id, PTO_FORM_L_BSTOP);
}

TEST_MAIN(CASE(every_bit_is_owned_once), CASE(every_form_round_trips),
          CASE(holes_are_ignored), CASE(index_has_room),
          CASE(index_agrees_with_a_scan), CASE(no_word_is_two_forms),
          CASE(requirements_stand_together_and_name_real_fields),
          CASE(values_that_do_not_fit_are_refused), CASE(bits_tell_the_length),
          CASE(bytes_that_end_early_are_truncated))
