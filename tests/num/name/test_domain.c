/* The domain ledger against the published one, and against the tables. */
#include "evidence.h"
#include "isa/isa.h"
#include "isa/semantics.h"
#include "pto/numeric.h"
#include "pto/tile_op.h"
#include "pto_test.h"

static size_t times_listed(const char *name, size_t *domain)
{
    size_t n = 0;
    const pto_domain_op *op;
    for (size_t i = 0; (op = pto_domain_op_at(i)) != NULL; i++) {
        if (strcmp(op->name, name) != 0)
            continue;
        n++;
        *domain = op->domain;
    }
    return n;
}

/* "tile:TEPL:TADD" or "scalar:fadd_32_b78b658e6740" as a mnemonic. */
static void mnemonic_of(const char *key, char *out, size_t size)
{
    const char *last = strrchr(key, ':') + 1;
    bool scalar = !strncmp(key, "scalar:", 7);
    size_t n = scalar ? strcspn(last, "_") : strlen(last);
    (void)snprintf(out, size, "%.*s", (int)n, last);
    for (char *p = out; *p && scalar; p++)
        if (*p >= 'a' && *p <= 'z')
            *p = (char)(*p - 'a' + 'A');
}

/* Is it a tile operation that no published revision has? */
static bool is_ours(const char *name)
{
    pto_isa isa = pto_isa_preset(PTO_REVISION_0_58_4);
    unsigned id = pto_tile_op_by_name(NULL, name, strlen(name));
    return id < PTO_OP_COUNT && !pto_tile_op_exists(pto_tile_op_get(id), &isa);
}

TEST(domains_and_operations_are_the_published_ones)
{
    UNUSED_STATE;
    json_t *root = evidence_load("numeric-rounding-selector-contract");
    const json_t *list = json_object_get(root, "domains");
    size_t operations = 0;
    assert_int_equal(json_array_size(list), 16);
    assert_non_null(pto_domain_at(15));
    assert_null(pto_domain_at(16));
    for (size_t i = 0; i < 16; i++) {
        const json_t *r = json_array_get(list, i);
        const json_t *keys = json_object_get(r, "operation_keys");
        for (size_t k = 0; k < json_array_size(keys); k++) {
            char name[64];
            size_t domain = 99;
            mnemonic_of(json_string_value(json_array_get(keys, k)), name,
                        sizeof name);
            CHECK(times_listed(name, &domain) == 1, "%s", name);
            assert_string_equal(pto_domain_at(domain)->name,
                                evidence_text(r, "domain"));
            operations++;
        }
    }
    size_t ours = 0, rows = 0;
    for (const pto_domain_op *op; (op = pto_domain_op_at(rows)); rows++)
        ours += is_ours(op->name);
    CHECK(rows - ours == operations,
          "%zu rounding operations of 0.58.4, published are %zu; where is one "
          "that is not? IS(FEATURE, VALUE) in its row says",
          rows - ours, operations);
    json_decref(root);
}

TEST(every_rounding_tile_operation_has_one_domain)
{
    UNUSED_STATE;
    /* the classes of operations that compute, whatever they are called */
    static const char *const computing[] = {"TADD",  "TROWSUM", "TQUANT",
                                            "TFMA",  "TCVT",    "TMATMUL",
                                            "TGEMV", "TEXP",    "TPARTADD"};
    for (unsigned id = 0; id < PTO_OP_COUNT; id++) {
        const pto_tile_op *op = pto_tile_op_get(id);
        size_t domain = 0;
        size_t n = times_listed(op->name, &domain);
        assert_true(n <= 1);
        assert_int_equal(n == 0, !strcmp(op->domain, "NONE"));
    }
    for (size_t i = 0; i < sizeof computing / sizeof computing[0]; i++) {
        size_t domain = 0;
        assert_int_equal(times_listed(computing[i], &domain), 1);
    }
}

/* Classes that round; their forms that only choose or clear a sign do not. */
static bool rounds(const pto_form *f)
{
    static const char *const exact[] = {"FABS", "FMIN", "FMAX"};
    switch (pto_semantics_of(f)->class) {
    case PTO_DOES_FLOAT1:
    case PTO_DOES_FLOAT2:
    case PTO_DOES_FLOAT3:
    case PTO_DOES_CONVERT: break;
    default: return false;
    }
    for (size_t i = 0; i < sizeof exact / sizeof exact[0]; i++)
        if (!strcmp(exact[i], f->mnemonic))
            return false;
    return true;
}

TEST(every_rounding_scalar_form_has_one_domain)
{
    UNUSED_STATE;
    unsigned found = 0;
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        size_t domain = 0;
        if (!rounds(f))
            continue;
        found++;
        CHECK(times_listed(f->mnemonic, &domain) == 1, "%s", f->mnemonic);
        assert_memory_equal(pto_domain_at(domain)->name, "scalar", 6);
    }
    assert_true(found >= 19);
}

TEST_MAIN(CASE(domains_and_operations_are_the_published_ones),
          CASE(every_rounding_tile_operation_has_one_domain),
          CASE(every_rounding_scalar_form_has_one_domain))
