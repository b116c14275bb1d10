/* The semantics column of insn.def as a table. */
#include "isa/semantics.h"

#include <string.h>

#define VALUE(op)     PTO_DOES_VALUE, .alu = PTO_ALU_##op
#define PUSH(op)      PTO_DOES_PUSH, .alu = PTO_ALU_##op
#define TOP(op)       PTO_DOES_TOP, .alu = PTO_ALU_##op
#define TOP_AS_IS(op) PTO_DOES_TOP_AS_IS, .alu = PTO_ALU_##op
#define EXTEND(op)    PTO_DOES_EXTEND, .alu = PTO_ALU_##op
#define MOVE()        PTO_DOES_MOVE
#define CONSTANT(base, bits, shift) \
    PTO_DOES_CONSTANT, .constant = {PTO_FROM_##base, bits, shift}
#define BITS(op, position) \
    PTO_DOES_BITS, .bits = {PTO_ALU_##op, PTO_FIELD_##position}
#define THREE(op)    PTO_DOES_THREE, .three = PTO_THREE_##op
#define SCALED(sign) PTO_DOES_SCALED, .scaled = PTO_SCALED_##sign
#define INSERT()     PTO_DOES_INSERT
#define WIDE(op)     PTO_DOES_WIDE, .wide = PTO_WIDE_##op
#define WIDE_ADD(op) PTO_DOES_WIDE_ADD, .wide_add = PTO_WIDE_ADD_##op
#define TWO(first, second) \
    PTO_DOES_TWO, .two = {PTO_ALU_##first, PTO_ALU_##second}
#define SETC(op)         PTO_DOES_SETC, .alu = PTO_ALU_##op
#define SET_TARGET(when) PTO_DOES_SET_TARGET, .target = PTO_TARGET_##when
#define SET_RETURN()     PTO_DOES_SET_RETURN
#define JUMP()           PTO_DOES_JUMP
#define JUMP_REGISTER()  PTO_DOES_JUMP_REGISTER
#define BLOCK(kind, transfer) \
    PTO_DOES_BLOCK,           \
        .block = {PTO_BLOCK_##kind, PTO_TRANSFER_##transfer, PTO_BLOCK_##kind}
#define TILE_BLOCK(kind, model_kind)                                           \
    PTO_DOES_TILE_BLOCK, .block = {PTO_BLOCK_##kind, PTO_TRANSFER_FALLTHROUGH, \
                                   PTO_BLOCK_##model_kind}
#define STOP() PTO_DOES_STOP
#define ACCESS(class, address, update, bytes, scale, is_signed, has_result) \
    PTO_DOES_##class, .access = {PTO_ADDRESS_##address,                     \
                                 PTO_UPDATE_##update,                       \
                                 bytes,                                     \
                                 scale,                                     \
                                 is_signed,                                 \
                                 has_result}
#define UNSIGNED 0
#define SIGNED   1
#define NOTHING  0
#define ADDRESS  1
#define LOAD(address, bytes, scale, sign) \
    ACCESS(LOAD, address, NONE, bytes, scale, sign, 0)
#define LOAD_TOP(address, bytes, scale, sign) \
    ACCESS(LOAD_TOP, address, NONE, bytes, scale, sign, 0)
#define LOAD_UPDATE(when, address, bytes, scale, sign) \
    ACCESS(LOAD_UPDATE, address, when, bytes, scale, sign, 0)
#define LOAD_PAIR(address, bytes, scale, sign) \
    ACCESS(LOAD_PAIR, address, NONE, bytes, scale, sign, 0)
#define STORE(address, bytes, scale) \
    ACCESS(STORE, address, NONE, bytes, scale, 0, 0)
#define STORE_TOP(address, bytes, scale) \
    ACCESS(STORE_TOP, address, NONE, bytes, scale, 0, 0)
#define STORE_UPDATE(when, address, bytes, scale) \
    ACCESS(STORE_UPDATE, address, when, bytes, scale, 0, 0)
#define STORE_PAIR(address, bytes, scale) \
    ACCESS(STORE_PAIR, address, NONE, bytes, scale, 0, 0)
#define PREFETCH(address, scale, result) \
    ACCESS(PREFETCH, address, NONE, 1, scale, 0, result)
#define ATOMIC(op, bytes)    PTO_DOES_ATOMIC, .atomic = {PTO_ATOMIC_##op, bytes}
#define CAS(n)               PTO_DOES_CAS, .atomic = {.bytes = n}
#define LOAD_RESERVED(n)     PTO_DOES_LOAD_RESERVED, .atomic = {.bytes = n}
#define STORE_CONDITIONAL(n) PTO_DOES_STORE_CONDITIONAL, .atomic = {.bytes = n}
#define DMA()                PTO_DOES_DMA
#define FLOAT1(f)            PTO_DOES_FLOAT1, .float1 = PTO_ARITH1_##f
#define FLOAT2(f)            PTO_DOES_FLOAT2, .float2 = PTO_ARITH2_##f
#define FLOAT3(f)            PTO_DOES_FLOAT3, .float3 = PTO_ARITH3_##f
#define QUIET                false
#define SIGNALS              true
#define COMPARE(relation, nan) \
    PTO_DOES_COMPARE, .compare = {PTO_##relation, nan}
#define CONVERT(from, to, rounding) \
    PTO_DOES_CONVERT,               \
        .conversion = {PTO_NUMBER_##from, PTO_NUMBER_##to, PTO_##rounding}
#define COLLECT(command_) PTO_DOES_COLLECT, .command = PTO_COMMAND_##command_
#define FRAME(kind)       PTO_DOES_FRAME, .frame = PTO_FRAME_##kind
#define MAINTAIN(op)      PTO_DOES_MAINTAIN, .maintain = PTO_MAINTENANCE_##op
#define REQUEST(what)     PTO_DOES_REQUEST, .request = PTO_##what
#define EXEC(name)        PTO_DOES_EXEC, .exec = PTO_EXEC_##name
#define NOT_YET(name)     PTO_DOES_NOT_YET, .not_yet = #name

static const pto_semantics rows[PTO_FORM_COUNT] = {
#define INSN(id, mnemonic, hash, length, match, fields, semantics, ...) \
    [PTO_FORM_##id] = {.class = semantics},
#include "pto/def/insn.def"
};

/* ---- A form that lacks an operand does not compile ----------------------- */

/* What an operand of field.def counts as. */
enum {
    HAS_NONE = 0,
    HAS_SECOND = 1,
    HAS_DATA = 2,
    HAS_DST = 4,
    HAS_DST2 = 8,
    HAS_LEFT = 16 | HAS_DATA,
    HAS_RIGHT = 32 | HAS_SECOND,
    HAS_THIRD = 64 | HAS_DATA,
    HAS_IMMEDIATE = 128 | HAS_SECOND,
    HAS_SHIFT = HAS_SECOND,
#define NAME(field, shown, sign, operand) IS_##field = HAS_##operand,
#include "pto/def/field.def"
#undef NAME
#define HAS(operand)                   | HAS_##operand
#define CLASS(class, name, way, needs) NEEDS_PTO_DOES_##class = 0 needs,
#include "isa/class.def"
#undef CLASS
    NEEDS_INDEXED = HAS_LEFT | HAS_RIGHT,
    NEEDS_OFFSET = HAS_IMMEDIATE,
    NEEDS_PC_RELATIVE = HAS_IMMEDIATE
};

#undef INSN
#undef ACCESS
#define ACCESS(class, address, ...) PTO_DOES_##class | NEEDS_##address
#define FIELD(name, ...)            | IS_##name
#define NAMELESS(lsb, width)
#define CHECK(id, fields, does, ...)                       \
    _Static_assert(!((NEEDS_##does) & ~(HAS_NONE fields)), \
                   #id " lacks an operand of its semantics");
#define INSN(id, mnemonic, hash, length, match, fields, semantics, ...) \
    CHECK(id, fields, semantics, )
#include "pto/def/insn.def"

const pto_semantics *pto_semantics_of(const pto_form *f)
{
    return &rows[f->id];
}

pto_alu_right pto_right_of(pto_alu_kind operation)
{
    static const uint8_t right[] = {
#define ALU(name, right) PTO_SRCR_##right,
#include "isa/alu.def"
#undef ALU
    };
    return (pto_alu_right)right[operation];
}

const pto_access *pto_access_of(const pto_form *f)
{
    const pto_semantics *s = &rows[f->id];
    return s->class >= PTO_DOES_LOAD && s->class <= PTO_DOES_PREFETCH
               ? &s->access
               : NULL;
}

bool pto_is_command(const pto_form *f)
{
    const char *family = pto_group_family((pto_group)f->group);
    return !strcmp(family, "CMD") || !strcmp(family, "BBD");
}

bool pto_is_system(const pto_form *f)
{
    return f->group == PTO_GROUP_SYS &&
           !pto_form_executes(f, PTO_EXEC_local_get);
}
