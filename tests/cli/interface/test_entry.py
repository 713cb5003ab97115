"""The entry to every command: one grammar, the same answers for people and programs, nothing loaded needlessly."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from lpbe.cli import entry

LOADED = """
import sys
from lpbe.cli.entry import run
code = run(sys.argv[1:])
print(code, *sys.modules)
"""


@pytest.mark.parametrize("more", [[], ["--json"], ["-o", "next.toml"], ["--key", "k", "--log", "log.jsonl"]])
def test_a_game_that_is_not_there_fails_alike_whatever_else_is_said(
    more: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "none.toml")
    assert entry.run(["apply", path, "order.toml", *more]) == 6
    out, err = capfd.readouterr()
    if "--json" in more:
        assert json.loads(out)["code"] == "E_FILE_MISSING" and err == ""
    else:
        assert out == "" and "no such file or folder" in err and "[E_FILE_MISSING]" in err


@pytest.mark.parametrize("args", [["--unknown"], ["--jso", "--unknown"], ["third"]])
def test_wrong_use_is_told_with_the_help_that_explains_it(args: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert entry.run(["apply", "game.toml", "order.toml", *args]) == 2
    out, err = capfd.readouterr()
    assert out == "" and "[E_USAGE]" in err and "see: lpbe apply --help" in err


def test_an_option_without_its_value_is_wrong_use(capfd: pytest.CaptureFixture[str]) -> None:
    assert entry.run(["apply", "game.toml", "order.toml", "-o"]) == 2
    assert "'-o' requires an argument. [E_USAGE]" in capfd.readouterr().err


def test_options_may_be_spelt_in_every_way_that_click_knows(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "none.toml")
    for args in (["-onext.toml", path, "x"], ["--report=r", path, "x"], [path, "--", "-"], ["--key", "k", path, "x"]):
        assert entry.run(["apply", *args]) == 6
        assert "[E_FILE_MISSING]" in capfd.readouterr().err


def loaded_modules(*args: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", LOADED, *args], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1].split()


def test_a_command_loads_no_other_one() -> None:
    code, *modules = loaded_modules("apply", "none.toml", "x")
    commands = {name for name in modules if name.startswith("lpbe.cli.commands.")}
    assert (code, commands) == ("6", {"lpbe.cli.commands.apply"})


def test_help_loads_no_command_and_no_game() -> None:
    code, *modules = loaded_modules("--help")
    assert code == "0"
    assert not [name for name in modules if name.startswith(("lpbe.cli.commands.", "lpbe.games."))]
