/* Presets, overrides, and what the messages tell. */
#include "isa/when.h"
#include "pto_test.h"
#include "isa/isa.h"

static pto_isa parse(const char *text)
{
    pto_isa isa;
    pto_error e = {0};
    pto_status s = pto_isa_parse(text, &isa, &e);
    CHECK(s == PTO_OK, "%s: %s", text, e.message);
    return isa;
}

TEST(presets_are_what_the_design_says)
{
    UNUSED_STATE;
    pto_isa old = parse("0.58.3"), now = parse("0.58.4"), asl;
    asl = parse("0.58.3-asl");
    assert_int_equal(old.coop_m, PTO_COOP_M_PER_PE);
    assert_int_equal(old.shared_ids, PTO_SHARED_IDS_256);
    assert_int_equal(old.capacity, PTO_CAPACITY_PER_CORE);
    assert_false(old.cscale || old.mx_hif4 || old.range_modifiers);
    assert_int_equal(now.coop_m, PTO_COOP_M_GROUP);
    assert_int_equal(now.scale_layout, PTO_SCALE_LAYOUT_CUBE_M32);
    assert_true(now.cscale && now.mx_hif4 && now.range_modifiers);
    assert_int_equal(now.tile_names, PTO_TILE_NAMES_RELATIVE);
    asl.revision = old.revision;
    old.tile_names = PTO_TILE_NAMES_ABSOLUTE;
    old.asl_quirks = true;
    assert_memory_equal(&asl, &old, sizeof old);
}

TEST(default_is_the_newest)
{
    UNUSED_STATE;
    pto_isa a = parse(NULL), b = parse("0.58.4");
    assert_memory_equal(&a, &b, sizeof a);
}

/* Every feature can be set to every value, and prints as it parses. */
TEST(overrides_read_back)
{
    UNUSED_STATE;
    for (int f = 0; f < PTO_FEATURE_COUNT; f++)
        for (unsigned v = 0;
             strcmp(pto_feature_value_name((pto_feature)f, v), "?"); v++) {
            char text[PTO_ISA_TEXT], again[PTO_ISA_TEXT];
            (void)snprintf(text, sizeof text, "0.58.3,%s=%s",
                           pto_feature_name((pto_feature)f),
                           pto_feature_value_name((pto_feature)f, v));
            pto_isa isa = parse(text);
            assert_int_equal(pto_isa_get(&isa, (pto_feature)f), v);
            pto_isa_print(&isa, again, sizeof again);
            pto_isa same = parse(again);
            assert_memory_equal(&isa, &same, sizeof isa);
        }
}

