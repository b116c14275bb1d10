/* Which products there are: types, scales, extents. */
#include "cube/check.h"
#include "cube/kernel/decode.h"
#include "cube/cube.h"

uint32_t pto_scale_group(unsigned dtype)
{
    return dtype == PTO_HiF4X2 ? 64 : 32;
}

unsigned pto_accumulator_type(unsigned dtype)
{
    const pto_format *f = pto_format_get(dtype);
    if (f && f->kind == PTO_KIND_SIGNED)
        return PTO_S32;
    return f && f->kind == PTO_KIND_UNSIGNED ? PTO_U32 : PTO_FP32;
}

static bool type_multiplies(unsigned dtype)
{
    const pto_format *f = pto_format_get(dtype);
    if (!f || f->kind == PTO_KIND_SCALE)
        return false;
    if (pto_dtype_is_integer(dtype))
        return f->storage_bits <= 16;
    return cube_fits_fp32(dtype);
}

static bool scale_fits(const pto_view *v, const pto_view *scale)
{
    if (!cube_view_present(scale))
        return true;
    switch (v->dtype) {
    case PTO_E4M3:
    case PTO_E5M2:
    case PTO_E2M1X2:
    case PTO_E1M2X2: return pto_tile_element_bits(scale->dtype) == 8;
    case PTO_HiF4X2: return pto_tile_element_bits(scale->dtype) == 32;
    }
    return false;
}

static const char *name_of(const pto_view *v)
{
    const pto_format *f = pto_format_get(v->dtype);
    return f ? f->name : "none";
}

static pto_status check_pair(const pto_view *a, const pto_view *b, pto_error *e)
{
    if (!type_multiplies(a->dtype) || !type_multiplies(b->dtype) ||
        pto_accumulator_type(a->dtype) != pto_accumulator_type(b->dtype))
        return pto_fail(e, PTO_BAD_ARGUMENT, "no matrix product of %s and %s",
                        name_of(a), name_of(b));
    return PTO_OK;
}

static pto_status check_scale(const pto_view *v, const pto_view *scale,
                              pto_error *e)
{
    if (scale_fits(v, scale))
        return PTO_OK;
    return pto_fail(e, PTO_BAD_ARGUMENT, "%s takes no %s scale", name_of(v),
                    name_of(scale));
}

static bool is_word(const pto_view *v)
{
    return !cube_view_present(v) || pto_tile_element_bits(v->dtype) == 32;
}

static pto_status check_rows(const pto_cube_op *op, const pto_cube_rows *r,
                             pto_error *e)
{
    PTO_TRY(check_pair(&r->a, &op->b, e));
    PTO_TRY(check_scale(&r->a, &r->a_scale, e));
    if (!is_word(&r->c))
        return pto_fail(e, PTO_BAD_ARGUMENT, "C has %s elements",
                        name_of(&r->c));
    if (!is_word(&r->bias))
        return pto_fail(e, PTO_BAD_ARGUMENT, "the bias has %s elements",
                        name_of(&r->bias));
    if (cube_view_present(&r->c_scale) &&
        (!cube_view_present(&r->c) || r->c_scale.dtype != PTO_U8 ||
         pto_dtype_is_integer(r->a.dtype)))
        return pto_fail(e, PTO_BAD_ARGUMENT,
                        "CScale is U8 and needs an FP32 C");
    if (r->a.dtype != op->rows->a.dtype)
        return pto_fail(e, PTO_BAD_ARGUMENT, "row blocks of %s and %s",
                        name_of(&op->rows->a), name_of(&r->a));
    return PTO_OK;
}

pto_status cube_check(const pto_cube_op *op, pto_error *e)
{
    if (op->n == 0 || op->k == 0 || op->row_blocks == 0)
        return pto_fail(e, PTO_BAD_ARGUMENT, "a matrix extent is zero");
    if (op->row_blocks > PTO_CUBE_BLOCKS)
        return pto_fail(e, PTO_BAD_ARGUMENT, "more than %d row blocks",
                        (int)PTO_CUBE_BLOCKS);
    PTO_TRY(check_scale(&op->b, &op->b_scale, e));
    for (uint64_t i = 0; i < op->row_blocks; i++)
        PTO_TRY(check_rows(op, op->rows + i, e));
    return PTO_OK;
}
