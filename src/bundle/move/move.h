/* TLOAD, TSTORE, TMOV, TPREFETCH and GMOV. */
#ifndef PTO_SRC_BUNDLE_MOVE_MOVE_H
#define PTO_SRC_BUNDLE_MOVE_MOVE_H

#include "bundle/core/family.h"

typedef struct pto_move_plan {
    bool cube; /* a conversion to or from cells */
    bool type_known;
    uint8_t type, layout;
    pto_extent shape; /* that the bundle names */
    uint64_t base[PTO_PES], stride[PTO_PES];
    const pto_tile *source; /* of TSTORE and TMOV; never NULL */
    const pto_tile *moved;  /* the descriptor of what moves; never NULL */
    uint32_t rows, columns; /* of it that move */
    bool shared;            /* B.IOS, not B.IOT */
    bool whole;             /* Shared: `writer` moves all of it */
    bool pieces;            /* Shared: B.ASSEMBLE, each PE its own piece */
    bool quartered;         /* Shared: each PE owns a quarter */
    uint8_t writer;         /* who moves where one PE does */
    pto_tile imagined;      /* what an undescribed Shared source looks like */
} pto_move_plan;

/* Where TPREFETCH looks, and its rows apart, in elements. */
typedef struct pto_prefetch_plan {
    uint64_t base[PTO_PES], stride[PTO_PES];
} pto_prefetch_plan;

typedef struct pto_peer_plan {
    const pto_tile *fragment; /* that GMOV copies; never NULL */
} pto_peer_plan;

pto_probe_fn pto_transfer_probe, pto_prefetch_probe;

#endif
