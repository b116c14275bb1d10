"""Structures of the C headers, as the compiler lays them out.

tests/python/test_abi.py compares every size, offset and constant with what a
C compiler says of include/pto.
"""
import ctypes as c

u8, i16, u16, u32, u64 = (c.c_uint8, c.c_int16, c.c_uint16, c.c_uint32,
                          c.c_uint64)
i32, i64 = c.c_int32, c.c_int64

CONSTANTS = {
    "PTO_OK": 0,
    "PTO_KIND_FLOAT": 1, "PTO_KIND_HIF8": 2, "PTO_KIND_SCALE": 3,
    "PTO_KIND_SIGNED": 4, "PTO_KIND_UNSIGNED": 5,
    "PTO_NV": 1, "PTO_DZ": 2, "PTO_OF": 4, "PTO_UF": 8, "PTO_NX": 16,
    "PTO_DTYPE_CODES": 32, "PTO_ROUND_COUNT": 7, "PTO_CLASS_COUNT": 11,
    "PTO_SCALINGS": 4,
    "PTO_ERROR_FILE": 256, "PTO_ERROR_TEXT": 512, "PTO_NUM_TEXT": 1200,
    "PTO_HINTS": 3, "PTO_HINT_TEXT": 64,
    "PTO_FAULT_RULE": 48, "PTO_FAULT_TEXT": 416, "PTO_RUN_TEXT": 1024,
    "PTO_INSN_TEXT": 256, "PTO_ISA_TEXT": 1024,
    "PTO_ERROR": 2,
    "PTO_RING_APPLICATION": 2, "PTO_RING_MASK": 15, "PTO_FLAGS_LSB": 32,
    "PTO_TILE_PREDICATE": 1,
}


class _Struct(c.Structure):
    """A structure whose C name is its class name."""


class pto_error(_Struct):
    _fields_ = [("code", u32), ("line", u32), ("column", u32),
                ("has_address", u32), ("address", u64),
                ("file", c.c_char * CONSTANTS["PTO_ERROR_FILE"]),
                ("message", c.c_char * CONSTANTS["PTO_ERROR_TEXT"])]


class pto_format(_Struct):
    _fields_ = [("name", c.c_char_p), ("code", u8), ("kind", u8), ("top", u8),
                ("storage_bits", u8), ("value_bits", u8), ("exp_bits", u8),
                ("frac_bits", u8), ("low_zeros", u8), ("bias", i16),
                ("has_subnormal", u8), ("has_nan", u8), ("has_snan", u8),
                ("has_inf", u8), ("has_signed_zero", u8),
                ("carrier_mask", u64), ("sign_mask", u64),
                ("must_be_zero", u64), ("max_finite", u64),
                ("min_finite", u64), ("infinity", u64), ("nan", u64),
                ("smallest", u64), ("min_normal", u64)]


class pto_fenv(_Struct):
    _fields_ = [("round", u8), ("saturate", u8), ("canonicalize", u8),
                ("flags", u8)]


class pto_arith(_Struct):
    _fields_ = [("name", c.c_char_p), ("text", c.c_char_p), ("operands", u32),
                ("one", c.c_void_p), ("two", c.c_void_p),
                ("three", c.c_void_p)]


class pto_quantized(_Struct):
    _fields_ = [("type", u32), ("scaling", u32), ("outer", u64),
                ("extent", u64), ("inner", u64), ("codes", c.c_void_p),
                ("scales", c.c_void_p)]


class pto_quantize_report(_Struct):
    _fields_ = [("count", u64), ("zeros", u64), ("flushed", u64),
                ("subnormals", u64), ("clipped", u64), ("lost", u64),
                ("infinities", u64), ("nans", u64), ("max_error", c.c_double),
                ("rms_error", c.c_double), ("snr", c.c_double),
                ("worst", u64), ("worst_code", u64), ("below", u64),
                ("above", u64), ("worst_input", c.c_double),
                ("worst_value", c.c_double), ("below_value", c.c_double),
                ("above_value", c.c_double)]


class pto_matmul_args(_Struct):
    _fields_ = [("m", u64), ("n", u64), ("k", u64), ("type_a", u32),
                ("type_b", u32), ("a", c.c_void_p), ("b", c.c_void_p),
                ("scale_a", c.c_void_p), ("scale_b", c.c_void_p),
                ("scale_b_rows", u32), ("reserved", u32), ("c", c.c_void_p),
                ("c_scale", c.c_void_p), ("bias", c.c_void_p),
                ("d", c.c_void_p)]


class pto_cube_options(_Struct):
    _fields_ = [("level", u32), ("threads", u32), ("wide", u32),
                ("reserved", u32), ("workspace", c.c_void_p)]


class pto_segment(_Struct):
    _fields_ = [("address", u64), ("file_size", u64), ("memory_size", u64),
                ("bytes", c.c_void_p), ("flags", u32), ("reserved", u32)]


class pto_section(_Struct):
    _fields_ = [("name", c.c_char_p), ("address", u64), ("size", u64),
                ("align", u64), ("bytes", c.c_void_p), ("type", u32),
                ("flags", u32)]


class pto_symbol(_Struct):
    _fields_ = [("name", c.c_char_p), ("value", u64), ("size", u64),
                ("section", u32), ("type", u8), ("binding", u8),
                ("reserved", u16)]


class pto_identity(_Struct):
    _fields_ = [("release", c.c_char * 32), ("encoding_abi", c.c_char * 64),
                ("projection_sha256", c.c_char * 65)]


