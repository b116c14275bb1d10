/* Architectural faults: results of execution, never library errors. */
#ifndef PTO_FAULT_H
#define PTO_FAULT_H

#include <stdint.h>
#include "pto/api.h"

PTO_C_BEGIN

typedef enum pto_fault_code {
#define FAULT(name, trap, text) PTO_FAULT_##name,
#include "pto/def/fault.def"
#undef FAULT
    PTO_FAULT_COUNT
} pto_fault_code;

enum { PTO_FAULT_RULE = 48, PTO_FAULT_TEXT = 416 };

/* What a cause is about: a row of subject.def. */
typedef enum pto_subject {
#define SUBJECT(name, values, text) PTO_SUBJECT_##name,
#include "pto/def/subject.def"
#undef SUBJECT
    PTO_SUBJECTS
} pto_subject;

/* Whose property it is; HEADER: a field of the header itself. */
typedef enum pto_whose {
    PTO_OF_HEADER,
    PTO_OF_SOURCE, /* Local ones, in the order of their binders */
    PTO_OF_OUTPUT,
    PTO_OF_SHARED, /* a B.IOS */
} pto_whose;

typedef enum pto_wanted_kind {
    PTO_WANTED_UNSAID, /* no set of values; the text says it */
    PTO_WANTED_RANGE,  /* low, low + step, ... up to high */
    PTO_WANTED_POWERS, /* powers of two from low to high */
    PTO_WANTED_CODES,  /* code i where bit i of low is set */
    PTO_WANTED_OTHER,  /* all values but low */
    PTO_WANTED_CLEAR,  /* no bit of low is set */
    PTO_WANTED_ABSENT, /* not given at all */
    PTO_WANTED_GIVEN,  /* given, with any value */
    PTO_WANTED_SIGNED, /* low to high, as signed numbers */
} pto_wanted_kind;

/* The legal values of one field, all else as it is. */
typedef struct pto_wanted {
    uint16_t kind;     /* pto_wanted_kind */
    uint16_t optional; /* 1: it may be left out as well */
    uint32_t step;     /* of a range, else 0 */
    uint64_t low, high;
} pto_wanted;

/* The one condition that a rule found broken; subject 0: only in words. */
typedef struct pto_cause {
    uint16_t subject; /* pto_subject */
    uint8_t operand;  /* pto_whose */
    uint8_t number;   /* of the operand, counted from 0 */
    uint8_t index;    /* as subject.def says */
    uint8_t absent;   /* 1: the program does not give it; value is 0 */
    uint16_t reserved;
    uint32_t row, column; /* of an element */
    uint64_t value;
    pto_wanted wanted; /* which does not have the value */
} pto_cause;

/*
 * Why an instruction was rejected. `rule` is the name of the rule that failed
 * (a row of rule.def, or of the fault where no rule has a name) and `text` its
 * sentence, behind the cause in words.
 */
typedef struct pto_fault {
    uint32_t code; /* pto_fault_code */
    uint32_t pe;
    uint64_t address; /* as the architecture reports it */
    char rule[PTO_FAULT_RULE];
    char text[PTO_FAULT_TEXT];
    pto_cause cause;
} pto_fault;

enum { PTO_HINTS = 3, PTO_HINT_TEXT = 64 };

/* A field with another value, or left out, with which all rules hold. */
typedef struct pto_hint {
    uint16_t subject;               /* these as in the cause */
    uint8_t operand, number, index; /* of a field of the header */
    uint8_t absent;                 /* 1: leave it out */
    uint16_t reserved;
    uint64_t value;
    char text[PTO_HINT_TEXT]; /* "LB2=128 is legal here", "->t<16KB>" */
} pto_hint;

/* "TileLegality" and the like; "?" outside the table. */
PTO_API const char *pto_fault_name(unsigned code);

PTO_C_END

#endif
