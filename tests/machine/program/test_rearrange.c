/* tests/programs/rearrange.s: tiles of four PEs against the host's own C. */
#include "machine/program/program.h"

#include <math.h>

enum { PES = 4, ROWS = 16, COLUMNS = 32, GROUP = 8, ROUNDS = 20 };

typedef float block[ROWS][COLUMNS];

typedef struct inputs {
    block x[PES];
    uint16_t rows[PES][ROWS][COLUMNS], order[PES][ROWS][COLUMNS];
} inputs;

static float random_float(uint64_t *seed)
{
    uint64_t r = test_random(seed);
    switch (r & 15) {
    case 0: return -0.0F;
    case 1: return 0.0F;
    case 2: return NAN;
    case 3: return r >> 63 ? -INFINITY : INFINITY;
    default: return (float)((int)(r >> 48 & 1023) - 512) / 8;
    }
}

/* The columns of `order` are permutations. */
static void make(inputs *in, uint64_t *seed)
{
    for (unsigned pe = 0; pe < PES; pe++)
        for (unsigned c = 0; c < COLUMNS; c++) {
            unsigned start = test_random(seed) & 15;
            unsigned step = (test_random(seed) & 15) | 1;
            for (unsigned r = 0; r < ROWS; r++) {
                in->x[pe][r][c] = random_float(seed);
                in->rows[pe][r][c] = test_random(seed) & 15;
                in->order[pe][r][c] = (start + r * step) & 15;
            }
        }
}

/* Must `a` come after `b`, which it precedes now? */
static bool behind(float a, float b, bool descending)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && !isnan(b);
    return descending ? a < b : a > b;
}

static void order(float *v, uint32_t *at, unsigned n, bool descending)
{
    for (unsigned i = 0; i < n; i++)
        at[i] = i;
    for (unsigned end = n; end > 1; end--)
        for (unsigned i = 0; i + 1 < end; i++)
            if (behind(v[i], v[i + 1], descending)) {
                float x = v[i];
                uint32_t k = at[i];
                v[i] = v[i + 1];
                v[i + 1] = x;
                at[i] = at[i + 1];
                at[i + 1] = k;
            }
}

static void expect_sorted(program *p, const inputs *in)
{
    block x[PES];
    uint32_t at[PES][ROWS][COLUMNS];
    memcpy(x, in->x, sizeof x);
    for (unsigned pe = 0; pe < PES; pe++)
        for (unsigned r = 0; r < ROWS; r++)
            for (unsigned c = 0; c < COLUMNS; c += GROUP)
                order(&x[pe][r][c], &at[pe][r][c], GROUP, true);
    expect_bytes(p, "sorted", x, sizeof x);
    expect_bytes(p, "places", at, sizeof at);
}

static void expect_merged(program *p, const inputs *in)
{
    float row[PES][2 * COLUMNS];
    uint32_t at[2 * COLUMNS];
    for (unsigned pe = 0; pe < PES; pe++) {
        memcpy(row[pe], in->x[pe][pe], sizeof in->x[pe][pe]);
        memcpy(row[pe] + COLUMNS, in->x[pe][pe + 3], sizeof in->x[pe][pe]);
        order(row[pe], at, 2 * COLUMNS, false);
    }
    expect_bytes(p, "merged", row, sizeof row);
}

static void expect_moved(program *p, const inputs *in)
{
    float turned[PES][COLUMNS][ROWS];
    block gathered[PES], scattered[PES], patched[PES];
    memcpy(patched, in->x, sizeof patched);
    for (unsigned pe = 0; pe < PES; pe++)
        for (unsigned r = 0; r < ROWS; r++)
            for (unsigned c = 0; c < COLUMNS; c++) {
                turned[pe][c][r] = in->x[pe][r][c];
                gathered[pe][r][c] = in->x[pe][in->rows[pe][r][c]][c];
                scattered[pe][in->order[pe][r][c]][c] = in->x[pe][r][c];
                if (r < 4 && c < 16)
                    patched[pe][r + pe + 3][c + 1] =
                        in->x[pe][r + pe][c % 8 + pe + 3];
            }
    expect_bytes(p, "turned", turned, sizeof turned);
    expect_bytes(p, "gathered", gathered, sizeof gathered);
    expect_bytes(p, "scattered", scattered, sizeof scattered);
    expect_bytes(p, "patched", patched, sizeof patched);
}

static void expect_made(program *p, const inputs *in)
{
    uint32_t filled[PES][8][16];
    int32_t counted[PES][COLUMNS];
    float triangle[PES][16][16];
    for (int pe = 0; pe < PES; pe++) {
        for (int c = 0; c < COLUMNS; c++)
            counted[pe][c] = pe - c;
        for (int r = 0; r < 16; r++)
            for (int c = 0; c < 16; c++)
                triangle[pe][r][c] = c >= r + pe - 2;
        for (int r = 0; r < 8; r++)
            for (int c = 0; c < 16; c++) {
                filled[pe][r][c] = (uint32_t)pe;
                if (r < 4 && c < 8)
                    memcpy(&filled[pe][r][c], &in->x[pe][r + pe][c + pe + 3],
                           sizeof(float));
            }
    }
    expect_bytes(p, "filled", filled, sizeof filled);
    expect_bytes(p, "counted", counted, sizeof counted);
    expect_bytes(p, "triangle", triangle, sizeof triangle);
}

static int8_t quantized(float x, unsigned zero)
{
    if (isnan(x))
        return 0;
    return (int8_t)fmax(-128, fmin(127, rint(2.0 * x + zero)));
}

static void expect_quantized(program *p, const inputs *in)
{
    int8_t q[PES][ROWS][COLUMNS];
    block restored[PES];
    for (unsigned pe = 0; pe < PES; pe++)
        for (unsigned r = 0; r < ROWS; r++)
            for (unsigned c = 0; c < COLUMNS; c++) {
                q[pe][r][c] = quantized(in->x[pe][r][c], pe);
                restored[pe][r][c] = 2.0F * (float)(q[pe][r][c] - (int)pe);
            }
    expect_bytes(p, "quantized", q, sizeof q);
    expect_bytes(p, "restored", restored, sizeof restored);
}

TEST(rearrange)
{
    UNUSED_STATE;
    uint64_t seed = 1;
    static inputs in;
    program p = boot("rearrange", PES);
    for (unsigned i = 0; i < ROUNDS; i++) {
        make(&in, &seed);
        rewind_program(&p);
        set(&p, "x", in.x, sizeof in.x);
        set(&p, "rows", in.rows, sizeof in.rows);
        set(&p, "order", in.order, sizeof in.order);
        run(&p);
        expect_sorted(&p, &in);
        expect_merged(&p, &in);
        expect_moved(&p, &in);
        expect_made(&p, &in);
        expect_quantized(&p, &in);
    }
    test_end(&p);
}

TEST_MAIN(CASE(rearrange))
