/* The 72 system registers: addresses, access classes, reads and writes. */
#include "machine/system/sysreg.h"

#include "machine/system/trap.h"

enum {
    SCOPE_BASE,
    SCOPE_FAMILY,
    SCOPE_FIXED_1,
    ACCESS_RO = 1,
    ACCESS_WO,
    ACCESS_RW,
};

enum {
#define SYSREG(name, scope, address, ...) name = address,
#include "isa/sysreg.def"
#undef SYSREG
};

static const struct row {
    const char *name;
    uint16_t address;
    uint8_t scope, access;
} rows[] = {
#define SYSREG(name, scope, address, access, behaviour) \
    {#name, address, SCOPE_##scope, ACCESS_##access},
#include "isa/sysreg.def"
#undef SYSREG
};

enum {
#define SYSREG(name, ...) ROW_##name,
#include "isa/sysreg.def"
#undef SYSREG
};

/* 1 + the row that owns the low twelve address bits, or 0. */
static const uint8_t row_at[0x1000] = {
#define SYSREG(name, scope, address, ...) [address] = 1 + ROW_##name,
#include "isa/sysreg.def"
#undef SYSREG
};

static unsigned ring_of(uint32_t address)
{
    return address >> 12 & 15;
}

static bool row_covers(const struct row *r, uint32_t address)
{
    switch (r->scope) {
    case SCOPE_FAMILY: return (address & ~UINT32_C(0xf000)) == r->address;
    case SCOPE_FIXED_1: return address == (UINT32_C(0x1000) | r->address);
    default: return address == r->address;
    }
}

static const struct row *find(uint32_t address)
{
    unsigned n = row_at[address & 0xfff];
    return n && row_covers(&rows[n - 1], address) ? &rows[n - 1] : NULL;
}

const char *pto_sysreg_name(uint32_t address)
{
    const struct row *r = find(address);
    return r ? r->name : NULL;
}

/* Where a base register is stored; those with a home elsewhere included. */
static uint64_t *base_register(pto_host *h, uint32_t address)
{
    pto_base_registers *b = &h->system.base;
    switch (address) {
    case THREAD_PTR: return &b->thread_ptr;
    case GLOBAL_PTR: return &b->global_ptr;
    case TIME:
    case CYCLE: return &h->cycle;
    case CORE_STATE: return &h->pe->core_state;
    case CORE_ID: return &b->core_id;
    case VENDOR: return &b->vendor;
    case VERSION: return &b->version;
    case CORE_FEATURE: return &b->core_feature;
    case CORE_FEATURE_ENABLE: return &b->core_feature_enable;
    case THREAD_ID: return &b->thread_id;
    case TILE_CAPACITY: return &b->tile_capacity;
    case BLOCKNUM: return &b->blocknum;
    case BLOCKID: return &b->blockid;
    default: return NULL;
    }
}

static uint64_t pack_status(const pto_trap_bank *b)
{
    return (uint64_t)b->asynchronous << 63 | (uint64_t)b->argument_valid << 62 |
           (uint64_t)b->cause << 24 | b->number;
}

static void unpack_status(pto_trap_bank *b, uint64_t v)
{
    b->asynchronous = v >> 63;
    b->argument_valid = v >> 62 & 1;
    b->cause = v >> 24 & 0xffffff;
    b->number = v & 63;
}

bool pto_sysreg_peek(const pto_host *h, uint32_t address, uint64_t *value)
{
    unsigned ring = ring_of(address), low = address & 0xfff;
    const struct row *r = find(address);
    if (!r)
        return false;
    if (r->scope == SCOPE_BASE)
        *value = *base_register((pto_host *)h, address);
    else if (low == PTO_TRAPNO)
        *value = pack_status(&h->system.bank[ring]);
    else if (low == PTO_TRAPARG0)
        *value = h->system.bank[ring].argument;
    else if (low == PTO_TIMER_TIME)
        *value = h->cycle;
    else
        *value = h->system.family[ring][low - PTO_FAMILY_FIRST];
    return true;
}

bool pto_sysreg_poke(pto_host *h, uint32_t address, uint64_t value)
{
    unsigned ring = ring_of(address), low = address & 0xfff;
    const struct row *r = find(address);
    if (!r)
        return false;
    if (r->scope == SCOPE_BASE)
        *base_register(h, address) = value;
    else if (low == PTO_TRAPNO)
        unpack_status(&h->system.bank[ring], value);
    else if (low == PTO_TRAPARG0)
        h->system.bank[ring].argument = value;
    else
        *pto_family(&h->system, ring, low) = value;
    pto_attention_update(h);
    return true;
}

static pto_outcome deny(pto_host *h, uint32_t address, const char *what,
                        pto_fault *why)
{
    return pto_raise(h, why, PTO_BREAKS_SystemRegister, h->pe->tpc,
                     "system register 0x%04x %s", (unsigned)address, what);
}

/* Base registers belong to every ring, banks to ring 0. */
static pto_outcome check(pto_host *h, uint32_t address, unsigned access,
                         pto_fault *why)
{
    const struct row *r = find(address);
    if ((address & 0xfff) >= PTO_FAMILY_FIRST && pto_ring(h) != 0)
        return deny(h, address, "belongs to ring 0", why);
    if (!r)
        return deny(h, address, "does not exist", why);
    if ((r->access & access) == access)
        return PTO_DONE;
    return deny(h, address,
                r->access == ACCESS_RO ? "is read-only" : "is write-only", why);
}

static uint64_t load(pto_host *h, uint32_t address)
{
    unsigned low = address & 0xfff;
    uint64_t value = 0;
    if (low == PTO_IPENDING || low == PTO_TOPEI)
        pto_timer_refresh(h, ring_of(address));
    pto_sysreg_peek(h, address, &value);
    return value;
}

static void store(pto_host *h, uint32_t address, uint64_t value)
{
    unsigned ring = ring_of(address), low = address & 0xfff;
    if (low == PTO_EOIEI) {
        pto_interrupt_end(h, ring, value);
        return;
    }
    pto_sysreg_poke(h, address, value);
    if (low == PTO_TIMER_TIMECMP)
        pto_timer_refresh(h, ring);
}

pto_outcome pto_sysreg_read(pto_host *h, uint32_t address, uint64_t *value,
                            pto_fault *why)
{
    pto_outcome o = check(h, address, ACCESS_RO, why);
    if (o == PTO_DONE)
        *value = load(h, address);
    return o;
}

pto_outcome pto_sysreg_write(pto_host *h, uint32_t address, uint64_t value,
                             pto_fault *why)
{
    pto_outcome o = check(h, address, ACCESS_WO, why);
    if (o == PTO_DONE)
        store(h, address, value);
    return o;
}

pto_outcome pto_sysreg_swap(pto_host *h, uint32_t address, uint64_t value,
                            uint64_t *old, pto_fault *why)
{
    pto_outcome o = check(h, address, ACCESS_RW, why);
    if (o != PTO_DONE)
        return o;
    *old = load(h, address);
    store(h, address, value);
    return PTO_DONE;
}

void pto_system_reset(pto_system *s, unsigned pe)
{
    *s = (pto_system){
        .base = {.version = 1, .thread_id = pe, .tile_capacity = 0x40000}};
    for (unsigned ring = 0; ring < PTO_RINGS; ring++) {
        *pto_family(s, ring, PTO_ECONFIG) = 3; /* external and timer */
        pto_header_clear(&s->saved[ring].header);
    }
}
