/* What rules of moves judge in common. */
#include "bundle/move/ask.h"
#include "isa/isa.h"

bool pto_move_type_wants(const pto_plan *p, unsigned type, pto_detail *d)
{
    const pto_header *h = p->header;
    unsigned own = h->operation.type;
    if (p->move.type == type)
        return true;
    uint64_t codes =
        1ULL << type | (own == type ? 1ULL << PTO_DTYPE_NONE : 0ULL);
    return h->data.present && h->data.type == p->move.type
               ? pto_attribute_wants(d, PTO_ROW_data_type, pto_codes(codes))
               : pto_type_wants(d, 1U << type);
}

uint64_t pto_layout_codes(unsigned layout)
{
    uint64_t codes = 0;
    for (unsigned i = 0; i < PTO_DATA_LAYOUTS; i++) {
        const pto_data_layout *l = pto_data_layout_get(i);
        bool gives = l->name && l->way == PTO_WAY_ANY && l->layout == layout;
        codes |= (uint64_t)gives << i;
    }
    return codes;
}

bool pto_move_layout_wants(const pto_plan *p, unsigned layout, pto_detail *d)
{
    return p->move.layout == layout ||
           pto_attribute_wants(d, PTO_ROW_data_layout,
                               pto_codes(pto_layout_codes(layout)));
}

pto_wanted pto_masks_in(unsigned mask)
{
    uint64_t codes = 0;
    for (unsigned m = 1; m <= PTO_ALL_PES; m++)
        codes |= (uint64_t) !(m & ~mask) << m;
    return pto_codes(codes);
}

uint32_t pto_every_type(void)
{
    uint32_t types = 0;
    for (unsigned t = 0; t < PTO_DTYPE_CODES; t++)
        types |= (uint32_t)(pto_format_get(t) != NULL) << t;
    return types;
}

unsigned pto_size_code_of(uint32_t bytes)
{
    unsigned code = 0;
    while (code < 15 && pto_size_code_bytes(code) != bytes)
        code++;
    return code;
}
