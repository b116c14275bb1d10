# Everyday targets. Each installs what it lacks and builds first.
BUILD ?= build/release
JOBS  ?= $(shell nproc)
PTO    = $(BUILD)/pto

MAKEFLAGS += --no-print-directory

.PHONY: all demo test bench fuzz format format-check clean

all:
	@tools/deps.sh build
	@cmake -S . -B $(BUILD) -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF >/dev/null
	@cmake --build $(BUILD) -j $(JOBS)

demo: all
	@examples/iris/demo.sh $(PTO)

test:
	@tools/deps.sh test
	@cmake -S . -B build/test -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=ON >/dev/null
	@cmake --build build/test -j $(JOBS)
	@ctest --test-dir build/test -j $(JOBS) --output-on-failure

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
