/* Traces: the lines, their order, the filters, the timeline, the difference. */
#include <jansson.h>
#include <unistd.h>

#include "machine_test.h"

#include "pto/trace.h"
#include "verify/trace_diff.h"

typedef struct lines {
    size_t count;
    json_t *line[512];
} lines;

static char folder[64];

static void remove_folder(void)
{
    static const char *const names[] = {"trace.jsonl", "kept.jsonl",
                                        "chrome.json"};
    char path[128];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        (void)remove(path);
    }
    (void)rmdir(folder);
}

static const char *in_folder(const char *name)
{
    static char path[4][128];
    static unsigned next;
    next = (next + 1) & 3;
    if (!folder[0]) {
        snprintf(folder, sizeof folder, "/tmp/pto-trace-XXXXXX");
        CHECK(mkdtemp(folder) != NULL, "temporary folder");
        (void)atexit(remove_folder);
    }
    snprintf(path[next], sizeof path[next], "%s/%s", folder, name);
    return path[next];
}

static lines read_lines(const char *path)
{
    lines all = {0};
    char text[8192];
    FILE *f = fopen(path, "rb");
    CHECK(f != NULL, "%s", path);
    while (fgets(text, sizeof text, f)) {
        json_error_t e;
        json_t *j = json_loads(text, 0, &e);
        CHECK(j != NULL, "line %zu: %s\n%s", all.count + 1, e.text, text);
        CHECK(all.count < 512, "more lines than the test has room for");
        all.line[all.count++] = j;
    }
    fclose(f);
    return all;
}

static void free_lines(lines *all)
{
    for (size_t i = 0; i < all->count; i++)
        json_decref(all->line[i]);
    all->count = 0;
}

static lines trace(const pto_machine_options *machine, const char *source,
                   pto_trace_options options)
{
    program p = test_boot(machine, source);
    pto_trace *t = NULL;
    pto_error e = {0};
    options.path = in_folder("trace.jsonl");
    CHECK(pto_trace_open(p.machine, &options, &t, &e) == PTO_OK, "%s",
          e.message);
    test_run(&p);
    CHECK(pto_trace_close(t, &e) == PTO_OK, "%s", e.message);
    test_end(&p);
    return read_lines(options.path);
}

static const pto_machine_options one = {.pes = 1};

static const char *text(const json_t *j, const char *key)
{
    const char *s = json_string_value(json_object_get(j, key));
    return s ? s : "";
}

/* The value of the item of `list` whose `key` is `name`, or "". */
static const char *item(const json_t *line, const char *list, const char *key,
                        const char *name, const char *wanted)
{
    size_t i;
    json_t *j;
    json_array_foreach(json_object_get(line, list), i,
                       j) if (!strcmp(text(j, key), name)) return text(j,
                                                                       wanted);
    return "";
}

static void expect_item(const json_t *line, const char *list, const char *key,
                        const char *name, const char *wanted, const char *value)
{
    const char *got = item(line, list, key, name, wanted);
    char *dump = json_dumps(line, 0);
    CHECK(!strcmp(got, value), "%s of %s is '%s', not '%s' in %s", list, name,
          got, value, dump);
    free(dump);
}

static const char simple[] = "    .globl _start, stop, data\n"
                             "_start: BSTART.STD FALL\n"
                             "    addi zero, 5, ->a0\n"
                             "    addi a0, 0, ->a0\n"
                             "    add a0, a0, ->t\n"
                             "    hl.lis data, ->a1\n"
                             "    sdi t#1, [a1, 8]\n"
                             "    lwi [a1, 8], ->a2\n"
                             "stop: C.BSTOP\n"
                             "    .data\n    .balign 8\ndata: .quad 1, 2\n";

