# `make` alone lists what there is.
MAKEFLAGS += --no-print-directory
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.stamp
PIP := $(BIN)/python -m pip -q --disable-pip-version-check
BENCH := out/bench
BENCHPIP := $(subst $(BIN),$(BENCH)/bin,$(PIP))
LINTED := server tests samples/show.py

.PHONY: help setup run test editors lint bench docs vsix editor clean

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

test: lint editors client-vscode/node_modules/.stamp ## lint, then every test
	@echo "pytest"
	@$(BIN)/python -m pytest -n auto

editors: ## install the editors that the tests drive (Debian: Neovim, Emacs)
	@tests/editors/install

lint: $(STAMP) ## ruff and mypy
	@echo "ruff"
	@$(BIN)/ruff check --quiet $(LINTED)
	@echo "mypy"
	@$(BIN)/mypy --strict --no-error-summary

bench: $(BENCH)/.stamp ## measure the speed; QUICK=1 takes a minute, ONLY="words" measures what is named so
	@PYTHONPATH=tests $(BENCH)/bin/python -m bench $(if $(QUICK),--quick) $(if $(ONLY),--only "$(ONLY)") $(if $(PROFILE),--profile $(PROFILE))

$(BENCH)/.stamp: pyproject.toml
	@echo "installing patchsight and its peers into $(BENCH)"
	@command -v git > /dev/null && command -v patch > /dev/null || tests/editors/install git patch
	@test -x $(BENCH)/bin/python || $(PYTHON) -m venv $(BENCH)
	@$(BENCHPIP) install -e '.[bench]' || { echo "some peers cannot be installed here"; $(BENCHPIP) install -e .; }
	@! command -v npm > /dev/null || npm install --silent --no-audit --no-save --prefix $(BENCH) diff || echo "without jsdiff"
	@touch $@

docs: $(STAMP) ## rewrite the example and the table of problem codes in README.md
	@$(BIN)/python tests/docs.py

vsix: $(STAMP) client-vscode/node_modules/.stamp ## build the VS Code extension into out/ (needs Node 20 or newer)
	@rm -rf client-vscode/dist out/*.vsix
	@$(PIP) wheel --no-deps -w client-vscode/dist/server .
	@mkdir -p out
	@cd client-vscode && npm run -s build && cp ../LICENSE . && npm run -s package -- --out ../out/ > ../out/vsix.log
	@ls out/*.vsix

client-vscode/node_modules/.stamp: client-vscode/package-lock.json
	@echo "installing the tools of the extension into client-vscode/node_modules"
	@cd client-vscode && npm ci --silent --no-audit
	@touch $@

editor: vsix ## open VS Code in the browser on the samples, with the extension
	@node tests/vscode/open.mjs

clean: ## remove everything that can be made again
	@rm -rf client-vscode/{dist,node_modules,LICENSE} tests/vscode/node_modules
	@rm -rf .venv build dist out .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find server tests samples -name __pycache__ -type d -prune -exec rm -rf {} +
	@echo "clean"
