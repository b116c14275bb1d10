"""Programs and machines."""
import _thread
import gc
import pathlib
import tempfile
import threading
import unittest
import weakref

import numpy as np

import pto

ROOT = pathlib.Path(__file__).resolve().parents[2]
ADD = """
    .globl _start, _stop
_start: addi zero, 40, ->a0
    addi a0, 2, ->a1
_stop: C.BSTOP
"""
TILES = """
    .macro LOAD type, bytes, columns, at, hand
    hl.lis \\at, ->a0
    addi zero, \\bytes, ->a1
    BSTART.TLOAD \\type
    B.DIM zero, \\columns, ->lb0
    B.DIM zero, 2, ->lb1
    B.DIM zero, 16, ->lb2
    B.IOT mask=1111, last, ->\\hand<128B>
    B.IOR [a0, a1, zero], ->zero
    C.BSTOP
    .endm
    .globl _start, _stop
_start:
    LOAD S8, 13, 13, bytes, t
    LOAD U4X2, 3, 5, nibbles, u
    addi zero, 0, ->a2
    BSTART.VEC TCMPS, S8
    B.DATR cmode=LT, padvalue=Null
    B.DIM zero, 13, ->lb0
    B.DIM zero, 2, ->lb1
    B.DIM zero, 16, ->lb2
    B.IOT t#1, mask=1111, last, ->m<128B>
    B.IOR [a2, zero, zero], ->zero
    C.BSTOP
_stop: C.BSTOP
    .data
bytes: .zero 26
nibbles: .zero 6
"""
ENDLESS = "_start: addi a0, 1, ->a0\n  j _start\n"


def boot(source, **options):
    machine = pto.Machine(**options)
    machine.load(pto.assemble(source, isa=options.get("isa")))
    return machine


class Programs(unittest.TestCase):
    def test_text_and_files_assemble_to_the_same(self):
        path = ROOT / "examples/gemm.s"
        image = pto.assemble(path)
        self.assertEqual(pto.assemble(path.read_text()).elf(), image.elf())
        self.assertEqual(image.symbols["_start"].value, image.entry)
        self.assertTrue(image.symbols["_start"].is_global)
        self.assertIn(".text", [s.name for s in image.sections])
        self.assertIn("BSTART.TMATMUL", image.disassemble())
        with tempfile.TemporaryDirectory() as folder:
            image.save(pathlib.Path(folder, "gemm.elf"))
            again = pto.load_image(pathlib.Path(folder, "gemm.elf"))
            self.assertEqual(again.elf(), image.elf())
            with self.assertRaisesRegex(pto.Error, "nowhere"):
                image.save(pathlib.Path(folder, "nowhere/gemm.elf"))
            with self.assertRaisesRegex(pto.Error, "none.elf"):
                pto.load_image(pathlib.Path(folder, "none.elf"))

    def test_errors_of_a_source_are_all_told(self):
        with self.assertRaises(pto.AssemblyError) as caught:
            pto.assemble("  bogus a0\n  addi zero, 1, ->a0\n  more\n",
                         name="my.s")
        e = caught.exception
        self.assertEqual((e.file, e.line, len(e.diagnostics)), ("my.s", 1, 2))
        self.assertIn("my.s:3", e.diagnostics[1])
        self.assertIn("bogus", str(e))
        with self.assertRaisesRegex(pto.Error, "nothere.s"):
            pto.assemble(pathlib.Path("nothere.s"))
        with self.assertRaisesRegex(pto.Error, "0.58.4"):
            pto.assemble("C.BSTOP", isa="1.0")
        with self.assertRaisesRegex(ValueError, "Path\\('my.s'\\)"):
            pto.assemble("my.s")

    def test_defines_include_paths_and_address(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "value.inc").write_text(".quad SIZE\n")
            image = pto.assemble('C.BSTOP\n.data\nhere: .include "value.inc"\n',
                                 include_paths=[folder], defines={"SIZE": 7},
                                 address=0x4000)
        machine = pto.Machine()
        machine.load(image)
        self.assertEqual(machine.read("here", 1, "<u8").tolist(), [7])
        self.assertEqual(image.entry, 0x4000)


