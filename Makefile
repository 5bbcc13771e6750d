# `make help` lists the targets. Each sets up what it needs, in .venv.
# PYTHON=python3.12 make test   picks the Python for a .venv that is not there yet.

PYTHON ?= $(shell for p in python3.14 python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
STAMP := .venv/installed
WORDS := .venv/catalogues
NODE_STAMP := node_modules/installed

# Tests start many programs: each would compile all that it imports.
unexport PYTHONDONTWRITEBYTECODE

HAS_CORE = $(BIN)/python -c 'import mastermine._native' 2>/dev/null
HAS_COMPILER = { c++ --version || g++ --version || clang++ --version; } >/dev/null 2>&1
# The pages are tested in a browser: one that is there, or one that can be had from the system's packages.
HAS_BROWSER = { command -v chromium || command -v chromium-browser || command -v google-chrome \
	|| command -v google-chrome-stable || ls "$${PLAYWRIGHT_BROWSERS_PATH:-$$HOME/.cache/ms-playwright}"/chromium*/*/*; } >/dev/null 2>&1
GET_BROWSER = { apt-get update && apt-get install -y --no-install-recommends chromium; } >/dev/null 2>&1
SAY_WHY = echo 'The native core was NOT built, all will be slow: $(BIN)/pip install -v --no-deps -e . shows why.' >&2

.PHONY: help demo serve test test-rest test-all coverage sanitize fuzz mutants release-check docs bench browser trees large optima strength \
	messages package clean check check-core check-lint check-format check-writing check-types check-cpp check-host \
	check-stubs check-page

.DEFAULT_GOAL := help
help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(WORDS) ## solve a game of each kind and play two short matches
	$(BIN)/mastermine solve classic --secret 3632 --explain
	$(BIN)/mastermine solve 7x7x8-noguess --seed 115 --explain
	$(BIN)/mastermine match classic --strategy knuth,entropy,random-consistent --rounds 200 --seed 1 --no-store
	$(BIN)/mastermine match beginner --strategy single-point,thesis,pseq --rounds 100 --seed 1 --no-store

# The quick tests, as many at a time as there are cores; the rest, which make test does not run; and both.
TESTS := $(BIN)/python -m pytest -q -n auto --maxprocesses 8 --dist worksteal

test: $(WORDS) browser ## run the quick tests: minutes
	$(TESTS)

test-rest: $(WORDS) browser ## run all other tests: every document, the page in a browser, killed processes, a little fuzzing
	$(TESTS) -m rest

test-all: test test-rest ## run both

# Which lines and branches of the Python code the tests run, those of its processes too. Under 95 % is an error.
coverage: $(WORDS) ## measure how much of the Python code the tests run; less than 95 % is an error
	rm -f .coverage .coverage.*
	@echo '$(COVERED)'; $(COVERED); tests=$$?; \
	$(BIN)/coverage combine -q && $(BIN)/coverage report && exit $$tests

COVERED = $(subst python -m,coverage run -m,$(TESTS)) -m "" --ignore=tests/browser --ignore=tests/fuzz

# The native core with AddressSanitizer and UndefinedBehaviorSanitizer, in build/sanitize, and the tests that it serves.
# ARGS='tests/fuzz --seconds 60' make sanitize   runs these ones, with options of pytest.
# ARGS='--thread tests/mastermind/test_native_threads.py' make sanitize   is ThreadSanitizer.
sanitize: $(WORDS) ## test the native core with AddressSanitizer and UndefinedBehaviorSanitizer
	$(BIN)/python tools/sanitize.py $(ARGS)

# Every parser and every native function for so many seconds each, with inputs that nobody would give; how many there were.
# ARGS='--seconds 120 -k trees' make fuzz   says how long, and which.
fuzz: $(WORDS) ## give every parser and native function hostile input, 15 seconds each
	$(TESTS) -m rest tests/fuzz --seconds 15 $(ARGS)

# ARGS='--guard --count 0' make mutants   plants every possible bug in the code that guards the server, the session and the
# rules; ARGS='--in web/owner.py' in these files or folders. It goes on where it was stopped.
mutants: $(WORDS) ## plant 100 small bugs, one at a time, and check that the tests find them: an hour or two
	$(BIN)/python tools/mutants.py $(ARGS)

# Never an error: without a browser the tests of the pages are skipped, and so it is said.
browser: ## install Chromium for the tests of the page, where possible
	@if $(HAS_BROWSER); then :; \
	elif test "$$(id -u)" = 0 && command -v apt-get >/dev/null; then \
		echo 'Installing a browser for the tests of the pages: apt-get install chromium'; \
		$(GET_BROWSER) || echo 'No browser could be installed: the tests of the pages (tests/browser) are skipped.' >&2; \
	else \
		echo 'No browser: the tests of the pages (tests/browser) are skipped. Install chromium, or .venv/bin/playwright install chromium.' >&2; \
	fi

# Each check is a target, so that one that fails does not hide what the others find.
CHECKS := check-core check-lint check-format check-writing check-types check-cpp check-host check-stubs check-page

check: $(WORDS) ## run all checks below; one that fails does not stop the others
	@$(MAKE) --no-print-directory --keep-going $(CHECKS)

$(filter-out check-page,$(CHECKS)): $(WORDS)

# An install goes on without the native core where it cannot be built. On a machine that has a compiler that is an error.
check-core: ## check that the native core is built, where there is a compiler
	@$(HAS_CORE) || test "$$MASTERMINE_NATIVE" = 0 || ! $(HAS_COMPILER) || { $(SAY_WHY); exit 1; }

check-lint: ## lint the Python code
	$(BIN)/ruff check

check-format: ## check the format of the Python code
	$(BIN)/ruff format --check

check-writing: ## check that the sources use plain words
	$(BIN)/python tools/writing.py

check-types: ## check the types of the Python code
	$(BIN)/mypy

check-cpp: ## check the format of the native core
	$(BIN)/clang-format --dry-run -Werror $(wildcard cpp/*.* cpp/*/*)

# The schemas come with check-jsonschema: no network is needed.
SCHEMA = $(BIN)/check-jsonschema --quiet --builtin-schema

check-host: ## check the configuration of the host
	$(SCHEMA) vendor.github-workflows .github/workflows/*.yml
	$(SCHEMA) vendor.github-issue-forms .github/ISSUE_TEMPLATE/*.yml
	$(SCHEMA) vendor.dependabot .github/dependabot.yml
	$(SCHEMA) vendor.citation-file-format CITATION.cff

# Compares the type stubs of the native module with it (mypy's stubtest cannot see into such functions).
check-stubs: ## check the type stubs of the native module
	$(BIN)/python -m pytest -q tests/mastermind/test_native_build.py || test $$? -eq 5  # 5: there is no native module

# The page's JavaScript and style sheets, by the tools of package.json. Node is the one on PATH: as a Python package it would
# be 60 MB for everybody who works on the rest. Without Node the page is not checked, and so it is said.
check-page: $(if $(shell command -v npm),$(NODE_STAMP)) ## check the page's JavaScript and style sheets, where there is Node
	@if command -v npm >/dev/null; then npm run --silent check; \
	else echo 'No Node (npm): the checks of the page are skipped.' >&2; fi

$(NODE_STAMP): package.json package-lock.json
	npm ci --silent
	touch $@

# What only warns while people work on it: words without a translation, strategies without a figure or a source.
release-check: $(WORDS) ## what only a release needs: all words translated, all strategies measured
	$(BIN)/python -m pytest -q -m release -W 'error:Before a release'

# ARGS='--port 8080 --open' make serve   says where, and opens a browser.
serve: $(WORDS) ## serve the page on this machine
	$(BIN)/mastermine serve $(ARGS)

# The site of the documents, in build/docs. A warning is an error, and so is a link that leads nowhere.
docs: $(WORDS) ## build the site of the documents, in build/docs
	rm -rf build/docs
	$(BIN)/sphinx-build -q -n -W --keep-going -c docs -d build/doctrees . build/docs
	$(BIN)/python docs/_ext/links.py build/docs

bench: $(STAMP) ## print the figures of docs/reference/speed.md
	$(BIN)/python benchmarks/scoring.py
	$(BIN)/python benchmarks/evaluation.py
	$(BIN)/python benchmarks/optimal.py
	$(BIN)/python benchmarks/probability.py
	$(BIN)/python benchmarks/generation.py
	$(BIN)/python benchmarks/deduce.py
	$(BIN)/python benchmarks/endgame.py
	$(BIN)/python benchmarks/arena.py
	$(BIN)/python benchmarks/store.py
	$(BIN)/python benchmarks/web.py
	$(BIN)/python benchmarks/tui.py

# The trees of the best play that come with the program are searched again, and results/README.md is written: minutes.
trees: $(STAMP) ## search the shipped trees of best play again: minutes
	$(BIN)/python tools/trees.py

# Strategies play large games, and results/LARGE.md is written: hours, in pieces if need be, since it goes on where it
# was stopped. ARGS='--seconds 20 --jobs 2' make large   says how long each of them plays each game, on how many cores.
large: $(STAMP) ## let strategies play large games, for results/LARGE.md: hours
	$(BIN)/python tools/large.py $(ARGS)

# Small Minesweeper boards are searched, and results/OPTIMA.md is written: hours, in pieces if need be.
optima: $(STAMP) ## search the best play of small Minesweeper boards, for results/OPTIMA.md: hours
	$(BIN)/python tools/optima.py $(ARGS)

# Every strategy plays, and results/STRENGTH.md is written: minutes.
strength: $(STAMP) ## measure every strategy, for results/STRENGTH.md: minutes
	$(BIN)/python tools/strength.py $(ARGS)

# Messages of the sources go into the catalogues; what is then not translated is listed.
messages: $(STAMP) ## move new messages of the sources into the catalogues; list what is not translated
	$(BIN)/python tools/catalogues.py update
	$(BIN)/python tools/catalogues.py missing

# An sdist and, out of it, a wheel, in dist. The wheel is tried in an environment of its own, and weighed.
package: $(WORDS) ## build an sdist and a wheel, in dist, and try the wheel
	rm -rf dist build/package
	$(BIN)/python -m build
	$(BIN)/python -m venv build/package
	build/package/bin/python -m pip install -qq --disable-pip-version-check dist/*.whl
	build/package/bin/python tools/smoke.py $$($(HAS_CORE) && echo --native)
	build/package/bin/python benchmarks/package.py

$(WORDS): $(STAMP) tools/catalogues.py tools/latin.py $(wildcard src/mastermine/locale/*/LC_MESSAGES/*.po)
	$(BIN)/python tools/catalogues.py compile
	touch $@

# The package is installed in place: changed and new Python files are seen at once, changed C++ is built anew.
$(STAMP): pyproject.toml CMakeLists.txt src/mastermine/minesweeper/constants.json $(wildcard cpp/*.* cpp/*/*)
	@test -x $(BIN)/python || test -n "$(PYTHON)" || { echo 'Python 3.11 or newer with venv is needed' >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo 'Setting all up in .venv; the first time that takes minutes.'
	$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[dev]'
	@if $(HAS_CORE); then echo 'The native core is installed.'; else $(SAY_WHY); fi
	touch $@

clean: ## remove everything that make made
	rm -rf .venv node_modules build dist .coverage .coverage.* htmlcov .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -rf src/mastermine/locale/sr-Latn src/mastermine/locale/*/page.json src/mastermine/locale/*/LC_MESSAGES/*.mo
	find src tests benchmarks tools -name __pycache__ -prune -exec rm -rf {} +
