/* Names of codes, registers and retired spellings. */
#include "text/insn/template.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define SELECTOR_RMODE(code, name) {PTO_FIELD_RMode, code, name},
#define SELECTOR_CORE_STATE(code, name)
#define SELECTOR_FCVT(code, name)
#define SELECTOR_CAST(code, name)
#define SYSREG_BASE(address, name) {PTO_FIELD_SSR_ID, address, name},
/* One a ring, as published: EVBASE_ACR1. Without a ring it is that of ring 0.
 */
#define SYSREG_FAMILY(address, name)             \
    {PTO_FIELD_SSR_ID, address, name OF_RING_0}, \
        {PTO_FIELD_SSR_ID, address, name},
#define SYSREG_FIXED_1(address, name) \
    {PTO_FIELD_SSR_ID, 0x1000 | address, name},
#define OF_RING_0 "_ACR0"

static const struct code_name {
    uint8_t field;
    int32_t code;
    const char *name;
} names[] = {
#define FORMAT(name, code, ...) {PTO_FIELD_DataType, code, #name},
#include "pto/def/format.def"
#undef FORMAT
#define DATA_LAYOUT(code, name, ...) {PTO_FIELD_Layout, code, #name},
#include "isa/data_layout.def"
#undef DATA_LAYOUT
#define PRE_QUANT(code, name, ...) {PTO_FIELD_PreQuantMode, code, #name},
#include "pto/def/pre_quant.def"
#undef PRE_QUANT
#define COMPARE(name, code) {PTO_FIELD_CMode, code, #name},
#include "pto/def/compare.def"
#undef COMPARE
#define SELECTOR(space, code, name, mode) SELECTOR_##space(code, name)
#include "pto/def/selector.def"
#undef SELECTOR
#define SYSREG(name, scope, address, ...) SYSREG_##scope(address, #name)
#include "isa/sysreg.def"
#undef SYSREG
#define NAME(field, code, name) {PTO_FIELD_##field, code, name},
#include "text/insn/name.def"
#undef NAME
};

enum { NAMES = sizeof names / sizeof names[0] };

static const struct retired {
    bool is_operand;
    const char *word, *today;
} retired[] = {
#define MNEMONIC                    false
#define OPERAND                     true
#define RETIRED(place, word, today) {place, word, today},
#include "text/insn/retired.def"
#undef RETIRED
#undef OPERAND
#undef MNEMONIC
};

/* C.SSRGET's short field names the same registers. */
static pto_field_id namespace_of(pto_field_id field)
{
    return field == PTO_FIELD_SSRID ? PTO_FIELD_SSR_ID : field;
}

const char *pto_text_name_of(pto_field_id field, int64_t code)
{
    field = namespace_of(field);
    for (unsigned i = 0; i < NAMES; i++)
        if (names[i].field == field && names[i].code == code)
            return names[i].name;
    return NULL;
}

bool pto_text_print_sysreg(int64_t address, char *out, size_t size)
{
    const char *name = pto_text_name_of(PTO_FIELD_SSR_ID, address);
    if (name) {
        (void)snprintf(out, size, "%s", name);
        return true;
    }
    name = pto_text_name_of(PTO_FIELD_SSR_ID, address & 0xfff);
    size_t n = name ? strlen(name) : 0, tail = sizeof OF_RING_0 - 1;
    if (n <= tail || strcmp(name + n - tail, OF_RING_0) || address >> 16)
        return false;
    (void)snprintf(out, size, "%.*s%d", (int)n - 1, name, (int)(address >> 12));
    return true;
}

/* NAME_ACRn by NAME_ACR0. */
static bool find_of_ring(const char *text, size_t size, int64_t *address)
{
    char name[64];
    size_t head = size;
    unsigned ring = 0;
    while (head && isdigit((unsigned char)text[head - 1]))
        head--;
    for (size_t i = head; i < size && ring < 16; i++)
        ring = 10 * ring + (unsigned)(text[i] - '0');
    if (head == size || ring > 15 || (text[head] == '0' && head + 1 < size) ||
        head + 2 > sizeof name)
        return false;
    memcpy(name, text, head);
    name[head] = '0';
    for (unsigned i = 0; i < NAMES; i++)
        if (names[i].field == PTO_FIELD_SSR_ID &&
            pto_text_same_word(name, head + 1, names[i].name) &&
            strstr(names[i].name, OF_RING_0)) {
            *address = names[i].code | (int64_t)ring << 12;
            return true;
        }
    return false;
}

