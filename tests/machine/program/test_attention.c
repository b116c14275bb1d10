/*
 * examples/attention: flash attention on four PEs, against the same blocks
 * computed element by element here, bit for bit, and against the textbook in
 * doubles.
 */
#include "machine/machine_test.h"
#include "num/num.h"

#include <math.h>

enum { ROWS = 64, KEYS = 128, BLOCK = 32, WIDTH = 32, LIMIT = 1000000 };

typedef struct inputs {
    uint16_t q[ROWS][WIDTH], k[KEYS][WIDTH], v[KEYS][WIDTH];
} inputs;

/* What one row carries from block to block. */
typedef struct row {
    uint64_t m, l, o[WIDTH];
} row;

static pto_fenv env = {.round = PTO_RNE};

static uint64_t widen(uint16_t h)
{
    return pto_convert(PTO_FP32, PTO_FP16, h, &env);
}

static double value(uint64_t bits)
{
    float f;
    uint32_t word = (uint32_t)bits;
    memcpy(&f, &word, sizeof f);
    return (double)f;
}

/* FP16 numbers of moderate size. */
static void fill(uint16_t *to, size_t n, double scale, uint64_t *seed)
{
    for (size_t i = 0; i < n; i++) {
        double x = ((double)(test_random(seed) >> 11) * 0x1p-52 - 1) * scale;
        float f = (float)x;
        uint32_t word;
        memcpy(&word, &f, sizeof word);
        to[i] = (uint16_t)pto_convert(PTO_FP16, PTO_FP32, word, &env);
    }
}

static uint64_t score(const inputs *in, unsigned i, unsigned key)
{
    uint64_t s = 0;
    for (unsigned d = 0; d < WIDTH; d++)
        s = pto_num_fma(PTO_FP32, widen(in->q[i][d]), widen(in->k[key][d]), s,
                        &env);
    return s;
}

static void add_values(const inputs *in, const uint64_t *p, unsigned first,
                       row *r)
{
    for (unsigned d = 0; d < WIDTH; d++) {
        uint64_t sum = 0;
        for (unsigned j = 0; j < BLOCK; j++) {
            uint64_t half = pto_convert(PTO_FP16, PTO_FP32, p[j], &env);
            sum = pto_num_fma(PTO_FP32, widen((uint16_t)half),
                              widen(in->v[first + j][d]), sum, &env);
        }
        r->o[d] = pto_num_add(PTO_FP32, r->o[d], sum, &env);
    }
}

static void add_block(const inputs *in, unsigned i, unsigned first, row *r)
{
    uint64_t p[BLOCK], sum = 0, before = r->m;
    for (unsigned j = 0; j < BLOCK; j++) {
        p[j] = score(in, i, first + j);
        r->m = pto_num_max(PTO_FP32, r->m, p[j], &env);
    }
    for (unsigned j = 0; j < BLOCK; j++) {
        p[j] = pto_num_exp(PTO_FP32, pto_num_sub(PTO_FP32, p[j], r->m, &env),
                           &env);
        sum = pto_num_add(PTO_FP32, sum, p[j], &env);
    }
    uint64_t shrink =
        pto_num_exp(PTO_FP32, pto_num_sub(PTO_FP32, before, r->m, &env), &env);
    r->l = pto_num_fma(PTO_FP32, r->l, shrink, sum, &env);
    for (unsigned d = 0; d < WIDTH; d++)
        r->o[d] = pto_num_mul(PTO_FP32, r->o[d], shrink, &env);
    add_values(in, p, first, r);
}

static void expect_row(const inputs *in, unsigned i, const uint32_t *got)
{
    row r = {.m = 0xff800000};
    for (unsigned first = 0; first < KEYS; first += BLOCK)
        add_block(in, i, first, &r);
    for (unsigned d = 0; d < WIDTH; d++) {
        uint64_t want = pto_num_div(PTO_FP32, r.o[d], r.l, &env);
        CHECK(got[d] == want, "o[%u][%u]: %x, not %x", i, d, got[d],
              (unsigned)want);
    }
}

/* Within what FP16 probabilities cost. */
static void expect_close(const inputs *in, unsigned i, const uint32_t *got)
{
    double p[KEYS], most = -INFINITY, sum = 0;
    for (unsigned j = 0; j < KEYS; j++) {
        p[j] = 0;
        for (unsigned d = 0; d < WIDTH; d++)
            p[j] += value(widen(in->q[i][d])) * value(widen(in->k[j][d]));
        most = p[j] > most ? p[j] : most;
    }
    for (unsigned j = 0; j < KEYS; j++)
        sum += p[j] = exp(p[j] - most);
    for (unsigned d = 0; d < WIDTH; d++) {
        double o = 0;
        for (unsigned j = 0; j < KEYS; j++)
            o += p[j] * value(widen(in->v[j][d])) / sum;
        CHECK(fabs(o - value(got[d])) < 1e-3, "o[%u][%u]: %g, not %g", i, d,
              value(got[d]), o);
    }
}

static char *read_example(void)
{
    FILE *f = fopen(PTO_TESTS "/../examples/attention/attention.s", "rb");
    char *text = calloc(1, 1 << 16);
    assert_true(f != NULL && text != NULL);
    assert_true(fread(text, 1, (1 << 16) - 1, f) > 0);
    fclose(f);
    return text;
}

static void write_inputs(program *p, const inputs *in)
{
    static const char *const names[] = {"q", "k", "v"};
    const void *from[] = {in->q, in->k, in->v};
    const size_t size[] = {sizeof in->q, sizeof in->k, sizeof in->v};
    for (int i = 0; i < 3; i++)
        assert_int_equal(pto_machine_write(p->machine, test_symbol(p, names[i]),
                                           from[i], size[i]),
                         PTO_OK);
}

TEST(attention)
{
    UNUSED_STATE;
    static inputs in;
    static uint32_t got[ROWS][WIDTH];
    uint64_t seed = 5;
    fill(in.q[0], ROWS * WIDTH, 0.4, &seed);
    fill(in.k[0], KEYS * WIDTH, 2, &seed);
    fill(in.v[0], KEYS * WIDTH, 2, &seed);
    char *source = read_example();
    program p = test_boot(&(pto_machine_options){.pes = 4}, source);
    write_inputs(&p, &in);
    uint64_t stop = test_symbol(&p, "cross_model_stop");
    pto_run_options o = {.max_steps = LIMIT, .stop_pc = &stop, .stop_count = 1};
    pto_machine_run(p.machine, &o, &p.result);
    test_expect_stop(&p, PTO_STOP_REACHED);
    assert_int_equal(
        pto_machine_read(p.machine, test_symbol(&p, "o"), got, sizeof got),
        PTO_OK);
    for (unsigned i = 0; i < ROWS; i++) {
        expect_row(&in, i, got[i]);
        expect_close(&in, i, got[i]);
    }
    test_end(&p);
    free(source);
}

TEST_MAIN(CASE(attention))
