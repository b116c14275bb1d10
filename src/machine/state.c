/* The words of a PE by name: state.def and the system registers. */
#include "pto/state.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/access.h"
#include "machine/system/trap.h"

static const char *const truth[] = {"false", "true"};

static const char *const kinds[] = {"Standard",     "Floating",   "System",
                                    "TileElement",  "TileMemory", "TileMatrix",
                                    "FrameTemplate"};

static const char *const transfers[] = {"Fallthrough", "Direct", "Conditional",
                                        "Call",        "Return", "Indirect",
                                        "IndirectCall"};

static const char *const operations[] = {
#define MAINTENANCE(name, cache, operand) #name,
#include "isa/maintenance.def"
#undef MAINTENANCE
};

static const char *const requests[] = {"SendEvent", "WaitEvent",
                                       "WaitInterrupt", "WaitTimeout"};

typedef struct row {
    const char *name;
    size_t offset;
    uint64_t most;
    const char *const *values;
    uint8_t in_host, size; /* bytes of a word */
    uint8_t rings, each;
} row;

static const row rows[] = {
#define PE(member)   offsetof(pto_pe, member)
#define HOST(member) offsetof(pto_host, member)
#define SIZE_PE(m)   0, sizeof(((pto_pe *)0)->m)
#define SIZE_HOST(m) 1, sizeof(((pto_host *)0)->m)
#define NONE         NULL
#define ONE          1, 1
#define EACH(n)      1, n
#define RING(n)      PTO_RINGS, n
#define STATE(name, owner, member, most, values, count) \
    {name, owner(member), most, values, SIZE_##owner(member), count},
#include "machine/state.def"
#undef STATE
};

enum { ROWS = sizeof rows / sizeof rows[0] };

/* Every address of a system register. */
static const uint16_t registers[] = {
#define BASE(a)    a
#define FIXED_1(a) 0x1000 | a
#define FOUR(r, a) \
    r << 12 | a, (r + 1) << 12 | a, (r + 2) << 12 | a, (r + 3) << 12 | a
#define FAMILY(a) FOUR(0, a), FOUR(4, a), FOUR(8, a), FOUR(12, a)

#define SYSREG(name, scope, address, ...) scope(address),
#include "isa/sysreg.def"
#undef SYSREG
};

enum { REGISTERS = sizeof registers / sizeof registers[0] };

/* Is it another view of `cycle` or `core_state`? */
static bool is_view(unsigned address)
{
    return address == 0x10 || address == 0x20 || address == 0xc00 ||
           (address & 0xfff) == PTO_TIMER_TIME;
}

static size_t words_of(const row *r)
{
    return (size_t)r->rings * r->each;
}

/* A word: an element of a row, or the register at an address. */
typedef struct word {
    const row *row; /* NULL: a register */
    unsigned ring, element, address;
} word;

/* Numbers words in order. Start with zeros; false behind the last. */
typedef struct walk {
    size_t at; /* of rows, then of registers */
    unsigned next;
    word word;
} walk;

static bool step(walk *w)
{
    for (; w->at < ROWS; w->at++, w->next = 0) {
        const row *r = &rows[w->at];
        if (w->next < words_of(r)) {
            w->word = (word){r, w->next / r->each, w->next % r->each, 0};
            w->next++;
            return true;
        }
    }
    while (w->at < ROWS + REGISTERS) {
        w->word = (word){.address = registers[w->at++ - ROWS]};
        if (!is_view(w->word.address))
            return true;
    }
    return false;
}

static bool word_at(size_t i, word *out)
{
    walk w = {0};
    while (w.at < ROWS && i >= words_of(&rows[w.at]))
        i -= words_of(&rows[w.at++]);
    w.next = (unsigned)i;
    for (i = w.at < ROWS ? 0 : i; step(&w); i--)
        if (i == 0) {
            *out = w.word;
            return true;
        }
    return false;
}

size_t pto_state_count(void)
{
    walk w = {0};
    size_t n = 0;
    while (step(&w))
        n++;
    return n;
}

static size_t print_name(const word *w, char *out, size_t size)
{
    int n = 0;
    if (!w->row)
        n = snprintf(out, size, "ssr.%04x", w->address);
    else if (w->row->rings > 1)
        n = snprintf(out, size, w->row->name, w->ring, w->element);
    else
        n = snprintf(out, size, w->row->name, w->element);
    return (size_t)n;
}

size_t pto_state_name(size_t i, char *out, size_t size)
{
    word w;
    if (word_at(i, &w))
        return print_name(&w, out, size);
    if (size)
        out[0] = '\0';
    return 0;
}

/* Is `name` of that format? Its numbers, as they are printed. */
static bool matches(const char *format, const char *name, unsigned long n[2])
{
    while (*format) {
        if (*format != '%') {
            if (*format++ != *name++)
                return false;
            continue;
        }
        char *end;
        if (!isdigit((unsigned char)*name) ||
            (*name == '0' && isdigit((unsigned char)name[1])))
            return false;
        *n++ = strtoul(name, &end, 10);
        name = end;
        format += 2;
    }
    return !*name;
}

static bool find_register(const char *digits, size_t *i)
{
    unsigned long address = strtoul(digits, NULL, 16);
    for (size_t k = 0; k < REGISTERS; k++) {
        if (is_view(registers[k]))
            continue;
        if (registers[k] == address) {
            char exact[8];
            snprintf(exact, sizeof exact, "%04x", registers[k]);
            return !strcmp(digits, exact);
        }
        ++*i;
    }
    return false;
}

/* The number of the word in its row, from 0; false where it is in another. */
static bool find_in(const row *r, const char *name, size_t *out)
{
    unsigned long n[2] = {0, 0}, ring, element;
    if (!matches(r->name, name, n))
        return false;
    ring = r->rings > 1 ? n[0] : 0;
    element = r->rings > 1 ? n[1] : n[0];
    *out = ring * r->each + element;
    return ring < r->rings && element < r->each;
}

bool pto_state_find(const char *name, size_t *i)
{
    size_t before = 0, in_row;
    for (size_t k = 0; k < ROWS; k++) {
        if (find_in(&rows[k], name, &in_row)) {
            *i = before + in_row;
            return true;
        }
        before += words_of(&rows[k]);
    }
    *i = before;
    bool found = !strncmp(name, "ssr.", 4) && find_register(name + 4, i);
    *i = found ? *i : 0;
    return found;
}

const char *pto_state_value(size_t i, uint64_t value)
{
    word w;
    if (!word_at(i, &w) || !w.row || !w.row->values || value > w.row->most)
        return NULL;
    return w.row->values[value];
}

/* ---- Reading and writing ------------------------------------------------ */

static uint8_t *place(pto_host *h, const word *w)
{
    uint8_t *owner = w->row->in_host ? (uint8_t *)h : (uint8_t *)h->pe;
    return owner + w->row->offset + w->ring * sizeof(pto_saved_context) +
           (size_t)w->element * w->row->size;
}

static uint64_t get(pto_host *h, const word *w)
{
    uint64_t value = 0;
    uint32_t half;
    if (!w->row) {
        pto_sysreg_peek(h, w->address, &value);
        return value;
    }
    const uint8_t *p = place(h, w);
    switch (w->row->size) {
    case 1: return *p;
    case sizeof half: memcpy(&half, p, sizeof half); return half;
    default: memcpy(&value, p, sizeof value); return value;
    }
}

static void set(pto_host *h, const word *w, uint64_t value)
{
    if (value == get(h, w))
        return;
    if (!w->row) {
        pto_sysreg_poke(h, w->address, value);
        return;
    }
    uint8_t *p = place(h, w);
    uint32_t half = (uint32_t)value;
    switch (w->row->size) {
    case 1: *p = (uint8_t)value; break;
    case sizeof half: memcpy(p, &half, sizeof half); break;
    default: memcpy(p, &value, sizeof value); break;
    }
}

static bool is_whole(unsigned pe, size_t count)
{
    return pe < PTO_PES && count == pto_state_count();
}

pto_status pto_machine_state(const pto_machine *m, unsigned pe, uint64_t *out,
                             size_t count)
{
    walk w = {0};
    if (!is_whole(pe, count))
        return PTO_BAD_ARGUMENT;
    while (step(&w))
        *out++ = get((pto_host *)(uintptr_t)&m->host[pe], &w.word);
    return PTO_OK;
}

static bool are_legal(const uint64_t *in)
{
    walk w = {0};
    for (; step(&w); in++)
        if (w.word.row && *in > w.word.row->most)
            return false;
    return true;
}

pto_status pto_machine_set_state(pto_machine *m, unsigned pe,
                                 const uint64_t *in, size_t count)
{
    walk w = {0};
    if (!is_whole(pe, count) || !are_legal(in))
        return PTO_BAD_ARGUMENT;
    pto_host *h = &m->host[pe];
    while (step(&w))
        set(h, &w.word, *in++);
    h->pe->gpr[0] = 0;
    pto_machine_resume(h);
    return PTO_OK;
}
