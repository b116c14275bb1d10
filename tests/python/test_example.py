"""The example script and the examples of docs/python.md do as they say."""
import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Example(unittest.TestCase):
    def test_quantization(self):
        done = subprocess.run(
            [sys.executable, str(ROOT / "examples/python/quantization.py")],
            capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        rows = [line.split() for line in done.stdout.splitlines()[1:]]
        snr = {(r[0], r[1]): float(r[-1]) for r in rows}
        self.assertEqual(len(snr), 7)
        self.assertGreater(snr["FP16", "none"], 60)
        self.assertGreater(snr["E4M3", "mx"], snr["HiF4X2", "hif4"])
        self.assertGreater(snr["HiF4X2", "hif4"], snr["E2M1X2", "mx"])

    def test_documentation(self):
        text = (ROOT / "docs/python.md").read_text()
        blocks = re.findall(r"```python\n(.*?)```", text, re.S)
        self.assertEqual(len(blocks), 4)
        names, told = {}, io.StringIO()
        with contextlib.redirect_stdout(told), in_folder(ROOT):
            for block in blocks:
                exec(block, names)
            names["machine"].load(names["image"])
            names["machine"].run()
        lines = told.getvalue().splitlines()
        self.assertEqual(lines[0], "REACHED True None")
        self.assertRegex(lines[-1], r"^[0-3] 0x1\w+ C\.BSTOP")


@contextlib.contextmanager
def in_folder(path):
    before = os.getcwd()
    os.chdir(path)
    try:
        yield
    finally:
        os.chdir(before)


if __name__ == "__main__":
    unittest.main()
