/* The assembler's two passes: read everything, then lay it out. */
#include "text/asm/asm.h"

#include <stdlib.h>
#include <string.h>
#include "base/file.h"

void *pto_asm_alloc(pto_asm *as, size_t n)
{
    as->steps += 1 + n / 16;
    void *p = pto_arena_alloc(&as->arena, n);
    as->out_of_memory |= !p;
    return p;
}

char *pto_asm_text(pto_asm *as, const char *s, size_t n)
{
    as->steps += 1 + n / 16;
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
    const asm_directive *d = pto_asm_directive(s->as, start, n);
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
    const asm_directive *d = pto_asm_directive(s->as, start, n);
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
                  .unit = as->unit,
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

/* Each source begins as if it were the only one. */
static bool start(pto_asm *as, uint32_t unit, const asm_source *source)
{
    static const asm_line nowhere = {"", "", "<defines>", NULL, 1, 0};
    asm_stmt s = {.as = as, .line = &nowhere, .p = nowhere.text};
    as->unit = s.unit = unit;
    as->pushed = 0;
    pto_asm_names_free(&as->macros);
    as->current = pto_asm_section(as, ".text", PTO_SECTION_BYTES,
                                  PTO_SECTION_ALLOC | PTO_SECTION_X);
    asm_lines *lines =
        pto_asm_split(as, source->name, source->text, source->size);
    as->file_bytes += source->size;
    if (!lines || !as->current)
        return false;
    pto_asm_enter(as, as->current);
    as->previous = as->current;
    return pto_asm_push(&s, lines, 1, false, "the source") &&
           (!as->options->define_count || push_defines(as, &s));
}

static void release(pto_asm *as)
{
    for (size_t i = 0; i < as->section_count; i++)
        pto_buf_free(&as->sections[i]->bytes);
    for (uint32_t u = 0; as->symbols && u < as->unit_count; u++) {
        for (asm_name *x = as->symbols[u].first; x; x = x->next)
            if (x->value)
                free(((asm_symbol *)x->value)->definitions);
        pto_asm_names_free(&as->symbols[u]);
    }
    for (asm_lines *l = as->lines; l; l = l->next)
        free(l->items);
    free(as->symbols);
    pto_asm_names_free(&as->globals);
    pto_asm_names_free(&as->macros);
    pto_asm_names_free(&as->directives);
    pto_asm_names_free(&as->places);
    pto_asm_names_free(&as->section_names);
    free(as->sections);
    free(as->conditions);
    free(as->items);
    free(as->messages);
    pto_arena_free(&as->arena);
    free(as);
}

static uint64_t work(const pto_asm *as)
{
    uint64_t n = as->steps + as->globals.steps + as->macros.steps +
                 as->directives.steps + as->places.steps +
                 as->section_names.steps;
    for (uint32_t u = 0; u < as->unit_count; u++)
        n += as->symbols[u].steps;
    return n;
}

static bool prepare(pto_asm *as, uint32_t count)
{
    as->symbols = calloc(count, sizeof *as->symbols);
    as->unit_count = count;
    as->out_of_memory |= !as->symbols;
    return as->symbols && pto_asm_directives_start(as) &&
           pto_asm_insn_start(as);
}

pto_status pto_asm_sources(const asm_source *sources, uint32_t count,
                           const pto_asm_options *options, uint64_t *steps,
                           pto_image **out, pto_error *e)
{
    static const pto_asm_options usual = {0};
    *out = NULL;
    pto_asm *as = calloc(1, sizeof *as);
    if (!as)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    as->options = options ? options : &usual;
    pto_status s = pto_isa_parse(as->options->isa, &as->isa, e);
    if (s != PTO_OK) {
        release(as);
        return s;
    }
    bool good = prepare(as, count);
    for (uint32_t i = 0; good && i < count && !as->stopped; i++) {
        good = start(as, i, &sources[i]);
        read_all(as);
    }
    as->complete = true;
    if (!as->out_of_memory)
        pto_asm_layout(as);
    s = pto_asm_report(as, e);
    if (s == PTO_OK)
        s = pto_asm_image(as, out, e);
    if (steps)
        *steps = work(as);
    release(as);
    return s;
}

pto_status pto_assemble(const char *source, size_t n, const char *name,
                        const pto_asm_options *options, pto_image **out,
                        pto_error *e)
{
    *out = NULL;
    if (n > ASM_MAX_FILE)
        return pto_fail(e, PTO_BAD_INPUT, "%s: larger than 128 MiB", name);
    return pto_asm_sources(&(asm_source){name, source, n}, 1, options, NULL,
                           out, e);
}

pto_status pto_assemble_files(const char *const *paths, uint32_t count,
                              const pto_asm_options *options, pto_image **out,
                              pto_error *e)
{
    pto_buf *texts = calloc(count + 1u, sizeof *texts);
    asm_source *sources = calloc(count + 1u, sizeof *sources);
    *out = NULL;
    pto_status s =
        texts && sources ? PTO_OK : pto_fail(e, PTO_NO_MEMORY, "out of memory");
    for (uint32_t i = 0; i < count && s == PTO_OK; i++) {
        s = pto_file_read(paths[i], ASM_MAX_FILE, &texts[i], e);
        sources[i] =
            (asm_source){strcmp(paths[i], "-") ? paths[i] : "<stdin>",
                         texts[i].data ? texts[i].data : "", texts[i].size};
    }
    if (s == PTO_OK)
        s = pto_asm_sources(sources, count, options, NULL, out, e);
    for (uint32_t i = 0; texts && i < count; i++)
        pto_buf_free(&texts[i]);
    free(texts);
    free(sources);
    return s;
}

pto_status pto_assemble_file(const char *path, const pto_asm_options *options,
                             pto_image **out, pto_error *e)
{
    return pto_assemble_files(&path, 1, options, out, e);
}
