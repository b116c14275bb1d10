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

enum { DATA = 0x8000, MEMORY = 1 << 20, STEPS = 4000 };

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

static pto_machine *boot(uint8_t choice, const pto_image *image, uint64_t *sum)
{
    static const char *const isa[] = {"0.58.4", "0.58.3", "0.58.3-asl",
                                      "0.58.4,coop_m=per-pe"};
    pto_machine *m = NULL;
    pto_machine_options o = {.isa = isa[choice & 3],
                             .profile = choice & 4 ? "pto-v0" : "ieee",
                             .pes = choice & 8 ? 1 : 4,
                             .memory_bytes = MEMORY,
                             .memory_limit = 8 << 20,
                             .output = drop,
                             .user = sum};
    if (pto_machine_new(&o, &m, NULL) != PTO_OK ||
        pto_machine_load(m, image, NULL) != PTO_OK)
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
    return m;
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

static void run_both(uint8_t choice, const pto_image *image)
{
    uint64_t sum = 0;
    pto_run_result one, two;
    pto_run_options options = {.max_steps = STEPS};
    pto_machine *fast = boot(choice, image, &sum);
    pto_machine *slow = boot(choice, image, &sum);
    pto_machine_observe(
        slow,
        &(pto_observer){.retire = count, .memory = count_memory, .user = &sum});
    pto_machine_run(fast, &options, &one);
    pto_machine_run(slow, &options, &two);
    if (one.stop != two.stop || one.steps != two.steps || one.steps > STEPS)
        abort();
    compare(fast, slow);
    pto_machine_free(fast);
    pto_machine_free(slow);
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