TEST(keys_stand_in_their_order)
{
    UNUSED_STATE;
    static const char *const keys[] = {"step",  "pe",   "tpc",   "bytes",
                                       "form",  "asm",  "reads", "writes",
                                       "flags", "fault"};
    lines all = trace(&one, simple, (pto_trace_options){0});
    CHECK(all.count == 7, "%zu lines", all.count);
    for (size_t i = 0; i < all.count; i++) {
        size_t k = 0;
        const char *key;
        json_t *v;
        json_object_foreach(all.line[i], key, v)
        {
            CHECK(k < 10 && !strcmp(key, keys[k]), "line %zu key %zu: %s", i, k,
                  key);
            k++;
        }
        CHECK(k == 10, "line %zu has %zu keys", i, k);
        CHECK(json_integer_value(json_object_get(all.line[i], "step")) ==
                  (json_int_t)i,
              "step");
    }
    free_lines(&all);
}

TEST(reads_and_writes)
{
    UNUSED_STATE;
    lines all = trace(&one, simple, (pto_trace_options){0});
    CHECK(!strncmp(text(all.line[1], "form"), "addi_32_", 8), "%s",
          text(all.line[1], "form"));
    CHECK(strstr(text(all.line[1], "asm"), "addi"), "%s",
          text(all.line[1], "asm"));
    expect_item(all.line[1], "writes", "reg", "a0", "value", "0x5");
    /* A value written again is a write; the register shows as read too. */
    expect_item(all.line[2], "reads", "reg", "a0", "value", "0x5");
    expect_item(all.line[2], "writes", "reg", "a0", "value", "0x5");
    expect_item(all.line[3], "writes", "reg", "t#1", "value", "0xa");
    const char *data = item(all.line[4], "writes", "reg", "a1", "value");
    char address[24];
    snprintf(address, sizeof address, "0x%llx", strtoull(data, NULL, 16) + 8);
    expect_item(all.line[5], "reads", "reg", "t#1", "value", "0xa");
    expect_item(all.line[5], "writes", "mem", address, "value", "0xa");
    expect_item(all.line[6], "reads", "mem", address, "value", "0xa");
    expect_item(all.line[6], "writes", "reg", "a2", "value", "0xa");
    free_lines(&all);
}

TEST(faults_have_code_rule_and_text)
{
    UNUSED_STATE;
    lines all = trace(&one,
                      "    .globl _start, stop\n_start: BSTART.SYS FALL\n"
                      "    assert zero\nstop: C.BSTOP\n",
                      (pto_trace_options){0});
    CHECK(all.count == 2, "%zu", all.count);
    CHECK(json_is_null(json_object_get(all.line[0], "fault")), "no fault");
    const json_t *f = json_object_get(all.line[1], "fault");
    CHECK(!strcmp(text(f, "code"), "Assert"), "%s", text(f, "code"));
    CHECK(text(f, "rule")[0] && text(f, "text")[0], "says why");
    free_lines(&all);
}

TEST(flags_are_the_sticky_ones)
{
    UNUSED_STATE;
    lines all = trace(&one,
                      "    .globl _start, stop\n_start: BSTART.FP FALL\n"
                      "    fdiv.fd a0, a0, ->a1\n    addi a0, 1, ->a2\n"
                      "stop: C.BSTOP\n",
                      (pto_trace_options){0});
    CHECK(json_integer_value(json_object_get(all.line[0], "flags")) == 0, "0");
    CHECK(json_integer_value(json_object_get(all.line[1], "flags")) == 1, "NV");
    CHECK(json_integer_value(json_object_get(all.line[2], "flags")) == 1, "on");
    free_lines(&all);
}

