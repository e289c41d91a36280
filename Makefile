# The only ways to run things. `make demo` and `make test` are all a newcomer needs.
SHELL := /bin/sh
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
KEYS := --key release/keys/primary.pub --key release/keys/backup.pub
FREEZE = --exclude-newer "$$($(PYTHON) -c 'import datetime as d; print(d.date.today() - d.timedelta(days=7))')"
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r

.DEFAULT_GOAL := help
.PHONY: help demo test lint format build plugin bench growth fuzz fuzz-guided learn mutate soak pictures newcomer release release-check lock tools clean

help:  ## what can be run
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 16

demo: $(VENV)/.build  ## build, then see an agent being stopped for a true reason
	@$(BIN)/python release/build.py --out dist >/dev/null
	@$(BIN)/python tests/e2e/demo.py

test: lint tools  ## everything: lint, unit, contract, shim, release, live clients
	@$(BIN)/python release/build.py --out dist >/dev/null
	@$(BIN)/python release/plugin.py --out dist/plugin
	@$(BIN)/python tests/support/run.py

lint: $(VENV)/.dev  ## ruff, mypy strict, import-linter, shellcheck, generated files
	@$(BIN)/ruff format --check --quiet core installer release shim tests
	@$(BIN)/ruff check --quiet core installer release shim tests
	@$(BIN)/mypy
	@PYTHONPATH=core:installer $(BIN)/lint-imports --no-cache
	@$(BIN)/python release/generate.py --check
	@$(BIN)/python release/agreement.py
	@$(BIN)/python release/changelog.py check

format: $(VENV)/.dev  ## put the code into the house form and write generated files
	@$(BIN)/ruff format --quiet core installer release shim tests
	@$(BIN)/ruff check --quiet --fix core installer release shim tests
	@$(BIN)/python release/generate.py

build: $(VENV)/.dev  ## dist/feedback-gate.pyz, the installer and checksums.txt
	@$(BIN)/python release/build.py --out dist
	@$(BIN)/python release/installer_archive.py --dist dist

plugin: $(VENV)/.build  ## dist/plugin: what a marketplace or an offline bundle installs
	@$(BIN)/python release/build.py --out dist
	@$(BIN)/python release/plugin.py --out dist/plugin --zip

bench: $(VENV)/.dev plugin  ## the budgets of the design, as ratios
	@$(BIN)/python tests/bench/run.py

growth: $(VENV)/.dev plugin  ## how costs grow with rules, files, hooks, input and agents; the plots of docs/performance.md
	@$(BIN)/python tests/bench/growth.py --docs

fuzz: $(VENV)/.dev  ## more than a million inputs; what breaks a promise is kept and replayed by `make test`
	@$(BIN)/python tests/fuzz/run.py

learn: .build/learn/.made  ## teach the second reader of claims from the labelled lines again: core/feedback_gate/claims/learnt/
	@.build/learn/bin/python -W ignore release/learn.py en

fuzz-guided: .build/fuzz/.made  ## the same inputs towards code not reached yet (atheris, Linux): a minute a target, or SECONDS=…
	@.build/fuzz/bin/python tests/fuzz/guided.py --seconds $(or $(SECONDS),60)

mutate: $(VENV)/.dev  ## small wrong changes to the code that decides, one at a time: a test must notice each
	@$(BIN)/python tests/mutate/run.py

soak: $(VENV)/.dev plugin  ## 10,000 events, eight sessions, random kills: nothing may grow or break
	@$(BIN)/python tests/soak/run.py

pictures: $(VENV)/.dev tools  ## docs/pictures: doctor, stats, report and watch as they are now, drawn by a headless Chromium
	@$(BIN)/python release/build.py --out dist >/dev/null
	@$(BIN)/python tests/support/pictures.py

newcomer: $(VENV)/.made  ## time a newcomer: clone this checkout, build, install, and see a false claim refused
	@$(BIN)/python tests/e2e/newcomer.py

release: $(VENV)/.dev  ## everything a release holds but its signature, for the keys in release/keys: BASE=https://…
	@for name in primary backup; do test -f release/keys/$$name.pub || { echo "release: release/keys/$$name.pub is missing; see docs/releasing.md" >&2; exit 1; }; done
	@test -n "$(BASE)" || { echo "release: name the release address, BASE=https://…" >&2; exit 1; }
	@$(BIN)/python release/build.py --out dist --release
	@$(BIN)/python release/release_pin.py --dist dist $(KEYS) --base-url "$(BASE)" --out dist/pin
	@$(BIN)/python release/plugin.py --out dist/plugin --pin dist/pin --zip
	@$(BIN)/python release/installer_archive.py --dist dist $(KEYS) --base-url "$(BASE)"
	@$(BIN)/python release/wheel.py --dist dist --pin dist/pin
	@$(BIN)/python release/sbom.py --dist dist --date "$$(git log -1 --format=%cs)"
	@$(BIN)/python release/agreement.py --dist dist

release-check: $(VENV)/.dev  ## a whole release with throw-away keys: built twice, signed, fetched back, installed, rotated
	@$(BIN)/python release/check.py

lock:  ## pin the dependencies again, with hashes; nothing younger than a week
	@uv pip compile -q --group dev pyproject.toml --generate-hashes --no-annotate --universal --python-version 3.11 --upgrade $(FREEZE) --custom-compile-command "make lock" -o release/dev.lock
	@uv pip compile -q --group pyproject.toml:build --generate-hashes --no-annotate --universal --python-version 3.11 $(FREEZE) -c release/dev.lock --custom-compile-command "make lock" -o release/build.lock
	@uv pip compile -q release/installer.in --generate-hashes --no-annotate --universal --python-version 3.11 $(FREEZE) -c release/dev.lock --custom-compile-command "make lock" -o release/installer.lock
	@uv pip compile -q --group pyproject.toml:fuzz --generate-hashes --no-annotate --universal --python-version 3.11 $(FREEZE) --custom-compile-command "make lock" -o release/fuzz.lock
	@uv pip compile -q --group pyproject.toml:learn --generate-hashes --no-annotate --universal --python-version 3.11 $(FREEZE) --custom-compile-command "make lock" -o release/learn.lock

tools:
	@sh tests/support/tools.sh

clean:  ## remove what was built
	@rm -rf dist .build $(VENV)

$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo "feedback-gate: Python 3.11 or newer is needed to build and test; none was found on PATH" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

.build/fuzz/.made: release/build.lock release/fuzz.lock
	@$(PYTHON) -m venv .build/fuzz
	@.build/fuzz/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r release/build.lock -r release/fuzz.lock
	@touch $@

.build/learn/.made: release/build.lock release/learn.lock
	@$(PYTHON) -m venv .build/learn
	@.build/learn/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r release/build.lock -r release/learn.lock
	@touch $@

$(VENV)/.build: release/build.lock | $(VENV)/.made
	@$(PIP) release/build.lock
	@touch $@

$(VENV)/.dev: release/dev.lock | $(VENV)/.made
	@$(PIP) release/dev.lock
	@touch $@
