"""Expensive checks after every order of many random games: files, folds, secrets, seals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from multiprocessing import Pool
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from lpbe.games.living_planet.actions.hex_draws import HexesDrawn
from lpbe.games.living_planet.actions.market import Crashed
from lpbe.games.living_planet.actions.trading import MarketDrawn
from lpbe.games.living_planet.options import LivingPlanetOptions
from lpbe.games.living_planet.scoring import PurseShown
from lpbe.games.living_planet.setup import HexesMade, LeaderChosen
from lpbe.games.living_planet.state import COLOURS, Decks, Hand, HexSet, Piles, Purse
from lpbe.games.living_planet.turn.card_selection import CardRevealed, OtherRevealed
from lpbe.kernel.base.canonical import jcs, to_plain
from lpbe.kernel.base.errors import Rejected
from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.letter import present
from lpbe.kernel.chain.letter_registry import read_record
from lpbe.kernel.chain.records import Hidden
from lpbe.kernel.chain.sealed_state import full_state, plain_events, public_part, write_components
from lpbe.kernel.disk import files
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.events import Answered, WindowClosed
from lpbe.kernel.engine.model import Event, Held, Poll, Roster, Seat, Standing, State, Visibility
from lpbe.kernel.engine.table import Table, answers_wanted, top

from ..contract.playouts import Act, Transition, give, readers
from ..contract.test_invariants import hidden_parts, mentioned_secrets
from ..kernel.party import Party
from ..size_limits import part
from .contract_config import CONTRACT, EDITIONS, POLICIES, in_sight
from .playouts import acts
from .positions import GAME
from .test_many import count_games

SHOWN: tuple[type[Event], ...] = (CardRevealed, OtherRevealed, PurseShown, HexesMade, LeaderChosen)
"""The events that tell everybody what was hidden, or left to chance."""
FEW, MANY = (1, 2, 3, 16), 200
"""Games of every edition in which everything hidden happens, and how many a soak plays."""

Reader = Seat | None


def whole_game(number: int) -> tuple[Mapping[str, Any], int]:
    """Options and number of seats: every edition with every number of players, in turn."""
    return EDITIONS[number % 4], 2 + number % 3


# Files


def check_files(table: Table) -> None:
    """Check that table, screens and hidden part survive both kinds of file unchanged, as do the events in the log."""
    state = table.state
    public, hidden = public_part(state), hidden_parts(state)
    written = {"table": public, "hidden": msgspec.to_builtins(hidden)}
    for name in ("game.json", "game.toml"):
        raw = files.parse(files.dump(written, name), name, width=200, lines=20_000)
        assert full_state(state.book, raw["table"], read_record(raw["hidden"], Hidden)) == state, name
    assert state.book.read_events(to_plain(table.events)) == table.events


# Folds


def fold(view: State, events: Sequence[Event], reader: Reader) -> None:
    """Apply the events that a reader sees, as read from the reader's file."""
    for event in view.book.read_events(to_plain(plain_events(list(events), reader))):
        event.apply(view)


def check_folds(views: Mapping[Reader, State], table: Table) -> None:
    """Check that, from the start on, each reader's view follows from the events that the reader gets."""
    for reader, view in views.items():
        fold(view, table.events, reader)
        assert view == table.state.seen_by(reader), reader


# Secrets


def check_sight(state: State) -> None:
    """Check that no view contains a screen, hex or card that its reader may not see."""
    for reader in readers(state):
        view = state.seen_by(reader)
        assert {key[1] for key in view if isinstance(key, tuple)} == ({reader} if reader else set())
        assert all(key.visibility is Visibility.PUBLIC for key in view if not isinstance(key, tuple))
        parts = [part for part in view.values() if type(part) not in (Standing, HexSet)]
        assert mentioned_secrets(CONTRACT.secrets, parts) <= in_sight(state, reader)


