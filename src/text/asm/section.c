/* Sections: opening them, switching between them, filling them. */
#include "text/asm/asm.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { A = PTO_SECTION_ALLOC, W = PTO_SECTION_W, X = PTO_SECTION_X };

/* What the name alone says, by its prefix: ".data" and ".data.x". */
static const struct usual {
    const char *name;
    uint32_t type, flags;
} usuals[] = {
    {".text", PTO_SECTION_BYTES, A | X},  {".data", PTO_SECTION_BYTES, A | W},
    {".bss", PTO_SECTION_ZEROS, A | W},   {".rodata", PTO_SECTION_BYTES, A},
    {".sdata", PTO_SECTION_BYTES, A | W}, {".sbss", PTO_SECTION_ZEROS, A | W},
    {".init", PTO_SECTION_BYTES, A | X},  {".fini", PTO_SECTION_BYTES, A | X},
};

static const struct usual *usual(const char *name)
{
    for (size_t i = 0; i < sizeof usuals / sizeof *usuals; i++) {
        size_t n = strlen(usuals[i].name);
        if (!strncmp(name, usuals[i].name, n) && (!name[n] || name[n] == '.'))
            return &usuals[i];
    }
    return NULL;
}

static asm_section *find(pto_asm *as, const char *name)
{
    return pto_asm_named(&as->section_names, name, strlen(name));
}

asm_section *pto_asm_section(pto_asm *as, const char *name, uint32_t type,
                             uint32_t flags)
{
    asm_section *x = find(as, name);
    if (x)
        return x;
    if (!pto_asm_grow(as, (void **)&as->sections, as->section_count,
                      &as->section_capacity, sizeof(asm_section *)))
        return NULL;
    asm_name *named =
        pto_asm_name_add(as, &as->section_names, name, strlen(name));
    x = pto_asm_alloc(as, sizeof *x);
    if (!x || !named)
        return NULL;
    named->value = x;
    *x = (asm_section){.name = pto_asm_text(as, name, strcspn(name, "\1")),
                       .type = type,
                       .flags = flags,
                       .align = 1,
                       .unit = as->unit};
    if (!x->name)
        return NULL;
    x->index = (uint32_t)as->section_count;
    as->sections[as->section_count++] = x;
    return x;
}

void pto_asm_use(pto_asm *as, asm_section *section)
{
    if (!section->used)
        section->order = ++as->sections_used;
    section->used = true;
}

/* What a source adds begins where the section's own alignment allows. */
void pto_asm_enter(pto_asm *as, asm_section *section)
{
    as->previous = as->current;
    as->current = section;
    if (section->unit == as->unit)
        return;
    section->unit = as->unit;
    static const asm_line nowhere = {"", "", "<layout>", NULL, 1, 0};
    asm_stmt s = {.as = as,
                  .line = &nowhere,
                  .section = section,
                  .offset = section->size};
    (void)pto_asm_align(&s, section->align, 0, 0);
}

bool pto_asm_do_named_section(asm_stmt *s, int argument)
{
    const struct usual *u = &usuals[argument];
    asm_section *x = pto_asm_section(s->as, u->name, u->type, u->flags);
    if (!x)
        return false;
    pto_asm_use(s->as, x);
    pto_asm_enter(s->as, x);
    return pto_asm_end(s);
}

static bool read_flags(asm_stmt *s, uint32_t *flags)
{
    pto_buf text = {0};
    pto_asm_skip(s);
    const char *at = s->p;
    bool good = pto_asm_string(s, &text);
    *flags = 0;
    bool is_number =
        good && text.size && text.data[0] >= '0' && text.data[0] <= '9';
    if (is_number)
        *flags = (uint32_t)strtoul(text.data, NULL, 0);
    for (size_t i = 0; good && !is_number && i < text.size; i++) {
        char c = text.data[i];
        *flags |= c == 'a' ? A : c == 'w' ? W : c == 'x' ? X : 0;
        if (!strchr("awxMSGTo?Re", c))
            good = pto_asm_error(s, at,
                                 "unknown section flag '%c', expected "
                                 "'a', 'w' and 'x'",
                                 c);
    }
    pto_buf_free(&text);
    return good;
}

