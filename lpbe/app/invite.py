"""Invitations to the seats that are still free."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UnsetType

from ..kernel.chain.records import GameFile
from ..kernel.chain.seating import spec_of
from ..kernel.chain.step import Referee
from .language import localised


def invitations(game: GameFile, referee: Referee) -> dict[str, str]:
    """The codes of the seats that are still free."""
    if referee.secret is None:
        return {}
    free = [s.id for s in game.state.seats if isinstance(s.name, UnsetType)]
    return {seat: referee.secret.invitation(seat) for seat in free if spec_of(game.genesis, seat).invite}


def invitation_lines(codes: Mapping[str, str], game: str) -> list[str]:
    return [
        localised("for {seat}:  lpbe join {game} --seat {seat} --code {code}", seat=seat, game=game, code=code)
        for seat, code in codes.items()
    ]
