"""The structures and prototypes of the package are those of the headers."""
import ctypes as c
import os
import pathlib
import shlex
import subprocess
import tempfile
import unittest

from pto import _abi, _lib

ROOT = pathlib.Path(__file__).resolve().parents[2]


def signedness(struct, field, kind):
    """An assertion for fields of numbers, nothing for others."""
    if not issubclass(kind, c._SimpleCData) or kind._type_ in "zP":
        return ""
    if kind._type_ in "fd":
        name = {"f": "float", "d": "double"}[kind._type_]
        return (f"_Static_assert(_Generic((({struct} *)0)->{field}, {name}: 1,"
                f" default: 0), \"type of {struct}.{field}\");\n")
    signed = kind(-1).value < 0
    return (f"_Static_assert((((__typeof__((({struct} *)0)->{field}))-1) < 0)"
            f" == {int(signed)}, \"sign of {struct}.{field}\");\n")


def assertions():
    """The headers' types, held against ours, as C."""
    yield '#include <stddef.h>\n#include "pto/pto.h"\n'
    for name, value in _abi.CONSTANTS.items():
        yield f'_Static_assert({name} == {value}, "{name}");\n'
    yield '_Static_assert(sizeof(pto_isa) <= 64, "pto_isa");\n'
    for struct, kind in _abi.STRUCTURES.items():
        yield (f"_Static_assert(sizeof({struct}) == {c.sizeof(kind)}, "
               f"\"size of {struct}\");\n")
        for field, type_ in kind._fields_:
            at = getattr(kind, field)
            yield (f"_Static_assert(offsetof({struct}, {field}) == "
                   f"{at.offset} && sizeof((({struct} *)0)->{field}) == "
                   f"{at.size}, \"{struct}.{field}\");\n")
            yield signedness(struct, field, type_)
    yield _lib.DECLARATIONS  # a second declaration has to agree


def compile_c(text):
    """What the C compiler says of a source; "" where it has no objection."""
    command = shlex.split(os.environ.get("CC", "cc"))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "abi.c")
        path.write_text(text)
        done = subprocess.run(
            [*command, "-std=c17", "-Werror", "-fsyntax-only",
             f"-I{ROOT}/include", str(path)], capture_output=True, text=True)
    return done.stderr if done.returncode else ""


class Abi(unittest.TestCase):
    def test_headers_agree(self):
        self.assertEqual(compile_c("".join(assertions())), "")

    def test_a_wrong_offset_is_noticed(self):
        text = "".join(assertions())
        wrong = text.replace("offsetof(pto_fault, rule) == 16",
                             "offsetof(pto_fault, rule) == 20")
        self.assertNotEqual(wrong, text)
        self.assertIn("pto_fault.rule", compile_c(wrong))

    def test_a_wrong_prototype_is_noticed(self):
        text = "".join(assertions())
        wrong = text.replace("pto_machine_pes(const", "pto_machine_pes(")
        self.assertNotEqual(wrong, text)
        self.assertIn("pto_machine_pes", compile_c(wrong))

    def test_prototypes_are_as_wide_as_declared(self):
        """What the little parser made of some that are easy to get wrong."""
        p = c.POINTER
        want = {
            "pto_matmul": [p(_abi.pto_matmul_args), p(_abi.pto_cube_options),
                           p(c.c_uint32), p(_abi.pto_error)],
            "pto_snapshot": [c.c_void_p, p(c.c_void_p), p(c.c_size_t),
                             p(_abi.pto_error)],
            "pto_scaling_groups": [c.c_uint, c.c_uint64],
            "pto_tile_read": [p(_abi.pto_tile), c.c_uint32, c.c_uint32],
            "pto_arith_n": [p(_abi.pto_arith), c.c_uint, c.c_void_p,
                            p(c.c_void_p), c.c_size_t, p(_abi.pto_fenv)],
            "pto_version": [],
        }
        for name, types in want.items():
            self.assertEqual(getattr(_lib.lib, name).argtypes, types, name)
        self.assertIs(_lib.lib.pto_free.restype, None)
        self.assertIs(_lib.lib.pto_scaling_groups.restype, c.c_uint64)

    def test_versions_agree(self):
        self.assertIn(f'version = "{_lib.VERSION}"\n',
                      (ROOT / "bindings/python/pyproject.toml").read_text())
        self.assertEqual(_lib.lib.pto_version().decode(), _lib.VERSION)


if __name__ == "__main__":
    unittest.main()
