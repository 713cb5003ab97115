"""Drawers read by the few steps and orders that lie there: the same as by all there are, and the same complaints."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import Any

import msgspec
import pytest

from lpbe.games import book_of
from lpbe.kernel.base.canon import Plain, data, jcs
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.chain.drawers import write_drawer
from lpbe.kernel.play.rulebook import LESSONS, Narrow, Rulebook
from lpbe.kernel.play.rules import Drawer, Held, Standing

from ..golden.games import replayed

BOOK = book_of("living-planet", ())
SELECT = {"order": "select-card", "card": 3}


def tables() -> list[Plain]:
    """Tables of a game, as its files have them, each with another step on top."""
    found = {jcs(data(party.game.state.table)) for party in islice(replayed("living-planet-two"), 12, 200)}
    return [msgspec.json.decode(text) for text in sorted(found)]


def by_all(book: Rulebook, drawer: Drawer, raw: Plain) -> Any:
    return msgspec.json.decode(jcs(raw), type=book.drawers[drawer])


def same(one: Any, other: Any) -> bool:
    return bool(msgspec.to_builtins(one) == msgspec.to_builtins(other)) and all(
        type(getattr(one, name)) is type(getattr(other, name)) for name in one.__struct_fields__
    )


def test_a_table_is_the_same_by_its_own_steps_as_by_all() -> None:
    raws = tables()
    assert len(raws) > 30
    long = Narrow(BOOK)
    for raw in raws:
        assert same(Narrow(BOOK).read(Drawer.TABLE, raw), by_all(BOOK, Drawer.TABLE, raw))
        assert same(long.read(Drawer.TABLE, raw), by_all(BOOK, Drawer.TABLE, raw))
    assert long.lessons <= LESSONS


def test_whoever_reads_much_learns_all_of_it() -> None:
    narrow = Narrow(BOOK)
    learned = list[int]()
    for name in BOOK.steps:
        with suppress(msgspec.ValidationError):
            narrow.read(Drawer.TABLE, {"agenda": {"steps": [{"step": name}]}})
        learned.append(narrow.lessons)
    assert learned[:3] == [1, 2, 3]
    assert max(learned) == LESSONS < len(learned)


def test_a_screen_with_orders_on_it_is_read() -> None:
    state = BOOK.blank(["red", "blue"], {})
    own = state[Standing, "red"]
    own.plan = [Held(order) for order in BOOK.read_orders([SELECT, SELECT])]
    raw = write_drawer(state, Drawer.SCREEN, "red")
    read: Any = Narrow(BOOK).read(Drawer.SCREEN, raw)
    assert read.standing.plan == own.plan


@pytest.mark.parametrize(
    "agenda",
    [
        {"steps": [{"step": "no-such-step"}]},
        {"steps": [{"step": "act", "seat": 7}]},
        {"steps": [{"step": 3}]},
        {"steps": "act"},
        {"steps": [{"step": "act", "seat": "red", "more": 1}]},
        [],
    ],
)
def test_what_does_not_fit_is_told_in_the_same_words(agenda: Any) -> None:
    with pytest.raises(msgspec.ValidationError) as wanted:
        by_all(BOOK, Drawer.TABLE, {"agenda": agenda})
    with pytest.raises(msgspec.ValidationError) as told:
        Narrow(BOOK).read(Drawer.TABLE, {"agenda": agenda})
    assert str(told.value) == str(wanted.value)


@pytest.mark.parametrize(
    "order", [{"order": "no-such"}, {**SELECT, "card": "x"}, {**SELECT, "more": 1}, {}, 3, {"order": []}]
)
def test_an_order_that_does_not_fit_is_told_with_its_place(order: Any) -> None:
    with pytest.raises(Malformed) as told:
        BOOK.read_orders([SELECT, order])
    with pytest.raises(Malformed) as wanted:
        BOOK.read_all_kinds([SELECT, order])
    assert str(told.value) == str(wanted.value)
    assert "[1]" in str(told.value)


def test_plans_are_orders_too() -> None:
    first, then = BOOK.read_orders([SELECT, {"order": "plan", "then": SELECT}])
    assert first == BOOK.read_orders([SELECT])[0] and msgspec.to_builtins(then)["then"] == SELECT
