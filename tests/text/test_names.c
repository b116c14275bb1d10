/* Names of the assembler: found again, in time that collisions do not change.
 */
#include "pto_test.h"
#include "text/asm/asm.h"

enum { NAMES = 2000, BUCKETS = 4096, LONGEST = 16 };

/* The next name after number *i whose bucket is the first. */
static size_t colliding(unsigned *i, char *name)
{
    for (;;) {
        int n = snprintf(name, LONGEST, "n%x", (*i)++);
        if (pto_asm_hash(name, (size_t)n) % BUCKETS == 0)
            return (size_t)n;
    }
}

TEST(names_that_collide_are_found_in_the_time_that_their_length_takes)
{
    UNUSED_STATE;
    static pto_asm as;
    asm_names all = {0};
    char name[LONGEST];
    unsigned at = 0;
    for (uintptr_t i = 1; i <= NAMES; i++) {
        size_t n = colliding(&at, name);
        CHECK(!pto_asm_named(&all, name, n), "%s is there already", name);
        pto_asm_name_add(&as, &all, name, n)->value = (void *)i;
    }
    at = 0;
    for (uintptr_t i = 1; i <= NAMES; i++) {
        size_t n = colliding(&at, name);
        uint64_t before = all.steps;
        CHECK(pto_asm_named(&all, name, n) == (void *)i, "%s", name);
        CHECK(all.steps - before <= 8 * n + 1, "%s: %" PRIu64 " steps", name,
              all.steps - before);
    }
    CHECK(all.count == NAMES, "%zu names", all.count);
    pto_asm_names_free(&all);
    pto_arena_free(&as.arena);
}

TEST(a_name_is_not_its_beginning)
{
    UNUSED_STATE;
    static pto_asm as;
    asm_names all = {0};
    static const char word[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    for (size_t n = 1; n < sizeof word; n++) {
        CHECK(!pto_asm_named(&all, word, n), "%zu letters before", n);
        pto_asm_name_add(&as, &all, word, n)->value = (void *)&word[n];
    }
    for (size_t n = 1; n < sizeof word; n++)
        CHECK(pto_asm_named(&all, word, n) == &word[n], "%zu letters", n);
    CHECK(all.count == sizeof word - 1, "%zu names", all.count);
    pto_asm_names_free(&all);
    pto_arena_free(&as.arena);
}

TEST_MAIN(
    CASE(names_that_collide_are_found_in_the_time_that_their_length_takes),
    CASE(a_name_is_not_its_beginning))
