/*
 * Static checks: block commands go through two scratch machines, one of four
 * PEs for what each command checks, and the single-stream view for what a
 * complete bundle checks, and only verdicts that no register, memory or tile
 * has part in are believed.
 */
#include "pto/lint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "isa/semantics.h"
#include "pto/machine.h"
#include "pto/text.h"
#include "text/code.h"
#include "isa/isa.h"

/* Any value that is a legal size, stride and dimension. */
enum { SOME_VALUE = 16, VIEWS = 2 };

typedef struct linter {
    const pto_image *image;
    pto_code_map map;
    pto_machine *view[VIEWS];
    bool lost;      /* until the next BSTART it is unknown what is open */
    bool passes_on; /* the last instruction, to the next one */
    bool in_system; /* in a System block */
    bool in_body;
    bool may_decide, decided; /* COND block; SETC seen */
    uint64_t last;            /* address of the last finding */
    pto_insn start;           /* of the open bundle */
    uint64_t start_address;
    pto_lint_report report;
    void *user;
    uint32_t count;
} linter;

enum place { HERE, START, ALONE, UNKNOWN };

static const struct static_rule {
    const char *name;
    enum place place;
} static_rules[] = {
#define LINT(rule, place) {#rule, place},
#include "machine/lint.def"
#undef LINT
#define RULE(name, fault, text) {#name, HERE},
#include "bundle/header_rule.def"
#undef RULE
};

static enum place place_of(const char *rule)
{
    for (size_t i = 0; i < sizeof static_rules / sizeof *static_rules; i++)
        if (!strcmp(static_rules[i].name, rule))
            return static_rules[i].place;
    return UNKNOWN;
}

static void report(linter *l, const pto_insn *insn, uint64_t address,
                   const pto_fault *fault)
{
    char text[PTO_INSN_TEXT] = "";
    pto_finding f = {.address = address, .text = text, .fault = *fault};
    if (l->count && l->last == address)
        return;
    if (insn)
        pto_insn_print(&l->map.decoder.isa, insn, address, text, sizeof text);
    l->last = address;
    l->count++;
    l->report(l->user, &f);
}

static void report_placement(linter *l, const pto_insn *insn, uint64_t address,
                             const char *rule, const char *sentence)
{
    pto_fault fault = {.code = PTO_FAULT_BundleControl, .address = address};
    (void)snprintf(fault.rule, sizeof fault.rule, "%s", rule);
    (void)snprintf(fault.text, sizeof fault.text, "%s", sentence);
    report(l, insn, address, &fault);
}

/* Execute a word at an address; every register has a plausible value. */
static void feed(pto_machine *m, uint64_t address, uint64_t word,
                 unsigned length, pto_step *out)
{
    pto_registers r;
    pto_machine_registers(m, 0, &r);
    for (unsigned i = 1; i < 24; i++)
        r.gpr[i] = SOME_VALUE;
    r.tpc = address;
    pto_machine_set_registers(m, 0, &r);
    pto_machine_execute(m, 0, word, length, out);
}

/* While it is lost it judges only what a block start is by itself. */
static void judge(linter *l, const pto_insn *insn, uint64_t address,
                  const pto_fault *fault)
{
    enum place place = place_of(fault->rule);
    if (place == ALONE || (place == HERE && !l->lost))
        report(l, insn, address, fault);
    else if (place == START && !l->lost)
        report(l, &l->start, l->start_address, fault);
}

/*
 * Feed a block start that has done no more than to commit the block before it,
 * which leads elsewhere: control comes to it on another way.
 */
static void feed_again(pto_machine *m, uint64_t address, uint64_t word,
                       unsigned length, pto_step *out)
{
    pto_registers r;
    pto_machine_registers(m, 0, &r);
    if (!r.bundle_active)
        feed(m, address, word, length, out);
}

/*
 * One command through both views. A bundle that could not complete for want of
 * tiles leaves its machine with it: start over, and open the next bundle.
 * False: a block start that opens nothing.
 */
static bool run_command(linter *l, const pto_insn *insn, uint64_t address,
                        uint64_t word, unsigned length)
{
    bool done = true;
    bool starts = pto_starts_block(insn->form);
    bool stops = pto_stops_block(insn->form);
    for (unsigned i = 0; i < VIEWS; i++) {
        pto_step step;
        feed(l->view[i], address, word, length, &step);
        if (step.outcome == PTO_STEP_DONE && starts)
            feed_again(l->view[i], address, word, length, &step);
        else if (step.outcome == PTO_STEP_FAULTED)
            judge(l, insn, address, &step.fault);
        if (step.outcome == PTO_STEP_DONE || (!starts && !stops))
            continue;
        pto_machine_reset(l->view[i]);
        if (starts)
            feed(l->view[i], address, word, length, &step);
        done &= step.outcome == PTO_STEP_DONE;
    }
    return done;
}

/* What a block start says about its body. */
static void note_start(linter *l, const pto_insn *insn, uint64_t address,
                       bool opened)
{
    unsigned id = insn->form->id;
    l->start = *insn;
    l->start_address = address;
    l->lost = !opened;
    l->in_body = l->decided = false;
    l->in_system = id == PTO_FORM_BSTART_SYS || id == PTO_FORM_C_BSTART_SYS;
    l->may_decide =
        id == PTO_FORM_BSTART_COND || id == PTO_FORM_C_BSTART_COND ||
        id == PTO_FORM_BSTART_STD_COND || id == PTO_FORM_BSTART_FP_COND;
}

