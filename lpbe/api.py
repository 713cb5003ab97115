"""The public Python API: open games, list and place orders, apply letters, verify and simulate.

A call raises `LpbeError` where the command of the same name would end with an error. Warnings, such as a game file that
is older than one this key has seen, are issued as Python warnings. Keys are found where the commands find them.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from typing import Any, TypeAlias

from msgspec import Struct, UnsetType

from .app.auditing.verification import verify_game
from .app.hosting.apply_letter import apply_letter
from .app.local.simulate import SimulationRequest
from .app.local.simulate import simulate as simulate_games
from .app.ordering.legal_orders import list_legal_orders
from .app.ordering.place_order import OrderOptions
from .app.ordering.place_order import place_order as place_typed_order
from .app.ordering.typed_orders import OrderSource
from .app.session.seats import open_seat
from .app.session.session import Session
from .kernel.base.errors import Failure as LpbeError
from .kernel.chain.records import GameFile

Path: TypeAlias = str | PathLike[str]
Order: TypeAlias = Mapping[str, Any]
"""An order as data: `{"order": "select-card", "card": 4}`."""

__all__ = [
    "Game",
    "LegalOrder",
    "LpbeError",
    "PlacedOrder",
    "Simulation",
    "Step",
    "Verdict",
    "apply",
    "legal_orders",
    "open_game",
    "place_order",
    "simulate",
    "verify",
]


class Game(Struct, frozen=True, kw_only=True):
    """A game that was read and found authentic, as everybody may see it."""

    path: str
    id: str
    rules: str
    """The name of the game, such as "living-planet"."""
    expansions: tuple[str, ...]
    step: int
    seats: tuple[str, ...]
    waiting: tuple[str, ...]
    """The seats that have to answer now."""
    deadline: str | None
    """Until when they have to, where the game has a pace."""
    is_over: bool
    table: dict[str, Any]
    """The public components of the state, by name."""


class LegalOrder(Struct, frozen=True, kw_only=True):
    """An order that would be accepted now."""

    text: str
    """The order as a player types it."""
    data: dict[str, Any]
    effect: str
    """What it costs and brings."""


class PlacedOrder(Struct, frozen=True, kw_only=True):
    """A signed and filed order."""

    file: str
    """Where the letter was written."""
    text: str
    """What was understood, and what is foreseen of it."""
    data: dict[str, Any]
    """The answer of `lpbe order --json`."""


class Step(Struct, frozen=True, kw_only=True):
    """The step that a letter led to."""

    game: Game
    events: list[dict[str, Any]]
    """What happened, as everybody may see it."""
    report: str
    """The public report, as text."""
    files: list[str]
    """Which files were written."""


class Verdict(Struct, frozen=True, kw_only=True):
    """The result of a verification. If anything is false, `LpbeError` is raised instead."""

    level: int
    """0: the chain and everything public; 1: also the part of your key; 2: every byte of every step."""
    complete: bool
    """Whether nothing is left to be checked."""
    steps: int
    unproven: list[str]
    """What is still believed on somebody's word: "draws", "hidden", "end", "history", "players", "mail"."""
    text: str
    data: dict[str, Any]
    """The answer of `lpbe verify --json`."""


class Simulation(Struct, frozen=True, kw_only=True):
    """Totals and means of many games between bots."""

    games: int
    bots: dict[str, dict[str, Any]]
    """By bot: played, wins, shared, mean_points, best."""
    seats: dict[str, dict[str, Any]]
    failures: list[dict[str, Any]]
    """Games that could not be played to their end."""
    text: str
    data: dict[str, Any]
    """The answer of `lpbe simulate --json`."""


def open_game(path: Path) -> Game:
    """Read a game folder or game file and check that it is authentic."""
    session = make_session()
    return describe_game(fspath(path), session.open_game(fspath(path)).game)


