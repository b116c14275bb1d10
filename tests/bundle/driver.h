/*
 * A tiny machine for the tests of bundles: lines of assembly become words,
 * words are decoded, header commands are collected and bundles executed, on
 * each PE in turn. Branches and scalar instructions are not its business.
 */
#ifndef PTO_TESTS_BUNDLE_DRIVER_H
#define PTO_TESTS_BUNDLE_DRIVER_H

#include "bundle/bundle.h"
#include "pto/text.h"
#include "pto_test.h"
#include "tile/tile.h"
#include "isa/isa.h"

enum { DRIVER_INSNS = 1024, DRIVER_MEMORY = 1 << 20 };

typedef struct driver {
    pto_core core;
    pto_decoder decoder;
    pto_insn insn[DRIVER_INSNS];
    unsigned count;
    unsigned at[PTO_PES]; /* next instruction of each PE */
    pto_fault fault[PTO_PES];
    pto_outcome outcome[PTO_PES];
} driver;

/* A core of this revision, as in "0.58.4,coop_m=per-pe". */
static inline driver *driver_new(const char *isa, unsigned pes)
{
    driver *d = calloc(1, sizeof *d);
    pto_error e = {.message = ""};
    assert_non_null(d);
    CHECK(pto_isa_parse(isa, &d->core.isa, &e) == PTO_OK, "%s", e.message);
    d->core.pes = pes;
    d->core.profile = pto_profile_find(NULL);
    pto_memory_init(&d->core.memory, DRIVER_MEMORY, 0);
    pto_decoder_init(&d->decoder, &d->core.isa);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        pto_header_clear(&d->core.pe[pe].header);
    return d;
}

/* 0.58.3 in the single-stream view: its public model, or its text. */
static inline driver *driver_new_quirks(bool quirks)
{
    return driver_new(quirks ? "0.58.3-asl" : "0.58.3,tile_names=absolute", 1);
}

static inline void driver_free(driver *d)
{
    pto_core_free_tiles(&d->core);
    pto_memory_free(&d->core.memory);
    free(d);
}

/* One line: assembled, encoded to a word, decoded from the word. */
static inline void driver_line(driver *d, const char *line)
{
    pto_insn insn;
    pto_error e = {.message = ""};
    uint64_t word = 0;
    CHECK(d->count < DRIVER_INSNS, "program too long");
    CHECK(pto_insn_assemble(&d->core.isa, line, 0, &insn, &e) == PTO_OK,
          "'%s': %s", line, e.message);
    CHECK(pto_encode(&d->core.isa, &insn, &word, &e) == PTO_OK, "'%s': %s",
          line, e.message);
    CHECK(pto_decode(&d->decoder, word, insn.form->length / 8U,
                     &d->insn[d->count++]) == PTO_OK,
          "'%s'", line);
}

/* Replace the program; one instruction a line, ';' also ends one. */
static inline void driver_program(driver *d, const char *text)
{
    char line[PTO_INSN_TEXT];
    d->count = 0;
    while (*text) {
        size_t n = strcspn(text, "\n;");
        size_t skip = strspn(text, " ");
        if (skip < n) {
            snprintf(line, sizeof line, "%.*s", (int)(n - skip), text + skip);
            driver_line(d, line);
        }
        text += n + (text[n] != '\0');
    }
    memset(d->at, 0, sizeof d->at);
}

static inline void driver_start(driver *d, unsigned pe, const pto_insn *insn)
{
    pto_header *h = &d->core.pe[pe].header;
    unsigned op = insn->operation - 1U;
    CHECK(op < PTO_OP_COUNT, "%s", insn->form->mnemonic);
    pto_header_clear(h);
    h->active = true;
    static const uint8_t kinds[] = {
        [PTO_FAMILY_TEPL] = PTO_BLOCK_TILE_ELEMENT,
        [PTO_FAMILY_TLSU] = PTO_BLOCK_TILE_MEMORY,
        [PTO_FAMILY_CUBE] = PTO_BLOCK_TILE_MATRIX,
    };
    h->kind = kinds[pto_tile_op_get(op)->family];
    h->operation = (pto_operation){
        .present = true,
        .op = (uint8_t)op,
        .type = (uint8_t)pto_insn_get(insn, PTO_FIELD_DataType),
        .has_type = true,
    };
}

/* One step of one PE; true if it moved. */
static inline bool driver_step(driver *d, unsigned pe)
{
    const pto_insn *insn = &d->insn[d->at[pe]];
    pto_header *h = &d->core.pe[pe].header;
    bool starts = pto_starts_block(insn->form);
    bool stops = pto_stops_block(insn->form);
    pto_outcome *o = &d->outcome[pe];
    if (starts || stops) {
        *o = h->active ? pto_bundle_execute(&d->core, pe, &d->fault[pe])
                       : PTO_DONE;
        if (*o == PTO_DONE && starts)
            driver_start(d, pe, insn);
        else if (*o == PTO_DONE)
            pto_header_clear(h);
    } else {
        *o = pto_bundle_collect(&d->core, pe, insn, &d->fault[pe]);
    }
    d->at[pe] += *o == PTO_DONE;
    return *o == PTO_DONE;
}

