# Every target makes its own environment first; nothing but Python 3.11 or newer is needed.
.DEFAULT_GOAL := help
.PHONY: help venv run demo test suites corpus lint types contracts check tokens bench mutants reference lock ci
PY := .venv/bin/python
ARGS ?=

help:       ## Show what there is
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

venv:       ## Make the private environment .venv from requirements.lock
	@.ci/venv

run: venv   ## Start the service on the embedded defaults
	@.venv/bin/docforge serve $(ARGS)

demo: venv  ## Fill a Korean quote over MCP on a running server, and be refused once
	@.venv/bin/docforge demo $(ARGS)

test: venv  ## Run every test
	@$(PY) -m pytest $(ARGS)

suites: venv ## Run the suites of MCP and REST and the clients of others; fetches Node's packages
	@$(PY) -m pytest tests/suites --suites $(ARGS)

corpus: venv ## Recall and precision of reading, and fills, on the corpus of real files
	@$(PY) -m tests.corpus.report $(ARGS)

lint: venv  ## Lint and check the formatting
	@$(PY) -m ruff check . && $(PY) -m ruff format --check .

types: venv ## Check the types
	@.venv/bin/pyright --pythonpath $(PY)

contracts: venv ## Check that imports only go down
	@.venv/bin/lint-imports

check: lint types contracts test ## Everything that must hold before a change lands

tokens: venv ## Count what a model reads, with a real tokenizer
	@$(PY) -m tests.tokens

bench: venv ## Print speed as ratios to a file copy and to openpyxl
	@$(PY) -m tests.bench.run $(ARGS)

mutants: venv ## Break each behaviour on purpose; its tests must notice
	@$(PY) -m tests.mutants.run $(ARGS)

reference: venv ## Write guides/reference/ from the tables
	@$(PY) -m tests.house.reference

lock:       ## Write requirements.lock anew
	@.ci/lock

ci:         ## What continuous integration runs
	@bash .ci/run
