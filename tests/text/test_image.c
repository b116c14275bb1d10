/* Images: flat bytes in and out, files by their magic number, look-ups. */
#include <unistd.h>
#include "asm_test.h"
#include "text/image/image.h"

TEST(flat_bytes_are_one_segment_that_may_do_everything)
{
    UNUSED_STATE;
    pto_image *image;
    uint8_t *bytes;
    size_t n;
    assert_int_equal(pto_image_from_raw("abc", 3, 0x100, &image, NULL), PTO_OK);
    assert_int_equal(image->entry, 0x100);
    assert_int_equal(image->segment_count, 1);
    assert_int_equal(image->segments[0].flags,
                     PTO_SEGMENT_R | PTO_SEGMENT_W | PTO_SEGMENT_X);
    assert_int_equal(pto_image_to_raw(image, &bytes, &n, NULL), PTO_OK);
    assert_int_equal(n, 3);
    assert_memory_equal(bytes, "abc", 3);
    pto_free(bytes);
    pto_image_free(image);
    assert_int_equal(pto_image_from_raw("", 0, 0, &image, NULL), PTO_OK);
    assert_int_equal(image->segment_count, 0);
    assert_int_equal(pto_image_to_raw(image, &bytes, &n, NULL), PTO_OK);
    assert_int_equal(n, 0);
    pto_free(bytes);
    pto_image_free(image);
}

TEST(flat_bytes_end_before_the_address_space_does)
{
    UNUSED_STATE;
    pto_image *image;
    pto_error e = {0};
    assert_int_equal(pto_image_from_raw("abc", 3, UINT64_MAX - 1, &image, &e),
                     PTO_BAD_ARGUMENT);
    assert_non_null(strstr(e.message, "end beyond 2^64"));
    assert_null(image);
    assert_int_equal(pto_image_from_raw("abc", 3, UINT64_MAX - 2, &image, &e),
                     PTO_OK);
    pto_image_free(image);
}

TEST(a_flat_file_of_far_segments_is_refused)
{
    UNUSED_STATE;
    uint8_t *bytes;
    size_t n;
    pto_error e = {0};
    const pto_segment far[] = {
        {.address = 0, .file_size = 1, .memory_size = 1, .bytes = (void *)"a"},
        {.address = UINT64_C(1) << 40,
         .file_size = 1,
         .memory_size = 1,
         .bytes = (void *)"b"}};
    const pto_image image = {.segments = far, .segment_count = 2};
    assert_int_equal(pto_image_to_raw(&image, &bytes, &n, &e), PTO_BAD_INPUT);
    assert_non_null(strstr(e.message, "exceed 1 GiB"));
    assert_null(bytes);
}

TEST(a_global_symbol_wins_over_a_local_one)
{
    UNUSED_STATE;
    const pto_symbol symbols[] = {
        {.name = "x", .value = 1, .binding = PTO_SYMBOL_LOCAL},
        {.name = "x", .value = 2, .binding = PTO_SYMBOL_GLOBAL},
        {.name = "y", .value = 3, .binding = PTO_SYMBOL_LOCAL}};
    const pto_image image = {.symbols = symbols, .symbol_count = 3};
    assert_int_equal(pto_image_symbol(&image, "x")->value, 2);
    assert_int_equal(pto_image_symbol(&image, "y")->value, 3);
    assert_null(pto_image_symbol(&image, "z"));
}

TEST(a_file_is_elf_by_its_magic_number)
{
    UNUSED_STATE;
    asm_test t = {0};
    char path[] = "/tmp/pto_image_XXXXXX";
    pto_image *image;
    pto_error e = {0};
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(asm_test_run(&t, "_start: C.BSTOP"), PTO_OK);
    assert_int_equal(pto_image_write_elf(t.image, path, &e), PTO_OK);
    assert_int_equal(pto_image_from_file(path, 0, 0x40, &image, &e), PTO_OK);
    assert_int_equal(image->entry, 0x10000);
    pto_image_free(image);
    assert_int_equal(pto_image_write_raw(t.image, path, &e), PTO_OK);
    assert_int_equal(pto_image_from_file(path, 0, 0x40, &image, &e), PTO_OK);
    assert_int_equal(image->entry, 0x40);
    pto_image_free(image);
    (void)remove(path);
    assert_int_equal(pto_image_from_file(path, 0, 0, &image, &e), PTO_IO);
    assert_non_null(strstr(e.message, path));
    assert_int_equal(pto_image_write_elf(t.image, "/none/x", &e), PTO_IO);
    asm_test_end(&t);
}

TEST(usual_places_are_what_public_programs_say)
{
    UNUSED_STATE;
    static const char *const source[] = {
        "C.BSTOP\n_stop: C.BSTOP\n.section .result,\"aw\"\n.zero 8\n",
        ("_stop: C.BSTOP\ncross_model_stop: C.BSTOP\n.data\n.zero 4\n"
         ".section .result,\"aw\"\n.zero 8\n"),
        "C.BSTOP\n"};
    static const uint64_t stop[] = {2, 2, 0};
    for (unsigned i = 0; i < 3; i++) {
        asm_test t = {0};
        assert_int_equal(asm_test_run(&t, source[i]), PTO_OK);
        const pto_image *image = t.image;
        uint64_t at = 0, stack = 0;
        assert_int_equal(pto_image_usual_stop(image, &at), i < 2);
        if (i < 2)
            assert_int_equal(at, image->entry + stop[i]);
        assert_int_equal(pto_image_usual_stack(image, &stack), i == 0);
        if (i == 0)
            assert_int_equal(stack,
                             pto_image_section(image, ".result")->address);
        asm_test_end(&t);
    }
}

TEST_MAIN(CASE(flat_bytes_are_one_segment_that_may_do_everything),
          CASE(flat_bytes_end_before_the_address_space_does),
          CASE(a_flat_file_of_far_segments_is_refused),
          CASE(a_global_symbol_wins_over_a_local_one),
          CASE(a_file_is_elf_by_its_magic_number),
          CASE(usual_places_are_what_public_programs_say))
