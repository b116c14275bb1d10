/* pto layout: where the elements of a tile lie, as text and as a picture. */
#include "cli/cli.h"
#include "cli/options.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANY = PTO_CUBE_HIF4 | PTO_CUBE_ROW_BLOCKS, MAX_PICTURE = 16384 };

/* A tile and the rectangle that repeats in it: a cell, a fractal, or all. */
typedef struct drawing {
    pto_tile t;
    uint32_t block_rows, block_columns;
    const char *block; /* what the rectangle is called */
} drawing;

static bool parse_shape(const char *text, uint32_t *rows, uint32_t *columns)
{
    const char *x = strchr(text, 'x');
    uint64_t r, c;
    char left[16];
    if (!x || (size_t)(x - text) >= sizeof left)
        return false;
    memcpy(left, text, (size_t)(x - text));
    left[x - text] = '\0';
    if (!pto_io_number(left, &r) || !pto_io_number(x + 1, &c) || r == 0 ||
        c == 0 || r > PTO_TILE_MAX_EXTENT || c > PTO_TILE_MAX_EXTENT)
        return false;
    *rows = (uint32_t)r;
    *columns = (uint32_t)c;
    return true;
}

static bool describe_cube(drawing *d, unsigned dtype, unsigned layout,
                          uint32_t rows, uint32_t columns)
{
    pto_cube_shape s = pto_cube_shape_of(layout, dtype, rows, columns, ANY);
    uint32_t capacity = PTO_CELL_BYTES;
    while (capacity < s.required_bytes)
        capacity *= 2;
    d->block_rows = s.cell_rows;
    d->block_columns = s.cell_columns;
    d->block = "cell";
    return pto_tile_describe_cube(&d->t, dtype, layout, rows, columns, capacity,
                                  PTO_TILE_MAX_BYTES, ANY);
}

/* The smallest tile whose columns are the next power of two. */
static bool describe_ordinary(drawing *d, unsigned dtype, unsigned layout,
                              uint32_t rows, uint32_t columns)
{
    uint32_t physical = 1, bits = pto_tile_element_bits(dtype);
    bool fractal = layout == PTO_TILE_ZN || layout == PTO_TILE_NZ;
    while (physical < columns || (fractal && physical * bits < 256))
        physical *= 2;
    for (uint32_t c = PTO_CELL_BYTES; c <= PTO_TILE_MAX_BYTES; c *= 2) {
        if (!pto_tile_describe(&d->t, dtype, layout, physical, rows, columns, c,
                               PTO_TILE_MAX_BYTES))
            continue;
        d->block_rows = fractal ? 16 : d->t.rows;
        d->block_columns = fractal ? 256 / bits : d->t.columns;
        d->block = fractal ? "fractal" : "tile";
        return true;
    }
    return false;
}

static const char *type_name(const drawing *d)
{
    return pto_format_get(d->t.dtype)->name;
}

static uint32_t bytes_used(const drawing *d)
{
    uint32_t bits = pto_tile_element_bits(d->t.dtype);
    return (uint32_t)((uint64_t)d->t.rows * d->t.columns * bits / 8);
}

static uint32_t block_elements(const drawing *d)
{
    return d->block_rows * d->block_columns;
}

/* The number of the block at block position (row, column) in the payload. */
static uint32_t block_at(const drawing *d, uint32_t row, uint32_t column)
{
    return pto_tile_index(&d->t, row * d->block_rows,
                          column * d->block_columns) /
           block_elements(d);
}

static void print_summary(const drawing *d)
{
    const pto_tile *t = &d->t;
    printf("%s %s %" PRIu32 "x%" PRIu32 ": %s\n",
           pto_tile_layout_name(t->layout), type_name(d), t->valid_rows,
           t->valid_columns, pto_tile_layout_text(t->layout));
    printf("storage %" PRIu32 "x%" PRIu32 ", %" PRIu32 " bytes", t->rows,
           t->columns, bytes_used(d));
    printf(", capacity %" PRIu32 " bytes\n", t->capacity_bytes);
    printf("%" PRIu32 " %s%s of %" PRIu32 "x%" PRIu32 "\n",
           t->rows / d->block_rows * (t->columns / d->block_columns), d->block,
           t->rows * t->columns == block_elements(d) ? "" : "s", d->block_rows,
           d->block_columns);
}

static int width_of(uint32_t most)
{
    return snprintf(NULL, 0, "%" PRIu32, most);
}

