/* Spellings of forms by the beginning of their mnemonic. */
#include "text/insn/template.h"

#include <ctype.h>
#include <string.h>

enum { KEY = 6 };

static char lower(char c)
{
    return (char)tolower((unsigned char)c);
}

/* The dot of C.X, B.X and HL.X belongs to the name; another may begin a suffix
 * that the template spells otherwise. */
static bool belongs(const char *word, unsigned at)
{
    char c = word[at];
    bool is_prefix =
        at == 1 || (at == 2 && lower(word[0]) == 'h' && lower(word[1]) == 'l');
    return isalnum((unsigned char)c) || c == '_' || (c == '.' && is_prefix);
}

static unsigned bucket(const char *word)
{
    unsigned h = 0;
    for (unsigned i = 0; i < KEY && belongs(word, i); i++)
        h = h * 31 + (unsigned char)lower(word[i]);
    return (h ^ h >> 8 ^ h >> 16) % PTO_TEXT_BUCKETS;
}

/* Call `visit` for every spelling that the revision has, in order. */
static void each(const pto_isa *isa, pto_text_index *index,
                 void (*visit)(pto_text_index *, const pto_form *,
                               const char *))
{
    const char *text;
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        for (unsigned i = 0;
             pto_form_exists(f, isa) && (text = pto_template_text(isa, f, i));
             i++)
            visit(index, f, text);
    }
}

static void count(pto_text_index *index, const pto_form *f, const char *text)
{
    (void)f;
    index->first[bucket(text) + 1]++;
}

static void place(pto_text_index *index, const pto_form *f, const char *text)
{
    unsigned b = bucket(text);
    index->entry[index->first[b] + index->used[b]++] =
        (pto_text_spelling){f, text};
}

void pto_text_index_init(pto_text_index *index, const pto_isa *isa)
{
    memset(index, 0, sizeof *index);
    each(isa, index, count);
    for (unsigned b = 0; b < PTO_TEXT_BUCKETS; b++)
        index->first[b + 1] = (uint16_t)(index->first[b + 1] + index->first[b]);
    each(isa, index, place);
}

const pto_text_spelling *pto_text_index_find(const pto_text_index *index,
                                             const char *word, unsigned *n)
{
    unsigned b = bucket(word);
    *n = index->used[b];
    return index->entry + index->first[b];
}
