#!/usr/bin/env python3
"""Train the iris network in FP64 and quantize its weights for the PTO programs.

Standard library only. Deterministic: the same data/ comes out every time.

The network has 4 inputs, 32 hidden units with ReLU and 3 outputs (a fourth,
always far below the others, makes N a power of two). It is trained on
standardised measurements; the standardisation is then folded into the first
layer, so that the programs read the raw measurements.
"""

import csv
import math
import os
import random
import struct

HERE = os.path.dirname(os.path.abspath(__file__))
SPECIES = ("setosa", "versicolor", "virginica")
INPUTS, HIDDEN, CLASSES, OUTPUTS = 4, 32, 3, 4
EPOCHS, RATE = 400, 0.02


def load():
    """The 150 rows of iris.csv: measurements and class numbers."""
    with open(os.path.join(HERE, "iris.csv"), newline="") as f:
        rows = list(csv.reader(f))[1:]
    return ([[float(v) for v in r[:INPUTS]] for r in rows],
            [SPECIES.index(r[INPUTS]) for r in rows])


def standardise(xs):
    n = len(xs)
    mean = [sum(c) / n for c in zip(*xs)]
    std = [math.sqrt(sum((v - m) ** 2 for v in c) / n)
           for c, m in zip(zip(*xs), mean)]
    return mean, std, [[(v - m) / s for v, m, s in zip(x, mean, std)]
                       for x in xs]


def forward(w1, b1, w2, b2, x):
    hidden = [max(0.0, sum(x[k] * w1[k][n] for k in range(INPUTS)) + b1[n])
              for n in range(HIDDEN)]
    return hidden, [sum(hidden[k] * w2[k][n] for k in range(HIDDEN)) + b2[n]
                    for n in range(len(b2))]


def adam_step(params, grads, state, step):
    for p, g, (m, v) in zip(params, grads, state):
        for i in range(len(p)):
            m[i] = 0.9 * m[i] + 0.1 * g[i]
            v[i] = 0.999 * v[i] + 0.001 * g[i] * g[i]
            m_hat = m[i] / (1 - 0.9 ** step)
            v_hat = v[i] / (1 - 0.999 ** step)
            p[i] -= RATE * m_hat / (math.sqrt(v_hat) + 1e-8)


def zeros_like(params):
    return [[0.0] * len(p) for p in params]


def train(xs, ys):
    """Full-batch Adam on the cross entropy; returns w1, b1, w2, b2."""
    random.seed(1936)
    w1 = [[random.gauss(0, 0.7) for _ in range(HIDDEN)] for _ in range(INPUTS)]
    w2 = [[random.gauss(0, 0.25) for _ in range(CLASSES)]
          for _ in range(HIDDEN)]
    b1, b2 = [0.0] * HIDDEN, [0.0] * CLASSES
    params = w1 + [b1] + w2 + [b2]
    state = list(zip(zeros_like(params), zeros_like(params)))
    for step in range(1, EPOCHS + 1):
        grads = zeros_like(params)
        g1, gb1 = grads[:INPUTS], grads[INPUTS]
        g2, gb2 = grads[INPUTS + 1:-1], grads[-1]
        for x, y in zip(xs, ys):
            hidden, logits = forward(w1, b1, w2, b2, x)
            top = max(logits)
            e = [math.exp(v - top) for v in logits]
            d = [v / sum(e) / len(xs) for v in e]
            d[y] -= 1 / len(xs)
            for n in range(CLASSES):
                gb2[n] += d[n]
            for k in range(HIDDEN):
                if hidden[k] == 0.0:
                    continue
                back = sum(w2[k][n] * d[n] for n in range(CLASSES))
                for n in range(CLASSES):
                    g2[k][n] += hidden[k] * d[n]
                gb1[k] += back
                for i in range(INPUTS):
                    g1[i][k] += x[i] * back
        adam_step(params, grads, state, step)
    return w1, b1, w2, b2


def fold(w1, b1, mean, std):
    """Weights and bias that take raw measurements."""
    folded = [[w1[k][n] / std[k] for n in range(HIDDEN)]
              for k in range(INPUTS)]
    bias = [b1[n] - sum(folded[k][n] * mean[k] for k in range(INPUTS))
            for n in range(HIDDEN)]
    return folded, bias


def nearest(values, v):
    """Index of the value nearest to v, an even index on a tie."""
    return min(range(len(values)), key=lambda i: (abs(values[i] - v), i & 1))