static void print_rule(uint32_t boxes, int width)
{
    for (uint32_t i = 0; i < boxes; i++) {
        putchar('+');
        for (int k = 0; k < width; k++)
            putchar('-');
    }
    puts("+");
}

enum { BAND = 16 }; /* blocks side by side */

static void print_band(const drawing *d, uint32_t first, uint32_t count,
                       int width)
{
    printf("columns %" PRIu32 "..%" PRIu32 "\n", first * d->block_columns,
           (first + count) * d->block_columns - 1);
    for (uint32_t r = 0; r < d->t.rows / d->block_rows; r++) {
        print_rule(count, width);
        for (uint32_t c = 0; c < count; c++)
            printf("|%*" PRIu32 " ", width - 1, block_at(d, r, first + c));
        printf("|  rows %" PRIu32 "..%" PRIu32 "\n", r * d->block_rows,
               (r + 1) * d->block_rows - 1);
    }
    print_rule(count, width);
}

/* Block numbers where the blocks lie. */
static void print_blocks(const drawing *d)
{
    uint32_t down = d->t.rows / d->block_rows;
    uint32_t along = d->t.columns / d->block_columns;
    int width = width_of(down * along - 1) + 2;
    printf("\n%ss in the order of the payload:\n", d->block);
    for (uint32_t c = 0; c < along; c += BAND)
        print_band(d, c, along - c < BAND ? along - c : BAND, width);
}

static bool is_valid(const drawing *d, uint32_t row, uint32_t column)
{
    return row < d->t.valid_rows && column < d->t.valid_columns;
}

/* Element indices of one block; padding stands in brackets. */
static void print_block(const drawing *d, uint32_t row, uint32_t column)
{
    uint32_t first = block_at(d, row, column) * block_elements(d);
    int width = width_of(first + block_elements(d) - 1);
    printf("\n%s %" PRIu32 ", element indices by row and column:\n", d->block,
           block_at(d, row, column));
    for (uint32_t r = 0; r < d->block_rows; r++) {
        uint32_t y = row * d->block_rows + r;
        printf("%5" PRIu32 " |", y);
        for (uint32_t c = 0; c < d->block_columns; c++) {
            uint32_t x = column * d->block_columns + c;
            bool valid = is_valid(d, y, x);
            printf("%c%*" PRIu32 "%c", valid ? ' ' : '[', width,
                   pto_tile_index(&d->t, y, x), valid ? ' ' : ']');
        }
        putchar('\n');
    }
}

static bool has_padding(const drawing *d, uint32_t row, uint32_t column)
{
    return !is_valid(d, (row + 1) * d->block_rows - 1,
                     (column + 1) * d->block_columns - 1);
}

/* The first block, and the last where only that one has padding. */
static void print_drawing(const drawing *d)
{
    uint32_t down = d->t.rows / d->block_rows;
    uint32_t along = d->t.columns / d->block_columns;
    print_summary(d);
    if (down * along > 1)
        print_blocks(d);
    print_block(d, 0, 0);
    if (down * along > 1 && has_padding(d, down - 1, along - 1))
        print_block(d, down - 1, along - 1);
}

/* Text that grows; failed once memory ran out. */
typedef struct picture {
    char *text;
    size_t size, room;
    bool failed;
} picture;

static void add(picture *p, const char *format, ...) PTO_PRINTF(2, 3);

static void add(picture *p, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (p->failed || n < 0 || (size_t)n >= sizeof line) {
        p->failed = true;
        return;
    }
    if (p->size + (size_t)n > p->room) {
        size_t room = 2 * p->room + 65536;
        char *text = realloc(p->text, room);
        if (!text) {
            p->failed = true;
            return;
        }
        p->text = text;
        p->room = room;
    }
    memcpy(p->text + p->size, line, (size_t)n);
    p->size += (size_t)n;
}

enum { BOX_WIDTH = 34, BOX_HEIGHT = 18, MARGIN = 40 };

static void add_element(picture *p, const drawing *d, uint32_t r, uint32_t c)
{
    uint32_t at = pto_tile_index(&d->t, r, c);
    uint32_t hue = at / block_elements(d) * 137 % 360;
    uint32_t x = MARGIN + c * BOX_WIDTH, y = MARGIN + r * BOX_HEIGHT;
    if (is_valid(d, r, c))
        add(p, "<rect x='%u' y='%u' fill='hsl(%u,60%%,85%%)'/>", x, y, hue);
    else
        add(p, "<rect x='%u' y='%u' fill='#eee'/>", x, y);
    add(p, "<text x='%u' y='%u'>%u</text>\n", x + BOX_WIDTH / 2, y + 13, at);
}

