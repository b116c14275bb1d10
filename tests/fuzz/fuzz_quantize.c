/*
 * Any doubles in any format under any scaling and shape: codes, a report whose
 * counts add up, and numbers again; or one message.
 */
#include <stdlib.h>
#include <string.h>

#include "pto/numeric.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEAD = 6, MOST = 512 };

static void quantize(pto_quantized *q, const double *x, size_t n, pto_fenv env)
{
    static double back[MOST];
    pto_quantize_report r;
    pto_error e = {0};
    if (pto_quantize(q, x, &env, &r, &e) != PTO_OK) {
        if (!e.message[0])
            abort();
        return;
    }
    if (r.count != n || r.zeros > n || r.clipped > n || r.lost > n ||
        r.infinities + r.nans > n)
        abort();
    if (pto_dequantize(q, PTO_FP64, back, &env, &e) != PTO_OK)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static double x[MOST];
    if (size < HEAD)
        return 0;
    size_t n = (size - HEAD) / sizeof *x;
    n = n < MOST ? n : MOST;
    memcpy(x, data + HEAD, n * sizeof *x);
    pto_dtype t = (pto_dtype)(data[0] & 31);
    pto_scaling s = (pto_scaling)(data[1] % PTO_SCALINGS);
    if (!pto_format_get(t) || pto_scaling_check(s, t, NULL) != PTO_OK)
        return 0;
    uint64_t inner = data[2] % 8 + 1U, outer = data[3] % 8 + 1U;
    uint64_t extent = n / inner / outer;
    pto_quantized q = {.type = (uint32_t)t,
                       .scaling = (uint32_t)s,
                       .outer = outer,
                       .extent = extent,
                       .inner = inner};
    n = (size_t)(outer * extent * inner);
    /* As many bytes as the header promises to use, and no more. */
    uint64_t groups = pto_scaling_groups(s, extent);
    if (s != PTO_SCALING_TENSOR)
        groups *= outer * inner;
    size_t room = 0;
    if (s != PTO_SCALING_NONE)
        room = pto_array_bytes((pto_dtype)pto_scaling_type(s), (size_t)groups);
    q.codes = malloc(pto_array_bytes(t, n) + (n == 0));
    q.scales = room ? malloc(room) : NULL;
    if (q.codes && (q.scales || !room))
        quantize(&q, x, n,
                 (pto_fenv){.round = data[4] % PTO_ROUND_COUNT,
                            .saturate = data[5] & 1});
    free(q.codes);
    free(q.scales);
    return 0;
}
