/* tests/programs/exchange.s against plain loops. */
#include "machine/program/program.h"

enum { ROUNDS = 20 };

enum { SHARERS = 4, SHARED_WORDS = 256, LANES = 64 };

/* What four PEs leave behind, and what they started from. */
typedef struct shared {
    int32_t table[SHARED_WORDS], least[SHARERS][LANES];
    uint32_t places[SHARERS][LANES];
    int32_t results[SHARERS][SHARED_WORDS];
    uint32_t slots[SHARED_WORDS], found[SHARERS][LANES];
} shared;

/* The sums of the ring, scattered where they are large enough. */
static void scatter_sums(shared *x)
{
    memset(x->results, 0, sizeof x->results);
    for (unsigned i = 0; i < LANES; i++) {
        uint32_t sum = 0;
        for (unsigned pe = 0; pe < SHARERS; pe++)
            sum += (uint32_t)x->table[x->places[pe][i] / 4];
        for (unsigned pe = 0; pe < SHARERS; pe++)
            if ((int32_t)sum > x->least[pe][i])
                x->results[pe][x->places[pe][i] / 4] = (int32_t)sum;
    }
}

/* Whoever came first: one lane found the slot free, and all others him. */
static void expect_claims(const shared *x)
{
    unsigned claims[SHARED_WORDS] = {0}, free[SHARED_WORDS] = {0};
    for (unsigned pe = 0; pe < SHARERS; pe++)
        for (unsigned i = 0; i < LANES; i++) {
            uint32_t slot = x->places[pe][i] / 4, owner = x->slots[slot];
            claims[slot]++;
            free[slot] += x->found[pe][i] == 0;
            CHECK(x->found[pe][i] ? x->found[pe][i] == owner : owner == pe + 1,
                  "PE%u lane %u found %u", pe, i, x->found[pe][i]);
        }
    for (unsigned i = 0; i < SHARED_WORDS; i++)
        CHECK(free[i] == (claims[i] != 0) && !x->slots[i] == !claims[i],
              "slot %u: %u of %u found it free", i, free[i], claims[i]);
}

TEST(exchange)
{
    UNUSED_STATE;
    uint64_t seed = 11;
    program p = boot("exchange", SHARERS);
    for (unsigned i = 0; i < ROUNDS; i++) {
        shared x;
        for (size_t k = 0; k < sizeof x / 4; k++)
            ((uint32_t *)&x)[k] = (uint32_t)test_random(&seed);
        for (unsigned k = 0; k < SHARERS * LANES; k++)
            x.places[k / LANES][k % LANES] &= 4 * SHARED_WORDS - 4;
        rewind_program(&p);
        set(&p, "table", x.table, sizeof x.table);
        set(&p, "places", x.places, sizeof x.places);
        set(&p, "least", x.least, sizeof x.least);
        run(&p);
        scatter_sums(&x);
        expect_bytes(&p, "results", x.results, sizeof x.results);
        get(&p, "slots", x.slots, sizeof x.slots);
        get(&p, "found", x.found, sizeof x.found);
        expect_claims(&x);
    }
    test_end(&p);
}

TEST_MAIN(CASE(exchange))
