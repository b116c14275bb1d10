/* Instruction statements: the template engine fed with this file's symbols. */
#include "text/asm/asm.h"

#include <ctype.h>
#include <string.h>
#include "base/bits.h"
#include "text/insn/text.h"

bool pto_asm_insn_start(pto_asm *as)
{
    as->index = pto_asm_alloc(as, sizeof *as->index);
    as->cache = pto_asm_alloc(as, pto_text_cache_bytes());
    if (as->index)
        pto_text_index_init(as->index, &as->isa);
    return as->index && as->cache;
}

/* `reported`: an expression failed elsewhere, where a .set stands; `waits`: one
 * needs addresses, so that its value cannot be checked yet. */
typedef struct operand {
    asm_stmt s;
    pto_text_context ctx;
    bool reported, waits;
} operand;

static pto_status expression(void *user, const char **at, pto_text_value *value,
                             pto_error *e)
{
    operand *o = user;
    asm_value v;
    pto_error error = {0};
    o->s.p = o->s.from = *at;
    o->s.quiet = &error;
    bool good = pto_asm_expr(&o->s, &v);
    o->s.quiet = NULL;
    *at = o->s.p;
    *value = (pto_text_value){(int64_t)v.number, v.is_place};
    if (good && (v.late || v.base)) {
        o->waits = true;
        o->ctx.check = false;
    }
    if (good)
        return PTO_OK;
    if (error.code == PTO_OK)
        o->reported = true;
    pto_fail(e, PTO_BAD_INPUT, "%s", error.message);
    if (e)
        e->column = error.column;
    return PTO_BAD_INPUT;
}

/* A macro or a mnemonic that is spelled almost like `word`, or NULL. */
static const char *like(const pto_asm *as, const char *word)
{
    char upper[32];
    size_t n = strlen(word);
    for (const asm_name *x = as->macros.first; x; x = x->next)
        if (x->value && pto_text_are_alike(x->text, word))
            return x->text;
    for (size_t i = 0; i <= n && n < sizeof upper; i++)
        upper[i] = (char)toupper((unsigned char)word[i]);
    for (int i = 0; n > 2 && n < sizeof upper && i < PTO_FORM_COUNT; i++) {
        const pto_form *f = pto_form_get((pto_form_id)i);
        if (pto_form_exists(f, &as->isa) &&
            pto_text_are_alike(f->mnemonic, upper))
            return f->mnemonic;
    }
    return NULL;
}

/* What is no mnemonic may be one misspelled, or a label without its colon:
 * true after saying so. */
static bool explain_word(const asm_stmt *s)
{
    asm_stmt t = *s;
    const char *word = pto_asm_name(&t);
    if (!word || pto_text_is_mnemonic(word, strlen(word)))
        return false;
    bool bare = pto_asm_at_end(&t) || *t.p == '.';
    const char *near = like(s->as, word);
    if (near && bare)
        pto_asm_error(s, s->p,
                      "unknown instruction '%s', expected '%s', or "
                      "'%s:' if this is a label",
                      word, near, word);
    else if (near)
        pto_asm_error(s, s->p, "unknown instruction '%s', expected '%s'?", word,
                      near);
    else if (bare)
        pto_asm_error(s, s->p,
                      "unknown instruction '%s', expected '%s:' if "
                      "this is a label",
                      word, word);
    return near || bare;
}

/* Read the statement; `check`: numbers must fit unless one waits. */
static pto_status parse(operand *o, const asm_stmt *s, bool check,
                        pto_insn *insn, pto_error *e)
{
    *o = (operand){.s = *s};
    o->s.operand = true;
    o->ctx = (pto_text_context){.isa = &s->as->isa,
                                .index = s->as->index,
                                .cache = s->as->cache,
                                .check = check,
                                .user = o,
                                .expression = expression};
    o->ctx.pc = s->offset + (s->final ? s->section->address : 0);
    return pto_text_parse(&o->ctx, s->p, insn, e);
}

static bool complain(const asm_stmt *s, const operand *o, const pto_error *e)
{
    if (!o->reported && !explain_word(s))
        pto_asm_error(s, s->p + (e->column ? e->column - 1 : 0), "%s",
                      e->message);
    return false;
}

static unsigned length(const pto_insn *insn)
{
    return insn->form->length / 8u;
}

/* Is it known already where the section begins? */
static bool has_origin(const asm_stmt *s, uint64_t *origin)
{
    const pto_asm_options *o = s->as->options;
    bool first = o->raw && o->has_address && s->section == s->as->sections[0];
    *origin = s->section->placed ? s->section->address : first ? o->address : 0;
    return s->section->placed || first;
}

static bool check_place(const asm_stmt *s)
{
    if (!(s->section->flags & PTO_SECTION_X))
        return !explain_word(s) &&
               pto_asm_error(s, s->p,
                             "an instruction in section '%s', "
                             "expected .text or a section with \"x\"",
                             s->section->name);
    uint64_t origin;
    bool known = has_origin(s, &origin);
    if ((s->offset + origin) % 2)
        return pto_asm_error(s, s->p,
                             "an instruction at an odd address, "
                             "expected .balign 2 before it");
    if (!known && s->section->align < 2)
        s->section->align = 2;
    return true;
}

static bool encode(const asm_stmt *s, const pto_insn *insn, uint8_t *bytes)
{
    uint64_t bits;
    pto_error e = {0};
    if (pto_encode(&s->as->isa, insn, &bits, &e) != PTO_OK)
        return pto_asm_error(s, s->p, "%s", e.message);
    pto_store_le(bytes, 8, bits);
    return true;
}

/* Does the form name an address? Asked of each form once. */
static bool names_address(pto_asm *as, const pto_insn *insn)
{
    enum { UNKNOWN, NO, YES };
    uint64_t target;
    uint8_t *known = &as->names_address[insn->form->id];
    if (*known == UNKNOWN)
        *known = pto_insn_target(insn, 0, &target) ? YES : NO;
    return *known == YES;
}

/*
 * Most instructions are numbers and registers alone and are done when they are
 * read. What needs addresses, and what seems wrong without them, comes again;
 * its length is known all the same.
 */
bool pto_asm_insn(asm_stmt *s)
{
    uint8_t bytes[8] = {0};
    pto_asm *as = s->as;
    pto_insn insn;
    pto_error e = {0};
    operand o;
    if (!check_place(s))
        return false;
    bool good = parse(&o, s, true, &insn, &e) == PTO_OK;
    bool done = good && !o.waits && !names_address(as, &insn);
    if (!good && parse(&o, s, false, &insn, &e) != PTO_OK)
        return complain(s, &o, &e);
    if (done && !encode(s, &insn, bytes))
        return false;
    if (!pto_asm_grow(as, (void **)&as->items, as->item_count,
                      &as->item_capacity, sizeof *as->items))
        return false;
    unsigned n = length(&insn);
    as->items[as->item_count++] = (asm_item){
        .at = *s, .size = (uint8_t)n, .is_insn = true, .is_done = done};
    return pto_asm_emit(s, bytes, n);
}

bool pto_asm_insn_again(const asm_item *item)
{
    const asm_stmt *s = &item->at;
    uint8_t bytes[8];
    pto_insn insn;
    pto_error e = {0};
    operand o;
    if (parse(&o, s, true, &insn, &e) != PTO_OK)
        return complain(s, &o, &e);
    return encode(s, &insn, bytes) && pto_asm_patch(s, bytes, item->size);
}
