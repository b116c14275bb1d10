/* Marks what the shared library exports; all else is hidden. C++ may ask too.
 */
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

#ifdef __cplusplus
#define PTO_C_BEGIN extern "C" {
#define PTO_C_END   }
#else
#define PTO_C_BEGIN
#define PTO_C_END
#endif

#endif
