/* exec.def, scalar.def, atomic.def, block.def: every form has what it needs. */
#include "pto_test.h"

#include "pto/isa.h"

static const char *const executors[][2] = {
#define EXEC(handler, function)      {#handler, #function},
#define TRANSLATE(handler, function) {#handler, #function},
#include "pto/def/exec.def"
#undef EXEC
#undef TRANSLATE
};

static const uint16_t scalar_rows[] = {
#define SCALAR(form, operation) PTO_FORM_##form,
#define SETC(form, operation)
#include "pto/def/scalar.def"
#undef SCALAR
#undef SETC
};

static const uint16_t setc_rows[] = {
#define SCALAR(form, operation)
#define SETC(form, operation) PTO_FORM_##form,
#include "pto/def/scalar.def"
#undef SCALAR
#undef SETC
};

static const uint16_t atomic_rows[] = {
#define ATOMIC(form, operation, size) PTO_FORM_##form,
#include "pto/def/atomic.def"
#undef ATOMIC
};

static const uint16_t block_rows[] = {
#define BLOCK(form, kind, transfer, model_kind) PTO_FORM_##form,
#include "pto/def/block.def"
#undef BLOCK
};

#define LENGTH(a) (sizeof(a) / sizeof(a)[0])

TEST(every_handler_has_one_executor)
{
    UNUSED_STATE;
    for (unsigned h = 0; h < PTO_HANDLER_COUNT; h++) {
        unsigned rows = 0;
        for (size_t i = 0; i < LENGTH(executors); i++)
            rows += !strcmp(executors[i][0], pto_handler_name((pto_handler)h));
        CHECK(rows == 1, "%s: %u", pto_handler_name((pto_handler)h), rows);
    }
}

static const char *executor_of(const pto_form *f)
{
    for (size_t i = 0; i < LENGTH(executors); i++)
        if (!strcmp(executors[i][0], pto_handler_name((pto_handler)f->handler)))
            return executors[i][1];
    return "";
}

/* Exactly the forms of that executor have one row each. */
static void expect_rows(const char *executor, const uint16_t *rows, size_t n,
                        unsigned exception)
{
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        unsigned found = 0;
        for (size_t i = 0; i < n; i++)
            found += rows[i] == id;
        bool needs = !strcmp(executor_of(f), executor) && id != exception;
        CHECK(found == needs, "%s: %u rows", f->name, found);
    }
}

TEST(every_form_has_its_row)
{
    UNUSED_STATE;
    expect_rows("pto_translate_scalar", scalar_rows, LENGTH(scalar_rows),
                PTO_FORM_COUNT);
    expect_rows("pto_translate_setc", setc_rows, LENGTH(setc_rows),
                PTO_FORM_COUNT);
    expect_rows("pto_translate_atomic", atomic_rows, LENGTH(atomic_rows),
                PTO_FORM_DMA);
    expect_rows("pto_translate_start", block_rows, LENGTH(block_rows),
                PTO_FORM_COUNT);
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        bool needs = !strcmp(executor_of(f), "pto_translate_address");
        CHECK((pto_access_get(f) != NULL) == needs, "%s", f->name);
    }
}

TEST_MAIN(CASE(every_handler_has_one_executor), CASE(every_form_has_its_row))
