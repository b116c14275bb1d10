"""Formats and numbers: classify, decode, convert, compute, bit for bit.

Arrays of elements are NumPy arrays of any shape. Each format has a carrier,
`Format.dtype`: float64, float32 and float16 for FP64, FP32 and FP16, the
integer of the same width for integers, and for all others the unsigned integer
that holds the code (uint32 for TF32 and HF32, uint16 for BF16, uint8 for 8, 6
and 4 bits). Unsigned integers of the carrier's width are taken as codes of any
format. A four-bit code is one uint8, or with packed=True two are, the even
index in the low nibble, so that the last axis is half as long.
"""
import ctypes as c
import dataclasses
import enum
import operator
import typing

import numpy as np

from . import _abi
from ._lib import call, check, encode, lib

_K = _abi.CONSTANTS


class Flags(enum.IntFlag):
    """Sticky numeric flags."""
    NONE = 0
    NV = _K["PTO_NV"]
    DZ = _K["PTO_DZ"]
    OF = _K["PTO_OF"]
    UF = _K["PTO_UF"]
    NX = _K["PTO_NX"]


class Result(typing.NamedTuple):
    """Elements and the flags that computing them raised."""
    codes: np.ndarray
    flags: Flags


@dataclasses.dataclass(frozen=True)
class Format:
    """A number format: one row of the library's table.

    Codes (max_finite ... min_normal) are carrier bits as int; those of a
    format that has no such value are None.
    """
    name: str
    code: int
    kind: str            # "float", "hif8", "scale", "signed", "unsigned"
    storage_bits: int
    value_bits: int
    exp_bits: int
    frac_bits: int
    bias: int
    has_subnormal: bool
    has_signed_zero: bool
    max_finite: int
    min_finite: int
    infinity: typing.Optional[int]
    nan: typing.Optional[int]
    smallest: int
    min_normal: int
    dtype: np.dtype      # the carrier

    def __repr__(self):
        return f"pto.{self.name}"

    @property
    def is_integer(self):
        return self.kind in ("signed", "unsigned")

    @property
    def unsigned(self):
        """The unsigned integer dtype of the carrier's width."""
        return np.dtype(f"u{self.dtype.itemsize}")


_KINDS = {_K["PTO_KIND_FLOAT"]: "float", _K["PTO_KIND_HIF8"]: "hif8",
          _K["PTO_KIND_SCALE"]: "scale", _K["PTO_KIND_SIGNED"]: "signed",
          _K["PTO_KIND_UNSIGNED"]: "unsigned"}


_IEEE = {(11, 52), (8, 23), (5, 10)}  # exponent and fraction bits


def _carrier(row, kind):
    letter = "u"
    if kind == "signed" and row.storage_bits >= 8:
        letter = "i"
    elif kind == "float" and (row.exp_bits, row.frac_bits) in _IEEE:
        letter = "f"
    return np.dtype(f"{letter}{max(1, row.storage_bits // 8)}")


def _format(row):
    kind = _KINDS[row.kind]
    return Format(
        row.name.decode(), row.code, kind, row.storage_bits, row.value_bits,
        row.exp_bits, row.frac_bits, row.bias, bool(row.has_subnormal),
        bool(row.has_signed_zero), row.max_finite, row.min_finite,
        row.infinity if row.has_inf else None,
        row.nan if row.has_nan else None, row.smallest, row.min_normal,
        _carrier(row, kind))


_rows = (lib.pto_format_get(i) for i in range(_K["PTO_DTYPE_CODES"]))
formats: typing.Dict[str, Format] = {
    f.name: f for f in (_format(row[0]) for row in _rows if row)}
"""All formats by name."""

_by_name = {n: f for f in formats.values()
            for n in (f.name.lower(), f.name.lower().replace("x2", ""))}

FormatLike = typing.Union[Format, str]


def format_of(fmt: FormatLike) -> Format:
    """A format by itself or by name (any case, with or without X2).

    ValueError names the accepted ones.
    """
    if isinstance(fmt, Format):
        return fmt
    found = _by_name.get(str(fmt).lower())
    if not found:
        raise ValueError(f"no format {fmt!r}; accepted: {' '.join(formats)}")
    return found


rounds: typing.Dict[str, str] = {
    lib.pto_round_name(i).decode(): lib.pto_round_rule(i).decode()
    for i in range(_K["PTO_ROUND_COUNT"])}
"""The rounding modes by name, and what each does."""

