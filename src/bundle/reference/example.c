/* A complete program for each kind of bundles, out of example.def. */
#include "base/buf.h"
#include "bundle/core/row.h"
#include "pto/tile_op.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXAMPLE(schema, lines) static const char lines_##schema[] = lines;
#include "bundle/reference/example.def"
#undef EXAMPLE

/* A schema without an example does not compile. */
static const char *const examples[PTO_SCHEMA_COUNT] = {
#define SCHEMA(name, ...) lines_##name,
#include "bundle/schema.def"
#undef SCHEMA
};

enum { LINE = 80 };

/* What an example is written for, and what was written. */
typedef struct writer {
    unsigned op;
    const pto_bundle_op *row;
    pto_dtype type;
    bool open; /* a bundle */
    bool data;
    pto_buf out;
} writer;

/* The first of these that the operation takes. */
static pto_dtype usual_type(const pto_bundle_op *row)
{
    static const uint8_t usual[] = {PTO_FP32, PTO_S32, PTO_U16, PTO_S8};
    if (row->traits & PTO_SCALED)
        return PTO_E4M3;
    for (unsigned i = 0; i < sizeof usual; i++)
        if (pto_type_in(usual[i], row->types))
            return usual[i];
    return PTO_FP32;
}

static unsigned bytes_of(pto_dtype type)
{
    return pto_format_get(type)->storage_bits / 8U;
}

/* The letters of example.def: "Sab": scaled, not accumulating, no bias. */
static bool has_traits(const writer *w, const char *letters)
{
    static const struct {
        char letter;
        uint16_t trait;
    } known[] = {{'A', PTO_ACCUMULATES},
                 {'B', PTO_BIAS},
                 {'S', PTO_SCALED},
                 {'C', PTO_OF_COLUMNS}};
    for (; *letters != ' '; letters++)
        for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++) {
            bool has = (w->row->traits & known[i].trait) != 0;
            if (known[i].letter == toupper((unsigned char)*letters) &&
                has == (islower((unsigned char)*letters) != 0))
                return false;
        }
    return true;
}

/* What stands for a letter behind a dollar sign. */
static void put_value(const writer *w, pto_buf *to, char letter)
{
    bool single = w->type == PTO_FP32;
    switch (letter) {
    case 'T': pto_buf_puts(to, pto_format_get(w->type)->name); return;
    case 'W': pto_buf_printf(to, "%u", bytes_of(w->type)); return;
    case '1': pto_buf_puts(to, single ? "0x3f800000" : "1"); return;
    case 'M':
        pto_buf_puts(to, w->row->traits & PTO_ONE_ROW ? "1" : "4");
        return;
    case 'R': pto_buf_puts(to, single ? "S8" : "FP32"); return;
    case 'P': pto_buf_puts(to, single ? "128B" : "512B"); return;
    default: pto_buf_puts(to, single ? "512B" : "128B"); return;
    }
}

/* A label begins the line, anything else is indented. */
static void put(writer *w, const char *line)
{
    bool label = strcspn(line, ":") < strcspn(line, " ");
    pto_buf_printf(&w->out, "%s%s\n", label ? "" : "    ", line);
}

/* Scalar instructions stand outside of bundles, and so does the end. */
static void put_code(writer *w, const char *line)
{
    bool bundle = !strncmp(line, "B.", 2) || !strncmp(line, "BSTART", 6);
    if (w->open && !bundle)
        put(w, "C.BSTOP");
    w->open = bundle;
    put(w, line);
}

static void put_code_of(writer *w, const char *format, ...) PTO_PRINTF(2, 3);
static void put_code_of(writer *w, const char *format, ...)
{
    char line[LINE];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(line, sizeof line, format, args);
    va_end(args);
    put_code(w, line);
}

