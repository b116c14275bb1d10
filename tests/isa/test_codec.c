/* Every row of insn.def, with no instruction named here. */
#include "isa/when.h"
#include "pto_test.h"

#include "base/bits.h"
#include "isa/isa.h"

static uint64_t length_mask(const pto_form *f)
{
    return pto_low_bits(f->length);
}

/* Bits of a field that are not fixed. */
static uint64_t bits_of(const pto_field *f)
{
    uint64_t bits = 0;
    for (int j = 0; f->legal != PTO_LEGAL_MATCH && j < PTO_MAX_PIECES; j++)
        bits |= pto_low_bits(f->piece[j].width) << f->piece[j].lsb;
    return bits;
}

/* The features by which the form differs between ISAs. */
static pto_when restrictions(const pto_form *f)
{
    pto_when all = f->when;
    for (unsigned i = 0; i < f->fields; i++)
        all = pto_when_both(all, f->field[i].when);
    return all;
}

/* A random word that the form has in this revision. */
static uint64_t make_legal(const pto_form *f, const pto_isa *isa,
                           uint64_t *seed)
{
    uint64_t bits, mask = pto_form_mask(f, isa);
    do {
        bits = f->match;
        for (unsigned i = 0, live = pto_form_fields(f, isa); live >> i; i++)
            if (live >> i & 1)
                bits |= test_random(seed) & bits_of(&f->field[i]);
        assert_true((bits & mask) == f->match);
    } while (!pto_form_accepts(f, isa, bits));
    return bits;
}

static void check_ownership(const pto_form *f, const pto_isa *isa)
{
    uint64_t owned = 0;
    for (unsigned i = 0, live = pto_form_fields(f, isa); live >> i; i++) {
        if (!(live >> i & 1))
            continue;
        uint64_t bits = bits_of(&f->field[i]);
        bool is_fixed = f->field[i].legal == PTO_LEGAL_MATCH;
        CHECK(!(owned & bits), "%s: twice %" PRIx64, f->name, owned & bits);
        CHECK(!is_fixed ||
                  pto_form_mask(f, isa) >> f->field[i].piece[0].lsb & 1,
              "%s: fixed, but not", f->name);
        CHECK(!(bits & ~length_mask(f)), "%s: too long", f->name);
        CHECK(pto_form_slot(f, (pto_field_id)f->field[i].id) == i ||
                  f->ids[i - 1] == f->ids[i],
              "%s: rows apart", f->name);
        for (unsigned k = 0; k < i; k++)
            CHECK(!(live >> k & 1) || f->ids[k] != f->ids[i], "%s: two of %s",
                  f->name, pto_field_name((pto_field_id)f->ids[i]));
        owned |= bits;
    }
    CHECK(!(f->match & ~pto_form_mask(f, isa)), "%s: match", f->name);
}

TEST(every_bit_is_owned_once_in_every_isa)
{
    UNUSED_STATE;
    unsigned most = 0;
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        pto_isa isa = pto_isa_preset((pto_revision)0);
        unsigned isas = 0;
        do {
            check_ownership(f, &isa);
            isas++;
        } while (pto_isa_next(&isa, restrictions(f)));
        most = isas > most ? isas : most;
    }
    assert_true(most >= 4); /* two features of B.IOT, and what else comes */
}

static uint64_t place_of(const pto_field *f)
{
    uint64_t bits = 0;
    for (int j = 0; j < PTO_MAX_PIECES; j++)
        bits |= pto_low_bits(f->piece[j].width) << f->piece[j].lsb;
    return bits;
}

/* Does a row that the ISA has tell of the field or of its bits? */
static bool is_told(const pto_form *f, unsigned field, unsigned live)
{
    for (unsigned i = 0; i < f->fields; i++) {
        bool covers = !(place_of(&f->field[field]) & ~place_of(&f->field[i]));
        if (live >> i & 1 && (covers || f->field[i].id == f->field[field].id))
            return true;
    }
    return false;
}

static void check_tells(const pto_form *f, const pto_isa *isa)
{
    unsigned live = pto_form_fields(f, isa);
    for (unsigned i = 0; pto_form_exists(f, isa) && i < f->fields; i++)
        CHECK(is_told(f, i, live),
              "%s: %s has no row where its `when` does not hold", f->mnemonic,
              pto_field_name((pto_field_id)f->field[i].id));
}

TEST(a_field_that_leaves_its_bits_has_others)
{
    UNUSED_STATE;
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        pto_isa isa = pto_isa_preset((pto_revision)0);
        do
            check_tells(f, &isa);
        while (pto_isa_next(&isa, restrictions(f)));
    }
}

static void round_trip(const pto_decoder *d, const pto_form *f, uint64_t bits)
{
    pto_insn insn;
    uint64_t again = 0;
    unsigned length = f->length / 8u;
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
                round_trip(&d, f, make_legal(f, &isa, &seed));
        }
    }
}

