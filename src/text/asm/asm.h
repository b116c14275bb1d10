/* Internal to the assembler: its state, and what its files offer each other. */
#ifndef PTO_SRC_TEXT_ASM_ASM_H
#define PTO_SRC_TEXT_ASM_ASM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/arena.h"
#include "base/buf.h"
#include "pto/assemble.h"
#include "pto/isa.h"

enum {
    ASM_MAX_ERRORS = 20,
    ASM_MAX_WARNINGS = 200,    /* the rest is not said */
    ASM_MAX_DEPTH = 64,        /* files, macros and loops inside each other */
    ASM_MAX_LINES = 4 << 20,   /* read in all, expansions included */
    ASM_MAX_PARENTHESES = 100, /* also chains of .set symbols */
    ASM_MAX_PARAMETERS = 64,
    ASM_MAX_SECTIONS = 2000,
    ASM_MAX_INSN = 16, /* bytes */
};
#define ASM_MAX_FILE  (UINT64_C(128) << 20) /* bytes of source */
#define ASM_MAX_TEXT  (UINT64_C(64) << 20)  /* bytes of expansions */
#define ASM_MAX_BYTES (UINT64_C(256) << 20) /* bytes of contents */
#define ASM_MAX_SIZE  (UINT64_C(1) << 40)   /* of one section with zeros */

/* What a name stands for, in a tree of its bucket; `next` by age. */
typedef struct asm_name {
    const char *text;
    size_t length;
    uint32_t bit;
    struct asm_name *link[2], *next;
    void *value;
} asm_name;

typedef struct asm_names {
    asm_name **buckets, *first, *last;
    size_t size, count;
    uint64_t steps; /* taken by all lookups */
} asm_names;

/* One statement of a line of a file, or of one expansion of a macro. */
typedef struct asm_line {
    const char *text;  /* comments are spaces; ends with a zero byte */
    const char *shown; /* the whole line; ends with a newline or a zero byte */
    const char *file;
    const struct asm_expansion *from; /* NULL: not from an expansion */
    uint32_t number, offset;          /* offset: of the statement in the line */
} asm_line;

typedef struct asm_expansion {
    const char *name; /* the macro or directive */
    const asm_line *site;
    uint32_t column;
} asm_expansion;

typedef struct asm_lines {
    asm_line *items;
    size_t count, capacity;
    struct asm_lines *next; /* all that own their items are in one list */
} asm_lines;

/* `placed`: its address was given, at `where`; `unit`: of the last source that
 * used it. */
typedef struct asm_section {
    const char *name;
    uint32_t type, flags, index; /* index: in the image */
    uint64_t align, size, address;
    bool placed, used;
    uint32_t unit, order; /* order: of first uses */
    const struct asm_stmt *where;
    pto_buf bytes; /* empty in a PTO_SECTION_ZEROS section */
} asm_section;

/* A value while addresses are unknown: absolute, or an offset into `base`. */
typedef struct asm_value {
    uint64_t number;
    const asm_section *base;
    bool is_place;   /* an address in a section, when addresses are known too */
    bool late;       /* needs addresses or later symbols; number is 0 */
    const char *why; /* the symbol that makes it late, if one does */
} asm_value;

/* Where a statement stands, and how far it has been read. */
typedef struct asm_stmt {
    struct pto_asm *as;
    const asm_line *line;
    const char *p;
    uint32_t order; /* of statements, over all files and expansions */
    uint32_t unit;  /* the source, of several */
    asm_section *section;
    uint64_t offset;  /* with section: the value of `.` */
    bool final;       /* every section has its address */
    bool operand;     /* of an instruction: '<' and '>' end an expression */
    bool compared;    /* somebody compares the value with C's already */
    pto_error *quiet; /* takes errors of this statement, columns from 1 at */
    const char *from; /* `from`; NULL: they are reported */
} asm_stmt;

/*
 * One definition of a name: a label, or one .set of several. A late value is
 * looked for when all is read: `tried` as a place already, `failed` with a
 * message.
 */
typedef struct asm_definition {
    asm_stmt at; /* p: the expression, where the value is late */
    asm_value value;
    bool tried, busy, failed;
} asm_definition;

typedef struct asm_symbol {
    const char *name;
    asm_definition *definitions; /* by order */
    uint32_t count, capacity;
    bool is_label, is_common;
    uint64_t known_size;
    uint8_t binding, type;
    bool has_binding, has_size;
    asm_stmt size;           /* p: the expression of .size */
    struct asm_symbol *next; /* of .symbol only */
} asm_symbol;

typedef struct asm_parameter {
    const char *name, *preset; /* preset NULL: empty */
    bool required, takes_rest;
} asm_parameter;

typedef struct asm_macro {
    const char *name;
    asm_lines body;
    asm_parameter *parameters;
    uint32_t count;
} asm_macro;

