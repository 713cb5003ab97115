"""A sealed game of pebbles played in memory, through the chain."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from lpbe.games import book_of, game_of, rules_of
from lpbe.kernel.base.canonical import jcs
from lpbe.kernel.chain import player_view, transition
from lpbe.kernel.chain.genesis import Genesis, SeatSpec, first_secret, with_referee
from lpbe.kernel.chain.letter import AnyLetter
from lpbe.kernel.chain.letter_builder import Beside
from lpbe.kernel.chain.records import Envelope, GameFile, read_game
from lpbe.kernel.chain.sealed_state import seal_sizes
from lpbe.kernel.content import packs
from lpbe.kernel.crypto.keys import Identity, b64
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.model import Order, State
from lpbe.kernel.engine.rulebook import Rules
from lpbe.kernel.engine.table import top
from lpbe.kernel.gamedir.log import log_line
from tests import letter_types

NONCE = "5e" * 32


def person(name: str) -> Identity:
    return Identity(name.encode().ljust(32, b"."))


def bind_rules(game: str, expansions: Sequence[str]) -> Rules:
    """Return the rules of a game that has not begun."""
    return Rules(game_of(game), book_of(game, expansions))


@dataclass
class Party:
    """A game under way: who plays, who referees, every step so far."""

    seats: Sequence[str] = ("red", "blue", "green")
    expansions: Sequence[str] = ()
    options: dict[str, dict[str, Any]] = field(default_factory=lambda: {"pebbles": {"rounds": 2}})
    changes: dict[str, Any] = field(default_factory=dict)
    reload: bool = False
    at: str | None = None
    steps: list[GameFile] = field(default_factory=list)
    game_name: str = "pebbles"

    def __post_init__(self) -> None:
        self.host = person("host")
        self.people = {seat: person(seat) for seat in self.seats}
        rules = bind_rules(self.game_name, self.expansions)
        genesis = Genesis(
            2,
            self.game_name,
            1,
            packs.rules_hash(self.game_name, self.expansions),
            list(self.expansions),
            self.options,
            [SeatSpec(seat, b64(self.people[seat].sign_public)) for seat in self.seats],
            "referee",
            2,
            NONCE,
            "en",
            sizes=seal_sizes(rules, len(self.seats)),
        )
        # what a test changes counts: it may be the referee's keys or the commitment themselves
        promised = with_referee(replace(genesis, **self.changes), self.host)
        secret = first_secret(self.host.seed, promised)
        self.genesis = replace(promised, **self.changes)
        self.rules = rules_of(self.genesis)
        self.referee = transition.Referee((secret,), self.host)
        self.step = transition.begin(self.genesis, self.rules, self.referee, self.at)
        self.steps.append(self.game)

    @property
    def game(self) -> GameFile:
        return self.step.game

    @property
    def waiting(self) -> list[str]:
        return list(self.game.state.window.waiting)

    @property
    def log(self) -> list[bytes]:
        return [log_line(game) for game in self.steps]

    def before(self) -> transition.ChainState:
        """Return the last step, as a new process would read it if so wanted."""
        return transition.ChainState(read_game(msgspec.json.decode(jcs(self.game)))) if self.reload else self.step

    def send(self, envelope: Envelope) -> GameFile:
        self.step = transition.extend(self.rules, self.before(), envelope, self.referee, self.at)
        self.steps.append(self.game)
        return self.game

    def sign(self, seat: str, letter: AnyLetter) -> Envelope:
        return player_view.sign(self.host if seat == "referee" else self.people[seat], letter)

    def start(self) -> Party:
        for seat in self.seats:
            letter = letter_types.join_letter(self.game, seat, self.people[seat], f"{seat.capitalize()}y", "en", "")
            self.send(self.sign(seat, letter))
        for seat in self.seats:
            self.send(self.sign(seat, letter_types.ready_letter(self.game, seat, self.people[seat])))
        return self

    def state(self, seat: str) -> State:
        view = player_view.open_view(self.game, seat, self.people[seat])
        state = player_view.open_state(self.rules, self.game, seat, view)
        assert state is not None
        return state

    def screen(self, seat: str) -> dict[str, Any]:
        return player_view.open_view(self.game, seat, self.people[seat]).screen

    def legal(self, seat: str) -> list[Order]:
        state = self.state(seat)
        question = top(state)
        assert question
        return list(legality.legal_orders(state, question, seat))

    def order(self, seat: str, *orders: dict[str, Any], rev: int = 0, note: str = "") -> Envelope:
        """Return orders of one letter; plans among them go along in secret."""
        batch = [order for order in orders if order["order"] != "plan"]
        beside = Beside([order["then"] for order in orders if order["order"] == "plan"])
        secret = [type(order).secret for order in self.rules.book.read_orders(batch)]
        return self.sign(
            seat, letter_types.play_letter(self.game, seat, self.people[seat], batch, secret, rev, note, beside)
        )

    def give(self, seat: str, *orders: dict[str, Any], rev: int = 0, note: str = "") -> GameFile:
        return self.send(self.order(seat, *orders, rev=rev, note=note))

    def policy(self, seat: str, policy: dict[str, Any]) -> GameFile:
        return self.stand(seat, policy, ())

    def stand(self, seat: str, policy: dict[str, Any], plans: Sequence[dict[str, Any]]) -> GameFile:
        """Return a standing letter: policy and plans."""
        rev = next(s.standing.next for s in self.game.state.seats if s.id == seat)
        letter = letter_types.standing_letter(self.game, seat, self.people[seat], policy, plans, rev)
        return self.send(self.sign(seat, letter))

    def play_on(self, seed: int = 0, until: Callable[[Party], bool] = lambda party: False) -> Party:
        """Return random legal orders until the game is over."""
        chance = random.Random(seed)
        while self.game.state.window.kind == "play" and not until(self):
            seat = chance.choice(self.waiting)
            order = chance.choice(self.legal(seat))
            self.give(seat, msgspec.json.decode(msgspec.json.encode(order)))
        return self
