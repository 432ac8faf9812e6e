# `make` alone lists what there is.
MAKEFLAGS += --no-print-directory
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
# Where it is set, every start of Python compiles all that it imports: the tests take half as long again.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.stamp
READY := .venv/.ready
# What is in .venv when the extension is built. Beside tests nothing may be installed there: they have all of it already.
INSTALLED := $(READY)
MINUTES ?= 10
QUIETLY := -m pip -q --disable-pip-version-check
PIP := $(BIN)/python $(QUIETLY)
LOCKED := install --require-hashes -r server/requirements
# What is imported is compiled when it is: half of the time that pip takes goes into what never is.
LAZILY := install --no-compile --require-hashes -r server/requirements
# What the tests need is much. uv takes a fifth of pip's time; where it cannot, because only pip knows the mirror, pip does.
UV := $(BIN)/uv
install = $(UV) pip install -q --python $(1)/bin/python --require-hashes -r server/requirements/$(2).txt \
  || $(1)/bin/python $(QUIETLY) $(LAZILY)/$(2).txt
ITSELF := install --no-deps --no-build-isolation -e .
BENCH := out/bench
BENCHPIP := $(subst $(BIN),$(BENCH)/bin,$(PIP))
AIDER := out/aider
LOWEST := out/lowest
LOCK := out/lock
COMPILE := $(UV) pip compile -q --upgrade --universal --python-version 3.10 --no-emit-index-url --custom-compile-command "make lock"
NPM := client-vscode tests/vscode tests/bench tests/site
# Without what takes longer than ten seconds by itself.
FAST := tests/core tests/cli tests/test_api.py tests/test_scenarios.py \
  $(addprefix --ignore=tests/core/,formats/test_bad_input.py placing/test_budget.py placing/test_hostile.py placing/test_properties.py rewrite/test_round_trip.py)
LINTED := server tests samples/show.py docs/playground edit-tests edit-tests/run edit-tests/expand
VERSION := $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' server/patchsight/__init__.py)
VSIX := out/patchsight-$(VERSION).vsix
WORKBENCH := tests/vscode/test_workbench.py
PLATFORM := out/patchsight-linux-x64-$(VERSION).vsix
PROCESSORS := $(shell nproc 2> /dev/null || echo 2)
# Each process starts with a stretch of the tests of its own, in which servers are shared, and takes from the others when it
# is done.
PYTEST := -m pytest --dist worksteal -n $(PROCESSORS)
# Where tests drive editors and browsers, and so wait much, there is one process more.
PATIENTLY := -n $(shell expr $(PROCESSORS) + 1)
# What needs editors, a browser or the extension; the rest of the tests needs Python alone.
EQUIPPED := tests/editors tests/project tests/site tests/vscode
CLIENT := client-vscode/node_modules/.stamp
SHIPPED := $(shell find client-vscode server/patchsight server/requirements samples LICENSE pyproject.toml \
  \( -name node_modules -o -name dist -o -name test -o -name __pycache__ \) -prune -o -type f ! -name .stamp -print)

.PHONY: help setup run test tests tests-alone tests-equipped tests-lowest builds editors editors-debian editors-npm check style lint lowest lock fuzz bench results load docs site vsix platforms release-check editor pictures clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(STAMP) ## make .venv and install patchsight into it

$(STAMP): pyproject.toml server/requirements/dev.txt
	@test -x $(BIN)/python || { echo "creating .venv"; $(PYTHON) -m venv .venv; }
	@echo "installing patchsight and its tools into .venv"
	@$(PIP) $(LAZILY)/lock.txt
	@$(call install,.venv,dev)
	@$(PIP) $(ITSELF)
	@touch $@ $(READY)

run: $(READY) ## show the main job on the samples; installs no more than that needs
	@$(BIN)/python samples/show.py

$(READY): pyproject.toml server/requirements/run.txt
	@test -x $(BIN)/python || { echo "creating .venv"; $(PYTHON) -m venv .venv; }
	@echo "installing patchsight into .venv"
	@$(PIP) $(LAZILY)/run.txt
	@$(PIP) $(ITSELF)
	@touch $@

test: ## lint and every test
	@$(MAKE) -j 8 --output-sync=line lint tests INSTALLED=$(STAMP)
	@echo "pytest, the real workbench"  # alone: where the processors are busy, the browser loses keys
	@$(BIN)/python -m pytest $(WORKBENCH)

# All but the workbench, each once. Installing waits for the network, and tests wait for editors and browsers: both leave the
# processors to the tests that need Python alone.
tests: tests-alone tests-equipped tests-lowest

tests-alone: $(STAMP)
	@echo "pytest, what needs Python alone"
	@$(BIN)/python $(PYTEST) $(addprefix --ignore=,$(EQUIPPED))

