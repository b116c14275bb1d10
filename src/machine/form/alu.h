/* The value of every operation of alu.def. */
#ifndef PTO_SRC_MACHINE_FORM_ALU_H
#define PTO_SRC_MACHINE_FORM_ALU_H

#include "base/bits.h"
#include "isa/semantics.h"

/* Sign-extend a word. */
static inline uint64_t pto_word(uint64_t v)
{
    return (uint64_t)(int64_t)(int32_t)(uint32_t)v;
}

/* Division by zero is defined: quotient 0, remainder the dividend. */
uint64_t pto_divide(uint64_t l, uint64_t r);
uint64_t pto_remainder(uint64_t l, uint64_t r);
uint64_t pto_divide_signed(uint64_t l, uint64_t r);
uint64_t pto_remainder_signed(uint64_t l, uint64_t r);

typedef enum pto_bits_kind {
#define ALU(operation, right)
#define BIT_FIELD(operation) PTO_BITS_##operation = PTO_ALU_##operation,
#include "isa/alu.def"
} pto_bits_kind;

/* right: width - 1 in bits 5:0, position in bits 11:6. */
uint64_t pto_bitfield(pto_bits_kind kind, uint64_t l, uint64_t r);

/* Arithmetic shift right without relying on the host's. */
static inline uint64_t pto_shift_signed(uint64_t v, unsigned n)
{
    uint64_t sign = 0 - (v >> 63);
    return ((v ^ sign) >> n) ^ sign;
}

static inline uint64_t pto_alu(pto_alu_kind kind, uint64_t l, uint64_t r)
{
    switch (kind) {
    case PTO_ALU_ADD: return l + r;
    case PTO_ALU_SUB: return l - r;
    case PTO_ALU_AND: return l & r;
    case PTO_ALU_OR: return l | r;
    case PTO_ALU_XOR: return l ^ r;
    case PTO_ALU_SLL: return l << (r & 63);
    case PTO_ALU_SRL: return l >> (r & 63);
    case PTO_ALU_SRA: return pto_shift_signed(l, r & 63);
    case PTO_ALU_MIN: return (int64_t)l < (int64_t)r ? l : r;
    case PTO_ALU_MINU: return l < r ? l : r;
    case PTO_ALU_MAX: return (int64_t)l > (int64_t)r ? l : r;
    case PTO_ALU_MAXU: return l > r ? l : r;
    case PTO_ALU_ADDW: return pto_word(l + r);
    case PTO_ALU_SUBW: return pto_word(l - r);
    case PTO_ALU_ANDW: return pto_word(l & r);
    case PTO_ALU_ORW: return pto_word(l | r);
    case PTO_ALU_XORW: return pto_word(l ^ r);
    case PTO_ALU_SLLW: return pto_word(l << (r & 31));
    case PTO_ALU_SRLW: return pto_word((uint32_t)l >> (r & 31));
    case PTO_ALU_SRAW: return pto_shift_signed(pto_word(l), r & 31);
    case PTO_ALU_MUL: return l * r;
    case PTO_ALU_MULW: return pto_word(l * r);
    case PTO_ALU_DIV: return pto_divide_signed(l, r);
    case PTO_ALU_DIVU: return pto_divide(l, r);
    case PTO_ALU_DIVW:
        return pto_word(pto_divide_signed(pto_word(l), pto_word(r)));
    case PTO_ALU_DIVUW: return pto_word(pto_divide((uint32_t)l, (uint32_t)r));
    case PTO_ALU_REM: return pto_remainder_signed(l, r);
    case PTO_ALU_REMU: return pto_remainder(l, r);
    case PTO_ALU_REMW:
        return pto_word(pto_remainder_signed(pto_word(l), pto_word(r)));
    case PTO_ALU_REMUW:
        return pto_word(pto_remainder((uint32_t)l, (uint32_t)r));
    case PTO_ALU_EQ: return l == r;
    case PTO_ALU_NE: return l != r;
    case PTO_ALU_LT: return (int64_t)l < (int64_t)r;
    case PTO_ALU_GE: return (int64_t)l >= (int64_t)r;
    case PTO_ALU_LTU: return l < r;
    case PTO_ALU_GEU: return l >= r;
    case PTO_ALU_BOTH: return (l & r) != 0;
    case PTO_ALU_EITHER: return (l | r) != 0;
    case PTO_ALU_SEXT_B: return (uint64_t)(int64_t)(int8_t)l;
    case PTO_ALU_SEXT_H: return (uint64_t)(int64_t)(int16_t)l;
    case PTO_ALU_SEXT_W: return pto_word(l);
    case PTO_ALU_ZEXT_B: return (uint8_t)l;
    case PTO_ALU_ZEXT_H: return (uint16_t)l;
    case PTO_ALU_ZEXT_W: return (uint32_t)l;
#define BIT_FIELD(operation) case PTO_ALU_##operation:
#include "isa/alu.def"
        return pto_bitfield((pto_bits_kind)kind, l, r);
    case PTO_ALU_COUNT: break;
    }
    return 0;
}
#undef ALU

#endif
