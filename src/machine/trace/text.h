/* JSON pieces that a trace is made of, appended fast. */
#ifndef PTO_SRC_MACHINE_TRACE_TEXT_H
#define PTO_SRC_MACHINE_TRACE_TEXT_H

#include "base/buf.h"
#include "base/sink.h"
#include "pto/tile.h"

static inline void pto_text_literal(pto_buf *b, const char *s, size_t n)
{
    pto_buf_add(b, s, n);
}

/* A string literal, whose size the compiler knows. */
#define PTO_TEXT(b, s) pto_text_literal((b), (s), sizeof(s) - 1)

/* "0x1f", with its quotes. */
void pto_text_hex(pto_buf *b, uint64_t v);

/* 31 */
void pto_text_number(pto_buf *b, uint64_t v);

/* Sixteen hexadecimal digits, with quotes. */
void pto_text_digest(pto_buf *b, uint64_t v);

/* A JSON string with its quotes; NULL gives null. */
void pto_text_string(pto_buf *b, const char *s);

#define PTO_DIGEST_START UINT64_C(0xcbf29ce484222325)

/* FNV-1a, 64 bits; the pieces that bytes come in do not matter. */
uint64_t pto_digest(uint64_t state, const void *bytes, size_t n);

/* Hand a full buffer to its file; what it holds is lost where that fails. */
void pto_trace_flush(pto_buf *b, pto_sink *to, size_t above);

/* FNV-1a over a tile's descriptor, defined elements and payload. */
uint64_t pto_tile_digest(const pto_tile *t);

#endif
