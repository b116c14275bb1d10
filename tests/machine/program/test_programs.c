/* tests/programs: what they compute is what the host's own C computes. */
#include "machine/program/program.h"

#include <math.h>
#include <mpfr.h>

enum { ROUNDS = 20 };

/* ---- Sort --------------------------------------------------------------- */

static int by_value(const void *l, const void *r)
{
    int32_t a = *(const int32_t *)l, b = *(const int32_t *)r;
    return (a > b) - (a < b);
}

TEST(sort)
{
    UNUSED_STATE;
    uint64_t seed = 1;
    int32_t values[1000], got[1000];
    program p = boot("sort", 1);
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint64_t count = i < 4 ? i : test_random(&seed) % 1000;
        for (uint64_t k = 0; k < count; k++)
            values[k] = (int32_t)(test_random(&seed) >> (i % 3 ? 32 : 60));
        rewind_program(&p);
        set(&p, "count", &count, 8);
        set(&p, "data", values, 4 * count);
        run(&p);
        get(&p, "data", got, 4 * count);
        qsort(values, count, sizeof values[0], by_value);
        CHECK(!memcmp(values, got, 4 * count), "%u: %" PRIu64 " values", i,
              count);
    }
    test_end(&p);
}

/* ---- SHA-256 ------------------------------------------------------------ */

static uint32_t rotate(uint32_t v, unsigned n)
{
    return v >> n | v << (32 - n);
}

/* Fractional bits of the cube roots of the first 64 primes, as the program
 * holds them: read back, and checked by the digest of the empty message. */
static void sha256_block(const uint32_t *k, uint32_t *h, const uint32_t *m)
{
    uint32_t w[64], s[8];
    memcpy(w, m, 64);
    memcpy(s, h, 32);
    for (unsigned i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) +
               (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
    for (unsigned i = 0; i < 64; i++) {
        uint32_t one = s[7] + k[i] + w[i] +
                       (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) +
                       ((s[4] & s[5]) ^ (~s[4] & s[6]));
        uint32_t two = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) +
                       ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 28);
        s[4] += one;
        s[0] = one + two;
    }
    for (unsigned i = 0; i < 8; i++)
        h[i] += s[i];
}

TEST(sha256)
{
    UNUSED_STATE;
    static const uint32_t empty[8] = {0xe3b0c442, 0x98fc1c14, 0x9afbf4c8,
                                      0x996fb924, 0x27ae41e4, 0x649b934c,
                                      0xa495991b, 0x7852b855};
    uint64_t seed = 2;
    uint32_t message[1024], constants[64], wanted[8], got[8];
    program p = boot("sha256", 1);
    get(&p, "constants", constants, sizeof constants);
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint64_t blocks = i ? 1 + test_random(&seed) % 64 : 1;
        for (unsigned k = 0; k < 1024; k++)
            message[k] = i ? (uint32_t)test_random(&seed) : 0;
        if (!i)
            message[0] = 0x80000000; /* the padding of no message */
        rewind_program(&p);
        get(&p, "digest", wanted, 32);
        set(&p, "blocks", &blocks, 8);
        set(&p, "message", message, sizeof message);
        run(&p);
        get(&p, "digest", got, 32);
        for (uint64_t k = 0; k < blocks; k++)
            sha256_block(constants, wanted, message + 16 * k);
        CHECK(!memcmp(got, wanted, 32), "%u: %" PRIu64 " blocks", i, blocks);
        CHECK(i || !memcmp(got, empty, 32), "digest of nothing");
    }
    test_end(&p);
}

/* ---- The memcpy family -------------------------------------------------- */

typedef struct parameters {
    uint64_t to, from, size, at, value, fill, text, left, right, width;
} parameters;

static int64_t difference(const uint8_t *l, const uint8_t *r, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        if (l[i] != r[i])
            return (int64_t)l[i] - r[i];
    return 0;
}

TEST(memory)
{
    UNUSED_STATE;
    uint64_t seed = 3;
    uint8_t bytes[1024], got[1024];
    program p = boot("memory", 1);
    for (unsigned i = 0; i < 10 * ROUNDS; i++) {
        parameters a = {
            .to = test_random(&seed) % 512,
            .from = test_random(&seed) % 512,
            .size = i % 7 ? test_random(&seed) % 512 : 0,
            .at = test_random(&seed) % 512,
            .value = test_random(&seed),
            .fill = i % 5 ? test_random(&seed) % 64 : 0,
            .text = test_random(&seed) % 512,
            .left = test_random(&seed) % 512,
            .width = i % 4 ? test_random(&seed) % 16 : 0,
        };
        a.right = i % 2 ? a.left : test_random(&seed) % 512;
        for (unsigned k = 0; k < sizeof bytes; k++)
            bytes[k] = (uint8_t)(test_random(&seed) & (i % 3 ? 255 : 3));
        bytes[sizeof bytes - 1] = 0;
        rewind_program(&p);
        set(&p, "parameters", &a, sizeof a);
        set(&p, "bytes", bytes, sizeof bytes);
        run(&p);
        get(&p, "bytes", got, sizeof got);
        memmove(bytes + a.to, bytes + a.from, a.size);
        memset(bytes + a.at, (int)(a.value & 255), a.fill);
        int64_t wanted[2] = {
            (int64_t)strlen((const char *)bytes + a.text),
            difference(bytes + a.left, bytes + a.right, a.width)};
        int64_t results[2];
        get(&p, "results", results, sizeof results);
        CHECK(!memcmp(bytes, got, sizeof got), "%u: bytes", i);
        CHECK(!memcmp(results, wanted, sizeof wanted),
              "%u: %" PRId64 " %" PRId64 ", wanted %" PRId64 " %" PRId64, i,
              results[0], results[1], wanted[0], wanted[1]);
    }
    test_end(&p);
}

