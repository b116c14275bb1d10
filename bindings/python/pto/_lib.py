"""Finds libpto, declares its functions, turns statuses into exceptions.

The declarations below are C: ctypes prototypes are made from them, and
tests/python/test_abi.py has a C compiler hold them against the headers.
"""
import ctypes as c
import ctypes.util
import os
import pathlib
import re

from . import _abi

DECLARATIONS = """
const char *pto_version(void);
const char *pto_status_text(pto_status s);
void pto_free(void *p);

const pto_format *pto_format_get(unsigned code);
const char *pto_class_text(pto_class c);
const char *pto_round_name(pto_round r);
const char *pto_round_rule(pto_round r);
pto_status pto_round_named(const char *n, pto_round *out, pto_error *e);
pto_round pto_round_default(pto_dtype dst, pto_dtype src);
pto_status pto_convert_n(pto_dtype dst, pto_dtype src, void *to,
                         const void *from, size_t n, pto_fenv *env);
pto_status pto_classify_n(pto_dtype t, const void *array, size_t n,
                          uint8_t *out);
pto_status pto_arith_n(const pto_arith *op, pto_dtype t, void *dst,
                       const void *const *args, size_t n, pto_fenv *env);
size_t pto_arith_count(void);
const pto_arith *pto_arith_at(size_t i);
pto_status pto_arith_named(const char *n, const pto_arith **out,
                           pto_error *e);
size_t pto_num_print(pto_dtype t, uint64_t bits, pto_num_style style,
                     char *out, size_t size);
pto_status pto_num_parse(pto_dtype t, const char *text, pto_fenv *env,
                         uint64_t *bits, pto_error *e);

const char *pto_scaling_name(pto_scaling s);
pto_status pto_scaling_named(const char *name, pto_scaling *out,
                             pto_error *e);
unsigned pto_scaling_type(pto_scaling s);
uint64_t pto_scaling_groups(pto_scaling s, uint64_t extent);
pto_status pto_quantize(const pto_quantized *q, const double *x,
                        pto_fenv *env, pto_quantize_report *report,
                        pto_error *e);
pto_status pto_dequantize(const pto_quantized *q, pto_dtype dst, void *out,
                          pto_fenv *env, pto_error *e);

uint32_t pto_scale_group(unsigned dtype);
unsigned pto_accumulator_type(unsigned dtype);
pto_status pto_matmul(const pto_matmul_args *args,
                      const pto_cube_options *options, uint32_t *flags,
                      pto_error *e);

pto_status pto_assemble(const char *source, size_t n, const char *name,
                        const pto_asm_options *options, pto_image **out,
                        pto_error *e);
pto_status pto_assemble_file(const char *path, const pto_asm_options *options,
                             pto_image **out, pto_error *e);
pto_status pto_image_from_file(const char *path, uint32_t machine,
                               uint64_t raw_address, pto_image **out,
                               pto_error *e);
pto_status pto_image_check_isa(const pto_image *image, const char *isa,
                               uint32_t required, pto_error *e);
pto_status pto_image_to_elf(const pto_image *image, uint8_t **out, size_t *n,
                            pto_error *e);
pto_status pto_image_write_elf(const pto_image *image, const char *path,
                               pto_error *e);
bool pto_image_usual_stop(const pto_image *image, uint64_t *address);
bool pto_image_usual_stack(const pto_image *image, uint64_t *address);
void pto_image_free(pto_image *image);
pto_status pto_isa_parse(const char *text, pto_isa *out, pto_error *e);
pto_status pto_disassemble(const pto_isa *isa, const pto_image *image,
                           bool plain, char **out, size_t *size);

const char *pto_fault_name(unsigned code);
const char *pto_stop_name(unsigned stop);
const char *pto_stop_text(unsigned stop);
const char *pto_register_name(unsigned r);
pto_status pto_machine_new(const pto_machine_options *options,
                           pto_machine **out, pto_error *e);
void pto_machine_free(pto_machine *m);
void pto_machine_reset(pto_machine *m);
pto_status pto_machine_load(pto_machine *m, const pto_image *image,
                            pto_error *e);
void pto_machine_step(pto_machine *m, unsigned pe, pto_step *out);
unsigned pto_machine_hints(const pto_machine *m, const pto_fault *f,
                           pto_hint *out);
void pto_machine_run(pto_machine *m, const pto_run_options *options,
                     pto_run_result *out);
unsigned pto_machine_pes(const pto_machine *m);
const pto_isa *pto_machine_isa(const pto_machine *m);
void pto_isa_print(const pto_isa *isa, char *out, size_t size);
void pto_machine_print_insn(const pto_machine *m, uint64_t word,
                            unsigned length, uint64_t pc, char *out,
                            size_t size);
void pto_machine_registers(const pto_machine *m, unsigned pe,
                           pto_registers *out);
void pto_machine_set_registers(pto_machine *m, unsigned pe,
                               const pto_registers *in);
pto_status pto_machine_sysreg(pto_machine *m, unsigned pe, uint32_t address,
                              uint64_t *out);
pto_status pto_machine_set_sysreg(pto_machine *m, unsigned pe,
                                  uint32_t address, uint64_t value);
pto_status pto_machine_read(const pto_machine *m, uint64_t address, void *out,
                            size_t n);
pto_status pto_machine_write(pto_machine *m, uint64_t address, const void *in,
                             size_t n);
const pto_tile *pto_machine_local(const pto_machine *m, unsigned pe,
                                  unsigned slot, unsigned *mask);
const pto_tile *pto_machine_shared(const pto_machine *m, unsigned id,
                                   pto_shared_state *state);
void pto_machine_observe(pto_machine *m, const pto_observer *observer);
pto_status pto_snapshot(const pto_machine *m, uint8_t **out, size_t *n,
                        pto_error *e);
pto_status pto_restore(pto_machine *m, const uint8_t *bytes, size_t n,
                       pto_error *e);

const char *pto_tile_layout_name(unsigned layout);
void pto_tile_read_line(const pto_tile *t, bool along_row, uint32_t line,
                        uint32_t first, uint32_t n, void *out);
uint64_t pto_tile_read(const pto_tile *t, uint32_t row, uint32_t column);
bool pto_tile_defined(const pto_tile *t, uint32_t row, uint32_t column);
bool pto_tile_contents_defined(const pto_tile *t);
"""

