"""What holds in every position of every game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
from msgspec import UNSET

from lpbe.games.pebbles.dig import Keep
from lpbe.games.pebbles.moss import Moss
from lpbe.games.pebbles.state import Bag, Hand, Path, Purse, Supply
from lpbe.games.pebbles.turn import Dig, EndTurn, Lay, Sold, Turn
from lpbe.kernel.base.errors import Refused
from lpbe.kernel.chain.drawers import read_drawer, write_drawer
from lpbe.kernel.play import standing
from lpbe.kernel.play.events import KERNEL_EVENTS, Drafted, Lapsed, Private, Replaced, StopAgreed, StopWithdrawn
from lpbe.kernel.play.rules import Drawer, Held, Roster, Seat, Standing, State
from lpbe.kernel.play.table import Table, answers_wanted, play_batch, submit

from .playouts import EXPANSIONS, legal, playouts, root

PEBBLE = re.compile(r'"([pm]\d\d)"')
games = pytest.mark.parametrize(
    ("expansions", "seats"), [(chosen, seats) for chosen in EXPANSIONS for seats in (2, 3, 4)], ids=str
)


def readers(state: State) -> list[Seat | None]:
    return [None, *state[Roster].seats]


def in_sight(state: State, reader: Seat | None) -> set[str]:
    """The pebbles a reader may know."""
    own = state.open(Hand, reader) if reader else None
    return {*state[Path].laid, *(own.pebbles + own.drawn if own else [])}


def mentioned(value: object) -> set[str]:
    return set(PEBBLE.findall(msgspec.json.encode(value).decode()))


@games
def test_the_events_make_the_state(expansions: tuple[str, ...], seats: int) -> None:
    for before, table, _ in playouts(expansions, seats):
        folded = before.copy()
        for event in table.events:
            event.apply(folded)
        assert folded == table.state


@games
def test_the_redacted_events_make_each_readers_view(expansions: tuple[str, ...], seats: int) -> None:
    for before, table, _ in playouts(expansions, seats):
        for reader in readers(before):
            view = before.copy().seen_by(reader)
            for event in table.events:
                if seen := event.seen_by(reader):
                    seen.apply(view)
            assert view == table.state.seen_by(reader)


@games
def test_nobody_is_told_of_pebbles_out_of_sight(expansions: tuple[str, ...], seats: int) -> None:
    for before, table, _ in playouts(expansions, seats):
        state = before.copy()
        known = {reader: in_sight(state, reader) for reader in readers(state)}
        for event in table.events:
            event.apply(state)
            for reader, pebbles in known.items():
                pebbles |= in_sight(state, reader)
                if isinstance(event, Sold):
                    pebbles.add(event.pebble)  # goes from the hand under the bag while all look on
                if not isinstance(event, Private) or event.seat != reader:
                    assert mentioned(event.seen_by(reader)) <= pebbles


@games
def test_no_view_holds_what_lies_behind_another_screen(expansions: tuple[str, ...], seats: int) -> None:
    for _, table, _ in playouts(expansions, seats):
        for reader in readers(table.state):
            view = table.state.seen_by(reader)
            kinds = [Path, Hand, *([Moss] if expansions else [])]
            parts = [part for part in view.values() if type(part) in kinds]
            assert mentioned(parts) | set(table.state[Path].laid) == in_sight(table.state, reader)
            assert {key[1] for key in view if isinstance(key, tuple)} == ({reader} if reader else set())


@games
def test_events_and_drawers_survive_their_files(expansions: tuple[str, ...], seats: int) -> None:
    for _, table, _ in playouts(expansions, seats, 3):
        book, again = table.book, table.state.copy()
        raw = msgspec.json.decode(msgspec.json.encode(table.events))
        assert book.read_events(raw) == table.events
        for drawer, seat in [
            (Drawer.TABLE, None),
            (Drawer.BOX, None),
            *((Drawer.SCREEN, s) for s in again[Roster].seats),
        ]:
            part = msgspec.json.decode(msgspec.json.encode(write_drawer(table.state, drawer, seat)))
            read_drawer(book, again, drawer, part, seat)
        assert again == table.state


@games
def test_pebbles_and_coins_are_neither_made_nor_lost(expansions: tuple[str, ...], seats: int) -> None:
    for _, table, _ in playouts(expansions, seats):
        assert table.book.broken_laws(table.state) == []


def test_a_law_that_is_broken_is_told() -> None:
    table = playouts(("moss",), 2).__next__().table
    spoilt = table.state.copy()
    spoilt[Supply].coins += 1
    spoilt[Supply].bag -= 1
    spoilt[Bag].pebbles[0] = spoilt[Bag].pebbles[1]
    spoilt[Purse, "red"].coins = -1
    spoilt[Moss].grown = ["p01"]
    spoilt[Path].laid, spoilt[Path].row = {}, []
    told = table.book.broken_laws(spoilt)
    assert [line.partition(":")[0] for line in told] == ["pebbles"] * 4 + ["moss"]


@games
def test_a_copy_shares_nothing_that_changes(expansions: tuple[str, ...], seats: int) -> None:
    for before, _, _ in playouts(expansions, seats, 3):
        for seat in answers_wanted(before) if before[Supply].bag else ():
            untouched = msgspec.json.encode([*before.values()])
            for order in legal(before, seat):
                play_batch(before, root(1), seat, order)
            assert msgspec.json.encode([*before.values()]) == untouched


@games
def test_whoever_is_asked_can_answer(expansions: tuple[str, ...], seats: int) -> None:
    for _, table, _ in playouts(expansions, seats, 4):
        for seat, question in answers_wanted(table.state).items():
            orders = legal(table.state, seat)
            assert orders
            assert orders == list(standing.legal(table.state.seen_by(seat), question, seat))
            assert standing.default(table.state, question, seat) in orders
            for order in orders:
                play_batch(table.state, root(1), seat, order)


def waited_for(state: State) -> list[Seat]:
    """Those whose answer can only come from themselves."""
    own = {seat: state[Standing, seat] for seat in answers_wanted(state)}
    return [seat for seat, said in own.items() if said.answer is UNSET and not said.plan and not said.policy]


def test_a_window_ends_the_same_whichever_answer_comes_first() -> None:
    closed: Counter[str] = Counter()
    for _, table, _ in (deed for chosen in EXPANSIONS for seats in (2, 3, 4) for deed in playouts(chosen, seats)):
        seats = waited_for(table.state)
        if len(seats) > 1:
            answers = {seat: legal(table.state, seat)[-1] for seat in seats}
            ends = [Table(table.state.copy(), root(1)) for _ in range(2)]
            for end, arrival in zip(ends, (seats, seats[::-1]), strict=True):
                for seat in arrival:
                    submit(end, seat, [Held(answers[seat])])
            assert ends[0].state == ends[1].state
            closed[type(answers_wanted(table.state)[seats[0]]).__name__] += 1
    assert closed.keys() == {"Bid", "Shelter"}


def fresh_turns(expansions: tuple[str, ...], seats: int) -> Iterator[tuple[State, Seat]]:
    for before, _, _ in playouts(expansions, seats):
        for seat, question in answers_wanted(before).items():
            if question == Turn(seat) and not before[Standing, seat].plan:
                yield before, seat


@games
def test_a_batch_that_is_illegal_anywhere_changes_nothing(expansions: tuple[str, ...], seats: int) -> None:
    for state, seat in fresh_turns(expansions, seats):
        untouched = state.copy()
        for pebble in state[Hand, seat].pebbles:
            with pytest.raises(Refused) as refused:
                play_batch(state, root(1), seat, Lay(pebble), Lay(pebble))
            assert refused.value.clause == "PEB-TURN-02"
        assert state == untouched


@games
def test_a_dig_cuts_the_batch(expansions: tuple[str, ...], seats: int) -> None:
    for state, seat in fresh_turns(expansions, seats):
        if state[Supply].bag:
            table = play_batch(state, root(1), seat, Dig(), Keep("p01"), EndTurn())
            assert Drafted(seat, (Keep("p01"), EndTurn())) in table.events
            assert table.state[Standing, seat].draft == [Keep("p01"), EndTurn()]


def test_everything_that_can_happen_does() -> None:
    done = [deed for seats in (2, 3, 4) for deed in playouts(("moss",), seats)]
    book = done[0].before.book
    assert {type(deed.order) for deed in done if deed.order} == set(book.orders.values())
    everything = {*KERNEL_EVENTS, *(event for module in book.modules for event in module.events)}
    happened = {type(event) for deed in done for event in deed.table.events}
    # answers do not compete here, nobody takes over, and all play to the end
    assert everything - happened == {Lapsed, Replaced, StopAgreed, StopWithdrawn}