/* Lines being read: a file, a macro body, or a loop body `repeats` times. */
typedef struct asm_input {
    const asm_lines *lines;
    size_t next;
    uint64_t repeats;
    size_t conditions; /* open when it was entered */
    bool is_macro;
} asm_input;

typedef struct asm_condition {
    const asm_line *line;
    bool live, was_live, parent_live, seen_else;
} asm_condition;

/* An instruction, or data that has to be looked at again when addresses are
 * known; is_done: an instruction that has not. */
typedef struct asm_item {
    asm_stmt at;
    uint8_t size;
    bool is_insn, is_done;
} asm_item;

/* The instruction at `pc` took the upper part of target - pc. */
typedef struct asm_upper {
    uint64_t pc, target;
} asm_upper;

/* Of a file: `most` bytes from `skip` on; its size, when it has been read. */
typedef struct asm_part {
    uint64_t skip, most, size;
} asm_part;

typedef struct asm_message {
    const asm_line *line;
    const char *text;
    uint32_t order, column;
    pto_severity severity;
} asm_message;

typedef struct pto_asm {
    const pto_asm_options *options;
    pto_arena arena;
    bool out_of_memory, stopped;
    bool complete; /* all is read: every symbol that will be is defined */
    asm_input inputs[ASM_MAX_DEPTH];
    uint32_t depth, order, expansions, nesting;
    uint64_t lines_read, file_bytes, text_bytes, content_bytes;
    asm_condition *conditions;
    size_t condition_count, condition_capacity;
    asm_section **sections;
    size_t section_count, section_capacity;
    asm_section *current, *previous, *stack[ASM_MAX_DEPTH];
    uint32_t pushed;
    asm_names *symbols; /* of each source */
    asm_names globals, macros, directives, places, section_names;
    uint32_t unit, unit_count, sections_used;
    asm_symbol *extras; /* of .symbol, the last one first */
    asm_stmt entry;     /* p: the expression of .entry, or NULL */
    pto_identity identity;
    uint64_t steps; /* operands of expressions, and characters of lines */
    asm_lines *lines;
    asm_item *items;
    size_t item_count, item_capacity;
    asm_message *messages;
    size_t message_count, message_capacity, error_count;
    pto_isa isa;
    struct pto_text_index *index;
    void *cache; /* of templates */
    uint8_t names_address[PTO_FORM_COUNT];
} pto_asm;

/* One source of a program. */
typedef struct asm_source {
    const char *name, *text;
    size_t size;
} asm_source;

/* assemble.c */
/* What pto_assemble does, for several sources; *steps, which may be NULL,
 * counts work that any input should need in proportion to its size. */
pto_status pto_asm_sources(const asm_source *sources, uint32_t count,
                           const pto_asm_options *options, uint64_t *steps,
                           pto_image **out, pto_error *e);
void *pto_asm_alloc(pto_asm *as, size_t n);
char *pto_asm_text(pto_asm *as, const char *s, size_t n);
/* Room for one more element; false, and as->out_of_memory, if there is none. */
bool pto_asm_grow(pto_asm *as, void **items, size_t count, size_t *capacity,
                  size_t element);

/* diagnose.c: all return false, so that a caller can return what they do. */
bool pto_asm_error(const asm_stmt *s, const char *at, const char *format, ...)
    PTO_PRINTF(3, 4);
bool pto_asm_warn(const asm_stmt *s, const char *at, const char *format, ...)
    PTO_PRINTF(3, 4);
/* Columns count from 1; NULL is where the statement begins. */
uint32_t pto_asm_column(const asm_line *l, const char *at);
/* "expected WHAT", with what stands there instead. */
bool pto_asm_expected(const asm_stmt *s, const char *what);
/* Hand all messages to the caller in the order of the source. */
pto_status pto_asm_report(pto_asm *as, pto_error *e);

/* source.c */
/* The path where it was found, or NULL and `e`; a part of its bytes. */
const char *pto_asm_read(const asm_stmt *s, const char *path, asm_part *part,
                         pto_buf *out, pto_error *e);
asm_lines *pto_asm_new_lines(pto_asm *as);
/* Append the statements of one line, which is cut into pieces. */
bool pto_asm_add(pto_asm *as, const asm_line *like, char *text, asm_lines *out);
/* Split n bytes into statements with comments blanked. */
asm_lines *pto_asm_split(pto_asm *as, const char *name, const char *source,
                         size_t n);
/* How many lines may be read. */
uint32_t pto_asm_max_lines(const pto_asm *as);
bool pto_asm_push(const asm_stmt *s, const asm_lines *lines, uint64_t repeats,
                  bool is_macro, const char *what);
bool pto_asm_is_hash_operand(const char *start, const char *hash);

