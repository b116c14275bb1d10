/* Vectors of kind classify. */
#include <stdio.h>
#include <string.h>
#include "verify/verify.h"

/* A misspelt class is no mismatch. */
static pto_status check_class(const char *text, pto_error *e)
{
    char names[256] = "";
    size_t n = 0;
    for (int c = 0; c < PTO_CLASS_COUNT; c++) {
        const char *name = pto_class_text((pto_class)c);
        if (!strcmp(name, text))
            return PTO_OK;
        if (n < sizeof names)
            n += (size_t)snprintf(names + n, sizeof names - n, " %s", name);
    }
    return pto_fail(e, PTO_BAD_INPUT, "unknown class '%.60s'; accepted:%s",
                    text, names);
}

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
    PTO_TRY(check_class(field[2], e));
    const char *got = pto_class_text(pto_classify(type, bits));
    r->verdict = strcmp(got, field[2]) ? VEC_FAILED : VEC_PASSED;
    (void)snprintf(r->got, sizeof r->got, "%s %s is %s", field[0], field[1],
                   got);
    (void)snprintf(r->wanted, sizeof r->wanted, "%s", field[2]);
    return PTO_OK;
}
