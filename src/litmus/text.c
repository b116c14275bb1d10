/*
 * Reads a candidate execution from text, one event a line:
 *
 *     name SB                 expect allowed
 *     init x 0
 *     P0 store x 1            P1 load y 0 from init
 *     P2 atomic x 0 -> 1      P3 fence w r
 *
 * options: size N, rank N, from NAME, as NAME, acquire, release, acqrel
 */
#include "litmus/litmus.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/lines.h"
#include "pto/io.h"

enum {
    TOKENS = 16,
    TOKEN = 32,
    SYMBOLS = PTO_LITMUS_EVENTS,
    MOST_LINES = 1 << 16
};

typedef struct line {
    uint32_t number, count;
    char token[TOKENS][TOKEN];
} line;

typedef struct reader {
    pto_execution *out;
    pto_error *error;
    uint32_t symbol_count;
    char symbol[SYMBOLS][TOKEN];
    char from[PTO_LITMUS_EVENTS][TOKEN]; /* "" where the value decides */
    bool ranked[PTO_LITMUS_EVENTS];
    uint32_t at_line[PTO_LITMUS_EVENTS];
} reader;

static pto_status bad(reader *r, uint32_t number, const char *what,
                      const char *token)
{
    pto_status s = pto_fail(r->error, PTO_BAD_INPUT, "%s '%s'", what, token);
    if (r->error)
        r->error->line = number;
    return s;
}

static pto_status split(reader *r, const char *text, size_t n, line *l)
{
    l->count = 0;
    for (size_t i = 0; i < n && text[i] != '#';) {
        if (isspace((unsigned char)text[i])) {
            i++;
            continue;
        }
        size_t start = i;
        while (i < n && text[i] != '#' && !isspace((unsigned char)text[i]))
            i++;
        if (i - start >= TOKEN || l->count == TOKENS)
            return bad(r, l->number, "too long, at", "line");
        memcpy(l->token[l->count], text + start, i - start);
        l->token[l->count++][i - start] = '\0';
    }
    return PTO_OK;
}

/* A number is an address; a name is a location far from every number. */
static pto_status address_of(reader *r, uint32_t at, const char *text,
                             uint64_t *out)
{
    if (pto_io_number(text, out))
        return PTO_OK;
    if (!isalpha((unsigned char)text[0]))
        return bad(r, at, "expected a location, found", text);
    uint32_t i = 0;
    while (i < r->symbol_count && strcmp(r->symbol[i], text) != 0)
        i++;
    if (i == SYMBOLS)
        return bad(r, at, "too many locations, at", text);
    if (i == r->symbol_count)
        strcpy(r->symbol[r->symbol_count++], text);
    *out = UINT64_C(0xffff000000000000) + 64 * (uint64_t)i;
    return PTO_OK;
}

static const char *token_at(const line *l, uint32_t i)
{
    return i < l->count ? l->token[i] : "end of line";
}

static pto_status value_at(reader *r, const line *l, uint32_t i, uint64_t *out)
{
    if (i < l->count && pto_io_number(l->token[i], out))
        return PTO_OK;
    return bad(r, l->number, "expected a number, found", token_at(l, i));
}

static bool order_word(const char *t, uint8_t *order)
{
    static const char *const words[] = {"relaxed", "acquire", "release",
                                        "acqrel"};
    for (uint8_t i = 0; i < 4; i++)
        if (!strcmp(t, words[i])) {
            *order = i;
            return true;
        }
    return false;
}

static pto_status small_option(reader *r, const line *l, uint32_t i,
                               uint8_t *out)
{
    uint64_t v = 0;
    PTO_TRY(value_at(r, l, i, &v));
    if (v >= PTO_LITMUS_EVENTS)
        return bad(r, l->number, "out of range:", l->token[i]);
    *out = (uint8_t)v;
    return PTO_OK;
}

static pto_status word_option(reader *r, const line *l, uint32_t i, char *out,
                              size_t size)
{
    if (i >= l->count)
        return bad(r, l->number, "expected a name, found", token_at(l, i));
    if (strlen(l->token[i]) >= size)
        return bad(r, l->number, "name too long:", l->token[i]);
    strcpy(out, l->token[i]);
    return PTO_OK;
}

static pto_status options(reader *r, const line *l, uint32_t i, uint32_t index)
{
    pto_event *e = &r->out->event[index];
    for (; i < l->count; i++) {
        const char *t = l->token[i];
        if (order_word(t, &e->order))
            continue;
        if (!strcmp(t, "size"))
            PTO_TRY(small_option(r, l, ++i, &e->size));
        else if (!strcmp(t, "rank")) {
            PTO_TRY(small_option(r, l, ++i, &e->rank));
            r->ranked[index] = true;
        } else if (!strcmp(t, "from"))
            PTO_TRY(word_option(r, l, ++i, r->from[index], TOKEN));
        else if (!strcmp(t, "as"))
            PTO_TRY(word_option(r, l, ++i, e->name, sizeof e->name));
        else
            return bad(r, l->number, "unknown option", t);
    }
    return PTO_OK;
}

