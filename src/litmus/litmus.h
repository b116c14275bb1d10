/*
 * Candidate executions of PTO total store order: up to sixteen memory events
 * of four agents, and whether the memory model allows them (ADR 0006).
 */
#ifndef PTO_SRC_LITMUS_LITMUS_H
#define PTO_SRC_LITMUS_LITMUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "pto/status.h"

enum {
    PTO_LITMUS_EVENTS = 16,
    PTO_LITMUS_AGENTS = 4,
    PTO_LITMUS_NAME = 24,
    PTO_LITMUS_TEXT = 512
};

typedef enum pto_event_kind {
    PTO_EVENT_INIT,
    PTO_EVENT_LOAD,
    PTO_EVENT_STORE,
    PTO_EVENT_ATOMIC,
    PTO_EVENT_FENCE
} pto_event_kind;

enum pto_event_order { PTO_EVENT_ACQUIRE = 1, PTO_EVENT_RELEASE = 2 };

/* What a fence mask orders. */
enum pto_event_class {
    PTO_EVENT_READS = 1,
    PTO_EVENT_WRITES = 2,
    PTO_EVENT_DEVICE = 4,
    PTO_EVENT_INSTRUCTIONS = 8
};

/*
 * One event. Events of an agent stand in program order. A location is an
 * address and a size; `rank` counts its writes in coherence order, the initial
 * write being 0. An atomic that wrote nothing has `writes` false.
 */
typedef struct pto_event {
    uint8_t kind;      /* pto_event_kind */
    uint8_t agent;     /* 0..3 */
    uint8_t size;      /* 1, 2, 4 or 8 */
    uint8_t order;     /* pto_event_order */
    uint8_t read_from; /* index of the write that a read sees */
    uint8_t rank;
    uint8_t predecessor, successor; /* fences: pto_event_class */
    uint8_t writes;
    uint64_t address, read_value, write_value;
    char name[PTO_LITMUS_NAME]; /* for reports; may be empty */
} pto_event;

typedef enum pto_expectation {
    PTO_EXPECT_NOTHING,
    PTO_EXPECT_ALLOWED,
    PTO_EXPECT_FORBIDDEN
} pto_expectation;

typedef struct pto_execution {
    char name[PTO_LITMUS_NAME];
    uint32_t expect; /* pto_expectation */
    uint32_t count;
    pto_event event[PTO_LITMUS_EVENTS];
} pto_execution;

/*
 * `valid`: the events are a candidate execution at all; `allowed`: the model
 * permits it. `text` says why not: the malformed event, or a cycle.
 */
typedef struct pto_litmus_verdict {
    uint32_t valid, allowed;
    char text[PTO_LITMUS_TEXT];
} pto_litmus_verdict;

void pto_litmus_check(const pto_execution *x, pto_litmus_verdict *verdict);

/*
 * Read an execution from text; docs/litmus.md has the language. The error
 * names the line.
 */
pto_status pto_litmus_parse(const char *text, size_t size, pto_execution *out,
                            pto_error *e);

/* The same from a file, "-" being standard input. */
pto_status pto_litmus_read(const char *path, pto_execution *out, pto_error *e);

/* The classic shapes: rows of litmus.def. */
typedef struct pto_litmus_shape {
    const char *name, *summary;
    const char *text;     /* a whole file for pto_litmus_parse */
    uint32_t expectation; /* pto_expectation */
} pto_litmus_shape;

size_t pto_litmus_shape_count(void);
const pto_litmus_shape *pto_litmus_shape_at(size_t i);

#endif