static bool read_type(asm_stmt *s, uint32_t *type)
{
    if (!pto_asm_take(s, '@') && !pto_asm_take(s, '%'))
        return pto_asm_expected(s, "@progbits, @nobits or @note");
    int64_t number;
    if (*s->p >= '0' && *s->p <= '9') {
        bool good = pto_asm_known(s, "the type", &number);
        *type = good ? (uint32_t)number : 0;
        return good;
    }
    const char *at = s->p, *name = pto_asm_name(s);
    if (name && !strcmp(name, "progbits"))
        *type = PTO_SECTION_BYTES;
    else if (name && !strcmp(name, "nobits"))
        *type = PTO_SECTION_ZEROS;
    else if (name &&
             (!strcmp(name, "init_array") || !strcmp(name, "fini_array")))
        *type = PTO_SECTION_BYTES;
    else if (name && !strcmp(name, "note"))
        *type = PTO_SECTION_NOTE;
    else
        return pto_asm_error(s, at,
                             "unknown section type '%s', expected "
                             "progbits, nobits or note",
                             name ? name : "");
    return true;
}

static const char *section_name(asm_stmt *s)
{
    pto_asm_skip(s);
    pto_buf text = {0};
    const char *start = s->p, *name = NULL;
    if (*s->p == '"') {
        bool good = pto_asm_string(s, &text);
        if (good && text.size && !memchr(text.data, 0, text.size))
            name = pto_asm_text(s->as, text.data, text.size);
        else if (good)
            pto_asm_error(s, start, "no section has this name, expected text");
        pto_buf_free(&text);
        return name;
    }
    while (pto_asm_is_name(*s->p) || *s->p == '-')
        s->p++;
    if (s->p == start)
        pto_asm_expected(s, "a section name");
    else
        name = pto_asm_text(s->as, start, (size_t)(s->p - start));
    return name;
}

static bool check_same(const asm_stmt *s, const char *at, const asm_section *x,
                       uint32_t type, uint32_t flags)
{
    if (x->flags == flags && x->type == type)
        return true;
    return pto_asm_error(s, at,
                         "section '%s' changes its flags or type, "
                         "expected those of its first use",
                         x->name);
}

/* What stands after the name: flags, type, "unique, NUMBER", and what means
 * nothing here: an entry size or a group. */
static bool read_kind(asm_stmt *s, uint32_t *type, uint32_t *flags,
                      int64_t *unique)
{
    if (!pto_asm_take(s, ','))
        return pto_asm_end(s);
    if (!read_flags(s, flags) || (pto_asm_take(s, ',') && !read_type(s, type)))
        return false;
    if (!pto_asm_take(s, ','))
        return pto_asm_end(s);
    const char *word;
    size_t n = pto_asm_word(s, &word);
    if (n == 6 && !strncmp(word, "unique", n))
        return pto_asm_comma(s) && pto_asm_known(s, "the number", unique) &&
               pto_asm_end(s);
    (void)pto_asm_rest(s);
    return pto_asm_end(s);
}

/* A section with a number is another one of the same name: here the number
 * stands behind a character that no name has. */
static const char *key_of(asm_stmt *s, const char *name, int64_t unique)
{
    pto_buf key = {0};
    if (unique < 0)
        return name;
    pto_buf_printf(&key, "%s\1%" PRId64, name, unique);
    const char *copy =
        key.failed ? NULL : pto_asm_text(s->as, key.data, key.size);
    pto_buf_free(&key);
    return copy;
}

static bool push_section(const asm_stmt *s, const char *at)
{
    pto_asm *as = s->as;
    if (as->pushed == ASM_MAX_DEPTH)
        return pto_asm_error(s, at,
                             "more than %d sections are pushed, "
                             "expected .popsection",
                             ASM_MAX_DEPTH);
    as->stack[as->pushed++] = as->current;
    return true;
}

/* The statement that messages about the section as a whole name. */
static bool remember(const asm_stmt *s, asm_section *x)
{
    if (x->where)
        return true;
    asm_stmt *where = pto_asm_alloc(s->as, sizeof *where);
    if (!where)
        return false;
    *where = *s;
    x->where = where;
    return true;
}

