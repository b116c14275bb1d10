"""Tiles as arrays."""
import re

import numpy as np

from . import _abi
from ._lib import lib
from .numbers import _room, address, decode, formats, unpack

_HANDS = "tumn"
_PER_HAND = 16
_BY_CODE = {f.code: f for f in formats.values()}


def local_slot(name: str) -> int:
    """The slot of "t#1" ... "n#16". ValueError: not such a name."""
    found = re.fullmatch(r"([tumn])#(\d+)", name.lower())
    if not found or not 1 <= int(found[2]) <= _PER_HAND:
        raise ValueError(f"{name!r} is no tile; expected t#1 to t#16, or u, "
                         "m, n")
    return _HANDS.index(found[1]) * _PER_HAND + int(found[2]) - 1


class Tile:
    """A copy of a tile's valid region.

    format: of its elements, None for a predicate. layout: its name. shape:
    valid rows and columns; physical: stored ones. codes [rows, columns]: the
    format's carrier (one code an item), or bool for a predicate. defined
    [rows, columns]: which elements are. As an array (np.asarray) a tile is its
    values.
    """

    def __init__(self, row):
        t = row[0]
        is_predicate = t.storage == _abi.CONSTANTS["PTO_TILE_PREDICATE"]
        self.format = None if is_predicate else _BY_CODE[t.dtype]
        self.layout = lib.pto_tile_layout_name(t.layout).decode()
        self.shape = (t.valid_rows, t.valid_columns)
        self.physical = (t.rows, t.columns)
        self.capacity_bytes = t.capacity_bytes
        self.codes = self._bits(row) if is_predicate else self._codes(row)
        self.defined = self._defined(row)

    def _each(self, function, row):
        return np.array([[function(row, r, k) for k in range(self.shape[1])]
                         for r in range(self.shape[0])],
                        bool).reshape(self.shape)

    def _bits(self, row):
        return self._each(lib.pto_tile_read, row)

    def _codes(self, row):
        rows, columns = self.shape
        out = np.empty(self.shape, self.format.unsigned)
        line = _room(self.format, columns)
        for r in range(rows):
            lib.pto_tile_read_line(row, True, r, 0, columns, address(line))
            is_packed = self.format.storage_bits == 4
            out[r] = unpack(line)[:columns] if is_packed else line
        return out.view(self.format.dtype)

    def _defined(self, row):
        if lib.pto_tile_contents_defined(row):
            return np.ones(self.shape, bool)
        return self._each(lib.pto_tile_defined, row)

    @property
    def values(self) -> np.ndarray:
        """The elements as float64, exactly; what is undefined is NaN."""
        exact = (self.codes.astype(np.float64) if self.format is None
                 else decode(self.codes, self.format))
        return np.where(self.defined, exact, np.nan)

    def __array__(self, dtype=None, copy=None):
        return self.values if dtype is None else self.values.astype(dtype)

    def __repr__(self):
        kind = self.format.name if self.format else "predicate"
        return f"<pto.Tile {kind} {self.shape} {self.layout}>"
