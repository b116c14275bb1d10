/* Vectors of kind convert; a leading topic column may explain one. */
#include "verify/verify.h"

pto_status vec_convert(char *line, vec_result *r, pto_error *e)
{
    char *column[8], **field = column;
    size_t n;
    pto_dtype src, dst;
    uint64_t bits, wanted, flags;
    pto_fenv env = {0};
    PTO_TRY(vec_split(line, column, 8, &n, e));
    if (n != 7 && n != 8)
        return pto_fail(e, PTO_BAD_INPUT, "wants 7 or 8 columns, has %zu", n);
    field += n - 7;
    PTO_TRY(vec_dtype(field[0], &src, e));
    PTO_TRY(vec_dtype(field[1], &dst, e));
    PTO_TRY(vec_round(field[2], &env.round, e));
    PTO_TRY(vec_flag(field[3], &env.saturate, e));
    PTO_TRY(vec_hex(field[4], &bits, e));
    PTO_TRY(vec_hex(field[5], &wanted, e));
    PTO_TRY(vec_hex(field[6], &flags, e));
    uint64_t got = pto_convert(dst, src, bits, &env);
    vec_judge(r, got, env.flags, wanted, flags);
    return PTO_OK;
}
