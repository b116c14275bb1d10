/* Every system register: reset, access class, ring, and what it stores. */
#include "machine_test.h"

enum { RO = 1, WO, RW, BASE, FAMILY, FIXED_1, SOURCE = 5, TARGET = 6 };

static const struct row {
    const char *name;
    unsigned scope, address, access;
} rows[] = {
#define SYSREG(name, scope, address, access, behaviour) \
    {#name, scope, address, access},
#include "isa/sysreg.def"
#undef SYSREG
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static pto_machine *machine(void)
{
    pto_machine *m = NULL;
    pto_error e = {0};
    CHECK(pto_machine_new(&(pto_machine_options){.pes = 1}, &m, &e) == PTO_OK,
          "%s", e.message);
    return m;
}

/* Execute one SYS form in the body of a SYS block, in a ring. */
static pto_step execute(pto_machine *m, pto_form_id form, uint32_t address,
                        uint64_t value, unsigned ring, pto_registers *r)
{
    pto_insn insn = {.form = pto_form_get(form)};
    const struct {
        pto_field_id field;
        int64_t value;
    } fields[] = {{PTO_FIELD_SSR_ID, address},
                  {PTO_FIELD_SrcL, SOURCE},
                  {PTO_FIELD_RegDst, TARGET}};
    uint64_t bits = 0;
    pto_step step;
    pto_error e = {0};
    for (size_t i = 0; i < 3; i++)
        if (pto_form_has(insn.form, fields[i].field))
            insn.value[pto_form_slot(insn.form, fields[i].field)] =
                fields[i].value;
    CHECK(pto_encode(pto_machine_isa(m), &insn, &bits, &e) == PTO_OK, "%s",
          e.message);
    pto_machine_reset(m);
    pto_machine_execute(m, 0, 0x0840, 2, &step); /* C.BSTART.SYS FALL */
    CHECK(step.outcome == PTO_STEP_DONE, "%s", step.fault.text);
    pto_machine_registers(m, 0, r);
    r->bundle_body = 1;
    r->core_state = ring;
    r->gpr[SOURCE] = value;
    r->gpr[TARGET] = 0x5a5a;
    pto_machine_set_registers(m, 0, r);
    pto_machine_execute(m, 0, bits, insn.form->length / 8U, &step);
    pto_machine_registers(m, 0, r);
    return step;
}

static void expect(const pto_step *s, bool allowed, const char *name,
                   uint32_t address, const char *what)
{
    if (allowed)
        CHECK(s->outcome == PTO_STEP_DONE, "%s at %x, %s: %s", name, address,
              what, s->fault.text);
    else
        CHECK(s->outcome == PTO_STEP_FAULTED &&
                  s->fault.code == PTO_FAULT_IllegalInstruction,
              "%s at %x, %s: outcome %u", name, address, what, s->outcome);
}

static void check_address(pto_machine *m, const struct row *w, uint32_t address)
{
    pto_registers r;
    uint64_t stored = 0;
    pto_step s = execute(m, PTO_FORM_HL_SSRGET, address, 0, 0, &r);
    expect(&s, w->access != WO, w->name, address, "read");
    if (w->access == WO)
        CHECK(r.gpr[TARGET] == 0x5a5a, "%s: destination kept", w->name);
    uint64_t value = UINT64_C(0x123456789abcdef0); /* of ring 0 */
    s = execute(m, PTO_FORM_HL_SSRSET, address, value, 0, &r);
    expect(&s, w->access != RO, w->name, address, "write");
    pto_machine_sysreg(m, 0, address, &stored);
    if (w->access == RW && (address & 0xfff) != 0xf02)
        CHECK(stored == value, "%s at %x stores %" PRIx64, w->name, address,
              stored);
    bool is_bank = w->scope != BASE;
    s = execute(m, PTO_FORM_HL_SSRGET, address, 0, 3, &r);
    expect(&s, w->access != WO && !is_bank, w->name, address, "ring 3");
}

TEST(every_address_of_every_definition)
{
    UNUSED_STATE;
    pto_machine *m = machine();
    unsigned addresses = 0;
    for (size_t i = 0; i < ROWS; i++)
        for (uint32_t ring = 0; ring < 16; ring++) {
            bool there = rows[i].scope == FAMILY ||
                         (rows[i].scope == BASE && ring == 0) ||
                         (rows[i].scope == FIXED_1 && ring == 1);
            if (!there)
                continue;
            addresses++;
            check_address(m, &rows[i],
                          rows[i].scope == BASE ? rows[i].address
                                                : ring << 12 | rows[i].address);
        }
    CHECK(ROWS == 72 && addresses == 837, "%u addresses", addresses);
    pto_machine_free(m);
}

TEST(swap_needs_both_directions)
{
    UNUSED_STATE;
    pto_machine *m = machine();
    pto_registers r;
    for (size_t i = 0; i < ROWS; i++) {
        if (rows[i].scope == FIXED_1)
            continue;
        pto_step s =
            execute(m, PTO_FORM_SSRSWAP, rows[i].address, 0x77000, 0, &r);
        expect(&s, rows[i].access == RW, rows[i].name, rows[i].address, "swap");
        if (rows[i].access != RW)
            CHECK(r.gpr[TARGET] == 0x5a5a, "%s: destination kept",
                  rows[i].name);
    }
    pto_machine_free(m);
}

TEST(addresses_between_the_definitions)
{
    UNUSED_STATE;
    static const uint32_t holes[] = {0x0002,  0x0f04,   0x0f10,  0x2f10,
                                     0x0fb8,  0x0fff,   0x1000,  0x10000,
                                     0x10f00, 0xffffff, 0x100020};
    pto_machine *m = machine();
    pto_registers r;
    for (size_t i = 0; i < sizeof holes / sizeof holes[0]; i++) {
        pto_step s = execute(m, PTO_FORM_HL_SSRGET, holes[i], 0, 0, &r);
        expect(&s, false, "hole", holes[i], "read");
        s = execute(m, PTO_FORM_HL_SSRSET, holes[i], 1, 0, &r);
        expect(&s, false, "hole", holes[i], "write");
    }
    pto_machine_free(m);
}

TEST(reset_values)
{
    UNUSED_STATE;
    pto_machine *m = machine();
    for (size_t i = 0; i < ROWS; i++)
        for (uint32_t ring = 0; ring < 16 && rows[i].scope == FAMILY; ring++) {
            uint64_t v = 1;
            CHECK(pto_machine_sysreg(m, 0, ring << 12 | rows[i].address, &v) ==
                      PTO_OK,
                  "%s", rows[i].name);
            CHECK(v == (rows[i].address == 0xf07 ? 3 : 0), "%s: %" PRIx64,
                  rows[i].name, v);
        }
    uint64_t v = 0;
    pto_machine_sysreg(m, 0, 0x23, &v);
    CHECK(v == 1, "VERSION");
    pto_machine_sysreg(m, 0, 0x27, &v);
    CHECK(v == 0x40000, "TILE_CAPACITY");
    pto_machine_free(m);
    pto_error e = {0};
    CHECK(pto_machine_new(&(pto_machine_options){0}, &m, &e) == PTO_OK, "four");
    for (unsigned pe = 0; pe < 4; pe++) {
        pto_machine_sysreg(m, pe, 0x26, &v);
        CHECK(v == pe, "THREAD_ID of PE%u", pe);
    }
    pto_machine_free(m);
}

TEST(time_ticks_once_an_attempt)
{
    UNUSED_STATE;
    program p = test_single("    .globl _start, stop\n_start: BSTART.SYS FALL\n"
                            "    ssrget 0x10, ->a0\n"
                            "    ssrget 0xc00, ->a1\n"
                            "    hl.ssrget 0x3f20, ->a2\n"
                            "    c.ssrget 16, ->t\n"
                            "    addi t#1, 0, ->a3\n"
                            "stop: C.BSTOP\n");
    test_run(&p);
    for (unsigned i = 0; i < 4; i++)
        CHECK(p.r.gpr[A0 + i] == 2 + i, "a%u is %" PRIu64, i, p.r.gpr[A0 + i]);
    test_end(&p);
}

TEST(lsrget_reads_the_open_block)
{
    UNUSED_STATE;
    program p = test_single("    .globl _start, stop, block\n"
                            "_start: C.BSTOP\n"
                            "block: BSTART.STD DIRECT, stop\n"
                            "    B.CATR aq, far\n"
                            "    lsrget 0, ->a0\n"
                            "    lsrget 1, ->a1\n"
                            "    lsrget 2, ->a2\n"
                            "stop: C.BSTOP\n");
    pto_machine_registers(p.machine, 0, &p.r);
    p.r.tpc = test_symbol(&p, "block");
    pto_machine_set_registers(p.machine, 0, &p.r);
    test_run(&p);
    test_expect_stop(&p, PTO_STOP_REACHED);
    CHECK(p.r.gpr[A0] == test_symbol(&p, "block"), "BPC");
    CHECK(p.r.gpr[A1] == test_symbol(&p, "stop"), "BPCN");
    CHECK(p.r.gpr[A2] == (1 << 4 | 1 << 7 | 1 << 9 | 1 << 11), "%" PRIx64,
          p.r.gpr[A2]);
    test_end(&p);
}

TEST_MAIN(CASE(every_address_of_every_definition),
          CASE(swap_needs_both_directions),
          CASE(addresses_between_the_definitions), CASE(reset_values),
          CASE(time_ticks_once_an_attempt), CASE(lsrget_reads_the_open_block))
