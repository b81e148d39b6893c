# Everything here sets up what it needs first: `make label` and `make test` work in a fresh checkout.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
SHARED ?= ../shared
LABELS := labels/papers/train.jsonl labels/papers/train-2.jsonl
CORPUS_LABELS := labels/papers/corpus.jsonl
LABELLED := labelled icml2026 icml2026_supplement iclr2026
CORPORA := icml2026 icml2026_supplement iclr2026 iclr2024 sessions_2015_2019 other_primary_area \
           unlabelled arxiv

.DEFAULT_GOAL := help
.PHONY: help label test lint format bench peers train figures wheel clean

help:  ## show the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

# The stamps hold the set-up back until the list of dependencies changes.
$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "papertaxa needs Python 3.11 or newer; say which with: make PYTHON=python3.12" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "Python's venv module is missing; on Debian: apt-get install python3-venv" >&2; exit 2; }
	@touch $@

$(VENV)/.run: $(VENV)/.made pyproject.toml constraints.txt
	@echo "setting up $(VENV) ..." >&2
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.made pyproject.toml constraints.txt
	@echo "setting up $(VENV) with the development tools ..." >&2
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $(VENV)/.run $@

label: $(VENV)/.run  ## label both seed listings
	@$(BIN)/papertaxa label seeds --format table

test: $(VENV)/.dev  ## run the tests
	@$(BIN)/python -m pytest -n auto

lint: $(VENV)/.dev  ## ruff and mypy
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: $(VENV)/.dev  ## format the code
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(VENV)/.dev  ## measure start-up, speed and memory
	@$(BIN)/python bench/run.py

peers: $(VENV)/.run  ## compare with other tools on the same papers (needs ../shared)
	@mkdir -p build
	@$(BIN)/python bench/peers/run.py --shared $(SHARED) --json build/peers.json

train: $(VENV)/.run  ## rebuild models/default from ../shared, byte for byte
	@rm -rf build/default && mkdir -p build
	@$(BIN)/papertaxa train --base none -o build/default --taxonomy labels/taxonomy.yaml \
	  --papers $(LABELLED:%=$(SHARED)/corpora/%.jsonl.gz) --labels $(LABELS) \
	  --corpus $(CORPORA:%=$(SHARED)/corpora/%.jsonl.gz) --corpus-labels $(CORPUS_LABELS) --jobs 2
	@rm -rf models/default && mv build/default models/default

figures: $(VENV)/.run  ## measure models/default on the dev labels
	@$(BIN)/papertaxa evaluate \
	  --papers $(SHARED)/corpora/labelled.jsonl.gz --labels labels/papers/dev.jsonl

wheel: $(VENV)/.dev  ## build the wheel, labels and default model included
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt build
	@$(BIN)/python -m build --outdir dist .

clean:  ## remove what the other targets made
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
