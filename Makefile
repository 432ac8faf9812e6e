# `make` alone lists what there is.
MAKEFLAGS += --no-print-directory
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.stamp
PIP := $(BIN)/python -m pip -q --disable-pip-version-check
LINTED := server tests samples/show.py

.PHONY: help setup run test lint bench docs clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(STAMP) ## make .venv and install patchsight into it

$(STAMP): pyproject.toml
	@test -x $(BIN)/python || { echo "creating .venv"; $(PYTHON) -m venv .venv; }
	@echo "installing patchsight and its tools into .venv"
	@$(PIP) install -e '.[dev]'
	@touch $@

run: $(STAMP) ## show the main job on the samples
	@$(BIN)/python samples/show.py

test: lint ## lint, then every test
	@echo "pytest"
	@$(BIN)/python -m pytest -n auto

lint: $(STAMP) ## ruff and mypy
	@echo "ruff"
	@$(BIN)/ruff check --quiet $(LINTED)
	@echo "mypy"
	@$(BIN)/mypy --strict --no-error-summary

bench: $(STAMP) ## measure the speed
	@$(BIN)/python tests/bench/bench.py

docs: $(STAMP) ## rewrite the table of problem codes in README.md
	@$(BIN)/python tests/docs.py

clean: ## remove everything that can be made again
	@rm -rf .venv build dist out .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find server tests samples -name __pycache__ -type d -prune -exec rm -rf {} +
	@echo "clean"
