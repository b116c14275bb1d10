/* Any text as --isa: a revision that prints and reads back, or one message. */
#include <stdlib.h>
#include <string.h>

#include "pto/isa.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[512], printed[PTO_ISA_TEXT];
    pto_isa isa, again;
    pto_error e = {0};
    if (size >= sizeof text)
        return 0;
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    if (pto_isa_parse(text, &isa, &e) != PTO_OK) {
        if (!e.message[0])
            abort();
        return 0;
    }
    pto_isa_print(&isa, printed, sizeof printed);
    if (pto_isa_parse(printed, &again, &e) != PTO_OK ||
        memcmp(&isa, &again, sizeof isa) != 0)
        abort();
    return 0;
}
