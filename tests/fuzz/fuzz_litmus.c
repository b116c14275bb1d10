/* Any bytes as a litmus file: an execution that is judged, or one message. */
#include <stdlib.h>

#include "litmus/litmus.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pto_execution x;
    pto_litmus_verdict v;
    pto_error e = {0};
    if (pto_litmus_parse((const char *)data, size, &x, &e) == PTO_OK)
        pto_litmus_check(&x, &v);
    else if (!e.message[0])
        abort();
    return 0;
}
