/* What several families ask of their header, sources and destinations. */
#include "bundle/core/common.h"
#include "bundle/reason/output.h"
#include "bundle/reason/shape.h"
#include "tile/kernel/element.h"
#include "tile/tile.h"

RULE_FN(no_shared)
{
    (void)p;
    return pto_count_wants(d, PTO_SUBJECT_SHARED_COUNT, pto_one(0));
}

RULE_FN(no_post)
{
    return pto_attribute_wants(d, PTO_ROW_post_present, pto_left_out()) ||
           pto_say(d, "%s", p->op->name);
}

RULE_FN(operand_counts)
{
    return (pto_count_wants(d, PTO_SUBJECT_SOURCE_COUNT,
                            pto_one(p->op->sources)) &&
            pto_count_wants(d, PTO_SUBJECT_DESTINATION_COUNT,
                            pto_one(p->op->outputs))) ||
           pto_say(d, "%s", p->op->name);
}

RULE_FN(register_counts)
{
    return pto_registers_end(p, p->whole.registers, d);
}

/* A DataType that is not used is 0, none or BSTART's. */
static uint64_t idle_types(const pto_plan *p)
{
    return p->core->isa.asl_quirks ? 1
                                   : 1ULL | 1ULL << PTO_DTYPE_NONE |
                                         1ULL << p->header->operation.type;
}

bool pto_datr_wants(const pto_plan *p, unsigned used, pto_detail *d)
{
    static const struct {
        uint8_t field; /* pto_datr_field */
        uint8_t row;
    } fields[] = {
        {PTO_DATR_TYPE, PTO_ROW_data_type},
        {PTO_DATR_LAYOUT, PTO_ROW_data_layout},
        {PTO_DATR_PAD, PTO_ROW_data_pad},
        {PTO_DATR_CMODE, PTO_ROW_data_comparison},
        {PTO_DATR_RMODE, PTO_ROW_data_rounding},
        {PTO_DATR_SAT, PTO_ROW_data_saturate},
        {PTO_DATR_CANON, PTO_ROW_data_canonicalize},
    };
    for (unsigned i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        pto_wanted w = fields[i].field == PTO_DATR_TYPE
                           ? pto_codes(idle_types(p))
                           : pto_one(0);
        if (!(used & fields[i].field) &&
            !pto_attribute_wants(d, (pto_attribute_row)fields[i].row, w))
            return pto_say(d, "%s does not use it", p->op->name);
    }
    return true;
}

RULE_FN(datr_fields)
{
    return !p->header->data.present || pto_datr_wants(p, p->op->datr, d);
}

/* Sources two a binder, and the destination in the last one. */
RULE_FN(binder_form)
{
    unsigned n = p->source_count ? (p->source_count + 1U) / 2U : 1;
    if (!pto_count_wants(d, PTO_SUBJECT_BINDER_COUNT, pto_one(n)))
        return pto_say(d, "%u sources", p->source_count);
    for (unsigned i = 0; i + 1 < n; i++)
        if (!pto_binder_wants(d, i, PTO_BINDS_SOURCE_0, true) ||
            !pto_binder_wants(d, i, PTO_BINDS_SOURCE_1, true) ||
            !pto_binder_wants(d, i, PTO_BINDS_DESTINATION, false))
            return false;
    return true;
}

RULE_FN(no_registers)
{
    return pto_scalars_want(d, pto_left_out()) || pto_say(d, "%s", p->op->name);
}

RULE_FN(element_dimensions)
{
    (void)p;
    return pto_dimension_wants(d, 0, pto_extents()) &&
           pto_dimension_wants(d, 1, pto_or_left_out(pto_extents())) &&
           pto_dimension_wants(d, 2, pto_or_left_out(pto_extents()));
}

RULE_FN(element_type)
{
    return pto_type_wants(d, pto_legal_types(p)) ||
           pto_say(d, "%s", p->op->name);
}

RULE_FN(sources_match)
{
    for (unsigned i = p->whole.masks; i < p->source_count; i++)
        if (!pto_source_like(d, i, &p->output[0].tile))
            return pto_say(d, "as the destination");
    return true;
}

RULE_FN(sources_defined)
{
    for (unsigned i = 0; i < p->source_count; i++)
        if (!pto_operand_defined(d, PTO_OF_SOURCE, i))
            return pto_say_type(p, i, d);
    return true;
}

RULE_FN(sources_valid)
{
    for (unsigned i = 0; i < p->source_count; i++)
        if (!pto_operand_encoded(d, PTO_OF_SOURCE, i))
            return pto_say_type(p, i, d);
    return true;
}

