"""The layer of reports: above the kernel and the boards, below games and commands."""

from __future__ import annotations

import subprocess
import sys

from ..graph import files_importing


def test_reports_know_no_game_no_bot_and_no_command_line() -> None:
    outside = files_importing("lpbe.games", "lpbe.bots", "lpbe.cli", "click")
    assert [name for name in outside if name.startswith("report/")] == []


def test_neither_kernel_nor_games_know_reports() -> None:
    assert [
        name for name in files_importing("lpbe.report") if name.startswith(("kernel/", "games/", "board/", "bots/"))
    ] == []


def test_a_public_report_of_a_game_without_a_board_loads_little() -> None:
    code = """
import sys
from lpbe.cli.entry import run
import lpbe.report
ours = [f"lpbe.{name}" for name in ("report.content.panels", "report.content.result", "report.render.html", "board")]
unwanted = ("jinja2", "markupsafe", *ours)
print(sorted(name for name in sys.modules if name in unwanted))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
