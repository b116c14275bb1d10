/*
 * One scalar instruction: the state before, the word, the state after
 * (tests/vectors/asl-scalar).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify/pe_state.h"

enum { APPLICATION_BYTES = 3072 };

static pto_status make_machine(pto_machine **out, pto_error *e)
{
    const vec_kind *kind = vec_kind_find("scalar");
    return pto_machine_new(
        &(pto_machine_options){
            .isa = kind->isa,
            .profile = kind->profile,
            .pes = kind->pes,
            .memory_bytes = VEC_MEMORY,
            .application_bytes = APPLICATION_BYTES,
            .bare = 1,
        },
        out, e);
}

static void take(vec_state *s, const pto_machine *m)
{
    (void)pto_machine_state(m, 0, s->word, pto_state_count());
    (void)pto_machine_read(m, 0, s->memory, VEC_MEMORY);
}

static pto_status put(pto_machine *m, const vec_state *s, pto_error *e)
{
    (void)pto_machine_write(m, 0, s->memory, VEC_MEMORY);
    if (pto_machine_set_state(m, 0, s->word, pto_state_count()) == PTO_OK)
        return PTO_OK;
    return pto_fail(e, PTO_BAD_INPUT, "pre: a value is out of range");
}

static void differ(vec_result *r, const char *name, uint64_t got,
                   uint64_t wanted)
{
    r->verdict = VEC_FAILED;
    snprintf(r->got, sizeof r->got, "%s %llx", name, (unsigned long long)got);
    snprintf(r->wanted, sizeof r->wanted, "%s %llx", name,
             (unsigned long long)wanted);
}

static void compare(vec_result *r, vec_state *got, vec_state *wanted)
{
    size_t count = pto_state_count();
    char name[PTO_STATE_NAME];
    vec_state_settle(got);
    vec_state_settle(wanted);
    r->verdict = VEC_PASSED;
    for (size_t i = 0; i < count && r->verdict == VEC_PASSED; i++) {
        if (got->word[i] == wanted->word[i])
            continue;
        pto_state_name(i, name, sizeof name);
        differ(r, name, got->word[i], wanted->word[i]);
    }
    for (unsigned i = 0; i < VEC_MEMORY && r->verdict == VEC_PASSED; i++) {
        if (got->memory[i] == wanted->memory[i])
            continue;
        snprintf(name, sizeof name, "memory 0x%x", i);
        differ(r, name, got->memory[i], wanted->memory[i]);
    }
}

/* status, fault and fault_address of the step. */
static pto_status judge_step(const pto_step *s, const json_t *post,
                             vec_result *r, pto_error *e)
{
    const char *status = s->outcome == PTO_STEP_DONE ? "executed" : "rejected";
    const char *fault = "None";
    const char *wanted_status =
        json_string_value(json_object_get(post, "status"));
    const char *wanted_fault =
        json_string_value(json_object_get(post, "fault"));
    uint64_t address = 0, wanted_address = 0;
    if (!wanted_status || !wanted_fault)
        return pto_fail(e, PTO_BAD_INPUT, "post needs status and fault");
    PTO_TRY(vec_json_member(post, "fault_address", &wanted_address, e));
    if (s->outcome == PTO_STEP_FAULTED) {
        fault = pto_fault_name(s->fault.code);
        address = s->fault.address;
    }
    if (s->outcome == PTO_STEP_MISSING)
        fault = "not implemented";
    bool same = !strcmp(status, wanted_status) &&
                !strcmp(fault, wanted_fault) && address == wanted_address;
    r->verdict = same ? VEC_PASSED : VEC_FAILED;
    snprintf(r->got, sizeof r->got, "%s %s %llx %s", status, fault,
             (unsigned long long)address, s->fault.text);
    snprintf(r->wanted, sizeof r->wanted, "%s %s %llx", wanted_status,
             wanted_fault, (unsigned long long)wanted_address);
    return PTO_OK;
}

/* Sticky flags may stand alone, without the whole core_state. */
static pto_status apply_flags(vec_state *s, const json_t *post, pto_error *e)
{
    uint64_t *core_state = vec_word(s, "core_state");
    uint64_t flags = pto_sticky_flags(*core_state);
    PTO_TRY(vec_json_member(post, "flags", &flags, e));
    *core_state &= ~((uint64_t)PTO_ALL_FLAGS << PTO_FLAGS_LSB);
    *core_state |= (flags & PTO_ALL_FLAGS) << PTO_FLAGS_LSB;
    return PTO_OK;
}

static pto_status apply_post(vec_state *s, const json_t *post, pto_error *e)
{
    PTO_TRY(vec_state_apply(s, post, e));
    PTO_TRY(vec_state_apply(s, json_object_get(post, "other"), e));
    return apply_flags(s, post, e);
}

typedef struct states {
    vec_state before, after, wanted;
} states;

static pto_status run(pto_machine *m, const json_t *v, states *s, vec_result *r,
                      pto_error *e)
{
    const json_t *post = json_object_get(v, "post");
    uint64_t word = 0, length = 0;
    pto_step step;
    PTO_TRY(vec_json_member(v, "word", &word, e));
    PTO_TRY(vec_json_member(v, "length", &length, e));
    if (length != 16 && length != 32 && length != 48)
        return pto_fail(e, PTO_BAD_INPUT, "length: 16, 32 or 48");
    take(&s->before, m);
    PTO_TRY(vec_state_apply(&s->before, json_object_get(v, "pre"), e));
    PTO_TRY(put(m, &s->before, e));
    pto_machine_execute(m, 0, word, (unsigned)length / 8, &step);
    take(&s->after, m);
    s->wanted = s->before;
    ++*vec_word(&s->wanted, "cycle");
    PTO_TRY(apply_post(&s->wanted, post, e));
    PTO_TRY(judge_step(&step, post, r, e));
    if (r->verdict == VEC_PASSED)
        compare(r, &s->after, &s->wanted);
    return PTO_OK;
}

pto_status vec_scalar(char *line, vec_result *r, pto_error *e)
{
    json_t *v = NULL;
    pto_machine *m = NULL;
    states *s = calloc(1, sizeof *s);
    pto_status status =
        s ? PTO_OK : pto_fail(e, PTO_NO_MEMORY, "out of memory");
    if (status == PTO_OK)
        status = vec_json_line(line, &v, e);
    if (status == PTO_OK)
        status = make_machine(&m, e);
    if (status == PTO_OK)
        status = run(m, v, s, r, e);
    pto_machine_free(m);
    json_decref(v);
    free(s);
    return status;
}
