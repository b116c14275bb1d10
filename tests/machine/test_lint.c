/* Static findings: each kind once, and silence about what only a run knows. */
#include "pto/assemble.h"
#include "pto/lint.h"
#include "pto_test.h"
#include "isa/isa.h"

typedef struct found {
    char rule[8][PTO_FAULT_RULE];
    uint64_t address[8];
    unsigned count;
} found;

static void note(void *user, const pto_finding *f)
{
    found *all = user;
    assert_true(all->count < 8);
    (void)snprintf(all->rule[all->count], PTO_FAULT_RULE, "%s", f->fault.rule);
    all->address[all->count++] = f->address;
}

static found lint_of(const char *source, const char *revision)
{
    pto_isa isa;
    pto_asm_options options = {.raw = 1, .isa = revision};
    pto_image *image;
    pto_error e = {0};
    found all = {.count = 0};
    uint32_t count;
    assert_int_equal(pto_isa_parse(revision, &isa, NULL), PTO_OK);
    pto_status s =
        pto_assemble(source, strlen(source), "source", &options, &image, &e);
    CHECK(s == PTO_OK, "%s", e.message);
    s = pto_lint(&isa, image, note, &all, &count, &e);
    CHECK(s == PTO_OK, "%s", e.message);
    assert_int_equal(count, all.count);
    pto_image_free(image);
    return all;
}

static found lint(const char *source)
{
    return lint_of(source, NULL);
}

/* Source, the one rule it breaks ("" for none), and where. */
static const struct {
    const char *source, *rule;
    uint64_t address;
} programs[] = {
    {"C.BSTART.STD\nB.CATR trap\nB.CATR trap\nBSTOP\n", "catr_once", 6},
    {"C.BSTART.STD\naddi a0, 1, ->a0\nB.IOR [a0]\nBSTOP\n", "header_open", 6},
    {"C.BSTART.STD\nBSTOP\nBSTOP\n", "BlockOpen", 6},
    {"C.BSTART.STD\nacrc 1\nBSTOP\n", "SystemBlock", 2},
    {"C.BSTART.STD\nsetc.eq a0, a1\nBSTOP\n", "ConditionPlacement", 2},
    {"C.BSTART COND, 0\nsetc.eq a0, a1\nsetc.eq a0, a1\nBSTOP\n",
     "ConditionPlacement", 6},
    {"BSTART.TEPL 0, 25, FP32\nBSTOP\n", "Encoding", 0},
    {"BSTART.TMATMUL FP16\nB.IOT t#1, t#2, mask=1111, last, ->t<4KB>\nBSTOP\n",
     "post_present", 0},
    {"BSTART.TLOAD FP32\nB.FPATR 0,0,0,0,0,0,0,0,0\nBSTOP\n", "fpatr_matrix",
     4},
    {"BSTART.TLOAD FP32\nC.B.DIMI 8, ->lb0\nB.IOT mask=1111, ->t<4KB>\n"
     "C.BSTART.STD\nBSTOP\n",
     "move_terminated", 0},
    {"BSTART.TMATMUL FP16\nB.FPATR 0,0,0,0,0,0,0,0,0\n"
     "B.IOT t#1, mask=1111\nB.IOT t#2, mask=1000, last, ->t<4KB>\n"
     "C.BSTART.STD\nBSTOP\n",
     "iot_mask_agrees", 12},
    {"C.BSTART COND, 0\nsetc.eq a0, a1\nC.BSTART.SYS FALL\nacrc 1\nBSTOP\n", "",
     0},
    {"BSTART.TMATMUL FP16\nB.FPATR 0,0,0,0,0,0,0,0,0\nC.B.DIMI 16, ->lb0\n"
     "C.B.DIMI 16, ->lb1\nC.B.DIMI 16, ->lb2\n"
     "B.IOT t#1, t#2, mask=1111, last, ->u<4KB>\nBSTOP\n",
     "", 0},
    {"C.BSTART.STD\nlwi [a0, 0], ->a1\nj 0\nBSTOP\n", "", 0},
    {".word 0xffffffff\nB.IOR [a0]\nBSTOP\n", "", 0},
    {"C.BSTART.STD\naddi a0, 1, ->a0\n.word 0xffffffff\nBSTOP\n", "Encoding",
     6},
    {"C.BSTART.STD\naddi a0, 1, ->a0\n.word 0xffffffff\n", "Encoding", 6},
    {"BSTART.CALL 0, 4, ->ra\nC.BSTART.STD\nBSTOP\n", "", 0},
    {"C.BSTART.STD\nj 0\n.word 0xffffffff\n", "", 0},
    {"C.BSTART.STD\nBSTOP\n.word 0xffffffff\n", "", 0},
    {"FENTRY [r23 ~ r2], sp!, 8\n", "FrameSize", 0},
    {"BSTART.VEC TADD, FP32\nB.IOT t#1, mask=1111, ->u<1KB>\n"
     "B.IOT t#1, mask=1111, last, ->u<1KB>\nC.BSTOP\n",
     "operand_counts", 0},
    {"BSTART.VEC TADD, FP32\nB.IOT t#1, t#1, mask=1111, ->u<1KB>\nC.BSTOP\n",
     "move_terminated", 0},
    {"BSTART.VEC TADD, FP32\nB.DIM zero, 4, ->lb0\n"
     "B.IOT t#1, t#1, mask=1111, last, ->u<1KB>\nB.IOR [a0]\nC.BSTOP\n",
     "register_counts", 0},
    {"BSTART.TLOAD FP32\nB.IOT mask=1111, last, ->t<1KB>\n"
     "B.ASSEMBLE 0, 1, zero, 0, 2\nC.BSTOP\n",
     "assemble_codes", 8},
    {"BSTART.TMATMUL FP16\nB.FPATR 0,0,0,0,0,1,0,0,0\nC.BSTOP\n",
     "fpatr_row_init", 4},
    {"BSTART.TMATMUL FP16\nB.FPATR 0,0,1,0,0,0,0,0,0\nC.BSTOP\n", "fpatr_group",
     4},
    {"BSTART.TMATMUL FP16\nB.FPATR 0,0,0,0,0,0,1,0,0\nC.BSTOP\n",
     "fpatr_max_abs", 4},
    {"C.BSTART.STD\nhl.prf.l1 [a0, a1.neg]\nBSTOP\n", "", 0},
    {"C.BSTART.STD\nBSTOP\n.type x, @object\n.size x, 4\n"
     "x: FENTRY [r23 ~ r2], sp!, 8\n",
     "", 0},
    {"C.BSTART.STD\naddi a0, 1, ->a0\nlabel: .word 0xffffffff\n", "", 0},
};

