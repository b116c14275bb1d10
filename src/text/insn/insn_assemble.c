/* Assembling one instruction by itself: numbers only. */
#include "text/insn/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

/* A decimal or 0x number with an optional sign, of 64 bits. */
static pto_status read_plain_number(void *user, const char **at,
                                    pto_text_value *value, pto_error *e)
{
    const char *p = *at;
    char *end;
    bool negative = *p == '-';
    (void)user;
    p += negative;
    errno = 0;
    unsigned long long n = strtoull(p, &end, 0);
    if (!isdigit((unsigned char)*p) || end == p || errno ||
        isalnum((unsigned char)*end))
        return pto_fail(e, PTO_BAD_INPUT, "expected a number");
    value->number = (int64_t)(negative ? 0 - (uint64_t)n : (uint64_t)n);
    *at = end;
    return PTO_OK;
}

pto_status pto_insn_assemble(const pto_isa *isa, const char *text, uint64_t pc,
                             pto_insn *out, pto_error *e)
{
    pto_text_context ctx = {
        .isa = isa, .pc = pc, .check = true, .expression = read_plain_number};
    return pto_text_parse(&ctx, text, out, e);
}
