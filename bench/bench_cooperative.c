/*
 * A cooperative TMATMULMX of group M 128, N 128, K 512 (E4M3) through the
 * machine: how much of its time the matrix kernel has. The kernel alone is
 * measured on tiles of the same shapes and layouts, in turns with the machine.
 */
#include <string.h>

#include "bench.h"
#include "pto/assemble.h"
#include "pto/cube.h"
#include "pto/machine.h"
#include "cube/cube.h"

enum { M = 128, N = 128, K = 512, ROWS = 32, GROUPS = K / 32, PES = 4 };
enum { FEW = 20, MANY = 220, ROUNDS = 9 };

static const char program[] =
    "    .text\n"
    "    .globl _start, cross_model_stop\n"
    "_start:\n"
    "    hl.lis b, ->a0\n    addi zero, 128, ->a1\n"
    "    BSTART.TLOAD E4M3\n"
    "    B.DIM zero, 128, ->lb0\n    B.DIM zero, 512, ->lb1\n"
    "    B.DIM zero, 128, ->lb2\n"
    "    B.IOS mask=1000, ->S0<64KB>\n    B.IOR [a0, a1, zero], ->zero\n"
    "    C.BSTOP\n"
    "    hl.lis b_scale, ->a0\n"
    "    BSTART.TLOAD E8M0\n"
    "    B.DIM zero, 128, ->lb0\n    B.DIM zero, 16, ->lb1\n"
    "    B.DIM zero, 128, ->lb2\n"
    "    B.IOS mask=1000, ->S1<2KB>\n    B.IOR [a0, a1, zero], ->zero\n"
    "    C.BSTOP\n"
    "    hl.lis a, ->a0\n    addi zero, 512, ->a1\n"
    "    BSTART.TLOAD E4M3\n    B.DATR ND2M32, DTYPE_NONE, Zero\n"
    "    B.DIM zero, 512, ->lb0\n    B.DIM zero, 32, ->lb1\n"
    "    B.IOT mask=1111, last, ->t<16KB>\n"
    "    B.IOR [a0, a1, zero], ->zero\n    C.BSTOP\n"
    "    hl.lis a_scale, ->a0\n    addi zero, 16, ->a1\n"
    "    BSTART.TLOAD E8M0\n    B.DATR ND2M32, DTYPE_NONE, Zero\n"
    "    B.DIM zero, 16, ->lb0\n    B.DIM zero, 32, ->lb1\n"
    "    B.IOT mask=1111, last, ->m<512B>\n"
    "    B.IOR [a0, a1, zero], ->zero\n    C.BSTOP\n"
    "    .rept COUNT\n"
    "    BSTART.TMATMULMX E4M3\n"
    "    B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0\n"
    "    B.DIM zero, 128, ->lb0\n    B.DIM zero, 128, ->lb1\n"
    "    B.DIM zero, 512, ->lb2\n"
    "    B.IOS S0, mask=1111\n    B.IOS S1, mask=1111\n"
    "    B.IOT t#1, m#1, mask=1111, last, ->u<16KB>\n"
    "    C.BSTOP\n"
    "    .endr\n"
    "cross_model_stop:\n    addi zero, 0, ->a0\n"
    "    .data\n"
    "a: .zero 16384\na_scale: .zero 512\nb: .zero 65536\nb_scale: .zero 2048\n";

/* Processor time: a busy machine does not count. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fail(const char *what, const char *text)
{
    fprintf(stderr, "bench_cooperative: %s: %s\n", what, text);
    exit(1);
}

static pto_image *assemble(unsigned count)
{
    char define[32];
    const char *defines[] = {define};
    pto_asm_options o = {.defines = defines, .define_count = 1};
    pto_image *image;
    pto_error e = {0};
    (void)snprintf(define, sizeof define, "COUNT=%u", count);
    if (pto_assemble(program, sizeof program - 1, "program.s", &o, &image,
                     &e) != PTO_OK)
        fail("assembling", e.message);
    return image;
}

/* Codes of moderate size: E4M3 around one, scales around 2^0. */
static uint8_t code(bool is_scale, uint64_t *seed)
{
    uint64_t r = bench_random(seed);
    return (uint8_t)(is_scale ? 120 + r % 15 : (r & 0x8f) | 0x30);
}

static void fill_symbol(pto_machine *m, const pto_image *image,
                        const char *name, size_t n, bool is_scale)
{
    const pto_symbol *s = pto_image_symbol(image, name);
    uint64_t seed = n;
    for (size_t i = 0; s && i < n; i++) {
        uint8_t byte = code(is_scale, &seed);
        pto_machine_write(m, s->value + i, &byte, 1);
    }
}

