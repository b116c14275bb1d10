/* Any bytes as vectors of the kind that the first one names: a report or one
 * message, never a crash. */
#include "scratch.h"
#include "verify/vector.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static scratch file = SCRATCH;

static void leave(void)
{
    scratch_remove(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    vec_report report;
    pto_error e = {0};
    if (file.file < 0 && atexit(leave) != 0)
        abort();
    if (!size)
        return 0;
    const vec_kind *kind = vec_kind_at(data[0] % vec_kind_count());
    const char *path = scratch_hold(&file, data + 1, size - 1);
    pto_status s = vec_run(kind->name, path, &report, &e);
    if ((s != PTO_OK) != (e.message[0] != '\0'))
        abort();
    return 0;
}
