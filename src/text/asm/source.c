/* Source text to lines: files read, comments blanked. */
#include "text/asm/asm.h"

#include <stdio.h>
#include <string.h>
#include "base/file.h"

struct pto_supply {
    pto_buf *out;
};

pto_status pto_supply_bytes(pto_supply *s, const void *bytes, size_t n)
{
    pto_buf_add(s->out, bytes, n);
    return s->out->failed ? PTO_NO_MEMORY : PTO_OK;
}

/* Of bytes that the caller supplied whole: the part that is wanted. */
static void cut_out(asm_part *part, pto_buf *out)
{
    part->size = out->size;
    size_t skip = part->skip < out->size ? (size_t)part->skip : out->size;
    size_t n = out->size - skip;
    if (n > part->most)
        n = (size_t)part->most;
    if (skip && n)
        memmove(out->data, out->data + skip, n);
    out->size = n;
}

static pto_status read_one(const pto_asm *as, const char *path, asm_part *part,
                           pto_buf *out, pto_error *e)
{
    const pto_asm_options *o = as->options;
    pto_supply supply = {out};
    pto_buf_clear(out);
    if (o->read_file) {
        PTO_TRY(o->read_file(o->user, path, &supply, e));
        cut_out(part, out);
    } else {
        PTO_TRY(pto_file_read_part(path, part->skip, part->most, ASM_MAX_BYTES,
                                   &part->size, out, e));
    }
    if (o->reads)
        o->reads(o->user, path);
    return PTO_OK;
}

/* The directory of the including file, then the include paths. */
const char *pto_asm_read(const asm_stmt *s, const char *path, asm_part *part,
                         pto_buf *out, pto_error *e)
{
    pto_asm *as = s->as;
    const char *slash = strrchr(s->line->file, '/'), *found = NULL;
    int directory = slash ? (int)(slash + 1 - s->line->file) : 0;
    pto_buf full = {0};
    for (uint32_t i = 0; !found && i <= as->options->include_count; i++) {
        pto_buf_clear(&full);
        if (path[0] == '/')
            pto_buf_puts(&full, path);
        else if (i)
            pto_buf_printf(&full, "%s/%s", as->options->include_paths[i - 1],
                           path);
        else
            pto_buf_printf(&full, "%.*s%s", directory, s->line->file, path);
        *e = (pto_error){0};
        if (!full.failed && read_one(as, full.data, part, out, e) == PTO_OK)
            found = pto_asm_text(as, full.data, full.size);
    }
    pto_buf_free(&full);
    return found;
}

/*
 * t#1 and, in a macro body, \hand#1 name operands: a '#' right after a hand's
 * letter or a parameter and right before a digit or a parameter.
 */
bool pto_asm_is_hash_operand(const char *start, const char *hash)
{
    if (!((hash[1] >= '0' && hash[1] <= '9') || hash[1] == '\\'))
        return false;
    const char *word = hash;
    while (word > start && pto_asm_is_name(word[-1]))
        word--;
    if (word > start && word[-1] == '\\')
        return true;
    if (hash - start >= 3 && !strncmp(hash - 3, "\\()", 3))
        return true;
    return hash - word == 1 && strchr("tumnTUMN", *word);
}

/* Spaces for a comment keep every column where it was. */
static char *blank(char *from, char *to)
{
    for (char *p = from; p < to; p++)
        if (*p != '\n')
            *p = ' ';
    return to;
}

static char *skip_quoted(char *p)
{
    if (*p == '\'') {
        if (p[1] && p[1] != '\n')
            p += p[1] == '\\' && p[2] && p[2] != '\n' ? 3 : 2;
        else
            p++;
        return *p == '\'' ? p + 1 : p;
    }
    for (p++; *p && *p != '"' && *p != '\n'; p++)
        if (*p == '\\' && p[1] && p[1] != '\n')
            p++;
    return *p == '"' ? p + 1 : p;
}

/* Blank a block comment; *line follows its newlines. NULL: it has no end. */
static char *blank_block(char *p, char **line)
{
    char *end = strstr(p + 2, "*/");
    char *after = blank(p, end ? end + 2 : p + strlen(p));
    for (; p < after; p++)
        if (*p == '\n')
            *line = p + 1;
    return end ? after : NULL;
}

/* Returns where an unclosed block comment began, or NULL. */
static const char *blank_comments(char *text)
{
    char *line = text;
    for (char *p = text; *p;) {
        if (*p == '\n') {
            line = ++p;
        } else if (*p == '"' || *p == '\'') {
            p = skip_quoted(p);
        } else if (p[0] == '/' && p[1] == '*') {
            const char *start = p;
            p = blank_block(p, &line);
            if (!p)
                return start;
        } else if ((p[0] == '/' && p[1] == '/') ||
                   (*p == '#' && !pto_asm_is_hash_operand(line, p))) {
            p = blank(p, p + strcspn(p, "\n"));
        } else {
            p++;
        }
    }
    return NULL;
}

