"""Parts of a state read with the types that occur: same result and same complaints as with all types."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import Any

import msgspec
import pytest

from lpbe.games import book_of
from lpbe.kernel.base.canonical import Plain, jcs, to_plain
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.chain.sealed_state import write_components
from lpbe.kernel.engine.model import Held, Standing, Visibility
from lpbe.kernel.engine.rulebook import Rulebook
from lpbe.kernel.engine.state_types import MAX_PARTIAL_TYPES, StateReader

from ...golden.games import replay

BOOK = book_of("living-planet", ())
SELECT = {"order": "select-card", "card": 3}


def tables() -> list[Plain]:
    """Tables of a game, as its files have them, each with another step on top."""
    found = {jcs(to_plain(party.game.state.table)) for party in islice(replay("living-planet-two"), 12, 200)}
    return [msgspec.json.decode(text) for text in sorted(found)]


def by_all(book: Rulebook, visibility: Visibility, raw: Plain) -> Any:
    return msgspec.json.decode(jcs(raw), type=book.state_types[visibility])


def same(one: Any, other: Any) -> bool:
    return bool(msgspec.to_builtins(one) == msgspec.to_builtins(other)) and all(
        type(getattr(one, name)) is type(getattr(other, name)) for name in one.__struct_fields__
    )


def test_a_table_is_the_same_by_its_own_steps_as_by_all() -> None:
    raws = tables()
    assert len(raws) > 30
    long = StateReader(BOOK)
    for raw in raws:
        assert same(StateReader(BOOK).read(Visibility.PUBLIC, raw), by_all(BOOK, Visibility.PUBLIC, raw))
        assert same(long.read(Visibility.PUBLIC, raw), by_all(BOOK, Visibility.PUBLIC, raw))
    assert long.partial_types <= MAX_PARTIAL_TYPES


def test_whoever_reads_much_learns_all_of_it() -> None:
    reader = StateReader(BOOK)
    learned = list[int]()
    for name in BOOK.steps:
        with suppress(msgspec.ValidationError):
            reader.read(Visibility.PUBLIC, {"agenda": {"steps": [{"step": name}]}})
        learned.append(reader.partial_types)
    assert learned[:3] == [1, 2, 3]
    assert max(learned) == MAX_PARTIAL_TYPES < len(learned)


def test_a_screen_with_orders_on_it_is_read() -> None:
    state = BOOK.blank(["red", "blue"], {})
    own = state[Standing, "red"]
    own.plan = [Held(order) for order in BOOK.read_orders([SELECT, SELECT])]
    raw = write_components(state, Visibility.PRIVATE, "red")
    read: Any = StateReader(BOOK).read(Visibility.PRIVATE, raw)
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
        by_all(BOOK, Visibility.PUBLIC, {"agenda": agenda})
    with pytest.raises(msgspec.ValidationError) as answer:
        StateReader(BOOK).read(Visibility.PUBLIC, {"agenda": agenda})
    assert str(answer.value) == str(wanted.value)


@pytest.mark.parametrize(
    "order", [{"order": "no-such"}, {**SELECT, "card": "x"}, {**SELECT, "more": 1}, {}, 3, {"order": []}]
)
def test_an_order_that_does_not_fit_is_told_with_its_place(order: Any) -> None:
    with pytest.raises(Malformed) as answer:
        BOOK.read_orders([SELECT, order])
    with pytest.raises(Malformed) as wanted:
        BOOK.read_all_kinds([SELECT, order])
    assert str(answer.value) == str(wanted.value)
    assert "order 2 " in str(answer.value) or "no order 'no-such'" in str(answer.value)


def test_plans_are_orders_too() -> None:
    first, then = BOOK.read_orders([SELECT, {"order": "plan", "then": SELECT}])
    assert first == BOOK.read_orders([SELECT])[0] and msgspec.to_builtins(then)["then"] == SELECT
