"""Matrix products as the matrix unit computes them.

Floating products accumulate in FP32 with one rounding a term and K ascending;
integer products modulo 2^32.
"""
import ctypes as c
import typing

import numpy as np

from . import _abi
from ._lib import call, lib
from .numbers import (Flags, FormatLike, Result, _memory, address, format_of,
                      formats, to_codes)


def scale_group(fmt: FormatLike) -> int:
    """Elements along K that share one scale: 32, or 64 for HiF4X2."""
    return lib.pto_scale_group(format_of(fmt).code)


def scale_format(fmt: FormatLike):
    """The format of a scale: E8M0, or U32 words for HiF4X2."""
    return formats["U32" if scale_group(fmt) == 64 else "E8M0"]


def _ordered(array, fmt, shape, what, packed=False):
    """Elements in the order and width that the library reads, or None."""
    if array is None:
        return None
    codes = to_codes(array, fmt, packed)
    if shape is not None and codes.shape != shape:
        raise ValueError(f"{what} is {codes.shape}, expected {shape}")
    return _memory(codes, fmt)


def _matrix(array, fmt, packed, what):
    codes = to_codes(array, fmt, packed)
    if codes.ndim != 2 or not codes.size:
        raise ValueError(f"{what} is {codes.shape}, expected a matrix")
    return codes


def matmul(a, b, type_a: FormatLike, type_b: typing.Optional[FormatLike] = None,
           *, scale_a=None, scale_b=None, c_in=None, c_scale=None, bias=None,
           threads=1, packed=False) -> Result:
    """a [M, K] times b [K, N]: an [M, N] array of accumulators, and flags.

    type_b: type_a where it is not given. scale_a [M, G], scale_b [G, N]: one
    scale (of scale_format) for each scale_group elements along K, G rounded
    up. c_in [M, N] and bias [N] have the accumulator's type: float32, or
    int32 or uint32 for integer inputs; c_scale [M] uint8 divides rows of c_in
    by 2^c_scale first. threads change no bit. packed: four-bit operands have
    two codes a byte along their last axis.

    ValueError: shapes that do not fit. TypeError: not a carrier of the type.
    Error: operands of two classes, or of a type the matrix unit has not.
    """
    type_a = format_of(type_a)
    type_b = type_a if type_b is None else format_of(type_b)
    x = _matrix(a, type_a, packed, "a")
    y = _matrix(b, type_b, packed, "b")
    (m, k), n = x.shape, y.shape[1]
    if y.shape[0] != k:
        raise ValueError(f"a is {x.shape}, but b is {y.shape}")
    acc = formats["FP32"]
    for f in formats.values():
        if f.code == lib.pto_accumulator_type(type_a.code):
            acc = f
    groups_a, groups_b = (-(-k // scale_group(t)) for t in (type_a, type_b))
    # The arrays have to live until the call returns.
    held = {
        "a": _memory(x, type_a), "b": _memory(y, type_b),
        "scale_a": _ordered(scale_a, scale_format(type_a), (m, groups_a),
                            "scale_a"),
        "scale_b": _ordered(scale_b, scale_format(type_b), (groups_b, n),
                            "scale_b"),
        "c": _ordered(c_in, acc, (m, n), "c_in"),
        "c_scale": _ordered(c_scale, formats["U8"], (m,), "c_scale"),
        "bias": _ordered(bias, acc, (n,), "bias"),
        "d": np.zeros((m, n), np.uint32),
    }
    args = _abi.pto_matmul_args(
        m=m, n=n, k=k, type_a=type_a.code, type_b=type_b.code,
        scale_b_rows=1,
        **{name: address(array) for name, array in held.items()})
    if not 0 <= threads <= 256:
        raise ValueError(f"threads is {threads}, expected 0 to 256")
    options, flags = _abi.pto_cube_options(threads=threads), c.c_uint32()
    call(lib.pto_matmul, c.byref(args), c.byref(options), c.byref(flags))
    return Result(held["d"].view(acc.dtype), Flags(flags.value))
