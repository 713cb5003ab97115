"""The public Python API: the examples on its page and in the README run unchanged, and nothing else is promised."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import lpbe
from lpbe import api

from .graph import ROOT

BLOCK = re.compile(r"```python\n(.*?)```", re.S)
BEGIN = ["new", "mars", "--game", "pebbles", "--seats", "red,blue", "--open", "--seed", "5e" * 32]


def python(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    homes = {name: str(folder / name.lower()) for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME")}
    env = {**os.environ, **homes}
    return subprocess.run(
        [sys.executable, "-W", "error", *args], cwd=folder, env=env, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("api")
    begun = python(folder, "-m", "lpbe", *BEGIN)
    assert begun.returncode == 0, begun.stderr
    return folder


def test_the_examples_of_the_page_run_as_they_stand(folder: Path) -> None:
    blocks = BLOCK.findall((ROOT / "docs" / "api.md").read_text())
    assert len(blocks) >= 6
    ran = python(folder, "-c", "\n".join(blocks))
    assert ran.returncode == 0, ran.stderr
    opened, red, blue, applied, refused, verdict, wins = ran.stdout.splitlines()
    assert opened == "pebbles 0 ('red', 'blue')"
    assert red.startswith("red bid ") and blue.startswith("blue bid ")
    assert applied.startswith("asked (")
    assert refused.startswith("E_ORDER_KIND ")
    assert verdict == "2 True ['players']"
    assert wins == "6 of 6"


def test_the_example_of_the_readme_runs_as_it_stands(folder: Path) -> None:
    (block,) = BLOCK.findall((ROOT / "README.md").read_text())
    ran = python(folder, "-c", block)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip()


def test_orders_may_be_data(folder: Path) -> None:
    code = (
        "from lpbe import legal_orders, open_game, place_order\n"
        "game = open_game('mars'); seat = game.waiting[0]\n"
        "first = legal_orders(game, seat)[0]\n"
        "placed = place_order(game, [first.data], seat)\n"
        "print(placed.data['orders'] == [first.data], first.text in placed.text)\n"
    )
    assert python(folder, "-c", code).stdout == "True True\n"


def test_a_letter_applied_elsewhere_leaves_the_game_as_it_is(folder: Path) -> None:
    code = (
        "from lpbe import apply, legal_orders, open_game, place_order\n"
        "game = open_game('mars'); seat = game.waiting[0]\n"
        "placed = place_order(game, legal_orders(game, seat)[0].text, seat)\n"
        "step = apply(game, placed.file, output='next.toml')\n"
        "print(step.files, step.game.step - game.step, open_game('mars') == game, bool(step.report))\n"
    )
    assert python(folder, "-c", code).stdout == "['next.toml'] 1 True True\n"


def test_what_is_exported_is_what_the_api_defines() -> None:
    assert lpbe.__all__ == api.__all__
    assert all(getattr(lpbe, name) is getattr(api, name) for name in api.__all__)
    page = (ROOT / "docs" / "api.md").read_text()
    assert [name for name in api.__all__ if f"`{name}" not in page and f" {name}" not in page] == []
    with pytest.raises(AttributeError, match="has no attribute 'secrets'"):
        _ = lpbe.secrets


def test_the_package_alone_loads_nothing(folder: Path) -> None:
    code = "import lpbe, sys; print([name for name in sys.modules if name.startswith('lpbe.')], lpbe.__version__)"
    assert python(folder, "-c", code).stdout == f"['lpbe.version'] {lpbe.__version__}\n"
