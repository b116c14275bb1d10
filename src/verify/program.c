/*
 * Straight-line programs: state before, instructions, state after
 * (tests/vectors/asl-tile and asl-matrix).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify/tile_state.h"

enum { MEMORY_LIMIT = 1 << 24, EBARG_TPC = 0x0f43, GPRS = 24, PES = 4 };

typedef struct program {
    json_t *line;
    const json_t *pre, *post;
    pto_machine *m;
    uint8_t *memory; /* as it has to be afterwards */
    size_t memory_size;
    uint64_t gpr[GPRS];
    pto_step step; /* the last one */
    size_t executed;
} program;

/* ---- Before ------------------------------------------------------------- */

static pto_status make_machine(program *p, pto_error *e)
{
    uint64_t size = 0;
    PTO_TRY(vec_json_number(json_object_get(p->line, "memory_bytes"),
                            "memory_bytes", &size, e));
    if (!size || size > MEMORY_LIMIT || size % 2)
        return pto_fail(e, PTO_BAD_INPUT, "memory_bytes out of range");
    p->memory_size = (size_t)size;
    p->memory = calloc(1, p->memory_size);
    if (!p->memory)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    const vec_kind *kind = vec_kind_find("program");
    return pto_machine_new(&(pto_machine_options){.isa = kind->isa,
                                                  .profile = kind->profile,
                                                  .pes = kind->pes,
                                                  .memory_bytes = size,
                                                  .bare = 1},
                           &p->m, e);
}

static pto_status set_registers(uint64_t *gpr, const json_t *object,
                                pto_error *e)
{
    const char *key;
    json_t *v;
    unsigned i;
    json_object_foreach((json_t *)(uintptr_t)object, key, v)
    {
        PTO_TRY(vec_json_index(key, 10, GPRS, &i, e));
        PTO_TRY(vec_json_number(v, key, &gpr[i], e));
    }
    gpr[0] = 0;
    return PTO_OK;
}

/* `gpr` is of every PE, where `pe_gpr` has nothing else for it. */
static pto_status set_pe(program *p, unsigned pe, pto_error *e)
{
    char key[4];
    pto_registers r;
    pto_machine_registers(p->m, pe, &r);
    snprintf(key, sizeof key, "%u", pe);
    const json_t *own = json_object_get(json_object_get(p->pre, "pe_gpr"), key);
    PTO_TRY(vec_json_member(p->pre, "tpc", &r.tpc, e));
    PTO_TRY(set_registers(r.gpr, json_object_get(p->pre, "gpr"), e));
    PTO_TRY(set_registers(r.gpr, own, e));
    pto_machine_set_registers(p->m, pe, &r);
    return PTO_OK;
}

static pto_status set_up(program *p, pto_error *e)
{
    const char *key;
    json_t *v;
    unsigned pe;
    pto_registers r;
    json_object_foreach(json_object_get(p->pre, "pe_gpr"), key, v)
        PTO_TRY(vec_json_index(key, 10, PES, &pe, e));
    for (pe = 0; pe < PES; pe++)
        PTO_TRY(set_pe(p, pe, e));
    pto_machine_registers(p->m, 0, &r);
    memcpy(p->gpr, r.gpr, sizeof p->gpr);
    PTO_TRY(vec_json_memory(json_object_get(p->pre, "mem"), p->memory,
                            p->memory_size, e));
    if (pto_machine_write(p->m, 0, p->memory, p->memory_size) != PTO_OK)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    return vec_tiles_make(p->m, p->pre, e);
}

/* ---- Running ------------------------------------------------------------ */

static pto_status execute(program *p, pto_error *e)
{
    const json_t *code = json_object_get(p->line, "code"), *v;
    size_t i;
    if (!json_array_size(code))
        return pto_fail(e, PTO_BAD_INPUT, "code: no instructions");
    json_array_foreach(code, i, v)
    {
        uint64_t word = 0, length = 0;
        PTO_TRY(vec_json_member(v, "word", &word, e));
        PTO_TRY(vec_json_member(v, "length", &length, e));
        if (!length || length % 16 || length > 64)
            return pto_fail(e, PTO_BAD_INPUT, "length: 16, 32, 48 or 64");
        pto_machine_execute(p->m, 0, word, (unsigned)length / 8, &p->step);
        if (p->step.outcome != PTO_STEP_DONE)
            return PTO_OK;
        p->executed++;
    }
    return PTO_OK;
}

/* ---- After -------------------------------------------------------------- */

static bool same(vec_result *r, const char *what, uint64_t got, uint64_t wanted)
{
    if (got == wanted)
        return true;
    r->verdict = VEC_FAILED;
    snprintf(r->got, sizeof r->got, "%s %llx", what, (unsigned long long)got);
    snprintf(r->wanted, sizeof r->wanted, "%s %llx", what,
             (unsigned long long)wanted);
    return false;
}

