/* Tiles: hands, shared numbers, sizes and PE masks. */
#include "isa/forms.h"
#include "text/insn/template.h"

#include "pto/tile.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { HANDS = 4, HAND_TILES = 16, MAX_SIZE_CODE = 15 };

static int hand_of(char c)
{
    for (unsigned hand = 0; hand < HANDS; hand++)
        if (tolower((unsigned char)c) == pto_hand_letter(hand))
            return (int)hand;
    return -1;
}

/* Decimal digits of at most nine figures; -1 if there are none. */
static int64_t take_digits(reader *r)
{
    int64_t value = -1;
    for (int n = 0; n < 9 && isdigit((unsigned char)*r->at); n++)
        value = (value < 0 ? 0 : value) * 10 + (*r->at++ - '0');
    return value;
}

static pto_status retired_here(reader *r, const char *at, size_t n)
{
    const char *today;
    if (!pto_text_retired_operand(at, n, &today))
        return PTO_OK;
    return pto_text_wrong(r, at, "'%.*s' is retired, expected %s", (int)n, at,
                          today);
}

pto_status pto_text_read_tile(reader *r, const element *e)
{
    pto_text_skip(r);
    const char *at = r->at;
    int hand = hand_of(*at);
    if (hand < 0 || at[1] != '#')
        return pto_text_expected(r, at,
                                 "a tile t#1..t#16, u#1.., m#1.. or n#1..");
    r->at += 2;
    int64_t number = take_digits(r);
    char letter = pto_hand_letter((unsigned)hand);
    if (number < 1 || number > HAND_TILES)
        return pto_text_wrong(
            r, at, "there is no tile %c#%lld, expected %c#1..%c#%d", letter,
            (long long)number, letter, letter, HAND_TILES);
    PTO_TRY(retired_here(r, r->at, pto_text_word_size(r->at)));
    pto_text_set(r, (pto_field_id)e->field, at, hand << 4 | (number - 1));
    return PTO_OK;
}

void pto_text_print_tile(writer *w, const element *e)
{
    int64_t v = pto_text_get(w, (pto_field_id)e->field);
    pto_buf_printf(w->out, "%c#%d", pto_hand_letter(v >> 4 & 3),
                   (int)(v & 15) + 1);
    pto_text_say(w, (pto_field_id)e->field);
}

/* PEMode's masks, PE0 leftmost, by code. */
static const char masks[8][5] = {
#define PE_MODE(code, text, mask) [code] = text,
#include "isa/pe_mode.def"
#undef PE_MODE
};

static const char mask_list[] = "a mask that can be encoded:"
#define PE_MODE(code, text, mask) " " text
#include "isa/pe_mode.def"
#undef PE_MODE
    ;

pto_status pto_text_read_mask(reader *r, const element *e)
{
    if (!pto_text_take_word(r, "mask") || !pto_text_take(r, "="))
        return pto_text_expected(r, r->at, "mask= and four digits, PE0 first");
    pto_text_skip(r);
    const char *at = r->at;
    size_t n = pto_text_word_size(at);
    for (unsigned code = 0; code < 8; code++)
        if (n == 4 && !memcmp(at, masks[code], 4)) {
            pto_text_set(r, (pto_field_id)e->field, at, code);
            r->at += n;
            return PTO_OK;
        }
    return pto_text_expected(r, at, "%s", mask_list);
}

void pto_text_print_mask(writer *w, const element *e)
{
    int64_t code = pto_text_get(w, (pto_field_id)e->field);
    pto_buf_printf(w->out, "mask=%s", masks[code & 7]);
    pto_text_say(w, (pto_field_id)e->field);
}

pto_status pto_text_read_last(reader *r, const element *e)
{
    const char *before = r->at;
    if (pto_text_take(r, ",") && pto_text_take_word(r, "last"))
        pto_text_set(r, (pto_field_id)e->field, before, 1);
    else
        r->at = before;
    return PTO_OK;
}

void pto_text_print_last(writer *w, const element *e)
{
    if (pto_text_get(w, (pto_field_id)e->field))
        pto_buf_puts(w->out, ", last");
    pto_text_say(w, (pto_field_id)e->field);
}

static const char size_list[] =
    "a size 128B, 256B, 512B, 1KB, 2KB, 4KB, 8KB, 16KB, 32KB, 64KB, 128KB, "
    "256KB, or its SizeCode";

/* A size as bytes (128B, 4KB) or as its code; -1 if it is neither. */
static int64_t take_size(reader *r)
{
    int64_t value = take_digits(r);
    if (value < 0 || value > 1 << 20)
        return -1;
    if (pto_text_take_word(r, "KB"))
        value *= 1024;
    else if (!pto_text_take_word(r, "B"))
        return value <= MAX_SIZE_CODE && !pto_text_word_size(r->at) ? value
                                                                    : -1;
    for (unsigned code = 1; code <= MAX_SIZE_CODE; code++)
        if (value == pto_size_code_bytes(code))
            return code;
    return -1;
}

