PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test soak soak-files soak-games bench schemas man lint clean

$(VENV)/ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	touch $@

demo: $(VENV)/ready
	rm -rf demo-game
	$(BIN)/lpbe demo --out demo-game

test: $(VENV)/ready lint
	$(BIN)/python -m pytest -n auto -m "not soak"

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

soak: soak-files soak-games

soak-files: $(VENV)/ready
	$(BIN)/python -m pytest -m soak tests/cli

soak-games: $(VENV)/ready
	$(BIN)/python -m pytest -m soak tests/living_planet

bench: $(VENV)/ready
	$(BIN)/python tools/bench.py

schemas: $(VENV)/ready
	$(BIN)/python tools/build_content.py
	$(BIN)/python tools/build_schemas.py

man: $(VENV)/ready
	$(BIN)/python tools/build_man.py

clean:
	rm -rf $(VENV) .bench demo-game dist build
