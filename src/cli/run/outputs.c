/* The files that `pto run` writes: none may be one that it reads. */
#include "cli/run/run.h"

#include <string.h>

static pto_status check_output(const run_options *o, const char *output,
                               pto_error *e)
{
    bool reads = (o->file && cli_same_file(o->file, output)) ||
                 (o->golden && cli_same_file(o->golden, output));
    for (uint32_t i = 0; i < o->sets && !reads; i++) {
        const char *equals = strchr(o->set[i], '=');
        reads = equals && cli_same_file(equals + 1, output);
    }
    return reads ? pto_fail(e, PTO_BAD_INPUT,
                            "%s: the output would replace an input", output)
                 : PTO_OK;
}

pto_status run_discard_outputs(const run_options *o, pto_error *e)
{
    const char *const outputs[] = {o->result_out, o->manifest_out,
                                   o->trace.path, o->trace.chrome_path};
    enum { N = sizeof outputs / sizeof outputs[0] };
    for (unsigned i = 0; i < N; i++)
        if (outputs[i])
            PTO_TRY(check_output(o, outputs[i], e));
    for (unsigned i = 0; i < N; i++)
        if (outputs[i])
            pto_io_discard(outputs[i]);
    return PTO_OK;
}
