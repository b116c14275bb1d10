/* Any line as an instruction: one that prints and reads back, or a message. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "pto/text.h"
#include "isa/isa.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const pto_isa *isa, const pto_insn *insn)
{
    char text[PTO_INSN_TEXT];
    pto_insn again;
    uint64_t a, b;
    pto_insn_print(isa, insn, 0, text, sizeof text);
    if (pto_insn_assemble(isa, text, 0, &again, NULL) != PTO_OK ||
        pto_encode(isa, insn, &a, NULL) != PTO_OK ||
        pto_encode(isa, &again, &b, NULL) != PTO_OK || a != b)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pto_isa isa = pto_isa_preset(PTO_REVISION_DEFAULT);
    char *text = malloc(size + 1);
    pto_insn insn;
    pto_error e = {0};
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    if (pto_insn_assemble(&isa, text, 0, &insn, &e) == PTO_OK)
        check(&isa, &insn);
    else if (!e.message[0] || !e.column || e.column > size + 1)
        abort();
    free(text);
    return 0;
}
