"""Quantizing arrays: scales chosen, elements encoded, the error measured."""
import ctypes as c
import dataclasses
import typing

import numpy as np

from . import _abi
from ._lib import call, encode, lib
from .numbers import (Flags, Format, FormatLike, _from_memory, _memory, _room,
                      address, env_of, format_of, formats, to_codes)

scalings: typing.List[str] = [
    lib.pto_scaling_name(i).decode()
    for i in range(_abi.CONSTANTS["PTO_SCALINGS"])]
"""How elements may share scales; docs/decisions/0012 says what each does."""

_BY_CODE = {f.code: f for f in formats.values()}


class Report(typing.NamedTuple):
    """What quantizing did. Errors are |x - code * scale|, without infinite
    and NaN inputs and lost elements; snr is in dB. worst: the flat index of
    an element of max_error. Codes below and above are the input's neighbours.
    """
    count: int
    zeros: int
    flushed: int
    subnormals: int
    clipped: int
    lost: int
    infinities: int
    nans: int
    max_error: float
    rms_error: float
    snr: float
    worst: int
    worst_code: int
    below: int
    above: int
    worst_input: float
    worst_value: float
    below_value: float
    above_value: float


@dataclasses.dataclass(frozen=True, eq=False)
class Quantized:
    """A quantized array: codes of its shape, scales with the groups along
    `axis`; scales is None without scaling and of shape () for "tensor" and
    for a number. Equal are those of the same codes and scales, bit for bit,
    in the same format and scaling."""
    codes: np.ndarray
    scales: typing.Optional[np.ndarray]
    format: Format
    scaling: str
    axis: int
    flags: Flags
    report: Report

    def _key(self):
        arrays = [None if a is None else (a.shape, a.tobytes())
                  for a in (self.codes, self.scales)]
        return (*arrays, self.format, self.scaling, self.axis)

    def __eq__(self, other):
        if not isinstance(other, Quantized):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    @property
    def values(self) -> np.ndarray:
        """What the codes mean: float64, code * scale rounded once."""
        return dequantize(self.codes, self.format, self.scales, self.scaling,
                          axis=self.axis)


def _scaling(name):
    out = c.c_uint()
    call(lib.pto_scaling_named, encode(name), c.byref(out))
    return out.value


class _Plan:
    """The C view of an array whose groups run along one axis."""

    def __init__(self, shape, fmt, scaling, axis):
        is_number = not shape and axis in (0, -1)
        if is_number:
            shape = (1,)
        if not shape or not -len(shape) <= axis < len(shape):
            raise ValueError(f"an array of shape {shape} has no axis {axis}")
        axis %= len(shape)
        kind = _scaling(scaling)
        self.shape, self.axis = shape, axis
        self.scale = _BY_CODE.get(lib.pto_scaling_type(kind))
        groups = lib.pto_scaling_groups(kind, shape[axis])
        self.scale_shape = shape[:axis] + (groups,) + shape[axis + 1:]
        if is_number or lib.pto_scaling_groups(kind, 1 << 20) == 1:
            self.scale_shape = ()  # one for all
        self.row = _abi.pto_quantized(
            type=fmt.code, scaling=kind,
            outer=int(np.prod(shape[:axis], dtype=np.int64)),
            extent=shape[axis],
            inner=int(np.prod(shape[axis + 1:], dtype=np.int64)))

    def attach(self, codes, scales):
        self.row.codes, self.row.scales = address(codes), address(scales)
        return c.byref(self.row)


def _reals(x):
    """Numbers as float64. TypeError: complex ones, text, objects."""
    found = np.asarray(x)
    if found.size and found.dtype.kind not in "biuf":
        raise TypeError(f"real numbers are expected, not {found.dtype}")
    return np.asarray(found, np.float64, order="C")


def quantize(x, fmt: FormatLike, scaling="none", *, axis=-1, round="RNE",
             saturate=False) -> Quantized:
    """Encode real numbers, with a scale for each group of elements.

    scaling: "none"; "mx", E8M0 for each 32 elements along `axis`; "hif4", for
    HiF4X2, a U32 word for each 64; "tensor", one FP32 for all. Scaled finite
    elements are clamped to the largest number; unscaled ones follow
    `saturate`. For matmul quantize a along axis 1 and b along axis 0.

    Error: a scaling that the format does not take, or no such rounding mode.
    ValueError: no such axis. TypeError: not real numbers.
    """
    fmt = format_of(fmt)
    x = _reals(x)
    plan = _Plan(x.shape, fmt, scaling, axis)
    codes = _room(fmt, x.size)
    scales = None
    if plan.scale:
        scales = np.zeros(plan.scale_shape, plan.scale.dtype)
    env, report = env_of(round, saturate), _abi.pto_quantize_report()
    call(lib.pto_quantize, plan.attach(codes, scales), address(x),
         c.byref(env), c.byref(report))
    told = Report(*(getattr(report, name) for name in Report._fields))
    return Quantized(_from_memory(codes, fmt, x.shape), scales, fmt,
                     scalings[plan.row.scaling], plan.axis, Flags(env.flags),
                     told)


def dequantize(codes, fmt: FormatLike, scales=None, scaling="none", *,
               axis=-1, packed=False) -> np.ndarray:
    """code * scale, rounded once into float64.

    codes of any shape; scales as quantize() returns them. ValueError: scales
    of another shape.
    """
    fmt = format_of(fmt)
    codes = to_codes(codes, fmt, packed)
    plan = _Plan(codes.shape, fmt, scaling, axis)
    if plan.scale:
        scales = to_codes(scales, plan.scale)
        if scales.shape != plan.scale_shape:
            raise ValueError(f"scales are {scales.shape}, expected "
                             f"{plan.scale_shape}")
        scales = np.ascontiguousarray(scales)
    elif scales is not None:
        raise ValueError("scales without scaling")
    memory, out = _memory(codes, fmt), np.zeros(codes.shape, np.float64)
    env = env_of("RNE")
    call(lib.pto_dequantize, plan.attach(memory, scales),
         formats["FP64"].code, address(out), c.byref(env))
    return out
