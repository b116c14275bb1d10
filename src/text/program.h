/* Internal to src/text: images as sources. */
#ifndef PTO_SRC_TEXT_PROGRAM_H
#define PTO_SRC_TEXT_PROGRAM_H

#include "base/buf.h"
#include "pto/image.h"
#include "pto/isa.h"

/* Append a source that assembles to the image; of flat bytes one that does with
 * --raw and --address. */
pto_status pto_text_program(const pto_isa *isa, const pto_image *image,
                            pto_buf *out);

#endif
