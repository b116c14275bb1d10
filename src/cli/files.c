/* The files of a command: which are in the way of which. */
#include "cli/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

/* `place` is where an output goes, `was` what stood under its name before. */
typedef struct file {
    char *path;
    const char *place;
    bool is_output, had;
    struct stat was;
} file;

static struct {
    file *list;
    size_t count;
    bool failed, refused; /* out of memory; nothing may be touched */
} files;

static const char *shown(const file *f)
{
    if (strcmp(f->path, "-") != 0)
        return f->path;
    return f->is_output ? "standard output" : "standard input";
}

static file *add(const char *path, bool is_output)
{
    size_t n = strlen(path) + 1;
    file *list = realloc(files.list, (files.count + 1) * sizeof *list);
    files.list = list ? list : files.list;
    char *kept = list ? malloc(n) : NULL;
    if (!kept) {
        files.failed = true;
        return NULL;
    }
    memcpy(kept, path, n);
    list[files.count] =
        (file){.path = kept, .place = kept, .is_output = is_output};
    return &list[files.count++];
}

void cli_reads(const char *path)
{
    (void)add(path, false);
}

void cli_reads_too(void *user, const char *path)
{
    (void)user;
    if (strcmp(path, "-") != 0) /* was named, and is known */
        cli_reads(path);
}

static bool is_plain(const file *f, struct stat *out)
{
    return lstat(f->path, out) == 0 && S_ISREG(out->st_mode);
}

const char *cli_writes(const char *path)
{
    static char stream[32];
    file *f = add(path, true);
    if (!f)
        return path;
    f->had = is_plain(f, &f->was);
    if (strcmp(path, "-") != 0 && strcmp(path, "/dev/stdout") != 0)
        return path;
    int out = stream[0] ? -1 : dup(STDOUT_FILENO);
    if (out >= 0) {
        (void)snprintf(stream, sizeof stream, "/dev/fd/%d", out);
        (void)dup2(STDERR_FILENO, STDOUT_FILENO);
    }
    f->place = stream[0] ? stream : path;
    return f->place;
}

static bool is_input_stream(const file *f)
{
    return !f->is_output &&
           (!strcmp(f->path, "-") || !strcmp(f->path, "/dev/stdin"));
}

/* May `a`, an output, not be where `b` is? */
static bool collide(const file *a, const file *b)
{
    return pto_io_is_same(a->place,
                          is_input_stream(b) ? "/dev/stdin" : b->place);
}

/* The first two that collide; false where none do. */
static bool find_collision(const file **a, const file **b)
{
    for (size_t i = 0; i < files.count; i++)
        for (size_t k = 0; k < files.count; k++) {
            *a = &files.list[i];
            *b = &files.list[k];
            bool both = i < k && is_input_stream(*a) && is_input_stream(*b);
            bool pair = (*a)->is_output && i != k;
            if (both || (pair && collide(*a, *b)))
                return true;
        }
    return false;
}

int cli_check_files(void)
{
    const file *a, *b;
    if (files.failed)
        return cli_no_memory();
    if (!find_collision(&a, &b))
        return CLI_OK;
    files.refused = true;
    if (!a->is_output)
        return cli_fail("standard input is read once, but named twice");
    if (b->is_output)
        return cli_fail("%s: two outputs of one name", shown(a));
    return cli_fail("%s: the output would replace an input", shown(a));
}

/* What is still there as it was is no result of this command. */
static void remove_older(const file *f)
{
    struct stat now;
    if (f->is_output && f->had && is_plain(f, &now) &&
        now.st_dev == f->was.st_dev && now.st_ino == f->was.st_ino)
        (void)unlink(f->path);
}

void cli_finish_files(int code)
{
    const file *a, *b;
    bool touch = code != CLI_OK && !files.failed && !files.refused &&
                 !find_collision(&a, &b);
    for (size_t i = 0; i < files.count; i++) {
        if (touch)
            remove_older(&files.list[i]);
        free(files.list[i].path);
    }
    free(files.list);
    memset(&files, 0, sizeof files);
}
