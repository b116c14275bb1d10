/* The seven rounding modes and the four namespaces that select one. */
#include <string.h>
#include <strings.h>
#include "num/num.h"

static const struct {
    const char *name, *rule;
} rounds[PTO_ROUND_COUNT] = {
#define ROUND(name, rule) {#name, rule},
#include "pto/def/round.def"
#undef ROUND
};

const char *pto_round_name(pto_round r)
{
    return (unsigned)r < PTO_ROUND_COUNT ? rounds[r].name : "unknown mode";
}

const char *pto_round_rule(pto_round r)
{
    return (unsigned)r < PTO_ROUND_COUNT ? rounds[r].rule : "unknown mode";
}

/* A row's mode: NONE shares no value with the seven. */
enum { MODE_NONE = PTO_ROUND_COUNT };
#define MODE_OF_NONE MODE_NONE
#define MODE_OF_RNE  PTO_RNE
#define MODE_OF_RTM  PTO_RTM
#define MODE_OF_RTP  PTO_RTP
#define MODE_OF_RTZ  PTO_RTZ
#define MODE_OF_RNA  PTO_RNA
#define MODE_OF_RTO  PTO_RTO
#define MODE_OF_RHB  PTO_RHB

static const struct row {
    uint8_t ns, code, mode;
    const char *name;
} rows[] = {
#define SELECTOR(ns, code, name, mode) \
    {PTO_SELECT_##ns, code, MODE_OF_##mode, name},
#include "pto/def/selector.def"
#undef SELECTOR
};

enum { ROWS = sizeof rows / sizeof rows[0] };

bool pto_round_find(const char *name, pto_round *out)
{
    unsigned mode = MODE_NONE;
    for (unsigned i = 0; i < PTO_ROUND_COUNT; i++)
        if (!strcasecmp(rounds[i].name, name))
            mode = i;
    for (unsigned i = 0; i < ROWS; i++)
        if (!strcasecmp(rows[i].name, name))
            mode = rows[i].mode;
    if (mode == MODE_NONE)
        return false;
    *out = (pto_round)mode;
    return true;
}

/* Every name that finds a mode, once. */
const char *num_round_name_at(unsigned i)
{
    pto_round mode;
    if (i < PTO_ROUND_COUNT)
        return rounds[i].name;
    const struct row *r = &rows[i - PTO_ROUND_COUNT];
    bool found = pto_round_find(r->name, &mode);
    return found && strcmp(r->name, rounds[mode].name) != 0 ? r->name : NULL;
}

unsigned num_round_names(void)
{
    return PTO_ROUND_COUNT + ROWS;
}

static const struct row *find_row(pto_selector ns, unsigned code)
{
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].ns == ns && rows[i].code == code)
            return &rows[i];
    return NULL;
}

const char *pto_selector_name(pto_selector ns)
{
    switch (ns) {
    case PTO_SELECT_CORE_STATE: return "CORE_STATE[39:37]";
    case PTO_SELECT_FCVT: return "FCVT mnemonic";
    case PTO_SELECT_RMODE: return "B.DATR.RMode";
    case PTO_SELECT_CAST: return "public CAST";
    case PTO_SELECTOR_COUNT: break;
    }
    return "unknown namespace";
}

const char *pto_selector_code_name(pto_selector ns, unsigned code)
{
    const struct row *r = find_row(ns, code);
    return r ? r->name : NULL;
}

pto_status pto_round_select(pto_selector ns, unsigned code, pto_selection *out)
{
    const struct row *r = find_row(ns, code);
    *out = (pto_selection){.round = PTO_RNE};
    if (!r)
        return ns == PTO_SELECT_CORE_STATE && code < 8 ? PTO_OK
                                                       : PTO_BAD_ARGUMENT;
    if (r->mode == MODE_NONE)
        out->use_default = 1;
    else
        out->round = r->mode;
    return PTO_OK;
}

pto_round pto_round_default(pto_dtype dst, pto_dtype src)
{
    bool to_integer = num_format(dst)->kind >= PTO_KIND_SIGNED &&
                      num_format(src)->kind < PTO_KIND_SIGNED;
    return to_integer ? PTO_RTZ : PTO_RNE;
}

/* Through the mode: the two namespaces share no numbers on purpose. */
pto_status pto_rmode_from_cast(unsigned cast, unsigned *rmode)
{
    const struct row *c = find_row(PTO_SELECT_CAST, cast);
    if (!c)
        return PTO_BAD_ARGUMENT;
    for (unsigned code = 0; code < 8; code++) {
        const struct row *r = find_row(PTO_SELECT_RMODE, code);
        if (!r || r->mode != c->mode)
            continue;
        *rmode = code;
        return PTO_OK;
    }
    return PTO_BAD_ARGUMENT;
}
