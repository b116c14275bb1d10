/* Vectors of kind classify. */
#include <stdio.h>
#include <string.h>
#include "vector/vector.h"

pto_status vec_classify(char *line, vec_result *r, pto_error *e)
{
    char *field[3];
    size_t n;
    pto_dtype type;
    uint64_t bits;
    PTO_TRY(vec_split(line, field, 3, &n, e));
    if (n != 3)
        return pto_fail(e, PTO_BAD_INPUT, "wants 3 columns, has %zu", n);
    PTO_TRY(vec_dtype(field[0], &type, e));
    PTO_TRY(vec_hex(field[1], &bits, e));
    const char *got = pto_class_text(pto_classify(type, bits));
    r->verdict = strcmp(got, field[2]) ? VEC_FAILED : VEC_PASSED;
    (void)snprintf(r->got, sizeof r->got, "%s %s is %s", field[0], field[1],
                   got);
    (void)snprintf(r->wanted, sizeof r->wanted, "%s", field[2]);
    return PTO_OK;
}
