# The commands of the README. Each sets up what it needs, and may be interrupted and repeated.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help venv tools ready typing up preview refresh status down lint test test-unit test-engine test-referee bench docs lock

PYTHON ?= python3
LOCAL := .local
BIN := .venv/bin
FOLDERS := components policies automation localcluster tools docs bench tests examples __main__.py setup.py

help:
	@echo "make up       build or find the tools, start the cluster, deploy the local stack"
	@echo "make status   what runs, what does not, and how full the pools are"
	@echo "make preview  what a change would do"
	@echo "make down     stop everything and remove what make up made"
	@echo "make test     lint and all tests;  also: lint, test-unit, test-engine"
	@echo "make test-referee   100,000 pods, judged by the rules and by Kubernetes' own evaluator"
	@echo "make bench    what the policy pack costs"
	@echo "make docs     the pages of docs/ that are made from the code"
	@echo "make venv | tools | typing | lock   the parts of the set-up"

venv:
	@$(PYTHON) -m tools.environment

tools:
	@$(PYTHON) -m tools

# Both at once: the one mostly downloads, the other mostly compiles.
ready:
	@$(MAKE) --no-print-directory --jobs 2 venv tools

typing:
	@mkdir -p $(LOCAL)/typing
	@ln -sfn ../../components $(LOCAL)/typing/gke_agent_sandbox
	@ln -sfn ../../policies $(LOCAL)/typing/gke_agent_sandbox_policies

up: ready
	@$(BIN)/python -m localcluster up $(if $(API_PORT),--api-port $(API_PORT))
	@$(BIN)/python -m automation up

preview: ready
	@$(BIN)/python -m localcluster up $(if $(API_PORT),--api-port $(API_PORT))
	@$(BIN)/python -m automation preview

refresh: ready
	@$(BIN)/python -m automation refresh

status: venv
	@$(BIN)/python -m localcluster status && $(BIN)/python -m automation status

down: venv
	@$(BIN)/python -m automation forget
	@$(BIN)/python -m localcluster down
	@rm -rf $(LOCAL)

lint: venv typing
	@$(BIN)/ruff format --check $(FOLDERS)
	@$(BIN)/ruff check $(FOLDERS)
	@$(BIN)/basedpyright

test-unit: venv typing
	@$(BIN)/python -m pytest --numprocesses 2 -m "not engine" $(ARGS)

test-engine: ready typing
	@$(BIN)/python -m pytest --numprocesses 3 -m engine $(ARGS)

test: ready lint
	@$(BIN)/python -m pytest --numprocesses 3 $(ARGS)

test-referee: venv
	@AGENT_SANDBOX_REFEREE_PODS=100000 $(BIN)/python -m pytest tests/unit/rules/pod_security/test_referee.py $(ARGS)

bench: ready
	@$(BIN)/python -m bench.policy_analyze $(ARGS)

docs: venv
	@$(BIN)/python -m docs.rules_page
	@$(BIN)/python -m docs.cluster_page
	@$(BIN)/python -m docs.permissions_page

lock: venv
	@echo "==> locking the newest versions that pyproject.toml allows"
	@$(PYTHON) -m venv $(LOCAL)/lock
	@$(LOCAL)/lock/bin/pip install --quiet --disable-pip-version-check uv==0.13.9
	@$(LOCAL)/lock/bin/uv pip compile pyproject.toml --group dev --extra policies --generate-hashes --universal \
		--no-header --no-annotate --quiet --upgrade -o requirements.lock
