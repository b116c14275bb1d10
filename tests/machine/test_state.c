/* Words by name and tiles from outside: all of them, and what is refused. */
#include "machine_test.h"

#include "pto/state.h"

enum { ROOM = 4096 };

typedef struct fixture {
    pto_machine *m;
    size_t count;
    uint64_t before[ROOM], after[ROOM];
} fixture;

static fixture make(void)
{
    fixture f = {.count = pto_state_count()};
    pto_error e;
    assert_in_range(f.count, 1, ROOM);
    CHECK(pto_machine_new(NULL, &f.m, &e) == PTO_OK, "%s", e.message);
    CHECK(pto_machine_state(f.m, 1, f.before, f.count) == PTO_OK, "state");
    return f;
}

static uint64_t *named(fixture *f, const char *name)
{
    size_t i;
    CHECK(pto_state_find(name, &i), "%s", name);
    return &f->before[i];
}

static void names_and_numbers_agree(void **unused)
{
    char name[PTO_STATE_NAME];
    size_t i, found, count = pto_state_count();
    (void)unused;
    for (i = 0; i < count; i++) {
        CHECK(pto_state_name(i, name, sizeof name) < sizeof name, "%s", name);
        CHECK(pto_state_find(name, &found) && found == i, "%s: %zu", name, i);
    }
    assert_int_equal(pto_state_name(count, name, sizeof name), 0);
    assert_string_equal(name, "");
    const char *const none[] = {"",
                                "gpr",
                                "gpr.24",
                                "gpr.03",
                                "gpr.+1",
                                "gpr.1 ",
                                "tpc.0",
                                "ssr.0020",
                                "ssr.0c00",
                                "ssr.f01",
                                "ssr.3f20",
                                "saved.16.valid",
                                "saved.1.predicates.8",
                                "gpr.18446744073709551616"};
    for (i = 0; i < sizeof none / sizeof *none; i++)
        CHECK(!pto_state_find(none[i], &found) && !found, "%s", none[i]);
}

static void values_have_names(void **unused)
{
    size_t i;
    (void)unused;
    assert_true(pto_state_find("bundle.transfer", &i));
    assert_string_equal(pto_state_value(i, 2), "Conditional");
    assert_null(pto_state_value(i, 7));
    assert_true(pto_state_find("tpc", &i));
    assert_null(pto_state_value(i, 0));
    assert_null(pto_state_value(pto_state_count(), 0));
}

/* What is set is what is read, and the registers show it. */
static void what_is_set_is_read(void **unused)
{
    fixture f = make();
    pto_registers r;
    uint64_t vector = 0;
    (void)unused;
    *named(&f, "gpr.7") = UINT64_C(0x123456789abcdef0);
    *named(&f, "u.3") = 5;
    *named(&f, "u.valid") = 8;
    *named(&f, "predicates.2") = 0xffffffff;
    *named(&f, "cycle") = 77;
    *named(&f, "saved.15.predicates.7") = 9;
    *named(&f, "ssr.1f01") = 0x4000;
    *named(&f, "bundle.active") = 1;
    *named(&f, "maintenance_operation") = 1;
    CHECK(pto_machine_set_state(f.m, 1, f.before, f.count) == PTO_OK, "set");
    CHECK(pto_machine_state(f.m, 1, f.after, f.count) == PTO_OK, "get");
    assert_memory_equal(f.before, f.after, f.count * sizeof *f.after);
    pto_machine_registers(f.m, 1, &r);
    assert_int_equal(r.gpr[7], UINT64_C(0x123456789abcdef0));
    assert_int_equal(r.u[3], 5);
    assert_int_equal(r.predicate[2], 0xffffffff);
    assert_int_equal(r.cycle, 77);
    assert_true(r.bundle_active);
    assert_int_equal(pto_machine_sysreg(f.m, 1, 0x1f01, &vector), PTO_OK);
    assert_int_equal(vector, 0x4000);
    *named(&f, "gpr.0") = 1;
    CHECK(pto_machine_set_state(f.m, 1, f.before, f.count) == PTO_OK, "set");
    pto_machine_registers(f.m, 1, &r);
    assert_int_equal(r.gpr[0], 0);
    pto_machine_free(f.m);
}

