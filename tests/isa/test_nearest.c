/*
 * What is said of a word that does not decode: the form that it is nearest to
 * has only the named fields wrong, and with any value that is said to be legal
 * there it decodes.
 */
#include "base/bits.h"
#include "isa/forms.h"
#include "isa/nearest.h"
#include "isa/when.h"
#include "pto_test.h"

static void put_field(const pto_field *f, uint64_t value, uint64_t *bits)
{
    for (unsigned i = 0; i < PTO_MAX_PIECES; i++) {
        const pto_piece *p = &f->piece[i];
        uint64_t mask = pto_low_bits(p->width) << p->lsb;
        *bits = (*bits & ~mask) | ((value >> p->value_lsb << p->lsb) & mask);
    }
}

static bool decodes(const pto_isa *isa, uint64_t bits, unsigned length)
{
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        if (f->length == 8 * length && pto_form_accepts(f, isa, bits))
            return true;
    }
    return false;
}

/* Each illegal field gets each value that it may have, one after another. */
static void mends(const pto_isa *isa, uint64_t bits, const pto_near *near)
{
    const pto_form *f = near->form;
    for (unsigned i = 0; near->illegal >> i; i++) {
        const pto_field *field = &f->field[i];
        if (!(near->illegal >> i & 1))
            continue;
        uint64_t word = bits;
        CHECK(!pto_field_allows(f, field, pto_field_read(field, bits)),
              "%s %s is legal in %llx", f->mnemonic,
              pto_field_name((pto_field_id)field->id),
              (unsigned long long)bits);
        for (uint64_t v = 0; v < 64; v++) {
            put_field(field, v, &word);
            if ((uint64_t)pto_field_read(field, word) != v ||
                !pto_field_allows(f, field, (int64_t)v))
                continue;
            bits = word;
            CHECK(near->illegal & (near->illegal - 1) ||
                      pto_form_accepts(f, isa, word),
                  "%s: %llx", f->mnemonic, (unsigned long long)word);
        }
    }
    CHECK(pto_form_accepts(f, isa, bits), "%s: %llx", f->mnemonic,
          (unsigned long long)bits);
}

/* A word of the form with a legal value in each field. */
static uint64_t legal_word(const pto_form *f, uint32_t live)
{
    uint64_t word = f->match;
    for (unsigned i = 0; live >> i; i++)
        for (uint64_t v = 0; v < 64 && (live >> i & 1); v++) {
            if (!pto_field_allows(f, &f->field[i], (int64_t)v))
                continue;
            put_field(&f->field[i], v, &word);
            break;
        }
    return word;
}

/* Fields with one value are opcodes, or reserved. */
static bool restricts(const pto_field *f)
{
    return f->legal == PTO_LEGAL_ONE_OF || f->legal == PTO_LEGAL_NOT;
}

/* Each value of one field that the form does not allow; how many do not
 * decode. */
static unsigned breaks(const pto_isa *isa, const pto_form *f, unsigned i,
                       uint64_t word)
{
    unsigned seen = 0;
    for (uint64_t v = 0; v < 64; v++) {
        put_field(&f->field[i], v, &word);
        if ((uint64_t)pto_field_read(&f->field[i], word) != v ||
            decodes(isa, word, f->length / 8))
            continue;
        pto_near near = pto_form_nearest(isa, word, f->length / 8);
        CHECK(near.form && !(near.illegal & (near.illegal - 1)), "%s: %llx",
              f->mnemonic, (unsigned long long)word);
        mends(isa, word, &near);
        seen++;
    }
    return seen;
}

TEST(one_illegal_field_is_found)
{
    UNUSED_STATE;
    unsigned seen = 0;
    for (int r = 0; r < PTO_REVISION_COUNT; r++) {
        pto_isa isa = pto_isa_preset((pto_revision)r);
        for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
            const pto_form *f = pto_form_get((pto_form_id)id);
            uint32_t live = pto_form_fields(f, &isa);
            if (!pto_form_exists(f, &isa))
                continue;
            for (unsigned i = 0; live >> i; i++)
                if ((live >> i & 1) && restricts(&f->field[i]))
                    seen += breaks(&isa, f, i, legal_word(f, live));
        }
    }
    CHECK(seen > 1000, "%u words", seen);
}

/* Up to four bits of a legal word of some form turned. */
TEST(words_that_are_nearly_legal_are_told_truly)
{
    UNUSED_STATE;
    pto_isa isa = pto_isa_preset(PTO_REVISION_0_58_4);
    uint64_t seed = 7;
    unsigned seen = 0;
    for (unsigned n = 0; n < 20000; n++) {
        const pto_form *f =
            pto_form_get((pto_form_id)(test_random(&seed) % PTO_FORM_COUNT));
        uint64_t word = legal_word(f, pto_form_fields(f, &isa));
        for (unsigned flips = 1 + n % 4; flips; flips--)
            word ^= UINT64_C(1) << test_random(&seed) % f->length;
        if (decodes(&isa, word, f->length / 8))
            continue;
        pto_near near = pto_form_nearest(&isa, word, f->length / 8);
        if (near.form)
            mends(&isa, word, &near);
        seen += near.form != NULL;
    }
    CHECK(seen > 100, "%u", seen);
}

static void says(const char *revision, uint64_t word, const char *wanted)
{
    char text[256];
    pto_isa isa;
    pto_error e = {0};
    CHECK(pto_isa_parse(revision, &isa, &e) == PTO_OK, "%s", e.message);
    pto_undefined_text(&isa, word, 4, text, sizeof text);
    assert_string_equal(text, wanted);
}

/* BSTART.VEC TADD with DataType 15, and with a selector nobody has. */
TEST(fields_and_selectors_are_named)
{
    UNUSED_STATE;
    says("0.58.4", 0x78019181,
         "no form has this encoding; nearest is BSTART.TEPL: DataType is 15, "
         "wanted 0 to 14, 16 to 20 or 24 to 28");
    says("0.58.4", 0x27f19181,
         "BSTART.TEPL: no operation has Mode 3, Function 31");
    says("0.58.4", 0xffffffff, "no form has this encoding");
}

TEST_MAIN(CASE(one_illegal_field_is_found),
          CASE(words_that_are_nearly_legal_are_told_truly),
          CASE(fields_and_selectors_are_named))
