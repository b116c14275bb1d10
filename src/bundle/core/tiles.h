/* What a revision lets tiles be, and what a B.DATR.Layout code does to them. */
#ifndef PTO_SRC_BUNDLE_CORE_TILES_H
#define PTO_SRC_BUNDLE_CORE_TILES_H

#include "pto/isa.h"
#include "pto/tile.h"

enum { PTO_BUDGET_BYTES = PTO_TILE_MAX_BYTES };

/* Largest capacity of one Local and of one Shared tile. */
uint32_t pto_local_limit(const pto_isa *isa);
uint32_t pto_shared_limit(void);

/* Options of the cell layouts in this revision. */
unsigned pto_cube_options_of(const pto_isa *isa);

/* Has a tile, or a predicate, a byte of capacity for each element? */
bool pto_has_byte_each(const pto_tile *t);

/* What a B.DATR.Layout code does: a row of data_layout.def. */
typedef enum pto_data_way {
    PTO_WAY_ANY,
    PTO_WAY_LOAD,
    PTO_WAY_STORE
} pto_data_way;

typedef struct pto_data_layout {
    const char *name;
    uint8_t way;    /* pto_data_way */
    uint8_t layout; /* pto_tile_layout */
    uint8_t from;   /* of TCVT's source */
} pto_data_layout;

/* Codes; those that no row has are without a name. */
enum { PTO_DATA_LAYOUTS = 32 };
const pto_data_layout *pto_data_layout_get(unsigned code);

#endif
