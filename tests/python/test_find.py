"""Where the package finds its library, and what it says where it does not."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = os.environ["PTO_LIBRARY"]


class Find(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        shutil.copytree(ROOT / "bindings/python/pto", self.folder / "pto",
                        ignore=shutil.ignore_patterns("libpto*", "__*__"))

    def found(self, **env):
        """The path of the library that is loaded, or the last error line."""
        done = subprocess.run(
            [sys.executable, "-c", "import pto; print(pto._lib.path)"],
            capture_output=True, text=True,
            env={"PYTHONPATH": str(self.folder), **env})
        return (done.stdout or done.stderr).splitlines()[-1]

    def test_the_environment_decides(self):
        shutil.copy(LIBRARY, self.folder / "pto/libpto.so")
        self.assertEqual(self.found(PTO_LIBRARY=LIBRARY), LIBRARY)
        told = self.found(PTO_LIBRARY="/nowhere/libpto.so")
        self.assertIn("set PTO_LIBRARY", told)
        self.assertIn("/nowhere/libpto.so", told)

    def test_beside_the_package(self):
        path = self.folder / "pto/libpto.so"
        shutil.copy(LIBRARY, path)
        self.assertEqual(self.found(), str(path))

    def test_installed(self):
        shutil.copy(LIBRARY, self.folder / "libpto.so.0")
        self.assertEqual(self.found(LD_LIBRARY_PATH=str(self.folder)),
                         "libpto.so.0")

    def test_something_else_of_that_name(self):
        (self.folder / "pto/libpto.so").write_text("no library")
        shutil.copy(LIBRARY, self.folder / "libpto.so.0")
        self.assertEqual(self.found(LD_LIBRARY_PATH=str(self.folder)),
                         "libpto.so.0")

    def test_another_version_is_refused(self):
        source = self.folder / "pto/_lib.py"
        text = source.read_text()
        source.write_text(text.replace('VERSION = "', 'VERSION = "9'))
        self.assertIn("this package is for 9", self.found(PTO_LIBRARY=LIBRARY))


if __name__ == "__main__":
    unittest.main()