classes: typing.List[str] = [
    lib.pto_class_text(i).decode() for i in range(_K["PTO_CLASS_COUNT"])]
"""What classify() can answer; the index is its number."""


def _round(name):
    out = c.c_uint()
    call(lib.pto_round_named, encode(str(name)), c.byref(out))
    return out.value


def env_of(round, saturate=False, canonicalize=False):
    return _abi.pto_fenv(_round(round), bool(saturate), bool(canonicalize))


def pack(codes: np.ndarray) -> np.ndarray:
    """Four-bit codes [..., n], one a uint8, to bytes [..., n / 2].

    The even index is the low nibble. ValueError where n is odd or a code has
    more than four bits.
    """
    codes = np.asarray(codes, np.uint8)
    if codes.ndim == 0 or codes.shape[-1] % 2:
        raise ValueError("packing needs an even last axis")
    if codes.size and codes.max() > 15:
        raise ValueError("a code has more than four bits")
    return codes[..., 0::2] | codes[..., 1::2] << 4


def unpack(packed: np.ndarray) -> np.ndarray:
    """Bytes [..., n] of two four-bit codes each to codes [..., 2 * n]."""
    packed = np.asarray(packed, np.uint8)
    if packed.ndim == 0:
        raise ValueError("unpacking needs an axis")
    both = np.stack([packed & 15, packed >> 4], axis=-1)
    return both.reshape(packed.shape[:-1] + (2 * packed.shape[-1],))


def _of_python(values, fmt):
    """Lists and numbers as the carrier's dtype."""
    found = np.asarray(values)
    if not found.size:
        return found.astype(fmt.dtype)
    if found.dtype.kind not in ("iuf" if fmt.dtype.kind == "f" else "iu"):
        raise TypeError(f"{fmt.name} elements are {fmt.dtype}, "
                        f"not {found.dtype}")
    carried = found.astype(fmt.dtype)
    if fmt.dtype.kind != "f" and not np.array_equal(carried, found):
        raise ValueError(f"not all of these fit {fmt.dtype}")
    return carried


def to_codes(array, fmt: FormatLike, packed=False) -> np.ndarray:
    """Elements as unsigned codes, contiguous, one an item.

    TypeError where the array's dtype is not a carrier of the format. Python
    lists and numbers are taken as of the carrier's dtype; ValueError where
    they do not fit it.
    """
    fmt = format_of(fmt)
    if not isinstance(array, (np.ndarray, np.generic)):
        array = _of_python(array, fmt)
    if array.dtype not in (fmt.dtype, fmt.unsigned):
        raise TypeError(f"{fmt.name} elements are {fmt.dtype} or "
                        f"{fmt.unsigned}, not {array.dtype}")
    codes = np.asarray(array, order="C").view(fmt.unsigned)
    if fmt.storage_bits == 4:
        codes = unpack(codes) if packed else codes
    return codes


def _memory(codes, fmt):
    """Codes as the library keeps arrays: four-bit ones are packed."""
    if fmt.storage_bits != 4:
        return np.ascontiguousarray(codes)
    flat = codes.ravel() & 15
    return pack(np.append(flat, np.zeros(flat.size % 2, np.uint8)))