RULE_FN(divisor_tile)
{
    const pto_tile *t = p->source[1].tile;
    return !pto_dtype_is_integer(t->dtype) || pto_tile_has_no_zero(t) ||
           pto_elements_want(d, PTO_OF_SOURCE, 1, pto_other(0)) ||
           pto_say_type(p, 1, d);
}

RULE_FN(move_terminated)
{
    return pto_binder_wants(d, p->header->binder_count - 1U, PTO_BINDS_LAST,
                            true);
}

RULE_FN(move_layout)
{
    bool shared = p->header->shared_count;
    return pto_fractals_want(d, shared ? PTO_OF_SHARED : PTO_OF_OUTPUT,
                             shared ? &p->shared_output : &p->output[0].tile);
}

RULE_FN(no_dimensions)
{
    for (unsigned i = 0; i < PTO_DIMENSIONS; i++)
        if (!pto_dimension_wants(d, i, pto_left_out()))
            return pto_say(d, "%s", p->op->name);
    return true;
}

RULE_FN(union_columns)
{
    pto_extent e = pto_named_extent(p->header);
    return e.columns >= e.valid_columns ||
           pto_dimension_wants(
               d, 2, pto_or_left_out(pto_range(e.valid_columns, PTO_MOST))) ||
           pto_say(d, "stored columns, LB0=%u are valid", e.valid_columns);
}

RULE_FN(result_type)
{
    const pto_header *h = p->header;
    bool own = p->whole.result != h->operation.type;
    uint32_t types = pto_legal_types(p);
    return (own ? pto_attribute_wants(d, PTO_ROW_data_type, pto_codes(types))
                : pto_type_in(p->whole.result, types) ||
                      pto_type_wants(d, types)) ||
           pto_say(d, "%s", p->op->name);
}

RULE_FN(sources_ordinary)
{
    for (unsigned i = 0; i < p->source_count; i++)
        if (!pto_source_ordinary(d, i))
            return false;
    return true;
}

/* Where a predicate goes: a bit for each element, as the first source lies. */
static uint64_t predicate_codes(const pto_plan *p)
{
    uint64_t codes = 0, bytes = 0;
    const pto_tile *like = pto_plan_first_source(p);
    bytes = pto_predicate_bytes(like->rows, like->columns);
    for (unsigned c = 1; c < 16; c++)
        if (like->allocated && pto_size_code_bytes(c) >= bytes &&
            pto_size_code_bytes(c) <= pto_local_limit(&p->core->isa))
            codes |= 1ULL << c;
    return codes;
}

static bool predicate_fits(const pto_plan *p, pto_detail *d)
{
    const pto_tile *like = pto_plan_first_source(p);
    if (!like->allocated)
        return pto_source_wants(d, 0, PTO_SUBJECT_TILE, pto_given());
    return pto_operand_wants(d, PTO_OF_OUTPUT, 0, PTO_SUBJECT_SIZE_CODE,
                             pto_codes(predicate_codes(p))) ||
           pto_say(d, "a bit for each of %u x %u", like->rows, like->columns);
}

static bool output_fits(const pto_plan *p, unsigned i, pto_detail *d)
{
    unsigned type = i ? PTO_U32 : p->whole.result;
    const pto_ask ask = {p->whole.shape,
                         type,
                         pto_size_code_bytes(p->output[i].size_code),
                         pto_local_limit(&p->core->isa),
                         PTO_OF_OUTPUT,
                         i};
    if (!pto_format_get(p->whole.type))
        return pto_type_wants(d, pto_legal_types(p));
    if (type == PTO_DTYPE_NONE)
        return predicate_fits(p, d);
    return pto_shape_wants(d, &ask);
}

RULE_FN(element_shape)
{
    for (unsigned i = 0; i < p->output_count; i++)
        if (!p->output[i].tile.allocated)
            return output_fits(p, i, d) && pto_say(d, "destination %u", i);
    return true;
}

RULE_FN(output_slot)
{
    return !p->room.full_hand || !p->computes ||
           pto_say(d, "hand %c", pto_hand_letter(p->room.full_hand - 1));
}

RULE_FN(output_room)
{
    return p->room.fits || p->room.full_hand || !p->computes ||
           pto_say(d, "%llu bytes wanted, %llu of %llu used",
                   (unsigned long long)p->room.needed,
                   (unsigned long long)p->room.used,
                   (unsigned long long)p->room.limit);
}
