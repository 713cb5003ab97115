"""The only link between the bench and the engine: start games, write and apply letters, check logs, make files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from lpbe.bots.strategies import choose_order
from lpbe.games import book_of, game_of, rules_of
from lpbe.kernel.audit.findings import no_progress
from lpbe.kernel.audit.level0 import check_log, read_log
from lpbe.kernel.audit.verify import verify
from lpbe.kernel.base.canonical import Plain, to_plain
from lpbe.kernel.chain.genesis import Genesis, SeatSpec, first_secret, given_seat, with_referee
from lpbe.kernel.chain.letters.join import join_letter
from lpbe.kernel.chain.letters.play import play_letter
from lpbe.kernel.chain.letters.ready import ready_letter
from lpbe.kernel.chain.letters.standing import standing_letter
from lpbe.kernel.chain.player_view import open_state, open_view, sign
from lpbe.kernel.chain.records import Envelope
from lpbe.kernel.chain.sealed_state import seal_sizes
from lpbe.kernel.chain.transition import ChainState, Referee, begin, extend
from lpbe.kernel.content import packs
from lpbe.kernel.crypto.keys import Identity, b64, key_text
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Order, State
from lpbe.kernel.engine.rulebook import Rules
from lpbe.kernel.gamedir.gamedir import Place, dump_game, store
from lpbe.kernel.gamedir.inbox import armour_letter, dump_letter, letter_file
from lpbe.kernel.gamedir.log import log_line
from lpbe.report import public_report

NONCE = "ab" * 32
SEATS = 4


class Host(NamedTuple):
    """A game about to start: its rules, its referee, and its players."""

    rules: Rules
    genesis: Genesis
    referee: Referee
    people: dict[str, Identity]


def host(name: str, expansions: Sequence[str] = (), nonce: str = NONCE) -> Host:
    """Return four players and a referee, all with keys of their own; another nonce gives another game."""
    game, identity = game_of(name), Identity(b"R" * 32)
    people = {seat: Identity(seat.encode().ljust(32, b"!")) for seat in game.seats[:SEATS]}
    genesis = Genesis(
        format=2,
        rules=game.name,
        rules_version=game.version,
        rules_sha256=packs.rules_hash(game.name, expansions),
        expansions=list(expansions),
        options={},
        seats=[SeatSpec(seat, b64(person.sign_public)) for seat, person in people.items()],
        trust="referee",
        rng=2,
        nonce=nonce,
        lang="en",
        sizes=seal_sizes(Rules(game, book_of(name, expansions)), len(people)),
    )
    genesis = with_referee(genesis, identity)
    return Host(rules_of(genesis), genesis, Referee((first_secret(identity.seed, genesis),), identity), people)


def referee_key(table: Host) -> bytes:
    return key_text(table.referee.identity, "bench", "2026-01-01").encode()


def start(table: Host) -> ChainState:
    return begin(table.genesis, table.rules, table.referee, None)


def apply(table: Host, step: ChainState, envelope: Envelope) -> ChainState:
    return extend(table.rules, step, envelope, table.referee, None)


def window(step: ChainState) -> tuple[str, list[str]]:
    """Return the open window: its kind, and the seats it waits for."""
    return step.game.state.window.kind, step.game.state.window.waiting


def question(step: ChainState) -> int:
    """Return the number of the open question."""
    return step.game.state.window.number


def greeting(table: Host, step: ChainState, seat: str) -> Envelope:
    """Return the letter by which a seat joins or is ready."""
    person = table.people[seat]
    if step.game.state.window.kind == "join":
        return sign(person, join_letter(step.game, seat, person, f"{seat.capitalize()} Player", "en", ""))
    return sign(person, ready_letter(step.game, seat, person))


def standing_said(table: Host, step: ChainState, seat: str, policy: Plain, plans: Sequence[Plain]) -> Envelope:
    """Return the sealed standing orders of a seat: its policy, and the answers it plans."""
    letter = standing_letter(step.game, seat, table.people[seat], policy, plans, times_said(step, seat))
    return sign(table.people[seat], letter)


def times_said(step: ChainState, seat: str) -> int:
    """Return how often a seat has sent policy and plans."""
    return given_seat(step.game.state, seat).standing.next


def default_policy(table: Host) -> Plain:
    return table.rules.book.default_policy()


def seat_view(table: Host, step: ChainState, seat: str) -> State:
    """Return what a seat can see."""
    state = open_state(table.rules, step.game, seat, open_view(step.game, seat, table.people[seat]))
    assert state
    return state


def bot_order(table: Host, step: ChainState, seat: str, root: bytes, bot: str = "random") -> Order:
    """Return a legal order chosen by a random or another bot, from what the seat can see."""
    return choose_order(f"bot:{bot}", table.rules.game, seat_view(table, step, seat), seat, Rng(root))


def move_said(table: Host, step: ChainState, seat: str, order: Order) -> Envelope:
    person = table.people[seat]
    return sign(person, play_letter(step.game, seat, person, [to_plain(order)], [type(order).secret], 0))


def game_bytes(step: ChainState, name: str) -> bytes:
    return dump_game(step.game, name)


def letter_bytes(envelope: Envelope, name: str) -> bytes:
    return dump_letter(envelope, name)


def armor_letter(envelope: Envelope) -> str:
    """Return a letter in the form that an e-mail contains."""
    return armour_letter(letter_file(envelope))


def line_of(step: ChainState) -> bytes:
    """Return the log entry of a step."""
    return log_line(step.game)


def store_in(table: Host, folder: Path, step: ChainState) -> None:
    """Store the game file, the log and the report of a step, as a host has them."""
    store(Place(str(folder / "game.toml"), str(folder)), step.game, lambda game: public_report(table.rules, game))


def check_chain(table: Host, last: ChainState, lines: Sequence[bytes]) -> None:
    """Check level 0, which anybody can check without a secret."""
    check_log(table.rules, last.game, read_log(lines), no_progress)


def check_whole(table: Host, last: ChainState, lines: Sequence[bytes]) -> None:
    """Check level 2: a finished and disclosed game, with every letter replayed."""
    assert verify(table.rules, last.game, lines).level == 2
