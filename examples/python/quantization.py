#!/usr/bin/env python3
"""What a matrix product costs in narrow formats.

Two random matrices, one of them with a few large columns as activations have
them, are quantized to each format and multiplied by the model of the matrix
unit. The error is that of the product, in dB of the exact one.

    PYTHONPATH=bindings/python PTO_LIBRARY=build/release/libpto.so \\
        python3 examples/python/quantization.py [SEED]
"""
import sys

import numpy as np
import pto

M, K, N = 64, 512, 64

CHOICES = [("FP16", "none"), ("E4M3", "none"), ("HiF8", "none"),
           ("E4M3", "mx"), ("S8", "tensor"), ("HiF4", "hif4"),
           ("E2M1", "mx")]


def bits_per_element(q):
    scales = q.scales.nbytes * 8 / q.codes.size if q.scaling != "none" else 0
    return q.format.value_bits + scales


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    rng = np.random.default_rng(seed)
    a = rng.normal(size=(M, K)) * np.where(rng.random(K) < 0.01, 30, 1)
    b = rng.normal(size=(K, N)) / np.sqrt(K)
    exact = a @ b
    print(f"{'format':8}{'scaling':9}{'bits':>6}{'SNR of A':>10}"
          f"{'SNR of A*B':>12}")
    for name, scaling in CHOICES:
        qa = pto.quantize(a, name, scaling, axis=1, saturate=True)
        qb = pto.quantize(b, name, scaling, axis=0, saturate=True)
        if scaling == "tensor":  # the matrix unit has no such scale
            product = pto.matmul(qa.codes, qb.codes, name).codes.astype(float)
            product *= float(qa.scales) * float(qb.scales)
        else:
            product = pto.matmul(qa.codes, qb.codes, name, scale_a=qa.scales,
                                 scale_b=qb.scales).codes.astype(float)
        error = ((product - exact) ** 2).mean()
        snr = 10 * np.log10((exact ** 2).mean() / error)
        print(f"{qa.format.name:8}{scaling:9}{bits_per_element(qa):6.2f}"
              f"{qa.report.snr:10.1f}{snr:12.1f}")


if __name__ == "__main__":
    main()
