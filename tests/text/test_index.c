/* The index finds every spelling that a look at all forms would find. */
#include "pto_test.h"
#include "text/insn/template.h"
#include "isa/isa.h"

static bool holds(const pto_text_index *x, const char *word, const char *text)
{
    unsigned n;
    const pto_text_spelling *s = pto_text_index_find(x, word, &n);
    for (; n > 0; n--, s++)
        if (s->text == text)
            return true;
    return false;
}

/* The mnemonic in both cases, and with a suffix where it takes one. */
static void check_spelling(const pto_text_index *x, const pto_form *f,
                           const char *text)
{
    template t;
    char word[80];
    pto_template_read(f, text, &t);
    (void)snprintf(word, sizeof word, "%.*s", (int)t.mnemonic_size, t.mnemonic);
    CHECK(holds(x, word, text), "%s", word);
    for (char *c = word; *c; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c | 32 : *c);
    CHECK(holds(x, word, text), "%s", word);
    if (t.count && pto_text_element_is_suffix(&t.element[0])) {
        strcat(word, ".suffix");
        CHECK(holds(x, word, text), "%s", word);
    }
}

TEST(every_spelling_is_found_by_its_word)
{
    UNUSED_STATE;
    pto_text_index *x = malloc(sizeof *x);
    for (int r = 0; r < PTO_REVISION_COUNT; r++) {
        pto_isa isa = pto_isa_preset((pto_revision)r);
        unsigned seen = 0;
        const char *text;
        pto_text_index_init(x, &isa);
        for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
            const pto_form *f = pto_form_get((pto_form_id)id);
            for (unsigned i = 0; pto_form_exists(f, &isa) &&
                                 (text = pto_template_text(&isa, f, i));
                 i++, seen++)
                check_spelling(x, f, text);
        }
        assert_true(seen <= PTO_TEXT_SPELLINGS);
        assert_int_equal(x->first[PTO_TEXT_BUCKETS], seen);
    }
    free(x);
}

TEST_MAIN(CASE(every_spelling_is_found_by_its_word))
