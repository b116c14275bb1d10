/* FSU forms under `ieee`, as instructions, against the slow second opinion. */
#include "pto_test.h"

#include "pto/machine.h"
#include "pto/numeric.h"
#include "slow/slow.h"

enum { A = 5, B = 6, C = 7, D = 8, FP64 = 0, FP32 = 1 };

static const slow_mode active_mode[8] = {SLOW_RNE, SLOW_RTM, SLOW_RTP,
                                         SLOW_RTZ, SLOW_RNE, SLOW_RNE,
                                         SLOW_RNE, SLOW_RNE};

/* Values where rounding, range and specials meet. */
static uint64_t operand(uint64_t *seed, bool word)
{
    static const uint64_t corners[] = {
        0,
        UINT64_C(0x8000000000000000),
        UINT64_C(0x3ff0000000000000),
        UINT64_C(0xbff0000000000000),
        UINT64_C(0x7ff0000000000000),
        UINT64_C(0xfff0000000000000),
        UINT64_C(0x7ff8000000000000),
        UINT64_C(0x7ff0000000000001),
        1,
        UINT64_C(0x000fffffffffffff),
        UINT64_C(0x7fefffffffffffff),
        UINT64_C(0x43e0000000000000),
        UINT64_C(0x41dfffffffe00000),
        UINT64_C(0x4060000000000000),
        UINT64_C(0x3fe0000000000000),
    };
    uint64_t r = test_random(seed), v = test_random(seed);
    if (r % 4 == 0)
        v = corners[(r >> 8) % (sizeof corners / sizeof corners[0])];
    if (r % 4 == 1) /* a moderate exponent */
        v = (v & UINT64_C(0x800fffffffffffff)) | (1000 + (r >> 8) % 80) << 52;
    if (!word)
        return v;
    pto_fenv env = {0};
    uint64_t f =
        r % 4 == 3 ? (uint32_t)v : pto_convert(PTO_FP32, PTO_FP64, v, &env);
    return f | (r & UINT64_C(0xffffffff00000000)); /* ignored upper half */
}

typedef struct bench {
    pto_machine *machine;
    pto_registers r;
    uint64_t seed;
} bench;

static bench start(uint64_t seed)
{
    bench b = {.seed = seed};
    pto_error e = {0};
    CHECK(pto_machine_new(&(pto_machine_options){.pes = 1}, &b.machine, &e) ==
              PTO_OK,
          "%s", e.message);
    return b;
}

static void set_field(pto_insn *insn, pto_field_id f, int64_t v)
{
    unsigned slot = pto_form_slot(insn->form, f);
    if (slot < insn->form->fields)
        insn->value[slot] = v;
}

/* Execute one form with random operands; b->r is the state after. */
static void execute(bench *b, pto_form_id form, bool word, unsigned dst_type,
                    unsigned frm)
{
    pto_insn insn = {.form = pto_form_get(form)};
    pto_registers in = {0};
    uint64_t bits = 0;
    pto_step step;
    pto_error e = {0};
    set_field(&insn, PTO_FIELD_SrcType, word);
    set_field(&insn, PTO_FIELD_DstType, dst_type);
    set_field(&insn, PTO_FIELD_SrcL, A);
    set_field(&insn, PTO_FIELD_SrcR, B);
    set_field(&insn, PTO_FIELD_SrcA, C);
    set_field(&insn, PTO_FIELD_RegDst, D);
    CHECK(pto_encode(pto_machine_isa(b->machine), &insn, &bits, &e) == PTO_OK,
          "%s", e.message);
    for (unsigned i = A; i <= C; i++)
        in.gpr[i] = operand(&b->seed, word);
    in.core_state = (uint64_t)frm << 37;
    pto_machine_set_registers(b->machine, 0, &in);
    b->r = in;
    pto_machine_execute(b->machine, 0, bits, 4, &step);
    CHECK(step.outcome == PTO_STEP_DONE, "%s: %s", insn.form->mnemonic,
          step.fault.text);
    pto_machine_registers(b->machine, 0, &b->r);
}

static void expect(const bench *b, pto_form_id form, uint64_t value,
                   unsigned flags, unsigned frm)
{
    CHECK(b->r.gpr[D] == value && (b->r.core_state >> 32 & 31) == flags,
          "%s(%" PRIx64 ", %" PRIx64 ", %" PRIx64 ") frm %u: %" PRIx64
          " flags %u, wanted %" PRIx64 " flags %u",
          pto_form_get(form)->mnemonic, b->r.gpr[A], b->r.gpr[B], b->r.gpr[C],
          frm, b->r.gpr[D], (unsigned)(b->r.core_state >> 32 & 31), value,
          flags);
    CHECK(b->r.core_state >> 37 == frm, "rounding mode kept");
}

