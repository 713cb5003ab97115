"""Measure pages once everything is loaded: reports and boards of games of four, in their most expensive position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import process_time
from typing import Any

import bench_games as games

from lpbe.board.svg import svg_board
from lpbe.kernel.chain.player_view import open_state, open_view
from lpbe.kernel.chain.sealed_state import public_state
from lpbe.kernel.content import packs
from lpbe.report import public_report
from lpbe.report.content.seat_page import SeatContext, seat_page
from lpbe.report.render.text import render

EVERY = 12
"""Every how many steps a page is measured."""


PLAYED = {
    "": ("living-planet", ()),
    "expansions_": ("living-planet", ("arboria", "aquarius")),
    "planet2116_": ("planet-2116", ()),
}
"""What the figures of a game begin with."""


def measure(repeats: int) -> dict[str, float]:
    return {
        f"{prefix}{name}": value
        for prefix, played in PLAYED.items()
        for name, value in dearest(games.host(*played), repeats).items()
    }


def dearest(table: games.Host, repeats: int) -> dict[str, float]:
    """Measure each page in the position that takes longest."""
    deeds = [deed for deed in games.play_well(table, 1) if deed.after.game.state.window.kind == "play"][::EVERY]
    pages: dict[str, Callable[[Any, Any], object]] = {
        "report_ms": public,
        "seat_report_ms": own,
        "board_ms": board,
    }
    return {name: max(best(page, table, deed, repeats) for deed in deeds) for name, page in pages.items()}


def best(page: Callable[[Any, Any], object], table: games.Host, deed: games.Deed, repeats: int) -> float:
    """Return the shortest time in milliseconds: disturbances only make it longer."""

    def timed() -> float:
        before = process_time()
        page(table, deed)
        return 1000 * (process_time() - before)

    return min(timed() for _ in range(repeats))


def public(table: games.Host, deed: games.Deed) -> str:
    return public_report(table.rules, deed.after.game)


def own(table: games.Host, deed: games.Deed) -> str:
    """Return the page of a seat that is asked something, with everything it may do."""
    game = deed.after.game
    seat = game.state.window.waiting[0]
    view = open_view(game, seat, table.people[seat])
    sitting = SeatContext(seat, view, open_state(table.rules, game, seat, view))
    entries: Sequence[Any] = [game.last]
    return render(seat_page(table.rules, game, entries, sitting, "en"))


def board(table: games.Host, deed: games.Deed) -> str:
    picture = table.rules.game.presentation().picture
    assert picture
    state = public_state(table.rules.book, deed.after.game.state.table)
    return svg_board.draw_file(picture(state, None), packs.words(table.rules.game.name, "en"))
