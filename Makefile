# Everything is installed into .venv, from the hashed locks in requirements/.
# Needs make and Python 3.11 or newer with venv and pip.

PYTHON ?= python3
WORKERS ?= 2

VENV := .venv
BIN := $(VENV)/bin
LOCKS := $(addprefix requirements/,$(addsuffix .lock,setup play arena test bench))

INSTALL = $(BIN)/uv pip install --quiet --python $(BIN)/python
SYNC = $(BIN)/uv pip sync --quiet --python $(BIN)/python
HASHED = --require-hashes --require-build-hashes --build-constraints requirements/setup.lock
COMPILE = $(BIN)/uv pip compile --quiet --python $(BIN)/python --python-version 3.11 --universal \
	--generate-hashes --custom-compile-command "make lock" $(LOCK_FLAGS)

.DEFAULT_GOAL := setup
.DELETE_ON_ERROR:
.PHONY: help setup play web terminal arena test check soak perf bench lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.play ## make .venv, with the corsaires command in it

play: setup ## start the game server on this machine (ARGS="..." are handed on)
	@$(BIN)/corsaires serve $(ARGS)

web: ## build the web client, which make play then serves (needs Node.js 20 or newer)
	@cd web && npm ci && npm run check && npm test && npm run build

terminal: setup ## play Korsar in the terminal (ARGS="..." are handed on)
	@$(BIN)/corsaires play korsar $(ARGS)

arena: $(VENV)/.arena ## let bots play each other (ARGS="..." are handed on)
	@$(BIN)/corsaires arena $(ARGS)

test: check ## check, then run the tests (ARGS="..." are handed to pytest)
	@$(BIN)/pytest -n $(WORKERS) $(ARGS)

check: $(VENV)/.test ## format, lint, types, levels
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

soak: $(VENV)/.test ## kill a server 500 times while people play (ARGS="KILLS SEED"; Ctrl-C sums up)
	@$(BIN)/python -m tests.net.kills $(ARGS)

perf: $(VENV)/.test ## measure the server alone on this machine: under load, and starting again (ARGS=--quick: a look)
	@$(BIN)/python -m bench.server $(ARGS)
	@$(BIN)/python -m tests.net.restart

bench: $(VENV)/.bench ## measure against other engines and servers (ARGS="..." are handed on)
	@$(BIN)/python -m bench $(ARGS)
	@$(BIN)/python -m bench.envs $(ARGS)
	@$(BIN)/python -m bench.wire
	@$(BIN)/python -m bench.server --beside $(filter --quick,$(ARGS))

lock: $(VENV)/.installer ## bring the locks in line with pyproject.toml (LOCK_FLAGS=--upgrade: newest versions)
	$(COMPILE) --group setup -o requirements/setup.lock
	$(COMPILE) pyproject.toml -c requirements/setup.lock -o requirements/play.lock
	$(COMPILE) pyproject.toml --extra arena -c requirements/setup.lock -c requirements/play.lock -o requirements/arena.lock
	$(COMPILE) pyproject.toml --extra test -c requirements/setup.lock -c requirements/arena.lock -o requirements/test.lock
	$(COMPILE) pyproject.toml --extra bench -c requirements/setup.lock -c requirements/test.lock -o requirements/bench.lock

clean: ## remove .venv and everything generated
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
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
