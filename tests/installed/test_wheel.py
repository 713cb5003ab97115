"""The built package is complete, and plays by mail and by git without any checkout."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
from pathlib import Path

import pytest

from ..cli.interface.test_examples import check_by_git, command_line, play_by_git
from ..cli.world.forked_commands import Server
from ..mail.post import ADDRESSES, kind_of
from .far import ByMaildir, ByMbox, Far
from .wheel import ROOT, Built, Place, nobody

pytestmark = pytest.mark.soak
"""Building and installing takes half a minute: `make dist` and CI do it, not every run of the suite."""
LOOK = "import json, lpbe, sys; print(json.dumps([lpbe.__file__, sys.path]))"


PARTS = ("docs", "examples", "lpbe", "schemas", "tests", "tools")


def source_files(*below: str) -> set[str]:
    """Return the files of the checkout: those known to git, or without git all except compiled ones."""
    if (ROOT / ".git").exists():
        call = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--", *below]
        listed = subprocess.run(call, capture_output=True, text=True, check=True).stdout.split("\0")
        return {name for name in listed if name and (ROOT / name).exists()}
    found = [path for part in below or PARTS for path in (ROOT / part).rglob("*") if path.is_file()]
    return {str(path.relative_to(ROOT)) for path in found if "__pycache__" not in path.parts}


def test_the_wheel_has_every_file_of_the_package_and_nothing_else(built_wheel: Built) -> None:
    """Content is compiled; pages, styles, scripts, and files for repositories are there."""
    sources = source_files("lpbe")
    content = {name for name in sources if name.endswith(".toml") and re.search("/(content|texts)/", name)}
    compiled = {name for name in built_wheel.in_wheel() if "/compiled/" in name}
    kinds = {Path(name).suffix for name in built_wheel.in_wheel()}
    assert content and {".py", ".json", ".css", ".js", ".j2", ".yml", ".mo", ".typed", ""} <= kinds
    about = {name for name in built_wheel.in_wheel() if ".dist-info/" in name}
    assert built_wheel.in_wheel() - about - compiled == sources - content


def test_the_wheel_has_the_content_compiled_and_the_checkout_does_not(built_wheel: Built) -> None:
    hook = runpy.run_path(str(ROOT / "hatch_build.py"))
    compiled = dict(hook["compile_content"](ROOT))
    assert {name for name in built_wheel.in_wheel() if "/compiled/" in name} == compiled.keys()
    assert all(built_wheel.read(name) == data for name, data in compiled.items())
    assert not [name for name in source_files("lpbe") if name.endswith((".json", ".mo"))]


def test_the_wheel_names_what_it_holds(built_wheel: Built) -> None:
    about = {name for name in built_wheel.in_wheel() if ".dist-info/" in name}
    assert {name.rpartition("/")[2] for name in about} == {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "LICENSE"}


def test_the_sdist_has_all_that_readme_tests_and_tools_speak_of(built_wheel: Built) -> None:
    assert source_files() <= built_wheel.in_sdist()
    assert {
        "PKG-INFO",
        "pyproject.toml",
        "docs/architecture.md",
        "tests/conftest.py",
        ".ci/run",
    } <= built_wheel.in_sdist()


def test_the_installed_program_knows_nothing_of_the_checkout(place: Place, tmp_path: Path) -> None:
    env = nobody(XDG_CONFIG_HOME=str(tmp_path))
    seen = subprocess.run([place.python, "-c", LOOK], cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
    file, path = json.loads(seen.stdout)
    assert Path(file).is_relative_to(place.home)
    assert not [one for one in path if (tmp_path / one / "pyproject.toml").exists()]
    done = subprocess.run([place.bin / "lpbe", "--version"], cwd=tmp_path, env=env, capture_output=True, check=True)
    assert done.stdout.startswith(b"lpbe, version ") and not done.stderr


def verify_level(place: Place, game: Path, elsewhere: Path) -> int:
    """Return at which level a stranger finds it valid, with the installed command."""
    env = nobody(XDG_CONFIG_HOME=str(elsewhere), XDG_STATE_HOME=str(elsewhere))
    call = [place.bin / "lpbe", "verify", game, "--json"]
    done = subprocess.run(call, cwd=elsewhere, env=env, capture_output=True, text=True, check=False)
    return int(json.loads(done.stdout)["level"])


def test_a_game_is_played_by_mail(place: Place, program: Server, tmp_path: Path) -> None:
    """Through Maildirs, to the end."""
    Far.program = program
    post = Far.begin(tmp_path / "club", ByMaildir(tmp_path / "office"), "pebbles", "--set", "pebbles.rounds=1")
    post.seat_all()
    post.go_on(40)
    assert post.over and post.counts["in, filed"] == post.counts["written"]
    post.office.settle()
    assert [kind_of(mail) for seat in ADDRESSES for mail in post.collect(seat)].count("end") == len(ADDRESSES)
    assert verify_level(place, post.club.mars, tmp_path) == 2


def test_living_planet_begins_by_mail(place: Place, program: Server, tmp_path: Path) -> None:
    """Through files: everybody selects a card, and the Leader is asked what comes next."""
    Far.program = program
    post = Far.begin(tmp_path / "club", ByMbox(tmp_path / "office"), "living-planet")
    post.seat_all()
    window = post.club.game.state.window
    assert sorted(window.waiting) == sorted(ADDRESSES)
    post.go_on(1)
    assert post.club.game.state.window.number > window.number
    assert post.counts["in, filed"] == 7 and post.counts["out, ask"] >= 6
    assert verify_level(place, post.club.mars, tmp_path) == 0


def test_a_game_is_played_by_git(place: Place, program: Server, tmp_path: Path) -> None:
    """Clones of a bare repository, as in the example: started, sent, run, pushed."""
    with command_line(program) as lpbe:
        check_by_git(play_by_git(tmp_path, lpbe))
    assert verify_level(place, tmp_path / "play" / "stranger", tmp_path) == 2
