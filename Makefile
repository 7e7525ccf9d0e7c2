# One verb a line. Everything sets itself up: a machine with Python 3.11 or newer needs nothing else.
PYTHON ?= python3
UV_VERSION := 0.13.9
UV := $(shell command -v uv 2>/dev/null || echo .tools/bin/uv)
BIN := .venv/bin

export UV_PYTHON_DOWNLOADS := never
# The room's own tests read other people's hands from here; without it those tests are skipped and counted.
export OMAHA8_HANDS

.PHONY: run test check bench test-deep nightly coverage clean

run: .venv/ready
	$(BIN)/omaha8 replay examples/quartered.hand --show

test: .venv/ready
	$(BIN)/pytest -m "not deep" -n auto

test-deep: .venv/ready
	$(BIN)/pytest -m deep -n auto

check: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

coverage: .venv/ready
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -m "not deep" -q
	$(BIN)/coverage report --include='*/omaha8/hand/*,*/omaha8/rules.py,*/omaha8/evaluation/*' --show-missing --fail-under=98

bench: .venv/ready
	$(BIN)/python -m bench

nightly: .venv/ready
	$(BIN)/python -m bench.nightly

clean:
	rm -rf .venv .tools dist build .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

.venv/ready: pyproject.toml uv.lock | $(UV)
	$(UV) sync --locked --python $(PYTHON)
	@touch $@

.tools/bin/uv:
	$(PYTHON) -m venv .tools
	.tools/bin/pip install --quiet uv==$(UV_VERSION)
