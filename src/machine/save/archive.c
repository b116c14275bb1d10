/* Numbers and texts of an archive. */
#include "machine/save/archive.h"

#include <stdio.h>
#include <string.h>

#include "base/bits.h"

void pto_archive_fail(pto_archive *a, const char *reason)
{
    if (a->failed)
        return;
    a->failed = true;
    snprintf(a->reason, sizeof a->reason, "%s: %s", a->what, reason);
}

void pto_archive_bytes(pto_archive *a, void *bytes, size_t n)
{
    if (a->failed)
        return;
    if (a->out) {
        pto_buf_add(a->out, bytes, n);
        return;
    }
    if (n > a->size - a->at) {
        pto_archive_fail(a, "it ends too early");
        return;
    }
    memcpy(bytes, a->in + a->at, n);
    a->at += n;
}

/* n bytes, little-endian; the value restored, or `v` where there is none. */
static uint64_t number(pto_archive *a, uint64_t v, unsigned n, uint64_t most)
{
    uint8_t bytes[8];
    pto_store_le(bytes, n, v);
    pto_archive_bytes(a, bytes, n);
    if (a->failed || a->out)
        return v;
    uint64_t restored = pto_load_le(bytes, n);
    if (restored <= most)
        return restored;
    pto_archive_fail(a, "a value is out of range");
    return v;
}

void pto_archive_bool(pto_archive *a, bool *v)
{
    *v = number(a, *v, 1, 1) != 0;
}

void pto_archive_u8(pto_archive *a, uint8_t *v, uint8_t most)
{
    *v = (uint8_t)number(a, *v, 1, most);
}

void pto_archive_u16(pto_archive *a, uint16_t *v, uint16_t most)
{
    *v = (uint16_t)number(a, *v, 2, most);
}

void pto_archive_u32(pto_archive *a, uint32_t *v, uint32_t most)
{
    *v = (uint32_t)number(a, *v, 4, most);
}

void pto_archive_u64(pto_archive *a, uint64_t *v)
{
    *v = number(a, *v, 8, UINT64_MAX);
}

void pto_archive_text(pto_archive *a, char *text, size_t n)
{
    uint16_t length = (uint16_t)strnlen(text, n - 1);
    pto_archive_u16(a, &length, (uint16_t)(n - 1));
    if (a->failed)
        return;
    pto_archive_bytes(a, text, length);
    text[length] = 0;
}