TEST(filters)
{
    UNUSED_STATE;
    lines whole = trace(&one, simple, (pto_trace_options){0});
    lines part =
        trace(&one, simple, (pto_trace_options){.from = 2, .count = 3});
    CHECK(part.count == 3, "%zu", part.count);
    for (size_t i = 0; i < part.count; i++)
        CHECK(json_equal(part.line[i], whole.line[i + 2]), "line %zu", i);
    free_lines(&part);
    uint64_t first = strtoull(text(whole.line[3], "tpc"), NULL, 16);
    uint64_t last = strtoull(text(whole.line[4], "tpc"), NULL, 16);
    part = trace(&one, simple,
                 (pto_trace_options){.pc_first = first, .pc_last = last});
    CHECK(part.count == 2 && json_equal(part.line[1], whole.line[4]), "%zu",
          part.count);
    free_lines(&part);
    part = trace(&(pto_machine_options){0}, simple,
                 (pto_trace_options){.pe_mask = 1U << 2});
    CHECK(part.count == 7, "%zu", part.count);
    for (size_t i = 0; i < part.count; i++)
        CHECK(json_integer_value(json_object_get(part.line[i], "pe")) == 2,
              "PE2 only");
    free_lines(&part);
    free_lines(&whole);
}

TEST(regions)
{
    UNUSED_STATE;
    lines all = trace(&one,
                      "    .globl _start, stop\n_start: BSTART.STD FALL\n"
                      "    addi zero, 1, ->a0\n"
                      "    B.HINT TRACE.begin\n"
                      "    addi zero, 2, ->a0\n"
                      "    B.HINT TRACE.end\n"
                      "    addi zero, 3, ->a0\n"
                      "stop: C.BSTOP\n",
                      (pto_trace_options){.regions = 1});
    CHECK(all.count == 3, "%zu", all.count);
    expect_item(all.line[1], "writes", "reg", "a0", "value", "0x2");
    free_lines(&all);
}

/* PEs that wait for each other keep their own account. */
static const char tiles[] = "    .globl _start, stop, data\n"
                            "_start: hl.lis data, ->a0\n"
                            "    addi zero, 16, ->a1\n"
                            "    BSTART.TLOAD U32\n"
                            "    C.B.DIMI 4, ->lb0\n"
                            "    C.B.DIMI 4, ->lb1\n"
                            "    B.IOT mask=1111, last, ->t<128B>\n"
                            "    B.IOR [a0, a1, zero], ->zero\n"
                            "    C.BSTOP\n"
                            "    BSTART.TSTORE U32\n"
                            "    C.B.DIMI 4, ->lb0\n"
                            "    C.B.DIMI 4, ->lb1\n"
                            "    B.IOT t#1, mask=1111, last\n"
                            "    B.IOR [a0, a1, zero], ->zero\n"
                            "    C.BSTOP\n"
                            "stop: C.BSTOP\n"
                            "    .data\n    .balign 64\n"
                            "data: .long 1, 2, 3, 4, 5, 6, 7, 8\n"
                            "    .long 9, 10, 11, 12, 13, 14, 15, 16\n";

/* FNV-1a of the words 1, 2, ... 16 as the program's data has them. */
static void data_digest(char out[17])
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (uint32_t i = 0; i < 64; i++)
        h = (h ^ (i % 4 ? 0 : i / 4 + 1)) * UINT64_C(0x100000001b3);
    snprintf(out, 17, "%016" PRIx64, h);
}

/* Does some line have 64 bytes of memory with this digest in `list`? */
static bool has_memory(const lines *all, const char *list, const char *digest)
{
    size_t k;
    json_t *j;
    for (size_t i = 0; i < all->count; i++)
        json_array_foreach(
            json_object_get(all->line[i], list), k,
            j) if (json_integer_value(json_object_get(j, "size")) == 64 &&
                   !strcmp(text(j, "digest"), digest)) return true;
    return false;
}

TEST(tiles_by_digest)
{
    UNUSED_STATE;
    lines all = trace(&one, tiles, (pto_trace_options){0});
    const char *written = "", *read = "";
    char digest[17];
    data_digest(digest);
    CHECK(has_memory(&all, "reads", digest), "TLOAD reads its data");
    CHECK(has_memory(&all, "writes", digest), "TSTORE writes it back");
    for (size_t i = 0; i < all.count; i++) {
        const char *w = item(all.line[i], "writes", "tile", "t#1", "digest");
        const char *r = item(all.line[i], "reads", "tile", "t#1", "digest");
        written = w[0] ? w : written;
        read = r[0] ? r : read;
        CHECK(json_is_null(json_object_get(all.line[i], "fault")), "line %zu",
              i);
    }
    CHECK(strlen(written) == 16 && !strcmp(written, read), "'%s' '%s'", written,
          read);
    free_lines(&all);
}

