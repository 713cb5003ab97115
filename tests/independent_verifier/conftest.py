"""Both verifiers are asked in many tests."""

from __future__ import annotations

import pytest

from .answers import Ask, asker


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    """Return what `lpbe verify` says of a folder, and the code of its refusal."""
    return asker(capsys)
