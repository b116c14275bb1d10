/* src/bundle/attribute.c: every row reaches its own member of a header. */
#include "bundle/attribute.h"
#include "bundle/driver.h"

TEST(rows_are_members)
{
    UNUSED_STATE;
    const pto_attribute *a, *b;
    for (unsigned i = 0; (a = pto_attribute_at(i)); i++) {
        pto_header h = {.active = false};
        pto_attribute_set(&h, a, a->most);
        for (unsigned k = 0; (b = pto_attribute_at(k)); k++)
            CHECK(pto_attribute_get(&h, b) == (k == i ? a->most : 0), "%s, %s",
                  a->name, b->name);
    }
}

TEST(rows_are_named_members)
{
    UNUSED_STATE;
    pto_header h = {.active = false};
#define FLAG(group, member, ...)               h.group.member = true;
#define KEPT(group, member)                    h.group.member = true;
#define CODE(group, member, field, name, most) h.group.member = most;
#define WORD(group, member, field, name, most) h.group.member = most;
#define ATTRIBUTES(group, command, fields) \
    h.group.present = true;                \
    fields
#include "bundle/attribute.def"
    const pto_attribute *a;
    for (unsigned i = 0; (a = pto_attribute_at(i)); i++)
        CHECK(pto_attribute_get(&h, a) == a->most, "%s", a->name);
}

/* Commands with a field set each: the difference is named. */
TEST(differences_are_named)
{
    UNUSED_STATE;
    const pto_attribute *a;
    for (unsigned i = 0; (a = pto_attribute_at(i)); i++) {
        pto_header x = {.active = true}, y = x;
        char text[64] = "", want[64];
        bool compared =
            a->group == PTO_ATTRIBUTES_data || a->group == PTO_ATTRIBUTES_post;
        pto_attribute_set(&x, a, 1);
        snprintf(want, sizeof want, "%s 1, not 0", compared ? a->name : "");
        CHECK(pto_header_difference(&x, &y, text, sizeof text) == compared,
              "%s", a->name);
        CHECK(!compared || !strcmp(text, want), "%s: %s", want, text);
    }
}

TEST_MAIN(CASE(rows_are_members), CASE(rows_are_named_members),
          CASE(differences_are_named))
