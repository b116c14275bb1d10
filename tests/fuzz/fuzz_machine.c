/*
 * Any bytes as a program: it ends within its limit, whatever it does, and the
 * fast loop leaves the same state as the observed one. The first byte chooses
 * revision, profile, PEs, a trap vector and an interrupt; the rest is code.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "pto/image.h"
#include "pto/machine.h"

enum { DATA = 0x8000, MEMORY = 1 << 20, STEPS = 1000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void drop(void *user, int descriptor, const void *bytes, size_t n)
{
    const uint8_t *first = bytes;
    *(uint64_t *)user += (uint64_t)descriptor + n + (n ? *first : 0U);
}

static void count(void *user, const pto_step *s)
{
    *(uint64_t *)user += s->outcome + 1;
}

static void count_memory(void *user, const pto_memory_access *a)
{
    *(uint64_t *)user += a->size;
}

static pto_machine *make(uint8_t choice)
{
    static const char *const isa[] = {"0.58.4", "0.58.3", "0.58.3-asl",
                                      "0.58.4,coop_m=per-pe"};
    static uint64_t sum;
    pto_machine *m = NULL;
    pto_machine_options o = {.isa = isa[choice & 3],
                             .profile = choice & 4 ? "pto-v0" : "ieee",
                             .pes = choice & 8 ? 1 : 4,
                             .memory_bytes = MEMORY,
                             .memory_limit = 8 << 20,
                             .output = drop,
                             .user = &sum};
    if (pto_machine_new(&o, &m, NULL) != PTO_OK)
        abort();
    return m;
}

static void boot(pto_machine *m, uint8_t choice, const pto_image *image)
{
    if (pto_machine_load(m, image, NULL) != PTO_OK)
        abort();
    for (unsigned pe = 0; pe < pto_machine_pes(m); pe++) {
        pto_registers r;
        pto_machine_registers(m, pe, &r);
        for (unsigned i = 2; i < 24; i++)
            r.gpr[i] = i & 1 ? i : DATA + 64 * i;
        pto_machine_set_registers(m, pe, &r);
        if (choice & 16)
            (void)pto_machine_set_sysreg(m, pe, 0x0f01, 2);
        if (choice & 32)
            (void)pto_machine_interrupt(m, pe, choice, 0);
    }
}

static void compare(const pto_machine *a, const pto_machine *b)
{
    static uint8_t x[MEMORY], y[MEMORY];
    pto_registers r, s;
    for (unsigned pe = 0; pe < pto_machine_pes(a); pe++) {
        pto_machine_registers(a, pe, &r);
        pto_machine_registers(b, pe, &s);
        if (memcmp(&r, &s, sizeof r) != 0)
            abort();
    }
    if (pto_machine_read(a, 0, x, MEMORY) != PTO_OK ||
        pto_machine_read(b, 0, y, MEMORY) != PTO_OK ||
        memcmp(x, y, MEMORY) != 0)
        abort();
}

/* Machines are kept: a load resets them whole. */
static void run_both(uint8_t choice, const pto_image *image)
{
    static pto_machine *kept[2][16];
    static uint64_t sum;
    pto_run_result result[2];
    pto_run_options options = {.max_steps = STEPS};
    for (int i = 0; i < 2; i++) {
        pto_machine **m = &kept[i][choice & 15];
        if (!*m) {
            *m = make(choice);
            if (i)
                pto_machine_observe(*m, &(pto_observer){.retire = count,
                                                        .memory = count_memory,
                                                        .user = &sum});
        }
        boot(*m, choice, image);
        pto_machine_run(*m, &options, &result[i]);
    }
    if (result[0].stop != result[1].stop || result[0].steps > STEPS ||
        result[0].steps != result[1].steps)
        abort();
    compare(kept[0][choice & 15], kept[1][choice & 15]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pto_image *image = NULL;
    if (size < 2 || size > 4096)
        return 0;
    if (pto_image_from_raw(data + 1, size - 1, 0, &image, NULL) != PTO_OK)
        abort();
    run_both(data[0], image);
    pto_image_free(image);
    return 0;
}
