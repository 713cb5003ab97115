"""The path of a new user: clone, set up, and run the README's lines unchanged."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
INSTALL = re.compile(r"## Install\n\n((?:    .*\n)+)")
LINES = re.compile(r"<!-- a test runs these lines as they stand -->\n```sh\n(.*?)```", re.S)


class Newcomer:
    """A shell in a new clone, with a home of its own and nothing else."""

    def __init__(self, home: Path) -> None:
        self.clone, self.home = home / "lpbe", home
        keep = {name: os.environ[name] for name in os.environ if name.startswith(("PIP_", "SSL_", "http", "HTTP"))}
        self.env = {**keep, "HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}

    def do(self, line: str) -> str:
        done = subprocess.run(
            ["bash", "-c", line], cwd=self.clone, env=self.env, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        return done.stdout


def clone_project(home: Path) -> Newcomer:
    if (ROOT / ".git").exists():
        subprocess.run(["git", "clone", "-q", str(ROOT), str(home / "lpbe")], check=True)
    else:
        shutil.copytree(ROOT, home / "lpbe", ignore=shutil.ignore_patterns(".venv", ".*_cache"))
    return Newcomer(home)


def set_up(someone: Newcomer) -> None:
    """The README's set-up, with the Python of these tests."""
    found = INSTALL.search((someone.clone / "README.md").read_text())
    assert found
    lines = [line.strip() for line in found[1].splitlines()]
    assert lines[:2] == ["git clone WHERE-YOU-FOUND-IT lpbe", "cd lpbe"]
    assert lines[-1] == ". .venv/bin/activate"
    for line in lines[2:-1]:
        someone.do(line.replace("python3", sys.executable))


@pytest.fixture(scope="module", params=["as these tests are", pytest.param("from nothing", marks=pytest.mark.soak)])
def newcomer(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Newcomer:
    """Return a newcomer with the program as these tests have it, or after the README's set-up."""
    someone = clone_project(tmp_path_factory.mktemp("newcomer"))
    home = Path(sys.executable).parent
    if request.param == "from nothing":
        set_up(someone)
        home = someone.clone / ".venv" / "bin"
    someone.env["PATH"] = f"{home}:{someone.env['PATH']}"
    return someone


def test_a_game_is_begun_joined_and_played(newcomer: Newcomer) -> None:
    found = LINES.search((newcomer.clone / "README.md").read_text())
    assert found
    code, answer = "", []
    for line in filter(None, found[1].splitlines()):
        answer.append(newcomer.do(line.replace("CODE", code)))
        if line.startswith("lpbe new"):
            code = re.findall(r"--code (\S+)", answer[-1])[0]
    orders = [line for line in found[1].splitlines() if line.startswith("lpbe order")]
    assert len(orders) >= 3 and all(re.search(r"select|dice|subsidy", line) for line in orders)
    report = answer[-2]
    assert "Turn 1 of 12" in report and "Ana reveals planet card 4." in report
    assert "Ana" in report and "lpbe order mars" in report
    page = (newcomer.clone / "ana.html").read_text()
    assert page.lower().startswith("<!doctype html>") and 'lang="en"' in page and "<svg" in page


def test_everything_the_readme_names_is_there(newcomer: Newcomer) -> None:
    readme = (newcomer.clone / "README.md").read_text()
    for name in re.findall(r"\]\(([\w./-]+)\)", readme):
        assert (newcomer.clone / name).exists(), name
    for name in re.findall(r"`((?:examples|tests|lpbe|schemas)/[\w./-]*)`", readme):
        assert (newcomer.clone / name).exists(), name
    targets = set(re.findall(r"make ([\w-]+)", readme))
    assert targets <= set(re.findall(r"(?m)^([\w-]+):", (newcomer.clone / "Makefile").read_text()))


def test_the_readme_is_short_and_shows_the_page(newcomer: Newcomer) -> None:
    readme = (newcomer.clone / "README.md").read_text()
    assert len(readme.splitlines()) <= 120 and "](examples/pages/" in readme.partition("## Games")[0]