/* Sixteen rows, three of them read through places: more than is listed. */
static const char scattered[] = "    .globl _start, stop\n"
                                "_start: hl.lis data, ->a0\n"
                                "    addi zero, 16, ->a1\n"
                                "    BSTART.TLOAD U32\n"
                                "    C.B.DIMI 1, ->lb0\n"
                                "    B.DIM zero, 40, ->lb1\n"
                                "    B.IOT mask=1111, last, ->t<256B>\n"
                                "    B.IOR [a0, a1, zero], ->zero\n"
                                "    BSTART.TLOAD U32\n"
                                "    C.B.DIMI 3, ->lb0\n"
                                "    C.B.DIMI 4, ->lb2\n"
                                "    B.IOT mask=1111, last, ->t<128B>\n"
                                "    B.IOR [a0, a1, zero], ->zero\n"
                                "    BSTART.MGATHER U16\n"
                                "    C.B.DIMI 3, ->lb0\n"
                                "    C.B.DIMI 4, ->lb2\n"
                                "    B.IOT t#1, mask=1111, last, ->u<128B>\n"
                                "    B.IOR [a0, zero, zero], ->zero\n"
                                "    BSTART.TPREFETCH U32\n"
                                "    B.DIM zero, 3, ->lb0\n"
                                "    C.B.DIMI 4, ->lb2\n"
                                "    B.IOR [a0, a1, zero], ->zero\n"
                                "    C.BSTOP\n"
                                "stop: C.BSTOP\n"
                                "    .data\n    .balign 64\n"
                                "data: .long 8, 2, 620, 0\n    .space 624\n";

/* Bytes of memory that the lines read at `address`, "more" for the rest. */
static uint64_t bytes_read(const lines *all, const char *address)
{
    uint64_t n = 0;
    size_t k;
    json_t *j;
    for (size_t i = 0; i < all->count; i++)
        json_array_foreach(json_object_get(all->line[i], "reads"), k,
                           j) if (!strcmp(text(j, "mem"), address)) n +=
            (uint64_t)json_integer_value(json_object_get(j, "size"));
    return n;
}

TEST(tile_operations_tell_what_they_read)
{
    UNUSED_STATE;
    char at[24];
    program p = test_boot(&one, scattered);
    uint64_t data = test_symbol(&p, "data");
    test_end(&p);
    lines all = trace(&one, scattered, (pto_trace_options){0});
    static const struct {
        unsigned offset, bytes;
    } wanted[] = {{0, 4 + 12 + 12}, {16, 4}, {8, 2}, {2, 2}, {620, 2}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        snprintf(at, sizeof at, "0x%" PRIx64, data + wanted[i].offset);
        CHECK(bytes_read(&all, at) == wanted[i].bytes, "%s: %" PRIu64, at,
              bytes_read(&all, at));
    }
    assert_int_equal(bytes_read(&all, "more"), 8 * 4);
    free_lines(&all);
}

/* A PE reads its peer's tile; one that the mask leaves out reads none. */
TEST(tiles_of_other_pes)
{
    UNUSED_STATE;
    static const char source[] = "    .globl _start, stop\n"
                                 "_start: BSTART.VEC TEXPANDS, U32\n"
                                 "    C.B.DIMI 4, ->lb0\n"
                                 "    B.IOT mask=1111, last, ->t<128B>\n"
                                 "    BSTART.STD FALL\n"
                                 "    addi zero, 2, ->a0\n"
                                 "    BSTART.GMOV U32\n"
                                 "    B.IOT t#1, mask=1100, last, ->t<128B>\n"
                                 "    B.IOR [a0, zero, zero], ->zero\n"
                                 "    C.BSTOP\n"
                                 "stop: C.BSTOP\n";
    unsigned seen = 0;
    lines all =
        trace(&(pto_machine_options){.pes = 4}, source, (pto_trace_options){0});
    for (size_t i = 0; i < all.count; i++) {
        size_t k;
        json_t *j;
        json_array_foreach(json_object_get(all.line[i], "reads"), k, j)
        {
            if (strcmp(text(j, "tile"), "t#1"))
                continue;
            assert_int_equal(json_integer_value(json_object_get(j, "pe")), 2);
            seen |=
                1U << json_integer_value(json_object_get(all.line[i], "pe"));
        }
    }
    assert_int_equal(seen, 3);
    free_lines(&all);
}

