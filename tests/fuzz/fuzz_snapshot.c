/*
 * Snapshots whose checksum is right and whose content is not: the bytes are
 * edits of a real one, five each. What is restored runs; what is refused leaves
 * the machine as it was.
 */
#include <stdlib.h>
#include <string.h>

#include "pto/assemble.h"
#include "pto/machine.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEADER = 24, EDIT = 5, STEPS = 200 };

static const char source[] =
    "_start: hl.lis d, ->a0\n addi zero, 16, ->a1\n BSTART.TLOAD FP32\n"
    " B.DIM zero, 4, ->lb0\n B.IOT mask=1111, last, ->t<128B>\n"
    " B.IOR [a0, a1, zero], ->zero\n C.BSTOP\n BSTART.TLOAD FP32\n"
    " B.DIM zero, 4, ->lb0\n B.IOS mask=1111, ->S3<128B>\n"
    " B.IOR [a0, a1, zero], ->zero\n C.BSTOP\nback: BSTART.VEC TADD, FP32\n"
    " B.DIM zero, 4, ->lb0\n B.IOT t#1, t#1, mask=1111, last, ->u<128B>\n"
    " C.BSTOP\n j back\n .data\nd: .float 1, 2, 3, 4\n";

static uint32_t checksum(const uint8_t *p, size_t n)
{
    static uint32_t table[256];
    uint32_t crc = UINT32_MAX;
    for (uint32_t i = 0; !table[255] && i < 256; i++) {
        uint32_t v = i;
        for (unsigned k = 0; k < 8; k++)
            v = v >> 1 ^ (v & 1 ? 0xedb88320 : 0);
        table[i] = v;
    }
    for (; n; p++, n--)
        crc = crc >> 8 ^ table[(crc ^ *p) & 255];
    return ~crc;
}

static void put(uint8_t *p, unsigned n, uint64_t v)
{
    for (unsigned i = 0; i < n; i++)
        p[i] = (uint8_t)(v >> 8 * i);
}

/* A machine in the middle of the program; its memory is small. */
static pto_machine *make(bool runs)
{
    const pto_machine_options o = {
        .pes = 4, .memory_bytes = 1 << 20, .memory_limit = 4 << 20};
    pto_machine *m = NULL;
    pto_image *image = NULL;
    pto_run_result r;
    if (pto_machine_new(&o, &m, NULL) != PTO_OK)
        abort();
    if (!runs)
        return m;
    if (pto_assemble(source, sizeof source - 1, "seed.s", NULL, &image, NULL) !=
            PTO_OK ||
        pto_machine_load(m, image, NULL) != PTO_OK)
        abort();
    for (unsigned pe = 0; pe < 4; pe++) {
        pto_registers x;
        pto_machine_registers(m, pe, &x);
        x.tpc = image->entry;
        pto_machine_set_registers(m, pe, &x);
    }
    pto_machine_run(m, &(pto_run_options){.max_steps = 70}, &r);
    pto_image_free(image);
    return m;
}

/* Three bytes where, one how, one what. */
static size_t edit(uint8_t *bytes, size_t n, const uint8_t *by)
{
    size_t body = n - HEADER;
    if (!body)
        return n;
    size_t at =
        ((size_t)by[0] | (size_t)by[1] << 8 | (size_t)by[2] << 16) % body;
    uint8_t *p = bytes + HEADER + at;
    switch (by[3] % 4) {
    case 0: *p = by[4]; return n;
    case 1: *p ^= (uint8_t)(1 << (by[4] & 7)); return n;
    case 2: memset(p, by[4], body - at < 8 ? body - at : 8); return n;
    default: return n - (by[4] < body ? by[4] : body);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t *real, *fresh, *bytes;
    static size_t real_size, fresh_size;
    static pto_machine *m;
    if (!m) {
        pto_machine *other = make(true);
        m = make(false);
        if (pto_snapshot(other, &real, &real_size, NULL) != PTO_OK ||
            pto_snapshot(m, &fresh, &fresh_size, NULL) != PTO_OK)
            abort();
        pto_machine_free(other);
        bytes = malloc(real_size);
    }
    if (pto_restore(m, fresh, fresh_size, NULL) != PTO_OK)
        abort();
    memcpy(bytes, real, real_size);
    size_t n = real_size;
    for (size_t i = 0; i + EDIT <= size && i < 20 * EDIT; i += EDIT)
        n = edit(bytes, n, data + i);
    put(bytes + 12, 4, checksum(bytes + HEADER, n - HEADER));
    put(bytes + 16, 8, n - HEADER);
    pto_error e = {0};
    pto_run_result r;
    if (pto_restore(m, bytes, n, &e) == PTO_OK) {
        pto_machine_run(m, &(pto_run_options){.max_steps = STEPS}, &r);
        return 0;
    }
    uint8_t *after;
    size_t after_size;
    if (!e.message[0] || pto_snapshot(m, &after, &after_size, NULL) != PTO_OK ||
        after_size != fresh_size || memcmp(after, fresh, fresh_size) != 0)
        abort();
    pto_free(after);
    return 0;
}