/* Every PE to the end of the program, a fault, or until nobody can move. */
static inline void driver_run(driver *d)
{
    memset(d->outcome, 0, sizeof d->outcome);
    for (bool moved = true; moved;) {
        moved = false;
        for (unsigned pe = 0; pe < d->core.pes; pe++) {
            bool stands =
                d->outcome[pe] != PTO_DONE && d->outcome[pe] != PTO_WAITING;
            if (d->at[pe] >= d->count || stands)
                continue;
            driver_step(d, pe);
            moved |= d->outcome[pe] != PTO_WAITING;
        }
    }
}

/* Every PE has to finish. */
static inline void driver_pass(driver *d, const char *text)
{
    char wait[128] = "";
    driver_program(d, text);
    driver_run(d);
    if (d->outcome[0] == PTO_WAITING)
        pto_bundle_describe_wait(&d->core, 0, 1, wait, sizeof wait);
    for (unsigned pe = 0; pe < d->core.pes; pe++)
        CHECK(d->outcome[pe] == PTO_DONE,
              "PE%u: outcome %d at %u (%s): %s: %s%s", pe, d->outcome[pe],
              d->at[pe], d->insn[d->at[pe]].form->mnemonic, d->fault[pe].rule,
              d->fault[pe].text, wait);
}

/* PE `pe` has to be rejected by this rule. */
static inline void driver_fail(driver *d, unsigned pe, const char *rule,
                               const char *text)
{
    driver_program(d, text);
    driver_run(d);
    CHECK(d->outcome[pe] == PTO_FAULTED && !strcmp(d->fault[pe].rule, rule),
          "PE%u: outcome %d, rule %s (%s), not %s", pe, d->outcome[pe],
          d->fault[pe].rule, d->fault[pe].text, rule);
    for (unsigned i = 0; i < PTO_PES; i++)
        pto_header_clear(&d->core.pe[i].header);
}

/* Set a register of all PEs. */
static inline void driver_gpr(driver *d, unsigned r, uint64_t value)
{
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        d->core.pe[pe].gpr[r] = value;
}

/* PE0 rejects it by this rule, or passes where the rule is "". */
static inline void driver_expect(driver *d, const char *rule, const char *text)
{
    if (rule[0])
        driver_fail(d, 0, rule, text);
    else
        driver_pass(d, text);
}

/* A Local tile by its name, as under absolute names, to change it. */
static inline pto_tile *driver_edit(driver *d, unsigned pe, const char *name)
{
    unsigned hand = (unsigned)(strchr("tumn", name[0]) - "tumn");
    unsigned number = (unsigned)strtoul(name + 2, NULL, 10);
    return &d->core.pe[pe].local[hand * PTO_HAND_TILES + number - 1].tile;
}

static inline const pto_tile *driver_tile(const driver *d, unsigned pe,
                                          const char *name)
{
    return driver_edit((driver *)(uintptr_t)d, pe, name);
}

static inline uint64_t driver_hash(uint64_t h, const void *bytes, size_t n)
{
    const uint8_t *b = bytes;
    for (size_t i = 0; i < n; i++)
        h = (h ^ b[i]) * UINT64_C(0x100000001b3);
    return h;
}

static inline uint64_t driver_hash_tile(uint64_t h, const pto_tile *t)
{
    pto_tile flat = *t;
    flat.bytes = NULL;
    flat.defined = NULL;
    h = driver_hash(h, &flat, sizeof flat);
    if (!t->allocated)
        return h;
    h = driver_hash(h, t->bytes, t->capacity_bytes);
    return driver_hash(h, t->defined, (pto_tile_indices(t) + 63U) / 64 * 8);
}

static inline uint64_t driver_hash_parent(uint64_t h, const pto_generation *g)
{
    pto_generation flat = *g;
    flat.tile = (pto_tile){.allocated = 0};
    return driver_hash_tile(driver_hash(h, &flat, sizeof flat), &g->tile);
}

/* What instructions can see, header and fault state aside, byte for byte. */
static inline uint64_t driver_digest(const driver *d)
{
    static uint8_t bytes[DRIVER_MEMORY];
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        const pto_pe *p = &d->core.pe[pe];
        h = driver_hash(h, p, offsetof(pto_pe, header)); /* registers */
        for (unsigned i = 0; i < PTO_LOCAL_TILES; i++) {
            h = driver_hash_tile(h, &p->local[i].tile);
            h = driver_hash(h, &p->local[i].mask, 1);
        }
        for (unsigned i = 0; i < PTO_HANDS; i++)
            h = driver_hash_parent(h, &p->building[i]);
    }
    for (unsigned i = 0; i < PTO_SHARED_TILES; i++) {
        const pto_shared *s = &d->core.shared[i];
        uint8_t state[4] = {s->described, s->published, s->allocation_mask,
                            s->initialized_mask};
        h = driver_hash(driver_hash_tile(h, &s->tile), state, sizeof state);
        h = driver_hash_parent(h, &s->building);
    }
    pto_memory_read(&d->core.memory, 0, bytes, sizeof bytes);
    return driver_hash(h, bytes, sizeof bytes);
}

static inline uint32_t float_bits(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* Write floats at an address. */
static inline void driver_floats(driver *d, uint64_t address, const float *v,
                                 size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t bits = float_bits(v[i]);
        assert_true(
            pto_memory_write(&d->core.memory, address + 4 * i, &bits, 4));
    }
}

#endif
