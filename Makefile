# One verb a line. Everything sets itself up: a machine with Python 3.11 or newer needs nothing else.
PYTHON ?= python3
UV_VERSION := 0.13.9
UV := $(shell command -v uv 2>/dev/null || echo .tools/bin/uv)
BIN := .venv/bin
PAGE := src/omaha8/server/static/index.html
REBUILD := --reinstall-package omaha8

export UV_PYTHON_DOWNLOADS := never
# The room's own tests read other people's hands from here; without it those tests are skipped and counted.
export OMAHA8_HANDS

.PHONY: run build test check types bench test-deep nightly coverage clean ready

run: ready
	$(BIN)/omaha8 serve --data ./data --bots 3

build: | $(UV)
	$(UV) sync --locked --python $(PYTHON) $(REBUILD)
	$(UV) build --python $(PYTHON)

test: ready
	$(BIN)/pytest -m "not deep and not browser" -n auto
	$(BIN)/pytest -m "browser and not deep" -n auto --maxprocesses 4

test-deep: ready
	$(BIN)/pytest -m deep -n auto

check: ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.protocol --check
	$(BIN)/python -m tools.page

types: ready
	$(BIN)/python -m tools.protocol

coverage: ready
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -m "not deep and not browser" -q
	$(BIN)/coverage report --include='*/omaha8/hand/*,*/omaha8/rules.py,*/omaha8/evaluation/*' --show-missing --fail-under=98

bench: ready
	$(BIN)/python -m bench

nightly: ready
	$(BIN)/python -m bench.nightly

clean:
	rm -rf .venv .tools dist build .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	rm -rf src/omaha8/server/static web/node_modules

# Brings .venv up to date, and the page with it when its sources have changed; a moment where nothing has.
# uv remembers what it built by its sources alone, so it must be told when the page itself is gone.
ready: | $(UV)
	@$(UV) sync --locked --python $(PYTHON) $(if $(wildcard $(PAGE)),,$(REBUILD))

.tools/bin/uv:
	$(PYTHON) -m venv .tools
	.tools/bin/pip install --quiet uv==$(UV_VERSION)