def _from_memory(memory, fmt, shape, packed=False):
    if fmt.storage_bits == 4 and packed:
        if not shape or shape[-1] % 2:
            raise ValueError("packing needs an even last axis")
        return memory.reshape(shape[:-1] + (shape[-1] // 2,))
    if fmt.storage_bits == 4:
        count = int(np.prod(shape, dtype=np.int64))
        return unpack(memory)[:count].reshape(shape)
    return memory.view(fmt.dtype).reshape(shape)


def _room(fmt, count):
    """Zeroed memory for `count` elements."""
    if fmt.storage_bits == 4:
        return np.zeros((count + 1) // 2, np.uint8)
    return np.zeros(count, fmt.unsigned)


def address(array):
    """The address of an array's first byte, or None."""
    return None if array is None else array.ctypes.data


def convert(array, src: FormatLike, dst: FormatLike, *, round=None,
            saturate=False, canonicalize=False, packed=False) -> Result:
    """Elements of `src` to `dst`, each rounded once.

    round: a name of `rounds`; None is the architecture's default, RTZ from
    floating types to integers and RNE else. saturate: out of range gives the
    largest finite value. canonicalize: NaN sources become quiet first. packed:
    four-bit arrays, in and out, hold two codes a byte. The result has the
    shape of `array` in codes and the dtype of dst's carrier.

    Error: an unknown rounding mode. TypeError: not a carrier of `src`.
    """
    src, dst = format_of(src), format_of(dst)
    codes = to_codes(array, src, packed)
    if round is None:
        round = lib.pto_round_name(
            lib.pto_round_default(dst.code, src.code)).decode()
    env = env_of(round, saturate, canonicalize)
    source, out = _memory(codes, src), _room(dst, codes.size)
    check(lib.pto_convert_n(dst.code, src.code, address(out), address(source),
                            codes.size, c.byref(env)))
    return Result(_from_memory(out, dst, codes.shape, packed),
                  Flags(env.flags))


def decode(codes, fmt: FormatLike, packed=False) -> np.ndarray:
    """The exact values as float64; NaN where an encoding is invalid.

    ValueError: a 64-bit integer that float64 cannot hold.
    """
    values, flags = convert(codes, fmt, "FP64", round="RNE", packed=packed)
    if flags & Flags.NX:
        raise ValueError(f"float64 cannot hold every value of these "
                         f"{format_of(fmt).name}")
    return values


def classify(codes, fmt: FormatLike, packed=False) -> np.ndarray:
    """The class of each element: an index into `classes`, as uint8."""
    fmt = format_of(fmt)
    codes = to_codes(codes, fmt, packed)
    memory, out = _memory(codes, fmt), np.zeros(codes.shape, np.uint8)
    check(lib.pto_classify_n(fmt.code, address(memory), codes.size,
                             address(out)))
    return out


_STYLES = ("exact", "short", "hex", "fraction")


def show(code, fmt: FormatLike, style="exact") -> str:
    """One code as text.

    style: "exact" (all decimal digits), "short" (at most 17), "hex" (a
    hexadecimal float) or "fraction". ValueError: a code of more bits.
    """
    fmt = format_of(fmt)
    if style not in _STYLES:
        raise ValueError(f"no style {style!r}; accepted: {' '.join(_STYLES)}")
    out = c.create_string_buffer(_K["PTO_NUM_TEXT"])
    if isinstance(code, (float, np.generic, np.ndarray)):
        code = int(to_codes(code, fmt).item())
    code, mask = operator.index(code), (1 << fmt.storage_bits) - 1
    if not ~mask // 2 <= code <= mask:
        raise ValueError(f"{code:#x} is no code of {fmt.name}, which has "
                         f"{fmt.storage_bits} bits")
    lib.pto_num_print(fmt.code, code & mask, _STYLES.index(style), out,
                      len(out))
    return out.value.decode()


def parse(text: str, fmt: FormatLike, *, round="RNE",
          saturate=False) -> Result:
    """A number as text ("0.1", "0x1.8p3", "inf", "0x3f80") as a code.

    Decimals of any length are rounded once; "0x..." without a binary exponent
    is the encoding. Error names what is accepted.
    """
    fmt = format_of(fmt)
    env, bits = env_of(round, saturate), c.c_uint64()
    call(lib.pto_num_parse, fmt.code, encode(text), c.byref(env),
         c.byref(bits))
    codes = np.array(bits.value, np.uint64).astype(fmt.unsigned)
    return Result(codes.view(fmt.dtype)[()], Flags(env.flags))


operations: typing.Dict[str, str] = {
    row[0].name.decode(): row[0].text.decode() for row in
    map(lib.pto_arith_at, range(lib.pto_arith_count()))}
"""The operations of arith() by name, and what each computes."""


def arith(name: str, fmt: FormatLike, *args, round="RNE",
          packed=False) -> Result:
    """An operation of `operations` in the format, rounded once an element.

    Operands are arrays of codes that broadcast against each other. Error: no
    such operation. ValueError: not its number of operands.
    """
    fmt = format_of(fmt)
    row = c.POINTER(_abi.pto_arith)()
    call(lib.pto_arith_named, encode(name), c.byref(row))
    if len(args) != row[0].operands:
        raise ValueError(f"{name} has {row[0].operands} operands, "
                         f"not {len(args)}")
    codes = np.broadcast_arrays(*(to_codes(a, fmt, packed) for a in args))
    env, shape, count = env_of(round), codes[0].shape, codes[0].size
    memory = [_memory(a, fmt) for a in codes]
    out = _room(fmt, count)
    pointers = (c.c_void_p * len(memory))(*(address(m) for m in memory))
    check(lib.pto_arith_n(row, fmt.code, address(out), pointers, count,
                          c.byref(env)))
    return Result(_from_memory(out, fmt, shape, packed), Flags(env.flags))
