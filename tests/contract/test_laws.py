"""What holds in every position of every game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import msgspec
import pytest
from msgspec import UNSET

from lpbe.games import GAMES
from lpbe.kernel.base.canon import data, jcs
from lpbe.kernel.chain.drawers import read_drawer, screen_of, table_part, whole_state, write_box, write_drawer
from lpbe.kernel.chain.kinds import read_record
from lpbe.kernel.chain.records import Hidden, Inmost, View
from lpbe.kernel.disk import files
from lpbe.kernel.play import standing
from lpbe.kernel.play.events import (
    KERNEL_EVENTS,
    DraftDropped,
    Ended,
    Lapsed,
    Private,
    Replaced,
    StopAgreed,
    StopWithdrawn,
    Unfit,
)
from lpbe.kernel.play.rules import Drawer, Event, Held, Question, Roster, Seat, Standing, State
from lpbe.kernel.play.table import Table, answers_wanted, play_batch, submit

from ..sizes import part
from .playouts import Deed, acts, few, legal, playout, playouts, readers
from .trial import Case, Reader, Secrets, cases, root, trial

CASES = cases()
RARE = {DraftDropped, Lapsed, Replaced, StopAgreed, StopWithdrawn, Unfit}
"""What takes a special position, another person, all of them, or a letter that is wrong: shown elsewhere."""
games = pytest.mark.parametrize("case", CASES, ids=str)
every_game = pytest.mark.parametrize("game", GAMES)


def all_playouts(game: str) -> Iterator[Deed]:
    return chain.from_iterable(playouts(case) for case in CASES if case.game == game)


def drawers(state: State) -> list[tuple[Drawer, Seat | None]]:
    return [(Drawer.TABLE, None), (Drawer.BOX, None), *((Drawer.SCREEN, seat) for seat in state[Roster].seats)]


def mentioned(secrets: Secrets, value: object) -> set[str]:
    return secrets.pieces(msgspec.json.encode(value).decode())


# Events


def check_fold(deed: Deed) -> None:
    folded = deed.before.copy()
    for event in deed.table.events:
        event.apply(folded)
    assert folded == deed.table.state


def check_views(deed: Deed) -> None:
    for reader in readers(deed.before):
        view = deed.before.copy().seen_by(reader)
        for event in deed.table.events:
            if seen := event.seen_by(reader):
                seen.apply(view)
        assert view == deed.table.state.seen_by(reader)


@games
def test_the_events_make_the_state(case: Case) -> None:
    for deed in playouts(case):
        check_fold(deed)


@games
def test_the_redacted_events_make_each_readers_view(case: Case) -> None:
    for deed in playouts(case):
        check_views(deed)


@pytest.mark.soak
@every_game
def test_the_events_of_many_games_make_states_and_views(game: str) -> None:
    """Games that nothing else plays: one of each case in turn."""
    own = [case for case in CASES if case.game == game]
    for number in range(part(400)):
        case = own[number % len(own)]
        options = case.trial.options[case.options]
        for _, deed in acts(case.trial, case.expansions, options, case.players, 100 + number):
            check_fold(deed)
            check_views(deed)
        assert answers_wanted(deed.table.state) == {}


@every_game
def test_everything_that_can_happen_does(game: str) -> None:
    """But for what takes a special position; the scenarios show that. Nobody takes over in the midst of a game."""
    book = trial(game).whole
    everything = {*KERNEL_EVENTS, *(event for module in book.modules for event in module.events)} - RARE
    happened = {type(event) for deed in all_playouts(game) for event in deed.table.events}
    assert {event.__name__ for event in everything - happened} <= trial(game).seldom


# Secrets


def check_news(secrets: Secrets, known: dict[Reader, set[str]], deed: Deed) -> None:
    state = deed.before.copy()
    for event in deed.table.events:
        event.apply(state)
        for reader, names in known.items():
            names |= secrets.in_sight(state, reader) | secrets.shown(event)
            if not isinstance(event, secrets.open) and not own(event, reader):
                assert mentioned(secrets, event.seen_by(reader)) <= names, event


def own(event: Event, reader: Reader) -> bool:
    """What a seat has said itself may name anything."""
    return isinstance(event, Private) and event.seat == reader


@games
def test_nobody_is_told_of_what_is_out_of_sight(case: Case) -> None:
    secrets = case.trial.secrets
    for seed in range(case.trial.games):
        known: dict[Reader, set[str]] = {}
        for deed in playout(case, seed):
            if not secrets.remembers or not known:
                known = {reader: sight_of(secrets, deed.before, reader) for reader in readers(deed.before)}
            check_news(secrets, known, deed)


def sight_of(secrets: Secrets, state: State, reader: Reader) -> set[str]:
    """Nothing is in sight of a game that has not begun."""
    return {""} if secrets.remembers else {"", *secrets.in_sight(state, reader)}


@games
def test_no_view_holds_what_lies_behind_another_screen(case: Case) -> None:
    secrets = case.trial.secrets
    for _, table, _ in playouts(case):
        for reader in readers(table.state):
            view = table.state.seen_by(reader)
            assert {key[1] for key in view if isinstance(key, tuple)} == ({reader} if reader else set())
            assert all(key.drawer is Drawer.TABLE for key in view if not isinstance(key, tuple))
            parts = [part for part in view.values() if not isinstance(part, secrets.apart)]
            assert mentioned(secrets, parts) <= secrets.in_sight(table.state, reader)


# Files


@games
def test_events_and_drawers_survive_their_files(case: Case) -> None:
    for _, table, _ in few(case):
        again = table.state.copy()
        raw = msgspec.json.decode(msgspec.json.encode(table.events))
        assert table.book.read_events(raw) == table.events
        for drawer, seat in drawers(again):
            part = msgspec.json.decode(msgspec.json.encode(write_drawer(table.state, drawer, seat)))
            read_drawer(table.book, again, drawer, part, seat)
        assert again == table.state


@games
@pytest.mark.parametrize("name", ["game.json", "game.toml"])
def test_a_state_comes_back_from_either_kind_of_file(case: Case, name: str) -> None:
    for _, table, _ in playout(case, 0)[::7]:
        state = table.state
        hidden = hidden_parts(state)
        written = files.dump({"table": table_part(state), "hidden": msgspec.to_builtins(hidden)}, name)
        raw = files.parse(written, name, width=200, lines=20_000)
        assert whole_state(state.book, raw["table"], read_record(raw["hidden"], Hidden)) == state
        assert files.dump(raw, name) == written
        assert state.book.read_events(data(table.events)) == table.events


def hidden_parts(state: State) -> Hidden:
    """All that is not on the table, as the referee seals it."""
    return Hidden(Inmost(write_box(state)), {seat: View(screen_of(state, seat)) for seat in state[Roster].seats})


def from_file(state: State) -> State:
    """The state as a file gives it back: the keys of its tables sorted."""
    again = state.copy()
    for drawer, seat in drawers(again):
        read_drawer(state.book, again, drawer, msgspec.json.decode(jcs(write_drawer(state, drawer, seat))), seat)
    return again


@games
def test_a_game_goes_on_the_same_from_its_file(case: Case) -> None:
    for _, table, _ in few(case):
        again = from_file(table.state)
        for seat, question in answers_wanted(table.state).items():
            orders = legal(table.state, seat)
            assert orders == legal(again, seat)
            assert standing.default(table.state, question, seat) == standing.default(again, question, seat)
            ends = [play_batch(state, root(1), seat, orders[-1]) for state in (table.state, again)]
            assert ends[0].events == ends[1].events


@games
def test_a_copy_shares_nothing_that_changes(case: Case) -> None:
    for before, table, order in few(case):
        untouched = msgspec.json.encode([*before.values()])
        for seat in answers_wanted(before) if order else ():
            play_batch(before, root(1), seat, legal(before, seat)[-1])
        assert msgspec.json.encode([*before.values()]) == untouched
        assert table.state is not before


# Questions


@games
def test_whoever_is_asked_can_answer(case: Case) -> None:
    """Everything that is listed is accepted, the default too, and the seat's own view lists the same."""
    for _, table, _ in few(case):
        for seat, question in answers_wanted(table.state).items():
            orders = legal(table.state, seat)
            assert orders
            assert orders == list(standing.legal(table.state.seen_by(seat), question, seat))
            default = standing.default(table.state, question, seat)
            assert standing.illegality(table.state, question, seat, default) is None
            for order in orders[:: 1 + len(orders) // 40]:
                play_batch(table.state, root(1), seat, order)


def question_default(state: State, question: Question, seat: Seat) -> None:
    """It may be what only silence answers; what a reply suggests in its place can be sent."""
    order = question.default(state.seen_by(seat), seat)
    assert order is None or standing.illegality(state, question, seat, order) is None, (question, order)
    assert standing.refusal(state, question, seat, standing.safe(state, question, seat)) is None, question


@games
def test_what_a_question_and_a_policy_answer_is_never_refused(case: Case) -> None:
    """With every policy that the game is tried with, whether the seat has set it or not."""
    policies = [case.trial.whole.read_policy(policy) for policy in case.trial.policies]
    for number, (_, table, _) in enumerate(few(case)):
        for seat, question in answers_wanted(table.state).items():
            question_default(table.state, question, seat)
            state = table.state.copy()
            state[Standing, seat].policy = policies[number % len(policies)]
            for policy in state.book.policies.get(type(question), ()):
                order = policy(state.seen_by(seat), seat, question)
                assert order is None or standing.refusal(state, question, seat, order) is None, (question, order)
            word = question.late(state.seen_by(seat), seat)
            assert word is None or standing.refusal(state, question, seat, word) is None, (question, word)


def waited_for(state: State) -> list[Seat]:
    """Those whose answer can only come from themselves."""
    own = {seat: state[Standing, seat] for seat in answers_wanted(state)}
    return [seat for seat, said in own.items() if said.answer is UNSET and not said.plan and not said.policy]


@every_game
def test_a_window_ends_the_same_whichever_answer_comes_first(game: str) -> None:
    closed = 0
    for _, table, _ in all_playouts(game):
        seats = waited_for(table.state)
        if len(seats) > 1:
            answers = {seat: legal(table.state, seat)[-1] for seat in seats}
            ends = [Table(table.state.copy(), root(1)) for _ in range(2)]
            for end, arrival in zip(ends, (seats, seats[::-1]), strict=True):
                for seat in arrival:
                    submit(end, seat, [Held(answers[seat])])
            assert ends[0].state == ends[1].state
            closed += 1
    assert closed


# Whole games


@games
def test_every_game_ends_once_and_then_asks_nobody(case: Case) -> None:
    for seed in range(case.trial.games):
        done = playout(case, seed)
        ends = [event for deed in done for event in deed.table.events if isinstance(event, Ended)]
        assert len(ends) == 1 and answers_wanted(done[-1].table.state) == {}
        assert any(isinstance(event, Ended) for event in done[-1].table.events)


@games
def test_the_same_chance_makes_the_same_game(case: Case) -> None:
    options = case.trial.options[case.options]
    first, second = (case.trial.begin(5, case.players, options, case.expansions) for _ in range(2))
    assert first.state == second.state
    assert first.events == second.events
