/* Directives about symbols and files, and those that mean nothing here. */
#include "text/asm/asm.h"

#include <inttypes.h>
#include <string.h>
#include "text/insn/text.h"

static const asm_directive directives[] = {
#define DIRECTIVE(name, handler, argument, always) \
    {name, pto_asm_do_##handler, argument, always},
#include "text/asm/directive.def"
#undef DIRECTIVE
};

enum { DIRECTIVES = sizeof directives / sizeof *directives, LONGEST = 32 };

bool pto_asm_directives_start(pto_asm *as)
{
    for (size_t i = 0; i < DIRECTIVES; i++) {
        const char *name = directives[i].name;
        asm_name *x = pto_asm_name_add(as, &as->directives, name, strlen(name));
        if (!x)
            return false;
        x->value = (void *)&directives[i];
    }
    return true;
}

const asm_directive *pto_asm_directive(pto_asm *as, const char *name, size_t n)
{
    char lower[LONGEST];
    if (n > sizeof lower)
        return NULL;
    for (size_t i = 0; i < n; i++)
        lower[i] =
            name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] | 32) : name[i];
    return pto_asm_named(&as->directives, lower, n);
}

const char *pto_asm_directive_like(const char *name, size_t n)
{
    char word[LONGEST] = "";
    if (n >= sizeof word)
        return NULL;
    memcpy(word, name, n);
    for (size_t i = 0; i < DIRECTIVES; i++)
        if (pto_text_are_alike(directives[i].name, word))
            return directives[i].name;
    return NULL;
}

static asm_symbol *symbol(asm_stmt *s)
{
    const char *name;
    size_t n = pto_asm_word(s, &name);
    if (n > 1 || (n && *name != '.'))
        return pto_asm_symbol(s->as, name, n);
    s->p = name;
    pto_asm_expected(s, "a symbol name");
    return NULL;
}

bool pto_asm_do_binding(asm_stmt *s, int binding)
{
    do {
        asm_symbol *y = symbol(s);
        if (!y)
            return false;
        if (!y->has_binding || y->binding != PTO_SYMBOL_WEAK)
            y->binding = (uint8_t)binding;
        y->has_binding = true;
    } while (pto_asm_take(s, ','));
    return pto_asm_end(s);
}

bool pto_asm_do_extern(asm_stmt *s, int argument)
{
    (void)argument;
    do {
        if (!symbol(s))
            return false;
    } while (pto_asm_take(s, ','));
    return pto_asm_end(s);
}

/* Where the program starts, in place of _start. */
bool pto_asm_do_entry(asm_stmt *s, int argument)
{
    (void)argument;
    asm_value ignored;
    pto_asm_skip(s);
    s->as->entry = *s;
    return pto_asm_expr(s, &ignored) && pto_asm_end(s);
}

static bool type_code(const char *word, uint8_t *type)
{
    static const struct {
        const char *name;
        uint8_t type;
    } words[] = {
        {"function", PTO_SYMBOL_FUNCTION}, {"object", PTO_SYMBOL_OBJECT},
        {"notype", PTO_SYMBOL_NOTYPE},     {"STT_FUNC", PTO_SYMBOL_FUNCTION},
        {"STT_OBJECT", PTO_SYMBOL_OBJECT}, {"STT_NOTYPE", PTO_SYMBOL_NOTYPE},
        {"common", PTO_SYMBOL_OBJECT},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(word, words[i].name))
            continue;
        *type = words[i].type;
        return true;
    }
    return false;
}

/* .type NAME, @function; also %function, "function" and STT_FUNC. */
bool pto_asm_do_type(asm_stmt *s, int argument)
{
    (void)argument;
    asm_symbol *y = symbol(s);
    if (!y)
        return false;
    pto_asm_take(s, ',');
    bool quoted =
        !pto_asm_take(s, '@') && !pto_asm_take(s, '%') && pto_asm_take(s, '"');
    const char *at = s->p, *word = pto_asm_name(s);
    if (!word || !type_code(word, &y->type))
        return pto_asm_error(s, at,
                             "unknown symbol type, expected @function, "
                             "@object or @notype");
    if (quoted && !pto_asm_take(s, '"'))
        return pto_asm_expected(s, "'\"'");
    return pto_asm_end(s);
}

bool pto_asm_do_size(asm_stmt *s, int argument)
{
    (void)argument;
    asm_value ignored;
    asm_symbol *y = symbol(s);
    if (!y || !pto_asm_comma(s))
        return false;
    pto_asm_skip(s);
    y->size = *s;
    y->has_size = pto_asm_expr(s, &ignored) && pto_asm_end(s);
    return y->has_size;
}

bool pto_asm_do_set(asm_stmt *s, int again)
{
    pto_asm_skip(s);
    const char *at = s->p, *name = pto_asm_name(s);
    if (!name)
        return pto_asm_expected(s, "a symbol name");
    if (!strcmp(name, "."))
        return pto_asm_error(s, at, "'.' cannot be set, expected .org");
    return pto_asm_comma(s) && pto_asm_set(s, at, name, again);
}

