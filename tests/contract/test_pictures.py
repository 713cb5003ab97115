"""Boards of every game that has one: what all may see has nothing private on it."""

from __future__ import annotations

import pytest

from lpbe.board import svg, text
from lpbe.board.picture import HexMap, pieces_on
from lpbe.games import game_of
from lpbe.kernel.base.width import columns
from lpbe.kernel.content import packs
from lpbe.kernel.play.rules import Roster

from .playouts import playout
from .trial import Case, cases

DRAWN = list({(case.game, case.expansions): case for case in reversed(cases()) if game_of(case.game).picture}.values())
STRIDE = 9
drawn = pytest.mark.parametrize("case", DRAWN, ids=lambda case: "+".join((case.game, *case.expansions)))
"""Each game that has a board, with each set of expansions."""


@drawn
def test_what_everybody_sees_has_nothing_private_on_it(case: Case) -> None:
    draw = game_of(case.game).picture
    assert draw
    for deed in playout(case, 0)[::STRIDE]:
        state = deed.table.state
        public = draw(state.seen_by(None), None)
        assert not public.private
        for seat in state[Roster].seats:
            own = draw(state.seen_by(seat), seat)
            assert own.private or own == public, seat


@drawn
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_board_can_be_drawn_in_every_language(case: Case, lang: str) -> None:
    draw, words = game_of(case.game).picture, packs.words(case.game, lang)
    assert draw
    for deed in playout(case, 0)[:: 4 * STRIDE]:
        picture = draw(deed.table.state.seen_by(None), None)
        lines, document = text.draw(picture, words), svg.draw(picture, words)
        assert max(map(columns, lines)) <= 72
        said = " ".join(lines)
        if isinstance(picture, HexMap):
            pieces = [piece.name for hex in picture.hexes for piece in pieces_on(hex)]
            assert all(name in said and f">{name}<" in document.replace("!<", "<") for name in pieces)
