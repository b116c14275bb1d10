/* The assembler's two passes: read everything, then lay it out. */
#include "text/asm/asm.h"

#include <stdlib.h>
#include <string.h>
#include "base/file.h"

void *pto_asm_alloc(pto_asm *as, size_t n)
{
    void *p = pto_arena_alloc(&as->arena, n);
    as->out_of_memory |= !p;
    return p;
}

char *pto_asm_text(pto_asm *as, const char *s, size_t n)
{
    char *p = pto_arena_text(&as->arena, s, n);
    as->out_of_memory |= !p;
    return p;
}

bool pto_asm_grow(pto_asm *as, void **items, size_t count, size_t *capacity,
                  size_t element)
{
    if (count < *capacity)
        return true;
    size_t wanted = *capacity ? *capacity * 2 : 8;
    void *p = wanted > SIZE_MAX / 2 / element
                  ? NULL
                  : realloc(*items, wanted * element);
    if (!p) {
        as->out_of_memory = true;
        return false;
    }
    *items = p;
    *capacity = wanted;
    return true;
}

static size_t word_length(const char *p)
{
    size_t n = 0;
    while (pto_asm_is_name(p[n]))
        n++;
    return n;
}

/* Take "NAME:" and "NUMBER:" off the front, defining them if `live`. */
static bool labels(asm_stmt *s, bool live)
{
    for (;;) {
        pto_asm_skip(s);
        const char *start = s->p;
        size_t n = word_length(start);
        s->p += n;
        bool is_label = n && pto_asm_take(s, ':');
        if (!is_label) {
            s->p = start;
            return true;
        }
        char *name = pto_asm_text(s->as, start, n);
        if (!name)
            return false;
        bool is_number = *name >= '0' && *name <= '9';
        if (!strcmp(name, ".") ||
            (is_number && name[strspn(name, "0123456789")]))
            return pto_asm_error(s, start,
                                 "'%s' cannot be a label, expected a "
                                 "name or a number",
                                 name);
        if (live && !pto_asm_label(s, start, name))
            return false;
    }
}

static bool directive(asm_stmt *s, const char *start, size_t n)
{
    const asm_directive *d = pto_asm_directive(start, n);
    if (d) {
        s->p = start + n;
        return d->run(s, d->argument);
    }
    const char *like = pto_asm_directive_like(start, n);
    if (like)
        return pto_asm_error(s, start,
                             "unknown directive '%.*s', expected "
                             "'%s'?",
                             (int)n, start, like);
    return pto_asm_error(s, start,
                         "unknown directive '%.*s', expected one of "
                         "those in docs/assembly.md",
                         (int)n, start);
}

/* Where a condition is false only the conditions themselves count. */
static bool dead(asm_stmt *s, const char *start, size_t n)
{
    const asm_directive *d = pto_asm_directive(start, n);
    if (!d || !d->always)
        return true;
    s->p = start + n;
    return d->run(s, d->argument);
}

/* NAME = EXPRESSION */
static bool is_assignment(const char *p)
{
    while (*p == ' ' || *p == '\t')
        p++;
    return p[0] == '=' && p[1] != '=';
}

static bool assignment(asm_stmt *s, const char *start, size_t n)
{
    const char *name = pto_asm_text(s->as, start, n);
    s->p = strchr(start, '=') + 1;
    return name && pto_asm_set(s, start, name, true);
}

static bool statement(asm_stmt *s)
{
    bool live = pto_asm_live(s->as);
    if (!labels(s, live))
        return false;
    const char *start = s->p;
    size_t n = word_length(start);
    if (!live)
        return dead(s, start, n);
    if (!*start)
        return true;
    const asm_macro *m = n ? pto_asm_macro(s->as, start, n) : NULL;
    if (m) {
        s->p = start + n;
        pto_asm_skip(s);
        return pto_asm_call(s, m, start);
    }
    if (n && pto_asm_is_name_start(*start) && is_assignment(start + n))
        return assignment(s, start, n);
    return *start == '.' ? directive(s, start, n) : pto_asm_insn(s);
}

