/* The trace options of `pto run`. */
#include "cli/run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --trace-pc A:B, each a number or a symbol. */
static pto_status read_range(const pto_image *image, run_options *o,
                             pto_error *e)
{
    const char *colon = strchr(o->trace_pc, ':');
    if (!colon)
        return pto_fail(e, PTO_BAD_INPUT, "--trace-pc %s: expected FIRST:LAST",
                        o->trace_pc);
    char *first = strndup(o->trace_pc, (size_t)(colon - o->trace_pc));
    if (!first)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    pto_status s = run_value(image, first, &o->trace.pc_first, e);
    free(first);
    PTO_TRY(s);
    PTO_TRY(run_value(image, colon + 1, &o->trace.pc_last, e));
    if (o->trace.pc_last < o->trace.pc_first)
        return pto_fail(e, PTO_BAD_INPUT,
                        "--trace-pc %s: ends before it begins", o->trace_pc);
    return PTO_OK;
}

static pto_status read_pes(run_options *o, pto_error *e)
{
    for (uint32_t i = 0; i < o->trace_pes; i++) {
        uint64_t pe;
        if (!pto_io_number(o->trace_pe[i], &pe) || pe > 3)
            return pto_fail(e, PTO_BAD_INPUT, "--trace-pe %s: 0 to 3",
                            o->trace_pe[i]);
        o->trace.pe_mask |= 1U << pe;
    }
    return PTO_OK;
}

pto_status run_open_trace(pto_machine *m, const pto_image *image,
                          run_options *o, pto_trace **out, pto_error *e)
{
    *out = NULL;
    if (!o->trace.path && !o->trace.chrome_path)
        return PTO_OK;
    o->trace.regions = o->trace_regions;
    if (o->trace_pc)
        PTO_TRY(read_range(image, o, e));
    PTO_TRY(read_pes(o, e));
    return pto_trace_open(m, &o->trace, out, e);
}
