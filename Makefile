# make play    build and open the odds calculator on a ready example
# make test    everything that must hold: format, lints, unit, doc and property tests, docs, the account of the rules
# make bench   the measured numbers of docs/benchmarks.md
# make fuzz    ten minutes of fuzzing for each reader of files (needs cargo-fuzz and a nightly toolchain)
# make audit   licences and sources of the dependencies (installs cargo-deny)

CARGO ?= cargo
FUZZ_SECONDS ?= 600
GAME ?= mars
KIND ?= battle

.PHONY: play test format lint unit docs rules bench fuzz audit clean toolchain

play:
	@$(CARGO) build --release --quiet -p sandtable
	@./target/release/sandtable odds $(GAME) $(KIND)
	@echo
	@echo "Change it:  ./target/release/sandtable odds $(GAME) $(KIND) --example > my.toml"
	@echo "Ask again:  ./target/release/sandtable odds $(GAME) $(KIND) my.toml"
	@echo "All games:  ./target/release/sandtable games"

test: toolchain format lint unit docs rules

toolchain:
	@command -v $(CARGO) >/dev/null || { echo "Rust is missing: see https://rustup.rs"; exit 1; }
	@command -v cc >/dev/null || { echo "installing a C linker"; apt-get update -q && apt-get install -yq gcc libc6-dev; }
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy

format:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

unit:
	$(CARGO) test --workspace --locked

docs:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked

rules:
	$(CARGO) run --quiet --locked -p sandtable -- rules --coverage

bench:
	$(CARGO) run --quiet --profile bench --locked -p sandtable-benches --bin timings
	python3 benches/icepool_side_by_side.py

fuzz:
	@command -v cargo-fuzz >/dev/null || $(CARGO) install cargo-fuzz --locked
	$(CARGO) +nightly fuzz run tables_are_read_or_refused -- -max_total_time=$(FUZZ_SECONDS) -timeout=10 -max_len=4096
	$(CARGO) +nightly fuzz run maps_are_read_or_refused -- -max_total_time=$(FUZZ_SECONDS) -timeout=10 -max_len=4096
	$(CARGO) +nightly fuzz run situations_are_answered_or_refused -- -max_total_time=$(FUZZ_SECONDS) -timeout=10 -max_len=4096

audit:
	@command -v cargo-deny >/dev/null || $(CARGO) install cargo-deny --locked
	$(CARGO) deny check licenses bans sources

clean:
	$(CARGO) clean
