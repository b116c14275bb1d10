/*
 * The HiF4 word of least squared error (docs/decisions/0012), level by level:
 * for each E6M2 in question, for each 8 lanes, for each 4 lanes. Integers
 * only, so that every host finds the same word.
 */
#include "num/quantize/quantize.h"
#include "num/num.h"

enum {
    LANES = 64,
    QUADS = LANES / 4,
    STEPS = 3,       /* of the exponent: 0, 1 or both bits set */
    LAST_BASE = 254, /* 255 is the NaN */
    BASE_ONE = 48 << 2,
    REACH = 3,      /* bases tried on either side */
    TOP_CODE = 7,   /* of an element, in quarters */
    UNIT_BITS = 20, /* a quarter of the middle base has 2 to 3 more */
    CEILING = 1 << 28
};

/* |x| in units of 2^unit, cut; what is cut off stays as a sticky bit. */
static uint32_t in_units(double x, int unit)
{
    const pto_format *f = num_format(PTO_FP64);
    pto_parts p = num_unpack_float(f, num_double_bits(x));
    if (p.part != PTO_PART_FINITE)
        return 0;
    int drop = 63 - (p.exp - unit);
    if (drop <= 63 - 28)
        return CEILING;
    if (drop > 63)
        return 1;
    return (uint32_t)(p.sig >> drop) |
           (num_dropped(p.sig, (unsigned)drop) != 0);
}

/* The smallest base under which 7, the most that a word can hold, reaches x. */
static unsigned base_reaching(double x)
{
    pto_parts p = pto_unpack(PTO_FP64, num_double_bits(x));
    unsigned low = 0, high = LAST_BASE;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        pto_scale s = pto_scale_hif4(middle, 0);
        pto_parts most = num_normalise(
            false, s.exp + 4, (pto_u128)(TOP_CODE * s.quarters) << 121);
        if (num_order(most, p) >= 0)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* A quarter of a base: quarters << shift units. `inverse` divides by quarters
 * what is at most CEILING >> shift, rounding down, in 16.16. */
typedef struct quarter {
    uint32_t step, shift, inverse;
} quarter;

static quarter quarter_of(unsigned base, int anchor)
{
    pto_scale s = pto_scale_hif4(base, 0);
    uint32_t shift = (uint32_t)(UNIT_BITS + s.exp - anchor);
    return (quarter){(uint32_t)s.quarters << shift, shift,
                     (1U << 16) / s.quarters + 1};
}

/* Adds the distances from x to the nearest of 0, u, ... 7 * u, squared, where u
 * is step, 2 * step and 4 * step. */
static void add_errors(uint32_t x, quarter b, uint64_t errors[STEPS])
{
    uint32_t whole = (x >> b.shift) * b.inverse >> 16;
    uint32_t rest = x - whole * b.step;
    for (unsigned s = 0; s < STEPS; s++) {
        uint32_t u = b.step << s, q = whole >> s;
        uint32_t r = (whole - (q << s)) * b.step + rest;
        uint64_t d = r < u - r ? r : u - r;
        if (q >= TOP_CODE)
            d = x - TOP_CODE * u;
        errors[s] += d * d;
    }
}

static uint64_t lower(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The best bits of 8 lanes, as bits 8 and 17:16 of a word; adds its error. */
static uint32_t choose_pair(const uint64_t left[STEPS],
                            const uint64_t right[STEPS], uint64_t *error)
{
    uint64_t sum[2];
    for (unsigned i = 0; i < 2; i++)
        sum[i] = lower(left[i], left[i + 1]) + lower(right[i], right[i + 1]);
    unsigned one = sum[1] < sum[0];
    *error += sum[one];
    return one << 8 | (uint32_t)(left[one + 1] < left[one]) << 16 |
           (uint32_t)(right[one + 1] < right[one]) << 17;
}

/* The best word of that base for lanes in units. */
static uint32_t choose_bits(const uint32_t *x, quarter b, uint64_t *error)
{
    uint64_t errors[QUADS][STEPS] = {{0}};
    uint32_t word = 0;
    for (unsigned i = 0; i < LANES; i++)
        add_errors(x[i], b, errors[i / 4]);
    *error = 0;
    for (unsigned i = 0; i < QUADS; i += 2) {
        uint32_t bits = choose_pair(errors[i], errors[i + 1], error);
        word |= (bits & 0x100) << i / 2 | (bits & 0x30000) << i;
    }
    return word;
}

uint32_t pto_hif4_word_choose(const double *x, size_t n)
{
    uint32_t lanes[LANES] = {0}, best = BASE_ONE;
    double largest = num_largest(num_format(PTO_HiF4X2), x, n);
    uint64_t least = UINT64_MAX;
    if (!(largest > 0))
        return best;
    unsigned middle = base_reaching(largest);
    int anchor = pto_scale_hif4(middle, 0).exp;
    for (size_t i = 0; i < n && i < LANES; i++)
        lanes[i] = in_units(x[i], anchor - 4 - UNIT_BITS);
    unsigned first = middle > REACH ? middle - REACH : 0;
    for (unsigned b = first; b <= middle + REACH && b <= LAST_BASE; b++) {
        uint64_t error;
        uint32_t word = choose_bits(lanes, quarter_of(b, anchor), &error) | b;
        if (error < least) {
            least = error;
            best = word;
        }
    }
    return best;
}