static void add_outlines(picture *p, const drawing *d)
{
    uint32_t w = d->block_columns * BOX_WIDTH, h = d->block_rows * BOX_HEIGHT;
    for (uint32_t r = 0; r < d->t.rows / d->block_rows; r++)
        for (uint32_t c = 0; c < d->t.columns / d->block_columns; c++)
            add(p,
                "<path d='M%u %uh%uv%uh-%uz' fill='none' stroke='#000' "
                "stroke-width='2'/>\n",
                MARGIN + c * w, MARGIN + r * h, w, h, w);
}

static void add_picture(picture *p, const drawing *d)
{
    uint32_t width = 2 * MARGIN + d->t.columns * BOX_WIDTH;
    uint32_t height = 2 * MARGIN + d->t.rows * BOX_HEIGHT;
    add(p,
        "<svg xmlns='http://www.w3.org/2000/svg' width='%u' height='%u' "
        "viewBox='0 0 %u %u'>\n<style>text{font:11px "
        "monospace;text-anchor:middle}rect{width:%dpx;height:%dpx;"
        "stroke:#999}</style>\n",
        width, height, width, height, (int)BOX_WIDTH, (int)BOX_HEIGHT);
    add(p,
        "<text x='%d' y='24' style='text-anchor:start'>%s %s %ux%u: element "
        "indices; grey is padding</text>\n",
        (int)MARGIN, pto_tile_layout_name(d->t.layout), type_name(d),
        d->t.valid_rows, d->t.valid_columns);
    for (uint32_t r = 0; r < d->t.rows; r++)
        for (uint32_t c = 0; c < d->t.columns; c++)
            add_element(p, d, r, c);
    add_outlines(p, d);
    add(p, "</svg>\n");
}

static int write_picture(const drawing *d, const char *path)
{
    picture p = {0};
    pto_error e = {0};
    if ((uint64_t)d->t.rows * d->t.columns > MAX_PICTURE)
        return cli_fail("a picture of more than %d elements is too large",
                        (int)MAX_PICTURE);
    add_picture(&p, d);
    pto_status s = p.failed ? pto_fail(&e, PTO_NO_MEMORY, "out of memory")
                            : pto_io_write(path, p.text, p.size, &e);
    free(p.text);
    return s == PTO_OK ? CLI_OK : cli_error(&e);
}

static int find(const char *const words[3], drawing *d)
{
    unsigned layout;
    uint32_t rows, columns;
    pto_dtype type;
    pto_error e = {0};
    if (!pto_tile_layout_find(words[0], &layout))
        return cli_fail("unknown layout '%s'; CUBE_M16, CUBE_M32, CUBE_N8, "
                        "RowMajor, ColumnMajor, ZN or NZ",
                        words[0]);
    if (pto_dtype_named(words[1], &type, &e) != PTO_OK)
        return cli_error(&e);
    if (!parse_shape(words[2], &rows, &columns))
        return cli_fail("'%s' is no shape; ROWSxCOLUMNS, each 1 to %d",
                        words[2], (int)PTO_TILE_MAX_EXTENT);
    bool fits = pto_tile_layout_is_cube(layout)
                    ? describe_cube(d, type, layout, rows, columns)
                    : describe_ordinary(d, type, layout, rows, columns);
    if (!fits)
        return cli_fail("%s cannot hold %s %" PRIu32 "x%" PRIu32,
                        pto_tile_layout_name(layout),
                        pto_format_get(type)->name, rows, columns);
    return CLI_OK;
}

int cmd_layout(int argc, char **argv)
{
    const char *svg = NULL, *words[3];
    const cli_option options[] = {{"--svg", CLI_OUTPUT, &svg, NULL, 0}};
    drawing d = {0};
    int n = cli_parse(argc, argv, options, 1, words, 3);
    if (n < 0)
        return CLI_BAD_INPUT;
    if (n != 3)
        return cli_fail("usage: pto layout LAYOUT TYPE ROWSxCOLUMNS "
                        "[--svg FILE]");
    int code = find(words, &d);
    if (code != CLI_OK)
        return code;
    if (svg)
        return write_picture(&d, svg);
    print_drawing(&d);
    return CLI_OK;
}
