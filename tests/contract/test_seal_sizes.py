"""What is hidden fits into its seals, whatever a game comes to and whatever its players send."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any
from zlib import compress

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
from lpbe.kernel.folder.folder import dump_game
from lpbe.kernel.folder.log import log_line
from lpbe.kernel.play.batches import fitting
from lpbe.kernel.play.rulebook import Rules
from lpbe.kernel.play.rules import Component, Drawer, Proof, Standing, kebab
from lpbe.kernel.play.standing import ANSWER_LIMIT, DRAFT_LIMIT, PLANS, policy_limit, said_limit

from ..kernel.party import Party
from ..sizes import sizes
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


ROWS: dict[str, dict[str, Any]] = {
    "pebbles": {"pebbles": {"colour": "grey", "value": 1}},
    "living-planet": {"market": {"resource": "oil", "step": 1}, "tiles": {"edges": "PPPPPP"}},
    "planet-2116": {"planet": {"kind": "rise"}, "human": {"kind": "resource"}},
}
"""Of games whose content is drawn and hidden, a row of it."""
drawn_games = pytest.mark.parametrize("game", ROWS)


def with_more(game: str, count: int) -> Rules:
    """Rules with content of the players' own: so many rows of what is drawn, with names as long as may be."""
    return bound(game, {kind: {named(kind, n): row for n in range(count)} for kind, row in ROWS[game].items()})


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


def test_plans_too_long_to_be_kept_leave_no_trace_in_the_view() -> None:
    """A standing letter has room for more than may be planned; what is left out of it must not fill the view."""
    party = Party().start()
    keep = {"order": "keep", "pebble": "p" * 24, "under": ["p" * 24] * 3}
    party.stand("red", {}, [keep, keep, keep, {"order": "bid", "coins": 3}])
    view = party.screen("red")
    assert len(jcs(view)) < 1400


@pytest.mark.parametrize("many", [1, 4])
def test_a_plan_filed_before_a_new_key_is_opened_as_it_was_signed(many: int) -> None:
    """The nonce is kept with the plan: a later key of the seat would give another one."""
    from lpbe.kernel.chain.openings import check_opening
    from tests import acts

    from ..kernel.party import person

    party = Party(seats=("red", "blue")).start()
    for seat in party.seats:
        party.give(seat, {"order": "bid", "coins": 0})
    party.stand("red", {}, [{"order": "shelter", "pebbles": []}] * (many - 1) + [{"order": "bid", "coins": 2}])
    new = person("another key of red")
    letter = acts.rekey_letter(party.game, "red", new, 0)
    party.send(party.sign("red", letter))
    party.people["red"] = new
    for seat in party.seats:
        party.give(seat, {"order": "end-turn"})
    party.give("blue", {"order": "bid", "coins": 0})
    letters = {game.last.head.order: game.last.order for game in party.steps if game.last.order}
    for game in party.steps:
        for opening in game.last.public.openings:
            check_opening(letters[opening.order], opening)
    assert any(opening.others for game in party.steps for opening in game.last.public.openings)


STRONG: dict[str, Any] = {
    "living-planet": {
        "cards": [3, 1, 4, 6, 2, 5, 5, 2, 6, 4, 1, 3],
        "double": ["iron", "oil", "vibranium", "mycelium", "electricity"],
        "remove": ["mycelium", "oil", "iron", "vibranium", "electricity"],
        "recover": [6, 5, 4, 3, 2, 1],
        "fate": {"A": "never", "B": 4, "C": "never"},
        "change": {"die": "yellow", "value": 6},
        "produce": {
            "ranking": ["vibranium", "iron", "oil", "mycelium", "electricity"],
            "skip_empty": False,
            "repair_first": True,
            "colony": "scientist",
        },
        "call": "always",
        "heal": "inside-first",
        "bury": "drawn",
        "trigger": {"ranking": ["H01", "H02", "H03", "H05", "H08", "H13"], "strike": "all", "unlisted": "last"},
        "damage": {"unwounded": "team", "wounded": "team", "motorized": "chip"},
        "protect": "always",
        "exhaust": ["iron", "vibranium", "oil"],
    }
}
"""A policy with a word on everything."""
TRADE = {
    "order": "trade-plan",
    "cards": ["oil:up:avoid", "iron:down", "any:+3:only", "any:up"],
    "deals": ["sell:oil:max:>=6", "sell:iron:2:>=5", "buy:vibranium:1:<=3"],
    "otherwise": "default",
}
AHEAD: list[dict[str, Any]] = [
    TRADE,
    {"order": "select-card", "card": 3},
    {"order": "arrange-dice", "dice": ["red", "blue", "green", "yellow"]},
    {"order": "recover-card", "card": 2},
]
"""Four plans: rules for a trade, the next card, the order of the dice, a card to take back."""
LATER: list[dict[str, Any]] = [
    {"order": "use-fate", "value": 4},
    {"order": "heal", "teams": ["R1", "R2"]},
    {"order": "build", "building": "oil_drill", "place": "H05.2", "value": 3, "team": "R1"},
    {"order": "heal", "teams": ["R3"]},
    {"order": "call-scientist"},
    {"order": "move", "steps": ["R1:H06", "R2:H05.1"]},
    {"order": "end-actions"},
    {"order": "keep-die"},
    {"order": "trigger", "hexes": ["H05", "H07"]},
]
"""All that one row can ask of a player, as one batch."""


def four_players() -> Party:
    return Party(seats=("red", "blue", "yellow", "green"), options={}, game_name="living-planet").start()


def test_what_players_say_in_advance_has_room_all_at_once() -> None:
    """A word on everything, four plans, and a whole row of actions as a draft."""
    party = four_players()
    party.stand("red", STRONG, AHEAD)
    said = party.screen("red")["standing"]
    assert said["policy"] == STRONG and [held["order"] for held in said["plan"]] == AHEAD
    own = party.rules.book.read_orders(LATER)
    assert fitting(own, DRAFT_LIMIT) == own


@sizes("seed", 3, 8)
def test_a_game_with_all_policies_and_plans_stays_small(seed: int) -> None:
    """28 KB a file as TOML and 30 as JSON, 2 KB a line of the log as a rule, and what git can make of both: 18 KB."""
    party = four_players()
    for seat in party.seats:
        party.stand(seat, STRONG, AHEAD)
    party.play_on(seed, until=lambda game: len(game.steps) > 120)
    lines, some = [log_line(game) for game in party.steps], party.steps[::8]
    assert max(len(dump_game(game, "game.toml")) for game in some) <= 28 * 1024
    assert max(len(dump_game(game, "game.json")) for game in some) <= 30 * 1024
    assert median(map(len, lines)) <= 2048
    packed = [len(compress(dump_game(game, "game.toml"))) + len(compress(log_line(game))) for game in some]
    assert max(packed) <= 18 * 1024