static const struct row {
    pto_form_id form;
    slow_op op;
} arithmetic[] = {
    {PTO_FORM_FADD, SLOW_ADD},     {PTO_FORM_FSUB, SLOW_SUB},
    {PTO_FORM_FMUL, SLOW_MUL},     {PTO_FORM_FDIV, SLOW_DIV},
    {PTO_FORM_FMIN, SLOW_MIN},     {PTO_FORM_FMAX, SLOW_MAX},
    {PTO_FORM_FSQRT, SLOW_SQRT},   {PTO_FORM_FRECIP, SLOW_RECIP},
    {PTO_FORM_FEXP, SLOW_EXP},     {PTO_FORM_FMADD, SLOW_FMA},
    {PTO_FORM_FMSUB, SLOW_MSUB},   {PTO_FORM_FNMADD, SLOW_NMADD},
    {PTO_FORM_FNMSUB, SLOW_NMSUB},
};

TEST(arithmetic_in_the_active_mode)
{
    UNUSED_STATE;
    bench b = start(11);
    for (size_t i = 0; i < sizeof arithmetic / sizeof arithmetic[0]; i++)
        for (uint64_t n = test_scaled(1500); n; n--) {
            bool word = n & 1;
            unsigned frm = (unsigned)(test_random(&b.seed) & 7), flags = 0;
            execute(&b, arithmetic[i].form, word, 0, frm);
            uint64_t mask = word ? UINT32_MAX : UINT64_MAX;
            uint64_t args[3] = {b.r.gpr[A] & mask, b.r.gpr[B] & mask,
                                b.r.gpr[C] & mask};
            slow_answer a = slow_apply(
                arithmetic[i].op, slow_format_of(word ? FP32 : FP64), args);
            uint64_t want = slow_settle(&a, active_mode[frm], false, &flags);
            expect(&b, arithmetic[i].form, want, flags, frm);
        }
    pto_machine_free(b.machine);
}

TEST(absolute_value_clears_the_sign_alone)
{
    UNUSED_STATE;
    bench b = start(12);
    for (uint64_t n = test_scaled(2000); n; n--) {
        bool word = n & 1;
        execute(&b, PTO_FORM_FABS, word, 0, 0);
        uint64_t mask = word ? 0x7fffffff : (uint64_t)INT64_MAX;
        expect(&b, PTO_FORM_FABS, b.r.gpr[A] & mask, 0, 0);
    }
    pto_machine_free(b.machine);
}

static const struct order_row {
    pto_form_id form;
    bool less, equal, greater, signals;
} orders[] = {
    {PTO_FORM_FEQ, false, true, false, false},
    {PTO_FORM_FNE, true, false, true, false},
    {PTO_FORM_FLT, true, false, false, false},
    {PTO_FORM_FGE, false, true, true, false},
    {PTO_FORM_FEQS, false, true, false, true},
    {PTO_FORM_FNES, true, false, true, true},
    {PTO_FORM_FLTS, true, false, false, true},
    {PTO_FORM_FGES, false, true, true, true},
};

static bool order_holds(const struct order_row *o, slow_order is)
{
    return (is == SLOW_LESS && o->less) || (is == SLOW_EQUAL && o->equal) ||
           (is == SLOW_GREATER && o->greater);
}

TEST(comparisons_are_false_for_nan)
{
    UNUSED_STATE;
    bench b = start(13);
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
        for (uint64_t n = test_scaled(3000); n; n--) {
            bool word = n & 1;
            unsigned flags = 0;
            execute(&b, orders[i].form, word, 0, 0);
            uint64_t mask = word ? UINT32_MAX : UINT64_MAX;
            slow_order is =
                slow_compare(slow_format_of(word ? FP32 : FP64),
                             b.r.gpr[A] & mask, b.r.gpr[B] & mask, &flags);
            if (is == SLOW_UNORDERED && orders[i].signals)
                flags |= SLOW_NV;
            expect(&b, orders[i].form, order_holds(&orders[i], is), flags, 0);
        }
    pto_machine_free(b.machine);
}

static const struct integer_row {
    pto_form_id form;
    slow_mode mode;
} to_integer[] = {
    {PTO_FORM_FCVTA, SLOW_RNA}, {PTO_FORM_FCVTM, SLOW_RTM},
    {PTO_FORM_FCVTN, SLOW_RNE}, {PTO_FORM_FCVTP, SLOW_RTP},
    {PTO_FORM_FCVTZ, SLOW_RTZ},
};

/* DstType to DataType: 64 to 4 bits unsigned, then signed; -1: no format. */
static int integer_format(unsigned code)
{
    if (code <= 4)
        return 24 + (int)code;
    return code >= 8 && code <= 12 ? 8 + (int)code : -1;
}

static uint64_t extend(uint64_t v, unsigned code, int bits)
{
    uint64_t sign = UINT64_C(1) << (bits - 1);
    return code < 8 ? v : (v ^ sign) - sign;
}

