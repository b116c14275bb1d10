/* Parts of an address: %hi, %lo, %tpcrel_hi and %tpcrel_lo. */
#include "text/asm/asm.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PART_BITS = 12, PART_MASK = (1 << PART_BITS) - 1 };

static asm_value part_number(int64_t n)
{
    return (asm_value){.number = (uint64_t)n};
}

static asm_name *place(pto_asm *as, uint64_t address)
{
    char key[17];
    int n = snprintf(key, sizeof key, "%" PRIx64, address);
    return pto_asm_name_add(as, &as->places, key, (size_t)n);
}

/* Remember which instruction took the upper part of which address. */
static bool upper(asm_stmt *s, uint64_t target, asm_value *out)
{
    pto_asm *as = s->as;
    uint64_t pc = s->section->address + s->offset;
    asm_name *here = place(as, pc), *there = place(as, target);
    asm_upper *u = pto_asm_alloc(as, sizeof *u);
    if (!here || !there || !u)
        return false;
    *u = (asm_upper){pc, target};
    here->value = there->value = u;
    *out = part_number((int64_t)(target - pc) >> PART_BITS);
    return true;
}

/* The argument is the address itself, or the label of the instruction that
 * took its upper part. */
static bool lower(asm_stmt *s, const char *at, uint64_t address, asm_value *out)
{
    asm_name *x = place(s->as, address);
    const asm_upper *u = x ? x->value : NULL;
    if (!u)
        return pto_asm_error(s, at,
                             "no %%tpcrel_hi above takes the upper part, "
                             "expected one");
    *out = part_number((int64_t)(u->target - u->pc) & PART_MASK);
    return true;
}

static const char *const names[] = {"hi", "lo", "tpcrel_hi", "tpcrel_lo"};

static int which(const char *name)
{
    for (int i = 0; name && i < 4; i++)
        if (!strcmp(name, names[i]))
            return i;
    return -1;
}

bool pto_asm_part(asm_stmt *s, asm_value *out)
{
    const char *at = s->p++;
    int part = which(pto_asm_name(s));
    asm_value v;
    if (part < 0)
        return pto_asm_error(s, at,
                             "unknown part of an address, expected "
                             "%%hi, %%lo, %%tpcrel_hi or %%tpcrel_lo");
    if (!pto_asm_take(s, '('))
        return pto_asm_expected(s, "'('");
    bool operand = s->operand;
    s->operand = false; /* between parentheses '<' and '>' compare */
    bool good = pto_asm_nest(s, at) && pto_asm_expr(s, &v);
    s->as->nesting--;
    s->operand = operand;
    if (!good)
        return false;
    if (!pto_asm_take(s, ')'))
        return pto_asm_expected(s, "')'");
    *out = (asm_value){.late = true, .why = v.why};
    if (v.late || v.base || (part >= 2 && !s->final))
        return true;
    if (part == 2)
        return upper(s, v.number, out);
    if (part == 3)
        return lower(s, at, v.number, out);
    *out = part_number(part ? (int64_t)(v.number & PART_MASK)
                            : (int64_t)v.number >> PART_BITS);
    return true;
}