TEST(errors_name_what_is_accepted)
{
    UNUSED_STATE;
    static const struct {
        const char *text, *part;
    } bad[] = {
        {"", "0.58.3, 0.58.3-asl, 0.58.4, 0.58.5, 0.58.6"},
        {"0.58.9", "unknown revision '0.58.9'"},
        {"0.58.4 ", "unknown revision"},
        {"0.58.4,coop", "'coop' is not feature=value"},
        {"0.58.4,coop=1", "unknown feature 'coop'"},
        {"0.58.4,coop_m=all", "coop_m is per-pe or group, not 'all'"},
        {"0.58.4,,cscale=on", "'' is not feature=value"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        pto_isa isa;
        pto_error e = {0};
        assert_int_equal(pto_isa_parse(bad[i].text, &isa, &e), PTO_BAD_INPUT);
        CHECK(strstr(e.message, bad[i].part), "'%s': %s", bad[i].text,
              e.message);
    }
}

/* A B.SUBVIEW word on a 0.58.3 machine, and a word nobody knows. */
TEST(undefined_words_say_where_they_belong)
{
    UNUSED_STATE;
    char text[256];
    pto_isa old = parse("0.58.3");
    pto_undefined_text(&old, 0x000000d3, 4, text, sizeof text);
    assert_string_equal(text,
                        "B.SUBVIEW, legal in 0.58.4; this machine is 0.58.3");
    pto_undefined_text(&old, 0xffffffff, 4, text, sizeof text);
    assert_string_equal(text, "no form has this encoding");
}

/* S64 exists only where Shared tile numbers have eight bits. */
TEST(features_select_forms_not_versions)
{
    UNUSED_STATE;
    static const char *const wide[] = {"0.58.3", "0.58.4,shared_ids=256"};
    static const char *const narrow[] = {"0.58.4", "0.58.3,shared_ids=64"};
    uint64_t word = 0x00001013 | UINT64_C(64) << 20;
    for (int i = 0; i < 2; i++) {
        pto_decoder d;
        pto_insn insn;
        pto_isa isa = parse(wide[i]);
        pto_decoder_init(&d, &isa);
        assert_int_equal(pto_decode(&d, word, 4, &insn), PTO_OK);
        assert_int_equal(pto_insn_get(&insn, PTO_FIELD_SharedTileID), 64);
        isa = parse(narrow[i]);
        pto_decoder_init(&d, &isa);
        assert_int_equal(pto_decode(&d, word, 4, &insn), PTO_UNDEFINED_INSN);
    }
}

static pto_when set(pto_when_bits bits)
{
    pto_when w = PTO_WHEN(bits);
    return w;
}

TEST(a_when_is_a_set_of_values)
{
    UNUSED_STATE;
    static const struct {
        const char *isa;
        bool on, not_64, since, before;
    } cases[] = {
        {"0.58.3", false, true, false, true},
        {"0.58.3-asl", false, true, false, true},
        {"0.58.4", true, false, true, false},
        {"0.58.4,cscale=off", false, false, true, false},
        {"0.58.3,cscale=on,shared_ids=64", true, false, false, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pto_isa isa = parse(cases[i].isa);
        bool both = cases[i].on && !cases[i].not_64;
        assert_true(pto_when_holds(set(ALWAYS), &isa));
        assert_int_equal(pto_when_holds(set(IS(CSCALE, ON)), &isa),
                         cases[i].on);
        assert_int_equal(pto_when_holds(set(IS_NOT(SHARED_IDS, 64)), &isa),
                         cases[i].not_64);
        assert_int_equal(pto_when_holds(set(SINCE(0_58_4)), &isa),
                         cases[i].since);
        assert_int_equal(pto_when_holds(set(BEFORE(0_58_4)), &isa),
                         cases[i].before);
        assert_int_equal(
            pto_when_holds(set(IS(CSCALE, ON) & IS(SHARED_IDS, 64)), &isa),
            both);
    }
}

TEST(a_when_prints_what_it_restricts)
{
    UNUSED_STATE;
    char text[PTO_ISA_TEXT];
    pto_when_print(set(ALWAYS), text, sizeof text);
    assert_string_equal(text, "");
    pto_when_print(set(IS(CSCALE, ON) & BEFORE(0_58_4)), text, sizeof text);
    assert_string_equal(text, "cscale=on,revision=0.58.3|0.58.3-asl");
}

/* All combinations of what is restricted, and of nothing else. */
TEST(the_walk_visits_every_isa_that_can_be_told_apart)
{
    UNUSED_STATE;
    pto_isa isa = pto_isa_preset((pto_revision)0), start = isa;
    unsigned n = 0, on = 0;
    do {
        n++;
        on += isa.cscale;
        assert_int_equal(isa.coop_m, start.coop_m);
    } while (
        pto_isa_next(&isa, set(IS(CSCALE, ON) & IS_NOT(CAPACITY, PER_PE))));
    assert_int_equal(n, 4);
    assert_int_equal(on, 2);
    assert_memory_equal(&isa, &start, sizeof isa);
    assert_false(pto_isa_next(&isa, set(ALWAYS)));
}

/* What a preset encodes is what its parent does: programs run on both. */
TEST(a_preset_is_marked_as_its_parent)
{
    UNUSED_STATE;
    for (int r = 0; r < PTO_REVISION_COUNT; r++) {
        pto_release own = pto_release_of((pto_revision)r);
        bool is_same = !strcmp(own.name, pto_revision_name((pto_revision)r));
        assert_int_equal(is_same, !pto_revision_is_preset((pto_revision)r));
        assert_int_equal(strlen(own.projection_sha256), 64);
    }
    assert_string_equal(pto_release_of(PTO_REVISION_0_58_3_ASL).name, "0.58.3");
}

TEST_MAIN(CASE(presets_are_what_the_design_says), CASE(default_is_the_newest),
          CASE(overrides_read_back), CASE(errors_name_what_is_accepted),
          CASE(undefined_words_say_where_they_belong),
          CASE(features_select_forms_not_versions),
          CASE(a_when_is_a_set_of_values),
          CASE(a_when_prints_what_it_restricts),
          CASE(the_walk_visits_every_isa_that_can_be_told_apart),
          CASE(a_preset_is_marked_as_its_parent))
