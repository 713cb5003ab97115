"""What holds in every position of every game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import msgspec
import pytest
from msgspec import UNSET

from lpbe.games import GAMES
from lpbe.kernel.base.canonical import jcs, to_plain
from lpbe.kernel.chain.letter_registry import read_record
from lpbe.kernel.chain.records import Hidden, Inmost, View
from lpbe.kernel.chain.sealed_state import (
    full_state,
    hidden_part,
    private_part,
    public_part,
    read_components,
    write_components,
)
from lpbe.kernel.disk import files
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.events import (
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
from lpbe.kernel.engine.model import Event, Held, Question, Roster, Seat, Standing, State, Visibility
from lpbe.kernel.engine.table import Table, answers_wanted, play_batch, submit

from ..size_limits import part, some
from .contract_config import Case, Reader, Secrets, cases, config_of, root
from .playouts import Transition, acts, few, legal, playout, playouts, readers

CASES = cases()
RARE = {DraftDropped, Lapsed, Replaced, StopAgreed, StopWithdrawn, Unfit}
"""What takes a special position, another person, everybody, or a wrong letter: tested elsewhere."""
games = pytest.mark.parametrize("case", some(CASES, *CASES[::4]), ids=str)
FORMATS = ("game.json", "game.toml")
FILES = [
    pytest.param(case, name, marks=() if n % 4 == 2 * m else pytest.mark.soak)
    for n, case in enumerate(CASES)
    for m, name in enumerate(FORMATS)
]
"""Daily every second case, with both formats in turn."""
every_game = pytest.mark.parametrize("game", GAMES)


def all_playouts(game: str) -> Iterator[Transition]:
    return chain.from_iterable(playouts(case) for case in CASES if case.game == game)


def sections(state: State) -> list[tuple[Visibility, Seat | None]]:
    return [
        (Visibility.PUBLIC, None),
        (Visibility.HIDDEN, None),
        *((Visibility.PRIVATE, seat) for seat in state[Roster].seats),
    ]


def mentioned_secrets(secrets: Secrets, value: object) -> set[str]:
    return secrets.pieces(msgspec.json.encode(value).decode())


# Events


def check_fold(transition: Transition) -> None:
    folded = transition.before.copy()
    for event in transition.table.events:
        event.apply(folded)
    assert folded == transition.table.state


def check_views(transition: Transition) -> None:
    for reader in readers(transition.before):
        view = transition.before.copy().seen_by(reader)
        for event in transition.table.events:
            if seen := event.seen_by(reader):
                seen.apply(view)
        assert view == transition.table.state.seen_by(reader)


@games
def test_the_events_make_the_state(case: Case) -> None:
    for transition in playouts(case):
        check_fold(transition)


@games
def test_the_redacted_events_make_each_readers_view(case: Case) -> None:
    for transition in playouts(case):
        check_views(transition)


@pytest.mark.soak
@every_game
def test_the_events_of_many_games_make_states_and_views(game: str) -> None:
    """Games that nothing else plays: one for each case in turn."""
    own = [case for case in CASES if case.game == game]
    for number in range(part(400)):
        case = own[number % len(own)]
        options = case.config.options[case.options]
        for _, transition in acts(case.config, case.expansions, options, case.players, 100 + number):
            check_fold(transition)
            check_views(transition)
        assert answers_wanted(transition.table.state) == {}


@every_game
def test_everything_that_can_happen_does(game: str) -> None:
    """Except what takes a special position, which scenarios show. Nobody takes over during a game."""
    book = config_of(game).whole
    everything = {*KERNEL_EVENTS, *(event for module in book.modules for event in module.events)} - RARE
    happened = {type(event) for transition in all_playouts(game) for event in transition.table.events}
    assert {event.__name__ for event in everything - happened} <= config_of(game).seldom


# Secrets


def check_news(secrets: Secrets, known: dict[Reader, set[str]], transition: Transition) -> None:
    state = transition.before.copy()
    for event in transition.table.events:
        event.apply(state)
        for reader, names in known.items():
            names |= secrets.in_sight(state, reader) | secrets.shown(event)
            if not isinstance(event, secrets.open) and not own(event, reader):
                assert mentioned_secrets(secrets, event.seen_by(reader)) <= names, event


def own(event: Event, reader: Reader) -> bool:
    """Whatever a seat has said itself may name anything."""
    return isinstance(event, Private) and event.seat == reader


@games
def test_nobody_is_told_of_what_is_out_of_sight(case: Case) -> None:
    secrets = case.config.secrets
    for seed in range(case.config.games):
        known: dict[Reader, set[str]] = {}
        for transition in playout(case, seed):
            if not secrets.remembers or not known:
                known = {reader: sight_of(secrets, transition.before, reader) for reader in readers(transition.before)}
            check_news(secrets, known, transition)


def sight_of(secrets: Secrets, state: State, reader: Reader) -> set[str]:
    """Return what is in sight; nothing in a game that has not started."""
    return {""} if secrets.remembers else {"", *secrets.in_sight(state, reader)}


@games
def test_no_view_holds_what_lies_behind_another_screen(case: Case) -> None:
    secrets = case.config.secrets
    for _, table, _ in playouts(case):
        for reader in readers(table.state):
            view = table.state.seen_by(reader)
            assert {key[1] for key in view if isinstance(key, tuple)} == ({reader} if reader else set())
            assert all(key.visibility is Visibility.PUBLIC for key in view if not isinstance(key, tuple))
            parts = [part for part in view.values() if not isinstance(part, secrets.apart)]
            assert mentioned_secrets(secrets, parts) <= secrets.in_sight(table.state, reader)


# Files


@games
def test_no_table_that_play_leads_to_has_a_fault(case: Case) -> None:
    for transition in playouts(case):
        public = transition.table.state.seen_by(None)
        assert list(public.book.table_faults(public)) == []


@games
def test_events_and_drawers_survive_their_files(case: Case) -> None:
    for _, table, _ in few(case):
        again = table.state.copy()
        raw = msgspec.json.decode(msgspec.json.encode(table.events))
        assert table.book.read_events(raw) == table.events
        for visibility, seat in sections(again):
            part = msgspec.json.decode(msgspec.json.encode(write_components(table.state, visibility, seat)))
            read_components(table.book, again, visibility, part, seat)
        assert again == table.state


@pytest.mark.parametrize(("case", "name"), FILES, ids=str)
def test_a_state_comes_back_from_either_kind_of_file(case: Case, name: str) -> None:
    for _, table, _ in playout(case, 0)[::7]:
        state = table.state
        hidden = hidden_parts(state)
        written = files.dump({"table": public_part(state), "hidden": msgspec.to_builtins(hidden)}, name)
        raw = files.parse(written, name, width=200, lines=20_000)
        assert full_state(state.book, raw["table"], read_record(raw["hidden"], Hidden)) == state
        assert files.dump(raw, name) == written
        assert state.book.read_events(to_plain(table.events)) == table.events


def hidden_parts(state: State) -> Hidden:
    """Return everything that is not public, as the referee seals it."""
    return Hidden(Inmost(hidden_part(state)), {seat: View(private_part(state, seat)) for seat in state[Roster].seats})


def from_file(state: State) -> State:
    """Return the state as a file gives it back: the keys of its tables sorted."""
    again = state.copy()
    for visibility, seat in sections(again):
        read_components(
            state.book, again, visibility, msgspec.json.decode(jcs(write_components(state, visibility, seat))), seat
        )
    return again


@games
def test_a_game_goes_on_the_same_from_its_file(case: Case) -> None:
    for _, table, _ in few(case):
        again = from_file(table.state)
        for seat, question in answers_wanted(table.state).items():
            orders = legal(table.state, seat)
            assert orders == legal(again, seat)
            assert legality.default_order(table.state, question, seat) == legality.default_order(again, question, seat)
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
    """Everything listed is accepted, including the default, and the seat's own view lists the same."""
    for _, table, _ in few(case):
        for seat, question in answers_wanted(table.state).items():
            orders = legal(table.state, seat)
            assert orders
            assert orders == list(legality.legal_orders(table.state.seen_by(seat), question, seat))
            default = legality.default_order(table.state, question, seat)
            assert legality.illegality(table.state, question, seat, default) is None
            for order in orders[:: 1 + len(orders) // 40]:
                play_batch(table.state, root(1), seat, order)


def question_default(state: State, question: Question, seat: Seat) -> None:
    """Return the default, which only a timeout may give; the reply suggested in its place can be sent."""
    order = question.default(state.seen_by(seat), seat)
    assert order is None or legality.illegality(state, question, seat, order) is None, (question, order)
    assert legality.refusal(state, question, seat, legality.safe_order(state, question, seat)) is None, question


@games
def test_what_a_question_and_a_policy_answer_is_never_refused(case: Case) -> None:
    """With every policy that the game is tested with, whether or not the seat has set it."""
    policies = [case.config.whole.read_policy(policy) for policy in case.config.policies]
    for number, (_, table, _) in enumerate(few(case)):
        for seat, question in answers_wanted(table.state).items():
            question_default(table.state, question, seat)
            state = table.state.copy()
            state[Standing, seat].policy = policies[number % len(policies)]
            for policy in state.book.policies.get(type(question), ()):
                order = policy(state.seen_by(seat), seat, question)
                assert order is None or legality.refusal(state, question, seat, order) is None, (question, order)
            word = question.late(state.seen_by(seat), seat)
            assert word is None or legality.refusal(state, question, seat, word) is None, (question, word)


def waited_for(state: State) -> list[Seat]:
    """Return those whose answer can only come from themselves."""
    own = {seat: state[Standing, seat] for seat in answers_wanted(state)}
    return [
        seat for seat, standing in own.items() if standing.answer is UNSET and not standing.plan and not standing.policy
    ]


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
    for seed in range(case.config.games):
        done = playout(case, seed)
        ends = [event for transition in done for event in transition.table.events if isinstance(event, Ended)]
        assert len(ends) == 1 and answers_wanted(done[-1].table.state) == {}
        assert any(isinstance(event, Ended) for event in done[-1].table.events)


@games
def test_the_same_chance_makes_the_same_game(case: Case) -> None:
    options = case.config.options[case.options]
    first, second = (case.config.begin(5, case.players, options, case.expansions) for _ in range(2))
    assert first.state == second.state
    assert first.events == second.events
