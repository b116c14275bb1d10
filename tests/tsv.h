/* Reads a tab-separated vector file, plain or gzip, row by row. */
#ifndef PTO_TESTS_TSV_H
#define PTO_TESTS_TSV_H

#include <zlib.h>

#include "pto_test.h"

enum { TSV_COLUMNS = 24, TSV_LINE = 1 << 20 };

typedef struct tsv {
    gzFile file;
    char *line;
    size_t row;
    int columns;
    char *column[TSV_COLUMNS];
} tsv;

static inline tsv tsv_open(const char *path)
{
    tsv t = {.file = gzopen(path, "rb"), .line = malloc(TSV_LINE)};
    CHECK(t.file && t.line, "cannot open %s", path);
    return t;
}

/* The next row that is not a comment; false at the end. */
static inline bool tsv_next(tsv *t)
{
    do {
        t->row++;
        if (!gzgets(t->file, t->line, TSV_LINE))
            return false;
    } while (t->line[0] == '#');
    t->line[strcspn(t->line, "\n")] = 0;
    t->columns = 0;
    for (char *p = t->line; p && t->columns < TSV_COLUMNS;) {
        t->column[t->columns++] = p;
        p = strchr(p, '\t');
        if (p)
            *p++ = 0;
    }
    return true;
}

static inline uint64_t tsv_hex(const tsv *t, int column)
{
    return strtoull(t->column[column], NULL, 16);
}

static inline void tsv_close(tsv *t)
{
    gzclose(t->file);
    free(t->line);
}

#endif