/* `at`: the expression of the size. */
static bool place_common(const asm_stmt *s, const char *at, asm_symbol *y,
                         uint64_t size, uint64_t align)
{
    asm_section *bss = pto_asm_section(s->as, ".bss", PTO_SECTION_ZEROS,
                                       PTO_SECTION_ALLOC | PTO_SECTION_W);
    if (!bss)
        return false;
    asm_stmt there = *s;
    there.section = bss;
    there.offset = bss->size;
    y->is_common = y->has_size = true;
    y->known_size = size;
    y->type = PTO_SYMBOL_OBJECT;
    y->size = *s;
    y->size.p = at;
    return pto_asm_align(&there, align, 0, 0) &&
           pto_asm_label(&there, at, y->name) && pto_asm_fill(&there, 0, size);
}

/* .comm NAME, SIZE, ALIGN: zeros in .bss, global for .comm. */
bool pto_asm_do_common(asm_stmt *s, int global)
{
    asm_symbol *y = symbol(s);
    int64_t size, align = 1;
    if (!y || !pto_asm_comma(s))
        return false;
    pto_asm_skip(s);
    const char *at = s->p;
    if (!pto_asm_known(s, "the size", &size) ||
        (pto_asm_take(s, ',') && !pto_asm_known(s, "the alignment", &align)) ||
        !pto_asm_end(s))
        return false;
    if (size < 0 || align < 1 || align > 1 << 30 || (align & (align - 1)))
        return pto_asm_error(s, at,
                             "size %" PRId64 ", alignment %" PRId64
                             ", expected 0 or more and a power of two",
                             size, align);
    if (global && !y->has_binding)
        y->binding = PTO_SYMBOL_GLOBAL;
    return y->is_common ||
           place_common(s, at, y, (uint64_t)size, (uint64_t)align);
}

static const char *path(asm_stmt *s)
{
    pto_buf text = {0};
    const char *result = NULL;
    pto_asm_skip(s);
    const char *at = s->p;
    if (!pto_asm_string(s, &text))
        result = NULL;
    else if (!text.size || memchr(text.data, 0, text.size))
        pto_asm_error(s, at, "no file has this name, expected a path");
    else
        result = pto_asm_text(s->as, text.data, text.size);
    pto_buf_free(&text);
    return result;
}

bool pto_asm_do_include(asm_stmt *s, int argument)
{
    (void)argument;
    pto_buf text = {0};
    pto_error e;
    pto_asm_skip(s);
    const char *at = s->p, *name = path(s);
    if (!name || !pto_asm_end(s))
        return false;
    asm_part whole = {.most = UINT64_MAX};
    const char *found = pto_asm_read(s, name, &whole, &text, &e);
    s->p = at;
    s->as->file_bytes += text.size;
    asm_lines *lines = NULL;
    if (!found)
        pto_asm_error(s, at, "cannot include '%s': %s", name, e.message);
    else if (s->as->file_bytes > ASM_MAX_FILE)
        pto_asm_error(s, at,
                      "the source is too large, expected less than 128 "
                      "MiB with what it includes");
    else
        lines =
            pto_asm_split(s->as, found, text.data ? text.data : "", text.size);
    pto_buf_free(&text);
    return lines && pto_asm_push(s, lines, 1, false, "including files");
}

/* .incbin "PATH", SKIP, COUNT */
bool pto_asm_do_incbin(asm_stmt *s, int argument)
{
    (void)argument;
    pto_buf bytes = {0};
    pto_error e;
    int64_t skip = 0, count = INT64_MAX;
    pto_asm_skip(s);
    const char *at = s->p, *name = path(s);
    if (!name ||
        (pto_asm_take(s, ',') && !pto_asm_known(s, "the skip", &skip)) ||
        (pto_asm_take(s, ',') && !pto_asm_known(s, "the count", &count)) ||
        !pto_asm_end(s))
        return false;
    asm_part part = {.skip = (uint64_t)skip, .most = (uint64_t)count};
    bool good = pto_asm_read(s, name, &part, &bytes, &e);
    if (!good)
        pto_asm_error(s, at, "cannot include '%s': %s", name, e.message);
    else if (skip < 0 || count < 0 || part.skip > part.size)
        good = pto_asm_error(s, at,
                             "'%s' has %" PRIu64 " bytes, expected a range "
                             "inside it",
                             name, part.size);
    good = good && (!bytes.size || pto_asm_emit(s, bytes.data, bytes.size));
    pto_buf_free(&bytes);
    return good;
}

/* .error "TEXT", .warning "TEXT" and .err. */
bool pto_asm_do_message(asm_stmt *s, int kind)
{
    pto_buf text = {0};
    pto_asm_skip(s);
    const char *at = s->p;
    if (kind != 2 && !pto_asm_at_end(s) && !pto_asm_string(s, &text)) {
        pto_buf_free(&text);
        return false;
    }
    const char *words = text.size ? text.data : "the source asks for this";
    if (kind)
        pto_asm_error(s, at, "%s", words);
    else
        pto_asm_warn(s, at, "%s", words);
    pto_buf_free(&text);
    return kind == 0;
}

bool pto_asm_do_end(asm_stmt *s, int argument)
{
    (void)argument;
    s->as->inputs[0].next = s->as->inputs[0].lines->count;
    s->as->inputs[0].repeats = 0;
    s->as->depth = 1;
    s->as->condition_count = 0;
    return true;
}

bool pto_asm_do_ignore(asm_stmt *s, int argument)
{
    (void)argument;
    s->p = pto_asm_statement_end(s->p);
    return true;
}
