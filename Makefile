# Everything is installed into .venv, from the hashed locks in requirements/, and into web/node_modules.
# Needs make and Python 3.11 or newer with venv and pip; Node.js comes by pip where the machine has none.

PYTHON ?= python3
# Tests at once: many of them wait more than they work.
WORKERS ?= 3

VENV := .venv
BIN := $(VENV)/bin
LOCKS := $(addprefix requirements/,$(addsuffix .lock,setup play node arena test bench))

INSTALL = $(BIN)/uv pip install --quiet --python $(BIN)/python
SYNC = $(BIN)/uv pip sync --quiet --python $(BIN)/python
HASHED = --require-hashes --require-build-hashes --build-constraints requirements/setup.lock
COMPILE = $(BIN)/uv pip compile --quiet --python $(BIN)/python --python-version 3.11 --universal \
	--generate-hashes --custom-compile-command "make lock" $(LOCK_FLAGS)

# The web client: what it is made of (directories too, for what was deleted), and what stands for it when it is built.
WEB_SOURCES := $(shell find web/src web/public) $(wildcard web/*.html web/*.json web/*.js web/*.ts)
WEB_CONFIG := web/package.json web/package-lock.json web/.npmrc
WEB_PARTS := web/node_modules/.package-lock.json
WEB := src/corsaires/web/dist/index.html
# Vite asks for Node.js 20.19, or 22.12 and newer.
NODE_IS_FINE = npm --version && node -e 'const [a, b] = process.versions.node.split(".").map(Number); \
	process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)'
NPM = cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm --loglevel=error

.DEFAULT_GOAL := setup
.DELETE_ON_ERROR:
.PHONY: help setup play web terminal arena test check soak perf shots bench lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.play ## make .venv, with the corsaires command in it

play: setup $(WEB) ## start the game server on this machine (ARGS="..." are handed on)
	@$(BIN)/corsaires serve $(ARGS)

web: $(WEB) ## build the web client, if it changed: make play serves it

terminal: setup ## play Korsar in the terminal (ARGS="..." are handed on)
	@$(BIN)/corsaires play korsar $(ARGS)

arena: $(VENV)/.arena ## let bots play each other (ARGS="..." are handed on)
	@$(BIN)/corsaires arena $(ARGS)

test: check $(WEB) ## check, then run the tests (ARGS="..." are handed to pytest)
	@$(BIN)/python -m tests.browser.chromium
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal $(ARGS)

check: $(VENV)/.test $(WEB_PARTS) ## format, lint, types, levels; the web client's types and its own tests
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(NPM) run --silent check
	$(NPM) run --silent test

soak: $(VENV)/.test ## kill a server 500 times while people play (ARGS="KILLS SEED"; Ctrl-C sums up)
	@$(BIN)/python -m tests.net.kills $(ARGS)

perf: $(VENV)/.test $(WEB) ## measure server and pages on this machine: under load, starting again (ARGS=--quick: a look)
	@$(BIN)/python -m bench.server $(ARGS)
	@$(BIN)/python -m tests.net.restart
	@$(BIN)/python -m tests.browser.chromium
	@$(BIN)/python -m tests.browser.figures

shots: $(VENV)/.test $(WEB) ## take pictures of the main screens into shots/
	@$(BIN)/python -m tests.browser.chromium
	@$(BIN)/python -m tests.browser.shots shots

bench: $(VENV)/.bench ## measure against other engines and servers (ARGS="..." are handed on)
	@$(BIN)/python -m bench $(ARGS)
	@$(BIN)/python -m bench.envs $(ARGS)
	@$(BIN)/python -m bench.ablation $(filter --quick,$(ARGS))
	@$(BIN)/python -m bench.wire
	@$(BIN)/python -m bench.round
	@$(BIN)/python -m bench.server --beside $(filter --quick,$(ARGS))

lock: $(VENV)/.installer ## bring the locks in line with pyproject.toml (LOCK_FLAGS=--upgrade: newest versions)
	$(COMPILE) --group setup -o requirements/setup.lock
	$(COMPILE) pyproject.toml -c requirements/setup.lock -o requirements/play.lock
	$(COMPILE) --group node -o requirements/node.lock
	$(COMPILE) pyproject.toml --extra arena -c requirements/setup.lock -c requirements/play.lock -o requirements/arena.lock
	$(COMPILE) pyproject.toml --extra test -c requirements/setup.lock -c requirements/arena.lock -o requirements/test.lock
	$(COMPILE) pyproject.toml --extra bench -c requirements/setup.lock -c requirements/test.lock -o requirements/bench.lock

clean: ## remove .venv and everything generated
	rm -rf $(VENV) web/node_modules $(dir $(WEB)) build dist shots .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/.installer: requirements/setup.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Corsaires needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || \
		{ echo 'Corsaires needs the venv and pip of Python (on Debian: python3-venv)' >&2; exit 1; }
	@echo 'Making $(VENV)'
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-compile --require-hashes -r $<
	@touch $@

# Any changed lock starts again from what playing needs, so that nothing lingers that no lock names.
$(VENV)/.play: $(VENV)/.installer $(LOCKS) pyproject.toml
	@echo 'Installing Corsaires'
	@$(SYNC) $(HASHED) requirements/setup.lock requirements/play.lock
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.arena $(VENV)/.test $(VENV)/.bench: $(VENV)/.%: $(VENV)/.play
	@echo 'Installing what make $* needs'
	@$(INSTALL) $(HASHED) -r requirements/$*.lock
	@touch $@

$(VENV)/.node: $(VENV)/.play
	@{ $(NODE_IS_FINE); } >/dev/null 2>&1 || \
		{ echo 'Installing Node.js' && $(INSTALL) $(HASHED) -r requirements/node.lock; }
	@touch $@

$(WEB_PARTS): $(WEB_CONFIG) | $(VENV)/.node
	@echo 'Installing what the web client is built with'
	@$(NPM) ci || { echo 'The web client cannot be built: its parts were not installed' >&2; exit 1; }
	@touch $@

$(WEB): $(WEB_SOURCES) $(WEB_PARTS)
	@echo 'Building the web client'
	@$(NPM) run --silent build || { echo 'The web client was not built: see above' >&2; exit 1; }
