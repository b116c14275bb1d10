/*
 * Revisions of the instruction set and its encoded forms: one table drives
 * decode, encode, text and documentation.
 */
#ifndef PTO_ISA_H
#define PTO_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "pto/api.h"
#include "pto/status.h"

PTO_C_BEGIN

/* Features, one field each, that presets set and overrides change. */
typedef enum pto_feature {
#define FEATURE(name, NAME, ...) PTO_FEATURE_##NAME,
#include "pto/def/feature.def"
#undef FEATURE
    PTO_FEATURE_COUNT
} pto_feature;

#define VALUE(feature, value, spelling) PTO_##feature##_##value,
#define FEATURE(name, NAME, meaning, values) \
    typedef enum pto_##name{values PTO_##name##_COUNT} pto_##name;
#include "pto/def/feature.def"
#undef FEATURE
#undef VALUE

typedef enum pto_revision {
#define REVISION(id, name, ...) PTO_REVISION_##id,
#include "pto/def/revision.def"
#undef REVISION
    PTO_REVISION_COUNT,
    PTO_REVISION_DEFAULT = PTO_REVISION_0_58_4
} pto_revision;

/* What a machine is: ask a feature by name, as in isa->coop_m. */
typedef struct pto_isa {
#define FEATURE(name, ...) uint8_t name;
#include "pto/def/feature.def"
#undef FEATURE
    uint8_t revision; /* pto_revision it started from, for messages only */
} pto_isa;

enum { PTO_ISA_TEXT = 1024 }; /* room for any spelling of a pto_isa */

/*
 * Read "0.58.4" or "0.58.4,coop_m=per-pe,...": a preset, then overrides.
 * NULL is the default. The error names what would have been accepted.
 */
PTO_API pto_status pto_isa_parse(const char *text, pto_isa *out, pto_error *e);

/* The shortest text that pto_isa_parse reads back; PTO_ISA_TEXT bytes. */
PTO_API void pto_isa_print(const pto_isa *isa, char *out, size_t size);

/* CORE_STATE: the ring, the sticky numeric flags, the rounding of scalars. */
enum {
    PTO_RING_MASK = 15,       /* bits 3:0 */
    PTO_RING_APPLICATION = 2, /* where `pto run` starts programs */
    PTO_FLAGS_LSB = 32,       /* of bits 36:32 */
    PTO_ROUND_LSB = 37        /* of bits 39:37 */
};

static inline unsigned pto_sticky_flags(uint64_t core_state)
{
    return core_state >> PTO_FLAGS_LSB & 31;
}

/* How the catalog sorts forms: families, and groups within them. */
typedef enum pto_group {
#define GROUP(id, family, name) PTO_GROUP_##id,
#include "pto/def/group.def"
#undef GROUP
    PTO_GROUP_COUNT
} pto_group;

/* Every name that a field has in some form. */
typedef enum pto_field_id {
#define NAME(field, ...) PTO_FIELD_##field,
#include "pto/def/field.def"
#undef NAME
    PTO_FIELD_COUNT
} pto_field_id;

/* Every row of insn.def. */
typedef enum pto_form_id {
#define INSN(id, ...) PTO_FORM_##id,
#include "pto/def/insn.def"
#undef INSN
    PTO_FORM_COUNT
} pto_form_id;

enum { PTO_MAX_FIELDS = 20, PTO_MAX_PIECES = 3, PTO_FORM_ID_TEXT = 48 };

typedef struct pto_piece {
    uint8_t lsb, width, value_lsb;
} pto_piece;

/* Only SIGNED reads back negative; PLAIN means the instruction decides. */
typedef enum pto_sign {
    PTO_SIGN_PLAIN,
    PTO_SIGN_SIGNED,
    PTO_SIGN_UNSIGNED
} pto_sign;

/* Which operand of a scalar form a field is. */
typedef enum pto_scalar_operand {
    PTO_OPERAND_NONE,
    PTO_OPERAND_DST,
    PTO_OPERAND_DST2,
    PTO_OPERAND_LEFT,
    PTO_OPERAND_RIGHT,
    PTO_OPERAND_THIRD,
    PTO_OPERAND_IMMEDIATE,
    PTO_OPERAND_SHIFT
} pto_scalar_operand;

/* Where a row exists: the values of features that it allows, one bit each. */
typedef struct pto_when {
    uint64_t allows[2];
} pto_when;

/* Which values of a field are legal: bit v of `set` is value v. */
typedef enum pto_legal {
    PTO_LEGAL_ANY,
    PTO_LEGAL_ONE_OF, /* those in the set */
    PTO_LEGAL_NOT,    /* those that are not */
    PTO_LEGAL_MATCH   /* that of the form's match: the bits are fixed */
} pto_legal;

/* A field of one form, as it is where `when` holds. */
typedef struct pto_field {
    uint8_t id, shown; /* pto_field_id: what code asks for; what people read */
    uint8_t sign;      /* pto_sign */
    uint8_t legal;     /* pto_legal */
    uint8_t preset;    /* the value where text says nothing */
    pto_piece piece[PTO_MAX_PIECES];
    uint64_t set;
    pto_when when;
} pto_field;

typedef struct pto_form {
    const char *name; /* of the row: PTO_FORM_name */
    const char *mnemonic;
    const char *hash;       /* tail of the published form_id */
    const char *assembly;   /* operand template of the newest revision */
    const pto_field *field; /* rows of one name stand together */
    const uint8_t *ids;     /* of the fields */
    uint64_t match;
    uint64_t fixed; /* bits that no field owns in any revision */
    pto_when when;
    const char *semantics; /* as the row says it, such as VALUE(ADD) */
    uint16_t id;           /* pto_form_id */
    uint8_t group;         /* pto_group */
    uint8_t length;        /* bits */
    uint8_t fields;
} pto_form;

