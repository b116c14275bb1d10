/* How `pto run` says how a run ended, and where in the program that was. */
#include "cli/run/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLACE_TEXT = 160 };

static bool is_loaded(const pto_image *image, uint64_t address)
{
    for (uint32_t i = 0; i < image->segment_count; i++)
        if (address - image->segments[i].address <
            image->segments[i].memory_size)
            return true;
    return false;
}

/* The last symbol at or before the address; NULL outside the program. */
static const pto_symbol *nearest(const pto_image *image, uint64_t address)
{
    const pto_symbol *best = NULL;
    if (!is_loaded(image, address))
        return NULL;
    for (uint32_t i = 0; i < image->symbol_count; i++) {
        const pto_symbol *s = &image->symbols[i];
        bool is_place = s->section != PTO_SYMBOL_ABSOLUTE && s->name[0];
        if (is_place && s->value <= address &&
            (!best || s->value > best->value))
            best = s;
    }
    return best;
}

/* 0x1000c (loop+0x4) */
static const char *place(const pto_image *image, uint64_t address, char *out)
{
    const pto_symbol *s = nearest(image, address);
    uint64_t offset = s ? address - s->value : 0;
    int n = snprintf(out, PLACE_TEXT, "0x%" PRIx64, address);
    if (s && offset)
        snprintf(out + n, PLACE_TEXT - (size_t)n, " (%.120s+0x%" PRIx64 ")",
                 s->name, offset);
    else if (s)
        snprintf(out + n, PLACE_TEXT - (size_t)n, " (%.120s)", s->name);
    return out;
}

static void print_line(const pto_source_line *l)
{
    fprintf(stderr, "%s:%u", l->file, l->line);
    if (l->macro)
        fprintf(stderr, " (in %s)", l->macro);
}

/* Where the source says what went wrong: the instruction, and the bundle that
 * it is in. */
static void explain_source(const pto_machine *m, const pto_image *image,
                           const pto_run_result *r)
{
    pto_registers now;
    const pto_source_line *at = pto_image_line(image, r->tpc), *from = NULL;
    if (!at)
        return;
    pto_machine_registers(m, r->fault.pe, &now);
    if (now.bundle_active && now.bpc != r->tpc)
        from = pto_image_line(image, now.bpc);
    fprintf(stderr, "note: ");
    print_line(at);
    if (from) {
        fprintf(stderr, ", the bundle from ");
        print_line(from);
    }
    fprintf(stderr, "\n");
}

/* What would be legal in the place of the field that is the cause. */
static void explain_hints(const pto_machine *m, const pto_fault *f)
{
    pto_hint hints[PTO_HINTS];
    unsigned n = pto_machine_hints(m, f, hints);
    for (unsigned i = 0; i < n; i++)
        fprintf(stderr, "hint: %s\n", hints[i].text);
}

/* A rule that is missing must not look like one that is broken. */
static void explain_revision(const pto_machine *m, const pto_fault *f)
{
    bool judged =
        f->code == PTO_FAULT_TileLegality || f->code == PTO_FAULT_BundleControl;
    if (judged && pto_machine_isa(m)->revision > PTO_REVISION_0_58_4)
        fprintf(stderr, "note: this revision is not implemented whole: "
                        "docs/revisions.md lists what may be legal in it\n");
}

/* One line, also where the faulting address is not the instruction's; notes
 * for the place in the source and for what ran past its end. */
static void explain_fault(const pto_machine *m, const pto_image *image,
                          const pto_run_result *r, bool has_stop)
{
    char where[PLACE_TEXT];
    const pto_fault *f = &r->fault;
    fprintf(stderr, "fault: Fault_%s PE%u 0x%" PRIx64 ": %s: %s; at %s\n",
            pto_fault_name(f->code), f->pe, f->address, f->rule, f->text,
            place(image, r->tpc, where));
    explain_revision(m, f);
    explain_hints(m, f);
    explain_source(m, image, r);
    if (!is_loaded(image, r->tpc))
        fprintf(stderr,
                "note: 0x%" PRIx64 " is outside the program, which ends at "
                "cross_model_stop, _stop or --stop-pc\n",
                r->tpc);
    if (!has_stop && image->symbol_count) /* flat bytes have none */
        fprintf(stderr, "note: the program has no symbol cross_model_stop or "
                        "_stop, and --stop-pc is not given\n");
}

static void explain_places(const pto_machine *m, const pto_image *image)
{
    char where[PLACE_TEXT];
    for (unsigned pe = 0; pe < pto_machine_pes(m); pe++) {
        pto_registers r;
        pto_machine_registers(m, pe, &r);
        fprintf(stderr, "PE%u at %s after %" PRIu64 " instructions: %s\n", pe,
                place(image, r.tpc, where), r.retired, pto_stop_text(r.stop));
    }
}

/* Is a BSTART of an operation there? Those alone have a DataType. */
static bool begins_operation(const pto_machine *m, uint64_t address)
{
    uint8_t b[4];
    pto_insn insn;
    if (pto_machine_read(m, address, b, sizeof b) != PTO_OK)
        return false;
    uint32_t bits = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 |
                    (uint32_t)b[3] << 24;
    pto_decoder *d = malloc(sizeof *d);
    if (!d)
        return false;
    pto_decoder_init(d, pto_machine_isa(m));
    bool any = pto_decode(d, bits, sizeof b, &insn) == PTO_OK &&
               pto_form_has(insn.form, PTO_FIELD_DataType);
    free(d);
    return any;
}

/* A stop is no commit: the operation that is open there has not happened. */
static bool explain_open(const pto_machine *m, const pto_image *image)
{
    char where[PLACE_TEXT];
    for (unsigned pe = 0; pe < pto_machine_pes(m); pe++) {
        pto_registers r;
        pto_machine_registers(m, pe, &r);
        if (!r.bundle_active || !begins_operation(m, r.bpc))
            continue;
        fprintf(stderr,
                "unfinished: PE%u stopped before the end of the bundle at %s, "
                "which did nothing; C.BSTOP in front of the stop ends it\n",
                pe, place(image, r.bpc, where));
        return true;
    }
    return false;
}

static void explain_end(const pto_machine *m, const pto_image *image,
                        const pto_run_result *r, bool has_stop)
{
    char where[PLACE_TEXT];
    switch ((pto_stop)r->stop) {
    case PTO_STOP_REACHED: return;
    case PTO_STOP_FAULT: explain_fault(m, image, r, has_stop); return;
    case PTO_STOP_EXIT:
        if (r->exit_code)
            fprintf(stderr, "exit: PE%u exit_group %" PRId64 "\n", r->pe,
                    r->exit_code);
        return;
    case PTO_STOP_LIMIT:
    case PTO_STOP_INTERRUPTED:
        fprintf(stderr, "%s after %" PRIu64 " instructions\n",
                pto_stop_text(r->stop), r->steps);
        explain_places(m, image);
        return;
    case PTO_STOP_DEADLOCK:
        fprintf(stderr, "%s\n", r->text);
        explain_places(m, image);
        return;
    case PTO_STOP_REQUEST:
        fprintf(stderr, "%s %" PRId64 "; PE%u at %s\n", pto_stop_text(r->stop),
                r->exit_code, r->pe, place(image, r->tpc, where));
        return;
    default:
        fprintf(stderr, "%s; PE%u at %s\n", r->text, r->pe,
                place(image, r->tpc, where));
    }
}

bool run_explain(const pto_machine *m, const pto_image *image,
                 const pto_run_result *r, bool has_stop)
{
    explain_end(m, image, r, has_stop);
    return r->stop != PTO_STOP_REACHED || !explain_open(m, image);
}
