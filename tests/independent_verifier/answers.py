"""The answers of both verifiers about a folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from lpbe.cli.entry import run

from .verifier.verdict import FALSE, HOLDS, UNREADABLE, VERIFIED, judge

REFUSED = "refused"
ANSWERS = {0: VERIFIED, 3: HOLDS, 4: REFUSED, 6: REFUSED}
Ask = Callable[[Path], tuple[str, str]]


def asker(capsys: pytest.CaptureFixture[str]) -> Ask:
    """Return what `lpbe verify` says of a folder, and the code of its refusal."""

    def run_it(folder: Path) -> tuple[str, str]:
        capsys.readouterr()
        code = run(["verify", str(folder), "--json"])
        return ANSWERS[code], json.loads(capsys.readouterr().out or "{}").get("code", "")

    return run_it


def second(folder: Path) -> tuple[str, str]:
    """Return what the second verifier says."""
    verdict, why = judge(folder)
    return (REFUSED if verdict in (FALSE, UNREADABLE) else verdict), why
