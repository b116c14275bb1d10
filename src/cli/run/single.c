/* What --pes 1 leaves open: registers of PEs that no stream sets. */
#include "cli/run/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The bundle that is being read. */
typedef struct bundle {
    uint64_t address;
    bool takes_registers, has_others; /* B.IOR, and PE1 to PE3 in a mask */
} bundle;

static void read_header(bundle *b, const pto_insn *insn, uint64_t address)
{
    static const pto_field_id sources[] = {PTO_FIELD_RegSrc0, PTO_FIELD_RegSrc1,
                                           PTO_FIELD_RegSrc2};
    if (pto_form_has(insn->form, PTO_FIELD_DataType))
        *b = (bundle){.address = address};
    for (unsigned i = 0; insn->form->id == PTO_FORM_B_IOR && i < 3; i++)
        b->takes_registers |= pto_insn_get(insn, sources[i]) != 0;
    /* Modes 0 and 1 are nobody and PE0. */
    b->has_others |= pto_insn_get(insn, PTO_FIELD_PEMode) > 1;
}

/* The first bundle of a segment that uses registers of other PEs. */
static bool find_bundle(const pto_decoder *d, const pto_segment *g, bundle *b)
{
    *b = (bundle){0};
    for (uint64_t at = 0; at + 2 <= g->file_size;) {
        uint64_t bits = 0;
        pto_insn insn;
        for (unsigned i = 0; i < 8 && at + i < g->file_size; i++)
            bits |= (uint64_t)g->bytes[at + i] << 8 * i;
        unsigned length = pto_insn_length((uint32_t)bits);
        if (length < 8)
            bits &= (UINT64_C(1) << 8 * length) - 1;
        if (pto_decode(d, bits, length, &insn) == PTO_OK)
            read_header(b, &insn, g->address + at);
        if (b->takes_registers && b->has_others)
            return true;
        at += length;
    }
    return false;
}

void run_note_single(const pto_image *image, const pto_isa *isa,
                     const run_options *o)
{
    bundle b;
    bool found = false;
    for (uint32_t i = 0; i < o->gprs; i++)
        if (o->gpr[i][2] != '0')
            return;
    pto_decoder *d = malloc(sizeof *d);
    if (!d)
        return;
    pto_decoder_init(d, isa);
    for (uint32_t i = 0; !found && i < image->segment_count; i++)
        found = image->segments[i].flags & PTO_SEGMENT_X &&
                find_bundle(d, &image->segments[i], &b);
    free(d);
    if (found)
        fprintf(stderr,
                "note: the bundle at 0x%" PRIx64 " takes B.IOR registers of "
                "PE1 to PE3 too, which --pes 1 leaves zero; --gpr "
                "PE1.a0=VALUE sets one\n",
                b.address);
}
