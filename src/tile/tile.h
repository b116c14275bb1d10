/* Tiles as the library handles them, beyond what pto/tile.h offers. */
#ifndef PTO_SRC_TILE_TILE_H
#define PTO_SRC_TILE_TILE_H

#include "pto/tile.h"

/* A positive multiple of 128 bytes, at most `limit`. */
bool pto_tile_capacity_legal(uint32_t capacity_bytes, uint32_t limit);

/*
 * Physical rows that fill the capacity exactly; 0 where columns is no power of
 * two or no 16-bit row count does it.
 */
uint32_t pto_tile_derived_rows(uint32_t capacity_bytes, uint32_t columns,
                               unsigned dtype);

/* Does the valid region fit an ordinary tile of that capacity? */
bool pto_tile_shape_legal(uint32_t capacity_bytes, uint32_t columns,
                          uint32_t valid_rows, uint32_t valid_columns,
                          unsigned dtype);

/* The smallest SizeCode capacity with a legal shape, or 0. */
uint32_t pto_tile_minimum_capacity(uint32_t columns, uint32_t valid_rows,
                                   uint32_t valid_columns, unsigned dtype);

/* (rows * columns + 7) / 8. */
uint64_t pto_predicate_bytes(uint32_t rows, uint32_t columns);

/* As pto_tile_describe, for one bit an element in rows of `columns`. */
bool pto_tile_describe_predicate(pto_tile *t, uint32_t rows, uint32_t columns,
                                 uint32_t valid_rows, uint32_t valid_columns,
                                 uint32_t capacity_bytes, uint32_t limit);

/* Fractal layouts need whole fractals; linear ones take any shape. */
bool pto_tile_layout_shape_legal(const pto_tile *t);

/* A complete, self-consistent descriptor of an ordinary or predicate tile. */
bool pto_tile_legal(const pto_tile *t, uint32_t limit);

/* The same for a tile in cells. */
bool pto_tile_cube_legal(const pto_tile *t, uint32_t limit, unsigned options);

/*
 * How many elements from (row, column) on lie one after another in the payload
 * along the row; at least 1, never past `columns`.
 */
uint32_t pto_tile_run(const pto_tile *t, uint32_t row, uint32_t column);

/* pto_tile_read and pto_tile_write by payload element index. */
uint64_t pto_tile_read_at(const pto_tile *t, uint32_t index);
void pto_tile_write_at(pto_tile *t, uint32_t index, uint64_t bits);

/* Store n packed elements of a row, or one element, but define nothing. */
void pto_tile_store_row(pto_tile *t, uint32_t row, uint32_t first, uint32_t n,
                        const void *in);
void pto_tile_store_at(pto_tile *t, uint32_t index, uint64_t bits);

/* The same as store_row, and mark the elements defined. */
void pto_tile_write_row(pto_tile *t, uint32_t row, uint32_t first, uint32_t n,
                        const void *in);

/* Is the element with that index defined? */
bool pto_tile_defined_at(const pto_tile *t, uint32_t index);

/* Is every element index in [first, first + count) defined? */
bool pto_tile_range_defined(const pto_tile *t, uint32_t first, uint32_t count);

/* The elements [first, first + count) become defined, or undefined. */
void pto_tile_define_range(pto_tile *t, uint32_t first, uint32_t count,
                           bool defined);

/* Are n elements of a row, from column `first` on, defined? */
bool pto_tile_row_defined(const pto_tile *t, uint32_t row, uint32_t first,
                          uint32_t n);
/* n elements of a row become defined. */
void pto_tile_define_row(pto_tile *t, uint32_t row, uint32_t first, uint32_t n);

/* Exactly the valid region, nothing else. */
void pto_tile_define_valid(pto_tile *t);

/* Element indices that `defined` covers. */
uint32_t pto_tile_indices(const pto_tile *t);

/* Bytes of payload and definedness together; a multiple of 64. */
size_t pto_tile_memory_size(const pto_tile *t);

/* Lay the payload and the bitmap into `memory` (64-byte aligned); undefined. */
void pto_tile_attach(pto_tile *t, void *memory);

/*
 * Payload and definedness of `src` into `dst`, of the same type and layout. As
 * much as fits both capacities; what is left of dst is zero and undefined.
 */
void pto_tile_copy_contents(pto_tile *dst, const pto_tile *src);

/* Elements of the type that fit the capacity. */
uint32_t pto_tile_element_capacity(uint32_t capacity_bytes, unsigned dtype);

#endif
