/*
 * src/bundle/collect.c: every rule of every header command, broken once: its
 * fault and name, and a header that stays as it was.
 */
#include "bundle/driver.h"

typedef enum header_rule {
#define RULE(name, fault, text) HEADER_##name,
#include "bundle/header_rule.def"
#undef RULE
    HEADER_RULES
} header_rule;

static const struct {
    const char *name, *text;
    pto_fault_code fault;
} rules[] = {
#define RULE(name, fault, text) {#name, text, PTO_FAULT_##fault},
#include "bundle/header_rule.def"
#undef RULE
};

#define R(name) HEADER_##name,
static const struct {
    unsigned command;
    header_rule rules[12];
} schemas[] = {
#define HEADER(command, binds, apply, list) \
    {PTO_COMMAND_##command, {HEADER_header_not_terminal, list HEADER_RULES}},
#include "bundle/header.def"
#undef HEADER
};
#undef R

/* A legal command of each kind, for an open TMATMUL bundle. */
static const char *command_for(unsigned command)
{
    switch (command) {
    case PTO_COMMAND_CONTROL: return "B.CATR {atomic}";
    case PTO_COMMAND_DATA: return "B.DATR NORM, FP32, Zero";
    case PTO_COMMAND_HINT: return "B.HINT BR.likely";
    case PTO_COMMAND_POST: return "B.FPATR 0, 0, 1, 1, 1, 1, 1, 0, 0";
    case PTO_COMMAND_DIMENSION: return "C.B.DIMI 5, ->lb1";
    case PTO_COMMAND_SCALARS: return "B.IOR [a0, a1, zero], ->zero";
    case PTO_COMMAND_TILES: return "B.IOT t#1, u#2, mask=1100, ->m<1KB>";
    case PTO_COMMAND_SHARED: return "B.IOS S9, mask=1100";
    case PTO_COMMAND_SUBVIEW: return "B.SUBVIEW 1, a0, 3, 4";
    case PTO_COMMAND_ASSEMBLE: return "B.ASSEMBLE 1, 0, a0, 3, 4";
    }
    return NULL;
}

static void decode(driver *d, const char *line)
{
    d->count = 0;
    driver_line(d, line);
}

static void set_field(pto_insn *insn, pto_field_id f, int64_t value)
{
    insn->value[pto_form_slot(insn->form, f)] = value;
}

static void violate(driver *d, header_rule r)
{
    pto_header *h = &d->core.pe[0].header;
    pto_insn *insn = &d->insn[0];
    const pto_binder binder = {.mask = 12, .has_destination = true};
    switch (r) {
    case HEADER_header_not_terminal: h->terminal = true; break;
    case HEADER_header_open: h->body = true; break;
    case HEADER_catr_once: h->control.present = true; break;
    case HEADER_datr_once: h->data.present = true; break;
    case HEADER_hint_once: h->hint.present = true; break;
    case HEADER_ior_once: h->scalar.present = true; break;
    case HEADER_dimension_once: h->dimension_set = 2; break;
    case HEADER_fpatr_once: h->post.present = true; break;
    case HEADER_fpatr_matrix: h->kind = PTO_BLOCK_TILE_MEMORY; break;
    case HEADER_fpatr_first: h->shared_count = 1; break;
    case HEADER_fpatr_row_init: set_field(insn, PTO_FIELD_RowMaxEn, 0); break;
    case HEADER_fpatr_group: set_field(insn, PTO_FIELD_GroupNCode, 0); break;
    case HEADER_fpatr_max_abs:
        set_field(insn, PTO_FIELD_RowMaxEn, 0);
        set_field(insn, PTO_FIELD_RowMaxInit, 0);
        set_field(insn, PTO_FIELD_GroupMaxEn, 0);
        set_field(insn, PTO_FIELD_GroupNCode, 0);
        break;
    case HEADER_iot_unterminated:
        h->binder[0] = binder;
        h->binder[0].last = true;
        h->binder_count = 1;
        break;
    case HEADER_iot_mask_agrees:
    case HEADER_ios_mask_agrees:
        h->shared[0] = (pto_shared_binder){.id = 1, .mask = 15};
        h->shared_count = 1;
        break;
    case HEADER_iot_room:
        for (unsigned i = 0; i < PTO_BINDERS; i++)
            h->binder[i] = binder;
        h->binder_count = PTO_BINDERS;
        break;
    case HEADER_ios_distinct:
        h->shared[0] = (pto_shared_binder){.id = 9, .mask = 12};
        h->shared_count = 1;
        break;
    case HEADER_ios_room:
        for (uint8_t i = 0; i < PTO_SHARED_BINDERS; i++)
            h->shared[i] = (pto_shared_binder){.id = i, .mask = 12};
        h->shared_count = PTO_SHARED_BINDERS;
        break;
    case HEADER_assemble_codes:
        set_field(insn, PTO_FIELD_ParentSizeCode, 0);
        break;
    case HEADER_range_after_binder: h->range.open = false; break;
    case HEADER_range_has_role:
        h->binder[0].has_source[1] = h->binder[0].has_destination = false;
        break;
    case HEADER_range_in_order: h->range.allowed = 0; break;
    case HEADER_RULES: break;
    }
}

/* An open TMATMUL bundle; range modifiers stand after their binder. */
static driver *open_bundle(unsigned command)
{
    driver *d = driver_new("0.58.4", 4);
    bool modifies =
        command == PTO_COMMAND_SUBVIEW || command == PTO_COMMAND_ASSEMBLE;
    driver_program(d, modifies ? "BSTART.TMATMUL FP32\n"
                                 "B.IOT t#1, u#2, mask=1100, ->m<1KB>"
                               : "BSTART.TMATMUL FP32");
    driver_run(d);
    decode(d, command_for(command));
    return d;
}

static void check(unsigned command, header_rule r)
{
    driver *d = open_bundle(command);
    pto_fault why = {.code = 0};
    violate(d, r);
    pto_header before = d->core.pe[0].header;
    pto_outcome o = pto_bundle_collect(&d->core, 0, &d->insn[0], &why);
    CHECK(o == PTO_FAULTED && !strcmp(why.rule, rules[r].name),
          "%s: outcome %d, rule %s, not %s", command_for(command), o, why.rule,
          rules[r].name);
    CHECK(why.code == rules[r].fault, "%s", why.rule);
    CHECK(strstr(why.text, rules[r].text), "%s", why.text);
    assert_memory_equal(&before, &d->core.pe[0].header, sizeof before);
    driver_free(d);
}

TEST(every_rule_of_every_command)
{
    UNUSED_STATE;
    for (size_t s = 0; s < sizeof schemas / sizeof *schemas; s++)
        for (const header_rule *r = schemas[s].rules; *r != HEADER_RULES; r++)
            check(schemas[s].command, *r);
}

TEST(legal_commands_are_collected)
{
    UNUSED_STATE;
    for (size_t s = 0; s < sizeof schemas / sizeof *schemas; s++) {
        driver *d = open_bundle(schemas[s].command);
        pto_fault why;
        CHECK(pto_bundle_collect(&d->core, 0, &d->insn[0], &why) == PTO_DONE,
              "%s", command_for(schemas[s].command));
        driver_free(d);
    }
}

TEST(a_dimension_is_a_register_plus_a_number)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    driver_gpr(d, 2, 0x1fffe);
    driver_program(d, "BSTART.TMATMUL FP32\n"
                      "B.DIM a0, 9, ->lb2\n"
                      "B.DIM zero, 65536, ->lb0");
    driver_run(d);
    const pto_header *h = &d->core.pe[0].header;
    assert_int_equal(h->dimension[2], 7); /* the low sixteen bits */
    assert_int_equal(h->dimension[0], 0);
    assert_int_equal(h->dimension_set, 5);
    driver_free(d);
}

TEST(mask_zero_binds_nothing)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    driver_program(d, "BSTART.TMATMUL FP32\n"
                      "B.IOT t#1, mask=1111, last\n"
                      "B.IOT t#1, mask=0000, last\n" /* after last: no matter */
                      "B.IOS S1, mask=0000");
    driver_run(d);
    const pto_header *h = &d->core.pe[0].header;
    assert_int_equal(d->outcome[0], PTO_DONE);
    assert_int_equal(h->binder_count, 1);
    assert_int_equal(h->shared_count, 0);
    assert_true(h->zero_mask_seen);
    driver_free(d);
}

TEST_MAIN(CASE(every_rule_of_every_command), CASE(legal_commands_are_collected),
          CASE(a_dimension_is_a_register_plus_a_number),
          CASE(mask_zero_binds_nothing))