static void read_line(pto_asm *as, const asm_line *line)
{
    asm_stmt s = {.as = as,
                  .line = line,
                  .p = line->text,
                  .order = ++as->order,
                  .section = as->current,
                  .offset = as->current->size};
    (void)statement(&s);
    if (++as->lines_read < pto_asm_max_lines(as))
        return;
    pto_asm_error(&s, NULL,
                  "more than %u lines with all expansions, expected "
                  "fewer",
                  pto_asm_max_lines(as));
    as->stopped = true;
}

static void read_all(pto_asm *as)
{
    while (as->depth && !as->stopped && !as->out_of_memory) {
        asm_input *in = &as->inputs[as->depth - 1];
        if (in->next < in->lines->count) {
            read_line(as, &in->lines->items[in->next++]);
            continue;
        }
        pto_asm_check_conditions(as, in->conditions);
        in->next = 0;
        if (in->repeats <= 1)
            as->depth--;
        else
            in->repeats--;
    }
}

/* The -D definitions are lines before the first one. */
static bool push_defines(pto_asm *as, const asm_stmt *s)
{
    const pto_asm_options *o = as->options;
    pto_buf text = {0};
    for (uint32_t i = 0; i < o->define_count; i++) {
        const char *d = o->defines[i], *equals = strchr(d, '=');
        int n = (int)(equals ? equals - d : (ptrdiff_t)strlen(d));
        pto_buf_printf(&text, ".set %.*s, %s\n", n, d,
                       equals ? equals + 1 : "1");
    }
    asm_lines *lines =
        text.failed ? NULL
                    : pto_asm_split(as, "<defines>", text.data ? text.data : "",
                                    text.size);
    pto_buf_free(&text);
    return lines && pto_asm_push(s, lines, 1, false, "definitions");
}

static bool start(pto_asm *as, const char *source, size_t n, const char *name)
{
    asm_lines *lines = pto_asm_split(as, name, source, n);
    as->current = as->previous = pto_asm_section(
        as, ".text", PTO_SECTION_BYTES, PTO_SECTION_ALLOC | PTO_SECTION_X);
    static const asm_line nowhere = {"", "", "<defines>", NULL, 1, 0};
    asm_stmt s = {.as = as, .line = &nowhere, .p = nowhere.text};
    as->file_bytes = n;
    return lines && as->current && pto_asm_insn_start(as) &&
           pto_asm_push(&s, lines, 1, false, "the source") &&
           (!as->options->define_count || push_defines(as, &s));
}

static void release(pto_asm *as)
{
    for (size_t i = 0; i < as->section_count; i++)
        pto_buf_free(&as->sections[i]->bytes);
    for (size_t i = 0; i < as->symbol_capacity; i++)
        if (as->symbols[i])
            free(as->symbols[i]->definitions);
    for (asm_lines *l = as->lines; l; l = l->next)
        free(l->items);
    free(as->symbols);
    free(as->sections);
    free(as->conditions);
    free(as->items);
    free(as->uppers);
    free(as->messages);
    pto_arena_free(&as->arena);
    free(as);
}

pto_status pto_assemble(const char *source, size_t n, const char *name,
                        const pto_asm_options *options, pto_image **out,
                        pto_error *e)
{
    static const pto_asm_options usual = {0};
    *out = NULL;
    if (n > ASM_MAX_FILE)
        return pto_fail(e, PTO_BAD_INPUT, "%s: larger than 128 MiB", name);
    pto_asm *as = calloc(1, sizeof *as);
    if (!as)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    as->options = options ? options : &usual;
    pto_status s = pto_isa_parse(as->options->isa, &as->isa, e);
    if (s != PTO_OK) {
        release(as);
        return s;
    }
    if (start(as, source, n, name))
        read_all(as);
    as->complete = true;
    if (!as->out_of_memory)
        pto_asm_layout(as);
    s = pto_asm_report(as, e);
    if (s == PTO_OK)
        s = pto_asm_image(as, out, e);
    release(as);
    return s;
}

pto_status pto_assemble_file(const char *path, const pto_asm_options *options,
                             pto_image **out, pto_error *e)
{
    pto_buf text = {0};
    *out = NULL;
    pto_status s = pto_file_read(path, ASM_MAX_FILE, &text, e);
    if (s == PTO_OK)
        s = pto_assemble(text.data ? text.data : "", text.size,
                         strcmp(path, "-") ? path : "<stdin>", options, out, e);
    pto_buf_free(&text);
    return s;
}
