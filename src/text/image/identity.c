/* What a program was encoded for: the note .note.pto.isa. */
#include <stdio.h>
#include <string.h>
#include "base/bits.h"
#include "isa/when.h"
#include "text/image/image.h"

static const char owner[4] = "PTO";

/* The descriptor: JSON with sorted keys and no spaces, in this order. */
static const struct key {
    const char *before;
    size_t offset, size;
} keys[] = {
#define KEY(before, field) \
    {before, offsetof(pto_identity, field), sizeof((pto_identity *)0)->field},
    KEY("{\"encoding_abi\":\"", encoding_abi)
        KEY("\",\"encoding_projection_sha256\":\"", projection_sha256)
            KEY("\",\"release\":\"", release)
#undef KEY
};
static const char last[] = "\"}";

enum { KEYS = sizeof keys / sizeof *keys, HEADER = 12 };

void pto_identity_of(const pto_isa *isa, pto_identity *out)
{
    pto_release r = pto_release_of((pto_revision)isa->revision);
    *out = (pto_identity){0};
    (void)snprintf(out->release, sizeof out->release, "%s", r.name);
    (void)snprintf(out->encoding_abi, sizeof out->encoding_abi, "%s",
                   r.encoding_abi);
    (void)snprintf(out->projection_sha256, sizeof out->projection_sha256, "%s",
                   r.projection_sha256);
}

void pto_identity_note(const pto_identity *identity, pto_buf *out)
{
    pto_buf text = {0};
    for (size_t i = 0; i < KEYS; i++)
        pto_buf_printf(&text, "%s%s", keys[i].before,
                       (const char *)identity + keys[i].offset);
    pto_buf_puts(&text, last);
    uint8_t header[HEADER];
    pto_store_le(header, 4, sizeof owner);
    pto_store_le(header + 4, 4, text.size);
    pto_store_le(header + 8, 4, PTO_IDENTITY_NOTE);
    pto_buf_add(out, header, sizeof header);
    pto_buf_add(out, owner, sizeof owner);
    pto_buf_add(out, text.data, text.size);
    pto_buf_fill(out, 0, -text.size % PTO_IDENTITY_ALIGN);
    out->failed |= text.failed;
    pto_buf_free(&text);
}

/* Take `word` off the front of the text. */
static bool skip(const char **p, const char *end, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(end - *p) < n || memcmp(*p, word, n))
        return false;
    *p += n;
    return true;
}

static bool read_value(const char **p, const char *end, char *out, size_t size)
{
    size_t n = 0;
    for (; *p < end && **p != '"'; ++*p) {
        if (n + 1 == size || **p < ' ' || **p > '~' || **p == '\\')
            return false;
        out[n++] = **p;
    }
    out[n] = 0;
    return n > 0;
}

bool pto_identity_read(const uint8_t *note, size_t n, pto_identity *out,
                       const char **why)
{
    *out = (pto_identity){0};
    *why = "the note is truncated";
    if (n < HEADER + sizeof owner)
        return false;
    uint64_t size = pto_load_le(note + 4, 4);
    *why = "the note is not one record of owner PTO and type 1";
    if (pto_load_le(note, 4) != sizeof owner ||
        pto_load_le(note + 8, 4) != PTO_IDENTITY_NOTE ||
        memcmp(note + HEADER, owner, sizeof owner) ||
        ((HEADER + sizeof owner + size + 3) & ~UINT64_C(3)) != n)
        return false;
    const char *p = (const char *)note + HEADER + sizeof owner;
    const char *end = p + size;
    *why = "the note's descriptor is not the canonical JSON of an identity";
    for (size_t i = 0; i < KEYS; i++)
        if (!skip(&p, end, keys[i].before) ||
            !read_value(&p, end, (char *)out + keys[i].offset, keys[i].size))
            return false;
    return skip(&p, end, last) && p == end;
}

static bool same(const pto_identity *a, const pto_identity *b)
{
    return !strcmp(a->release, b->release) &&
           !strcmp(a->encoding_abi, b->encoding_abi) &&
           !strcmp(a->projection_sha256, b->projection_sha256);
}

static pto_status differ(const pto_identity *have, const pto_identity *want,
                         pto_error *e)
{
    if (!have->release[0])
        return pto_fail(e, PTO_DIFFERS,
                        "the program does not say what it is "
                        "encoded for (no " PTO_IDENTITY_SECTION "); this "
                        "machine is %s",
                        want->release);
    if (strcmp(have->release, want->release))
        return pto_fail(e, PTO_DIFFERS,
                        "the program is encoded for %s; this "
                        "machine is %s",
                        have->release, want->release);
    if (strcmp(have->encoding_abi, want->encoding_abi))
        return pto_fail(e, PTO_DIFFERS,
                        "the program has encoding ABI %s; this "
                        "machine has %s",
                        have->encoding_abi, want->encoding_abi);
    return pto_fail(e, PTO_DIFFERS,
                    "the program has the encodings of release "
                    "%s with fingerprint %.16s...; this machine has %.16s...",
                    have->release, have->projection_sha256,
                    want->projection_sha256);
}

pto_status pto_image_check_isa(const pto_image *image, const char *isa,
                               uint32_t required, pto_error *e)
{
    pto_isa revision;
    pto_identity want;
    PTO_TRY(pto_isa_parse(isa, &revision, e));
    pto_identity_of(&revision, &want);
    if (same(&image->identity, &want) ||
        (!required && !image->identity.release[0]))
        return PTO_OK;
    return differ(&image->identity, &want, e);
}
