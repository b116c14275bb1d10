/* Internal to libpto: what stands in executable bytes. */
#ifndef PTO_SRC_TEXT_CODE_H
#define PTO_SRC_TEXT_CODE_H

#include "base/buf.h"
#include "pto/image.h"
#include "pto/isa.h"
#include "text/image/image.h"

/* WORD: as long as an instruction, but none; DATA: typed as an object, at an
 * odd address, or the beginning of a word that something else cuts off. */
typedef enum pto_code_kind {
    PTO_CODE_INSN,
    PTO_CODE_WORD,
    PTO_CODE_DATA
} pto_code_kind;

typedef struct pto_code_item {
    pto_code_kind kind;
    uint64_t address, length;
    const uint8_t *bytes;
    pto_insn insn;
} pto_code_item;

typedef struct pto_code_object {
    uint64_t start, last;
} pto_code_object;

/* An image's symbols with an address, in that order, and its typed objects. */
typedef struct pto_code_map {
    pto_decoder decoder;
    const pto_symbol **symbols;
    pto_code_object *objects;
    size_t count, object_count;
} pto_code_map;

pto_status pto_code_map_init(pto_code_map *m, const pto_isa *isa,
                             const pto_image *image);
void pto_code_map_free(pto_code_map *m);

/* The first symbol at or behind an address; m->count: there is none. */
size_t pto_code_symbol(const pto_code_map *m, uint64_t address);

/* What stands at byte `at` of a range; at least one byte. */
void pto_code_next(const pto_code_map *m, const pto_code_range *r, uint64_t at,
                   pto_code_item *out);

/*
 * Some of n bytes as one directive, at most `most` but for zeros where `most`
 * is more than 8. Returns how many.
 */
uint64_t pto_code_data(pto_buf *out, const uint8_t *bytes, uint64_t n,
                       uint64_t most);

/* The whole of a word that is no instruction. */
void pto_code_word(pto_buf *out, const uint8_t *bytes, unsigned length);

#endif