/* cmode5 and rmode6: a code that has no name, or a name like that of others. */
static bool find_numbered(pto_field_id field, const char *text, size_t size,
                          int64_t *code)
{
    const char *word = field == PTO_FIELD_CMode   ? "cmode"
                       : field == PTO_FIELD_RMode ? "rmode"
                                                  : NULL;
    size_t n = word ? strlen(word) : 0;
    if (!word || size != n + 1 || !pto_text_same_word(text, n, word) ||
        text[n] < '0' || text[n] > '7')
        return false;
    *code = text[n] - '0';
    return true;
}

bool pto_text_name_find(pto_field_id field, const char *text, size_t size,
                        int64_t *code)
{
    static const char normal[] = ".normal"; /* says nothing: LAYOUT.normal */
    size_t tail = sizeof normal - 1;
    field = namespace_of(field);
    if (field == PTO_FIELD_Layout && size > tail &&
        pto_text_same_word(text + size - tail, tail, normal))
        size -= tail;
    for (unsigned i = 0; i < NAMES; i++)
        if (names[i].field == field &&
            pto_text_same_word(text, size, names[i].name)) {
            *code = names[i].code;
            return true;
        }
    return (field == PTO_FIELD_SSR_ID && find_of_ring(text, size, code)) ||
           find_numbered(field, text, size, code);
}

void pto_text_name_list(pto_field_id field, char *out, size_t size)
{
    size_t used = 0;
    field = namespace_of(field);
    *out = 0;
    for (unsigned i = 0; i < NAMES; i++) {
        size_t n = strlen(names[i].name);
        if (names[i].field != field ||
            pto_text_name_of(field, names[i].code) != names[i].name)
            continue;
        if (used + n + 6 > size) {
            memcpy(out + used, ", ...", 6);
            return;
        }
        if (used) {
            memcpy(out + used, ", ", 2);
            used += 2;
        }
        memcpy(out + used, names[i].name, n + 1);
        used += n;
    }
}

static bool find_retired(bool is_operand, const char *text, size_t size,
                         const char **today)
{
    for (size_t i = 0; i < sizeof retired / sizeof retired[0]; i++)
        if (retired[i].is_operand == is_operand &&
            pto_text_same_word(text, size, retired[i].word)) {
            *today = retired[i].today;
            return true;
        }
    return false;
}

bool pto_text_retired_operand(const char *text, size_t size, const char **today)
{
    return find_retired(true, text, size, today);
}

bool pto_text_retired_mnemonic(const char *text, size_t size,
                               const char **today)
{
    return find_retired(false, text, size, today);
}

static const char *const registers[32] = {
    "zero", "sp", "a0",  "a1",  "a2",  "a3",  "a4",  "a5",  "a6",  "a7", "ra",
    "s0",   "s1", "s2",  "s3",  "s4",  "s5",  "s6",  "s7",  "s8",  "x0", "x1",
    "x2",   "x3", "t#1", "t#2", "t#3", "t#4", "u#1", "u#2", "u#3", "u#4"};

const char *pto_register_name(unsigned r)
{
    return r < 32 ? registers[r] : "?";
}

/* r0..r31 without leading zeros, or -1. */
static int numbered(const char *text, size_t size)
{
    if (size < 2 || size > 3 || tolower((unsigned char)text[0]) != 'r')
        return -1;
    int value = 0;
    for (size_t i = 1; i < size; i++) {
        if (!isdigit((unsigned char)text[i]) || (i == 2 && value == 0))
            return -1;
        value = 10 * value + text[i] - '0';
    }
    return value < 32 ? value : -1;
}

int pto_text_register_find(const char *text, size_t size)
{
    for (int i = 0; i < 32; i++)
        if (pto_text_same_word(text, size, registers[i]))
            return i;
    return numbered(text, size);
}
