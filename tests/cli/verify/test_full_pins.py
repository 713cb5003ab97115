"""A pin that is full of what its key has signed can still be read."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from lpbe.app.session.open_game import open_game
from lpbe.app.session.pin_file import MAX_SIGNED, SignedOrder, SignedStep, read_pin, write_pin
from lpbe.kernel.crypto.keys import b64

from ..conftest import start_game
from ..world.club import PEOPLE, identity, surroundings


def test_a_full_pin_can_be_read(tmp_path: Path) -> None:
    club = start_game(tmp_path / "a")
    club.order("red", "bid coins=1")
    who = PEOPLE["red"]
    sign = b64(identity(who).sign_public)
    with surroundings(club.environment(who), b""):
        game = open_game(str(club.mars)).game.state.game
        pin = read_pin(sign, game)
        assert pin
        orders = [SignedOrder("planet-human-1", 10**6 + n, 99, "ab" * 32) for n in range(MAX_SIGNED)]
        steps = [SignedStep(10**6 + n, "cd" * 32) for n in range(MAX_SIGNED)]
        full = replace(pin, signed=orders, aside=steps)
        write_pin(sign, full)
        assert read_pin(sign, game) == full
