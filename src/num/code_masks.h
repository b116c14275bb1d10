/* Masks and largest codes from the columns of a format's row. */
#ifndef PTO_SRC_NUM_CODE_MASKS_H
#define PTO_SRC_NUM_CODE_MASKS_H

#define BIT(n) (UINT64_C(1) << (n))
/* n low bits; two shifts, because one by 64 is none. */
#define ONES(n) ((UINT64_C(1) << (n) / 2 << ((n) - (n) / 2)) - 1)

/* What the largest exponent field means decides the special codes. */
#define MAX_IEEE(exp, frac)    ((ONES(exp) << (frac)) - 1)
#define MAX_ONE_NAN(exp, frac) (ONES((exp) + (frac)) - 1)
#define MAX_FINITE(exp, frac)  ONES((exp) + (frac))

#endif