/* ---- Calls -------------------------------------------------------------- */

static uint64_t ackermann(uint64_t m, uint64_t n)
{
    if (!m)
        return n + 1;
    return ackermann(m - 1, n ? ackermann(m, n - 1) : 1);
}

TEST(recursion)
{
    UNUSED_STATE;
    program p = boot("recursion", 1);
    for (uint64_t m = 0; m < 4; m++) {
        for (uint64_t n = 0; n < 5; n++) {
            uint64_t parameter[2] = {m, n}, got;
            rewind_program(&p);
            set(&p, "parameters", parameter, sizeof parameter);
            run(&p);
            get(&p, "result", &got, 8);
            CHECK(got == ackermann(m, n), "%" PRIu64 " %" PRIu64, m, n);
        }
    }
    test_end(&p);
}

static int64_t apply(unsigned f, int64_t v)
{
    switch (f) {
    case 0: return (int64_t)((uint64_t)v * (uint64_t)v);
    case 1: return (int64_t)(0 - (uint64_t)v);
    case 2: return (v - (v & 1)) / 2;
    default: return v / 7;
    }
}

TEST(calls)
{
    UNUSED_STATE;
    uint64_t seed = 4;
    int64_t values[16], got[16];
    program p = boot("calls", 1);
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < 16; i++)
            values[i] = (int64_t)test_random(&seed) >> (round * 3);
        rewind_program(&p);
        set(&p, "values", values, sizeof values);
        run(&p);
        get(&p, "results", got, sizeof got);
        for (unsigned i = 0; i < 16; i++) {
            int64_t wanted = apply(i / 4, apply(i % 4, values[i]));
            CHECK(got[i] == wanted, "[%u][%u]", i / 4, i % 4);
        }
    }
    test_end(&p);
}

/* ---- Queues ------------------------------------------------------------- */

static void push(uint64_t *q, uint64_t v)
{
    memmove(q + 1, q, 24);
    q[0] = v;
}

static uint64_t high_product(uint64_t l, uint64_t r)
{
    uint64_t l0 = (uint32_t)l, l1 = l >> 32, r0 = (uint32_t)r, r1 = r >> 32;
    uint64_t a = l0 * r1, b = l1 * r0;
    uint64_t carry = (l0 * r0 >> 32) + (uint32_t)a + (uint32_t)b;
    return l1 * r1 + (a >> 32) + (b >> 32) + (carry >> 32);
}

/* The loop of queue.s. */
static void juggle(uint64_t *t, uint64_t *u)
{
    push(u, t[0] + u[3]);
    push(t, u[0] - ((0 - t[3]) << 2));
    push(t, t[1] + u[1]);
    push(t, t[0] << 3);
    push(u, t[2] ^ ~u[2]);
    uint64_t l = t[0], r = u[1];
    push(u, l * r);
    push(t, high_product(l, r));
}

TEST(queue)
{
    UNUSED_STATE;
    uint64_t seed = 5;
    program p = boot("queue", 1);
    for (uint64_t rounds = 1; rounds < 100; rounds += 7) {
        uint64_t entries[8], got[8];
        for (unsigned i = 0; i < 8; i++)
            entries[i] = test_random(&seed);
        rewind_program(&p);
        set(&p, "rounds", &rounds, 8);
        set(&p, "seeds", entries, sizeof entries);
        run(&p);
        get(&p, "entries", got, sizeof got);
        for (uint64_t i = 0; i < rounds; i++)
            juggle(entries, entries + 4);
        for (unsigned i = 0; i < 8; i++)
            CHECK(got[i] == entries[i], "%" PRIu64 " rounds, entry %u", rounds,
                  i);
    }
    test_end(&p);
}

/* ---- Four PEs ----------------------------------------------------------- */

TEST(atomics)
{
    UNUSED_STATE;
    program p = boot("atomics", 4);
    for (uint64_t rounds = 1; rounds < 2000; rounds = rounds * 5 + 1) {
        uint64_t got[2];
        rewind_program(&p);
        set(&p, "rounds", &rounds, 8);
        run(&p);
        get(&p, "results", got, sizeof got);
        CHECK(got[0] == 10 * rounds, "added %" PRIu64, got[0]);
        CHECK(got[1] == 4 * rounds, "locked %" PRIu64, got[1]);
    }
    test_end(&p);
}