class Running(unittest.TestCase):
    def test_a_program_says_hello(self):
        machine = boot((ROOT / "examples/hello.s").read_text())
        result = machine.run()
        self.assertTrue(result.ok)
        self.assertEqual((result.stop, machine.stdout), ("REACHED", b"hello\n"))
        heard = []
        machine = pto.Machine(output=lambda d, b: heard.append((d, b)))
        machine.load(pto.assemble(ROOT / "examples/hello.s"))
        machine.run()
        self.assertEqual(heard, [(1, b"hello\n")])

    def test_gemm_of_four_pes(self):
        rng = np.random.default_rng(4)
        a = rng.normal(size=(128, 64)).astype(np.float16)
        b = rng.normal(size=(64, 64)).astype(np.float16)
        machine = pto.Machine()
        machine.load(pto.assemble(ROOT / "examples/gemm.s"))
        machine.write("a", a)
        machine.write("b", b)
        self.assertTrue(machine.run(max_steps=10**6).ok)
        want = pto.matmul(a, b, "FP16").codes
        np.testing.assert_array_equal(
            machine.read("c", (128, 64), np.float32), want)
        np.testing.assert_array_equal(
            machine.read("c", (128, 64), pto.FP32), want)
        for pe in range(4):
            tile = machine.tile(pe, "u#1")
            self.assertEqual((tile.format, tile.shape), (pto.FP32, (32, 64)))
            self.assertTrue(tile.defined.all())
            np.testing.assert_array_equal(tile.codes,
                                          want[32 * pe:32 * pe + 32])
            np.testing.assert_array_equal(machine.tile(pe, "T#1"),
                                          a[32 * pe:32 * pe + 32])
        np.testing.assert_array_equal(np.asarray(machine.shared(0)), b)
        with self.assertRaisesRegex(KeyError, "PE0 has no tile u#2"):
            machine.tile(0, "u#2")
        with self.assertRaisesRegex(KeyError, "S9"):
            machine.shared(9)
        with self.assertRaisesRegex(ValueError, "no tile"):
            machine.tile(0, "t#17")

    def test_tiles_of_bytes_nibbles_and_bits(self):
        machine = boot(TILES)
        values = np.arange(-13, 13, dtype=np.int8).reshape(2, 13)
        nibbles = np.uint8([[1, 2, 3, 4, 5, 0], [15, 14, 13, 12, 11, 0]])
        machine.write("bytes", values)
        machine.write("nibbles", pto.pack(nibbles))
        self.assertTrue(machine.run().ok, machine.registers())
        tile = machine.tile(3, "t#1")
        self.assertEqual((tile.format, tile.layout, tile.physical),
                         (pto.S8, "RowMajor", (8, 16)))
        np.testing.assert_array_equal(tile.codes, values)
        tile = machine.tile(1, "u#1")
        self.assertEqual((tile.format, tile.shape), (pto.U4X2, (2, 5)))
        np.testing.assert_array_equal(tile.codes, nibbles[:, :5])
        tile = machine.tile(0, "m#1")
        self.assertIs(tile.format, None)
        np.testing.assert_array_equal(tile.codes, values < 0)
        np.testing.assert_array_equal(tile, values < 0)

    def test_a_fault_has_its_rule_and_sentence(self):
        machine = boot((ROOT / "examples/faults/transpose.s").read_text())
        result = machine.run()
        self.assertEqual(result.stop, "FAULT")
        self.assertFalse(result.ok)
        self.assertEqual(result.fault.name, "TileLegality")
        self.assertIn("TransA", result.fault.text)
        self.assertTrue(result.fault.rule)

    def test_limits_and_stops(self):
        machine = boot(ADD)
        self.assertEqual(machine.run(max_steps=3).stop, "LIMIT")
        machine.load(machine.image)
        self.assertEqual(machine.run(stop=["_start"]).stop, "REACHED")
        self.assertEqual(machine.registers()["a0"], 0)
        self.assertEqual(machine.run().stop, "REACHED")
        self.assertEqual(machine.registers(3)["a1"], 42)
        with self.assertRaisesRegex(KeyError, "nowhere"):
            machine.run(stop=["nowhere"])

    def test_single_stream_and_profiles(self):
        machine = boot(ADD, pes=1, profile="pto-v0", isa="0.58.3")
        self.assertEqual((machine.pes, machine.isa), (1, "0.58.3"))
        self.assertEqual(machine.run().steps, 2)
        with self.assertRaisesRegex(pto.Error, "0.58.4"):
            machine.load(pto.assemble(ADD))
        for words, message in ((dict(isa="9"), "0.58.4"),
                               (dict(profile="x"), "pto-v0"),
                               (dict(pes=3), "4")):
            with self.assertRaisesRegex(pto.Error, message):
                pto.Machine(**words)

    def test_ctrl_c_ends_a_run(self):
        machine = boot(ENDLESS)
        timer = threading.Timer(0.2, _thread.interrupt_main)
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            machine.run()
        timer.join()
        self.assertGreater(machine.registers().retired, 0)
        self.assertEqual(machine.run(max_steps=100).stop, "LIMIT")