class pto_image(_Struct):
    _fields_ = [("entry", u64), ("segments", c.POINTER(pto_segment)),
                ("sections", c.POINTER(pto_section)),
                ("symbols", c.POINTER(pto_symbol)), ("segment_count", u32),
                ("section_count", u32), ("symbol_count", u32),
                ("machine", u32), ("identity", pto_identity),
                ("lines", c.c_void_p), ("line_count", u32),
                ("relocation_count", u32), ("relocations", c.c_void_p),
                ("owner", c.c_void_p)]


class pto_diagnostic(_Struct):
    _fields_ = [("severity", u32), ("where", c.POINTER(pto_error)),
                ("text", c.c_char_p)]


DIAGNOSE = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(pto_diagnostic))


class pto_asm_options(_Struct):
    _fields_ = [("isa", c.c_char_p),
                ("include_paths", c.POINTER(c.c_char_p)),
                ("defines", c.POINTER(c.c_char_p)), ("include_count", u32),
                ("define_count", u32), ("read_file", c.c_void_p),
                ("diagnose", DIAGNOSE), ("reads", c.c_void_p),
                ("user", c.c_void_p),
                ("address", u64), ("max_bytes", u64), ("raw", u32),
                ("max_lines", u32), ("has_address", u32),
                ("section_count", u32),
                ("sections", c.POINTER(c.c_char_p))]


class pto_wanted(_Struct):
    _fields_ = [("kind", u16), ("optional", u16), ("step", u32),
                ("low", u64), ("high", u64)]


class pto_cause(_Struct):
    _fields_ = [("subject", u16), ("operand", u8), ("number", u8),
                ("index", u8), ("absent", u8), ("reserved", u16),
                ("row", u32), ("column", u32), ("value", u64),
                ("wanted", pto_wanted)]


class pto_fault(_Struct):
    _fields_ = [("code", u32), ("pe", u32), ("address", u64),
                ("rule", c.c_char * CONSTANTS["PTO_FAULT_RULE"]),
                ("text", c.c_char * CONSTANTS["PTO_FAULT_TEXT"]),
                ("cause", pto_cause)]


class pto_hint(_Struct):
    _fields_ = [("subject", u16), ("operand", u8), ("number", u8),
                ("index", u8), ("absent", u8), ("reserved", u16),
                ("value", u64),
                ("text", c.c_char * CONSTANTS["PTO_HINT_TEXT"])]


OUTPUT = c.CFUNCTYPE(None, c.c_void_p, c.c_int, c.c_void_p, c.c_size_t)


class pto_machine_options(_Struct):
    _fields_ = [("isa", c.c_char_p), ("profile", c.c_char_p), ("pes", u32),
                ("threads", u32), ("memory_bytes", u64),
                ("memory_limit", u64), ("application_bytes", u64),
                ("stack_top", u64), ("stack_bytes", u64), ("bare", u32),
                ("reserved", u32), ("output", OUTPUT), ("user", c.c_void_p)]


class pto_step(_Struct):
    _fields_ = [("pe", u32), ("outcome", u32), ("tpc", u64),
                ("next_tpc", u64), ("word", u64), ("length", u32),
                ("form", u32), ("stop", u32), ("reserved", u32),
                ("cycle", u64), ("fault", pto_fault)]


class pto_memory_access(_Struct):
    _fields_ = [("pe", u32), ("is_write", u32), ("tpc", u64),
                ("address", u64), ("size", u64)]


ON_STEP = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(pto_step))
ON_MEMORY = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(pto_memory_access))


class pto_observer(_Struct):
    _fields_ = [("before", ON_STEP), ("retire", ON_STEP), ("fault", ON_STEP),
                ("memory", ON_MEMORY), ("user", c.c_void_p)]


class pto_run_options(_Struct):
    _fields_ = [("max_steps", u64), ("stop_pc", c.POINTER(u64)),
                ("stop_count", u32), ("reserved", u32),
                ("interrupt", c.POINTER(c.c_int))]


class pto_run_result(_Struct):
    _fields_ = [("stop", u32), ("pe", u32), ("exit_code", i64),
                ("steps", u64), ("tpc", u64), ("fault", pto_fault),
                ("text", c.c_char * CONSTANTS["PTO_RUN_TEXT"])]


class pto_registers(_Struct):
    _fields_ = [("gpr", u64 * 24), ("t", u64 * 4), ("u", u64 * 4),
                ("tpc", u64), ("bpc", u64), ("core_state", u64),
                ("commit_argument", u64), ("return_address", u64),
                ("cycle", u64), ("predicate", u32 * 8), ("t_valid", u32),
                ("u_valid", u32), ("bundle_active", u32),
                ("bundle_body", u32), ("stop", u32), ("waiting", u32),
                ("retired", u64)]


class pto_tile(_Struct):
    _fields_ = [("allocated", u32), ("dtype", u32), ("layout", u32),
                ("storage", u32), ("location", u32), ("rows", u32),
                ("columns", u32), ("valid_rows", u32),
                ("valid_columns", u32), ("capacity_bytes", u32),
                ("k_repeat", u32), ("n_repeat", u32), ("cell_count", u32),
                ("storage_bytes", u32), ("sign_extended", u32),
                ("first_defined", u32), ("bytes", c.c_void_p),
                ("defined", c.c_void_p)]


class pto_shared_state(_Struct):
    _fields_ = [("published", u32), ("allocation_mask", u32),
                ("initialized_mask", u32), ("reserved", u32)]


STRUCTURES = {t.__name__: t for t in _Struct.__subclasses__()}
