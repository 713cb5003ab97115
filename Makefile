PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# one more than processors: tests wait for disks, browsers and servers
WORKERS ?= $(shell expr $$(nproc 2>/dev/null || echo 2) + 1)
EVERYDAY := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not soak and not servers"
SOAK := $(BIN)/python -m pytest -m "soak or hypothesis"
EXPANSIONS := $(wildcard tests/*/test_expansions.py)

# tests sync thousands of small files: they write into memory where there are two gigabytes of it
IN_MEMORY := $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 2000000 { print "/dev/shm" }')
ifneq ($(IN_MEMORY),)
export TMPDIR := $(IN_MEMORY)
endif

# compiled modules are kept: otherwise every worker compiles all tests and all of lpbe again
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test quick web web-deps web-test web-python web-python-packages test-mail test-engines soak soak-short soak-files soak-games \
	soak-expansions soak-foresight fuzz bench bench-serve mutants schemas lock man docs dist lint clean

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/ready: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	touch $@

demo: $(VENV)/installed
	rm -rf demo-game
	$(BIN)/lpbe demo --out demo-game

test: $(VENV)/ready lint web-deps
	$(EVERYDAY)

# what one runs while writing: under a minute; no git, servers, kills, attacks, forgeries, guides or games of several weeks, and
# of the games the small one
quick: $(VENV)/ready
	$(EVERYDAY) -q tests/kernel tests/contract tests/pebbles tests/cli tests/test_architecture.py \
		--ignore tests/cli/git --ignore tests/cli/crash --ignore tests/cli/attacks --ignore tests/cli/verify --ignore tests/cli/serve \
		--ignore tests/cli/interface/test_docs.py --ignore tests/cli/interface/test_examples.py \
		--ignore tests/cli/hosting/test_weeks.py --ignore tests/cli/hosting/test_migrate.py -k "not contract or pebbles"

# the libraries of the web client, by the hashes of their lock file; none of them runs a script when it is installed
web/node_modules/.package-lock.json: web/package-lock.json
	npm ci --prefix web --ignore-scripts --no-audit --no-fund --silent
	touch $@

web-deps:
	@if command -v npm >/dev/null; then \
		$(MAKE) --no-print-directory web/node_modules/.package-lock.json || \
			echo "the libraries of web/ cannot be installed here: the tests in tests/web will be skipped" >&2; \
	else \
		echo "no npm here: the tests of the web client in tests/web will be skipped" >&2; \
	fi

# the web client: its tests in JavaScript, the same letters as Python, storage in a real browser
web-test: $(VENV)/ready web-deps
	$(BIN)/python -m pytest -q tests/web -m "not soak"

# the client in browsers other than Chromium, by their own drivers: apt-get install firefox-esr
test-engines: $(VENV)/ready web-deps
	$(BIN)/python -m pytest -s --soak 1 tests/web/test_engines.py

test-mail: $(VENV)/ready
	$(BIN)/python -m pytest -m servers -s tests/mail

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

soak: soak-files soak-games soak-expansions

soak-files: $(VENV)/ready
	$(SOAK) --soak 1 tests/cli

soak-games: $(VENV)/ready
	$(SOAK) --soak 1 --ignore tests/cli --ignore $(EXPANSIONS)

soak-expansions: $(VENV)/ready
	$(SOAK) --soak 1 -s $(EXPANSIONS)

# every claim of a preview or threat: CLAIMS certain ones, POSSIBLE ones with 'may'; fails on each that is wrong
soak-foresight: $(VENV)/ready
	$(BIN)/python -m tests.contract.soak_foresight --claims $(or $(CLAIMS),100000) --possible $(or $(POSSIBLE),10000)

soak-short: $(VENV)/ready
	$(SOAK) --soak 0.08 -n auto --dist worksteal

# letters of every kind, mutated and signed anew, against run, mail in and check-pr: a few minutes
fuzz: $(VENV)/ready
	$(BIN)/python -m pytest -n $(WORKERS) -m soak --soak $(or $(SHARE),1) --durations 3 tests/cli/attacks/test_armored.py

bench: $(VENV)/ready
	$(BIN)/python tools/bench.py

# 200 open pages and 50 letters a second for a minute; WORKERS_SERVING, SECONDS_SERVING and LETTERS_SERVING change that
bench-serve: $(VENV)/ready
	$(BIN)/python tools/bench_serve.py --workers $(or $(WORKERS_SERVING),2) --seconds $(or $(SECONDS_SERVING),60) \
		--letters $(or $(LETTERS_SERVING),50)

mutants: $(VENV)/ready
	$(BIN)/python tools/mutants.py $(BOOK) $(BY)

schemas: $(VENV)/ready
	$(BIN)/python tools/build_schemas.py

# the hashes of our dependencies, which workflows of game repositories install
lock: $(VENV)/ready
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --upgrade --generate-hashes --strip-extras --no-header --no-annotate \
		--no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
		-o lpbe/gitrepo/templates/requirements.txt pyproject.toml

# the documentation site in build/site
docs: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --editable '.[docs]'
	$(BIN)/python -m mkdocs build --strict --quiet

man: $(VENV)/ready
	$(BIN)/python tools/build_man.py

dist: $(VENV)/ready
	rm -rf dist
	$(BIN)/python -m build --no-isolation
	$(BIN)/python -m pytest -q tests/installed -k "not everything"

# lpbe for the worker of a browser, in build/web-python/bundle: npm's Pyodide and PyPI's wheels, all by hash; prints the hashes
WEB_PYTHON := build/web-python/bundle
WEB_PYTHON_SOURCES := $(shell find lpbe web/python -name node_modules -prune -o -name __pycache__ -prune -o -type f -print)
WEB_PLATFORMS := --platform pyemscripten_2026_0_wasm32 --platform manylinux2014_x86_64 --python-version 3.14

web-python: $(WEB_PYTHON)/files.json
	cd $(WEB_PYTHON) && sha256sum *

web-python-packages: web/python/node_modules/.package-lock.json build/web-python/wheels/fetched

web/python/node_modules/.package-lock.json: web/python/package-lock.json
	npm ci --prefix web/python --ignore-scripts --silent
	touch $@

build/web-python/wheels/fetched: web/python/requirements.txt $(VENV)/ready
	rm -rf $(@D)
	$(BIN)/python -m pip download --quiet --no-deps --require-hashes --only-binary=:all: $(WEB_PLATFORMS) \
		-r web/python/requirements.txt --dest $(@D)
	touch $@

$(WEB_PYTHON)/files.json: $(WEB_PYTHON_SOURCES) web/python/node_modules/.package-lock.json build/web-python/wheels/fetched
	rm -f build/web-python/lpbe-*.whl
	$(BIN)/python -m build --wheel --no-isolation --outdir build/web-python . >build/web-python/wheel.log
	node web/python/build.mjs build/web-python build/web-python/wheels $(WEB_PYTHON)

# the client for browsers: the site in dist/web, the same in one file in dist/lpbe.html; prints sizes and hashes
WEB_SOURCES := $(shell find web -name node_modules -prune -o -name python -prune -o -type f -print)

web: dist/web/index.html
	@sha256sum dist/lpbe.html
	@cd dist/web && find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum | sed 's/-$$/dist\/web/'

dist/web/index.html: $(WEB_SOURCES) $(WEB_PYTHON)/files.json web/node_modules/.package-lock.json
	mkdir -p dist
	$(BIN)/python web/page_scripts.py >build/web-python/page_scripts.json
	node web/build.mjs $(WEB_PYTHON) build/web-python/page_scripts.json dist/web dist/lpbe.html

clean:
	rm -rf $(VENV) .bench demo-game dist build web/node_modules web/python/node_modules
