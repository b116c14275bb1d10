/* Sets of legal values, and judging a value by one. */
#include "bundle/reason/cause.h"

pto_wanted pto_steps(uint32_t step, uint64_t low, uint64_t high)
{
    return (pto_wanted){
        .kind = PTO_WANTED_RANGE, .step = step, .low = low, .high = high};
}

pto_wanted pto_range(uint64_t low, uint64_t high)
{
    return pto_steps(1, low, high);
}

pto_wanted pto_one(uint64_t value)
{
    return pto_range(value, value);
}

pto_wanted pto_signed(int64_t low, int64_t high)
{
    return (pto_wanted){.kind = PTO_WANTED_SIGNED,
                        .low = (uint64_t)low,
                        .high = (uint64_t)high};
}

pto_wanted pto_powers(uint64_t low, uint64_t high)
{
    uint64_t first = 1, last = 1;
    while (first < low && first <= UINT64_MAX / 2)
        first *= 2;
    while (last <= high / 2)
        last *= 2;
    low = first;
    high = high ? last : 0;
    return (pto_wanted){.kind = PTO_WANTED_POWERS, .low = low, .high = high};
}

pto_wanted pto_codes(uint64_t bits)
{
    return (pto_wanted){.kind = PTO_WANTED_CODES, .low = bits};
}

pto_wanted pto_other(uint64_t value)
{
    return (pto_wanted){.kind = PTO_WANTED_OTHER, .low = value};
}

pto_wanted pto_clear(uint64_t bits)
{
    return (pto_wanted){.kind = PTO_WANTED_CLEAR, .low = bits};
}

pto_wanted pto_left_out(void)
{
    return (pto_wanted){.kind = PTO_WANTED_ABSENT, .optional = 1};
}

pto_wanted pto_given(void)
{
    return (pto_wanted){.kind = PTO_WANTED_GIVEN};
}

pto_wanted pto_unsaid(void)
{
    return (pto_wanted){.kind = PTO_WANTED_UNSAID};
}

pto_wanted pto_or_left_out(pto_wanted w)
{
    w.optional = 1;
    return w;
}

static bool is_power(uint64_t v)
{
    return v && !(v & (v - 1));
}

bool pto_wanted_has(const pto_wanted *w, bool absent, uint64_t v)
{
    if (absent)
        return w->optional;
    switch ((pto_wanted_kind)w->kind) {
    case PTO_WANTED_RANGE:
        return v >= w->low && v <= w->high && (v - w->low) % w->step == 0;
    case PTO_WANTED_POWERS: return is_power(v) && v >= w->low && v <= w->high;
    case PTO_WANTED_CODES: return v < 64 && (w->low >> v & 1);
    case PTO_WANTED_OTHER: return v != w->low;
    case PTO_WANTED_CLEAR: return !(v & w->low);
    case PTO_WANTED_SIGNED:
        return (int64_t)v >= (int64_t)w->low && (int64_t)v <= (int64_t)w->high;
    case PTO_WANTED_GIVEN: return true;
    case PTO_WANTED_ABSENT:
    case PTO_WANTED_UNSAID: break;
    }
    return false;
}

bool pto_wanted_empty(const pto_wanted *w)
{
    switch ((pto_wanted_kind)w->kind) {
    case PTO_WANTED_RANGE:
    case PTO_WANTED_POWERS: return w->low > w->high;
    case PTO_WANTED_CODES: return !w->low;
    default: return false;
    }
}

bool pto_judge(pto_detail *d, pto_cause cause, pto_wanted w)
{
    if (pto_wanted_has(&w, cause.absent, cause.value))
        return true;
    cause.wanted = w;
    if (cause.absent)
        cause.value = 0;
    d->cause = cause;
    return false;
}

bool pto_attribute_wants(pto_detail *d, pto_attribute_row row, pto_wanted w)
{
    const pto_attribute *a = pto_attribute_at(row);
    while (a->kind != PTO_ATTRIBUTE_PRESENT)
        a--; /* the command that sets it */
    bool given = pto_attribute_get(d->header, a);
    pto_cause c = {
        .subject = PTO_SUBJECT_ATTRIBUTE,
        .index = (uint8_t)row,
        .absent = !given,
        .value = pto_attribute_get(d->header, pto_attribute_at(row)),
    };
    return pto_judge(d, c, w);
}

bool pto_dimension_wants(pto_detail *d, unsigned i, pto_wanted w)
{
    pto_cause c = {
        .subject = PTO_SUBJECT_DIMENSION,
        .index = (uint8_t)i,
        .absent = !(d->header->dimension_set >> i & 1),
        .value = d->header->dimension[i],
    };
    return pto_judge(d, c, w);
}

bool pto_type_wants(pto_detail *d, uint32_t types)
{
    pto_cause c = {.subject = PTO_SUBJECT_BSTART_TYPE,
                   .value = d->header->operation.type};
    return pto_judge(d, c, pto_codes(types));
}

bool pto_scalars_want(pto_detail *d, pto_wanted w)
{
    pto_cause c = {.subject = PTO_SUBJECT_SCALARS,
                   .absent = !d->header->scalar.present,
                   .value = 1};
    return pto_judge(d, c, w);
}

bool pto_register_wants(pto_detail *d, unsigned i, pto_wanted w)
{
    const pto_scalar_binder *s = &d->header->scalar;
    pto_cause c = {
        .subject =
            i < 3 ? PTO_SUBJECT_REGISTER : PTO_SUBJECT_REGISTER_DESTINATION,
        .index = (uint8_t)i,
        .absent = !s->present,
        .value = i < 3 ? s->source[i] : s->destination,
    };
    return pto_judge(d, c, w);
}

bool pto_binder_wants(pto_detail *d, unsigned i, pto_binding b, bool wanted)
{
    const pto_binder *of = &d->header->binder[i];
    const bool has[] = {of->has_source[0], of->has_source[1],
                        of->has_destination, of->last};
    pto_cause c = {.subject = PTO_SUBJECT_BINDER,
                   .number = (uint8_t)i,
                   .index = (uint8_t)b,
                   .absent = !has[b],
                   .value = 1};
    return pto_judge(d, c, wanted ? pto_given() : pto_left_out());
}

bool pto_mask_wants(pto_detail *d, pto_whose o, unsigned i, pto_wanted w)
{
    const pto_header *h = d->header;
    pto_cause c = {
        .subject = PTO_SUBJECT_MASK,
        .operand = (uint8_t)o,
        .number = (uint8_t)i,
        .value = o == PTO_OF_SHARED ? h->shared[i].mask : h->binder[i].mask,
    };
    return pto_judge(d, c, w);
}