asm_lines *pto_asm_new_lines(pto_asm *as)
{
    asm_lines *l = pto_asm_alloc(as, sizeof *l);
    if (!l)
        return NULL;
    l->next = as->lines;
    as->lines = l;
    return l;
}

bool pto_asm_add(pto_asm *as, const asm_line *like, char *text, asm_lines *out)
{
    for (char *p = text;; p++) {
        if (!pto_asm_grow(as, (void **)&out->items, out->count, &out->capacity,
                          sizeof *out->items))
            return false;
        asm_line *l = &out->items[out->count++];
        *l = *like;
        l->text = p;
        l->offset = (uint32_t)(p - text);
        p = (char *)pto_asm_statement_end(p);
        if (!*p)
            return true;
        *p = 0;
    }
}

/* A line has been cut out: complain of control characters. */
static void check_bytes(const asm_stmt *s, char *text)
{
    for (char *p = text; *p; p++) {
        if ((uint8_t)*p >= ' ' || *p == '\t')
            continue;
        if (*p != '\r' && *p != '\f' && *p != '\v')
            pto_asm_error(s, p, "unexpected byte 0x%02x, expected text",
                          *p == 1 ? 0u : (unsigned)(uint8_t)*p);
        *p = ' ';
    }
}

/* C preprocessor lines look like comments; say that they do nothing. */
static void check_shown(const asm_stmt *s)
{
    static const char *const words[] = {"#if ",    "#ifdef ",  "#ifndef ",
                                        "#elif ",  "#define ", "#undef ",
                                        "#else\n", "#endif\n", "#include "};
    const char *shown = s->line->shown;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strncmp(shown, words[i], strlen(words[i])))
            pto_asm_warn(s, s->line->text,
                         "C preprocessor line taken as a comment, expected "
                         ".if, .set or .include");
}

/* `shown` is the same text with its comments. */
static bool cut(pto_asm *as, const char *name, char *text, const char *shown,
                asm_lines *out)
{
    uint32_t number = 0;
    for (char *p = text; *p;) {
        size_t n = strcspn(p, "\n");
        bool is_last = !p[n];
        p[n] = 0;
        asm_line l = {.text = p, .shown = shown + (p - text), .file = name};
        l.number = ++number;
        asm_line *kept = pto_asm_alloc(as, sizeof *kept);
        if (!kept)
            return false;
        *kept = l;
        asm_stmt s = {.as = as, .line = kept, .order = as->order};
        check_shown(&s);
        check_bytes(&s, p);
        if (!pto_asm_add(as, &l, p, out))
            return false;
        p += n + !is_last;
    }
    return true;
}

static void unclosed(pto_asm *as, const asm_lines *lines, const char *at)
{
    for (size_t i = lines->count; i-- > 0;) {
        const asm_line *l = &lines->items[i];
        if (l->text > at)
            continue;
        asm_stmt s = {.as = as, .line = l, .order = as->order};
        pto_asm_error(&s, at, "the comment has no end, expected '*/'");
        return;
    }
}

asm_lines *pto_asm_split(pto_asm *as, const char *name, const char *source,
                         size_t n)
{
    asm_lines *out = pto_asm_new_lines(as);
    char *text = pto_asm_text(as, source, n);
    char *shown = pto_asm_text(as, source, n);
    if (!out || !text || !shown)
        return NULL;
    for (size_t i = 0; i < n; i++)
        if (!text[i])
            text[i] = 1; /* a zero byte must not end the line unseen */
    const char *open = blank_comments(text);
    if (!cut(as, name, text, shown, out))
        return NULL;
    if (open)
        unclosed(as, out, open);
    return out;
}

uint32_t pto_asm_max_lines(const pto_asm *as)
{
    return as->options->max_lines ? as->options->max_lines : ASM_MAX_LINES;
}

bool pto_asm_push(const asm_stmt *s, const asm_lines *lines, uint64_t repeats,
                  bool is_macro, const char *what)
{
    pto_asm *as = s->as;
    if (as->depth == ASM_MAX_DEPTH) {
        pto_asm_error(s, s->p, "%s goes deeper than %d levels, expected an end",
                      what, ASM_MAX_DEPTH);
        as->stopped = true;
        return false;
    }
    as->inputs[as->depth++] = (asm_input){.lines = lines,
                                          .repeats = repeats,
                                          .conditions = as->condition_count,
                                          .is_macro = is_macro};
    return true;
}
