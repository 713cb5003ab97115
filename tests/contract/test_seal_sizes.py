"""Everything hidden fits into its seals, whatever happens in a game and whatever its players send."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from lpbe.games import GAMES, book_of, game_of
from lpbe.kernel.base.canonical import jcs
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.chain.commitments import Filing, Plans
from lpbe.kernel.chain.records import Inmost, View
from lpbe.kernel.chain.sealed_state import NEWS_BYTES, hidden_part, seal_sizes, write_components
from lpbe.kernel.content.custom_packs import MAX_ID_LENGTH, MAX_ROWS
from lpbe.kernel.crypto.keys import b64
from lpbe.kernel.crypto.seals import SLOTS
from lpbe.kernel.engine.capacity import (
    MAX_ANSWER_BYTES,
    MAX_DRAFT_BYTES,
    MAX_PLANS,
    policy_capacity,
    standing_orders_capacity,
)
from lpbe.kernel.engine.model import Component, Proof, Standing, Visibility, kebab
from lpbe.kernel.engine.rulebook import Rules

from ..size_limits import some
from .contract_config import Case, cases, config_of
from .playouts import playout

every_game = pytest.mark.parametrize("game", GAMES)
FILED = Filing("f" * 64, "standing", 9_999_999, 9_999_999, b64(bytes(32 * SLOTS)))
SIGNED = Plans("f" * 64, ("", 0, "", "", 0), [("f" * 64, "f" * 64)] * SLOTS)
SENT = Proof(63, "f" * 64, "f" * 64)


def long(size: int) -> dict[str, str]:
    """Return a value that takes this many bytes."""
    return {"x": "x" * (size - len(jcs({"x": ""})))}


def make_plans(size: int, count: int = MAX_PLANS) -> list[dict[str, Any]]:
    """Return this many plans that take this many bytes in all."""
    part = (size - 1 - count) // count
    return [{"order": long(part), "proof": Proof(slot)} for slot in range(count)]


def fullest_standing(rules: Rules) -> dict[str, dict[str, Any]]:
    """Return all that a seat says in advance, as long as it may be, case by case."""
    policy, capacity = policy_capacity(rules.book), standing_orders_capacity(rules.book)
    answer = {"order": long(MAX_ANSWER_BYTES), "proof": SENT}
    kept = {"order": long(MAX_ANSWER_BYTES), "proof": SIGNED.proof(3)}
    left = capacity - 100 - MAX_ANSWER_BYTES
    return {
        "an answer, policy and plans": {
            "answer": answer,
            "plan": make_plans(capacity - policy),
            "policy": long(policy),
        },
        "an answer and plans alone": {"answer": answer, "plan": make_plans(capacity - 2)},
        "a plan as an answer": {"answer": kept, "plan": make_plans(left), "policy": long(100)},
        "a draft beside an answer": {"answer": answer, "draft": [long(capacity - policy - 3)], "policy": long(policy)},
        "a draft": {
            "draft": [long(MAX_DRAFT_BYTES - 2)],
            "plan": make_plans(capacity - policy),
            "policy": long(policy),
        },
    }


def parts(components: Sequence[Component]) -> dict[str, Any]:
    return {kebab(type(part).__name__): part for part in components}


def bind_rules(game: str, pack: dict[str, Any] | None = None) -> Rules:
    return Rules(game_of(game), book_of(game, tuple(game_of(game).expansions), pack))


def number_of_seats(game: str) -> range:
    least, most = game_of(game).players
    return range(least, most + 1)


@every_game
def test_the_fullest_hidden_state_fits(game: str) -> None:
    rules = bind_rules(game)
    for seats in number_of_seats(game):
        fixed = seal_sizes(rules, seats)
        screen, box = config_of(game).fullest(rules.book, seats)
        for standing in fullest_standing(rules).values():
            view = View({**parts(screen), "standing": standing}, [], True, FILED)
            assert len(jcs(view)) + NEWS_BYTES < fixed.view
        assert len(jcs(Inmost(parts(box), "f" * 64))) < fixed.drawer


@every_game
def test_a_quarter_of_the_room_is_to_spare(game: str) -> None:
    rules = bind_rules(game)
    for seats in number_of_seats(game):
        screen, box = config_of(game).fullest(rules.book, seats)
        capacity = rules.game.capacity(rules.book, seats)
        assert len(jcs(parts(screen))) <= capacity[0] * 3 // 4 + 1
        assert len(jcs(parts(box))) <= capacity[1] * 3 // 4 + 1


@pytest.mark.parametrize("case", some(cases(), *cases()[::4]), ids=str)
def test_simulated_games_never_come_near(case: Case) -> None:
    """Screens without standing orders, and the hidden part, in every position."""
    rules = Rules(game_of(case.config.game), book_of(case.config.game, case.expansions))
    capacity = rules.game.capacity(rules.book, case.players)
    for transition in playout(case, 0):
        state = transition.table.state
        for seat in case.config.seats[: case.players]:
            screen = write_components(state, Visibility.PRIVATE, seat)
            screen.pop(kebab(Standing.__name__), None)
            assert len(jcs(screen)) <= capacity[0] * 3 // 4
        assert len(jcs(hidden_part(state))) <= capacity[1] * 3 // 4


drawn_games = pytest.mark.parametrize("game", [game for game in GAMES if config_of(game).rows])


def with_more(game: str, count: int) -> Rules:
    """Return rules with players' own content: many rows of what is drawn, with names as long as possible."""
    return bind_rules(
        game, {kind: {longest_id(kind, n): row for n in range(count)} for kind, row in config_of(game).rows.items()}
    )


def longest_id(kind: str, number: int) -> str:
    return f"{kind}{number:03}".ljust(MAX_ID_LENGTH, "x")[:MAX_ID_LENGTH]


@drawn_games
def test_a_pack_that_overflows_a_seal_is_refused(game: str) -> None:
    with pytest.raises(Malformed, match="can be sealed") as caught:
        seal_sizes(with_more(game, MAX_ROWS), 2)
    assert caught.value.code == "E_PACK"


@drawn_games
def test_a_pack_makes_seals_larger(game: str) -> None:
    more, usual = seal_sizes(with_more(game, 20), 2), seal_sizes(bind_rules(game), 2)
    assert more.view > usual.view and more.drawer > usual.drawer
