# Everyday targets. Each installs what it lacks and builds first.
BUILD ?= build/release
JOBS  ?= $(shell nproc)
PTO    = $(BUILD)/pto

MAKEFLAGS += --no-print-directory

.PHONY: all python demo test guides sweep soak bench fuzz format format-check clean

all:
	@tools/deps.sh build
	@cmake -S . -B $(BUILD) -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF >/dev/null
	@cmake --build $(BUILD) -j $(JOBS)

demo: all
	@examples/iris/demo.sh $(PTO)

# The library beside the Python package: PYTHONPATH=bindings/python python3
python:
	@tools/deps.sh python
	@$(MAKE) all
	@cp $(BUILD)/libpto.so.0 bindings/python/pto/libpto.so

test:
	@tools/deps.sh test
	@cmake -S . -B build/test -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=ON >/dev/null
	@cmake --build build/test -j $(JOBS)
	@ctest --test-dir build/test -j $(JOBS) --output-on-failure

# Every guide of CONTRIBUTING.md in a copy of the tree, whole and with each step
# left out in turn: what is half done has to say so.
guides:
	@tools/deps.sh test
	@tools/guides.sh build/guides

# What takes too long for every day: all 2^32 FP32 inputs of conversion, exp and
# log, in SWEEP_SHARDS parts on every processor (about an hour of processor time).
# A part that passed leaves its report in build/sweep and is not repeated until
# num.sweep changes. Elsewhere: PTO_TEST_SCALE=257 PTO_TEST_SHARD=i/n num.sweep
# is the i-th of n parts, and the n parts together are everything once.
SWEEP_SHARDS ?= 64
SWEEP_PARTS   = $(patsubst %,build/sweep/%-of-$(SWEEP_SHARDS),$(shell seq $(SWEEP_SHARDS)))
sweep:
	@tools/deps.sh test
	@cmake -S . -B build/test -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=ON >/dev/null
	@cmake --build build/test -j $(JOBS) --target num.sweep
	@mkdir -p build/sweep
	@$(MAKE) -s -j $(JOBS) -k $(SWEEP_PARTS)
	@echo "all $(SWEEP_SHARDS) parts passed: build/sweep"

$(SWEEP_PARTS): build/test/tests/num.sweep
	@PTO_TEST_SCALE=257 PTO_TEST_SHARD=$(subst -of-,/,$(@F)) $< >$@.partial
	@mv $@.partial $@

build/test/tests/num.sweep: ;

# The tests at SOAK_SCALE times their size (16: every 16-bit source), except
# for the sweep, and then each fuzz target for SOAK_SECONDS.
SOAK_SCALE   ?= 16
SOAK_SECONDS ?= 900
soak:
	@tools/deps.sh test
	@tools/deps.sh fuzz
	@cmake -S . -B build/soak -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=ON -DPTO_TEST_TIMEOUT=86400 >/dev/null
	@cmake --build build/soak -j $(JOBS)
	@PTO_TEST_SCALE=$(SOAK_SCALE) ctest --test-dir build/soak -j $(JOBS) -E '^num[.]sweep$$' --output-on-failure
	@$(MAKE) guides
	@tests/fuzz/run.sh $(SOAK_SECONDS)

# Each fuzz target for FUZZ_SECONDS.
FUZZ_SECONDS ?= 20
fuzz:
	@tools/deps.sh fuzz
	@tests/fuzz/run.sh $(FUZZ_SECONDS)

bench:
	@tools/deps.sh bench
	@cmake -S . -B build/bench -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF -DPTO_BENCH=ON >/dev/null
	@cmake --build build/bench -j $(JOBS)
	@tools/bench.sh build/bench

format:
	@tools/deps.sh format
	@git ls-files '*.c' '*.h' | xargs clang-format-14 -i

format-check:
	@tools/deps.sh format
	@git ls-files '*.c' '*.h' | xargs clang-format-14 --dry-run --Werror

clean:
	@rm -rf build
