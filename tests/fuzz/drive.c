/*
 * Runs a fuzz target without libFuzzer: every seed file as it is, then cut,
 * changed and spliced at random, the same way each time.
 */
#include "pto_test.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 1 << 20, ROUNDS = 2000 };

typedef struct seed_file {
    uint8_t *bytes;
    size_t size;
} seed_file;

static seed_file load(const char *path)
{
    seed_file s = {malloc(MOST), 0};
    FILE *f = fopen(path, "rb");
    if (!f || !s.bytes) {
        (void)fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    s.size = fread(s.bytes, 1, MOST, f);
    (void)fclose(f);
    return s;
}

static void run(const uint8_t *bytes, size_t n)
{
    uint8_t *exact = malloc(n ? n : 1); /* so that sanitizers see the end */
    memcpy(exact, bytes, n);
    (void)LLVMFuzzerTestOneInput(exact, n);
    free(exact);
}

static size_t mutate(uint8_t *out, const seed_file *a, const seed_file *b,
                     uint64_t *r)
{
    size_t n = a->size;
    memcpy(out, a->bytes, n);
    for (uint64_t k = test_random(r) % 4 + 1; n && k > 0; k--) {
        size_t at = test_random(r) % n, from, length;
        switch (test_random(r) % 5) {
        case 0: out[at] ^= (uint8_t)(1 << test_random(r) % 8); break;
        case 1: out[at] = (uint8_t)test_random(r); break;
        case 2: n = at; break;
        case 3: /* take out a piece */
            length = test_random(r) % 32;
            length = length < n - at ? length : n - at;
            memmove(out + at, out + at + length, n - at - length);
            n -= length;
            break;
        default: /* copy a piece of another seed over this one */
            from = b->size ? test_random(r) % b->size : 0;
            length = test_random(r) % 64;
            length = length < n - at ? length : n - at;
            length = length < b->size - from ? length : b->size - from;
            memcpy(out + at, b->bytes + from, length);
        }
    }
    return n;
}

int main(int argc, char **argv)
{
    int count = argc - 1;
    seed_file *seeds = calloc((size_t)argc, sizeof *seeds);
    uint8_t *out = malloc(MOST);
    uint64_t r = 1;
    for (int i = 0; i < count; i++) {
        seeds[i] = load(argv[i + 1]);
        run(seeds[i].bytes, seeds[i].size);
    }
    for (uint64_t k = count ? test_scaled(ROUNDS) : 0; k > 0; k--) {
        const seed_file *a = &seeds[test_random(&r) % (uint64_t)count];
        const seed_file *b = &seeds[test_random(&r) % (uint64_t)count];
        run(out, mutate(out, a, b, &r));
    }
    for (int i = 0; i < count; i++)
        free(seeds[i].bytes);
    free(seeds);
    free(out);
    return 0;
}
