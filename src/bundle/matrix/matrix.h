/* TMATMUL, TGEMV and their kin: who is what, and what B.FPATR makes of it. */
#ifndef PTO_SRC_BUNDLE_MATRIX_MATRIX_H
#define PTO_SRC_BUNDLE_MATRIX_MATRIX_H

#include "bundle/core/family.h"
#include "pto/profile.h"

/* Who computes what of a matrix operation. */
typedef enum pto_role {
#define ROLE(name, text) PTO_ROLE_##name,
#include "bundle/matrix/role.def"
#undef ROLE
    PTO_ROLES
} pto_role;

typedef struct pto_role_binding {
    bool wanted, shared;
    uint8_t index;        /* of plan.source, or of header.shared */
    const pto_tile *tile; /* never NULL */
} pto_role_binding;

typedef struct pto_matrix_plan {
    bool mx, uses_bias, uses_c, gemv;
    bool group; /* LB0 is the core's M, of which this PE has a part */
    bool trans_a, trans_b;
    bool turns_scales; /* scales turn with them; a Local B scale is [N,G] */
    bool row_max, group_max, max_abs;
    uint8_t left_type, right_type, sum_type, d_type, d_layout;
    uint8_t sources_wanted, outputs_wanted; /* Local ones */
    uint8_t shared_left, shared_both;       /* B.IOS that B, or A and B, take */
    uint8_t scalars_wanted;                 /* registers of B.FPATR */
    uint32_t total_m, first_row;            /* rows of a Shared A; this PE's */
    uint32_t m, n, k;
    uint32_t left_groups, right_groups; /* scales along K, 0: no scale */
    uint32_t group_columns;             /* of GroupMaxOut; 0: none */
    uint32_t threads;
    const pto_pre_quant *mode; /* never NULL */
    pto_post post;
    pto_role_binding role[PTO_ROLES];
} pto_matrix_plan;

/* Does Matrix-MX take operands of this type? */
bool pto_multiplies_mx(const pto_isa *isa, unsigned type);

#endif
