/*
 * Snapshots: everything that decides how a machine goes on.
 *
 *   8  "PTOSNAP\n"
 *   4  version
 *   4  CRC-32 of the payload
 *   8  size of the payload
 *      payload: an archive of the machine
 */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "machine/form/block.h"
#include "base/crc.h"
#include "machine/access.h"
#include "machine/save/archive.h"
#include "pto/profile.h"

enum { VERSION = 3, FRAME = 24, PROFILE_NAME = 16 };

static const char magic[] = "PTOSNAP\n";

/* ---- The machine -------------------------------------------------------- */

static void identity(pto_archive *a, pto_machine *m)
{
    char isa[PTO_ISA_TEXT] = "", profile[PROFILE_NAME] = "";
    pto_error e = {0};
    a->what = "identity";
    if (pto_archive_saves(a)) {
        pto_isa_print(&m->core.isa, isa, sizeof isa);
        strncpy(profile, pto_profile_name(m->core.profile), PROFILE_NAME - 1);
    }
    pto_archive_text(a, isa, sizeof isa);
    pto_archive_text(a, profile, sizeof profile);
    pto_archive_u32(a, &m->core.pes, PTO_PES);
    if (a->failed || pto_archive_saves(a))
        return;
    m->core.profile = pto_profile_find(profile);
    if (!m->core.profile || pto_isa_parse(isa, &m->core.isa, &e) != PTO_OK ||
        (m->core.pes != 1 && m->core.pes != PTO_PES)) {
        m->core.profile = pto_profile_find(NULL);
        pto_archive_fail(a, "an unknown revision, profile or view");
    }
}

static void machine(pto_archive *a, pto_machine *m)
{
    identity(a, m);
    a->what = "PEs";
    for (unsigned i = 0; i < PTO_PES; i++) {
        pto_notice_body(&m->host[i]); /* how late must not show */
        pto_archive_pe(a, &m->core.pe[i]);
        pto_archive_host(a, &m->host[i]);
    }
    a->what = "rendezvous";
    pto_archive_u8(a, &m->core.rendezvous.arrived, 15);
    pto_archive_u8(a, &m->core.rendezvous.released, 15);
    for (unsigned i = 0; i < PTO_PES; i++)
        pto_archive_fault(a, &m->core.rendezvous.fault[i]);
    pto_archive_u32(a, &m->turn, PTO_PES - 1);
    pto_archive_u32(a, &m->turn_left, PTO_TURN);
    pto_archive_u64(a, &m->steps);
    pto_archive_tiles(a, &m->core);
    pto_archive_queues(a, m);
    pto_archive_memory(a, m);
}

pto_status pto_snapshot(const pto_machine *m, uint8_t **out, size_t *n,
                        pto_error *e)
{
    pto_buf b = {0};
    pto_archive a = {.out = &b};
    pto_buf_fill(&b, 0, FRAME);
    /* Saving gives every field the value that it has. */
    machine(&a, (pto_machine *)(uintptr_t)m);
    *out = NULL;
    *n = 0;
    if (a.failed || b.failed) {
        pto_buf_free(&b);
        return pto_fail(e, PTO_NO_MEMORY, "no snapshot: %s",
                        a.failed ? a.reason : "no host memory");
    }
    uint8_t *bytes = (uint8_t *)b.data;
    size_t size = b.size - FRAME;
    memcpy(bytes, magic, 8);
    pto_store_le(bytes + 8, 4, VERSION);
    pto_store_le(bytes + 12, 4, pto_crc32(bytes + FRAME, size));
    pto_store_le(bytes + 16, 8, size);
    *out = bytes;
    *n = b.size;
    return PTO_OK;
}

static pto_status check_frame(const uint8_t *bytes, size_t n, pto_error *e)
{
    if (n < FRAME || memcmp(bytes, magic, 8) != 0)
        return pto_fail(e, PTO_BAD_INPUT, "not a snapshot");
    uint64_t version = pto_load_le(bytes + 8, 4);
    if (version != VERSION)
        return pto_fail(e, PTO_BAD_INPUT,
                        "a snapshot of version %llu; this is version %d",
                        (unsigned long long)version, VERSION);
    if (pto_load_le(bytes + 16, 8) != n - FRAME)
        return pto_fail(e, PTO_BAD_INPUT, "a snapshot of the wrong size");
    if (pto_load_le(bytes + 12, 4) != pto_crc32(bytes + FRAME, n - FRAME))
        return pto_fail(e, PTO_BAD_INPUT, "a snapshot whose checksum differs");
    return PTO_OK;
}

/* Exchange the guests of two machines; hosts' options and observers stay. */
static void exchange(pto_machine *m, pto_machine *fresh)
{
    pto_machine old = *m;
    *m = *fresh;
    *fresh = old;
    m->observer = old.observer;
    m->observes = old.observes;
    m->steps_singly = old.steps_singly;
    m->options.output = old.options.output;
    m->options.user = old.options.user;
    m->core.threads = old.core.threads;
    pto_machine_attach(m);
    pto_machine_attach(fresh);
}

pto_status pto_restore(pto_machine *m, const uint8_t *bytes, size_t n,
                       pto_error *e)
{
    if (pto_machine_is_calling(m, e))
        return PTO_BAD_ARGUMENT;
    PTO_TRY(check_frame(bytes, n, e));
    pto_machine *fresh = NULL;
    PTO_TRY(pto_machine_new(&m->options, &fresh, e));
    pto_archive a = {.in = bytes + FRAME, .size = n - FRAME};
    machine(&a, fresh);
    if (!a.failed && a.at != a.size)
        pto_archive_fail(&a, "bytes are left over");
    if (a.failed) {
        pto_machine_free(fresh);
        return pto_fail(e, PTO_BAD_INPUT, "a damaged snapshot: %s", a.reason);
    }
    exchange(m, fresh);
    pto_machine_free(fresh);
    return PTO_OK;
}
