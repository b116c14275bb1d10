"""What machines tell: steps, accesses, faults, results, registers."""
import typing

from . import _abi
from ._lib import lib
from .numbers import Flags

_K = _abi.CONSTANTS


class Fault(typing.NamedTuple):
    """Why an instruction was rejected; text is the rule's sentence.

    hints: repairs of one field that the model has checked, nearest first.
    """
    name: str
    pe: int
    address: int
    rule: str
    text: str
    hints: typing.Tuple[str, ...] = ()


class Step(typing.NamedTuple):
    """What became of one instruction.

    outcome: "done", "faulted", "waiting", "missing", "out of memory" or "not
    running". word has `length` bytes, the first parcel in the low bits; asm is
    its text, "" where nothing decodes. stop: a name, or None while it runs.
    """
    pe: int
    outcome: str
    tpc: int
    next_tpc: int
    word: int
    length: int
    asm: str
    stop: typing.Optional[str]
    cycle: int
    fault: typing.Optional[Fault]


class Access(typing.NamedTuple):
    """A data access of an instruction; size in bytes."""
    pe: int
    is_write: bool
    tpc: int
    address: int
    size: int


class RunResult(typing.NamedTuple):
    """How a run ended, and what there is to say about it.

    stop: "REACHED", "EXIT", "FAULT", "LIMIT", "DEADLOCK", "MISSING", "MEMORY",
    "REQUEST" or "INTERRUPTED"; pe and tpc: of the instruction that ended it.
    """
    stop: str
    pe: int
    exit_code: int
    steps: int
    tpc: int
    fault: typing.Optional[Fault]
    text: str

    @property
    def ok(self) -> bool:
        """A stop address was reached, or exit_group was called with 0."""
        return self.stop == "REACHED" or (self.stop == "EXIT"
                                          and self.exit_code == 0)


OUTCOMES = ("done", "faulted", "waiting", "missing", "out of memory",
             "not running")
_NAMES = [lib.pto_register_name(i).decode() for i in range(32)]


class Registers(_abi.pto_registers):
    """The registers of one PE: fields as in pto_registers of pto/machine.h,
    and by name: r["a0"], r["sp"], r["t#1"], r["u#4"]."""

    names = tuple(_NAMES)

    def _place(self, name):
        i = _NAMES.index(name) if name in _NAMES else -1
        if i < 0:
            raise KeyError(f"no register {name!r}; there are "
                           f"{' '.join(_NAMES)}")
        if i < 24:
            return self.gpr, i
        return (self.t, i - 24) if i < 28 else (self.u, i - 28)

    def __getitem__(self, name) -> int:
        values, i = self._place(name)
        return values[i]

    def __setitem__(self, name, value):
        values, i = self._place(name)
        values[i] = value

    @property
    def flags(self) -> Flags:
        """The sticky numeric flags."""
        return Flags(self.core_state >> _K["PTO_FLAGS_LSB"] & 31)

    def __repr__(self):
        shown = " ".join(f"{n}={self[n]:#x}" for n in _NAMES if self[n])
        return f"<pto.Registers tpc={self.tpc:#x} {shown}>"


def fault_of(row, hints=()):
    """A pto_fault as a Fault, None where there is none."""
    if not row.code:
        return None
    return Fault(lib.pto_fault_name(row.code).decode(), row.pe, row.address,
                 row.rule.decode(), row.text.decode(errors="replace"),
                 tuple(hints))
