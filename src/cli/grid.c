/* Rows of cells, aligned, as CSV, or as JSON. */
#include "cli/grid.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "input/lines.h"

static char *format_text(const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = n < 0 ? NULL : malloc((size_t)n + 1);
    if (text)
        (void)vsnprintf(text, (size_t)n + 1, format, args);
    return text;
}

void cli_grid_add(cli_grid *g, const char *format, ...)
{
    if (g->count == g->capacity) {
        size_t capacity = g->capacity ? 2 * g->capacity : 64;
        char **cells = realloc(g->cells, capacity * sizeof *cells);
        if (!cells) {
            g->failed = true;
            return;
        }
        g->cells = cells;
        g->capacity = capacity;
    }
    va_list args;
    va_start(args, format);
    char *text = format_text(format, args);
    va_end(args);
    if (text)
        g->cells[g->count++] = text;
    else
        g->failed = true;
}

static size_t column_width(const cli_grid *g, size_t column)
{
    size_t width = strlen(g->columns[column].name);
    for (size_t i = column; i < g->count; i += g->width) {
        size_t n = strlen(g->cells[i]);
        width = n > width ? n : width;
    }
    return width;
}

void cli_grid_text(const cli_grid *g, FILE *out)
{
    int width[CLI_GRID_COLUMNS] = {0};
    for (size_t i = 0; i + 1 < g->width && i < CLI_GRID_COLUMNS; i++)
        width[i] = (int)column_width(g, i);
    for (size_t i = 0; i < g->width; i++)
        fprintf(out, "%-*s%s", width[i], g->columns[i].name,
                i + 1 == g->width ? "\n" : "  ");
    for (size_t i = 0; i < g->count; i++)
        fprintf(out, "%-*s%s", width[i % g->width], g->cells[i],
                (i + 1) % g->width ? "  " : "\n");
}

static void csv_cell(const char *s, bool last, FILE *out)
{
    bool quoted = strpbrk(s, ",\"\n") != NULL;
    if (quoted)
        fputc('"', out);
    for (; *s; s++) {
        if (*s == '"')
            fputc('"', out);
        fputc(*s, out);
    }
    fputs(quoted ? last ? "\"\n" : "\"," : last ? "\n" : ",", out);
}

void cli_grid_csv(const cli_grid *g, FILE *out)
{
    for (size_t i = 0; i < g->width; i++)
        csv_cell(g->columns[i].name, i + 1 == g->width, out);
    for (size_t i = 0; i < g->count; i++)
        csv_cell(g->cells[i], i % g->width + 1 == g->width, out);
}

/* What is no UTF-8 is told as \\xff. */
void cli_json_text(const char *s, FILE *out)
{
    fputc('"', out);
    for (size_t n = strlen(s); n;) {
        unsigned char c = (unsigned char)*s;
        unsigned size = input_utf8(s, n), step = size ? size : 1;
        if (!size)
            fprintf(out, "\\\\x%02x", c);
        else if (c < 0x20)
            fprintf(out, "\\u%04x", c);
        else if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else
            (void)fwrite(s, 1, size, out);
        s += step;
        n -= step;
    }
    fputc('"', out);
}

static void json_list(const char *s, FILE *out)
{
    char word[32];
    bool first = true;
    fputc('[', out);
    for (int n; sscanf(s, "%31s%n", word, &n) == 1; s += n) {
        if (!strcmp(word, "-"))
            continue;
        fputs(first ? "" : ", ", out);
        cli_json_text(word, out);
        first = false;
    }
    fputc(']', out);
}

static void json_cell(const cli_column *c, const char *s, FILE *out)
{
    cli_json_text(c->name, out);
    fputs(": ", out);
    switch (c->kind) {
    case CLI_CELL_TEXT: cli_json_text(s, out); break;
    case CLI_CELL_NUMBER: fputs(*s ? s : "null", out); break;
    case CLI_CELL_LIST: json_list(s, out); break;
    }
}

void cli_grid_json(const cli_grid *g, FILE *out)
{
    fputs("[", out);
    for (size_t i = 0; i < g->count; i++) {
        bool first = i % g->width == 0, last = i % g->width + 1 == g->width;
        if (first)
            fputs(i ? ",\n  {" : "\n  {", out);
        json_cell(&g->columns[i % g->width], g->cells[i], out);
        fputs(last ? "}" : ", ", out);
    }
    fputs("\n]", out);
}

void cli_grid_free(cli_grid *g)
{
    for (size_t i = 0; i < g->count; i++)
        free(g->cells[i]);
    free(g->cells);
    *g = (cli_grid){0};
}
