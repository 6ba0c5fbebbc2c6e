# make play    build everything, serve the table on this machine and open a browser where there is one
# make terminal  play the learning scenario of Mars against a regular in the terminal
# make odds    ask for the odds of a ready battle
# make test    everything that must hold: format, lints, unit, doc and property tests, docs, the account of the rules
# make wheel   the Python package with the program and its page in it: target/wheels/sandtable-*.whl
# make env     the wheel in a Python environment of its own with all that learning and a cluster need: target/env
# make bench   the measured numbers of docs/benchmarks.md
# make soak    the long runs: a server killed two hundred times and asked everything, two on a database killed and frozen
#              sixty times, a hundred thousand random games, records played again, bots against each other
# make fuzz    ten minutes of fuzzing for each reader of files (needs cargo-fuzz and a nightly toolchain)
# make audit   licences and sources of the dependencies (installs cargo-deny)

CARGO ?= cargo
FUZZ_SECONDS ?= 600
GAME ?= mars
KIND ?= battle
PORT ?= 4242
# The program as the tests have built it: asked for like this, nothing is built twice.
PROGRAM = $(CARGO) test --quiet --locked --workspace --no-run
ADDRESS = http://127.0.0.1:$(PORT)

.PHONY: play terminal odds page node database browser test beside format lint unit docs rules wheel env python notebooks bench soak fuzz audit clean toolchain

# It tells what it is doing: the first time takes minutes, and silence would look like a fault.
play:
	@echo "1 of 3: the page for the browser"
	@$(MAKE) --no-print-directory page
	@echo "2 of 3: the program with all its games (some minutes the first time, seconds afterwards)"
	@$(CARGO) build --profile play --no-default-features --locked -p sandtable
	@echo "3 of 3: the table at $(ADDRESS)"
	@(sleep 2; for open in xdg-open open; do command -v $$open >/dev/null && $$open $(ADDRESS) && break; done) >/dev/null 2>&1 &
	@./target/play/sandtable serve --port $(PORT)

terminal:
	@$(CARGO) build --release --quiet --locked -p sandtable
	@./target/release/sandtable play mars --scenario vazuza --german bot:regular

odds:
	@$(CARGO) build --release --quiet -p sandtable
	@./target/release/sandtable odds $(GAME) $(KIND)
	@echo
	@echo "Change it:  ./target/release/sandtable odds $(GAME) $(KIND) --example > my.toml"
	@echo "Ask again:  ./target/release/sandtable odds $(GAME) $(KIND) my.toml"
	@echo "All games:  ./target/release/sandtable games"

test: toolchain page format beside rules browser python

# Lints and docs are made while the tests run, which leave a processor idle half of the time. The tests are built first and start
# first, because whoever builds holds up who comes after; what the lints and the docs say is printed when the tests are done.
beside: database
	$(PROGRAM)
	@(sleep 3; exec $(MAKE) --no-print-directory lint docs) >target/beside.log 2>&1 & others=$$!; \
		$(MAKE) --no-print-directory unit; passed=$$?; \
		wait $$others; clean=$$?; cat target/beside.log; test $$passed -eq 0 -a $$clean -eq 0

node:
	@command -v npm >/dev/null || { echo "installing Node"; apt-get update -q && apt-get install -yq nodejs npm; }

# The page is built into the program, so it comes before the program. `npm ci` would insist on packages of other systems.
page: node
	@cd web && { [ -d node_modules ] || npm install --no-save --loglevel=error; } && npm run --silent build

# The page is checked, then played in a real browser against the real program.
browser: page
	@command -v chromium >/dev/null || { echo "installing Chromium"; apt-get update -q && apt-get install -yq chromium; }
	$(PROGRAM)
	cd web && npm run --silent check && npm run --silent unit && SANDTABLE_BIN=$(CURDIR)/target/debug/sandtable npm run --silent browser

toolchain:
	@command -v $(CARGO) >/dev/null || { echo "Rust is missing: see https://rustup.rs"; exit 1; }
	@command -v cc >/dev/null || { echo "installing a C linker"; apt-get update -q && apt-get install -yq gcc libc6-dev; }
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy

format:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

# What the tests of several servers on one database need; nothing of it is left running.
database:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && command -v nginx >/dev/null || { echo "installing PostgreSQL and nginx"; \
		apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends postgresql nginx-light; }

unit: database
	$(CARGO) test --workspace --locked

docs:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked

rules:
	$(PROGRAM)
	./target/debug/sandtable rules --coverage

# The program that a wheel brings lies where its tool looks for it.
SCRIPTS = crates/py/sandtable.data/scripts
MATURIN = maturin>=1.9,<2

wheel: toolchain page target/maturin/bin/maturin
	$(CARGO) build --release --locked -p sandtable
	@mkdir -p $(SCRIPTS) && strip -o $(SCRIPTS)/sandtable target/release/sandtable
	target/maturin/bin/maturin build --release --locked --manifest-path crates/py/Cargo.toml --out target/wheels
	@ls target/wheels/sandtable-*.whl

env: wheel
	@python3 -m venv target/env
	@target/env/bin/pip install --quiet "$$(ls -t target/wheels/sandtable-*.whl | head -1)[all]" matplotlib
	@echo "target/env/bin/python has Sandtable in it"

target/maturin/bin/maturin:
	@python3 -m venv target/maturin 2>/dev/null || { echo "installing Python's venv"; apt-get update -q && apt-get install -yq python3-venv && python3 -m venv target/maturin; }
	@target/maturin/bin/pip install --quiet '$(MATURIN)'