E4M3 = [(c % 8) / 8 * 2.0 ** -6 if c < 8 else
        (1 + c % 8 / 8) * 2.0 ** (c // 8 - 7) for c in range(127)]
HIF4 = [c / 4 for c in range(8)]


def mx_e4m3(column):
    """One column of up to 32 values: E4M3 codes and the E8M0 scale code."""
    peak = max(abs(v) for v in column) or 1.0
    exponent = math.floor(math.log2(peak)) - 8
    codes = [nearest(E4M3, abs(v) * 2.0 ** -exponent) | (v < 0) << 7
             for v in column]
    return codes, exponent + 127


def hif4(column):
    """One column of up to 64 values: HiF4 lanes and the 32-bit scale word."""
    peak = max(abs(v) for v in column) or 1.0
    # The smallest E6M2 value s with peak <= 1.75 * 4 * s.
    e = math.floor(math.log2(peak / 7))
    m = math.ceil((peak / 7 / 2.0 ** e - 1) * 4)
    e, m = (e + 1, 0) if m == 4 else (e, m)
    scale = (1 + m / 4) * 2.0 ** e
    word = (e + 48) << 2 | m
    lift = []
    for q in range(0, len(column), 4):
        quad = max(abs(v) for v in column[q:q + 4])
        lift.append(next((x for x in (0, 1) if quad <= 1.75 * scale * 2 ** x),
                         2))
    for octet in range(0, len(lift), 2):
        if max(lift[octet:octet + 2]) == 2:
            word |= 1 << (8 + octet // 2)
            lift[octet:octet + 2] = [max(x, 1) for x in lift[octet:octet + 2]]
            high = 1
        else:
            high = 0
        for q in range(octet, min(octet + 2, len(lift))):
            word |= (lift[q] - high) << (16 + q)
    codes = [nearest(HIF4, abs(v) / scale / 2 ** lift[i // 4]) | (v < 0) << 3
             for i, v in enumerate(column)]
    return codes, word


def quantize(w, method):
    """[K][N] weights: row-major codes, and one scale per column."""
    columns = [method([w[k][n] for k in range(len(w))])
               for n in range(len(w[0]))]
    return ([columns[n][0][k] for k in range(len(w))
             for n in range(len(w[0]))], [scale for _, scale in columns])


def npy(name, kind, shape, values):
    """Write data/name.npy; kind is NumPy's, for example '<f4'."""
    code = {"<f2": "e", "<f4": "f", "|u1": "B", "<u4": "I"}[kind]
    head = "{'descr': '%s', 'fortran_order': False, 'shape': %r, }" % (
        kind, tuple(shape))
    head += " " * (-(len(head) + 11) % 64) + "\n"
    with open(os.path.join(HERE, "data", name + ".npy"), "wb") as f:
        f.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)))
        f.write(head.encode())
        f.write(struct.pack("<%d%s" % (len(values), code), *values))


def pack_nibbles(codes):
    return [codes[i] | codes[i + 1] << 4 for i in range(0, len(codes), 2)]


def flat(rows):
    return [v for r in rows for v in r]


def main():
    xs, ys = load()
    mean, std, standard = standardise(xs)
    w1, b1, w2, b2 = train(standard, ys)
    w1, b1 = fold(w1, b1, mean, std)
    w2 = [row + [0.0] for row in w2]
    b2 = b2 + [-1000.0]
    best = [max(range(OUTPUTS), key=forward(w1, b1, w2, b2, x)[1].__getitem__)
            for x in xs]
    right = sum(p == y for p, y in zip(best, ys))
    print("FP64 reference: %d of %d right" % (right, len(ys)))

    npy("x", "<f2", (len(xs), INPUTS), flat(xs))
    npy("labels", "|u1", (len(ys),), ys)
    npy("reference", "|u1", (len(best),), best)
    npy("b1", "<f4", (1, HIDDEN), b1)
    npy("b2", "<f4", (1, OUTPUTS), b2)
    for name, w in (("w1", w1), ("w2", w2)):
        k, n = len(w), len(w[0])
        codes, scales = quantize(w, mx_e4m3)
        npy(name + "_e4m3", "|u1", (k, n), codes)
        npy(name + "_e4m3_scale", "|u1", (1, n), scales)
        codes, words = quantize(w, hif4)
        npy(name + "_hif4", "|u1", (k, n // 2), pack_nibbles(codes))
        npy(name + "_hif4_scale", "<u4", (1, n), words)


if __name__ == "__main__":
    main()