def dealt_again(state: State, keep: set[Seat], answers: bool, chance: Random) -> State:
    """Return the same table with other secrets: other hidden parts, and other things behind all screens but these."""
    other = state.copy()
    hidden = [seat for seat in state[Roster].seats if seat not in keep]
    hands = [other[Hand, seat] for seat in hidden]
    decks = other[Decks]
    top_card = decks.discard[-1:]
    deal(chance, [decks.hexes, *(hand.hexes for hand in hands)])
    deal(chance, [decks.market, rest := decks.discard[:-1], *(hand.market for hand in hands)])
    decks.discard = [*rest, *top_card]
    decks.others = {name: tuple(chance.sample(cards, len(cards))) for name, cards in decks.others.items()}
    for seat, hand in zip(hidden, hands, strict=True):
        fill_otherwise(other, seat)
        speak_otherwise(other, seat, chance)
        if answers or other[Standing, seat].answer is UNSET:
            deal(chance, [hand.cards, hand.pile])
            answer_otherwise(other, seat, chance)
    return other


def deal(chance: Random, piles: list[list[Any]]) -> None:
    """Deal as many to each pile as before, but others."""
    pool = [item for pile in piles for item in pile]
    chance.shuffle(pool)
    for pile in piles:
        pile[:] = [pool.pop() for _ in pile]


def fill_otherwise(state: State, seat: Seat) -> None:
    if state[LivingPlanetOptions].screens != "open":
        purse = state[Purse, seat]
        purse.money += 7
        purse.cubes = {name: count + 1 for name, count in purse.cubes.items()}


def speak_otherwise(state: State, seat: Seat, chance: Random) -> None:
    """Another policy, and neither plan nor draft."""
    standing = state[Standing, seat]
    standing.policy = state.book.read_policy(
        {GAME: chance.choice([p for p in POLICIES if {GAME: p} != standing.policy])}
    )
    standing.plan, standing.draft = [], []


def answer_otherwise(state: State, seat: Seat, chance: Random) -> None:
    standing, question = state[Standing, seat], top(state)
    if standing.answer is not UNSET and question:
        standing.answer = Held(chance.choice(list(legality.legal_orders(state, question, seat))))


def spoken_for(table: Table, reader: Reader) -> bool:
    """Return whether a plan, a policy or the default of another seat was used: what comes of it everybody may see."""
    answered = [event for event in table.events if isinstance(event, Answered)]
    return any(event.seat != reader and event.why not in ("", "only") for event in answered)


def reveals(event: Event | None, reader: Reader) -> bool:
    """Whether the rules tell this reader here what it could not know: then it may differ where only that does."""
    return isinstance(event, SHOWN) or (isinstance(event, HexesDrawn | MarketDrawn) and event.seat == reader)


def has_crash(events: Sequence[Event]) -> bool:
    """Return whether there was a crash, after which everybody sells what is behind the screens."""
    return any(isinstance(event, Crashed) for event in events)


def compare(first: Table, second: Table, reader: Reader) -> str:
    """Check that this reader sees the same until something is revealed; return what was revealed first."""
    if spoken_for(first, reader) or spoken_for(second, reader):
        return "spoken for"
    seen = [[event for event in table.events if event.seen_by(reader)] for table in (first, second)]
    for n, pair in enumerate(zip_longest(*seen)):
        shown = [event and jcs(event.seen_by(reader)) for event in pair]
        if shown[0] != shown[1]:
            assert has_crash(seen[0][:n]) or all(reveals(event, reader) for event in pair), (reader, pair)
            return type(pair[0]).__name__
    assert jcs(public_part(first.state)) == jcs(public_part(second.state))
    if reader:
        screens = [write_components(table.state, Visibility.PRIVATE, reader) for table in (first, second)]
        assert jcs(screens[0]) == jcs(screens[1])
    return "the same"