static pto_status read_size(reader *r, pto_field_id field)
{
    pto_text_skip(r);
    const char *at = r->at;
    int64_t code = take_size(r);
    if (code < 0)
        return pto_text_expected(r, at, "%s", size_list);
    pto_text_set(r, field, at, code);
    return PTO_OK;
}

static void print_size(writer *w, pto_field_id field)
{
    int64_t code = pto_text_get(w, field);
    uint32_t bytes = pto_size_code_bytes((unsigned)code);
    if (!code)
        pto_buf_puts(w->out, "0");
    else if (bytes < 1024)
        pto_buf_printf(w->out, "%dB", (int)bytes);
    else
        pto_buf_printf(w->out, "%dKB", (int)(bytes / 1024));
    pto_text_say(w, field);
}

static pto_status read_bracketed_size(reader *r)
{
    if (!pto_text_take(r, "<"))
        return pto_text_expected(r, r->at, "'<' and a size");
    PTO_TRY(read_size(r, PTO_FIELD_SizeCode));
    if (!pto_insn_get(&r->insn, PTO_FIELD_SizeCode))
        return pto_text_wrong(r, r->where[PTO_FIELD_SizeCode],
                              "a destination has a size, expected 128B.. or a "
                              "SizeCode from 1");
    if (!pto_text_take(r, ">"))
        return pto_text_expected(r, r->at, "'>'");
    return PTO_OK;
}

static void print_bracketed_size(writer *w)
{
    pto_buf_puts(w->out, "<");
    print_size(w, PTO_FIELD_SizeCode);
    pto_buf_puts(w->out, ">");
}

pto_status pto_text_read_hand(reader *r, const element *e)
{
    if (!pto_text_take(r, "->"))
        return pto_text_expected(r, r->at, "'->' and a destination");
    pto_text_skip(r);
    const char *at = r->at;
    size_t n = pto_text_word_size(at);
    PTO_TRY(retired_here(r, at, n));
    int hand = n == 1 ? hand_of(*at) : -1;
    if (hand < 0)
        return pto_text_expected(r, at, "t, u, m or n");
    r->at++;
    pto_text_set(r, (pto_field_id)e->field, at, hand);
    return read_bracketed_size(r);
}

void pto_text_print_hand(writer *w, const element *e)
{
    int64_t hand = pto_text_get(w, (pto_field_id)e->field);
    pto_buf_printf(w->out, "->%c", pto_hand_letter(hand & 3));
    pto_text_say(w, (pto_field_id)e->field);
    print_bracketed_size(w);
}

pto_status pto_text_read_shared(reader *r, const element *e)
{
    const pto_field *f =
        pto_form_field(r->insn.form, r->ctx->isa, (pto_field_id)e->field);
    int64_t limit = INT64_C(1) << pto_field_width(f);
    pto_text_skip(r);
    const char *at = r->at;
    if (tolower((unsigned char)*at) != 's' || !isdigit((unsigned char)at[1]))
        return pto_text_expected(r, at, "a Shared tile S0..S%d",
                                 (int)limit - 1);
    r->at++;
    int64_t number = take_digits(r);
    if (number >= limit)
        return pto_text_wrong(r, at, "there is no S%lld, expected S0..S%d",
                              (long long)number, (int)limit - 1);
    pto_text_set(r, (pto_field_id)e->field, at, number);
    return PTO_OK;
}

void pto_text_print_shared(writer *w, const element *e)
{
    int64_t number = pto_text_get(w, (pto_field_id)e->field);
    pto_buf_printf(w->out, "S%lld", (long long)number);
    pto_text_say(w, (pto_field_id)e->field);
}

pto_status pto_text_read_share(reader *r, const element *e)
{
    if (!pto_text_take(r, "->"))
        return pto_text_expected(r, r->at, "'->' and a Shared tile");
    PTO_TRY(pto_text_read_shared(r, e));
    return read_bracketed_size(r);
}

void pto_text_print_share(writer *w, const element *e)
{
    pto_buf_puts(w->out, "->");
    pto_text_print_shared(w, e);
    print_bracketed_size(w);
}

pto_status pto_text_read_size(reader *r, const element *e)
{
    return read_size(r, (pto_field_id)e->field);
}

/* Range modifiers are written with the code. */
void pto_text_print_size(writer *w, const element *e)
{
    int64_t code = pto_text_get(w, (pto_field_id)e->field);
    pto_buf_printf(w->out, "%lld", (long long)code);
    pto_text_say(w, (pto_field_id)e->field);
}
