"""Matrix products and block scales."""
import unittest

import numpy as np

import pto


def exact_product(a, b):
    """FP32 accumulation, one rounding a term, in float64 where that is exact
    enough: products of 8-bit formats have few bits, sums are rounded once."""
    acc = np.zeros((a.shape[0], b.shape[1]), np.float32)
    for k in range(a.shape[1]):
        acc = (acc.astype(np.float64)
               + np.outer(a[:, k], b[k, :])).astype(np.float32)
    return acc


class Matmul(unittest.TestCase):
    def setUp(self):
        self.rng = np.random.default_rng(3)

    def codes(self, fmt, *shape):
        x = self.rng.normal(size=shape).astype(np.float32)
        return pto.convert(x, "FP32", fmt).codes

    def test_terms_accumulate_in_order(self):
        for fmt in (pto.E4M3, pto.HiF8, pto.E2M1X2):
            a, b = self.codes(fmt, 5, 37), self.codes(fmt, 37, 7)
            got = pto.matmul(a, b, fmt)
            want = exact_product(pto.decode(a, fmt), pto.decode(b, fmt))
            self.assertEqual(got.codes.dtype, np.float32)
            np.testing.assert_array_equal(got.codes, want)
            again = pto.matmul(a, b, fmt, threads=2)
            np.testing.assert_array_equal(again.codes, want)

    def test_two_types_start_value_and_bias(self):
        a, b = self.codes(pto.E4M3, 3, 8), self.codes(pto.E5M2, 8, 4)
        c = np.ones((3, 4), np.float32)
        bias = np.arange(4, dtype=np.float32) * 64
        got = pto.matmul(a, b, "E4M3", "E5M2", c_in=c, bias=bias,
                         c_scale=np.uint8([0, 1, 2])).codes
        x, y = pto.decode(a, "E4M3"), pto.decode(b, "E5M2")
        want = x @ y + np.float64([[1], [0.5], [0.25]]) + bias
        np.testing.assert_allclose(got, want, rtol=1e-5)

    def test_block_scales(self):
        for fmt, kind, scales in ((pto.E4M3, "mx", self.e8m0),
                                  (pto.HiF4X2, "hif4", self.words)):
            k = 3 * pto.scale_group(fmt) - 10
            a, b = self.codes(fmt, 4, k), self.codes(fmt, k, 6)
            scale_a, scale_b = scales(4), scales(6).T
            got = pto.matmul(a, b, fmt, scale_a=scale_a, scale_b=scale_b)
            x = pto.dequantize(a, fmt, scale_a, kind, axis=1)
            y = pto.dequantize(b, fmt, scale_b, kind, axis=0)
            np.testing.assert_array_equal(got.codes, exact_product(x, y))

    def test_quantized_operands_fit(self):
        x = self.rng.normal(size=(4, 70)).astype(np.float32)
        y = self.rng.normal(size=(70, 5)).astype(np.float32)
        for fmt, kind in (("E4M3", "mx"), ("HiF4", "hif4")):
            a = pto.quantize(x, fmt, kind, axis=1)
            b = pto.quantize(y, fmt, kind, axis=0)
            got = pto.matmul(a.codes, b.codes, fmt, scale_a=a.scales,
                             scale_b=b.scales)
            np.testing.assert_array_equal(
                got.codes, exact_product(a.values, b.values))

    def e8m0(self, rows):
        return self.rng.integers(120, 132, (rows, 3)).astype(np.uint8)

    def words(self, rows):
        low = self.rng.integers(47 * 4, 49 * 4, (rows, 3)).astype(np.uint32)
        high = self.rng.integers(0, 1 << 24, (rows, 3)).astype(np.uint32)
        return low | high << 8

    def test_integers_wrap(self):
        a = np.full((2, 3), -128, np.int8)
        got = pto.matmul(a, a.T.copy(), "S8")
        self.assertEqual(got.codes.tolist(), [[49152] * 2] * 2)
        self.assertEqual(got.codes.dtype, np.int32)
        big = np.full((1, 2), 0xffff, np.uint16)
        got = pto.matmul(big, big.reshape(2, 1), "U16")
        self.assertEqual(got.codes.tolist(), [[2 * 0xffff ** 2 % 2 ** 32]])

    def test_packed_operands(self):
        a, b = self.codes("E2M1X2", 3, 6), self.codes("E2M1X2", 6, 4)
        want = pto.matmul(a, b, "E2M1X2").codes
        got = pto.matmul(pto.pack(a), pto.pack(b), "E2M1X2", packed=True)
        np.testing.assert_array_equal(got.codes, want)

    def test_flags(self):
        inf = np.float16([[np.inf]])
        got = pto.matmul(inf, np.float16([[0]]), "FP16")
        self.assertTrue(np.isnan(got.codes[0, 0]))
        self.assertEqual(got.flags, pto.Flags.NV)

    def test_what_does_not_fit_is_refused(self):
        a = np.ones((2, 3), np.float16)
        for words, message in (
                (dict(a=a, b=a), "b is"), (dict(a=a[0], b=a), "a is"),
                (dict(a=a, b=a.T, bias=np.ones(3, np.float32)), "bias is"),
                (dict(a=a, b=a.T, scale_a=np.ones((2, 2), np.uint8)),
                 "scale_a is"),
                (dict(a=a[:0], b=a.T), "a is")):
            with self.assertRaisesRegex(ValueError, message):
                pto.matmul(type_a="FP16", **words)
        with self.assertRaises(TypeError):
            pto.matmul(a, a.T, "FP16", bias=np.ones(2))
        with self.assertRaises(pto.Error):
            pto.matmul(np.ones((1, 1)), np.ones((1, 1)), "FP64")


if __name__ == "__main__":
    unittest.main()