TEST(timeline_is_json_with_a_slice_a_bundle)
{
    UNUSED_STATE;
    program p = test_boot(&(pto_machine_options){0}, tiles);
    const char *path = in_folder("chrome.json");
    pto_trace *t = NULL;
    pto_error e = {0};
    CHECK(pto_trace_open(p.machine, &(pto_trace_options){.chrome_path = path},
                         &t, &e) == PTO_OK,
          "%s", e.message);
    test_run(&p);
    CHECK(pto_trace_close(t, &e) == PTO_OK, "%s", e.message);
    test_end(&p);
    json_error_t je;
    json_t *root = json_load_file(path, 0, &je), *j;
    CHECK(root != NULL, "%s", je.text);
    size_t i, loads = 0, names = 0;
    json_array_foreach(json_object_get(root, "traceEvents"), i, j)
    {
        names += !strcmp(text(j, "name"), "thread_name");
        if (!strcmp(text(j, "name"), "TLOAD")) {
            loads++;
            CHECK(!strcmp(text(j, "ph"), "X"), "a slice");
            CHECK(json_integer_value(json_object_get(j, "dur")) > 0, "lasts");
        }
    }
    CHECK(names == 4 && loads == 4, "%zu tracks, %zu loads", names, loads);
    json_decref(root);
}

TEST(unwritable_file_is_an_error)
{
    UNUSED_STATE;
    program p = test_single(simple);
    pto_trace *t = NULL;
    pto_error e = {0};
    CHECK(pto_trace_open(p.machine,
                         &(pto_trace_options){.path = "/none/trace.jsonl"}, &t,
                         &e) == PTO_IO,
          "opened");
    CHECK(t == NULL && e.message[0], "says why");
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    test_end(&p);
}

TEST(two_runs_differ_where_they_differ)
{
    UNUSED_STATE;
    static trace_difference d;
    char other[1024];
    const char *at = strstr(simple, "add a0, a0");
    snprintf(other, sizeof other, "%.*ssub%s", (int)(at - simple), simple,
             at + 3);
    lines all = trace(&one, simple, (pto_trace_options){0});
    free_lines(&all);
    const char *kept = in_folder("kept.jsonl");
    const char *path = in_folder("trace.jsonl");
    CHECK(rename(path, kept) == 0, "rename");
    all = trace(&one, other, (pto_trace_options){0});
    free_lines(&all);
    pto_error e = {0};
    CHECK(trace_diff(kept, path, &d, &e) == PTO_OK, "%s", e.message);
    CHECK(d.number == 4 && d.lines == 3 && d.context_count == 3,
          "line %" PRIu64, d.number);
    CHECK(!strcmp(d.key, "bytes"), "%s", d.key);
    CHECK(trace_diff(kept, kept, &d, &e) == PTO_OK && d.number == 0,
          "equal to itself");
}

TEST_MAIN(CASE(keys_stand_in_their_order), CASE(reads_and_writes),
          CASE(faults_have_code_rule_and_text), CASE(flags_are_the_sticky_ones),
          CASE(filters), CASE(regions), CASE(tiles_by_digest),
          CASE(tile_operations_tell_what_they_read), CASE(tiles_of_other_pes),
          CASE(timeline_is_json_with_a_slice_a_bundle),
          CASE(unwritable_file_is_an_error),
          CASE(two_runs_differ_where_they_differ))
