"""Guides whose commands work unchanged: every `sh` block of a page, in order, in one folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[3] / "docs"
BLOCK = re.compile(r"(?m)^```sh\n(.*?)^```", re.S)
CODE = re.compile(r"--seat (\S+) .*--code (\S+)")
GUIDES = ("playing", "hosting", "trust")


class Reader:
    """Somebody who types the commands of a page in a home of their own."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.folder = home / "here"
        self.folder.mkdir()
        programs = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        self.env = {"HOME": str(home), "PATH": programs, "LANG": "C.UTF-8"}
        self.codes: dict[str, str] = {}

    def type(self, block: str) -> None:
        """Run a block; `CODE` stands for the last code that was printed, which a person would fill in."""
        for line in filter(None, block.replace("\\\n", " ").splitlines()):
            seat = re.search(r"--seat (\S+)", line)
            typed = line.replace("CODE", self.codes.get(seat[1] if seat else "", "CODE"))
            done = subprocess.run(
                ["bash", "-c", f"{typed}\npwd > ~/.folder"],
                cwd=self.folder,
                env=self.env,
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
            assert done.returncode == 0, f"{typed}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
            self.codes.update(CODE.findall(done.stdout))
            self.folder = Path((self.home / ".folder").read_text().strip())


@pytest.mark.parametrize("guide", GUIDES)
def test_the_commands_of_a_guide_run_as_they_stand(guide: str, tmp_path: Path) -> None:
    blocks = BLOCK.findall((DOCS / f"{guide}.md").read_text())
    assert blocks
    reader = Reader(tmp_path)
    for block in blocks:
        reader.type(block)
