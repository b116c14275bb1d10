"""Programs: assembling, reading and writing them."""
import ctypes as c
import os
import typing
import weakref

from . import _abi
from ._lib import Error, call, check, encode, lib, take_bytes

_ISA_BYTES = 64  # more than a pto_isa has


class AssemblyError(Error):
    """A source has errors; str() is all messages as a person reads them.

    `diagnostics` has them one by one; file, line and column are the first's.
    """

    def __init__(self, error, diagnostics):
        super().__init__(error.code, "\n".join(diagnostics) or str(error))
        self.file, self.line = error.file, error.line
        self.column = error.column
        self.diagnostics = diagnostics


class Symbol(typing.NamedTuple):
    """A name of a program. size is 0 where `.size` does not say it."""
    value: int
    size: int
    is_global: bool


class Section(typing.NamedTuple):
    """A named range of a program; flags are ELF's (1 W, 2 ALLOC, 4 X)."""
    name: str
    address: int
    size: int
    flags: int


class Image:
    """A program as a machine loads it. Made by assemble() or load_image().

    warnings: what the assembler had to say, one text each.
    """

    def __init__(self, pointer, warnings=()):
        self._pointer = pointer
        self.warnings = list(warnings)
        weakref.finalize(self, lib.pto_image_free, pointer)
        row = pointer[0]
        self.entry: int = row.entry
        symbols = [row.symbols[i] for i in range(row.symbol_count)]
        symbols.sort(key=lambda s: s.binding != 0)  # globals replace locals
        self.symbols: typing.Dict[str, Symbol] = {
            s.name.decode(errors="replace"):
                Symbol(s.value, s.size, s.binding != 0) for s in symbols}
        self.sections: typing.List[Section] = [
            Section(s.name.decode(errors="replace"), s.address, s.size,
                    s.flags)
            for s in (row.sections[i] for i in range(row.section_count))]

    def __repr__(self):
        return (f"<pto.Image entry={self.entry:#x} "
                f"{len(self.sections)} sections, {len(self.symbols)} symbols>")

    def elf(self) -> bytes:
        """The program as an ELF file."""
        out, n = c.c_void_p(), c.c_size_t()
        call(lib.pto_image_to_elf, self._pointer, c.byref(out), c.byref(n))
        return take_bytes(out, n.value)

    def save(self, path):
        """Write an ELF file, whole or not at all. Error where that fails."""
        call(lib.pto_image_write_elf, self._pointer, encode(path))

    def disassemble(self, isa=None, plain=False) -> str:
        """The executable bytes as text; plain text assembles back to them."""
        parsed = c.create_string_buffer(_ISA_BYTES)
        call(lib.pto_isa_parse, encode(isa), parsed)
        out, n = c.c_void_p(), c.c_size_t()
        check(lib.pto_disassemble(parsed, self._pointer, plain, c.byref(out),
                                  c.byref(n)))
        return take_bytes(out, n.value).decode()


def _strings(items):
    return (c.c_char_p * len(items))(*(encode(i) for i in items))


def assemble(source, *, isa=None, name="source.s", include_paths=(),
             defines=None, address=None) -> Image:
    """Assemble text (a str) or a file (a pathlib.Path).

    isa: a revision with overrides, "0.58.4" by default. name: what messages
    call the text; .include looks beside it, then in include_paths. defines:
    symbols and their values. address: of the first section.

    AssemblyError has every message. OSError is not raised: a file that cannot
    be read is an AssemblyError too.
    """
    texts, warnings = [], []

    def diagnose(_user, row):
        text = row[0].text.decode(errors="replace")
        failed = row[0].severity == _abi.CONSTANTS["PTO_ERROR"]
        (texts if failed else warnings).append(text)

    if (isinstance(source, str) and source.endswith(".s")
            and len(source.split()) == 1):
        raise ValueError(f"a str is the text itself; for the file give "
                         f"pathlib.Path({source!r})")
    if address is not None and not 0 <= address < 2**64:
        raise ValueError(f"no address {address}")
    words = [f"{k}={v}" for k, v in (defines or {}).items()]
    options = _abi.pto_asm_options(
        isa=encode(isa), include_paths=_strings(include_paths),
        defines=_strings(words), include_count=len(include_paths),
        define_count=len(words), diagnose=_abi.DIAGNOSE(diagnose),
        address=address or 0, has_address=address is not None)
    out = c.POINTER(_abi.pto_image)()
    try:
        if isinstance(source, os.PathLike):
            call(lib.pto_assemble_file, encode(source), c.byref(options),
                 c.byref(out))
        else:
            text = source.encode()
            call(lib.pto_assemble, text, len(text), name.encode(),
                 c.byref(options), c.byref(out))
    except Error as e:
        raise AssemblyError(e, texts) from None
    return Image(out, warnings)


def load_image(path, *, address=0) -> Image:
    """Read an ELF file, or any other file as flat bytes at `address`.

    Error says what is wrong and at which offset.
    """
    if not 0 <= address < 2**64:
        raise ValueError(f"no address {address}")
    out = c.POINTER(_abi.pto_image)()
    call(lib.pto_image_from_file, encode(path), 0, address, c.byref(out))
    return Image(out)