/* Bits that nobody owns decode to the same form, and encode as zero. */
TEST(nameless_bits_are_ignored)
{
    UNUSED_STATE;
    uint64_t seed = 2;
    unsigned seen = 0;
    pto_isa isa = pto_isa_preset(PTO_REVISION_DEFAULT);
    pto_decoder d;
    pto_decoder_init(&d, &isa);
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        uint64_t owned = f->fixed, again = 0;
        for (unsigned i = 0; i < f->fields; i++)
            owned |= bits_of(&f->field[i]);
        if (owned == length_mask(f))
            continue;
        pto_insn insn;
        uint64_t bits = make_legal(f, &isa, &seed);
        assert_int_equal(pto_decode(&d, bits | (length_mask(f) & ~owned),
                                    f->length / 8u, &insn),
                         PTO_OK);
        assert_int_equal(pto_encode(&isa, &insn, &again, NULL), PTO_OK);
        assert_ptr_equal(insn.form, f);
        assert_true(again == bits);
        seen++;
    }
    assert_int_equal(seen, 2);
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
        if (f->length != 8 * length || !pto_form_accepts(f, isa, bits))
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
    *length = f->length / 8u;
    if (test_random(seed) & 7)
        bits = (bits & ~f->fixed) | f->match;
    if (test_random(seed) & 1)
        bits ^= UINT64_C(1) << test_random(seed) % f->length;
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

/* Has the small field of `a` a value that `b` leaves room for? */
static bool has_room(const pto_form *a, const pto_field *x, const pto_form *b,
                     const pto_isa *isa)
{
    uint64_t bits = bits_of(x), mask = pto_form_mask(b, isa);
    for (uint64_t v = 0; v >> x->piece[0].width == 0; v++) {
        bool fits = !(((v << x->piece[0].lsb) ^ b->match) & bits & mask) &&
                    pto_form_allows(a, isa, (pto_field_id)x->id, (int64_t)v);
        for (unsigned i = 0, live = pto_form_fields(b, isa); live >> i; i++)
            if (live >> i & 1 && bits_of(&b->field[i]) == bits)
                fits = fits && pto_form_allows(b, isa, (pto_field_id)b->ids[i],
                                               (int64_t)v);
        if (fits)
            return true;
    }
    return false;
}

/* No word is both: fixed bits differ, or a field of `a` has no room in `b`. */
static bool are_apart(const pto_form *a, const pto_form *b, const pto_isa *isa)
{
    uint64_t both = pto_form_mask(a, isa) & pto_form_mask(b, isa);
    if ((a->match ^ b->match) & both)
        return true;
    for (unsigned i = 0, live = pto_form_fields(a, isa); live >> i; i++)
        if (live >> i & 1 && pto_field_width(&a->field[i]) <= 6 &&
            !a->field[i].piece[1].width && !has_room(a, &a->field[i], b, isa))
            return true;
    return false;
}

/* Do not both exist, or can differences be read off what is always fixed? */
static bool never_meet(const pto_form *a, const pto_form *b)
{
    return a->length != b->length ||
           ((a->match ^ b->match) & a->fixed & b->fixed) != 0;
}

TEST(no_word_is_two_forms_in_any_isa)
{
    UNUSED_STATE;
    unsigned overlaps = 0;
    for (unsigned i = 0; i < PTO_FORM_COUNT * PTO_FORM_COUNT; i++) {
        const pto_form *a = pto_form_get((pto_form_id)(i / PTO_FORM_COUNT));
        const pto_form *b = pto_form_get((pto_form_id)(i % PTO_FORM_COUNT));
        if (a->id >= b->id || never_meet(a, b))
            continue;
        pto_when differ = pto_when_both(restrictions(a), restrictions(b));
        pto_isa isa = pto_isa_preset((pto_revision)0);
        do
            CHECK(!pto_form_exists(a, &isa) || !pto_form_exists(b, &isa) ||
                      are_apart(a, b, &isa) || are_apart(b, a, &isa),
                  "%s and %s", a->name, b->name);
        while (pto_isa_next(&isa, differ));
        overlaps++;
    }
    assert_int_equal(overlaps, 6);
}

TEST(values_that_do_not_fit_are_refused)
{
    UNUSED_STATE;
    pto_isa isa = pto_isa_preset(PTO_REVISION_DEFAULT);
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        for (unsigned k = 0, live = pto_form_fields(f, &isa); live >> k; k++) {
            const pto_field *field = &f->field[k];
            uint64_t bits;
            unsigned top =
                pto_field_width(field) - (field->sign == PTO_SIGN_SIGNED);
            pto_insn in = {.form = f};
            if (!(live >> k & 1))
                continue;
            in.value[pto_form_slot(f, (pto_field_id)field->id)] = INT64_C(1)
                                                                  << top;
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
            uint64_t bits = f->match | (test_random(&seed) & ~f->fixed);
            bits &= length_mask(f);
            CHECK(pto_insn_length((uint32_t)bits) * 8 == f->length, "%s: %u",
                  f->name, pto_insn_length((uint32_t)bits));
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

TEST_MAIN(CASE(a_field_that_leaves_its_bits_has_others),
          CASE(every_bit_is_owned_once_in_every_isa),
          CASE(every_form_round_trips), CASE(nameless_bits_are_ignored),
          CASE(index_has_room), CASE(index_agrees_with_a_scan),
          CASE(no_word_is_two_forms_in_any_isa),
          CASE(values_that_do_not_fit_are_refused), CASE(bits_tell_the_length),
          CASE(bytes_that_end_early_are_truncated))
