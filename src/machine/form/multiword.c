/* Integer forms with three sources or two results. */
#include "machine/form/translate.h"

static uint64_t third(const pto_host *h, const pto_op *op)
{
    return pto_operand(h, op->src[2]);
}

static const pto_op *madd(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    return pto_result(h, op, left,
                      third(h, op) + pto_left(h, op) * pto_right(h, op));
}

static const pto_op *maddw(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t product = pto_left(h, op) * pto_right(h, op);
    return pto_result(h, op, left, pto_word(third(h, op) + product));
}

/* op->imm is the factor, negated by HL.MISUB. */
static const pto_op *miadd(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t factor = pto_operand(h, op->src[1]);
    return pto_result(h, op, left, pto_left(h, op) + factor * op->imm);
}

static const pto_op *csel(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    return pto_result(h, op, left,
                      third(h, op) ? pto_left(h, op)
                                   : pto_right_modified(h, op));
}

/* Bits first..last (wrapping) of SrcL from the low bits of SrcR; op->imm is
 * the mask at bit 0, op->shift the first bit. */
static const pto_op *bfi(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    unsigned up = op->shift, down = (64U - up) & 63;
    uint64_t mask = op->imm, bits = pto_operand(h, op->src[1]) & mask;
    uint64_t in_place = bits << up, hole = mask << up;
    if (up) {
        in_place |= bits >> down;
        hole |= mask >> down;
    }
    return pto_result(h, op, left, (pto_left(h, op) & ~hole) | in_place);
}

typedef struct pair {
    uint64_t low, high;
} pair;

static const pto_op *publish(pto_host *h, const pto_op *op, uint32_t left,
                             pair p)
{
    pto_put(h, op->dst, p.low);
    pto_put(h, op->dst2, p.high);
    return pto_go_on(h, op, left);
}

static pair multiply_unsigned(uint64_t l, uint64_t r)
{
    uint64_t l0 = (uint32_t)l, l1 = l >> 32, r0 = (uint32_t)r, r1 = r >> 32;
    uint64_t middle = l1 * r0 + (l0 * r0 >> 32);
    uint64_t carry = (uint32_t)middle + l0 * r1;
    return (pair){l * r, l1 * r1 + (middle >> 32) + (carry >> 32)};
}

static pair multiply_signed(uint64_t l, uint64_t r)
{
    pair p = multiply_unsigned(l, r);
    p.high -= (l >> 63 ? r : 0) + (r >> 63 ? l : 0);
    return p;
}

static const pto_op *hl_mul(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    return publish(h, op, left,
                   multiply_signed(pto_left(h, op), pto_right(h, op)));
}

static const pto_op *hl_mulu(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    return publish(h, op, left,
                   multiply_unsigned(pto_left(h, op), pto_right(h, op)));
}

static const pto_op *hl_madd(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t addend = third(h, op);
    pair p = multiply_signed(pto_left(h, op), pto_right(h, op));
    p.low += addend;
    p.high += (p.low < addend) - (addend >> 63);
    return publish(h, op, left, p);
}

static const pto_op *hl_maddw(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t product = pto_word(pto_left(h, op)) * pto_word(pto_right(h, op));
    uint64_t sum = product + pto_word(third(h, op));
    return publish(h, op, left, (pair){pto_word(sum), pto_word(sum >> 32)});
}

/* op->kind: the operation of the first result; op->modifier: of the second. */
static const pto_op *two_values(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t l = pto_left(h, op), r = pto_right(h, op);
    return publish(h, op, left,
                   (pair){pto_alu((pto_alu_kind)op->kind, l, r),
                          pto_alu((pto_alu_kind)op->modifier, l, r)});
}

static uint64_t shift_right(uint64_t v, unsigned n)
{
    return n < 64 ? v >> n : 0;
}

static const pto_op *hl_ccat(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t high = pto_left(h, op), low = pto_operand(h, op->src[1]);
    unsigned n = op->shift;
    pair p = {shift_right(low, n), shift_right(high, n)};
    if (n >= 64)
        p.low = high >> (n - 64);
    else if (n)
        p.low |= high << (64 - n);
    return publish(h, op, left, p);
}

static const pto_op *hl_ccatw(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t low = (uint32_t)pto_operand(h, op->src[1]);
    uint64_t v = shift_right(pto_left(h, op) << 32 | low, op->shift);
    return publish(h, op, left, (pair){pto_word(v), pto_word(v >> 32)});
}

static pto_run *three_of(pto_three_kind what)
{
    switch (what) {
    case PTO_THREE_MADD: return madd;
    case PTO_THREE_MADDW: return maddw;
    case PTO_THREE_CSEL: break;
    }
    return csel;
}

void pto_translate_three(pto_op *op, const pto_decoded *d)
{
    pto_set_operands(op, d->insn);
    op->run = three_of(d->how->three);
    int64_t negates = d->isa->csel_neg == PTO_CSEL_NEG_2 ? 2 : 3;
    if (pto_insn_get(d->insn, PTO_FIELD_SrcRType) == negates)
        op->modifier = PTO_RIGHT_NEGATED;
}

void pto_translate_scaled(pto_op *op, const pto_decoded *d)
{
    uint64_t factor = (uint64_t)pto_immediate(d->insn);
    pto_set_operands(op, d->insn);
    op->run = miadd;
    op->imm = d->how->scaled == PTO_SCALED_MINUS ? 0 - factor : factor;
}

void pto_translate_insert(pto_op *op, const pto_decoded *d)
{
    unsigned first = (unsigned)pto_insn_get(d->insn, PTO_FIELD_immr);
    unsigned last = (unsigned)pto_insn_get(d->insn, PTO_FIELD_imms);
    pto_set_operands(op, d->insn);
    if (d->isa->hl_bfi == PTO_HL_BFI_BYTES) {
        first = 8 * first;
        last = 8 * last + 7;
    }
    op->run = bfi;
    op->shift = (uint8_t)first;
    op->imm = pto_low_bits(((last - first) & 63) + 1);
}

static pto_run *wide_of(pto_wide_kind what)
{
    switch (what) {
    case PTO_WIDE_MUL: return hl_mul;
    case PTO_WIDE_MULU: return hl_mulu;
    case PTO_WIDE_CCAT: return hl_ccat;
    case PTO_WIDE_CCATW: break;
    }
    return hl_ccatw;
}

void pto_translate_wide(pto_op *op, const pto_decoded *d)
{
    pto_set_operands(op, d->insn);
    op->run = wide_of(d->how->wide);
}

void pto_translate_wide_add(pto_op *op, const pto_decoded *d)
{
    pto_set_operands(op, d->insn);
    op->run = d->how->wide_add == PTO_WIDE_ADD_MADD ? hl_madd : hl_maddw;
}

void pto_translate_two(pto_op *op, const pto_decoded *d)
{
    pto_set_operands(op, d->insn);
    op->run = two_values;
    op->kind = (uint8_t)d->how->two.first;
    op->modifier = (uint8_t)d->how->two.second;
}
