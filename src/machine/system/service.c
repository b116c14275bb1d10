/* exit_group and write, as Linux numbers them; arguments from a0 on. */
#include "machine/system/service.h"

#include <stdio.h>

#include "machine/core.h"

enum {
    A0 = 2,
    A1 = 3,
    A2 = 4,
    A7 = 9,
    SERVICE_WRITE = 64,
    SERVICE_EXIT_GROUP = 94,
    BAD_DESCRIPTOR = 9, /* EBADF */
    BAD_ADDRESS = 14,   /* EFAULT */
    CHUNK = 4096,
};

bool pto_service_hosted(const pto_host *h, unsigned request)
{
    unsigned ring = pto_ring(h);
    if (h->machine->options.bare || request != 1 || ring == 1)
        return false;
    return ring == 0 || h->system.family[1][PTO_EVBASE - PTO_FAMILY_FIRST] == 0;
}

/* Returns how many bytes are out: all, unless the host stops the run. */
static uint64_t send(pto_host *h, int descriptor, uint64_t address, uint64_t n)
{
    const pto_machine_options *o = &h->machine->options;
    uint8_t bytes[CHUNK];
    uint64_t sent = 0;
    if (!o->output)
        return n;
    while (sent < n && !pto_interrupted(h->machine)) {
        size_t part = n - sent < CHUNK ? (size_t)(n - sent) : CHUNK;
        pto_data_copy_out(h, address + sent, bytes, part);
        pto_tell_output(h->machine, descriptor, bytes, part);
        sent += part;
    }
    return sent;
}

/* What one call writes is bounded, as everything a program asks for. */
static uint64_t write_bytes(pto_host *h)
{
    const uint64_t *r = h->pe->gpr;
    uint64_t n = r[A2] < INT32_MAX ? r[A2] : INT32_MAX;
    pto_fault ignored;
    if (r[A0] != 1 && r[A0] != 2)
        return -(uint64_t)BAD_DESCRIPTOR;
    if (n && pto_probe(h, r[A1], n, 1, PTO_ACCESS_READ, &ignored) != PTO_DONE)
        return -(uint64_t)BAD_ADDRESS;
    return send(h, (int)r[A0], r[A1], n);
}

pto_outcome pto_service(pto_host *h)
{
    uint64_t *r = h->pe->gpr, number = r[A7];
    switch (number) {
    case SERVICE_WRITE: r[A0] = write_bytes(h); break;
    case SERVICE_EXIT_GROUP:
        h->stop = PTO_STOP_EXIT;
        h->exit_code = (int32_t)(uint32_t)r[A0];
        break;
    default:
        h->stop = PTO_STOP_REQUEST;
        h->exit_code = (int64_t)number;
        break;
    }
    return PTO_DONE;
}
