/* The identity note: its published bytes, and when a program is refused. */
#include <jansson.h>
#include "asm_test.h"
#include "text/image/image.h"

#define RELEASE_3 "0.58.3"
#define ABI_3     "pto-isa-0.58.3-mode-function-v1"
#define HASH_3 \
    "8a48b80e04484c70870f155bf9efc79d2a805cf99e809f4e4e8a7e6a7eb34172"

TEST(the_note_has_the_published_layout)
{
    UNUSED_STATE;
    static const char json[] =
        "{\"encoding_abi\":\"" ABI_3 "\",\"encoding_projection_sha256\":"
        "\"" HASH_3 "\",\"release\":\"" RELEASE_3 "\"}";
    pto_isa isa;
    pto_identity identity, back;
    pto_buf note = {0};
    const char *why;
    assert_int_equal(pto_isa_parse("0.58.3", &isa, NULL), PTO_OK);
    pto_identity_of(&isa, &identity);
    pto_identity_note(&identity, &note);
    assert_int_equal(note.size % 4, 0);
    assert_memory_equal(note.data, "\4\0\0\0\xa5\0\0\0\1\0\0\0PTO\0", 16);
    assert_memory_equal(note.data + 16, json, sizeof json - 1);
    assert_true(
        pto_identity_read((uint8_t *)note.data, note.size, &back, &why));
    assert_memory_equal(&back, &identity, sizeof back);
    for (size_t n = 0; n < note.size; n++)
        assert_false(pto_identity_read((uint8_t *)note.data, n, &back, &why));
    for (size_t i = 0; i < 16; i++) {
        note.data[i] ^= 0x40;
        assert_false(
            pto_identity_read((uint8_t *)note.data, note.size, &back, &why));
        note.data[i] ^= 0x40;
    }
    pto_buf_free(&note);
}

TEST(the_identity_of_0_58_4_has_its_fingerprint)
{
    UNUSED_STATE;
    asm_test t = {0};
    assert_int_equal(asm_test_run(&t, "C.BSTOP"), PTO_OK);
    assert_string_equal(t.image->identity.encoding_abi,
                        "pto-isa-0.58.4-mode-function-v1");
    assert_string_equal(
        t.image->identity.projection_sha256,
        "e62de1b044c5b45ff4019cd19e3f545d4222e1ef6a69d2c26f93bcb128d54fee");
    assert_int_equal(pto_image_check_isa(t.image, NULL, 1, NULL), PTO_OK);
    pto_error e = {0};
    assert_int_equal(pto_image_check_isa(t.image, "0.58.3", 0, &e),
                     PTO_DIFFERS);
    assert_string_equal(e.message, "the program is encoded for 0.58.4; this "
                                   "machine is 0.58.3");
    asm_test_end(&t);
}

/* A text of the case's image, or none. */
static void take(const json_t *image, const char *key, char *out, size_t size)
{
    const json_t *v = json_object_get(image, key);
    (void)snprintf(out, size, "%s", v ? json_string_value(v) : "");
}

TEST(published_load_cases)
{
    UNUSED_STATE;
    json_t *all = json_load_file(
        PTO_TESTS "/vectors/pto-isa-0583-abi-vectors.json", 0, NULL);
    assert_non_null(all);
    const json_t *cases = json_object_get(all, "cases");
    unsigned seen = 0;
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const json_t *c = json_array_get(cases, i);
        const json_t *image = json_object_get(c, "image");
        if (!image)
            continue; /* links are a linker's business */
        pto_image loaded = {0};
        pto_identity *id = &loaded.identity;
        take(image, "release", id->release, sizeof id->release);
        take(image, "encoding_abi", id->encoding_abi, sizeof id->encoding_abi);
        take(image, "encoding_projection_sha256", id->projection_sha256,
             sizeof id->projection_sha256);
        bool accept = !strcmp(json_string_value(json_object_get(c, "expected")),
                              "accept");
        pto_status s = pto_image_check_isa(&loaded, "0.58.3", 1, NULL);
        CHECK(s == (accept ? PTO_OK : PTO_DIFFERS), "%s",
              json_string_value(json_object_get(c, "id")));
        seen++;
    }
    assert_int_equal(seen, 5);
    json_decref(all);
}

TEST(a_program_without_identity_is_refused_only_where_one_is_required)
{
    UNUSED_STATE;
    pto_image *image;
    assert_int_equal(pto_image_from_raw("", 0, 0, &image, NULL), PTO_OK);
    assert_int_equal(pto_image_check_isa(image, NULL, 0, NULL), PTO_OK);
    assert_int_equal(pto_image_check_isa(image, NULL, 1, NULL), PTO_DIFFERS);
    pto_image_free(image);
}

TEST_MAIN(
    CASE(the_note_has_the_published_layout),
    CASE(the_identity_of_0_58_4_has_its_fingerprint),
    CASE(published_load_cases),
    CASE(a_program_without_identity_is_refused_only_where_one_is_required))
