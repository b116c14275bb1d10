/* Vectors of kind arith. */
#include "verify/verify.h"

pto_status vec_arith(char *line, vec_result *r, pto_error *e)
{
    char *field[8];
    size_t n;
    pto_dtype type;
    uint64_t args[3], wanted, flags;
    pto_fenv env = {0};
    PTO_TRY(vec_split(line, field, 8, &n, e));
    if (n != 8)
        return pto_fail(e, PTO_BAD_INPUT, "wants 8 columns, has %zu", n);
    const pto_arith *op;
    PTO_TRY(pto_arith_named(field[0], &op, e));
    PTO_TRY(vec_dtype(field[1], &type, e));
    PTO_TRY(vec_round(field[2], &env.round, e));
    for (int i = 0; i < 3; i++)
        PTO_TRY(vec_hex(field[3 + i], &args[i], e));
    PTO_TRY(vec_hex(field[6], &wanted, e));
    PTO_TRY(vec_hex(field[7], &flags, e));
    uint64_t got = pto_arith_run(op, type, args, &env);
    vec_judge(r, got, env.flags, wanted, flags);
    return PTO_OK;
}
