"""Quantizing and back, against what each scaling says in words."""
import unittest

import numpy as np

import pto


def floor_log2(x):
    return np.frexp(x)[1] - 1


class Quantize(unittest.TestCase):
    def setUp(self):
        self.x = np.random.default_rng(5).normal(size=(3, 100))

    def test_mx_scales_are_the_rule_of_ocp(self):
        q = pto.quantize(self.x, "E2M1X2", "mx")
        self.assertEqual((q.codes.shape, q.scales.shape), ((3, 100), (3, 4)))
        padded = np.abs(np.pad(self.x, ((0, 0), (0, 28)))).reshape(3, 4, 32)
        largest = floor_log2(padded.max(axis=2))
        np.testing.assert_array_equal(q.scales, largest - 2 + 127)
        factors = np.repeat(np.exp2(largest - 2), 32, axis=1)[:, :100]
        want = pto.convert((self.x / factors).astype(np.float64), "FP64",
                           "E2M1X2", saturate=True).codes
        np.testing.assert_array_equal(q.codes, want)
        np.testing.assert_array_equal(q.values,
                                      pto.decode(want, "E2M1X2") * factors)

    def test_the_report_is_of_the_errors(self):
        for fmt, scaling in (("E4M3", "mx"), ("HiF4", "hif4"),
                             ("S8", "tensor"), ("FP16", "none")):
            q = pto.quantize(self.x, fmt, scaling)
            error = np.abs(self.x - q.values)
            self.assertEqual(q.report.count, self.x.size)
            np.testing.assert_allclose(q.report.max_error, error.max())
            np.testing.assert_allclose(q.report.rms_error,
                                       np.sqrt((error ** 2).mean()))
            self.assertEqual(q.report.worst, error.argmax())

    def test_numbers_are_arrays_of_shape_nothing(self):
        for fmt, scaling in (("E4M3", "none"), ("E4M3", "mx"),
                             ("HiF4", "hif4"), ("S8", "tensor")):
            q = pto.quantize(3.0, fmt, scaling)
            whole = pto.quantize([3.0], fmt, scaling)
            self.assertEqual((q.codes.shape, q.values.shape), ((), ()))
            self.assertEqual(q.codes, whole.codes[0])
            self.assertEqual(q.values, whole.values[0])
            if scaling != "none":
                self.assertEqual(q.scales.shape, ())
        with self.assertRaises(ValueError):
            pto.quantize(3.0, "E4M3", axis=1)

    def test_only_real_numbers(self):
        for x in (1j, [1 + 2j], np.array([1 + 0j]), "1", ["1"], [None]):
            with self.assertRaises(TypeError):
                pto.quantize(x, "E4M3")
        self.assertEqual(pto.quantize([True, 2], "S8").codes.tolist(), [1, 2])
        self.assertEqual(pto.quantize([], "S8").codes.tolist(), [])

    def test_equal_are_those_of_the_same_bits(self):
        a, b = (pto.quantize(self.x, "E4M3", "mx") for _ in range(2))
        other = pto.quantize(self.x + 1, "E4M3", "mx")
        self.assertTrue(a == b and hash(a) == hash(b))
        self.assertFalse(a == other or a != b)
        self.assertEqual(len({a, b, other}), 2)
        self.assertFalse(a == pto.quantize(self.x.T, "E4M3", "mx", axis=0))
        self.assertFalse(a == 1)
        nan = pto.quantize([np.nan], "FP16")
        self.assertEqual(nan, pto.quantize([np.nan], "FP16"))

    def test_what_is_no_number_multiplies_as_numbers_do(self):
        codes = np.array([0x38, 0xB8, 0x00, 0x80], np.uint8)
        with np.errstate(all="ignore"):
            for scale in (np.inf, -1.0, 0.0, np.nan, 2.5):
                want = pto.decode(codes, "E4M3") * scale
                got = pto.dequantize(codes, "E4M3", np.float32(scale),
                                     "tensor")
                np.testing.assert_array_equal(got, want)
                np.testing.assert_array_equal(
                    np.signbit(got) | np.isnan(got),
                    np.signbit(want) | np.isnan(want))

    def test_any_axis(self):
        y = np.random.default_rng(6).normal(size=(2, 40, 3))
        moved = pto.quantize(np.moveaxis(y, 1, 2), "E5M2", "mx")
        q = pto.quantize(y, "E5M2", "mx", axis=1)
        self.assertEqual(q.scales.shape, (2, 2, 3))
        np.testing.assert_array_equal(q.codes,
                                      np.moveaxis(moved.codes, 2, 1))
        np.testing.assert_array_equal(q.scales,
                                      np.moveaxis(moved.scales, 2, 1))
        np.testing.assert_array_equal(q.values,
                                      np.moveaxis(moved.values, 2, 1))

    def test_hif4_words_and_tensor_scales(self):
        q = pto.quantize(self.x, "HiF4", "hif4")
        self.assertEqual((q.scales.shape, q.scales.dtype),
                         ((3, 2), np.dtype("u4")))
        packed = pto.dequantize(pto.pack(q.codes), "HiF4", q.scales, "hif4",
                                packed=True)
        np.testing.assert_array_equal(packed, q.values)
        # E6M2 1.25, the first eight lanes doubled, of these the first four
        # again; the codes are 1.
        word = np.uint32([48 << 2 | 1 | 1 << 8 | 1 << 16])
        got = pto.dequantize(np.full(64, 4, np.uint8), "HiF4", word, "hif4")
        self.assertEqual(got.tolist(), [5.0] * 4 + [2.5] * 4 + [1.25] * 56)
        q = pto.quantize(self.x, "S8", "tensor")
        self.assertEqual((q.scales.shape, q.scales.dtype),
                         ((), np.dtype("f4")))
        np.testing.assert_allclose(q.scales, np.abs(self.x).max() / 127)

    def test_what_does_not_fit_is_refused(self):
        with self.assertRaises(pto.Error):
            pto.quantize(self.x, "E4M3", "hif4")
        with self.assertRaisesRegex(pto.Error, "mx"):
            pto.quantize(self.x, "E4M3", "block")
        with self.assertRaisesRegex(ValueError, "axis 2"):
            pto.quantize(self.x, "E4M3", axis=2)
        with self.assertRaisesRegex(ValueError, "axis"):
            pto.quantize(1.0, "E4M3", axis=1)
        with self.assertRaisesRegex(ValueError, "expected"):
            pto.dequantize(np.zeros((2, 40), np.uint8), "E4M3",
                           np.zeros((2, 1), np.uint8), "mx")
        with self.assertRaisesRegex(ValueError, "without"):
            pto.dequantize(np.zeros(4, np.uint8), "E4M3", 1)

    def test_nothing_scaled(self):
        q = pto.quantize([0.3, 1e9], "E4M3", saturate=True)
        self.assertEqual((q.scales, q.scaling), (None, "none"))
        self.assertEqual(q.values.tolist(), [0.3125, 448.0])
        self.assertIn(pto.Flags.OF, q.flags)


if __name__ == "__main__":
    unittest.main()