TEST(each_case_is_found)
{
    UNUSED_STATE;
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        found f = lint(programs[i].source);
        if (!*programs[i].rule) {
            CHECK(f.count == 0, "%s: %s", programs[i].source, f.rule[0]);
            continue;
        }
        CHECK(f.count >= 1, "%s: nothing found", programs[i].source);
        CHECK(!strcmp(f.rule[0], programs[i].rule) &&
                  f.address[0] == programs[i].address,
              "%s: %s at 0x%" PRIx64, programs[i].source, f.rule[0],
              f.address[0]);
    }
}

/* No finding in what every rule allows; two of these bundles are illegal. */
TEST(legal_bundles_have_no_finding)
{
    UNUSED_STATE;
    static const struct {
        const char *name, *isa, *text;
    } worlds[] = {
#define WORLD(name, isa, text) {#name, isa, text},
#include "bundle/world.def"
#undef WORLD
    };
    for (size_t i = 0; i < sizeof worlds / sizeof worlds[0]; i++) {
        char source[2048];
        (void)snprintf(source, sizeof source, "%s\nC.BSTOP\n", worlds[i].text);
        found f = lint_of(source, worlds[i].isa);
        bool is_legal = strcmp(worlds[i].name, "SHARED_MOVE") &&
                        strcmp(worlds[i].name, "IMG2COL");
        CHECK(!is_legal || !f.count, "%s: %s", worlds[i].name, f.rule[0]);
    }
}

/* Rules of complete bundles are rows of rule.def. */
TEST(rules_exist)
{
    UNUSED_STATE;
    static const char *const rules[] = {
#define RULE(name, fault, text) #name,
#include "bundle/rule.def"
#undef RULE
        "ReduceBlock"};
    static const struct {
        const char *name;
        bool start;
    } used[] = {
#define START             true
#define HERE              false
#define ALONE             false
#define LINT(rule, place) {#rule, place},
#include "machine/lint.def"
#undef LINT
#undef HERE
#undef ALONE
#undef START
    };
    for (size_t i = 0; i < sizeof used / sizeof used[0]; i++) {
        bool exists = !used[i].start;
        for (size_t k = 0; k < sizeof rules / sizeof rules[0]; k++)
            exists |= !strcmp(rules[k], used[i].name);
        CHECK(exists, "%s", used[i].name);
    }
}

TEST_MAIN(CASE(each_case_is_found), CASE(legal_bundles_have_no_finding),
          CASE(rules_exist))