def check_secrets(act: Act, transition: Transition, seed: int, chance: Random) -> Iterator[str]:
    """Check that whatever is hidden from a reader, including chance, could be different without the reader noticing."""
    if not transition.before[Piles].hands:
        yield from compare_repeat(act, transition, transition.before, seed + 1, {*readers(transition.before)})
        return
    closed = any(isinstance(event, WindowClosed) for event in transition.table.events)
    for reader in dict.fromkeys([act.seat or None, chance.choice(readers(transition.before))]):
        keep = {seat for seat in (act.seat, reader) if seat}
        before = dealt_again(transition.before, keep, not closed, chance)
        yield from compare_repeat(act, transition, before, seed + 1, {reader, None})
    if act.orders and (instead := another(act, transition.before, closed, chance)):
        strangers = {*readers(transition.before)} - {act.seat}
        for found in compare_repeat(instead, transition, transition.before, seed, strangers):
            yield f"{type(instead.orders[0].order).__name__}: {found}"


def another(act: Act, before: State, closed: bool, chance: Random) -> Act | None:
    """Return the same batch with another first order, if nobody else may see which one it is."""
    question, order = answers_wanted(before)[act.seat], act.orders[0].order
    if not order.secret and (closed or not isinstance(question, Poll)):
        return None
    others = [other for other in legality.legal_orders(before, question, act.seat) if other != order]
    same = [other for other in others if type(other) is type(order)]
    return give(act.seat, [Held(chance.choice(same)), *act.orders[1:]]) if same else None


def compare_repeat(act: Act, transition: Transition, before: State, seed: int, compared: set[Reader]) -> Iterator[str]:
    try:
        again = act.on(before, seed)
    except Rejected:
        yield "refused"
        return
    yield from (compare(transition.table, again, reader) for reader in compared)


# Seals


def check_seals(party: Party) -> bool:
    """Check that every seal opens with its seat's key, contains that seat's view and news, and is large enough."""
    hidden = party.step.hidden
    assert hidden and not [seat for seat, view in hidden.views.items() if view.lost]
    for seat, person in party.people.items():
        view = player_view.open_view(party.game, seat, person)
        assert jcs(view) == jcs(hidden.views[seat])
        assert len(jcs(view)) < present(party.game.genesis.sizes).view
    return False


def play_sealed(number: int) -> int:
    """Return one signed and sealed game."""
    options, seats = whole_game(number)
    party = Party(COLOURS[:seats], options={GAME: dict(options)}, game_name=GAME).start().play_on(number, check_seals)
    check_seals(party)
    assert party.game.state.window.kind == "over"
    return number


# Games


def play(number: int) -> Counter[str]:
    """Play one game with every check after every order; return the results of the comparisons."""
    options, seats = whole_game(number)
    chance, found = Random(number), Counter[str]()
    views: dict[Reader, State] = {}
    for act, transition in acts(options, seats, number):
        views = views or {reader: transition.before.copy().seen_by(reader) for reader in readers(transition.before)}
        check_files(transition.table)
        check_folds(views, transition.table)
        check_sight(transition.table.state)
        found.update(check_secrets(act, transition, number, chance))
        found["orders"] += 1
    return found


def check(number: int) -> int:
    play(number)
    return play_sealed(number)


def test_every_order_of_some_games_keeps_files_folds_and_secrets() -> None:
    found = sum(map(play, FEW), Counter[str]())
    assert found["the same"] > found["orders"]
    hidden = ("SelectCard", "ReturnHexes", "RecoverCard", "SufferDamage")
    assert all(found[f"{name}: the same"] for name in hidden), found
    result = {event.__name__ for event in SHOWN} | {"HexesDrawn", "MarketDrawn"}
    assert result <= found.keys(), found


@pytest.mark.soak
def test_every_order_of_some_games_fits_into_its_seals() -> None:
    assert tuple(map(play_sealed, FEW)) == FEW


@pytest.mark.soak
def test_every_order_of_two_hundred_games_keeps_files_folds_secrets_and_seals() -> None:
    games = part(MANY)
    with Pool(2) as pool:
        assert count_games(pool.imap_unordered(check, range(games)), 10) == games