enum { SOFT_PES = 4, SOFT_ROWS = 16, SOFT_COLUMNS = 32, PART_COLUMNS = 16 };

typedef float soft_block[SOFT_ROWS][SOFT_COLUMNS];

/* e^x, correctly rounded; x is such that it is a normal number. */
static float exp_of(float x)
{
    mpfr_t v;
    mpfr_init2(v, 24);
    mpfr_set_flt(v, x, MPFR_RNDN);
    mpfr_exp(v, v, MPFR_RNDN);
    float e = mpfr_get_flt(v, MPFR_RNDN);
    mpfr_clear(v);
    return e;
}

static uint32_t largest_in(const float *row)
{
    uint32_t at = 0;
    for (uint32_t c = 1; c < SOFT_COLUMNS; c++)
        at = row[c] > row[at] ? c : at;
    return at;
}

/* Softmax of each row in place; places and sums of columns beside it. */
static void soft(soft_block x, uint32_t *places, float *sums)
{
    memset(sums, 0, SOFT_COLUMNS * sizeof *sums);
    for (uint32_t r = 0; r < SOFT_ROWS; r++) {
        places[r] = largest_in(x[r]);
        float most = x[r][places[r]], sum = 0;
        for (uint32_t c = 0; c < SOFT_COLUMNS; c++)
            sum += x[r][c] = exp_of(x[r][c] - most);
        for (uint32_t c = 0; c < SOFT_COLUMNS; c++)
            sums[c] += x[r][c] /= sum;
    }
}

static float random_float(uint64_t *seed)
{
    return (float)(test_random(seed) >> 40) / 0x1p20f - 8;
}

static void expect_bins(program *p, const uint16_t *words)
{
    uint32_t bins[SOFT_PES * 4][256] = {{0}};
    for (unsigned r = 0; r < SOFT_PES * 4; r++)
        for (unsigned i = 0; i < 64; i++)
            for (unsigned k = words[64 * r + i] >> 8; k < 256; k++)
                bins[r][k]++;
    expect_bytes(p, "bins", bins, sizeof bins);
}

TEST(softmax)
{
    UNUSED_STATE;
    uint64_t seed = 10;
    static soft_block x[SOFT_PES];
    float part[SOFT_PES][8][PART_COLUMNS], sums[SOFT_PES][SOFT_COLUMNS];
    uint32_t places[SOFT_PES][SOFT_ROWS];
    uint16_t words[SOFT_PES * 4 * 64];
    program p = boot("softmax", SOFT_PES);
    for (unsigned i = 0; i < ROUNDS; i++) {
        for (size_t k = 0; k < sizeof x / sizeof(float); k++)
            ((float *)x)[k] = random_float(&seed);
        for (size_t k = 0; k < sizeof part / sizeof(float); k++)
            ((float *)part)[k] = random_float(&seed) / 64;
        for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
            words[k] = (uint16_t)test_random(&seed);
        rewind_program(&p);
        set(&p, "x", x, sizeof x);
        set(&p, "part", part, sizeof part);
        set(&p, "words", words, sizeof words);
        run(&p);
        for (unsigned pe = 0; pe < SOFT_PES; pe++)
            soft(x[pe], places[pe], sums[pe]);
        expect_bytes(&p, "softmax", x, sizeof x);
        expect_bytes(&p, "places", places, sizeof places);
        expect_bytes(&p, "sums", sums, sizeof sums);
        for (unsigned pe = 0; pe < SOFT_PES; pe++)
            for (unsigned r = 0; r < 8; r++)
                for (unsigned c = 0; c < PART_COLUMNS; c++)
                    x[pe][r][c] = fmaxf(x[pe][r][c], part[pe][r][c]);
        expect_bytes(&p, "union", x, sizeof x);
        expect_bins(&p, words);
    }
    mpfr_free_cache();
    test_end(&p);
}

/* ---- Trap handler -------------------------------------------------------- */

TEST(traps)
{
    UNUSED_STATE;
    uint64_t seed = 9, sum, want, taken;
    uint8_t data[1024];
    program p = boot("traps", 1);
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint64_t count = 1 + test_random(&seed) % 1000;
        for (size_t k = 0; k < sizeof data; k++)
            data[k] = (uint8_t)test_random(&seed);
        want = 0;
        for (uint64_t at = 0; at < count; at++)
            for (unsigned k = 0; k < 8; k++)
                want += (uint64_t)data[at + k] << 8 * k;
        rewind_program(&p);
        set(&p, "count", &count, 8);
        set(&p, "data", data, sizeof data);
        run(&p);
        get(&p, "sum", &sum, 8);
        get(&p, "traps", &taken, 8);
        CHECK(sum == want, "%" PRIu64 " words: %" PRIx64, count, sum);
        CHECK(taken == count - (count + 7) / 8, "%" PRIu64 " traps", taken);
    }
    test_end(&p);
}

TEST_MAIN(CASE(traps), CASE(sort), CASE(sha256), CASE(memory), CASE(recursion),
          CASE(calls), CASE(queue), CASE(atomics), CASE(softmax))
