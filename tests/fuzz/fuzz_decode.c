/* Any word: decodes, prints, reads back and encodes as itself, or says no. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "pto/text.h"
#include "text/insn/text.h"
#include "isa/isa.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const pto_decoder *d, const pto_insn *insn, uint64_t pc)
{
    char text[PTO_INSN_TEXT];
    pto_insn again;
    uint64_t a, b, target;
    pto_insn_print(&d->isa, insn, pc, text, sizeof text);
    (void)pto_insn_target(insn, pc, &target);
    if (pto_insn_assemble(&d->isa, text, pc, &again, NULL) != PTO_OK ||
        pto_encode(&d->isa, insn, &a, NULL) != PTO_OK ||
        pto_encode(&d->isa, &again, &b, NULL) != PTO_OK || a != b)
        abort();
}

static void walk(const pto_decoder *d, const uint8_t *data, size_t size)
{
    pto_insn insn;
    unsigned length;
    for (size_t at = 0; at < size;
         at += length < size - at ? length : size - at) {
        char why[256];
        pto_status s =
            pto_decode_bytes(d, data + at, size - at, &insn, &length);
        if (s == PTO_OK)
            check(d, &insn, at * 2);
        else if (s == PTO_UNDEFINED_INSN)
            pto_undefined_text(&d->isa, pto_insn_word(data + at, length),
                               length, why, sizeof why);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pto_decoder decoders[PTO_REVISION_COUNT];
    static int ready;
    for (int r = 0; r < PTO_REVISION_COUNT; r++) {
        pto_isa isa = pto_isa_preset((pto_revision)r);
        if (!ready)
            pto_decoder_init(&decoders[r], &isa);
        walk(&decoders[r], data, size);
    }
    ready = 1;
    return 0;
}