static pto_status fence_mask(reader *r, const line *l, uint32_t i, uint8_t *out)
{
    static const char letters[] = "rwdi";
    const char *t = token_at(l, i);
    uint64_t v = 0;
    if (i < l->count && pto_io_number(t, &v) && v < 16) {
        *out = (uint8_t)v;
        return PTO_OK;
    }
    for (*out = 0; *t; t++) {
        const char *at = strchr(letters, *t);
        if (i >= l->count || !at)
            return bad(r, l->number, "expected letters of rwdi, found",
                       token_at(l, i));
        *out |= (uint8_t)(1U << (at - letters));
    }
    return PTO_OK;
}

/* load, store and atomic: a location, values, then options. */
static pto_status access_line(reader *r, const line *l, uint32_t index)
{
    pto_event *e = &r->out->event[index];
    uint32_t i = 2;
    if (i >= l->count)
        return bad(r, l->number, "expected a location, found", "end of line");
    PTO_TRY(address_of(r, l->number, l->token[i++], &e->address));
    bool loads = e->kind != PTO_EVENT_STORE;
    PTO_TRY(value_at(r, l, i++, loads ? &e->read_value : &e->write_value));
    if (e->kind == PTO_EVENT_ATOMIC && i < l->count &&
        !strcmp(l->token[i], "->")) {
        e->writes = true;
        PTO_TRY(value_at(r, l, i + 1, &e->write_value));
        i += 2;
    }
    return options(r, l, i, index);
}

static pto_status agent_line(reader *r, const line *l, uint32_t index)
{
    static const struct {
        const char *word;
        uint8_t kind;
    } kinds[] = {{"load", PTO_EVENT_LOAD},
                 {"store", PTO_EVENT_STORE},
                 {"atomic", PTO_EVENT_ATOMIC},
                 {"fence", PTO_EVENT_FENCE}};
    pto_event *e = &r->out->event[index];
    e->agent = (uint8_t)(l->token[0][1] - '0');
    for (size_t k = 0; k < 4; k++) {
        if (l->count < 2 || strcmp(l->token[1], kinds[k].word) != 0)
            continue;
        e->kind = kinds[k].kind;
        e->writes = e->kind == PTO_EVENT_STORE;
        if (e->kind != PTO_EVENT_FENCE)
            return access_line(r, l, index);
        PTO_TRY(fence_mask(r, l, 2, &e->predecessor));
        PTO_TRY(fence_mask(r, l, 3, &e->successor));
        return options(r, l, 4, index);
    }
    return bad(r, l->number, "expected load, store, atomic or fence, found",
               token_at(l, 1));
}

static pto_status init_line(reader *r, const line *l, uint32_t index)
{
    pto_event *e = &r->out->event[index];
    if (l->count < 2)
        return bad(r, l->number, "expected a location, found", "end of line");
    e->kind = PTO_EVENT_INIT;
    e->writes = true;
    PTO_TRY(address_of(r, l->number, l->token[1], &e->address));
    PTO_TRY(value_at(r, l, 2, &e->write_value));
    return options(r, l, 3, index);
}

static pto_status new_event(reader *r, uint32_t at, uint32_t *index)
{
    if (r->out->count == PTO_LITMUS_EVENTS)
        return bad(r, at, "more than the", "16 events of an execution");
    *index = r->out->count++;
    r->at_line[*index] = at;
    r->out->event[*index].size = 8;
    return PTO_OK;
}

static bool is_agent(const char *t)
{
    return t[0] == 'P' && t[1] >= '0' && t[1] < '0' + PTO_LITMUS_AGENTS &&
           (t[2] == '\0' || (t[2] == ':' && t[3] == '\0'));
}

static pto_status expect_line(reader *r, const line *l)
{
    const char *t = token_at(l, 1);
    if (!strcmp(t, "allowed"))
        r->out->expect = PTO_EXPECT_ALLOWED;
    else if (!strcmp(t, "forbidden"))
        r->out->expect = PTO_EXPECT_FORBIDDEN;
    else
        return bad(r, l->number, "expected allowed or forbidden, found", t);
    return PTO_OK;
}

static pto_status one_line(reader *r, const line *l)
{
    const char *t = l->token[0];
    uint32_t index = 0;
    if (!strcmp(t, "name"))
        return word_option(r, l, 1, r->out->name, sizeof r->out->name);
    if (!strcmp(t, "expect"))
        return expect_line(r, l);
    bool init = !strcmp(t, "init");
    if (!init && !is_agent(t))
        return bad(r, l->number, "expected name, expect, init or P0..P3, found",
                   t);
    PTO_TRY(new_event(r, l->number, &index));
    return init ? init_line(r, l, index) : agent_line(r, l, index);
}

static uint64_t in_size(uint64_t v, uint8_t size)
{
    return size >= 8 ? v : v & ((UINT64_C(1) << 8 * size) - 1);
}

static bool same_place(const pto_event *a, const pto_event *b)
{
    return a->address == b->address && a->size == b->size;
}

