/* Internal to src/text: code as lines of a source. */
#ifndef PTO_SRC_TEXT_CODE_WRITER_H
#define PTO_SRC_TEXT_CODE_WRITER_H

#include "text/code.h"

/* A place that an instruction names. `label`: what the source calls it. */
typedef struct pto_code_target {
    uint64_t address;
    bool stands; /* an instruction or data begins there */
    char label[24];
} pto_code_target;

typedef struct pto_code_writer {
    const pto_image *image;
    pto_code_map map;
    pto_buf *out, text, labelled;
    pto_code_target *targets; /* by address */
    size_t target_count, target_capacity;
    bool failed;
} pto_code_writer;

/* Without labels instructions name addresses by numbers. */
pto_status pto_code_writer_init(pto_code_writer *p, const pto_isa *isa,
                                const pto_image *image, bool with_labels,
                                pto_buf *out);
void pto_code_writer_free(pto_code_writer *p);

/* Append the lines of an item, each behind `indent`. */
void pto_code_write(pto_code_writer *p, const pto_code_item *x,
                    const char *indent);

/* Append the label of a place that an instruction names, if it is one. */
void pto_code_write_label(pto_code_writer *p, uint64_t address);

#endif