/* Seconds that the program takes from loaded to stopped. */
static double run_program(pto_machine *m, const pto_image *image)
{
    pto_error e = {0};
    uint64_t stop = pto_image_symbol(image, "cross_model_stop")->value;
    pto_run_options o = {.stop_pc = &stop, .stop_count = 1};
    pto_run_result r;
    if (pto_machine_load(m, image, &e) != PTO_OK)
        fail("loading", e.message);
    fill_symbol(m, image, "a", ROWS * K, false);
    fill_symbol(m, image, "a_scale", ROWS * GROUPS, true);
    fill_symbol(m, image, "b", K * N, false);
    fill_symbol(m, image, "b_scale", GROUPS * N, true);
    double start = now();
    pto_machine_run(m, &o, &r);
    double spent = now() - start;
    if (r.stop != PTO_STOP_REACHED)
        fail(pto_stop_name(r.stop), r.text);
    return spent;
}

/* The same product on tiles, without a machine. */
typedef struct kernel {
    pto_tile a, a_scale, b, b_scale;
    uint32_t d[M * N];
    pto_workspace *w;
} kernel;

static void make_tile(pto_tile *t, unsigned dtype, bool cube, uint32_t rows,
                      uint32_t columns, uint32_t size)
{
    bool legal =
        cube ? pto_tile_describe_cube(t, dtype, PTO_TILE_CUBE_M32, rows,
                                      columns, size, PTO_TILE_MAX_BYTES,
                                      PTO_CUBE_ROW_BLOCKS)
             : pto_tile_describe(t, dtype, PTO_TILE_RowMajor, columns, rows,
                                 columns, size, PTO_TILE_MAX_BYTES);
    if (!legal || pto_tile_alloc(t) != PTO_OK)
        fail("tile", "cannot be made");
    uint64_t seed = size;
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            pto_tile_write(t, r, c, code(dtype == PTO_E8M0, &seed));
}

static void run_kernel(void *data)
{
    kernel *k = data;
    uint32_t flags = 0;
    pto_cube_rows rows[PES];
    for (int i = 0; i < PES; i++)
        rows[i] =
            (pto_cube_rows){.m = ROWS,
                            .a = pto_view_tile(&k->a, false, 0),
                            .a_scale = pto_view_tile(&k->a_scale, false, 0),
                            .c = pto_view_none(),
                            .c_scale = pto_view_none(),
                            .bias = pto_view_none(),
                            .d = k->d + i * ROWS * N,
                            .d_pitch = N};
    pto_cube_op op = {.n = N,
                      .k = K,
                      .b = pto_view_tile(&k->b, false, 0),
                      .b_scale = pto_view_tile(&k->b_scale, false, 0),
                      .rows = rows,
                      .row_blocks = PES};
    pto_cube_options o = {.workspace = k->w};
    if (pto_cube_multiply(&op, &o, &flags, NULL) != PTO_OK)
        fail("kernel", "refused");
}

static double time_kernel(kernel *k)
{
    double start = now();
    for (int i = 0; i < 100; i++)
        run_kernel(k);
    return (now() - start) / 100;
}

int main(void)
{
    static kernel k;
    pto_machine *m;
    pto_error e = {0};
    pto_machine_options o = {0};
    double bundle[ROUNDS], alone[ROUNDS], share[ROUNDS];
    pto_image *few = assemble(FEW), *many = assemble(MANY);
    if (pto_machine_new(&o, &m, &e) != PTO_OK)
        fail("machine", e.message);
    k.w = pto_workspace_new();
    make_tile(&k.a, PTO_E4M3, true, ROWS, K, 16384);
    make_tile(&k.a_scale, PTO_E8M0, true, ROWS, GROUPS, 512);
    make_tile(&k.b, PTO_E4M3, false, K, N, 65536);
    make_tile(&k.b_scale, PTO_E8M0, false, GROUPS, N, 2048);
    for (int i = 0; i < ROUNDS; i++) {
        double short_run = run_program(m, few);
        bundle[i] = (run_program(m, many) - short_run) / (MANY - FEW);
        alone[i] = time_kernel(&k);
        share[i] = alone[i] / bundle[i];
    }
    double bundle_time = bench_median(bundle, ROUNDS);
    double kernel_time = bench_median(alone, ROUNDS);
    printf("cooperative TMATMULMX 128 x 128 x 512 E4M3: %.0f us, kernel "
           "%.0f us, share %.2f (%.1f Gterm/s)\n",
           bundle_time * 1e6, kernel_time * 1e6, bench_median(share, ROUNDS),
           1e-9 * M * N * K / bundle_time);
    pto_machine_free(m);
    pto_image_free(few);
    pto_image_free(many);
    pto_workspace_free(k.w);
    return 0;
}
