/* What a revision lets tiles be, and what a B.DATR.Layout code does to them. */
#include "bundle/core/tiles.h"

uint32_t pto_local_limit(const pto_isa *isa)
{
    return isa->capacity == PTO_CAPACITY_PER_PE ? PTO_TILE_MAX_BYTES
                                                : PTO_LOCAL_MAX_BYTES;
}

uint32_t pto_shared_limit(void)
{
    return PTO_TILE_MAX_BYTES;
}

unsigned pto_cube_options_of(const pto_isa *isa)
{
    return (isa->mx_hif4 ? PTO_CUBE_HIF4 : 0U) |
           (isa->scale_layout == PTO_SCALE_LAYOUT_CUBE_M32 ? PTO_CUBE_ROW_BLOCKS
                                                           : 0U);
}

bool pto_has_byte_each(const pto_tile *t)
{
    return (uint64_t)t->rows * t->columns <= t->capacity_bytes;
}

const pto_data_layout *pto_data_layout_get(unsigned code)
{
    static const pto_data_layout layouts[PTO_DATA_LAYOUTS] = {
#define DATA_LAYOUT(code, name, way, layout, from) \
    [code] = {#name, PTO_WAY_##way, PTO_TILE_##layout, PTO_TILE_##from},
#include "isa/data_layout.def"
#undef DATA_LAYOUT
    };
    return &layouts[code & (PTO_DATA_LAYOUTS - 1)];
}