tests-equipped: $(STAMP) editors builds
	@echo "pytest, what needs editors, a browser or the extension"
	@$(BIN)/python $(PYTEST) $(PATIENTLY) $(EQUIPPED) --ignore $(WORKBENCH)

tests-lowest: tests-alone $(LOWEST)/.stamp
	@$(MAKE) lowest

builds: $(VSIX) $(PLATFORM)

editors: editors-debian editors-npm ## install the editors that the tests drive (Debian: Neovim, Helix, Vim, Emacs, Chromium; npm: VS Code as code-server)

editors-debian:
	@tests/editors/install

editors-npm:
	@node tests/vscode/install.mjs

check: style ## ruff, mypy, the layers, and the fast tests: about a minute, without editors
	@echo "pytest, the fast tests"
	@$(BIN)/python $(PYTEST) $(FAST)

style: $(STAMP)
	@echo "ruff"
	@$(BIN)/ruff check --quiet $(LINTED)
	@$(BIN)/ruff format --quiet --check $(LINTED)
	@echo "mypy"
	@$(BIN)/mypy --strict --no-error-summary
	@echo "import-linter, radon"
	@mkdir -p out
	@$(BIN)/lint-imports --no-cache > out/layers.log || { cat out/layers.log; exit 1; }
	@$(BIN)/python tests/project/complexity.py server/patchsight

lint: style $(CLIENT) ## ruff, mypy, the layers, the style of TypeScript and Lua, and known holes in what is installed
	@echo "prettier, eslint, stylua, luacheck"
	@tests/editors/install lua-check
	@cd client-vscode && npm run -s lint
	@echo "pip-audit, npm audit"
	@$(BIN)/python tests/project/audit.py server/requirements $(NPM)

# What uses the libraries: ruamel.yaml reads ap; rapidfuzz measures how much texts and paths are alike, and compares lines;
# pygls and lsprotocol carry the language server, mcp the one for agents. The rest is the same code with any version.
lowest: $(LOWEST)/.stamp ## test what uses a library with the oldest ones that are allowed
	@echo "pytest, with the oldest libraries that are allowed"
	@$(LOWEST)/bin/python $(PYTEST) tests/core/formats/test_ap{,_problems,_properties,_recovery,_render}.py 'tests/core/formats/test_bad_input.py::test_ten_megabytes[ap]' \
	  tests/core/placing/test_{placing_ap,placing_common,similar,grades,exchange,messages}.py tests/core/placing/test_hostile.py::test_hostile_yaml \
	  tests/core/text/test_word_diff.py tests/core/model/test_path_rules.py tests/core/rewrite/test_round_trip.py \
	  tests/test_scenarios.py tests/project/test_samples.py tests/mcp_server tests/lsp/test_{apply,diagnostics,inside,sync,wire,loop}.py

$(LOWEST)/.stamp: server/requirements/lowest.txt $(STAMP)
	@echo "installing patchsight and the oldest libraries that are allowed into $(LOWEST)"
	@rm -rf $(LOWEST) && $(PYTHON) -m venv $(LOWEST)
	@$(call install,$(LOWEST),lowest)
	@$(LOWEST)/bin/python $(QUIETLY) $(ITSELF)
	@touch $@

lock: $(STAMP) ## renew what is pinned: server/requirements/ and the package-lock.json files
	@mkdir -p $(LOCK)
	@$(COMPILE) --generate-hashes --group lock -o server/requirements/lock.txt
	@$(COMPILE) --generate-hashes pyproject.toml --extra dev -o server/requirements/dev.txt
	@$(COMPILE) --generate-hashes pyproject.toml --extra build -c server/requirements/dev.txt -o server/requirements/run.txt
	@for extra in fuzz bench; do $(COMPILE) --generate-hashes pyproject.toml --extra $$extra --extra build -c server/requirements/dev.txt -o server/requirements/$$extra.txt; done
	@$(COMPILE) --generate-hashes pyproject.toml -c server/requirements/dev.txt -o server/requirements/editor.txt
	@$(COMPILE) --generate-hashes pyproject.toml --extra mcp -c server/requirements/dev.txt -o server/requirements/agent.txt
	@$(COMPILE) pyproject.toml --extra mcp --resolution lowest-direct --no-deps -o $(LOCK)/lowest.txt
	@$(COMPILE) --generate-hashes pyproject.toml --extra build --extra mcp --extra test -c $(LOCK)/lowest.txt -o server/requirements/lowest.txt
	@for folder in $(NPM); do (cd $$folder && npm update --silent --package-lock-only --ignore-scripts); done

fuzz: $(STAMP) ## look for what breaks it: make fuzz MINUTES=30
	@$(PIP) $(LOCKED)/fuzz.txt || echo "atheris cannot be installed here; chance leads the way instead"
	@$(BIN)/python tests/fuzz/run.py --minutes $(MINUTES)

