/* NPY headers: what NumPy writes is read, everything else is one message. */
#include "pto/io.h"
#include "pto_test.h"

/* An NPY image of that dictionary with `elements` zero bytes behind it. */
static size_t image(uint8_t *out, const char *dictionary, size_t elements)
{
    size_t n = strlen(dictionary);
    memcpy(out, "\x93NUMPY\x01\x00", 8);
    out[8] = (uint8_t)n;
    out[9] = (uint8_t)(n >> 8);
    memcpy(out + 10, dictionary, n);
    memset(out + 10 + n, 0, elements);
    return 10 + n + elements;
}

TEST(a_matrix_is_read)
{
    UNUSED_STATE;
    uint8_t bytes[256];
    pto_npy a;
    size_t n = image(bytes,
                     "{'descr': '<f4', 'fortran_order': False, "
                     "'shape': (3, 5), }\n",
                     60);
    assert_int_equal(pto_npy_parse(bytes, n, &a, NULL), PTO_OK);
    assert_int_equal(a.kind, 'f');
    assert_int_equal(a.item_bytes, 4);
    assert_int_equal(a.dimensions, 2);
    assert_int_equal(a.shape[0], 3);
    assert_int_equal(a.shape[1], 5);
    assert_int_equal(a.offset + a.size, n);
}

TEST(vectors_and_scalars_are_read)
{
    UNUSED_STATE;
    uint8_t bytes[256];
    pto_npy a;
    size_t n = image(bytes,
                     "{'descr': '|u1', 'fortran_order': False, "
                     "'shape': (7,), }",
                     7);
    assert_int_equal(pto_npy_parse(bytes, n, &a, NULL), PTO_OK);
    assert_int_equal(a.dimensions, 1);
    n = image(bytes, "{'descr': '<i8', 'fortran_order': False, 'shape': ()}",
              8);
    assert_int_equal(pto_npy_parse(bytes, n, &a, NULL), PTO_OK);
    assert_int_equal(a.size, 8);
}

TEST(malformed_headers_say_why)
{
    UNUSED_STATE;
    static const struct {
        const char *dictionary, *why;
    } row[] = {
        {"{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}", "big-end"},
        {"{'descr': '<f4', 'fortran_order': True, 'shape': (1,)}", "Fortran"},
        {"{'descr': '<c8', 'fortran_order': False, 'shape': (1,)}", "type"},
        {"{'descr': '<f3', 'fortran_order': False, 'shape': (1,)}", "size"},
        {"{'descr': '<f4', 'shape': (1,)}", "missing"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1 2)}", "','"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", "needs 8"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': "
         "(99999999999, 99999999999)}",
         "too large"},
        {"{'descr': '<f4', 'fortran_order': False", "expected"},
        {"", "expected '{'"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        uint8_t bytes[256];
        pto_npy a;
        pto_error e = {0};
        size_t n = image(bytes, row[i].dictionary, 4);
        CHECK(pto_npy_parse(bytes, n, &a, &e) == PTO_BAD_INPUT, "row %zu", i);
        CHECK(strstr(e.message, row[i].why), "row %zu: %s", i, e.message);
    }
}

TEST(every_truncation_is_refused)
{
    UNUSED_STATE;
    uint8_t bytes[256];
    size_t n = image(bytes,
                     "{'descr': '<f4', 'fortran_order': False, "
                     "'shape': (3, 5), }\n",
                     60);
    for (size_t cut = 0; cut < n; cut++) {
        pto_npy a;
        uint8_t *exact = malloc(cut ? cut : 1);
        memcpy(exact, bytes, cut);
        CHECK(pto_npy_parse(exact, cut, &a, NULL) == PTO_BAD_INPUT, "%zu", cut);
        free(exact);
    }
}

/* What is written is read again, aligned as NumPy wants it. */
TEST(arrays_are_written)
{
    UNUSED_STATE;
    static const char path[] = "test_npy_written.npy";
    uint64_t seed = 1;
    for (unsigned dimensions = 0; dimensions <= PTO_NPY_DIMENSIONS;
         dimensions++) {
        pto_npy a = {.kind = 'u', .item_bytes = 2, .dimensions = 0}, b;
        uint8_t elements[1024], *bytes;
        size_t n;
        a.dimensions = (uint8_t)dimensions;
        a.size = 2;
        for (unsigned i = 0; i < dimensions; i++) {
            a.shape[i] = test_random(&seed) % 16 ? 1 + i % 3 : 0;
            a.size *= a.shape[i];
        }
        for (size_t i = 0; i < a.size; i++)
            elements[i] = (uint8_t)test_random(&seed);
        assert_int_equal(pto_npy_write(path, &a, elements, NULL), PTO_OK);
        assert_int_equal(pto_io_read(path, 0, &bytes, &n, NULL), PTO_OK);
        assert_int_equal(pto_npy_parse(bytes, n, &b, NULL), PTO_OK);
        assert_int_equal(b.offset % 64, 0);
        assert_int_equal(b.dimensions, dimensions);
        assert_memory_equal(b.shape, a.shape, sizeof a.shape);
        assert_int_equal(b.kind, 'u');
        assert_int_equal(b.size, a.size);
        assert_memory_equal(bytes + b.offset, elements, a.size);
        pto_free(bytes);
    }
    remove(path);
}

TEST(no_other_array_is_written)
{
    UNUSED_STATE;
    static const char path[] = "test_npy_refused.npy";
    static const pto_npy wrong[] = {
        {.kind = 'c', .item_bytes = 8, .size = 8},
        {.kind = 'f', .item_bytes = 3, .size = 3},
        {.kind = 'f', .item_bytes = 4, .size = 8},
        {.kind = 'f', .item_bytes = 4, .dimensions = 9, .size = 4},
        {.kind = 'f',
         .item_bytes = 8,
         .dimensions = 2,
         .shape = {UINT64_C(1) << 61, 2}},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        CHECK(pto_npy_write(path, &wrong[i], path, NULL) == PTO_BAD_ARGUMENT,
              "row %zu", i);
    assert_null(fopen(path, "r"));
}

TEST_MAIN(CASE(a_matrix_is_read), CASE(vectors_and_scalars_are_read),
          CASE(malformed_headers_say_why), CASE(every_truncation_is_refused),
          CASE(arrays_are_written), CASE(no_other_array_is_written))
