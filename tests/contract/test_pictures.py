"""Boards of every game that has one: the public board contains nothing private."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lpbe.board.model import HexMap, Picture, pieces_on
from lpbe.board.svg import svg_board
from lpbe.board.text import text_board
from lpbe.games import game_of
from lpbe.kernel.base.wrapping import columns
from lpbe.kernel.content import packs
from lpbe.kernel.engine.model import Roster

from .contract_config import Case, cases
from .playouts import playout

DRAWN = list(
    {
        (case.game, case.expansions): case for case in reversed(cases()) if game_of(case.game).presentation().picture
    }.values()
)
STRIDE = 9
drawn = pytest.mark.parametrize("case", DRAWN, ids=lambda case: "+".join((case.game, *case.expansions)))
"""Each game that has a board, with each set of expansions."""


@drawn
def test_what_everybody_sees_has_nothing_private_on_it(case: Case) -> None:
    draw = game_of(case.game).presentation().picture
    assert draw
    for transition in playout(case, 0)[::STRIDE]:
        state = transition.table.state
        public = draw(state.seen_by(None), None)
        assert not public.private
        for seat in state[Roster].seats:
            own = draw(state.seen_by(seat), seat)
            assert own.private or without_reader(own) == public, seat


def without_reader(picture: Picture) -> Picture:
    return replace(picture, reader="") if isinstance(picture, HexMap) else picture


@drawn
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_board_can_be_drawn_in_every_language(case: Case, lang: str) -> None:
    draw, words = game_of(case.game).presentation().picture, packs.words(case.game, lang)
    assert draw
    for transition in playout(case, 0)[:: 4 * STRIDE]:
        picture = draw(transition.table.state.seen_by(None), None)
        lines, document = text_board.draw(picture, words), svg_board.draw_board(picture, words)
        assert max(map(columns, lines)) <= 72
        text = " ".join(lines)
        if isinstance(picture, HexMap):
            pieces = [piece.name for hex in picture.hexes for piece in pieces_on(hex)]
            assert all(name in text and f'data-name="{name}"' in document for name in pieces)