static void what_cannot_be_is_refused(void **unused)
{
    static const struct {
        const char *name;
        uint64_t value;
    } wrong[] = {{"t.valid", 16},        {"predicates.0", UINT64_C(1) << 32},
                 {"bundle.kind", 7},     {"bundle.taken", 2},
                 {"control_request", 4}, {"saved.3.source_acr", 16},
                 {"reservation.size", 9}};
    fixture f = make();
    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        uint64_t *word = named(&f, wrong[i].name), kept = *word;
        *word = wrong[i].value;
        CHECK(pto_machine_set_state(f.m, 1, f.before, f.count) ==
                  PTO_BAD_ARGUMENT,
              "%s", wrong[i].name);
        *word = kept;
        (void)pto_machine_state(f.m, 1, f.after, f.count);
        assert_memory_equal(f.before, f.after, f.count * sizeof *f.after);
    }
    assert_int_equal(pto_machine_set_state(f.m, 1, f.before, f.count - 1),
                     PTO_BAD_ARGUMENT);
    assert_int_equal(pto_machine_set_state(f.m, 4, f.before, f.count),
                     PTO_BAD_ARGUMENT);
    assert_int_equal(pto_machine_state(f.m, 4, f.before, f.count),
                     PTO_BAD_ARGUMENT);
    pto_machine_free(f.m);
}

static pto_tile small_tile(void)
{
    pto_tile t = {0};
    assert_true(pto_tile_describe(&t, PTO_FP16, PTO_TILE_RowMajor, 8, 2, 8, 128,
                                  PTO_TILE_MAX_BYTES));
    assert_int_equal(pto_tile_alloc(&t), PTO_OK);
    pto_tile_write(&t, 1, 3, 0x3c00);
    return t;
}

static void tiles_are_copied_in(void **unused)
{
    fixture f = make();
    pto_tile t = small_tile();
    pto_shared_state s = {1, 15, 15, 0}, got;
    unsigned mask = 0;
    (void)unused;
    assert_int_equal(pto_machine_set_local(f.m, 2, 5, 4, &t), PTO_OK);
    assert_int_equal(pto_machine_set_shared(f.m, 9, &s, &t), PTO_OK);
    pto_tile_write(&t, 1, 3, 0);
    const pto_tile *local = pto_machine_local(f.m, 2, 5, &mask);
    const pto_tile *shared = pto_machine_shared(f.m, 9, &got);
    assert_int_equal(pto_tile_read(local, 1, 3), 0x3c00);
    assert_int_equal(pto_tile_read(shared, 1, 3), 0x3c00);
    assert_false(pto_tile_defined(local, 0, 0));
    assert_int_equal(mask, 4);
    assert_memory_equal(&s, &got, sizeof s);
    assert_int_equal(pto_machine_set_local(f.m, 2, 5, 0, NULL), PTO_OK);
    assert_null(pto_machine_local(f.m, 2, 5, NULL));
    assert_int_equal(pto_machine_set_shared(f.m, 9, &s, NULL), PTO_OK);
    assert_null(pto_machine_shared(f.m, 9, NULL));
    pto_tile_free(&t);
    pto_machine_free(f.m);
}

static void wrong_tiles_are_refused(void **unused)
{
    fixture f = make();
    pto_tile t = small_tile(), wrong = t;
    pto_shared_state s = {0, 16, 0, 0};
    (void)unused;
    assert_int_equal(pto_machine_set_local(f.m, 0, 5, 8, &t), PTO_OK);
    wrong.valid_rows = 9;
    assert_int_equal(pto_machine_set_local(f.m, 0, 5, 8, &wrong),
                     PTO_BAD_ARGUMENT);
    wrong = t;
    wrong.layout = 99;
    assert_int_equal(pto_machine_set_local(f.m, 0, 5, 8, &wrong),
                     PTO_BAD_ARGUMENT);
    wrong = t;
    wrong.bytes = NULL;
    assert_int_equal(pto_machine_set_local(f.m, 0, 5, 8, &wrong),
                     PTO_BAD_ARGUMENT);
    assert_int_equal(pto_machine_set_local(f.m, 0, 64, 8, &t),
                     PTO_BAD_ARGUMENT);
    assert_int_equal(pto_machine_set_local(f.m, 4, 5, 8, &t), PTO_BAD_ARGUMENT);
    assert_int_equal(pto_machine_set_local(f.m, 0, 5, 16, &t),
                     PTO_BAD_ARGUMENT);
    assert_int_equal(pto_machine_set_shared(f.m, 1, &s, &t), PTO_BAD_ARGUMENT);
    s = (pto_shared_state){0};
    assert_int_equal(pto_machine_set_shared(f.m, 256, &s, &t),
                     PTO_BAD_ARGUMENT);
    assert_int_equal(pto_tile_read(pto_machine_local(f.m, 0, 5, NULL), 1, 3),
                     0x3c00);
    pto_tile_free(&t);
    pto_machine_free(f.m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_numbers_agree),
        cmocka_unit_test(values_have_names),
        cmocka_unit_test(what_is_set_is_read),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(tiles_are_copied_in),
        cmocka_unit_test(wrong_tiles_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
