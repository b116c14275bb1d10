/* TPREFETCH: the elements that TLOAD would read are looked at, nothing moves.
 */
#include "bundle/core/reach.h"
#include "bundle/core/plan.h"

/* Elements of a row that follow one another in memory. */
typedef struct stretch {
    uint64_t address; /* of the first one's byte */
    uint32_t count;
    bool odd; /* of a four-bit type: starts in the high nibble */
} stretch;

typedef bool stretch_fn(const pto_plan *p, const stretch *s, void *context);

static unsigned bits_of(const pto_plan *p)
{
    return pto_tile_element_bits(p->whole.type);
}

static uint64_t element_size(const pto_plan *p)
{
    return bits_of(p) < 8 ? 1 : bits_of(p) / 8;
}

/* Where element `i` of a stretch lies. */
static uint64_t address_at(const pto_plan *p, const stretch *s, uint32_t i)
{
    return s->address +
           (bits_of(p) < 8 ? (s->odd + (uint64_t)i) / 2 : i * element_size(p));
}

static uint64_t stretch_bytes(const pto_plan *p, const stretch *s)
{
    return address_at(p, s, s->count - 1) - s->address + element_size(p);
}

/* `count`, or how many of them there are before a number wraps to zero. */
static uint32_t before_wrap(uint32_t count, uint64_t from, uint64_t step)
{
    uint64_t left = from ? (0 - from) / step : UINT64_MAX;
    return left && left < count ? (uint32_t)left : count;
}

/* Elements from number `index` on, at most `count`. */
static stretch stretch_at(const pto_plan *p, unsigned pe, uint64_t index,
                          uint32_t count)
{
    bool nibbles = bits_of(p) < 8;
    uint64_t size = element_size(p);
    stretch s = {.odd = nibbles && (index & 1)};
    s.address = p->prefetch.base[pe] + (nibbles ? index / 2 : index * size);
    s.count = before_wrap(count, index, 1);
    s.count = before_wrap(s.count, s.address, size);
    return s;
}

static bool each_of_pe(const pto_plan *p, unsigned pe, stretch_fn *visit,
                       void *context)
{
    const pto_whole_plan *e = &p->whole;
    for (uint32_t r = 0; r < e->shape.valid_rows; r++) {
        uint64_t first = r * p->prefetch.stride[pe];
        for (uint32_t c = 0; c < e->shape.valid_columns;) {
            stretch s =
                stretch_at(p, pe, first + c, e->shape.valid_columns - c);
            if (!visit(p, &s, context))
                return false;
            c += s.count;
        }
    }
    return true;
}

typedef struct probing {
    unsigned pe;
    pto_reach how;
    pto_detail *detail;
    bool passed;
} probing;

static bool probe_stretch(const pto_plan *p, const stretch *s, void *context)
{
    probing *g = context;
    uint64_t size = element_size(p), at = s->address;
    if (!(at & (size - 1)) &&
        pto_reach_is_open(p, g->pe, at, stretch_bytes(p, s)))
        return true;
    pto_reach is = PTO_REACHED;
    for (uint32_t i = 0; i < s->count && is == PTO_REACHED; i++) {
        at = address_at(p, s, i);
        is = pto_reach_of(p, g->pe, at, size);
    }
    g->passed = pto_reach_passes(g->how, is, at, g->detail);
    return false;
}

/* PE0's whole footprint comes first. */
bool pto_prefetch_probe(const pto_plan *p, pto_reach how, pto_detail *d)
{
    probing g = {.how = how, .detail = d, .passed = true};
    for (; g.pe < PTO_PES; g.pe++)
        if (!each_of_pe(p, g.pe, probe_stretch, &g))
            break;
    return g.passed;
}

static bool watch_stretch(const pto_plan *p, const stretch *s, void *context)
{
    (void)context;
    const pto_memory *m = p->memory;
    m->reads(m->user, p->index, s->address, stretch_bytes(p, s));
    return true;
}

/* Every plan tells its own PE's; the single one tells all. */
bool pto_run_prefetch(const pto_plan *p, pto_txn *t)
{
    (void)t;
    if (!p->memory->reads)
        return true;
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        each_of_pe(p->together == 1 ? p : &p[pe], pe, watch_stretch, NULL);
    return true;
}
