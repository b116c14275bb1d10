/*
 * Tiles: what a descriptor says, where each element lies in the payload, and
 * which elements are defined. Shapes and bytes only; no names, no faults.
 */
#ifndef PTO_TILE_H
#define PTO_TILE_H

#include "pto/numeric.h"

PTO_C_BEGIN

typedef enum pto_tile_layout {
#define TILE_LAYOUT(name, family, lines, text) PTO_TILE_##name,
#include "pto/def/tile_layout.def"
#undef TILE_LAYOUT
    PTO_TILE_LAYOUTS
} pto_tile_layout;

typedef enum pto_tile_location {
#define TILE_LOCATION(name) PTO_AT_##name,
#include "pto/def/tile_location.def"
#undef TILE_LOCATION
    PTO_TILE_LOCATIONS
} pto_tile_location;

typedef enum pto_tile_storage {
    PTO_TILE_NUMERIC,
    PTO_TILE_PREDICATE /* one bit an element, rows * columns bits packed */
} pto_tile_storage;

enum {
    PTO_CELL_BYTES = 128,
    PTO_TILE_MAX_BYTES = 262144, /* SizeCode 12 */
    PTO_LOCAL_MAX_BYTES = 65536, /* of a Local tile, where a core is one pool */
    PTO_TILE_MAX_EXTENT = 65535
};

/* What a revision adds to the CUBE layouts. */
enum pto_cube_option {
    PTO_CUBE_HIF4 = 1,      /* HiF4X2 may lie in cells */
    PTO_CUBE_ROW_BLOCKS = 2 /* CUBE_M32 may stack 32-row blocks (ADR 0101) */
};

/*
 * A descriptor and its payload. `bytes` holds capacity_bytes in the layout
 * named: 128-byte cells for CUBE, four-bit elements two a byte with the even
 * index in the low nibble, predicates eight a byte from bit 0. `defined` has
 * one bit for every element index, padding included. Both are NULL in a mere
 * descriptor. The cell fields are zero outside CUBE layouts.
 */
typedef struct pto_tile {
    uint32_t allocated;
    uint32_t dtype, layout, storage, location;
    uint32_t rows, columns; /* physical */
    uint32_t valid_rows, valid_columns;
    uint32_t capacity_bytes;
    uint32_t k_repeat; /* cells along K */
    uint32_t n_repeat; /* column blocks (CUBE_N8) or row blocks (CUBE_M32) */
    uint32_t cell_count, storage_bytes;
    /*
     * 1: four-bit signed elements came sign-extended from post-processing.
     * Only the raw-carrier profile can tell (docs/differences.md).
     */
    uint32_t sign_extended;
    uint32_t first_defined; /* bit of `defined` that element 0 has */
    const uint8_t *bytes;
    const uint64_t *defined;
} pto_tile;

/*
 * What a tile holds, to write to. A const tile gives only the pointers above,
 * so nobody writes to a tile that he was not handed to change.
 */
static inline uint8_t *pto_tile_payload(pto_tile *t)
{
    return (uint8_t *)(uintptr_t)t->bytes;
}

static inline uint64_t *pto_tile_bitmap(pto_tile *t)
{
    return (uint64_t *)(uintptr_t)t->defined;
}

/* Bytes of capacity that a SizeCode means; 0 means no tile. */
static inline uint32_t pto_size_code_bytes(unsigned code)
{
    return code ? 64U << code : 0;
}

/* The letter of a hand of Local tiles: t, u, m or n. */
static inline char pto_hand_letter(unsigned hand)
{
    return "tumn"[hand & 3];
}

PTO_API const char *pto_tile_layout_name(unsigned layout);
PTO_API const char *pto_tile_layout_text(unsigned layout);
PTO_API bool pto_tile_layout_find(const char *name, unsigned *layout);
PTO_API const char *pto_tile_location_name(unsigned location);

static inline bool pto_tile_layout_is_cube(unsigned layout)
{
    return layout >= PTO_TILE_CUBE_M16 && layout <= PTO_TILE_CUBE_N8;
}

/* 4, 8, 16, 32 or 64 bits in a payload; 0 for an unassigned type. */
PTO_API unsigned pto_tile_element_bits(unsigned dtype);

/*
 * How a valid region lies in 128-byte cells. A field is 0 where the layout
 * cannot represent it: `cells` is 0 unless all repeats exist, required_bytes
 * too when it would exceed 256 KiB.
 */
typedef struct pto_cube_shape {
    uint32_t cell_rows, cell_columns;
    uint32_t rows, columns; /* storage */
    uint32_t k_repeat, n_repeat;
    uint32_t cells, elements, required_bytes;
} pto_cube_shape;

PTO_API pto_cube_shape pto_cube_shape_of(unsigned layout, unsigned dtype,
                                         uint32_t valid_rows,
                                         uint32_t valid_columns,
                                         unsigned options);

/* Is it representable in a capacity that `limit` allows, and does it fit? */
PTO_API bool pto_cube_shape_legal(const pto_cube_shape *s,
                                  uint32_t capacity_bytes, uint32_t limit);

/*
 * Fill `t` as the descriptor of a fresh, undefined tile without payload; false
 * (and `t` unallocated) where no legal descriptor exists. Ordinary layouts
 * take physical `columns`; `limit` is the largest legal capacity.
 */
PTO_API bool pto_tile_describe(pto_tile *t, unsigned dtype, unsigned layout,
                               uint32_t columns, uint32_t valid_rows,
                               uint32_t valid_columns, uint32_t capacity_bytes,
                               uint32_t limit);
PTO_API bool pto_tile_describe_cube(pto_tile *t, unsigned dtype,
                                    unsigned layout, uint32_t valid_rows,
                                    uint32_t valid_columns,
                                    uint32_t capacity_bytes, uint32_t limit,
                                    unsigned options);

/* Payload element index of (row, column), both inside rows and columns. */
PTO_API uint32_t pto_tile_index(const pto_tile *t, uint32_t row,
                                uint32_t column);

/* Raw bits of one element; predicates read 0 or 1. */
PTO_API uint64_t pto_tile_read(const pto_tile *t, uint32_t row,
                               uint32_t column);
/* Store the low bits and mark the element defined. */
PTO_API void pto_tile_write(pto_tile *t, uint32_t row, uint32_t column,
                            uint64_t bits);

/*
 * n packed elements (as arrays hold them) of a row, or with along_row false of
 * a column, from position `first` on.
 */
PTO_API void pto_tile_read_line(const pto_tile *t, bool along_row,
                                uint32_t line, uint32_t first, uint32_t n,
                                void *out);

PTO_API bool pto_tile_defined(const pto_tile *t, uint32_t row, uint32_t column);
/* Is the whole valid region defined? An empty region is not. */
PTO_API bool pto_tile_contents_defined(const pto_tile *t);
/* Every element index, or none. */
PTO_API void pto_tile_define_all(pto_tile *t, bool defined);

/* Attach fresh zeroed memory; PTO_NO_MEMORY leaves the descriptor alone. */
PTO_API pto_status pto_tile_alloc(pto_tile *t);
/* Free what pto_tile_alloc attached and clear the descriptor. */
PTO_API void pto_tile_free(pto_tile *t);

PTO_C_END

#endif
