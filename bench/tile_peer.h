/*
 * Plain C loops that do what tile operations do, on arrays of one type; the
 * including file names the type (ELEMENT) and its suffix (OF).
 */
static void OF(add)(const void *a, const void *b, void *out, size_t n)
{
    const ELEMENT *x = a, *y = b;
    ELEMENT *z = out;
    for (size_t i = 0; i < n; i++)
        z[i] = (ELEMENT)(x[i] + y[i]);
}

static void OF(sub)(const void *a, const void *b, void *out, size_t n)
{
    const ELEMENT *x = a, *y = b;
    ELEMENT *z = out;
    for (size_t i = 0; i < n; i++)
        z[i] = (ELEMENT)(x[i] - y[i]);
}

static void OF(mul)(const void *a, const void *b, void *out, size_t n)
{
    const ELEMENT *x = a, *y = b;
    ELEMENT *z = out;
    for (size_t i = 0; i < n; i++)
        z[i] = (ELEMENT)(x[i] * y[i]);
}

static void OF(max)(const void *a, const void *b, void *out, size_t n)
{
    const ELEMENT *x = a, *y = b;
    ELEMENT *z = out;
    for (size_t i = 0; i < n; i++)
        z[i] = x[i] > y[i] ? x[i] : y[i];
}

static void OF(min)(const void *a, const void *b, void *out, size_t n)
{
    const ELEMENT *x = a, *y = b;
    ELEMENT *z = out;
    for (size_t i = 0; i < n; i++)
        z[i] = x[i] < y[i] ? x[i] : y[i];
}

static void OF(abs)(const void *a, const void *b, void *out, size_t n)
{
    const ELEMENT *x = a;
    ELEMENT *z = out;
    (void)b;
    for (size_t i = 0; i < n; i++)
        z[i] = (ELEMENT)(x[i] < 0 ? -x[i] : x[i]);
}

/* A byte an element. */
static void OF(less)(const void *a, const void *b, void *out, size_t n)
{
    const ELEMENT *x = a, *y = b;
    uint8_t *z = out;
    for (size_t i = 0; i < n; i++)
        z[i] = x[i] < y[i];
}

/* By the bytes of the comparison, which lie behind the first operand. */
static void OF(choose)(const void *a, const void *b, void *out, size_t n)
{
    const ELEMENT *x = a, *y = b;
    const uint8_t *mask = (const uint8_t *)(x + n);
    ELEMENT *z = out;
    for (size_t i = 0; i < n; i++)
        z[i] = mask[i] ? x[i] : y[i];
}

/* n is BENCH_SIDE squared. */
static void OF(row_sum)(const void *a, const void *b, void *out, size_t n)
{
    const ELEMENT *x = a;
    ELEMENT *z = out;
    (void)b, (void)n;
    for (size_t r = 0; r < BENCH_SIDE; r++) {
        ELEMENT sum = 0;
        for (size_t c = 0; c < BENCH_SIDE; c++)
            sum = (ELEMENT)(sum + x[r * BENCH_SIDE + c]);
        z[r] = sum;
    }
}

static void OF(column_sum)(const void *a, const void *b, void *out, size_t n)
{
    const ELEMENT *x = a;
    ELEMENT *z = out;
    (void)b, (void)n;
    for (size_t c = 0; c < BENCH_SIDE; c++)
        z[c] = 0;
    for (size_t r = 0; r < BENCH_SIDE; r++)
        for (size_t c = 0; c < BENCH_SIDE; c++)
            z[c] = (ELEMENT)(z[c] + x[r * BENCH_SIDE + c]);
}

static void OF(row_max)(const void *a, const void *b, void *out, size_t n)
{
    const ELEMENT *x = a;
    ELEMENT *z = out;
    (void)b, (void)n;
    for (size_t r = 0; r < BENCH_SIDE; r++) {
        ELEMENT most = x[r * BENCH_SIDE];
        for (size_t c = 0; c < BENCH_SIDE; c++) {
            ELEMENT v = x[r * BENCH_SIDE + c];
            most = v > most ? v : most;
        }
        z[r] = most;
    }
}

static void OF(transpose)(const void *a, const void *b, void *out, size_t n)
{
    const ELEMENT *x = a;
    ELEMENT *z = out;
    (void)b, (void)n;
    for (size_t r = 0; r < BENCH_SIDE; r++)
        for (size_t c = 0; c < BENCH_SIDE; c++)
            z[c * BENCH_SIDE + r] = x[r * BENCH_SIDE + c];
}

/* Rows by 32-bit indices. */
static void OF(gather)(const void *a, const void *b, void *out, size_t n)
{
    const ELEMENT *x = a;
    const uint32_t *index = b;
    ELEMENT *z = out;
    (void)n;
    for (size_t r = 0; r < BENCH_SIDE; r++)
        for (size_t c = 0; c < BENCH_SIDE; c++)
            z[r * BENCH_SIDE + c] =
                x[index[r * BENCH_SIDE + c] * BENCH_SIDE + c];
}

const bench_peer OF(bench_peer)[] = {
    [BENCH_add] = OF(add),         [BENCH_sub] = OF(sub),
    [BENCH_mul] = OF(mul),         [BENCH_max] = OF(max),
    [BENCH_min] = OF(min),         [BENCH_abs] = OF(abs),
    [BENCH_less] = OF(less),       [BENCH_choose] = OF(choose),
    [BENCH_row_sum] = OF(row_sum), [BENCH_column_sum] = OF(column_sum),
    [BENCH_row_max] = OF(row_max), [BENCH_transpose] = OF(transpose),
    [BENCH_gather] = OF(gather),
};

#undef OF
#undef ELEMENT
