/*
 * Internal to src/text: one instruction, text to bits and back. The assembly
 * templates of insn.def are read in both directions.
 */
#ifndef PTO_SRC_TEXT_INSN_TEXT_H
#define PTO_SRC_TEXT_INSN_TEXT_H

#include "base/buf.h"
#include "pto/text.h"

enum { PTO_TEXT_BUCKETS = 256, PTO_TEXT_SPELLINGS = 2048 };

/* One way to write a form: its template. */
typedef struct pto_text_spelling {
    const pto_form *form;
    const char *text;
} pto_text_spelling;

/* All spellings of a revision by the beginning of their mnemonic, so that
 * reading a file does not look at every form for every line. */
typedef struct pto_text_index {
    uint16_t first[PTO_TEXT_BUCKETS + 1], used[PTO_TEXT_BUCKETS];
    pto_text_spelling entry[PTO_TEXT_SPELLINGS];
} pto_text_index;

size_t pto_text_cache_bytes(void);

void pto_text_index_init(pto_text_index *index, const pto_isa *isa);

/* The *n spellings that `word` could begin, in the order of the forms. */
const pto_text_spelling *pto_text_index_find(const pto_text_index *index,
                                             const char *word, unsigned *n);

/* What an expression is worth. A place is an address in a section: a label. */
typedef struct pto_text_value {
    int64_t number;
    bool is_place;
} pto_text_value;

/*
 * What an instruction's text needs from its surroundings. `expression` reads
 * the integer expression at *at and leaves *at behind it: behind the last
 * character that belongs to it, so at `,` `]` `->` or the end. It reports
 * nothing by itself (it may be tried several times) but fills the error, whose
 * column counts from 1 at the *at of the call. An unknown symbol is its
 * business: 0 in a first pass, an error in the last.
 */
typedef struct pto_text_context {
    const pto_isa *isa;
    const pto_text_index *index; /* of isa; NULL: look at every form */
    void *cache; /* pto_text_cache_bytes() of zeros at first, or NULL: what the
                    templates of recent instructions consist of */
    uint64_t pc;
    bool
        check; /* false in a first pass: ranges and alignment are not checked */
    void *user;
    pto_status (*expression)(void *user, const char **at, pto_text_value *value,
                             pto_error *e);
} pto_text_context;

/*
 * Read one instruction: mnemonic and operands, no label, no comment, NUL at
 * its end. The form, and so the length, depends on the text alone, never on
 * values. On failure e->column counts from 1 in `text`.
 */
pto_status pto_text_parse(const pto_text_context *ctx, const char *text,
                          pto_insn *out, pto_error *e);

/* Replace `out` by an instruction's canonical text; see pto_insn_print. */
void pto_text_print(const pto_isa *isa, const pto_insn *insn, uint64_t pc,
                    pto_buf *out);

/* Is this the first word of an instruction, a retired spelling included? */
bool pto_text_is_mnemonic(const char *word, size_t size);

/* Two names that one insertion, deletion, change or swap makes equal. */
bool pto_text_are_alike(const char *a, const char *b);

/*
 * Does the instruction name another address (branch, return label, PC-relative
 * load)? Then *target is that address.
 */
bool pto_insn_target(const pto_insn *insn, uint64_t pc, uint64_t *target);

#endif
