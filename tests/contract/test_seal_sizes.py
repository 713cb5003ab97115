"""What is hidden fits into its seals, whatever a game comes to and whatever its players send."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from lpbe.games import GAMES, book_of, game_of
from lpbe.kernel.base.canon import jcs
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.chain.drawers import write_box, write_drawer
from lpbe.kernel.chain.openings import Filing, Plans
from lpbe.kernel.chain.records import Inmost, View
from lpbe.kernel.chain.sizing import NEWS, sizes_of
from lpbe.kernel.content.own import ID_LENGTH, MOST_ROWS
from lpbe.kernel.crypto.keys import b64
from lpbe.kernel.crypto.seals import SLOTS
from lpbe.kernel.play.rulebook import Rules
from lpbe.kernel.play.rules import Component, Drawer, Proof, Standing, kebab
from lpbe.kernel.play.standing import ANSWER_LIMIT, DRAFT_LIMIT, PLANS, policy_limit, said_limit

from .playouts import playout
from .trial import Case, cases, trial

every_game = pytest.mark.parametrize("game", GAMES)
FILED = Filing("f" * 64, "standing", 9_999_999, 9_999_999, b64(bytes(32 * SLOTS)))
SIGNED = Plans("f" * 64, ("", 0, "", "", 0), [("f" * 64, "f" * 64)] * SLOTS)
SENT = Proof(63, "f" * 64, "f" * 64)


def long(size: int) -> dict[str, str]:
    """A value that takes so many bytes."""
    return {"x": "x" * (size - len(jcs({"x": ""})))}


def planned(size: int, count: int = PLANS) -> list[dict[str, Any]]:
    """So many plans of so many bytes in all, as a list has them."""
    part = (size - 1 - count) // count
    return [{"order": long(part), "proof": Proof(slot)} for slot in range(count)]


def fullest_standing(rules: Rules) -> dict[str, dict[str, Any]]:
    """All that a seat says in advance, as long as it may be, case by case."""
    policy, said = policy_limit(rules.book), said_limit(rules.book)
    answer = {"order": long(ANSWER_LIMIT), "proof": SENT}
    kept = {"order": long(ANSWER_LIMIT), "proof": SIGNED.proof(3)}
    left = said - 100 - ANSWER_LIMIT
    return {
        "an answer, policy and plans": {"answer": answer, "plan": planned(said - policy), "policy": long(policy)},
        "an answer and plans alone": {"answer": answer, "plan": planned(said - 2)},
        "a plan as an answer": {"answer": kept, "plan": planned(left), "policy": long(100)},
        "a draft beside an answer": {"answer": answer, "draft": [long(said - policy - 3)], "policy": long(policy)},
        "a draft": {"draft": [long(DRAFT_LIMIT - 2)], "plan": planned(said - policy), "policy": long(policy)},
    }


def parts(components: Sequence[Component]) -> dict[str, Any]:
    return {kebab(type(part).__name__): part for part in components}


def bound(game: str, pack: dict[str, Any] | None = None) -> Rules:
    return Rules(game_of(game), book_of(game, tuple(game_of(game).expansions), pack))


def number_of_seats(game: str) -> range:
    least, most = game_of(game).players
    return range(least, most + 1)


@every_game
def test_the_fullest_hidden_state_fits(game: str) -> None:
    rules = bound(game)
    for seats in number_of_seats(game):
        fixed = sizes_of(rules, seats)
        screen, box = trial(game).fullest(rules.book, seats)
        for said in fullest_standing(rules).values():
            view = View({**parts(screen), "standing": said}, [], True, FILED)
            assert len(jcs(view)) + NEWS < fixed.view
        assert len(jcs(Inmost(parts(box), "f" * 64))) < fixed.drawer


@every_game
def test_a_quarter_of_the_room_is_to_spare(game: str) -> None:
    rules = bound(game)
    for seats in number_of_seats(game):
        screen, box = trial(game).fullest(rules.book, seats)
        room = rules.game.room(rules.book, seats)
        assert len(jcs(parts(screen))) <= room[0] * 3 // 4 + 1
        assert len(jcs(parts(box))) <= room[1] * 3 // 4 + 1


@pytest.mark.parametrize("case", cases(), ids=str)
def test_simulated_games_never_come_near(case: Case) -> None:
    """Screens without what players say in advance, and the box, of every position."""
    rules = Rules(game_of(case.trial.game), book_of(case.trial.game, case.expansions))
    room = rules.game.room(rules.book, case.players)
    for deed in playout(case, 0):
        state = deed.table.state
        for seat in case.trial.seats[: case.players]:
            screen = write_drawer(state, Drawer.SCREEN, seat)
            screen.pop(kebab(Standing.__name__), None)
            assert len(jcs(screen)) <= room[0] * 3 // 4
        assert len(jcs(write_box(state))) <= room[1] * 3 // 4


drawn_games = pytest.mark.parametrize("game", [game for game in GAMES if trial(game).rows])


def with_more(game: str, count: int) -> Rules:
    """Rules with content of the players' own: so many rows of what is drawn, with names as long as may be."""
    return bound(game, {kind: {named(kind, n): row for n in range(count)} for kind, row in trial(game).rows.items()})


def named(kind: str, number: int) -> str:
    return f"{kind}{number:03}".ljust(ID_LENGTH, "x")[:ID_LENGTH]


@drawn_games
def test_a_pack_that_overflows_a_seal_is_refused(game: str) -> None:
    with pytest.raises(Malformed, match="can be sealed") as caught:
        sizes_of(with_more(game, MOST_ROWS), 2)
    assert caught.value.code == "E_PACK"


@drawn_games
def test_a_pack_makes_seals_larger(game: str) -> None:
    more, usual = sizes_of(with_more(game, 20), 2), sizes_of(bound(game), 2)
    assert more.view > usual.view and more.drawer > usual.drawer
