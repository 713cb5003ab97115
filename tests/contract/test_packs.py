"""Players' own content with rows left out: refused with a sentence, or a playable game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from lpbe.app.creating.new_game import rehearse
from lpbe.bots.arena import play
from lpbe.games import GAMES, book_of, game_of
from lpbe.kernel.base.errors import Malformed, Rejected
from lpbe.kernel.chain.genesis import Genesis, SeatSpec
from lpbe.kernel.content import packs
from lpbe.kernel.engine.model import Module
from lpbe.kernel.engine.rulebook import Rulebook, Rules
from lpbe.kernel.engine.table import Table, answers_wanted, start

from ..size_limits import every
from .contract_config import config_of, root

UNJUDGED = Module("nothing").audit
"""About games that leave the judgement of packs to the rehearsal of a new game."""
every_game = pytest.mark.parametrize("game", [game for game in GAMES if any(packs.rows(game).values())])
"""Every game that has rows: the others have nothing to leave out."""


def cuts(game: str) -> Iterator[dict[str, list[str]]]:
    """Yield every kind of row without one row, without all, and cut short from either end."""
    kinds: dict[str, list[str]] = {}
    for lines in packs.rows(game).values():
        for kind, rows in lines.items():
            kinds.setdefault(kind, []).extend(rows)
    for kind, ids in kinds.items():
        yield from ({kind: [one]} for one in ids)
        yield from ({kind: ids[:count]} for count in range(2, len(ids) + 1))
        yield from ({kind: ids[count:]} for count in range(1, len(ids) - 1))


def books(game: str, every: int) -> Iterator[Rulebook]:
    for cut in list(cuts(game))[::every]:
        try:
            yield book_of(game, list(game_of(game).expansions), {"drop": cut})
        except Malformed as fault:
            assert fault.code == "E_SCHEMA" and fault.message.startswith("content pack: ")


@every(7, 1)
@every_game
def test_a_pack_with_rows_left_out_is_refused_or_begins_for_every_number_of_players(game: str, every: int) -> None:
    known, begun = game_of(game), 0
    for book in books(game, every):
        for players in range(known.players[0], known.players[1] + 1):
            for options in config_of(game).options:
                table = Table(book.blank(known.seats[:players], {game: options}), root(0))
                try:
                    start(table)
                except Rejected as fault:
                    assert fault.message
                else:
                    assert answers_wanted(table.state)
                    begun += 1
    assert begun > 20 / every


@every(25, 1)
@every_game
def test_and_is_played_to_its_end(game: str, every: int) -> None:
    known = game_of(game)
    for number, book in enumerate(books(game, every)):
        seats = known.seats[: known.players[0] + number % (known.players[1] - known.players[0] + 1)]
        if known.base.audit is not UNJUDGED or plays(Rules(known, book), seats):
            match = play(known, book, {}, dict.fromkeys(seats, "bot:random"), bytes(32))
            assert match.result


def plays(rules: Rules, seats: Sequence[str]) -> bool:
    """Return whether a new game would start with it: what fails in a rehearsal is refused."""
    specs = [SeatSpec(seat) for seat in seats]
    terms = (rules.game.name, 1, "00" * 32, [], {}, specs, "open", 2, "00" * 32, "en")
    try:
        rehearse(Genesis(2, *terms, seed="00" * 32), rules, {"drop": {}})
    except Malformed as fault:
        assert fault.message.startswith("content pack: a game with this pack fails")
        return False
    return True
