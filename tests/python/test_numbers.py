"""Formats, conversion, classes and arithmetic on NumPy arrays."""
import ctypes as c
import unittest

import numpy as np

import pto
from pto import _abi
from pto._lib import lib


def random_codes(fmt, count, seed=1):
    """Random codes of a format, one an item."""
    bits = np.random.default_rng(seed).integers(
        0, 1 << 64, count, np.uint64) & np.uint64((1 << fmt.storage_bits) - 1)
    return bits.astype(fmt.unsigned)


class Formats(unittest.TestCase):
    def test_every_format_is_a_constant(self):
        annotated = set(pto.__annotations__)
        self.assertEqual(annotated, set(pto.formats))
        self.assertEqual(len(pto.formats), 25)
        for name, fmt in pto.formats.items():
            self.assertIs(getattr(pto, name), fmt)
            self.assertIs(pto.format_of(name.upper()), fmt)

    def test_rows_are_the_library_s(self):
        self.assertEqual(pto.E4M3.max_finite, 0x7e)
        self.assertEqual(pto.E4M3.nan, 0x7f)
        self.assertIsNone(pto.E4M3.infinity)
        self.assertIs(pto.format_of("e2m1"), pto.E2M1X2)
        self.assertEqual([pto.formats[n].dtype.str for n in (
            "FP64", "FP32", "TF32", "FP16", "BF16", "E3M2", "E2M1X2", "S8",
            "S4X2", "U64")], ["<f8", "<f4", "<u4", "<f2", "<u2", "|u1", "|u1",
                              "|i1", "|u1", "<u8"])

    def test_names_of_nothing_are_refused(self):
        with self.assertRaisesRegex(ValueError, "accepted: FP64 FP32"):
            pto.format_of("E4M4")
        with self.assertRaisesRegex(pto.Error, "RNE"):
            pto.convert([1.0], "FP32", "E4M3", round="up")


class Convert(unittest.TestCase):
    def test_numpy_agrees_on_its_own_formats(self):
        x = np.random.default_rng(1).normal(0, 1e3, 999).astype(np.float32)
        half, flags = pto.convert(x, pto.FP32, pto.FP16)
        np.testing.assert_array_equal(half, x.astype(np.float16))
        self.assertEqual(flags, pto.Flags.NX)
        wide, flags = pto.convert(half, pto.FP16, pto.FP32)
        np.testing.assert_array_equal(wide, half.astype(np.float32))
        self.assertEqual(flags, pto.Flags.NONE)
        np.testing.assert_array_equal(
            pto.convert(x, pto.FP32, pto.S32).codes, x.astype(np.int32))

    def test_every_pair_is_what_the_library_says_of_one_element(self):
        names = list(pto.formats.values())
        for src in names:
            codes = random_codes(src, 33, src.code)
            for dst in names:
                got = pto.convert(codes, src, dst, round="RHB",
                                  saturate=True, canonicalize=True)
                env = pto.numbers.env_of("RHB", True, True)
                want = [convert_one(dst, src, int(x), env) for x in codes]
                self.assertEqual(got.codes.view(dst.unsigned).tolist(), want,
                                 f"{src} to {dst}")
                self.assertEqual(int(got.flags), env.flags)

    def test_rounding_and_saturation_are_asked_for(self):
        x = np.float32([0.3, 1e9])
        self.assertEqual(
            pto.decode(pto.convert(x, "FP32", "E4M3", round="RTP",
                                   saturate=True).codes, "E4M3").tolist(),
            [0.3125, 448.0])
        self.assertEqual(
            pto.convert(np.float32(2.7), pto.FP32, pto.S8).codes, 2)
        result = pto.convert(x, "FP32", "E4M3")
        self.assertEqual(result.codes[1], pto.E4M3.nan)
        self.assertEqual(result.flags, pto.Flags.OF | pto.Flags.NX)

    def test_shapes_and_layouts_of_arrays_do_not_matter(self):
        x = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
        flat = pto.convert(x.ravel(), "FP32", "E2M1X2").codes
        for view in (x, np.asfortranarray(x)):
            got = pto.convert(view, "FP32", "E2M1X2").codes
            np.testing.assert_array_equal(got, flat.reshape(x.shape))
        got = pto.convert(x[:, ::2, ::3], "FP32", "E4M3").codes
        want = pto.convert(x, "FP32", "E4M3").codes[:, ::2, ::3]
        np.testing.assert_array_equal(got, want)
        self.assertEqual(pto.convert(x[:0], "FP32", "E4M3").codes.shape,
                         (0, 3, 4))

    def test_four_bit_codes_may_be_packed(self):
        x = np.float32([[0, 0.5, 1, 1.5], [2, 3, 4, -6]])
        codes = pto.convert(x, "FP32", "E2M1X2").codes
        self.assertEqual(codes.tolist(), [[0, 1, 2, 3], [4, 5, 6, 15]])
        packed = pto.convert(x, "FP32", "E2M1X2", packed=True).codes
        self.assertEqual(packed.tolist(), [[0x10, 0x32], [0x54, 0xf6]])
        np.testing.assert_array_equal(pto.unpack(packed), codes)
        np.testing.assert_array_equal(pto.pack(codes), packed)
        np.testing.assert_array_equal(
            pto.decode(packed, "E2M1X2", packed=True), x)
        with self.assertRaisesRegex(ValueError, "even"):
            pto.pack(codes[:, :3])
        with self.assertRaisesRegex(ValueError, "four bits"):
            pto.pack(codes + 16)
        odd = pto.convert(x[0, :3], "FP32", "E2M1X2").codes
        self.assertEqual(odd.tolist(), [0, 1, 2])

    def test_arrays_of_another_type_are_refused(self):
        for array in (np.float64([1]), np.int32([1]), np.array([1], ">f4")):
            with self.assertRaisesRegex(TypeError, "FP32 elements are"):
                pto.convert(array, "FP32", "E4M3")
        with self.assertRaises(TypeError):
            pto.decode([0.5], "E4M3")
        with self.assertRaises(ValueError):
            pto.decode([256], "E4M3")


