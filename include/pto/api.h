/* Marks the functions the shared library exports; everything else is hidden. */
#ifndef PTO_API_H
#define PTO_API_H

#if defined(__GNUC__)
#define PTO_API __attribute__((visibility("default")))
#define PTO_PRINTF(nth, first) \
    __attribute__((__format__(__printf__, nth, first)))
#else
#define PTO_API
#define PTO_PRINTF(nth, first)
#endif

#endif
