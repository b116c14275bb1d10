/* Reading the JSON lines of vectors: typed values, errors that name the key. */
#ifndef PTO_SRC_VERIFY_JSON_H
#define PTO_SRC_VERIFY_JSON_H

#include <jansson.h>
#include "verify/verify.h"

/* An object of one line; PTO_BAD_INPUT where it is none. */
pto_status vec_json_line(const char *line, json_t **out, pto_error *e);

/* A number: an integer, or a hexadecimal string with 0x. `key` is for errors.
 */
pto_status vec_json_number(const json_t *v, const char *key, uint64_t *out,
                           pto_error *e);

/* The same for a member; `out` keeps its value where the key is absent. */
pto_status vec_json_member(const json_t *object, const char *key, uint64_t *out,
                           pto_error *e);

/* A member that is true or false; kept where absent. */
pto_status vec_json_bool(const json_t *object, const char *key, bool *out,
                         pto_error *e);

/* Digits of hexadecimal bytes into at most `room` bytes. */
pto_status vec_json_bytes(const json_t *v, uint8_t *out, size_t room,
                          size_t *count, pto_error *e);

/* A key that is a number, as "13" (base 10) or "0f43" (base 16). */
pto_status vec_json_index(const char *key, int base, uint64_t limit,
                          unsigned *out, pto_error *e);

/* A list of [address, bytes] into `memory`. */
pto_status vec_json_memory(const json_t *list, uint8_t *memory, size_t size,
                           pto_error *e);

#endif