# Enumerations and `unsigned` are C unsigned int; a pointer to a type that is
# not in this table, and any `void *`, is an address.
_SCALARS = {
    "bool": c.c_bool, "size_t": c.c_size_t, "unsigned": c.c_uint,
    "uint8_t": c.c_uint8, "uint32_t": c.c_uint32, "uint64_t": c.c_uint64,
    **{f"pto_{name}": c.c_uint for name in
       ("status", "class", "round", "dtype", "num_style",
        "scaling")},
}


class Error(Exception):
    """A call that the library refused.

    `code` is the status; `file`, `line`, `column` and `address` say where,
    as far as that is known (else "", 0, 0 and None).
    """

    def __init__(self, code, message, record=None):
        super().__init__(message)
        self.code = code
        self.file = record.file.decode(errors="replace") if record else ""
        self.line = record.line if record else 0
        self.column = record.column if record else 0
        self.address = (record.address if record and record.has_address
                        else None)


def _describe(record):
    """file:line:column: message, of what is known."""
    where = record.file.decode(errors="replace")
    if record.line:
        where += f":{record.line}"
        if record.column:
            where += f":{record.column}"
    if record.has_address:
        where += f" at {record.address:#x}"
    message = record.message.decode(errors="replace")
    return f"{where.strip()}: {message}" if where else message


def check(status, record=None):
    """Raise Error unless `status` is PTO_OK."""
    if status == _abi.CONSTANTS["PTO_OK"]:
        return
    if record is not None and record.message:
        raise Error(status, _describe(record), record)
    raise Error(status, lib.pto_status_text(status).decode(), record)


def call(function, *args):
    """Call a function whose last parameter is `pto_error *e`; check it."""
    record = _abi.pto_error()
    check(function(*args, c.byref(record)), record)


def encode(text):
    """A str or path for a `const char *`; None stays None."""
    if text is None:
        return None
    data = os.fsencode(text)
    if b"\0" in data:
        raise ValueError(f"{text!r} has a NUL")
    return data


def take_bytes(pointer, size):
    """Copy what the library allocated, and free it there."""
    data = c.string_at(pointer, size)
    lib.pto_free(c.cast(pointer, c.c_void_p))
    return data


def _ctype(text):
    """The ctypes type of a C type without its parameter's name."""
    base, depth = text.replace("const", " ").split()[0].strip("*"), \
        text.count("*")
    if base == "void" and depth == 0:
        return None
    if base == "char" and depth == 1:
        return c.c_char_p
    kind = _abi.STRUCTURES.get(base) or _SCALARS.get(base)
    if depth and (kind is None or base == "uint8_t"):
        kind, depth = c.c_void_p, depth - 1
    for _ in range(depth):
        kind = c.POINTER(kind)
    return kind


def _declare(library):
    for d in re.findall(r"[^;]+;", DECLARATIONS):
        kind, name, params = re.fullmatch(
            r"\s*(.*?)(\w+)\((.*)\);", d, re.S).groups()
        function = getattr(library, name)
        function.restype = _ctype(kind)
        function.argtypes = [_ctype(re.sub(r"\w+$", "", p.strip()))
                             for p in params.split(",") if p != "void"]


def candidates():
    """Where libpto may be, best first.

    PTO_LIBRARY (a file) alone, where it is set; else beside the package;
    else what the system's loader finds.
    """
    chosen = os.environ.get("PTO_LIBRARY")
    if chosen:
        return [chosen]
    here = pathlib.Path(__file__).parent
    beside = [str(p) for p in sorted(here.glob("libpto.so*"))]
    found = ctypes.util.find_library("pto")
    return beside + ["libpto.so.0"] + ([found] if found else [])


def _open():
    reasons = []
    for path in candidates():
        try:
            library = c.CDLL(path)
            library.pto_version  # older ones have no such function
            return path, library
        except (OSError, AttributeError) as e:
            reasons.append(f"{path}: {e}")
    raise ImportError("no usable libpto; set PTO_LIBRARY to libpto.so, or "
                      "install it (" + "; ".join(reasons) + ")")


VERSION = "0.1.0"  # of this package; structures of another one may differ

path, lib = _open()
_declare(lib)
if lib.pto_version().decode() != VERSION:
    raise ImportError(f"{path} is libpto {lib.pto_version().decode()}, but "
                      f"this package is for {VERSION}")
