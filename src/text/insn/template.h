/*
 * Internal: the assembly templates, taken apart. One element is one phrase of
 * a template; its kind has one function that reads it from text and one that
 * prints it, side by side in the operand files.
 */
#ifndef PTO_SRC_TEXT_TEMPLATE_H
#define PTO_SRC_TEXT_TEMPLATE_H

#include "base/buf.h"
#include "text/insn/text.h"

/* Kinds of phrases, in def/phrase.def, and what no phrase explains. */
#define PTO_ELEMENTS(X)                                                   \
    X(MARK, mark)         /* punctuation */                               \
    X(WORD, word)         /* a word as it stands */                       \
    X(FLAGS, flags)       /* letters behind the mnemonic */               \
    X(SUFFIX, suffix)     /* one name behind the mnemonic */              \
    X(CONVERT, convert)   /* two types behind the mnemonic: fd2sw */      \
    X(REGISTER, source)   /* a GPR, t#N or u#N */                         \
    X(WHEN_I, when_i)     /* a register, where the flag i is set */       \
    X(MODIFIER, modifier) /* .sw .uw .neg .not */                         \
    X(SHIFT, shift)       /* <<N */                                       \
    X(FIXED, fixed)       /* <<1, which may be left out */                \
    X(ARROW, arrow)       /* ->t ->u ->rd */                              \
    X(RESULT, result)     /* the second of two destinations */            \
    X(GPRS, gprs)         /* [a, b, c], ->d of B.IOR */                   \
    X(NUMBER, number)     /* an immediate */                              \
    X(COUNT, count)       /* an immediate, encoded one less */            \
    X(OFFSET, offset)     /* bytes, encoded in elements or halfwords */   \
    X(TARGET, target)     /* an address, relative to the instruction */   \
    X(RETURN, return_to)  /* an address, relative to its last halfword */ \
    X(BACK, back)         /* halfwords ahead, or an address */            \
    X(PLACE, place)       /* an address, relative to the aligned pc */    \
    X(NAME, name)         /* a named or plain code */                     \
    X(CHOICE, choice)     /* ->name */                                    \
    X(SIZE, size)         /* a SizeCode, or 128B..256KB */                \
    X(OPTIONAL, optional) /* , number: may be left out */                 \
    X(TILE_OP, tile_op)   /* the name of a tile operation */              \
    X(TILE, tile)         /* t#1..n#16 */                                 \
    X(MASK, mask)         /* mask=1111 */                                 \
    X(LAST, last)         /* , last */                                    \
    X(HAND, hand)         /* ->t<4KB> */                                  \
    X(SHARED, shared)     /* S1 */                                        \
    X(SHARE, share)       /* ->S1<4KB> */                                 \
    X(LIST, list)         /* fields by place or by name */                \
    X(SET, set)           /* flags by name */                             \
    X(HINT, hint)         /* {BR.likely, TEMP.hot, 64} */

typedef enum element_kind {
#define X(kind, name) ELEMENT_##kind,
    PTO_ELEMENTS(X)
#undef X
} element_kind;

typedef struct element {
    uint8_t kind;     /* element_kind */
    uint8_t field;    /* pto_field_id, where the kind has one */
    const char *text; /* the phrase: a part of the template */
    size_t size;
} element;

enum { TEMPLATE_ELEMENTS = 32, SPELLINGS = 6 };

typedef struct template
{
    const pto_form *form;
    const char *mnemonic; /* without what suffix elements add */
    size_t mnemonic_size;
    element element[TEMPLATE_ELEMENTS];
    unsigned count;
}
template;

/* The n-th way to write a form, best to print first; NULL behind the last.
 * The beginning is the same in any revision: isa may be NULL. */
const char *pto_template_text(const pto_isa *isa, const pto_form *f,
                              unsigned n);
bool pto_template_printed(const pto_isa *isa, const pto_form *f, unsigned n);
void pto_template_read(const pto_form *f, const char *text, template *out);

/* A field's value where the text says nothing. */
int64_t pto_template_default(const pto_isa *isa, const pto_form *f,
                             pto_field_id field);

/* The element that a word of a list stands for; false if none. */
bool pto_template_phrase(const pto_form *f, const char *text, size_t size,
                         element *out);

/* Does an element stand behind the mnemonic, with no space between? */
bool pto_text_element_is_suffix(const element *e);

/* Text being read, into an instruction. */
typedef struct reader {
    const pto_text_context *ctx;
    const char *start, *at;
    pto_insn insn;
    const char *where[PTO_FIELD_COUNT]; /* a field's text, or NULL */
    const template *t;
    pto_error *e;
} reader;

/* An instruction being printed: fields said so far. */
typedef struct writer {
    const pto_insn *insn;
    const pto_isa *isa;
    uint64_t pc;
    pto_buf *out;
    bool said[PTO_FIELD_COUNT];
    const template *t;
} writer;

/* reader.c: small steps, all case-insensitive */
void pto_text_skip(reader *r);
bool pto_text_take(reader *r, const char *mark);
pto_status pto_text_take_comma(reader *r, bool *more);
bool pto_text_take_word(reader *r, const char *word);
size_t pto_text_word_size(const char *at);
bool pto_text_same_word(const char *a, size_t n, const char *word);
pto_status pto_text_expected(reader *r, const char *at, const char *format, ...)
    PTO_PRINTF(3, 4);
pto_status pto_text_wrong(reader *r, const char *at, const char *format, ...)
    PTO_PRINTF(3, 4);
pto_status pto_text_take_integer(reader *r, int64_t *value, bool *is_place);

/* A field holds (number - bias) / step; messages show numbers. */
typedef struct pto_text_scaling {
    const char *what;
    int64_t bias, step;
    bool relative; /* messages show number - bias */
} pto_text_scaling;

pto_status pto_text_put(reader *r, const element *e, const char *at,
                        int64_t number, pto_text_scaling s);
void pto_text_set(reader *r, pto_field_id field, const char *at, int64_t value);
int64_t pto_text_get(const writer *w, pto_field_id field);
void pto_text_say(writer *w, pto_field_id field);

/* names.c */
const char *pto_text_name_of(pto_field_id field, int64_t code);

/* What a code of SrcRType is in the phrase <{.sw,.uw,.neg}> of a form, and one
 * of SrcType or DstType in a conversion; NULL: nothing, or a number. */
const char *pto_text_modifier(const pto_isa *isa, const pto_form *f,
                              const element *e, int64_t code);
const char *pto_text_letters(const pto_isa *isa, const pto_form *f,
                             pto_field_id field, int64_t code);
bool pto_text_name_find(pto_field_id field, const char *text, size_t size,
                        int64_t *code);
/* CYCLE, EVBASE_ACR1; false where no register has the address. */
bool pto_text_print_sysreg(int64_t address, char *out, size_t size);
void pto_text_name_list(pto_field_id field, char *out, size_t size);
bool pto_text_retired_operand(const char *text, size_t size,
                              const char **today);
bool pto_text_retired_mnemonic(const char *text, size_t size,
                               const char **today);
bool pto_text_old_start(const char *text, size_t size, char *out, size_t room);
int pto_text_register_find(const char *text, size_t size);

/* The kinds: reading and printing one element. */
#define X(kind, name)                                             \
    pto_status pto_text_read_##name(reader *r, const element *e); \
    void pto_text_print_##name(writer *w, const element *e);
PTO_ELEMENTS(X)
#undef X

#endif
