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
            pto.quantize(1.0, "E4M3")
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