/* BSTART.VEC TADD, FP32; BSTART.TMATMULMX.ACC E4M3. */
static void put_start(writer *w)
{
    const pto_tile_op *op = pto_tile_op_get(w->op);
    const char *type = pto_format_get(w->type)->name;
    char name[LINE];
    size_t n = 0;
    if (op->family == PTO_FAMILY_TEPL) {
        put_code_of(w, "BSTART.%s %s, %s", op->engine, op->name, type);
        return;
    }
    for (const char *at = op->name; *at; at++)
        if (strncmp(at, "_MX", 3))
            name[n++] = *at == '_' ? '.' : *at;
    put_code_of(w, "BSTART.%.*s %s", (int)n, name, type);
}

static void put_shape(writer *w, const char *columns, const char *rows)
{
    put_code_of(w, "B.DIM zero, %s, ->lb0", columns);
    put_code_of(w, "B.DIM zero, %s, ->lb1", rows);
}

/* @load and @share: rows that follow one another in memory to a tile. */
static void put_load(writer *w, const char *line)
{
    char mark[8], to[4], type[8], from[16], columns[8], rows[8], size[8],
        layout[8] = "";
    int n = sscanf(line, "%7s %3s %7s %15s %7s %7s %7s %7s", mark, to, type,
                   from, columns, rows, size, layout);
    pto_dtype stored = PTO_FP32;
    if (n < 7 || pto_dtype_named(type, &stored, NULL) != PTO_OK)
        return;
    const pto_format *f = pto_format_get(stored);
    bool shared = !strcmp(mark, "@share");
    put_code_of(w, "hl.lis %s, ->a0", from);
    put_code_of(w, "addi zero, %lu, ->a1",
                strtoul(columns, NULL, 10) * f->storage_bits / 8);
    put_code_of(w, "BSTART.TLOAD %s", type);
    if (layout[0])
        put_code_of(w, "B.DATR %s, DTYPE_NONE, Zero", layout);
    put_shape(w, columns, rows);
    if (shared)
        put_code_of(w, "B.DIM zero, %s, ->lb2", columns);
    put_code(w, "B.IOR [a0, a1, zero], ->zero");
    if (shared)
        put_code_of(w, "B.IOS mask=1000, ->S%s<%s>", to, size);
    else
        put_code_of(w, "B.IOT mask=1111, last, ->%s<%s>", to, size);
}

static void put_stop(writer *w)
{
    put_code(w, "cross_model_stop:");
    put(w, "C.BSTOP");
}

static void put_data(writer *w)
{
    put_stop(w);
    put(w, ".data");
    put(w, ".balign 128");
    w->data = true;
}

/* One line of example.def, its values filled in. */
static void put_any(writer *w, const char *line)
{
    if (!strncmp(line, "@start", 6))
        put_start(w);
    else if (!strncmp(line, "@data", 5))
        put_data(w);
    else if (line[0] == '@')
        put_load(w, line);
    else if (w->data)
        put(w, line);
    else
        put_code(w, line);
}

static void expand_line(writer *w, const char *line, size_t n)
{
    pto_buf filled = {0};
    size_t skip = line[0] == '?' ? strcspn(line, " ") + 1 : 0;
    if (skip && !has_traits(w, line + 1))
        return;
    for (size_t i = skip; i < n; i++)
        if (line[i] == '$')
            put_value(w, &filled, line[++i]);
        else
            pto_buf_add(&filled, &line[i], 1);
    w->out.failed |= filled.failed;
    if (!filled.failed)
        put_any(w, filled.data);
    pto_buf_free(&filled);
}

pto_status pto_operation_example(unsigned op, unsigned kind, char **text)
{
    const pto_bundle_op *row = pto_bundle_op_get(op);
    writer w = {.op = op, .row = row, .type = usual_type(row)};
    put(&w, ".globl _start, cross_model_stop");
    put(&w, "_start:");
    for (const char *at = examples[kind]; *at; at += strcspn(at, "\n") + 1)
        expand_line(&w, at, strcspn(at, "\n"));
    if (!w.data)
        put_stop(&w);
    if (w.out.failed) {
        pto_buf_free(&w.out);
        return PTO_NO_MEMORY;
    }
    *text = w.out.data;
    return PTO_OK;
}