def convert_one(dst, src, bits, env):
    """One element through pto_convert, which the package does not use."""
    function = lib.pto_convert
    function.restype = c.c_uint64
    function.argtypes = [c.c_uint, c.c_uint, c.c_uint64,
                         c.POINTER(_abi.pto_fenv)]
    return function(dst.code, src.code, bits, c.byref(env))


class Show(unittest.TestCase):
    def test_decoding_is_exact(self):
        values = pto.decode(np.arange(256, dtype=np.uint8), pto.HiF8)
        for code in range(256):
            text = pto.show(code, pto.HiF8, "hex")
            np.testing.assert_equal(
                values[code], float(text) if "0x" not in text
                else float.fromhex(text))

    def test_integers_beyond_float64_are_refused(self):
        self.assertEqual(pto.decode(np.int64([-5]), "S64").tolist(), [-5.0])
        with self.assertRaisesRegex(ValueError, "S64"):
            pto.decode(np.int64([(1 << 53) + 1]), "S64")

    def test_texts(self):
        self.assertEqual(pto.show(0x7e, "E4M3"), "448")
        self.assertEqual(pto.show(np.float32(0.1), "FP32", "short"),
                         "0.10000000149011612")
        self.assertEqual(pto.show(-1, "S8"), "-1")
        self.assertEqual(pto.parse("463", "E4M3"), (0x7e, pto.Flags.NX))
        self.assertEqual(pto.parse("0x7e", "E4M3").codes, 0x7e)
        with self.assertRaises(pto.Error):
            pto.parse("much", "E4M3")
        with self.assertRaisesRegex(ValueError, "fraction"):
            pto.show(0, "E4M3", "long")
        for code, fmt in ((2**70, "E4M3"), (256, "E4M3"), (16, "E2M1"),
                          (-129, "S8"), (-9, "S4X2")):
            with self.assertRaises(ValueError):
                pto.show(code, fmt)
        with self.assertRaises(TypeError):
            pto.show("1", "E4M3")
        self.assertEqual(pto.show(-8, "S4X2"), "-8")
        self.assertEqual(pto.show(255, "U8"), "255")

    def test_no_text_is_cut_at_a_nul(self):
        for call in (lambda: pto.parse("1\0000", "FP32"),
                     lambda: pto.convert(np.float32(1), "FP32", "FP16",
                                         round="RNE\0"),
                     lambda: pto.arith("add\0", "FP32", 1.0, 1.0),
                     lambda: pto.quantize([1], "E4M3", "mx\0"),
                     lambda: pto.Machine(isa="0.58.4\0,coop_m=per-pe")):
            with self.assertRaises(ValueError):
                call()

    def test_modes_have_the_names_of_their_selectors(self):
        for name, want in (("CAST_ROUND", 3), ("rdn", 2), ("FCVTP", 3)):
            got = pto.convert(np.float32(2.5), "FP32", "S8", round=name)
            self.assertEqual(got.codes, want)


class Classify(unittest.TestCase):
    def test_classes(self):
        codes = [0x00, 0x80, 0x01, 0x7e, 0x7f]
        names = [pto.classes[i] for i in pto.classify(codes, "E4M3")]
        self.assertEqual(names, ["+zero", "-zero", "+subnormal", "+normal",
                                 "qnan"])
        self.assertEqual(pto.classes[pto.classify(0xff, "E3M2")], "invalid")
        packed = pto.classify(np.uint8([0x80]), "E2M1X2", packed=True)
        self.assertEqual([pto.classes[i] for i in packed], ["+zero", "-zero"])


class Arith(unittest.TestCase):
    def test_numpy_agrees_in_fp32(self):
        rng = np.random.default_rng(2)
        a, b = rng.normal(size=(2, 500)).astype(np.float32)
        for name, want in (("add", a + b), ("mul", a * b), ("div", a / b)):
            np.testing.assert_array_equal(
                pto.arith(name, "FP32", a, b).codes, want)
        got = pto.arith("sqrt", "FP32", np.abs(a))
        np.testing.assert_array_equal(got.codes, np.sqrt(np.abs(a)))

    def test_operands_broadcast(self):
        one = pto.parse("1", "E4M3").codes
        got = pto.arith("fma", "E4M3", np.uint8([[0x38], [0x40]]), one,
                        np.uint8([0, 0x38]))
        self.assertEqual(pto.decode(got.codes, "E4M3").tolist(),
                         [[1, 2], [2, 3]])

    def test_flags_and_refusals(self):
        self.assertEqual(pto.arith("div", "FP32", [1.0], [0.0]).flags,
                         pto.Flags.DZ)
        self.assertEqual(
            pto.decode(pto.arith("add", "E2M1X2", np.uint8([0x22]),
                                 np.uint8([0x22]), packed=True).codes,
                       "E2M1X2", packed=True).tolist(), [2, 2])
        with self.assertRaisesRegex(ValueError, "2 operands"):
            pto.arith("add", "FP32", [1.0])
        with self.assertRaisesRegex(pto.Error, "add"):
            pto.arith("plus", "FP32", [1.0], [1.0])
        self.assertIn("sqrt", pto.operations)


if __name__ == "__main__":
    unittest.main()