/* A scalar instruction: where it may stand. It begins the body. */
static void check_scalar(linter *l, const pto_insn *insn, uint64_t address)
{
    static const uint64_t nop = 0x00000015; /* addi zero, 0, ->zero */
    bool decides = pto_form_does(insn->form, PTO_DOES_SETC);
    pto_step step;
    if (l->lost)
        return;
    if (pto_is_system(insn->form) && !l->in_system)
        report_placement(l, insn, address, "SystemBlock",
                         "not in the body of a SYS block");
    if (decides && (!l->may_decide || l->decided))
        report_placement(l, insn, address, "ConditionPlacement",
                         "SETC needs the body of a COND block without "
                         "condition");
    l->decided |= decides;
    for (unsigned i = 0; !l->in_body && i < VIEWS; i++)
        feed(l->view[i], address, nop, 4, &step);
    l->in_body = true;
}

static void check_insn(linter *l, const pto_insn *insn, uint64_t address,
                       uint64_t word, unsigned length)
{
    if (!pto_is_command(insn->form)) {
        check_scalar(l, insn, address);
        return;
    }
    bool done = run_command(l, insn, address, word, length);
    if (pto_starts_block(insn->form))
        note_start(l, insn, address, done);
    if (pto_stops_block(insn->form))
        l->lost = l->in_system = l->may_decide = false;
}

/* Control may come to a label from anywhere. */
static bool is_label(const linter *l, uint64_t address)
{
    size_t i = pto_code_symbol(&l->map, address);
    return i < l->map.count && l->map.symbols[i]->value == address;
}

/* Does control certainly come to what stands behind the instruction? */
static bool passes_on(const pto_insn *insn)
{
    switch (insn->form->id) {
    case PTO_FORM_ACRC:
    case PTO_FORM_ACRE:
    case PTO_FORM_EBREAK:
    case PTO_FORM_C_EBREAK: return false;
    default: break;
    }
    const pto_semantics *how = pto_semantics_of(insn->form);
    switch (how->class) {
    case PTO_DOES_JUMP_REGISTER:
    case PTO_DOES_JUMP:
    case PTO_DOES_STOP: return false;
    case PTO_DOES_FRAME:
        return how->frame != PTO_FRAME_RETURN_ADDRESS &&
               how->frame != PTO_FRAME_RETURN_STACK;
    default: return true;
    }
}

/* Of `left` bytes up to the end of the code, some that are no instruction. */
static void report_undecoded(linter *l, const pto_code_item *x, size_t left)
{
    uint8_t low[4] = {0};
    pto_fault fault = {.code = PTO_FAULT_IllegalInstruction,
                       .address = x->address,
                       .rule = "Encoding"};
    memcpy(low, x->bytes, left < sizeof low ? left : sizeof low);
    unsigned length = pto_insn_length((uint32_t)pto_load_le(low, sizeof low));
    if (length > left)
        (void)snprintf(fault.text, sizeof fault.text,
                       "an instruction of %u bytes, where the code ends",
                       length);
    else if (x->kind == PTO_CODE_DATA)
        (void)snprintf(fault.text, sizeof fault.text, "data, not code");
    else
        pto_undefined_text(&l->map.decoder.isa, pto_insn_word(x->bytes, length),
                           length, fault.text, sizeof fault.text);
    report(l, NULL, x->address, &fault);
}

/* Data where control may not come is no finding; what follows it is unknown. */
static void check_range(void *context, const pto_code_range *range)
{
    linter *l = context;
    pto_code_item x;
    l->lost = true;
    for (uint64_t at = 0; at < range->size; at += x.length) {
        pto_code_next(&l->map, range, at, &x);
        l->lost |= is_label(l, x.address);
        if (x.kind == PTO_CODE_INSN) {
            unsigned n = (unsigned)x.length;
            check_insn(l, &x.insn, x.address, pto_insn_word(x.bytes, n), n);
            l->passes_on = passes_on(&x.insn);
            continue;
        }
        if (!l->lost && l->passes_on)
            report_undecoded(l, &x, (size_t)(range->size - at));
        l->lost = true;
    }
}

static pto_status make_views(linter *l, const pto_isa *isa, pto_error *e)
{
    char name[PTO_ISA_TEXT];
    pto_isa_print(isa, name, sizeof name);
    pto_machine_options four = {.isa = name, .bare = 1};
    pto_machine_options one = {.isa = name, .bare = 1, .pes = 1};
    PTO_TRY(pto_machine_new(&four, &l->view[0], e));
    return pto_machine_new(&one, &l->view[1], e);
}

pto_status pto_lint(const pto_isa *isa, const pto_image *image,
                    pto_lint_report report_to, void *user, uint32_t *count,
                    pto_error *e)
{
    linter *l = calloc(1, sizeof *l);
    if (!l)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    l->image = image;
    l->report = report_to;
    l->user = user;
    pto_status s = make_views(l, isa, e);
    if (s == PTO_OK && pto_code_map_init(&l->map, isa, image) != PTO_OK)
        s = pto_fail(e, PTO_NO_MEMORY, "out of memory");
    if (s == PTO_OK)
        pto_image_each_code(image, check_range, l);
    *count = l->count;
    for (unsigned i = 0; i < VIEWS; i++)
        pto_machine_free(l->view[i]);
    pto_code_map_free(&l->map);
    free(l);
    return s;
}