/* A location that nobody initializes starts at zero. */
static pto_status add_inits(reader *r)
{
    pto_execution *x = r->out;
    uint32_t written = x->count;
    for (uint32_t i = 0; i < written; i++) {
        pto_event *e = &x->event[i];
        bool found = e->kind == PTO_EVENT_FENCE;
        for (uint32_t k = 0; k < x->count; k++)
            found |= x->event[k].kind == PTO_EVENT_INIT &&
                     same_place(&x->event[k], e);
        if (found)
            continue;
        uint32_t index = 0;
        PTO_TRY(new_event(r, r->at_line[i], &index));
        x->event[index].kind = PTO_EVENT_INIT;
        x->event[index].address = e->address;
        x->event[index].size = e->size;
        x->event[index].writes = true;
    }
    return PTO_OK;
}

/* Writes without a rank take the next one of their location. */
static void rank_writes(reader *r)
{
    pto_execution *x = r->out;
    for (uint32_t i = 0; i < x->count; i++) {
        pto_event *e = &x->event[i];
        if (!e->writes || e->kind == PTO_EVENT_INIT || r->ranked[i])
            continue;
        e->rank = 1;
        for (uint32_t k = 0; k < i; k++)
            if (x->event[k].writes && same_place(&x->event[k], e) &&
                x->event[k].rank >= e->rank)
                e->rank = (uint8_t)(x->event[k].rank + 1);
    }
}

static bool source_matches(const reader *r, uint32_t read, uint32_t write)
{
    const pto_event *e = &r->out->event[read], *w = &r->out->event[write];
    const char *from = r->from[read];
    if (!w->writes || !same_place(e, w))
        return false;
    if (!strcmp(from, "init"))
        return w->kind == PTO_EVENT_INIT;
    if (from[0])
        return !strcmp(from, w->name);
    return write != read && w->write_value == e->read_value;
}

static pto_status resolve_reads(reader *r)
{
    pto_execution *x = r->out;
    for (uint32_t i = 0; i < x->count; i++) {
        pto_event *e = &x->event[i];
        if (e->kind != PTO_EVENT_LOAD && e->kind != PTO_EVENT_ATOMIC)
            continue;
        uint32_t found = 0;
        for (uint32_t k = 0; k < x->count; k++)
            if (source_matches(r, i, k)) {
                e->read_from = (uint8_t)k;
                found++;
            }
        if (found == 0 && r->from[i][0])
            return bad(r, r->at_line[i], "no write of the location is named",
                       r->from[i]);
        if (found > 1)
            return bad(r, r->at_line[i],
                       "several writes fit; name one with 'from' after", "as");
        if (found == 0)
            e->read_from = (uint8_t)i; /* no write: not a candidate */
    }
    return PTO_OK;
}

static void fit_values(pto_execution *x)
{
    for (uint32_t i = 0; i < x->count; i++) {
        pto_event *e = &x->event[i];
        e->read_value = in_size(e->read_value, e->size);
        e->write_value = in_size(e->write_value, e->size);
    }
}

static void name_events(pto_execution *x)
{
    static const char *const kind[] = {"init", "load", "store", "atomic",
                                       "fence"};
    for (uint32_t i = 0; i < x->count; i++) {
        pto_event *e = &x->event[i];
        if (e->name[0])
            continue;
        if (e->kind == PTO_EVENT_INIT)
            snprintf(e->name, sizeof e->name, "init%u", (unsigned)i);
        else
            snprintf(e->name, sizeof e->name, "P%u:%s%u", e->agent,
                     kind[e->kind], (unsigned)i);
    }
}

static pto_status read_lines(reader *r, input_lines *lines)
{
    line l = {0};
    for (bool more = true;;) {
        PTO_TRY(input_lines_next(lines, &more, r->error));
        if (!more)
            return PTO_OK;
        if (lines->number > MOST_LINES)
            return bad(r, MOST_LINES, "more lines than", "65536");
        l.number = (uint32_t)lines->number;
        PTO_TRY(split(r, lines->line, lines->size, &l));
        if (l.count)
            PTO_TRY(one_line(r, &l));
    }
}

/* Everything that the lines say, in order; then what follows from all. */
static pto_status read_execution(input_lines *lines, pto_execution *out,
                                 pto_error *e)
{
    reader r = {.out = out, .error = e};
    *out = (pto_execution){0};
    PTO_TRY(read_lines(&r, lines));
    if (out->count == 0)
        return bad(&r, 0, "expected events, found", "none");
    PTO_TRY(add_inits(&r));
    fit_values(out);
    rank_writes(&r);
    PTO_TRY(resolve_reads(&r));
    name_events(out);
    return PTO_OK;
}

pto_status pto_litmus_parse(const char *text, size_t size, pto_execution *out,
                            pto_error *e)
{
    input_lines lines;
    input_lines_of_text(&lines, text, size);
    pto_status s = read_execution(&lines, out, e);
    input_lines_close(&lines);
    return s;
}

pto_status pto_litmus_read(const char *path, pto_execution *out, pto_error *e)
{
    input_lines lines;
    PTO_TRY(input_lines_open(&lines, path, e));
    pto_status s = read_execution(&lines, out, e);
    input_lines_close(&lines);
    if (s != PTO_OK && e && e->line)
        snprintf(e->file, sizeof e->file, "%s", path);
    return s;
}
