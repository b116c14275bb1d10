/* Every form prints text that assembles to the same bits; known spellings. */
#include "pto/text.h"
#include "pto_test.h"

#include "base/bits.h"
#include "isa/forms.h"
#include "isa/isa.h"

static pto_isa isa_of(const char *text)
{
    pto_isa isa;
    assert_int_equal(pto_isa_parse(text, &isa, NULL), PTO_OK);
    return isa;
}

/* Random bits that the form accepts. */
static uint64_t sample(const pto_form *f, const pto_isa *isa, uint64_t *seed)
{
    uint64_t open = ~pto_form_mask(f, isa) & pto_low_bits(f->length);
    for (;;) {
        pto_insn insn = {.form = f};
        uint64_t bits = f->match | (test_random(seed) & open), word;
        for (unsigned i = 0, live = pto_form_fields(f, isa); live >> i; i++)
            if (live >> i & 1)
                insn.value[pto_form_slot(f, (pto_field_id)f->ids[i])] =
                    pto_field_read(&f->field[i], bits);
        if (pto_encode(isa, &insn, &word, NULL) == PTO_OK)
            return word;
    }
}

static void prints_what_it_reads(const pto_decoder *d, const pto_form *f,
                                 uint64_t bits, uint64_t pc)
{
    char text[PTO_INSN_TEXT];
    pto_insn insn, again;
    pto_error e = {0};
    uint64_t word = 0;
    unsigned length = f->length / 8u;
    assert_int_equal(pto_decode(d, bits, length, &insn), PTO_OK);
    pto_insn_print(&d->isa, &insn, pc, text, sizeof text);
    pto_status s = pto_insn_assemble(&d->isa, text, pc, &again, &e);
    CHECK(s == PTO_OK, "%s %" PRIx64 ": '%s': %u: %s", f->name, bits, text,
          e.column, e.message);
    CHECK(again.form == f, "'%s' is %s, not %s", text, again.form->name,
          f->name);
    s = pto_encode(&d->isa, &again, &word, &e);
    CHECK(s == PTO_OK && word == bits, "%s: '%s' is %" PRIx64 ", not %" PRIx64,
          f->name, text, word, bits);
}

TEST(every_form_reads_back)
{
    UNUSED_STATE;
    uint64_t seed = 11;
    for (int r = 0; r < PTO_REVISION_COUNT; r++) {
        pto_isa isa = pto_isa_preset((pto_revision)r);
        pto_decoder d;
        pto_decoder_init(&d, &isa);
        for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
            const pto_form *f = pto_form_get((pto_form_id)id);
            uint64_t n = pto_form_exists(f, &isa) ? test_scaled(20) : 0;
            for (uint64_t k = 0; k < n; k++)
                prints_what_it_reads(&d, f, sample(f, &isa, &seed),
                                     test_random(&seed) & ~UINT64_C(1));
        }
    }
}

/* Text, what it means, and how it prints ("" where that is the same). */
static const struct accepted {
    const char *isa, *text;
    uint64_t word;
    const char *printed;
} accepted[] = {
#include "insn_text.inc"
};

TEST(known_spellings)
{
    UNUSED_STATE;
    for (size_t i = 0; i < sizeof accepted / sizeof accepted[0]; i++) {
        const struct accepted *a = &accepted[i];
        pto_isa isa = isa_of(a->isa);
        pto_insn insn;
        pto_error e = {0};
        uint64_t word = 0;
        char text[PTO_INSN_TEXT];
        pto_status s = pto_insn_assemble(&isa, a->text, 0x1000, &insn, &e);
        CHECK(s == PTO_OK, "'%s': %u: %s", a->text, e.column, e.message);
        assert_int_equal(pto_encode(&isa, &insn, &word, &e), PTO_OK);
        CHECK(word == a->word, "'%s' is %" PRIx64, a->text, word);
        pto_insn_print(&isa, &insn, 0x1000, text, sizeof text);
        const char *expected = *a->printed ? a->printed : a->text;
        CHECK(!strcmp(text, expected), "'%s' prints '%s'", a->text, text);
    }
}

static const struct refused {
    const char *isa, *text;
    uint32_t column;
    const char *message; /* how it starts */
} refused[] = {
#include "insn_text_errors.inc"
};

TEST(errors_say_where_and_what_was_expected)
{
    UNUSED_STATE;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        const struct refused *x = &refused[i];
        pto_isa isa = isa_of(x->isa);
        pto_insn insn;
        pto_error e = {0};
        pto_status s = pto_insn_assemble(&isa, x->text, 0x1000, &insn, &e);
        CHECK(s != PTO_OK, "'%s' is accepted", x->text);
        CHECK(e.column == x->column &&
                  !strncmp(e.message, x->message, strlen(x->message)),
              "'%s': %u: %s", x->text, e.column, e.message);
    }
}

TEST_MAIN(CASE(every_form_reads_back), CASE(known_spellings),
          CASE(errors_say_where_and_what_was_expected))