def legal_orders(
    game: Path | Game,
    seat: str | None = None,
    *,
    words: Sequence[str] = (),
    key: Path | None = None,
    lang: str = "en",
    limit: int | None = None,
) -> list[LegalOrder]:
    """List the orders that a seat may give now; none if it has no open question.

    The seat is that of the key, or any seat of a game without keys. `words` choose among the orders as `lpbe legal`
    does.
    """
    session = make_session(key, lang)
    view = open_seat(session, path_of(game), seat)
    listed = list_legal_orders(view, words, limit=limit).data()
    issue_warnings(session)
    rows = zip(listed["texts"], listed["orders"], listed["effects"], strict=True)
    return [LegalOrder(text=text, data=order, effect=effect) for text, order, effect in rows]


def place_order(
    game: Path | Game,
    orders: str | Sequence[Order],
    seat: str | None = None,
    *,
    key: Path | None = None,
    note: str = "",
    lang: str = "en",
) -> PlacedOrder:
    """Check, sign and file orders, typed (separated by ";" or newlines) or as data; plans may be sent alone."""
    session = make_session(key, lang)
    view = open_seat(session, path_of(game), seat, signs=True)
    source = OrderSource(typed=orders) if isinstance(orders, str) else OrderSource(data=[dict(one) for one in orders])
    placed = place_typed_order(view, source, OrderOptions(note=note))
    issue_warnings(session)
    return PlacedOrder(file=placed.filed.path, text=placed.text(), data=placed.data())


def apply(
    game: Path | Game,
    letter: Path,
    *,
    output: Path | None = None,
    key: Path | None = None,
    now: str | None = None,
    unsigned: bool = False,
) -> Step:
    """Apply one signed letter: in place, or with the next state written to OUTPUT and the game left as it is.

    UNSIGNED looks ahead: the step has no signature of the referee, and the game is left as it is too.
    """
    session = make_session(key)
    target = fspath(output) if output is not None else None
    applied = apply_letter(session, path_of(game), fspath(letter), output=target, now=now, unsigned=unsigned)
    issue_warnings(session)
    after = describe_game(target or path_of(game), applied.step.game)
    return Step(game=after, events=applied.data()["events"], report=applied.report, files=applied.files)


def verify(game: Path | Game, *, key: Path | None = None, reports: bool = True) -> Verdict:
    """Check a game offline, without trusting anybody; raise `LpbeError` if anything is false."""
    session = make_session(key)
    verification = verify_game(session, path_of(game), reports=reports)
    issue_warnings(session)
    answer = verification.data()
    return Verdict(
        level=answer["level"],
        complete=answer["complete"],
        steps=answer["steps"],
        unproven=answer["unproven"],
        text=verification.text(),
        data=answer,
    )


def simulate(
    game: str = "living-planet",
    *,
    games: int = 10,
    players: int | None = None,
    bots: str = "greedy,random",
    seed: int = 0,
    jobs: int = 1,
    expansions: Sequence[str] = (),
    settings: Sequence[str] = (),
) -> Simulation:
    """Play games between bots, without files and keys; the same seed plays the same games."""
    request = SimulationRequest(
        game=game,
        games=games,
        players=players,
        bots=bots,
        jobs=jobs,
        seed=seed,
        expansions=tuple(expansions),
        settings=tuple(settings),
    )
    result = simulate_games(make_session(), request)
    answer = result.data()
    return Simulation(
        games=answer["games"],
        bots=answer["bots"],
        seats=answer["seats"],
        failures=answer["failures"],
        text=result.text(),
        data=answer,
    )


def make_session(key: Path | None = None, lang: str = "en") -> Session:
    return Session(key=None if key is None else fspath(key), language=lang)


def path_of(game: Path | Game) -> str:
    return game.path if isinstance(game, Game) else fspath(game)


def describe_game(path: str, game: GameFile) -> Game:
    state = game.state
    deadline = state.window.deadline
    return Game(
        path=path,
        id=state.game,
        rules=game.genesis.rules,
        expansions=tuple(game.genesis.expansions),
        step=state.seq,
        seats=tuple(seat.id for seat in state.seats),
        waiting=tuple(state.window.waiting),
        deadline=None if isinstance(deadline, UnsetType) else deadline,
        is_over=state.window.is_over,
        table=dict(state.table),
    )


def issue_warnings(session: Session) -> None:
    for text in session.take_warnings():
        warnings.warn(text, stacklevel=3)
