#!/usr/bin/env python3
"""Run attention.s on random matrices and compare with softmax in doubles.

usage: check.py PTO [SEED]        PTO is the command; needs nothing but Python
"""
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

ROWS, KEYS, WIDTH = 64, 128, 32


def half(x):
    """The FP16 nearest to x, as a float."""
    return struct.unpack("<e", struct.pack("<e", x))[0]


def matrix(rows, scale):
    return [[half(random.gauss(0, scale)) for _ in range(WIDTH)] for _ in range(rows)]


def save_npy(path, rows):
    header = "{'descr': '<f2', 'fortran_order': False, 'shape': (%d, %d), }" % (
        len(rows), WIDTH)
    header += " " * (117 - len(header)) + "\n"
    with open(path, "wb") as f:
        f.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        f.write(header.encode())
        for row in rows:
            f.write(struct.pack("<%de" % WIDTH, *row))


def attention(q, k, v):
    """One row of softmax(q k^T) v."""
    scores = [sum(a * b for a, b in zip(q, key)) for key in k]
    most = max(scores)
    p = [math.exp(s - most) for s in scores]
    total = sum(p)
    return [sum(p[j] * v[j][d] for j in range(KEYS)) / total for d in range(WIDTH)]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    inputs = {"q": matrix(ROWS, 1 / math.sqrt(WIDTH)), "k": matrix(KEYS, 1),
              "v": matrix(KEYS, 1)}
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "attention.s")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.argv[1], "run", program,
                   "--result-out", os.path.join(folder, "o.bin")]
        for name, rows in inputs.items():
            path = os.path.join(folder, name + ".npy")
            save_npy(path, rows)
            command += ["--set", name + "=" + path]
        subprocess.run(command, check=True)
        with open(os.path.join(folder, "o.bin"), "rb") as f:
            got = struct.unpack("<%df" % (ROWS * WIDTH), f.read())
    worst = 0
    for i, q in enumerate(inputs["q"]):
        want = attention(q, inputs["k"], inputs["v"])
        worst = max([worst] + [abs(w - got[i * WIDTH + d]) for d, w in enumerate(want)])
    print("largest difference from doubles: %.2e" % worst)
    sys.exit(worst > 1e-3)


if __name__ == "__main__":
    main()
