/* Status values, the error record and the one error-propagation macro. */
#ifndef PTO_STATUS_H
#define PTO_STATUS_H

#include <stdint.h>
#include "pto/api.h"

PTO_C_BEGIN

typedef enum pto_status {
#define STATUS(name, text) PTO_##name,
#include "pto/def/status.def"
#undef STATUS
    PTO_STATUS_COUNT
} pto_status;

enum { PTO_ERROR_TEXT = 512, PTO_ERROR_FILE = 256 };

/*
 * What went wrong and where. `line` and `column` count from 1, 0 is unknown;
 * `address` is a guest address or a file offset where has_address is set.
 */
typedef struct pto_error {
    uint32_t code; /* pto_status */
    uint32_t line, column;
    uint32_t has_address;
    uint64_t address;
    char file[PTO_ERROR_FILE];
    char message[PTO_ERROR_TEXT];
} pto_error;

PTO_API const char *pto_status_text(pto_status s);

/* Fill `e` (which may be NULL) and return `code`. */
PTO_API pto_status pto_fail(pto_error *e, pto_status code, const char *format,
                            ...) PTO_PRINTF(3, 4);

/* Free what the library gave away: every "free with pto_free". */
PTO_API void pto_free(void *p);

/* Return early on anything but PTO_OK. */
#define PTO_TRY(expr)                 \
    do {                              \
        pto_status pto_try_ = (expr); \
        if (pto_try_ != PTO_OK)       \
            return pto_try_;          \
    } while (0)

PTO_C_END

#endif