/* A decoded instruction: the form and the values of its fields by slot. */
typedef struct pto_insn {
    const pto_form *form;
    int64_t value[PTO_MAX_FIELDS];
    uint8_t operation; /* 1 + the pto_tile_op_id that decoding found, or 0 */
} pto_insn;

PTO_API const pto_form *pto_form_get(pto_form_id id);

PTO_API const char *pto_group_name(pto_group g);
PTO_API const char *pto_group_family(pto_group g);
PTO_API const char *pto_field_name(pto_field_id f);

/* "cscale=on,shared_ids=64", empty for everywhere; PTO_ISA_TEXT bytes. */
PTO_API void pto_when_print(pto_when w, char *out, size_t size);
PTO_API bool pto_form_exists(const pto_form *f, const pto_isa *isa);

/* The operand template as published, of the newest revision if isa is NULL. */
PTO_API const char *pto_form_assembly(const pto_form *f, const pto_isa *isa);

/* The fields that the form has: bit i is field[i]. */
PTO_API uint32_t pto_form_fields(const pto_form *f, const pto_isa *isa);

/* The bits that `match` fixes: those that no field owns. */
PTO_API uint64_t pto_form_mask(const pto_form *f, const pto_isa *isa);

/* May `field` of `f` be `value`? Width is not checked. */
PTO_API bool pto_form_allows(const pto_form *f, const pto_isa *isa,
                             pto_field_id field, int64_t value);

/* The published identifier, such as add_32_d04202886d0a. */
PTO_API void pto_form_id_text(const pto_form *f, char *out, size_t size);

/*
 * All forms of a revision in the shape of the published catalog, sorted by
 * form_id, members sorted, no spaces; with `lines` one form a line. Without,
 * its SHA-256 is the revision's fingerprint. Free *out with pto_free.
 */
PTO_API pto_status pto_isa_json(const pto_isa *isa, bool lines, char **out,
                                size_t *size);

/* A field's number of value bits, counting low zeros nobody stores. */
PTO_API unsigned pto_field_width(const pto_field *f);

/* Where pto_insn has the field's value; past the last: the form has none. */
static inline unsigned pto_form_slot(const pto_form *f, pto_field_id id)
{
    unsigned slot = 0;
    while (slot < f->fields && f->ids[slot] != id)
        slot++;
    return slot;
}

/* Field value of a decoded instruction; 0 where the form has no such field. */
static inline int64_t pto_insn_get(const pto_insn *insn, pto_field_id f)
{
    unsigned slot = pto_form_slot(insn->form, f);
    return slot < insn->form->fields ? insn->value[slot] : 0;
}

/* In any revision? */
static inline bool pto_form_has(const pto_form *form, pto_field_id f)
{
    return pto_form_slot(form, f) < form->fields;
}

/*
 * Length in bytes (2, 4, 6 or 8) of the instruction whose first 32 bits are
 * `low`; where only 16 bits remain the upper half is 0. Two parcels decide
 * because BSTART.CALL is C.BSTART DIRECT joined to C.SETRET.
 */
PTO_API unsigned pto_insn_length(uint32_t low);

enum { PTO_DECODER_BUCKETS = 1024, PTO_DECODER_ENTRIES = 2048 };

/* What of a form there is in one ISA. */
typedef struct pto_live_form {
    uint64_t mask;   /* as pto_form_mask */
    uint32_t fields; /* as pto_form_fields */
    bool exists;
    uint8_t operation; /* 1 + the pto_tile_op_id of a form that has one, or 0 */
} pto_live_form;

/*
 * The forms of one revision, indexed, with every `when` evaluated. Fill it
 * once; it is then read only and may be shared by threads.
 */
typedef struct pto_decoder {
    pto_isa isa;
    uint16_t first[4][PTO_DECODER_BUCKETS + 1]; /* by length, then bits */
    uint16_t entry[PTO_DECODER_ENTRIES];        /* pto_form_id */
    pto_live_form form[PTO_FORM_COUNT];
} pto_decoder;

PTO_API void pto_decoder_init(pto_decoder *d, const pto_isa *isa);

/*
 * Decode `bits` of an instruction of `length` bytes. PTO_UNDEFINED_INSN: no
 * form of this revision accepts them.
 */
PTO_API pto_status pto_decode(const pto_decoder *d, uint64_t bits,
                              unsigned length, pto_insn *out);

/*
 * Why bits are no instruction, as one clause: "B.SUBVIEW, legal in 0.58.4;
 * this machine is 0.58.3" where another revision accepts them; else, where one
 * or two fields are all that is wrong, the nearest form with what they may be.
 */
PTO_API void pto_undefined_text(const pto_isa *isa, uint64_t bits,
                                unsigned length, char *out, size_t size);

/*
 * The word of an instruction. PTO_FIELD_RANGE: a value does not read back as
 * itself; PTO_UNDEFINED_INSN: the form or a value is not of this revision.
 */
PTO_API pto_status pto_encode(const pto_isa *isa, const pto_insn *in,
                              uint64_t *bits, pto_error *e);

/* A system register, or one for each ring R at R << 12 | address. */
typedef struct pto_sysreg_row {
    const char *name;
    const char *scope;     /* BASE; FAMILY: one a ring; FIXED_1: ring 1 only */
    const char *access;    /* RW, RO, WO */
    const char *behaviour; /* as the public catalog calls it */
    uint32_t address;
} pto_sysreg_row;

/* In the order of the table; NULL behind the last. */
PTO_API const pto_sysreg_row *pto_sysreg_at(unsigned i);

PTO_C_END

#endif
