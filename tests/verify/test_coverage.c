/*
 * Which forms the golden scalar vectors reach: all of them, and a fault of
 * each that can fault. (test_scalar.c says that the vectors pass.)
 */
#include "tsv.h"

#include "base/bits.h"
#include "machine/machine_test.h"
#include "isa/isa.h"
#include "isa_where.h"

enum { SCALAR_FORMS = 466, ROUNDS = 400 };

/* Forms that take no operand that could be wrong. */
static const pto_form_id never_fault[] = {
    PTO_FORM_ADDTPC, PTO_FORM_HL_ADDTPC, PTO_FORM_LUI,
    PTO_FORM_HL_LUI, PTO_FORM_HL_LIS,    PTO_FORM_HL_LIU,
    PTO_FORM_C_MOVI, PTO_FORM_C_CMP_EQI, PTO_FORM_C_CMP_NEI,
    PTO_FORM_SETRET, PTO_FORM_HL_SETRET, PTO_FORM_C_SETRET,
    PTO_FORM_J,
};

typedef struct reached {
    unsigned lines, faults;
} reached;

static bool is_scalar(const pto_form *f)
{
    const char *family = pto_group_family((pto_group)f->group);
    return strcmp(family, "CMD") != 0 && strcmp(family, "BBD") != 0;
}

static bool faults_never(pto_form_id id)
{
    for (size_t i = 0; i < sizeof never_fault / sizeof *never_fault; i++)
        if (never_fault[i] == id)
            return true;
    return false;
}

/* The form that a line names; PTO_FORM_COUNT: none. */
static unsigned form_of(const char *line)
{
    char want[PTO_FORM_ID_TEXT], have[PTO_FORM_ID_TEXT];
    const char *at = strstr(line, "\"form\":\"");
    if (!at || sscanf(at, "\"form\":\"%47[^\"]", want) != 1)
        return PTO_FORM_COUNT;
    for (unsigned i = 0; i < PTO_FORM_COUNT; i++) {
        pto_form_id_text(pto_form_get((pto_form_id)i), have, sizeof have);
        if (!strcmp(have, want))
            return i;
    }
    return PTO_FORM_COUNT;
}

static void read_lines(const char *path, reached *r)
{
    tsv t = tsv_open(path);
    while (tsv_next(&t)) {
        unsigned form = form_of(t.line);
        if (form == PTO_FORM_COUNT)
            continue;
        r[form].lines++;
        r[form].faults += strstr(t.line, "\"status\":\"rejected\"") != NULL;
    }
    tsv_close(&t);
}

static bool is_published(const pto_form *f)
{
    pto_isa isa = pto_isa_preset(PTO_REVISION_0_58_4);
    return pto_form_exists(f, &isa);
}

TEST(every_form_is_reached_and_faults)
{
    UNUSED_STATE;
    static reached r[PTO_FORM_COUNT + 1];
    unsigned forms = 0;
    read_lines(PTO_TESTS "/vectors/asl-scalar/vectors.jsonl.gz", r);
    read_lines(PTO_TESTS "/vectors/asl-scalar/illegal.jsonl.gz", r);
    for (unsigned i = 0; i < PTO_FORM_COUNT; i++) {
        const pto_form *f = pto_form_get((pto_form_id)i);
        if (!is_scalar(f) || !is_published(f))
            continue;
        forms++;
        CHECK(r[i].lines >= 8, "%s: %u vectors", f->mnemonic, r[i].lines);
        /* LWU.PCR: below. */
        CHECK((r[i].faults > 0) !=
                  (faults_never(f->id) || f->id == PTO_FORM_LWU_PCR),
              "%s: %u vectors fault", f->mnemonic, r[i].faults);
    }
    assert_int_equal(forms, SCALAR_FORMS);
}

static const struct worked {
    pto_form_id form;
    const char *text;
    uint64_t left, right, result;
} rows[] = {
#define WORKED(form, text, left, right, result) \
    {PTO_FORM_##form, text, left, right, result},
#include "verify/worked.def"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

TEST(forms_compute_what_is_worked_by_hand)
{
    UNUSED_STATE;
    for (size_t i = 0; i < ROWS; i++) {
        char isa[PTO_ISA_TEXT], source[128];
        pto_registers r;
        pto_form_id form = rows[i].form;
        pto_machine_options options = {
            .pes = 1, .isa = isa_where(pto_form_get(form)->when, isa)};
        snprintf(source, sizeof source, "%s\nC.BSTOP\n", rows[i].text);
        program p = test_boot(&options, source);
        pto_machine_registers(p.machine, 0, &r);
        r.gpr[2] = rows[i].left;
        r.gpr[3] = rows[i].right;
        pto_machine_set_registers(p.machine, 0, &r);
        test_step(&p);
        CHECK(p.step.form == (uint32_t)form &&
                  p.step.outcome == PTO_STEP_DONE &&
                  p.r.gpr[4] == rows[i].result,
              "%s gives %" PRIx64 " %s", rows[i].text, p.r.gpr[4],
              p.step.fault.text);
        test_end(&p);
    }
}

/* No golden vector reaches what no published revision has. */
TEST(forms_of_ours_are_worked_by_hand)
{
    UNUSED_STATE;
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        bool worked = !is_scalar(f) || is_published(f);
        for (size_t i = 0; i < ROWS; i++)
            worked |= rows[i].form == f->id;
        CHECK(worked, "%s has no row in worked.def", f->mnemonic);
    }
}

TEST(forms_that_never_fault)
{
    UNUSED_STATE;
    uint64_t seed = 13;
    program p = test_single("_start: C.BSTOP\n");
    for (size_t i = 0; i < sizeof never_fault / sizeof *never_fault; i++) {
        const pto_form *f = pto_form_get(never_fault[i]);
        uint64_t bits = pto_low_bits(f->length);
        unsigned tried = 0;
        for (unsigned k = 0; k < ROUNDS; k++) {
            pto_registers r = p.r;
            r.tpc = test_random(&seed) & ~UINT64_C(1);
            r.core_state = k & 15;
            pto_machine_set_registers(p.machine, 0, &r);
            uint64_t word = (test_random(&seed) & ~f->fixed & bits) | f->match;
            pto_step s;
            if (!pto_form_accepts(f, pto_machine_isa(p.machine), word))
                continue;
            tried++;
            pto_machine_execute(p.machine, 0, word, f->length / 8, &s);
            CHECK(s.outcome == PTO_STEP_DONE, "%s: %s", f->mnemonic,
                  s.fault.text);
        }
        CHECK(tried > ROUNDS / 8, "%s: %u", f->mnemonic, tried);
    }
    test_end(&p);
}

/* Its vectors only read where they may; its addresses are always aligned. */
TEST(lwu_pcr_faults)
{
    UNUSED_STATE;
    program p =
        test_boot(&(pto_machine_options){.pes = 1, .memory_bytes = 0x20000},
                  "_start: lwu.pcr [0x20000], ->a0\n"
                  "stop: C.BSTOP\n");
    test_step(&p);
    assert_int_equal(p.step.fault.code, PTO_FAULT_DataPage);
    assert_int_equal(p.step.fault.address, 0x20000);
    test_end(&p);
}

TEST_MAIN(CASE(forms_compute_what_is_worked_by_hand),
          CASE(forms_of_ours_are_worked_by_hand),
          CASE(every_form_is_reached_and_faults), CASE(forms_that_never_fault),
          CASE(lwu_pcr_faults))
