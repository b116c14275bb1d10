/* What rules of several kinds of bundles ask and say. */
#ifndef PTO_SRC_BUNDLE_CORE_COMMON_H
#define PTO_SRC_BUNDLE_CORE_COMMON_H

#include "bundle/core/rule.h"
#include "bundle/core/tiles.h"
#include "bundle/core/whole.h"
#include "bundle/reason/cause.h"

enum { PTO_OPERAND_TEXT = 48, PTO_TILE_TEXT = 64 };

/* The head of a predicate of a rule.def. */
#define RULE_FN(name) bool pto_rule_##name(const pto_plan *p, pto_detail *d)

static inline bool pto_is_power_of_two(uint32_t n)
{
    return n && !(n & (n - 1));
}

static inline bool pto_same_valid(const pto_tile *a, const pto_tile *b)
{
    return a->valid_rows == b->valid_rows &&
           a->valid_columns == b->valid_columns;
}

/* Physical rows and columns, and the valid ones. */
static inline bool pto_same_shape(const pto_tile *a, const pto_tile *b)
{
    return a->rows == b->rows && a->columns == b->columns &&
           pto_same_valid(a, b);
}

/* A legal Local tile outside cells, no predicate. */
bool pto_is_ordinary(const pto_plan *p, const pto_tile *t);

/*
 * No predicate; but the public model takes one for a U8 tile whose capacity it
 * fits (docs/differences.md).
 */
bool pto_is_numeric(const pto_plan *p, const pto_tile *t);

/* Is source i row-major, ordinary, of BSTART's type and this shape? */
bool pto_source_is(const pto_plan *p, unsigned i, const pto_extent *e,
                   pto_detail *d);

/* Does B.IOR name no destination, and no source behind the first n? */
bool pto_registers_end(const pto_plan *p, unsigned n, pto_detail *d);

/* What a dimension may be. */
enum { PTO_MOST = 65535 };
pto_wanted pto_extents(void);

/* Layouts that are not cells, as codes. */
pto_wanted pto_ordinary_layouts(void);

/* Fields of B.DATR other than these (pto_datr_field) say nothing. */
bool pto_datr_wants(const pto_plan *p, unsigned used, pto_detail *d);

/* Is source i ordinary? And like a tile, but for what it holds? */
bool pto_source_ordinary(pto_detail *d, unsigned i);
bool pto_source_like(pto_detail *d, unsigned i, const pto_tile *like);

/* "B.IOT source 2 t#3" for a Local source; `out` has PTO_OPERAND_TEXT. */
const char *pto_operand_text(const pto_plan_source *o, char *out);

/* The name of a type, "NONE" where it is none. */
const char *pto_type_text(unsigned type);

/* "an undefined FP32 CUBE_M16 [4,8]"; `out` has PTO_TILE_TEXT. */
const char *pto_tile_text(const pto_tile *t, char *out);

/* The same with the elements that are stored: "FP32 RowMajor [4,5] in 4x8". */
const char *pto_stored_text(const pto_tile *t, char *out);

/* "B.IOT 0 source 1 t#3 is FP32 RowMajor [4,8] in 4x8". */
bool pto_say_source(const pto_plan *p, unsigned i, pto_detail *d);
/* The words behind a cause: of which type the source is. */
bool pto_say_type(const pto_plan *p, unsigned i, pto_detail *d);
/* "LB0=16, LB1=4, LB2=0" */
bool pto_say_dimensions(const pto_plan *p, pto_detail *d);
/* All fields of B.DATR. */
bool pto_say_datr(const pto_plan *p, pto_detail *d);

#endif