/* How the last instruction ended. */
static pto_status judge_end(const program *p, vec_result *r, pto_error *e)
{
    const pto_step *s = &p->step;
    const char *wanted = json_string_value(json_object_get(p->post, "fault"));
    bool faulted = s->outcome == PTO_STEP_FAULTED;
    const char *fault = faulted ? pto_fault_name(s->fault.code) : "None";
    uint64_t count = 0;
    if (!wanted)
        return pto_fail(e, PTO_BAD_INPUT, "post.fault is missing");
    PTO_TRY(vec_json_member(p->post, "executed", &count, e));
    if (s->outcome == PTO_STEP_OUT_OF_MEMORY)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    bool ends_alike = !strcmp(fault, wanted) && p->executed == count;
    r->verdict = ends_alike ? VEC_PASSED : VEC_FAILED;
    if (s->outcome == PTO_STEP_MISSING)
        r->verdict = VEC_MISSING;
    snprintf(r->got, sizeof r->got, "%s after %zu: %s: %s", fault, p->executed,
             s->fault.rule, s->fault.text);
    snprintf(r->wanted, sizeof r->wanted, "%s after %llu", wanted,
             (unsigned long long)count);
    return PTO_OK;
}

static pto_status compare_places(const program *p, vec_result *r, pto_error *e)
{
    pto_registers pe;
    pto_machine_registers(p->m, 0, &pe);
    bool faulted = p->step.outcome == PTO_STEP_FAULTED, active = false;
    uint64_t saved = 0, got_saved = 0, tpc = 0, flags = 0;
    uint64_t address = 0, bpc = pe.bpc;
    PTO_TRY(vec_json_member(p->post, "tpc", &tpc, e));
    PTO_TRY(vec_json_member(p->post, "fault_address", &address, e));
    PTO_TRY(vec_json_member(p->post, "flags", &flags, e));
    PTO_TRY(vec_json_member(p->post, "bpc", &bpc, e));
    PTO_TRY(vec_json_bool(p->post, "bundle_active", &active, e));
    same(r, "tpc", pe.tpc, tpc);
    same(r, "fault_address", faulted ? p->step.fault.address : 0, address);
    same(r, "flags", pto_sticky_flags(pe.core_state), flags);
    same(r, "bpc", pe.bpc, bpc);
    same(r, "bundle_active", pe.bundle_active, active);
    if (json_is_string(json_object_get(p->post, "saved_tpc"))) {
        PTO_TRY(vec_json_member(p->post, "saved_tpc", &saved, e));
        pto_machine_sysreg(p->m, 0, EBARG_TPC, &got_saved);
        same(r, "saved_tpc", got_saved, saved);
    }
    return PTO_OK;
}

static pto_status compare_registers(program *p, vec_result *r, pto_error *e)
{
    char name[16];
    pto_registers pe;
    pto_machine_registers(p->m, 0, &pe);
    PTO_TRY(set_registers(p->gpr, json_object_get(p->post, "gpr"), e));
    for (unsigned i = 0; i < GPRS; i++) {
        snprintf(name, sizeof name, "r%u", i);
        same(r, name, pe.gpr[i], p->gpr[i]);
    }
    return PTO_OK;
}

static pto_status compare_memory(program *p, vec_result *r, pto_error *e)
{
    uint8_t *got = malloc(p->memory_size);
    char name[32];
    if (!got)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    pto_machine_read(p->m, 0, got, p->memory_size);
    pto_status s = vec_json_memory(json_object_get(p->post, "mem"), p->memory,
                                   p->memory_size, e);
    for (size_t i = 0; s == PTO_OK && i < p->memory_size; i++) {
        if (got[i] == p->memory[i])
            continue;
        snprintf(name, sizeof name, "memory 0x%zx", i);
        same(r, name, got[i], p->memory[i]);
        break;
    }
    free(got);
    return s;
}

static pto_status compare(program *p, vec_result *r, pto_error *e)
{
    PTO_TRY(judge_end(p, r, e));
    if (r->verdict != VEC_PASSED)
        return PTO_OK;
    PTO_TRY(vec_tiles_compare(p->m, p->post, r, e));
    PTO_TRY(compare_registers(p, r, e));
    if (!json_is_true(json_object_get(p->post, "undefined_shared")))
        PTO_TRY(compare_memory(p, r, e));
    return compare_places(p, r, e);
}

static pto_status run(program *p, vec_result *r, pto_error *e)
{
    p->pre = json_object_get(p->line, "pre");
    p->post = json_object_get(p->line, "post");
    if (!p->pre || !p->post)
        return pto_fail(e, PTO_BAD_INPUT, "a program has pre, code and post");
    PTO_TRY(make_machine(p, e));
    PTO_TRY(set_up(p, e));
    PTO_TRY(execute(p, e));
    return compare(p, r, e);
}

static pto_status judge(const char *line, bool takes_suspects, vec_result *r,
                        pto_error *e)
{
    program p = {0};
    pto_status s = vec_json_line(line, &p.line, e);
    if (s == PTO_OK && !takes_suspects && json_object_get(p.line, "suspect"))
        r->verdict = VEC_SKIPPED;
    else if (s == PTO_OK)
        s = run(&p, r, e);
    pto_machine_free(p.m);
    json_decref(p.line);
    free(p.memory);
    return s;
}

pto_status vec_program(char *line, vec_result *r, pto_error *e)
{
    return judge(line, false, r, e);
}

pto_status vec_suspect(char *line, vec_result *r, pto_error *e)
{
    return judge(line, true, r, e);
}
