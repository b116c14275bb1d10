/*
 * Where rows of tables exist: sets of values of features.
 *
 * An ISA has one value of each feature, and the revision it started from is one
 * more. A `when` is the constant set of values that it allows: `&` joins two,
 * and it holds where it allows all that the ISA has. There is no OR across
 * features: what needs one is a feature that has no name yet.
 */
#ifndef PTO_SRC_ISA_WHEN_H
#define PTO_SRC_ISA_WHEN_H

#include "pto/isa.h"

/* Where in the set the values of a feature stand. */
enum pto_place {
    PTO_FIRST_REVISION,
    PTO_LAST_REVISION = PTO_REVISION_COUNT - 1,
#define VALUE(feature, value, spelling) +1
#define FEATURE(name, NAME, meaning, values) \
    PTO_FIRST_##NAME, PTO_LAST_##NAME = PTO_FIRST_##NAME - 1 values,
#include "pto/def/feature.def"
#undef FEATURE
#undef VALUE
    PTO_PLACES
};
_Static_assert(PTO_PLACES <= 128, "a set of feature values is two words");

__extension__ typedef unsigned __int128 pto_when_bits;

#define PTO_PLACE(f, v) \
    ((pto_when_bits)1 << ((unsigned)PTO_FIRST_##f + (unsigned)PTO_##f##_##v))
#define PTO_VALUES_OF(f)                            \
    (((pto_when_bits)2 << (unsigned)PTO_LAST_##f) - \
     ((pto_when_bits)1 << (unsigned)PTO_FIRST_##f))

/* The column of a row. */
#define ALWAYS       (~(pto_when_bits)0)
#define IS(f, v)     (~PTO_VALUES_OF(f) | PTO_PLACE(f, v))
#define IS_NOT(f, v) (~PTO_PLACE(f, v))
#define BEFORE(r)    (~PTO_VALUES_OF(REVISION) | (PTO_PLACE(REVISION, r) - 1))
#define SINCE(r)     (~PTO_VALUES_OF(REVISION) | ~(PTO_PLACE(REVISION, r) - 1))

/* The column as an initializer. */
#define PTO_WHEN(when)                                 \
    {                                                  \
        {                                              \
            (uint64_t)(when), (uint64_t)((when) >> 64) \
        }                                              \
    }

/* The values that the ISA has: for pto_when_meets, where many are asked. */
pto_when pto_isa_values(const pto_isa *isa);

static inline bool pto_when_meets(pto_when w, pto_when values)
{
    return !(values.allows[0] & ~w.allows[0]) &&
           !(values.allows[1] & ~w.allows[1]);
}

/* Both: where each of two rows exists. */
static inline pto_when pto_when_both(pto_when a, pto_when b)
{
    return (pto_when){{a.allows[0] & b.allows[0], a.allows[1] & b.allows[1]}};
}

/*
 * The next of all ISAs that differ in features that `restricts` does not allow
 * every value of; false behind the last. Starts and ends with the first row of
 * revision.def.
 */
bool pto_isa_next(pto_isa *isa, pto_when restricts);

/* A published architecture, as programs are marked. */
typedef struct pto_release {
    const char *name, *encoding_abi, *projection_sha256;
} pto_release;

/* The revision's own, or where it is a preset its parent's. */
pto_release pto_release_of(pto_revision r);

/* Is it no architecture of its own? */
bool pto_revision_is_preset(pto_revision r);

#endif
