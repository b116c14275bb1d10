/* Buffers and threads of the matrix kernels, kept between calls. */
#include "cube/workspace.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { LINE = 64 };

/* One thread; it runs what is not NULL. */
typedef struct worker {
    pthread_t thread;
    struct cube_pool *pool;
    void (*run)(void *part);
    void *part;
} worker;

typedef struct cube_pool {
    pthread_mutex_t lock;
    pthread_cond_t changed, done;
    pid_t process; /* a child that was forked has none of the threads */
    uint32_t count, busy;
    bool ends;
    worker workers[CUBE_MAX_THREADS];
} cube_pool;

static void *work(void *argument)
{
    worker *self = argument;
    cube_pool *p = self->pool;
    pthread_mutex_lock(&p->lock);
    while (!p->ends) {
        if (!self->run) {
            pthread_cond_wait(&p->changed, &p->lock);
            continue;
        }
        pthread_mutex_unlock(&p->lock);
        self->run(self->part);
        pthread_mutex_lock(&p->lock);
        self->run = NULL;
        if (--p->busy == 0)
            pthread_cond_signal(&p->done);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static cube_pool *pool_new(void)
{
    cube_pool *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->process = getpid();
    if (pthread_mutex_init(&p->lock, NULL) == 0) {
        if (pthread_cond_init(&p->changed, NULL) == 0) {
            if (pthread_cond_init(&p->done, NULL) == 0)
                return p;
            pthread_cond_destroy(&p->changed);
        }
        pthread_mutex_destroy(&p->lock);
    }
    free(p);
    return NULL;
}

static void pool_free(cube_pool *p)
{
    if (!p || p->process != getpid())
        return;
    pthread_mutex_lock(&p->lock);
    p->ends = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    for (uint32_t i = 0; i < p->count; i++)
        pthread_join(p->workers[i].thread, NULL);
    pthread_cond_destroy(&p->done);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

/* As many workers as there can be, at most `count`. */
static uint32_t pool_grow(cube_pool *p, uint32_t count)
{
    while (p->count < count && p->count < CUBE_MAX_THREADS) {
        worker *next = &p->workers[p->count];
        next->pool = p;
        if (pthread_create(&next->thread, NULL, work, next) != 0)
            break;
        p->count++;
    }
    return p->count < count ? p->count : count;
}

void cube_workspace_run(pto_workspace *w, void (*run)(void *part), void *parts,
                        size_t size, uint32_t count)
{
    uint8_t *part = parts;
    if (count > 1 && (!w->pool || w->pool->process != getpid()))
        w->pool = pool_new();
    cube_pool *p = count > 1 ? w->pool : NULL;
    uint32_t helped = p ? pool_grow(p, count - 1) : 0;
    if (helped) {
        pthread_mutex_lock(&p->lock);
        for (uint32_t i = 0; i < helped; i++) {
            p->workers[i].part = part + (i + 1) * size;
            p->workers[i].run = run;
        }
        p->busy = helped;
        pthread_cond_broadcast(&p->changed);
        pthread_mutex_unlock(&p->lock);
    }
    run(part);
    for (uint32_t i = helped + 1; i < count; i++)
        run(part + i * size);
    if (!helped)
        return;
    pthread_mutex_lock(&p->lock);
    while (p->busy)
        pthread_cond_wait(&p->done, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

pto_workspace *pto_workspace_new(void)
{
    return calloc(1, sizeof(pto_workspace));
}

void cube_workspace_clear(pto_workspace *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        cube_scratch_free(&w->scratch[i]);
    free(w->scratch);
    pool_free(w->pool);
    *w = (pto_workspace){0};
}

void pto_workspace_free(pto_workspace *w)
{
    if (w)
        cube_workspace_clear(w);
    free(w);
}

pto_status cube_workspace_reserve(pto_workspace *w, uint32_t count)
{
    if (count <= w->count)
        return PTO_OK;
    cube_scratch *more = realloc(w->scratch, count * sizeof *more);
    if (!more)
        return PTO_NO_MEMORY;
    for (uint32_t i = w->count; i < count; i++)
        more[i] = (cube_scratch){0};
    w->scratch = more;
    w->count = count;
    return PTO_OK;
}

void cube_scratch_free(cube_scratch *s)
{
    free(s->memory);
    *s = (cube_scratch){0};
}

static size_t lines(size_t bytes)
{
    return (bytes + LINE - 1) / LINE * LINE;
}

/* Hands out the next piece; with a null base it only adds up. */
static void *take(uint8_t *base, size_t *used, size_t bytes)
{
    void *piece = base ? base + *used : NULL;
    *used += lines(bytes);
    return piece;
}

static size_t lay_out(cube_scratch *s, uint8_t *base, cube_term term,
                      uint32_t rows, uint32_t columns, uint32_t kc)
{
    size_t used = 0, bytes = cube_term_bytes(term);
    uint32_t tall = rows > CUBE_MAX_COLUMNS ? rows : CUBE_MAX_COLUMNS;
    uint32_t longest = tall > CUBE_BLOCK_K ? tall : CUBE_BLOCK_K;
    bool direct = term == CUBE_TERM_F32 || term == CUBE_TERM_S32;
    size_t block_a = (size_t)rows * CUBE_PITCH_K;
    size_t block_b = (size_t)(kc + 1) * CUBE_MAX_COLUMNS;
    s->a = take(base, &used, block_a * bytes);
    s->b = take(base, &used, (size_t)(kc + 1) * columns * bytes);
    s->raw = take(base, &used, 8 * (size_t)longest);
    s->lines = take(base, &used, 16 * 4 * (size_t)longest);
    s->codes = take(base, &used, 4 * (size_t)tall * (CUBE_BLOCK_K / 32));
    s->factors = take(base, &used, 4 * (size_t)tall * CUBE_MAX_UNITS);
    s->edge = take(base, &used, 4 * CUBE_MAX_ROWS * CUBE_MAX_COLUMNS);
    bool single = term == CUBE_TERM_F32;
    s->wide_a =
        take(base, &used, single ? 8 * CUBE_MAX_ROWS * CUBE_PITCH_K : 0);
    s->wide_b = take(base, &used, single ? 8 * block_b : 0);
    s->words = take(base, &used,
                    direct ? 0 : 4 * (block_a > block_b ? block_a : block_b));
    return used;
}

pto_status cube_scratch_reserve(cube_scratch *s, cube_term term, uint32_t rows,
                                uint32_t columns, uint32_t kc)
{
    size_t size = lay_out(s, NULL, term, rows, columns, kc);
    if (size > s->size) {
        free(s->memory);
        s->size = 0;
        s->memory = aligned_alloc(LINE, size);
        if (!s->memory)
            return PTO_NO_MEMORY;
        s->size = size;
    }
    lay_out(s, s->memory, term, rows, columns, kc);
    return PTO_OK;
}