/* scan.c: reading inside one statement */
void pto_asm_skip(asm_stmt *s);
bool pto_asm_at_end(asm_stmt *s);
bool pto_asm_take(asm_stmt *s, char c);
bool pto_asm_comma(asm_stmt *s);
bool pto_asm_end(asm_stmt *s);
/* The length of the name that is read and begins at *at; 0: there is none. */
size_t pto_asm_word(asm_stmt *s, const char **at);
/* The same as a copy, or NULL. */
const char *pto_asm_name(asm_stmt *s);
bool pto_asm_string(asm_stmt *s, pto_buf *out);
/* The rest up to ';', quotes respected. */
const char *pto_asm_rest(asm_stmt *s);
const char *pto_asm_statement_end(const char *p);
bool pto_asm_is_name_start(char c);
bool pto_asm_is_name(char c);
bool pto_asm_char(asm_stmt *s, uint64_t *value);

/* expr.c */
bool pto_asm_expr(asm_stmt *s, asm_value *out);
/* One level deeper into parentheses or into symbols defined by symbols. */
bool pto_asm_nest(const asm_stmt *s, const char *at);
/* The same, where the value must not wait for addresses. */
bool pto_asm_known(asm_stmt *s, const char *what, int64_t *out);

/* part.c: at '%' */
bool pto_asm_part(asm_stmt *s, asm_value *out);

/* names.c */
/* What the n bytes of text stand for, or NULL. */
void *pto_asm_named(asm_names *all, const char *text, size_t n);
/* The same name, a new one without a value if need be; NULL: no memory. */
asm_name *pto_asm_name_add(pto_asm *as, asm_names *all, const char *text,
                           size_t n);
void pto_asm_names_free(asm_names *all);
/* Its low bits choose the bucket. */
size_t pto_asm_hash(const char *text, size_t n);

/* symbol.c */
asm_symbol *pto_asm_symbol(pto_asm *as, const char *name, size_t n);
asm_symbol *pto_asm_find(pto_asm *as, const char *name, size_t n);
bool pto_asm_label(asm_stmt *s, const char *at, const char *name);
bool pto_asm_set(asm_stmt *s, const char *at, const char *name, bool again);
bool pto_asm_lookup(const asm_stmt *s, const char *at, size_t n,
                    asm_value *out);
/* A local label of n digits: the last before, or the next after s. */
bool pto_asm_local(const asm_stmt *s, const char *at, size_t n, bool forward,
                   asm_value *out);
/* The last value of a symbol: where it is a place, or its number. */
bool pto_asm_value(const asm_symbol *y, bool final, asm_value *out);
/* A late value that nobody may have asked for. */
void pto_asm_settle_definition(asm_definition *d);
/* Of several sources: what each leaves to the others. */
bool pto_asm_share(pto_asm *as);
bool pto_asm_is_defined(const asm_symbol *y, uint32_t order);

/* section.c */
asm_section *pto_asm_section(pto_asm *as, const char *name, uint32_t type,
                             uint32_t flags);
void pto_asm_enter(pto_asm *as, asm_section *section);
/* It is there, even if it stays empty. */
void pto_asm_use(pto_asm *as, asm_section *section);
bool pto_asm_emit(asm_stmt *s, const void *bytes, uint64_t n);
/* Replace bytes that were emitted at s. */
bool pto_asm_patch(const asm_stmt *s, const void *bytes, size_t n);
bool pto_asm_fill(asm_stmt *s, uint8_t byte, uint64_t n);
bool pto_asm_align(asm_stmt *s, uint64_t align, uint8_t fill, uint64_t max);

/* data.c */
bool pto_asm_store(asm_stmt *s, const char *at, uint64_t value, unsigned size,
                   uint8_t *out);

/* macro.c */
bool pto_asm_call(asm_stmt *s, const asm_macro *m, const char *at);
asm_macro *pto_asm_macro(pto_asm *as, const char *name, size_t n);

/* condition.c */
bool pto_asm_live(const pto_asm *as);
void pto_asm_check_conditions(pto_asm *as, size_t open);

/* directive.c */
typedef bool (*asm_handler)(asm_stmt *s, int argument);
typedef struct asm_directive {
    const char *name;
    asm_handler run;
    int argument;
    bool always; /* also where a condition is false */
} asm_directive;
bool pto_asm_directives_start(pto_asm *as);
const asm_directive *pto_asm_directive(pto_asm *as, const char *name, size_t n);
/* The known name that is spelled almost like this one, or NULL. */
const char *pto_asm_directive_like(const char *name, size_t n);

#define DIRECTIVE(name, handler, argument, always) \
    bool pto_asm_do_##handler(asm_stmt *s, int argument_);
#include "text/asm/directive.def"
#undef DIRECTIVE

/* insn.c */
bool pto_asm_insn_start(pto_asm *as);
bool pto_asm_insn(asm_stmt *s);
bool pto_asm_insn_again(const asm_item *item);

/* build.c */
/* Loaded ones by address, then the others in the order of the source. */
int pto_asm_by_address(const void *a, const void *b);
/* The section that says which revision this is for. */
bool pto_asm_add_identity(pto_asm *as);
pto_status pto_asm_image(pto_asm *as, pto_image **out, pto_error *e);

/* layout.c */
bool pto_asm_layout(pto_asm *as);

#endif
