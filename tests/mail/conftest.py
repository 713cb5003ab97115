"""A game by mail that has started, and the post office for its e-mails."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from .post import Office, Post, office

JANUARY = datetime(2026, 1, 1, 8)
TERMS = ("--set", "pebbles.rounds=1", "--pace", "2d", "--grace", "1d")


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    with office(tmp_path_factory.mktemp("office")) as made:
        yield made


@pytest.fixture(scope="session")
def bidding(tmp_path_factory: pytest.TempPathFactory, place: Office) -> Post:
    made = Post.begin(tmp_path_factory.mktemp("post") / "club", place, "pebbles", *TERMS, time=JANUARY)
    made.seat_all()
    return made


@pytest.fixture
def post(bidding: Post, tmp_path: Path) -> Post:
    """Return a game where everybody has been asked for a bid."""
    return bidding.copy(tmp_path / "club")