bool pto_asm_do_section(asm_stmt *s, int push)
{
    pto_asm *as = s->as;
    pto_asm_skip(s);
    const char *at = s->p, *name = section_name(s);
    if (!name)
        return false;
    const struct usual *u = usual(name);
    asm_section *x = find(as, name);
    uint32_t type = x ? x->type : u ? u->type : PTO_SECTION_BYTES;
    uint32_t flags = x ? x->flags : u ? u->flags : 0;
    int64_t unique = -1;
    if (!read_kind(s, &type, &flags, &unique))
        return false;
    const char *key = key_of(s, name, unique);
    x = key ? find(as, key) : NULL;
    if (!key || (x && x->used && !check_same(s, at, x, type, flags)))
        return false;
    if (x && !x->used) { /* .text, that every source begins in */
        x->type = type;
        x->flags = flags;
    }
    if (!x && as->section_count >= ASM_MAX_SECTIONS)
        return pto_asm_error(s, at, "too many sections, expected at most %d",
                             ASM_MAX_SECTIONS);
    x = pto_asm_section(as, key, type, flags);
    if (!x || (push && !push_section(s, at)) || !remember(s, x))
        return false;
    pto_asm_use(as, x);
    pto_asm_enter(as, x);
    return true;
}

/* Where the section begins that the statement is in. */
bool pto_asm_do_address(asm_stmt *s, int argument)
{
    (void)argument;
    int64_t address;
    s->section->where = NULL;
    if (!pto_asm_known(s, "the address", &address) || !pto_asm_end(s) ||
        !remember(s, s->section))
        return false;
    s->section->placed = true;
    s->section->address = (uint64_t)address;
    return true;
}

bool pto_asm_do_popsection(asm_stmt *s, int argument)
{
    (void)argument;
    if (!s->as->pushed)
        return pto_asm_error(s, s->p, ".popsection without .pushsection");
    pto_asm_enter(s->as, s->as->stack[--s->as->pushed]);
    return pto_asm_end(s);
}

bool pto_asm_do_previous(asm_stmt *s, int argument)
{
    (void)argument;
    pto_asm_enter(s->as, s->as->previous);
    return pto_asm_end(s);
}

/* Room for n more bytes, or a message. */
static bool reserve(asm_stmt *s, uint64_t n)
{
    asm_section *x = s->section;
    bool is_stored = x->type != PTO_SECTION_ZEROS;
    uint64_t limit = s->as->options->max_bytes;
    if (!limit)
        limit = ASM_MAX_BYTES;
    if (is_stored && n > limit - s->as->content_bytes)
        pto_asm_error(s, NULL,
                      "the contents grow past %" PRIu64 " bytes, "
                      "expected less (zeros may go to .bss)",
                      limit);
    else if (n > ASM_MAX_SIZE - x->size)
        pto_asm_error(s, NULL,
                      "section '%s' grows past 2^40 bytes, expected "
                      "less",
                      x->name);
    else
        return true;
    s->as->stopped = true;
    return false;
}

static bool is_zero(const uint8_t *bytes, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        if (bytes[i])
            return false;
    return true;
}

static bool only_zeros(const asm_stmt *s)
{
    return pto_asm_error(s, NULL,
                         "section '%s' holds zeros only, expected "
                         ".zero, .space or another section",
                         s->section->name);
}

static bool grown(asm_stmt *s, uint64_t n)
{
    asm_section *x = s->section;
    if (x->bytes.failed) {
        s->as->out_of_memory = true;
        return false;
    }
    pto_asm_use(s->as, x);
    x->size += n;
    s->offset = x->size;
    if (x->type != PTO_SECTION_ZEROS)
        s->as->content_bytes += n;
    return true;
}

bool pto_asm_emit(asm_stmt *s, const void *bytes, uint64_t n)
{
    asm_section *x = s->section;
    if (!reserve(s, n))
        return false;
    if (x->type != PTO_SECTION_ZEROS)
        pto_buf_add(&x->bytes, bytes, (size_t)n);
    else if (!is_zero(bytes, n))
        return only_zeros(s);
    return grown(s, n);
}

bool pto_asm_patch(const asm_stmt *s, const void *bytes, size_t n)
{
    asm_section *x = s->section;
    if (x->type == PTO_SECTION_ZEROS)
        return is_zero(bytes, n) || only_zeros(s);
    memcpy(x->bytes.data + s->offset, bytes, n);
    return true;
}

bool pto_asm_fill(asm_stmt *s, uint8_t byte, uint64_t n)
{
    asm_section *x = s->section;
    if (!reserve(s, n))
        return false;
    if (x->type != PTO_SECTION_ZEROS)
        pto_buf_fill(&x->bytes, byte, (size_t)n);
    else if (byte && n)
        return only_zeros(s);
    return grown(s, n);
}

bool pto_asm_align(asm_stmt *s, uint64_t align, uint8_t fill, uint64_t max)
{
    uint64_t n = (align - s->offset % align) % align;
    if (max && n > max)
        return true;
    if (align > s->section->align)
        s->section->align = align;
    return pto_asm_fill(s, fill, n);
}
