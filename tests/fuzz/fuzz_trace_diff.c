/* Any bytes as two traces, which part at the first 0xff: compared either way
 * round they differ at the same place, and each is equal to itself. */
#include <string.h>

#include "scratch.h"
#include "verify/trace_diff.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static scratch files[2] = {SCRATCH, SCRATCH};

static void leave(void)
{
    scratch_remove(&files[0]);
    scratch_remove(&files[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static trace_difference there, back;
    pto_error e;
    if (files[0].file < 0 && atexit(leave) != 0)
        abort();
    const uint8_t *middle = size ? memchr(data, 0xff, size) : NULL;
    size_t n = middle ? (size_t)(middle - data) : size;
    size_t rest = middle ? size - n - 1 : 0;
    const char *a = scratch_hold(&files[0], data, n);
    const char *b = scratch_hold(&files[1], middle ? middle + 1 : data, rest);
    pto_status s = trace_diff(a, b, &there, &e);
    if (trace_diff(b, a, &back, &e) != s || there.number != back.number)
        abort();
    if (trace_diff(a, a, &back, &e) == PTO_OK && back.number)
        abort();
    return 0;
}