bench: $(BENCH)/.stamp ## measure the speed; QUICK=1 takes a minute, ONLY="words" measures what is named so
	@$(BENCH)/bin/python -m compileall -q server/patchsight  # as pip does when it installs
	@PYTHONPATH=tests $(BENCH)/bin/python -m bench $(if $(QUICK),--quick) $(if $(ONLY),--only "$(ONLY)") $(if $(PROFILE),--profile $(PROFILE))

$(BENCH)/.stamp: pyproject.toml server/requirements/bench.txt tests/bench/package-lock.json
	@echo "installing patchsight and its peers into $(BENCH)"
	@command -v git > /dev/null && command -v patch > /dev/null || tests/editors/install git patch
	@test -x $(BENCH)/bin/python || $(PYTHON) -m venv $(BENCH)
	@$(BENCHPIP) $(LOCKED)/bench.txt || { echo "some peers cannot be installed here"; $(BENCHPIP) $(LOCKED)/dev.txt; }
	@$(BENCHPIP) $(ITSELF)
	@cp tests/bench/package*.json $(BENCH)
	@! command -v npm > /dev/null || npm ci --silent --no-audit --ignore-scripts --prefix $(BENCH) || echo "without jsdiff"
	@touch $@

results: $(BENCH)/.stamp $(AIDER)/.stamp ## run edit-tests on every applier there is, and write edit-tests/RESULTS.md
	@EDIT_TESTS_AIDER=$(AIDER)/bin/python EDIT_TESTS_NODE=$(CURDIR)/$(BENCH) $(BENCH)/bin/python edit-tests/run --all --markdown edit-tests/RESULTS.md \
	  || test $$? = 1  # some of them fail some cases

# It pins old libraries, so it gets a place of its own; nothing of it is shipped.
$(AIDER)/.stamp:
	@echo "installing aider into $(AIDER)"
	@test -x $(AIDER)/bin/python || $(PYTHON) -m venv $(AIDER)
	@$(AIDER)/bin/python -m pip -q --disable-pip-version-check install aider-chat==0.86.2 || echo "aider cannot be installed here"
	@touch $@

load: $(STAMP) ## keep the server busy for ten minutes; SECONDS=60 for one
	@$(BIN)/python tests/project/load.py $(SECONDS)

docs: $(STAMP) ## rewrite what the program makes: examples, tables of codes and formats
	@$(BIN)/python tests/project/docs.py

site: $(STAMP) ## build the pages of docs/ as a site into out/site, with the playground (needs npm)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

vsix: $(VSIX) ## build the VS Code extension into out/ (needs Node 20 or newer)
	@echo $(VSIX)

$(VSIX): $(INSTALLED) $(CLIENT) $(SHIPPED)
	@echo "building the VS Code extension"
	@rm -rf client-vscode/dist out/*.vsix
	@$(PIP) wheel --no-deps --no-build-isolation -w client-vscode/dist/server .
	@cp server/requirements/{editor,agent}.txt client-vscode/dist/server/
	@mkdir -p out
	@cd client-vscode && npm run -s build && cp -p ../LICENSE . && npm run -s package -- --out ../out/ > ../out/vsix.log

$(CLIENT): client-vscode/package-lock.json
	@echo "installing the tools of the extension into client-vscode/node_modules"
	@cd client-vscode && npm ci --silent --no-audit
	@touch $@

release-check: $(STAMP) $(if $(shell command -v node),$(VSIX)) ## build what a release publishes into out/release, and try it out; ONLY=linux-x64 for one platform
	@! command -v node > /dev/null || $(MAKE) platforms
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python tests/project/release.py $(if $(PUBLISH),--publish)

$(PLATFORM): $(VSIX)
	@$(BIN)/python client-vscode/scripts/platforms.py linux-x64

platforms: $(STAMP) $(VSIX) ## build the extension for each platform, with the server's libraries: make platforms ONLY=linux-x64
	@$(BIN)/python client-vscode/scripts/platforms.py $(ONLY)

editor: $(VSIX) ## open VS Code in the browser on the samples, with the extension
	@node tests/vscode/open.mjs

pictures: $(VSIX) ## take the pictures of the VS Code extension's pages again, by its tests
	@node tests/vscode/run.mjs
	@cp out/vscode/images/*.png client-vscode/images/

clean: ## remove everything that can be made again
	@rm -rf client-vscode/{dist,node_modules,LICENSE} {tests/vscode,tests/site}/node_modules
	@rm -rf .venv build dist out .fuzz .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find server tests samples -name __pycache__ -type d -prune -exec rm -rf {} +
	@echo "clean"
