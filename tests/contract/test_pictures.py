"""Boards of every game that has one: what all may see has nothing private on it."""

from __future__ import annotations

import pytest

from lpbe.board import svg, text
from lpbe.games import GAMES, game_of
from lpbe.kernel.content import packs
from lpbe.kernel.play.rules import Roster

from .playouts import playout
from .trial import cases

DRAWN = [game for game in GAMES if game_of(game).picture]
STRIDE = 9


@pytest.mark.parametrize("game", DRAWN)
def test_what_everybody_sees_has_nothing_private_on_it(game: str) -> None:
    draw = game_of(game).picture
    assert draw
    case = next(case for case in cases() if case.game == game)
    for deed in playout(case, 0)[::STRIDE]:
        state = deed.table.state
        public = draw(state.seen_by(None), None)
        assert not public.private
        for seat in state[Roster].seats:
            own = draw(state.seen_by(seat), seat)
            assert own.private or own == public, seat


@pytest.mark.parametrize("game", DRAWN)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_board_can_be_drawn_in_every_language(game: str, lang: str) -> None:
    draw, words = game_of(game).picture, packs.words(game, lang)
    assert draw
    case = next(case for case in cases() if case.game == game)
    picture = draw(playout(case, 0)[-1].table.state.seen_by(None), None)
    assert all(len(line) <= 72 for line in text.draw(picture, words))
    assert svg.draw(picture, words).startswith("<svg")