# The wheel as it is handed out, but built as the tests have built the rest: made, installed into a fresh environment, tested there.
python: page target/maturin/bin/maturin
	$(PROGRAM)
	@mkdir -p $(SCRIPTS) && strip -o $(SCRIPTS)/sandtable target/debug/sandtable
	@rm -rf target/python target/python-wheels
	target/maturin/bin/maturin build --quiet --locked --profile dev --manifest-path crates/py/Cargo.toml --out target/python-wheels
	@python3 -m venv target/python
	@target/python/bin/pip install --quiet $$(ls target/python-wheels/*.whl)[all] -r crates/py/tests/requirements.txt
	cd crates/py/tests && PATH=$(CURDIR)/target/python/bin:$$PATH python -m pytest -q -p no:cacheprovider

bench: database
	$(CARGO) run --quiet --profile bench --locked -p sandtable-benches --bin timings
	$(CARGO) run --quiet --profile bench --locked -p sandtable-benches --bin playing
	$(CARGO) run --quiet --profile bench --locked -p sandtable-load
	tools/with_postgres.sh $(CARGO) run --quiet --profile bench --locked -p sandtable-load
	python3 benches/icepool_side_by_side.py

SANDTABLE = ./target/release/sandtable
SCHEMATHESIS = target/schemathesis/bin/schemathesis

# Asks the server everything that its description allows; Python's own packages stay in a folder of their own.
$(SCHEMATHESIS):
	python3 -m venv target/schemathesis
	target/schemathesis/bin/pip install --quiet 'schemathesis>=4,<5'

# The notebooks are executed with the wheel that is handed out.
notebooks: wheel
	@python3 -m venv target/notebooks
	@target/notebooks/bin/pip install --quiet "$$(ls -t target/wheels/*.whl | head -1)[all]" matplotlib nbclient ipykernel pandas
	@for book in crates/py/notebooks/*.ipynb; do echo $$book; target/notebooks/bin/python tools/run_notebook.py $$book || exit 1; done

soak: $(SCHEMATHESIS) database notebooks
	$(CARGO) build --release --locked -p sandtable
	SANDTABLE_CRASHES=200 $(CARGO) test --release --locked -p sandtable-server --test crash
	SANDTABLE_FAILURES=60 $(CARGO) test --release --locked -p sandtable-server --test nodes
	SANDTABLE_PLANTED=20 $(CARGO) test --release --locked -p sandtable-bots --test bots planted -- --nocapture
	for game in mars stalingrad eastfront battleline ford; do SCHEMATHESIS=$(SCHEMATHESIS) tools/check_api.sh $(SANDTABLE) $$game || exit 1; done
	$(SANDTABLE) fuzz mars --scenario vazuza --games 100000
	$(SANDTABLE) fuzz mars --scenario historical --games 5000
	$(SANDTABLE) fuzz mars --scenario vazuza --games 1000 --replay
	$(SANDTABLE) fuzz battleline --scenario learn --games 100000
	for battle in cannae zama cynoscephalae; do $(SANDTABLE) fuzz battleline --scenario $$battle --games 5000 || exit 1; done
	$(SANDTABLE) fuzz stalingrad --scenario red-october --games 100000
	$(SANDTABLE) fuzz stalingrad --scenario historical --games 5000
	$(SANDTABLE) fuzz eastfront --scenario smolensk-gate --games 100000
	$(SANDTABLE) fuzz eastfront --scenario barbarossa --games 5000
	$(SANDTABLE) fuzz eastfront --scenario campaign --games 500
	$(SANDTABLE) fuzz stalingrad --scenario red-october --games 1000 --replay
	$(SANDTABLE) fuzz skirmish --scenario skir-learn --games 100000
	for table in skir-workshop skir-height; do $(SANDTABLE) fuzz skirmish --scenario $$table --games 5000 || exit 1; done
	$(SANDTABLE) fuzz ford --games 100000
	$(SANDTABLE) duel mars --scenario vazuza --one regular --other recruit --pairs 1000
	$(SANDTABLE) duel mars --scenario historical --one regular --other recruit --pairs 200
	$(SANDTABLE) duel stalingrad --scenario red-october --one regular --other recruit --pairs 1000
	$(SANDTABLE) duel stalingrad --scenario historical --one regular --other recruit --pairs 200
	$(SANDTABLE) duel battleline --scenario learn --one regular --other recruit --pairs 1000
	for battle in cannae zama cynoscephalae; do \
		$(SANDTABLE) duel battleline --scenario $$battle --one regular --other recruit --pairs 200 || exit 1; done
	$(SANDTABLE) duel mars --scenario vazuza --one veteran/steady/400 --other regular --pairs 200
	$(SANDTABLE) duel mars --scenario historical --one veteran/cautious/60 --other regular --pairs 40
	$(SANDTABLE) duel stalingrad --scenario red-october --one veteran --other regular --pairs 60
	$(SANDTABLE) duel battleline --scenario learn --one veteran/steady/200 --other regular --pairs 200
	$(SANDTABLE) duel battleline --scenario cannae --one veteran/steady/60 --other regular --pairs 40
	for battle in zama cynoscephalae; do \
		$(SANDTABLE) duel battleline --scenario $$battle --one veteran/aggressive/60 --other regular --pairs 40 || exit 1; done

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
