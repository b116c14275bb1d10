"""The PTO instruction set from Python: numbers, matrices and programs.

    codes, flags = pto.convert(x, pto.FP32, pto.E4M3, saturate=True)
    product, flags = pto.matmul(a, b, pto.E4M3)
    machine = pto.Machine()
    machine.load(pto.assemble(pathlib.Path("hello.s")))
    print(machine.run().stop, bytes(machine.stdout))

Every result is the library's (libpto): NumPy only carries the bits. The
module has a constant for each format (pto.FP32, pto.E2M1X2, ...).
"""
from ._lib import VERSION as __version__, Error
from .machine import Machine
from .matrix import matmul, scale_format, scale_group
from .numbers import (Flags, Format, Result, arith, classes, classify,
                      convert, decode, format_of, formats, operations, pack,
                      parse, rounds, show, to_codes, unpack)
from .program import (AssemblyError, Image, Section, Symbol, assemble,
                      load_image)
from .quantize import Quantized, Report, dequantize, quantize, scalings
from .records import Access, Fault, Registers, RunResult, Step
from .tile import Tile

# For type checkers; the values are the library's.
FP64: Format
FP32: Format
TF32: Format
HF32: Format
FP16: Format
BF16: Format
HiF8: Format
E4M3: Format
E5M2: Format
E3M2: Format
E2M3: Format
E2M1X2: Format
E1M2X2: Format
E8M0: Format
HiF4X2: Format
S64: Format
S32: Format
S16: Format
S8: Format
S4X2: Format
U64: Format
U32: Format
U16: Format
U8: Format
U4X2: Format

globals().update(formats)

__all__ = [
    "Access", "AssemblyError", "Error", "Fault", "Flags", "Format",
    "Image", "Machine", "Quantized", "Registers", "Report", "Result",
    "RunResult", "Section", "Step", "Symbol", "Tile", "arith", "assemble",
    "classes", "classify", "convert", "decode", "dequantize", "format_of",
    "formats", "load_image", "matmul", "operations", "pack", "parse",
    "quantize", "rounds", "scale_format", "scale_group", "scalings",
    "show", "to_codes", "unpack", *formats,
]
