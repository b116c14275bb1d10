/* Classes and arithmetic of whole arrays, against one element at a time. */
#include "num/num.h"
#include "pto_test.h"

enum { N = 257, BYTES = 8 * N };

static void fill(uint8_t *bytes, uint64_t seed)
{
    for (size_t i = 0; i < BYTES; i++)
        bytes[i] = (uint8_t)test_random(&seed);
}

TEST(classes_are_those_of_the_elements)
{
    UNUSED_STATE;
    uint8_t array[BYTES], classes[N];
    for (unsigned t = 0; t < PTO_DTYPE_CODES; t++) {
        fill(array, t);
        bool exists = pto_format_get(t) != NULL;
        assert_int_equal(pto_classify_n((pto_dtype)t, array, N, classes),
                         exists ? PTO_OK : PTO_BAD_ARGUMENT);
        for (size_t i = 0; exists && i < N; i++) {
            uint64_t bits = pto_lane_get((pto_dtype)t, array, i);
            CHECK(classes[i] == pto_classify((pto_dtype)t, bits),
                  "type %u, element %zu", t, i);
        }
    }
}

static void check_operation(const pto_arith *op, pto_dtype t)
{
    uint8_t x[3][BYTES], got[BYTES];
    const void *args[] = {x[0], x[1], x[2]};
    for (unsigned k = 0; k < 3; k++)
        fill(x[k], 3 * (uint64_t)t + k);
    pto_fenv env = {.round = PTO_RTP, .flags = 0};
    pto_fenv wanted = {.round = PTO_RTP};
    assert_int_equal(pto_arith_n(op, t, got, args, N, &env), PTO_OK);
    for (size_t i = 0; i < N; i++) {
        uint64_t a[3];
        for (unsigned k = 0; k < 3; k++)
            a[k] = pto_lane_get(t, x[k], i);
        uint64_t bits =
            pto_arith_run(op, t, a, &wanted) & num_format(t)->carrier_mask;
        CHECK(pto_lane_get(t, got, i) == bits, "%s of %s, element %zu",
              op->name, num_format(t)->name, i);
    }
    assert_int_equal(env.flags, wanted.flags);
    assert_int_equal(pto_arith_n(op, t, x[0], args, N, &env), PTO_OK);
    assert_memory_equal(x[0], got, N / 2);
}

TEST(operations_are_those_of_the_elements)
{
    UNUSED_STATE;
    for (size_t i = 0; i < pto_arith_count(); i++)
        for (unsigned t = 0; t < PTO_DTYPE_CODES; t++)
            if (pto_format_get(t))
                check_operation(pto_arith_at(i), (pto_dtype)t);
}

TEST(no_type_and_no_mode_is_an_argument_error)
{
    UNUSED_STATE;
    uint64_t x[] = {1};
    const void *args[] = {x};
    const pto_arith *op = pto_arith_find("abs");
    pto_fenv env = {.round = PTO_RNE};
    assert_int_equal(pto_arith_n(op, (pto_dtype)31, x, args, 1, &env),
                     PTO_BAD_ARGUMENT);
    env.round = PTO_ROUND_COUNT;
    assert_int_equal(pto_arith_n(op, PTO_FP32, x, args, 1, &env),
                     PTO_BAD_ARGUMENT);
    assert_int_equal(x[0], 1);
}

TEST_MAIN(CASE(classes_are_those_of_the_elements),
          CASE(operations_are_those_of_the_elements),
          CASE(no_type_and_no_mode_is_an_argument_error))
