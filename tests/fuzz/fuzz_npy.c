/* NPY headers: any bytes are an array or one message. */
#include "pto/io.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pto_npy npy;
    pto_error e;
    if (pto_npy_parse(data, size, &npy, &e) == PTO_OK &&
        npy.offset + npy.size != size)
        __builtin_trap();
    return 0;
}
