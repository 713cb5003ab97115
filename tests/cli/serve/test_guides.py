"""The commands of the guides about the web run as they stand."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from lpbe.cli.commands.serve import serve_command

from ..world.club import Club

ROOT = Path(__file__).parents[3]
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
INSTALLING = "pip install 'lpbe[serve]'"


def commands(page: str, heading: str) -> list[str]:
    """The lines of the blocks of a page from one heading to the next of its level."""
    text = (ROOT / "docs" / page).read_text().partition(f"\n{heading}\n")[2]
    text = re.split(r"^## ", text, maxsplit=1, flags=re.MULTILINE)[0]
    return [line for block in BLOCK.findall(text) for line in block.splitlines()]


@pytest.mark.parametrize(("page", "heading"), [("web.md", "## A server")])
def test_the_commands_of_a_guide_run_as_they_stand(tmp_path: Path, page: str, heading: str) -> None:
    club = Club.begin(tmp_path / "club")
    (club.root / "games").mkdir()
    club.mars.rename(club.root / "games" / "mars")
    lines = commands(page, heading)
    assert INSTALLING in lines and "lpbe serve games" in lines
    if any(line.startswith("lpbe new games/mars") for line in lines):
        (club.root / "games" / "mars").rename(tmp_path / "elsewhere")
    for line in lines:
        words = shlex.split(line)
        if line == INSTALLING:
            continue
        if words[1] == "serve":
            assert serve_command.make_context("serve", words[2:]).params["games"] == ("games",)
            continue
        answer = club.lpbe("ana", *words[1:])
        assert answer.status == 0, (line, answer)


def test_a_container_serves_what_the_readme_says() -> None:
    """Its command is one that the program takes; the image itself is built where there is podman."""
    text = (ROOT / "examples" / "hosting" / "Containerfile.serve").read_text()
    entry = re.search(r"^ENTRYPOINT \[(.*)\]$", text, re.MULTILINE)
    assert entry
    words = [word.strip().strip('"') for word in entry[1].split(",")]
    assert words[:2] == ["lpbe", "serve"]
    chosen = serve_command.make_context("serve", [*words[2:], "--base-url", "https://games.example.org/"]).params
    assert chosen["games"] == ("games",) and chosen["host"] == "0.0.0.0" and chosen["client"] == "/opt/lpbe/web"
    readme = (ROOT / "examples" / "hosting" / "README.md").read_text()
    assert f"--publish 127.0.0.1:{chosen['port']}:{chosen['port']}" in readme and "lpbe[serve]" not in readme