class Looking(unittest.TestCase):
    def test_steps(self):
        machine = boot(ADD)
        step = machine.step(2)
        self.assertEqual((step.pe, step.outcome, step.length), (2, "done", 4))
        self.assertEqual(step.next_tpc, step.tpc + 4)
        self.assertIn("addi zero, 40", step.asm)
        self.assertEqual(machine.registers(2)["a0"], 40)
        self.assertEqual(machine.registers(0)["a0"], 0)
        for call in (lambda: machine.step(4), lambda: machine.step(-1),
                     lambda: machine.run(max_steps=-1),
                     lambda: machine.read(-1, 1), lambda: machine.shared(-1),
                     lambda: machine.sysreg(1 << 32),
                     lambda: machine.load(machine.image, ring=16),
                     lambda: pto.Machine(threads=-1)):
            with self.assertRaisesRegex(ValueError, "expected 0 to"):
                call()

    def test_registers_by_name(self):
        machine = boot(ADD)
        r = machine.registers(1)
        r["a7"], r["t#2"] = 7, 9
        machine.set_registers(1, r)
        r = machine.registers(1)
        self.assertEqual((r["a7"], r["t#2"], r.t[1], r["a0"]), (7, 9, 9, 0))
        self.assertEqual(r.flags, pto.Flags.NONE)
        self.assertEqual(r.core_state & 15, 2)
        self.assertIn("a7=0x7", repr(r))
        with self.assertRaisesRegex(KeyError, "zero sp a0"):
            r["b0"]
        self.assertEqual([machine.sysreg(0x26, pe) for pe in range(4)],
                         [0, 1, 2, 3])
        with self.assertRaises(pto.Error):
            machine.sysreg(0xffffff)

    def test_memory(self):
        machine = boot(ADD + ".data\nroom: .zero 8\n.size room, 8\n"
                             ".type room, @object\n")
        machine.write("room", np.arange(4, dtype=np.int16))
        self.assertEqual(machine.read("room", (2, 2), np.int16).tolist(),
                         [[0, 1], [2, 3]])
        with self.assertRaisesRegex(ValueError, "room for 8"):
            machine.write("room", b"123456789")
        machine.write(0x123450, b"\x21\x43")
        # A type is stated or refused.
        for wrong in ([1, 2], 3, (1.5,), np.array([1j]), np.array(["1"]),
                      np.array([1, None]), np.zeros(2, ">i4")):
            with self.assertRaises(TypeError):
                machine.write("room", wrong)
        machine.write("room", [1, -2], as_type="FP32")
        self.assertEqual(machine.read("room", 2, np.float32).tolist(),
                         [1.0, -2.0])
        machine.write("room", [1, 2, 3], as_type="E2M1X2")
        self.assertEqual(machine.read("room", 2).tolist(), [0x21, 0x03])
        with self.assertRaises(TypeError):
            machine.write("room", np.array([1, 2]), as_type="FP32")
        self.assertEqual(machine.read(0x123450, 3, pto.U4X2).tolist(),
                         [1, 2, 3])
        small = boot(ADD, memory_bytes=0x100000)
        with self.assertRaises(pto.Error):
            small.read(0x100000, 1)
        with self.assertRaises(pto.Error):
            small.write(0xfffff, b"12")

    def test_snapshots_go_back(self):
        machine = boot(ADD)
        machine.step()
        saved = machine.snapshot()
        machine.run()
        self.assertEqual(machine.registers()["a1"], 42)
        machine.restore(saved)
        r = machine.registers()
        self.assertEqual((r["a0"], r["a1"]), (40, 0))
        other = pto.Machine()
        other.restore(saved)
        self.assertEqual(other.snapshot(), saved)
        with self.assertRaises(pto.Error):
            machine.restore(saved[:-1])
        self.assertEqual(machine.snapshot(), saved)

    def test_observers_see_every_instruction(self):
        machine, seen = boot(ADD), []
        machine.on_retire(lambda s: seen.append(
            (s.pe, s.asm, machine.registers(s.pe)["a1"])))
        machine.run()
        self.assertEqual(len(seen), 8)
        self.assertEqual([s[2] for s in seen], [0, 42] * 4)
        accesses, faults, before = [], [], []
        machine = boot((ROOT / "examples/faults/transpose.s").read_text())
        machine.observe(memory=accesses.append, fault=faults.append,
                        before=before.append)
        machine.run()
        symbol = machine.symbols["zeros"]
        zeros = symbol.value
        for where in ("zeros", symbol, zeros, np.uint64(zeros)):
            np.testing.assert_array_equal(machine.read(where, 4),
                                          machine.read("zeros", 4))
        with self.assertRaises(TypeError):
            machine.read(float(zeros), 4)
        self.assertIn((zeros, 4), [(a.address, a.size) for a in accesses])
        self.assertFalse(any(a.is_write for a in accesses))
        self.assertEqual(faults[0].outcome, "faulted")
        self.assertEqual(faults[0].fault.name, "TileLegality")
        self.assertGreater(len(before), 10)
        machine.observe()
        count = len(before)
        machine.load(machine.image)
        machine.run()
        self.assertEqual(len(before), count)

    def test_what_an_observer_raises_comes_out(self):
        machine = boot(ADD)

        @machine.on_retire
        def stop(step):
            raise LookupError(step.pe)

        with self.assertRaises(LookupError):
            machine.run()
        machine.load(machine.image)
        with self.assertRaises(LookupError):
            machine.step()
        for change in (machine.reset, machine.step, machine.close,
                       lambda: machine.write(0, b"1")):
            machine.load(machine.image)
            machine.on_retire(lambda s: change())
            with self.assertRaisesRegex(RuntimeError, "observer"):
                machine.run()
        machine.observe()
        machine.load(machine.image)
        self.assertTrue(machine.run().ok)

    def test_machines_go_when_nobody_holds_them(self):
        machine = boot(ADD)
        machine.on_retire(lambda s: None)
        machine.run()
        gone = weakref.ref(machine)
        del machine
        self.assertIsNone(gone())
        gc.collect()
        with boot(ADD) as machine:
            machine.run()
        with self.assertRaisesRegex(ValueError, "closed"):
            machine.registers()


if __name__ == "__main__":
    unittest.main()
