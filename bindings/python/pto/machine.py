"""Machines: four PEs with their memory, loaded, run, stepped and looked at."""
import ctypes as c
import operator
import threading
import typing
import weakref

import numpy as np

from . import _abi
from ._lib import call, check, encode, lib, take_bytes
from .numbers import (Format, _from_memory, _memory, _room, format_of,
                      to_codes, address as address_of)
from .program import Image, Symbol
from .records import (OUTCOMES, Access, Registers, RunResult, Step,
                      fault_of)
from .tile import Tile, local_slot

_K = _abi.CONSTANTS
_WORD, _LONG = 2**32 - 1, 2**64 - 1

Where = typing.Union[int, str, Symbol]


def _whole(name, value, most):
    """`value`, which ctypes would cut to its width without a word."""
    if not 0 <= value <= most:
        raise ValueError(f"{name} is {value}, expected 0 to {most}")
    return value


class Machine:
    """One core of four PEs with its memory.

    isa: a revision with overrides ("0.58.4,coop_m=per-pe"). profile: "ieee" or
    "pto-v0". pes: 4, or 1 for the single-stream view. threads: for the kernels
    of one bundle; changes no result. memory_bytes: addresses are legal below
    it, 0 is all. memory_limit: host bytes of guest memory, 0 is 4 GiB.
    output(descriptor, bytes) takes what the program writes; without it
    `stdout` and `stderr` collect it.

    Addresses may be symbols of the loaded program. A machine is used by one
    thread at a time. Error: an option that is none.
    """

    def __init__(self, isa=None, profile="ieee", pes=4, threads=1, *,
                 memory_bytes=0, memory_limit=0, stack_top=0,
                 output: typing.Optional[
                     typing.Callable[[int, bytes], None]] = None):
        self.image: typing.Optional[Image] = None
        self.stdout, self.stderr = bytearray(), bytearray()
        self._output = output
        self._raised: typing.Optional[BaseException] = None
        self._busy = False
        self._interrupt = c.c_int(0)
        self._observer = _abi.pto_observer()
        self._observers: typing.Dict[str, typing.Callable] = {}
        # The library calls through a weak reference: no cycle keeps a
        # machine alive.
        own = weakref.ref(self)
        self._on_output = _abi.OUTPUT(
            lambda _u, d, p, n: own()._guard(
                lambda: own()._write(d, c.string_at(p, n))))
        options = _abi.pto_machine_options(
            isa=encode(isa), profile=encode(profile),
            pes=_whole("pes", pes, _WORD), output=self._on_output,
            threads=_whole("threads", threads, _WORD),
            memory_bytes=_whole("memory_bytes", memory_bytes, _LONG),
            memory_limit=_whole("memory_limit", memory_limit, _LONG),
            stack_top=_whole("stack_top", stack_top, _LONG))
        pointer = c.c_void_p()
        call(lib.pto_machine_new, c.byref(options), c.byref(pointer))
        self._pointer = pointer
        self._free = weakref.finalize(self, lib.pto_machine_free, pointer)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Free the C machine now; any later use is a ValueError."""
        if self._busy:
            raise RuntimeError("an observer may not close the machine")
        self._free()

    def _write(self, descriptor, data):
        if self._output:
            self._output(descriptor, data)
        else:
            (self.stderr if descriptor == 2 else self.stdout).extend(data)

    @property
    def _m(self):
        """The C machine, for what only reads it."""
        if not self._free.alive:
            raise ValueError("the machine is closed")
        return self._pointer

    @property
    def _idle(self):
        """The C machine, for what changes it."""
        if self._busy:
            raise RuntimeError("the machine is running: no observer and no "
                               "other thread may change it")
        return self._m

    # -- Programs ----------------------------------------------------------

    @property
    def isa(self) -> str:
        """The revision and its overrides."""
        out = c.create_string_buffer(_K["PTO_ISA_TEXT"])
        lib.pto_isa_print(lib.pto_machine_isa(self._m), out, len(out))
        return out.value.decode()

    @property
    def pes(self) -> int:
        """How many instruction streams there are: 4 or 1."""
        return lib.pto_machine_pes(self._m)

    @property
    def symbols(self):
        """The loaded program's symbols, a dict."""
        return self.image.symbols if self.image else {}

    def load(self, image: Image, *, ring=_K["PTO_RING_APPLICATION"]):
        """Reset, load a program and send every PE to its entry, in `ring`.

        sp of PE0 is the start of section .result where that is the first
        writable one, as public programs expect, else its own stack. Error: the
        program is of another revision, or lies outside memory.
        """
        _whole("ring", ring, _K["PTO_RING_MASK"])
        call(lib.pto_image_check_isa, image._pointer, encode(self.isa), 0)
        call(lib.pto_machine_load, self._idle, image._pointer)
        self.image = image
        stack = c.c_uint64()
        has_stack = lib.pto_image_usual_stack(image._pointer, c.byref(stack))
        for pe in range(self.pes):
            r = self.registers(pe)
            r.core_state = r.core_state & ~_K["PTO_RING_MASK"] | ring
            if pe == 0 and has_stack:
                r["sp"] = stack.value
            self.set_registers(pe, r)

    def reset(self):
        """Memory, registers and tiles as of a new machine."""
        lib.pto_machine_reset(self._idle)

    def run(self, max_steps=0, stop: typing.Optional[
            typing.Sequence[Where]] = None) -> RunResult:
        """Run until every PE is at a stop address, or nothing can go on.

        max_steps: instructions of all PEs together, 0 for no limit. stop:
        addresses or symbols; without them cross_model_stop or _stop. What an
        observer raises ends the run and is raised here; Ctrl-C too.
        """
        stops = self._stops(stop)
        options = _abi.pto_run_options(
            max_steps=_whole("max_steps", max_steps, _LONG),
            stop_pc=(c.c_uint64 * len(stops))(*stops),
            stop_count=len(stops), interrupt=c.pointer(self._interrupt))
        out = _abi.pto_run_result()
        self._enter(lib.pto_machine_run, c.byref(options), c.byref(out),
                    apart=not self._observers)
        return RunResult(lib.pto_stop_name(out.stop).decode(), out.pe,
                         out.exit_code, out.steps, out.tpc,
                         fault_of(out.fault, self._hints(out.fault)),
                         out.text.decode(errors="replace"))

    def _hints(self, fault):
        if not fault.code:
            return ()
        rows = (_abi.pto_hint * _K["PTO_HINTS"])()
        n = lib.pto_machine_hints(self._pointer, c.byref(fault), rows)
        return [row.text.decode() for row in rows[:n]]

    def step(self, pe=0) -> Step:
        """Execute one instruction of one PE."""
        out = _abi.pto_step()
        self._enter(lib.pto_machine_step, self._pe(pe), c.byref(out))
        return self._step(out)

    def _stops(self, stop):
        if stop is not None:
            return [self.address(s) for s in stop]
        usual = c.c_uint64()
        if self.image and lib.pto_image_usual_stop(self.image._pointer,
                                                   c.byref(usual)):
            return [usual.value]
        return []

    def _enter(self, function, *args, apart=False):
        """Call what runs guest code; raise what a callback raised in it.

        apart: on a thread of its own, so that Ctrl-C is seen meanwhile.
        """
        pointer = self._idle
        self._busy, self._raised, self._interrupt.value = True, None, 0
        try:
            if apart and threading.current_thread() is \
                    threading.main_thread():
                self._apart(function, pointer, *args)
            else:
                function(pointer, *args)
        finally:
            self._busy = False
        raised, self._raised = self._raised, None
        if raised:
            raise raised

    def _apart(self, function, *args):
        # Not Thread.join: interrupted, it may take a thread that runs for one
        # that has ended (CPython's bpo-45274).
        done = threading.Event()

        def work():
            try:
                function(*args)
            finally:
                done.set()

        worker = threading.Thread(target=work)
        while not done.is_set():
            try:
                if worker.ident is None:
                    worker.start()
                while not done.wait(0.1):  # a signal may arrive at the worker
                    pass
            except BaseException as e:  # what a signal handler raises
                self._interrupt.value = 1
                if worker.ident is None:
                    raise
                self._raised = e

    def _guard(self, function):
        """Run a callback; keep what it raises and ask the run to end."""
        if self._raised:
            return
        try:
            function()
        except BaseException as e:
            self._raised = e
            self._interrupt.value = 1

    # -- Observing ---------------------------------------------------------

    def _step(self, row):
        text = c.create_string_buffer(_K["PTO_INSN_TEXT"])
        lib.pto_machine_print_insn(self._m, row.word, row.length, row.tpc,
                                   text, len(text))
        stop = lib.pto_stop_name(row.stop).decode() if row.stop else None
        return Step(row.pe, OUTCOMES[row.outcome], row.tpc, row.next_tpc,
                    row.word, row.length, text.value.decode(), stop,
                    row.cycle, fault_of(row.fault, self._hints(row.fault)))

    def observe(self, *, before=None, retire=None, fault=None, memory=None):
        """Call back while the machine runs; replaces all earlier observers.

        before(Step): fetched, not executed. retire(Step): every instruction
        tried. fault(Step): those that fault. memory(Access). An observer may
        read the machine, not change it. Runs are slow while there is one.
        """
        self._observers = {k: f for k, f in (
            ("before", before), ("retire", retire), ("fault", fault),
            ("memory", memory)) if f}
        self._observer = _abi.pto_observer()
        own = weakref.ref(self)

        def on_step(f):
            return _abi.ON_STEP(lambda _u, row: own()._guard(
                lambda: f(own()._step(row[0]))))

        def on_memory(f):
            return _abi.ON_MEMORY(lambda _u, row: own()._guard(
                lambda: f(Access(row[0].pe, bool(row[0].is_write), row[0].tpc,
                                 row[0].address, row[0].size))))

        for name, f in self._observers.items():
            make = on_memory if name == "memory" else on_step
            setattr(self._observer, name, make(f))
        lib.pto_machine_observe(self._idle, c.byref(self._observer))

    def on_retire(self, callback: typing.Callable[[Step], None]):
        """observe(retire=callback), usable as a decorator."""
        self.observe(retire=callback)
        return callback

    # -- State -------------------------------------------------------------

    def _pe(self, pe):
        return _whole("pe", pe, 3)

    def registers(self, pe=0) -> Registers:
        """A copy of one PE's registers."""
        out = Registers()
        lib.pto_machine_registers(self._m, self._pe(pe), c.byref(out))
        return out

    def set_registers(self, pe: int, registers: Registers):
        """All but cycle, stop, waiting and retired; wakes a stopped PE."""
        lib.pto_machine_set_registers(self._idle, self._pe(pe),
                                      c.byref(registers))

    def sysreg(self, number: int, pe=0) -> int:
        """A system register by its 24-bit address. Error: there is none."""
        out = c.c_uint64()
        check(lib.pto_machine_sysreg(self._m, self._pe(pe),
                                     _whole("number", number, _WORD),
                                     c.byref(out)))
        return out.value

    def set_sysreg(self, number: int, value: int, pe=0):
        """Change one without access check. Error: there is none."""
        check(lib.pto_machine_set_sysreg(self._idle, self._pe(pe),
                                         _whole("number", number, _WORD),
                                         _whole("value", value, _LONG)))

    def address(self, where: Where) -> int:
        """An address, or that of a symbol. KeyError: no such symbol."""
        if isinstance(where, Symbol):
            return where.value
        if not isinstance(where, str):
            return _whole("an address", operator.index(where), _LONG)
        if where not in self.symbols:
            raise KeyError(f"the program has no symbol {where!r}")
        return self.symbols[where].value

    def read(self, where: Where, shape, dtype=np.uint8) -> np.ndarray:
        """Memory from `where` on as an array of a dtype, or of a format's
        elements (four-bit ones two a byte in memory, one an item here).

        shape: an int or a tuple. Error: outside memory.
        """
        count = int(np.prod(shape, dtype=np.int64))
        is_format = isinstance(dtype, Format)
        out = _room(dtype, count) if is_format else np.empty(count, dtype)
        check(lib.pto_machine_read(self._m, self.address(where),
                                   address_of(out), out.nbytes))
        if is_format:
            shape = shape if isinstance(shape, tuple) else (shape,)
            return _from_memory(out, dtype, shape)
        return out.reshape(shape)

    def write(self, where: Where, data, as_type=None):
        """Bytes, or an array's elements row by row, to memory.

        as_type: the format of the elements: lists are taken as its numbers,
        arrays have to be of its carrier or its codes, and four-bit codes are
        packed. Without it, bytes and arrays of NumPy's own numbers of up to
        64 bits go in as they are. TypeError: neither says what the elements
        are. ValueError: more than the symbol's size. Error: outside memory.
        """
        if as_type is not None:
            data = _memory(to_codes(data, as_type), format_of(as_type))
        elif isinstance(data, (bytes, bytearray, memoryview)):
            data = np.frombuffer(data, np.uint8)
        elif not isinstance(data, (np.ndarray, np.generic)):
            raise TypeError(f"as_type has to say what a {type(data).__name__} "
                            "of numbers is in memory")
        array = np.ascontiguousarray(data)
        if array.dtype.kind not in "biuf" or array.itemsize > 8 or \
                not array.dtype.isnative:
            raise TypeError(f"{array.dtype} is no number in memory; as_type "
                            "says what it is")
        symbol = where if isinstance(where, Symbol) else \
            self.symbols.get(where)
        room = symbol.size if symbol else 0
        if room and array.nbytes > room:
            raise ValueError(f"{array.nbytes} bytes, but {where} has room "
                             f"for {room}")
        check(lib.pto_machine_write(self._idle, self.address(where),
                                    address_of(array), array.nbytes))

    def tile(self, pe: int, name: str) -> Tile:
        """A Local tile of a PE by name: "t#1" to "t#16", u, m and n alike.

        KeyError: there is none. A copy; the machine goes on without it.
        """
        row = lib.pto_machine_local(self._m, self._pe(pe), local_slot(name),
                                    None)
        if not row:
            raise KeyError(f"PE{pe} has no tile {name}")
        return Tile(row)

    def shared(self, number: int) -> Tile:
        """A Shared tile by number. KeyError: it has no descriptor."""
        row = lib.pto_machine_shared(self._m, _whole("number", number, _WORD),
                                     None)
        if not row:
            raise KeyError(f"there is no Shared tile S{number}")
        return Tile(row)

    def snapshot(self) -> bytes:
        """Everything that decides how the machine goes on."""
        out, n = c.c_void_p(), c.c_size_t()
        call(lib.pto_snapshot, self._m, c.byref(out), c.byref(n))
        return take_bytes(out, n.value)

    def restore(self, snapshot: bytes):
        """Go back to a snapshot. Error: it is none; nothing has changed."""
        call(lib.pto_restore, self._idle, snapshot, len(snapshot))
