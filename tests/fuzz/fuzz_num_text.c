/* Numbers as text: any bytes are a number or one message, and read back. */
#include <string.h>

#include "pto/numeric.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[2048], printed[PTO_NUM_TEXT];
    if (!size || size >= sizeof text)
        return 0;
    pto_dtype t = (pto_dtype)(data[0] & 31);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    pto_fenv env = {.round = PTO_RNE}, again = {.round = PTO_RNE};
    pto_error e;
    uint64_t bits, back;
    if (pto_num_parse(t, text, &env, &bits, &e) != PTO_OK)
        return 0;
    if (pto_unpack(t, bits).part > PTO_PART_FINITE)
        return 0;
    size_t n = pto_num_print(t, bits, PTO_STYLE_EXACT, printed, sizeof printed);
    if (n >= sizeof printed ||
        pto_num_parse(t, printed, &again, &back, &e) != PTO_OK)
        __builtin_trap();
    if (back != bits || again.flags)
        __builtin_trap();
    return 0;
}
