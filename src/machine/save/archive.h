/*
 * State as bytes, both ways: one list of fields saves and restores them, so
 * that the two cannot part.
 */
#ifndef PTO_SRC_MACHINE_SAVE_ARCHIVE_H
#define PTO_SRC_MACHINE_SAVE_ARCHIVE_H

#include "base/buf.h"
#include "machine/core.h"

/* `out` to save, else `in` to restore. A restored value out of range or past
 * the end sets `failed` with a reason; all that follows is then ignored. */
typedef struct pto_archive {
    pto_buf *out;
    const uint8_t *in;
    size_t at, size;
    bool failed;
    const char *what; /* the part at hand, for the reason */
    char reason[128];
} pto_archive;

static inline bool pto_archive_saves(const pto_archive *a)
{
    return a->out != NULL;
}

void pto_archive_fail(pto_archive *a, const char *reason);
void pto_archive_bytes(pto_archive *a, void *bytes, size_t n);
void pto_archive_bool(pto_archive *a, bool *v);
void pto_archive_u64(pto_archive *a, uint64_t *v);

/* Values up to `most`. */
void pto_archive_u8(pto_archive *a, uint8_t *v, uint8_t most);
void pto_archive_u16(pto_archive *a, uint16_t *v, uint16_t most);
void pto_archive_u32(pto_archive *a, uint32_t *v, uint32_t most);

/* A text in an array of n bytes. */
void pto_archive_text(pto_archive *a, char *text, size_t n);

void pto_archive_header(pto_archive *a, pto_header *h);
void pto_archive_host(pto_archive *a, pto_host *h);
void pto_archive_pe(pto_archive *a, pto_pe *pe); /* but tiles */
void pto_archive_fault(pto_archive *a, pto_fault *f);
void pto_archive_tiles(pto_archive *a, pto_core *core);
void pto_archive_memory(pto_archive *a, pto_machine *m); /* and its bounds */
void pto_archive_queues(pto_archive *a, pto_machine *m);

#endif
