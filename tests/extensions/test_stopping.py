"""Agreement to stop: all who still play must agree, and the rules say what that means."""

from __future__ import annotations

import pytest
from msgspec import json
from msgspec.structs import replace

from lpbe.games.pebbles.scoring import Score
from lpbe.kernel.base.errors import Malformed, Rejected
from lpbe.kernel.chain.sealed_state import read_components, write_components
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.events import Ended, Replaced, StopAgreed, Stopped, StopWithdrawn
from lpbe.kernel.engine.leaving import agree_to_stop, resign, withdraw_stop
from lpbe.kernel.engine.model import Module, Roster, Standing, Visibility
from lpbe.kernel.engine.table import Table, answers_wanted

from .frost import FROST
from .positions import BINDINGS, book, names, new_game
from .tide import TIDE

bindings = pytest.mark.parametrize("expansions", [b for b in BINDINGS if TIDE in b], ids=names)


def new_table(*expansions: Module) -> Table:
    return Table(new_game(1, *(expansions or (TIDE,))).state, Rng(bytes(32)))


def over(table: Table) -> bool:
    return not answers_wanted(table.state)


@bindings
def test_the_last_agreement_ends_the_game(expansions: tuple[Module, ...]) -> None:
    table = new_table(*expansions)
    for seat in ("red", "blue"):
        agree_to_stop(table, seat)
        assert table.events == [StopAgreed(seat)] and not over(table)
        table.clear()
    agree_to_stop(table, "green")
    end = Ended({}, ("red", "blue", "green"), "agreed")
    assert table.events == [StopAgreed("green"), end, Stopped(0, ())]
    assert over(table)
    with pytest.raises(Rejected, match="over"):
        agree_to_stop(table, "green")


def test_who_has_left_need_not_agree() -> None:
    table = new_table()
    resign(table, "blue")
    agree_to_stop(table, "red")
    with pytest.raises(Rejected, match="has already left"):
        agree_to_stop(table, "blue")
    agree_to_stop(table, "green")
    assert Ended({}, ("red", "green"), "agreed") in table.events


def test_the_only_one_against_it_may_leave() -> None:
    table = new_table()
    agree_to_stop(table, "red")
    agree_to_stop(table, "green")
    assert not over(table)
    resign(table, "blue")
    assert Ended({}, ("red", "green"), "agreed") in table.events


def test_leaving_is_no_agreement() -> None:
    table = new_table()
    for seat in ("red", "blue", "green"):
        resign(table, seat)
    assert not [event for event in table.events if isinstance(event, Ended) and event.why]


def test_an_agreement_can_be_withdrawn() -> None:
    table = new_table()
    agree_to_stop(table, "red")
    with pytest.raises(Rejected, match="already"):
        agree_to_stop(table, "red")
    withdraw_stop(table, "red")
    assert table.events == [StopAgreed("red"), StopWithdrawn("red")]
    with pytest.raises(Rejected, match="has not agreed"):
        withdraw_stop(table, "red")
    agree_to_stop(table, "blue")
    agree_to_stop(table, "green")
    assert not over(table)


def test_who_sits_down_anew_is_asked_again() -> None:
    table = new_table()
    agree_to_stop(table, "red")
    table.emit(Replaced("red"))
    agree_to_stop(table, "blue")
    agree_to_stop(table, "green")
    assert not over(table)
    agree_to_stop(table, "red")
    assert over(table)


def test_the_rules_may_count_points_first() -> None:
    counting = replace(TIDE, stop=lambda table, seats: table.then(Score()))
    table = new_table(counting)
    for seat in ("red", "blue", "green"):
        agree_to_stop(table, seat)
    end = next(event for event in table.events if isinstance(event, Ended))
    assert end.scores.keys() == {"red", "blue", "green"} and over(table)


def test_to_agree_answers_nothing() -> None:
    table = new_table()
    table.state[Standing, "red"].policy = {"pebbles": {"bid": 1}}
    agree_to_stop(table, "blue")
    assert table.events == [StopAgreed("blue")]


def test_a_game_without_such_a_rule_cannot_be_stopped() -> None:
    table = new_table(FROST)
    with pytest.raises(Rejected, match="cannot be stopped") as refused:
        agree_to_stop(table, "red")
    assert refused.value.code == "E_ORDER_KIND"


def test_only_one_module_says_what_it_means() -> None:
    with pytest.raises(Malformed, match="tide and frost both define what stopping the game means"):
        book(TIDE, replace(FROST, stop=TIDE.stop))


def test_it_is_kept_on_the_table_and_only_then() -> None:
    table = new_table()
    assert b"stopping" not in json.encode(write_components(table.state, Visibility.PUBLIC))
    agree_to_stop(table, "red")
    kept = json.decode(json.encode(write_components(table.state, Visibility.PUBLIC)))
    again = table.state.copy()
    again[Roster].stopping = []
    read_components(table.book, again, Visibility.PUBLIC, kept)
    assert again[Roster].stopping == ["red"]