TEST(fixed_conversions_ignore_the_active_mode)
{
    UNUSED_STATE;
    bench b = start(14);
    for (size_t i = 0; i < sizeof to_integer / sizeof to_integer[0]; i++)
        for (uint64_t n = test_scaled(6000); n; n--) {
            bool word = n & 1;
            unsigned code = (unsigned)(n / 2 % 13), flags = 0, frm = n & 7;
            int dst = integer_format(code);
            if (dst < 0)
                continue;
            execute(&b, to_integer[i].form, word, code, frm);
            uint64_t mask = word ? UINT32_MAX : UINT64_MAX;
            const slow_format *f = slow_format_of(dst);
            slow_answer a = slow_convert(f, slow_format_of(word ? FP32 : FP64),
                                         b.r.gpr[A] & mask, false);
            uint64_t want = slow_settle(&a, to_integer[i].mode, false, &flags);
            expect(&b, to_integer[i].form, extend(want, code, f->bits), flags,
                   frm);
        }
    pto_machine_free(b.machine);
}

/* Types of two bits and one, which no number format has. */
TEST(narrowest_integers)
{
    UNUSED_STATE;
    static const struct {
        double value;
        unsigned code;
        uint64_t want;
        unsigned flags;
    } rows[] = {
        {3, 5, 3, 0},
        {4, 5, 3, SLOW_NV},
        {-1, 5, 3, SLOW_NV},
        {1, 6, 1, 0},
        {2, 7, 1, SLOW_NV},
        {0.25, 6, 0, SLOW_NX},
        {1, 13, 1, 0},
        {-2, 13, UINT64_MAX - 1, 0},
        {2, 13, UINT64_MAX - 1, SLOW_NV},
        {-1, 14, UINT64_MAX, 0},
        {1, 14, UINT64_MAX, SLOW_NV},
    };
    bench b = start(15);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pto_insn insn = {.form = pto_form_get(PTO_FORM_FCVTZ)};
        pto_registers in = {0};
        uint64_t bits = 0;
        pto_step step;
        set_field(&insn, PTO_FIELD_DstType, rows[i].code);
        set_field(&insn, PTO_FIELD_SrcL, A);
        set_field(&insn, PTO_FIELD_RegDst, D);
        CHECK(pto_encode(pto_machine_isa(b.machine), &insn, &bits, NULL) ==
                  PTO_OK,
              "encode");
        memcpy(&in.gpr[A], &rows[i].value, 8);
        pto_machine_set_registers(b.machine, 0, &in);
        pto_machine_execute(b.machine, 0, bits, 4, &step);
        pto_machine_registers(b.machine, 0, &b.r);
        expect(&b, PTO_FORM_FCVTZ, rows[i].want, rows[i].flags, 0);
    }
    pto_machine_free(b.machine);
}

TEST(conversions_to_floating_formats)
{
    UNUSED_STATE;
    static const struct {
        pto_form_id form;
        int wide, narrow; /* source DataType of 64 and of 32 bits */
    } rows[] = {{PTO_FORM_FCVT, 0, 1},
                {PTO_FORM_SCVTF, 16, 17},
                {PTO_FORM_UCVTF, 24, 25}};
    bench b = start(16);
    for (size_t i = 0; i < 3; i++)
        for (uint64_t n = test_scaled(9000); n; n--) {
            bool word = n & 1;
            unsigned code = (unsigned)(n / 2 % 15), flags = 0;
            unsigned frm = (unsigned)(test_random(&b.seed) & 7);
            execute(&b, rows[i].form, word, code, frm);
            uint64_t mask = word ? UINT32_MAX : UINT64_MAX;
            slow_answer a = slow_convert(
                slow_format_of((int)code),
                slow_format_of(word ? rows[i].narrow : rows[i].wide),
                b.r.gpr[A] & mask, false);
            uint64_t want = slow_settle(&a, active_mode[frm], false, &flags);
            expect(&b, rows[i].form, want, flags, frm);
        }
    pto_machine_free(b.machine);
}

TEST(flags_only_accumulate)
{
    UNUSED_STATE;
    bench b = start(17);
    pto_insn insn = {.form = pto_form_get(PTO_FORM_FADD)};
    pto_registers in = {0};
    uint64_t bits = 0;
    pto_step step;
    set_field(&insn, PTO_FIELD_RegDst, D);
    CHECK(pto_encode(pto_machine_isa(b.machine), &insn, &bits, NULL) == PTO_OK,
          "encode");
    in.core_state = UINT64_C(31) << 32;
    pto_machine_set_registers(b.machine, 0, &in);
    pto_machine_execute(b.machine, 0, bits, 4, &step);
    pto_machine_registers(b.machine, 0, &b.r);
    CHECK(b.r.core_state >> 32 == 31, "%" PRIx64, b.r.core_state);
    pto_machine_free(b.machine);
}

TEST_MAIN(CASE(arithmetic_in_the_active_mode),
          CASE(absolute_value_clears_the_sign_alone),
          CASE(comparisons_are_false_for_nan),
          CASE(fixed_conversions_ignore_the_active_mode),
          CASE(narrowest_integers), CASE(conversions_to_floating_formats),
          CASE(flags_only_accumulate))
