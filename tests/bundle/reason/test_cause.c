/* Sets of legal values, and what a broken condition leaves behind. */
#include "bundle/driver.h"
#include "bundle/reason/cause.h"

static bool has(pto_wanted w, uint64_t value)
{
    return pto_wanted_has(&w, false, value);
}

TEST(sets_have_their_members)
{
    UNUSED_STATE;
    CHECK(has(pto_range(1, 4), 1) && has(pto_range(1, 4), 4), "ends");
    CHECK(!has(pto_range(1, 4), 0) && !has(pto_range(1, 4), 5), "outside");
    CHECK(has(pto_steps(16, 16, 64), 48) && !has(pto_steps(16, 16, 64), 40),
          "steps");
    CHECK(has(pto_one(7), 7) && !has(pto_one(7), 6), "one");
    CHECK(has(pto_powers(3, 64), 4) && !has(pto_powers(3, 64), 6) &&
              !has(pto_powers(3, 64), 2) && !has(pto_powers(3, 64), 128),
          "powers");
    CHECK(has(pto_codes(0x22), 5) && !has(pto_codes(0x22), 4) &&
              !has(pto_codes(UINT64_MAX), 64),
          "codes");
    CHECK(has(pto_other(3), 4) && !has(pto_other(3), 3), "other");
    CHECK(has(pto_clear(0xff00), 0xff) && !has(pto_clear(0xff00), 0x100),
          "clear");
    CHECK(has(pto_given(), 9) && !has(pto_left_out(), 9) &&
              !has(pto_unsaid(), 9),
          "presence");
}

TEST(what_is_left_out_is_no_value)
{
    UNUSED_STATE;
    pto_wanted w = pto_range(0, 9), o = pto_or_left_out(w);
    pto_wanted out = pto_left_out(), in = pto_given();
    CHECK(!pto_wanted_has(&w, true, 0), "an absent 0");
    CHECK(pto_wanted_has(&o, true, 0) && pto_wanted_has(&o, false, 9),
          "either");
    CHECK(pto_wanted_has(&out, true, 0) && !pto_wanted_has(&in, true, 0),
          "only that");
}

TEST(empty_sets_say_so)
{
    UNUSED_STATE;
    pto_wanted none[] = {pto_range(2, 1), pto_powers(5, 7), pto_powers(1, 0),
                         pto_codes(0)};
    pto_wanted some[] = {pto_range(1, 1), pto_powers(5, 8), pto_codes(2),
                         pto_given()};
    for (unsigned i = 0; i < 4; i++)
        CHECK(pto_wanted_empty(&none[i]) && !pto_wanted_empty(&some[i]), "%u",
              i);
}

/* What is broken is kept as it stands in the header, with the words. */
TEST(a_broken_condition_is_the_cause)
{
    UNUSED_STATE;
    pto_header h;
    pto_detail d;
    char text[PTO_FAULT_TEXT];
    pto_header_clear(&h);
    h.dimension_set = 4;
    h.dimension[2] = 6;
    h.data = (pto_data_attributes){.present = true, .rounding = 6};
    pto_detail_clear(&d, &h, NULL);
    CHECK(pto_dimension_wants(&d, 2, pto_one(6)), "holds");
    CHECK(d.cause.subject == PTO_SUBJECT_NOTHING, "%u", d.cause.subject);
    CHECK(!pto_dimension_wants(&d, 2, pto_powers(4, 64)), "broken");
    CHECK(d.cause.subject == PTO_SUBJECT_DIMENSION && d.cause.index == 2 &&
              d.cause.value == 6 && !d.cause.absent,
          "%u", d.cause.subject);
    pto_say(&d, "stored columns");
    pto_detail_text(&d, "a rule", text, sizeof text);
    assert_string_equal(text, "LB2=6, wanted a power of two from 4 to 64 "
                              "(stored columns): a rule");
    pto_detail_clear(&d, &h, NULL);
    CHECK(!pto_attribute_wants(&d, PTO_ROW_data_rounding, pto_one(0)), "RMode");
    pto_detail_text(&d, "a rule", text, sizeof text);
    assert_string_equal(text, "RMode=RTO, wanted NONE: a rule");
    pto_detail_clear(&d, &h, NULL);
    CHECK(!pto_dimension_wants(&d, 0, pto_range(1, 8)), "LB0");
    CHECK(d.cause.absent && !d.cause.value, "absent");
    pto_detail_text(&d, "a rule", text, sizeof text);
    assert_string_equal(text, "LB0 is not given, wanted 1 to 8: a rule");
}

/* A text that is too long ends where its room does. */
TEST(words_stay_in_their_room)
{
    UNUSED_STATE;
    pto_header h;
    pto_detail d;
    char whole[PTO_FAULT_TEXT], part[PTO_FAULT_TEXT];
    pto_header_clear(&h);
    pto_detail_clear(&d, &h, NULL);
    CHECK(!pto_dimension_wants(&d, 1, pto_range(1, UINT64_MAX)), "LB1");
    pto_say(&d, "words");
    pto_detail_text(&d, "sentence", whole, sizeof whole);
    for (size_t n = 1; n < strlen(whole); n++) {
        part[n] = '#';
        pto_detail_text(&d, "sentence", part, n);
        CHECK(strlen(part) == n - 1 && !strncmp(part, whole, n - 1), "%zu", n);
        CHECK(part[n] == '#', "%zu", n);
    }
}

TEST_MAIN(CASE(sets_have_their_members), CASE(what_is_left_out_is_no_value),
          CASE(empty_sets_say_so), CASE(a_broken_condition_is_the_cause),
          CASE(words_stay_in_their_room))
