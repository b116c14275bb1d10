/*
 * Stretches of a row as kernels compute on them: packed as arrays are, or one
 * element a word, whatever the type and layout of the tile.
 */
#ifndef PTO_SRC_TILE_ROW_H
#define PTO_SRC_TILE_ROW_H

#include "pto/tile.h"

enum { PTO_STRETCH = 1024 }; /* elements that a kernel takes at a time */

/* A stretch of the valid region; start from zeros. */
typedef struct pto_span {
    uint32_t row, first, n;
} pto_span;

/* On to the next one, row by row; false behind the last. */
bool pto_span_next(const pto_tile *t, pto_span *s);
/* The same with up to `most` elements. */
bool pto_span_next_of(const pto_tile *t, pto_span *s, uint32_t most);

/* n elements of a row from column `first` on, as pto_tile_read gives each. */
void pto_row_read(const pto_tile *t, uint32_t row, uint32_t first, uint32_t n,
                  uint64_t *out);
/* Store the low bits of each and mark them defined. */
void pto_row_write(pto_tile *t, uint32_t row, uint32_t first, uint32_t n,
                   const uint64_t *in);

/* Room for a stretch of any type. */
typedef struct pto_row_room {
    uint64_t words[PTO_STRETCH];
} pto_row_room;

/*
 * A stretch of a numeric tile as an array: in the payload where it lies there
 * as one, else a copy in `room`.
 */
const void *pto_row_view(const pto_tile *t, const pto_span *s,
                         pto_row_room *room);
/*
 * The stretch as an array, below which, `step` bytes apart, lie those of the
 * next rows; NULL where they do not.
 */
const void *pto_row_lines(const pto_tile *t, const pto_span *s, size_t *step);
/* Where an array of results is to go; pto_row_done stores what is in `room`. */
void *pto_row_place(pto_tile *t, const pto_span *s, pto_row_room *room);
/* The stretch becomes what pto_row_place's array holds, and defined. */
void pto_row_done(pto_tile *t, const pto_span *s, const void *array);
/* n times the same element of type t. */
void pto_row_repeat(pto_dtype t, uint64_t bits, uint32_t n, pto_row_room *room);

/* A stretch of a predicate, from bit 0 of the first word on. */
void pto_row_read_bits(const pto_tile *t, const pto_span *s, uint64_t *bits);
void pto_row_write_bits(pto_tile *t, const pto_span *s, const uint64_t *bits);

#endif
