/* The assembler: source text to a program image. docs/assembly.md has the
 * language. */
#ifndef PTO_ASSEMBLE_H
#define PTO_ASSEMBLE_H

#include "pto/image.h"

PTO_C_BEGIN

typedef enum pto_severity { PTO_NOTE, PTO_WARNING, PTO_ERROR } pto_severity;

/*
 * One message of the assembler. `where` has file, line, column and the bare
 * message; `text` is the whole as a person reads it: "file:line:column: error:
 * what, what was expected", the source line, a caret, and where macros were
 * expanded. Both live only during the call.
 */
typedef struct pto_diagnostic {
    uint32_t severity; /* pto_severity */
    const pto_error *where;
    const char *text;
} pto_diagnostic;

typedef void (*pto_diagnose)(void *user, const pto_diagnostic *d);

/* Hands the bytes of a file to pto_assemble from inside pto_read_file. */
typedef struct pto_supply pto_supply;
PTO_API pto_status pto_supply_bytes(pto_supply *s, const void *bytes, size_t n);

/* Reads `path` for .include and .incbin; PTO_IO: there is no such file. */
typedef pto_status (*pto_read_file)(void *user, const char *path, pto_supply *s,
                                    pto_error *e);

/* Told of each file that .include or .incbin has read. */
typedef void (*pto_reads)(void *user, const char *path);

/* Zero-initialised: revision 0.58.4, the file system, usual addresses. */
typedef struct pto_asm_options {
    const char *isa;                  /* NULL: the default revision */
    const char *const *include_paths; /* searched after the file's own */
    const char *const *defines;       /* "NAME=EXPRESSION" or "NAME" (1) */
    uint32_t include_count, define_count;
    pto_read_file read_file; /* NULL: the file system */
    pto_diagnose diagnose;   /* NULL: only the first error is kept */
    pto_reads reads;         /* NULL: nobody is told */
    void *user;              /* handed to all three */
    uint64_t address;        /* of the first section, where has_address */
    uint64_t max_bytes;      /* of contents; 0: 256 MiB */
    uint32_t raw;            /* flat layout: .text first, nothing between */
    uint32_t max_lines;      /* with every expansion; 0: 4 Mi */
    uint32_t has_address;    /* 0: the address is 0x10000; with raw, 0 */
    uint32_t section_count;
    const char *const *sections; /* "NAME=EXPRESSION": where it begins */
} pto_asm_options;

/*
 * Assemble n bytes of source; `name` stands in messages and locates
 * .include files. PTO_BAD_INPUT: there were errors, `e` has the first.
 */
PTO_API pto_status pto_assemble(const char *source, size_t n, const char *name,
                                const pto_asm_options *options, pto_image **out,
                                pto_error *e);

/*
 * The same for several files, which become one program: each is read by itself,
 * .globl and .weak names are shared, sections of one name are joined in the
 * order of the files. "-" is standard input.
 */
PTO_API pto_status pto_assemble_files(const char *const *paths, uint32_t count,
                                      const pto_asm_options *options,
                                      pto_image **out, pto_error *e);

/* The same for one file. */
PTO_API pto_status pto_assemble_file(const char *path,
                                     const pto_asm_options *options,
                                     pto_image **out, pto_error *e);

PTO_C_END

#endif
