"""Nobody breaks a game by what they sign: it is refused or applied, and what is written is read back unchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from lpbe.games import GAMES, game_of
from lpbe.kernel.audit import verify
from lpbe.kernel.base.canonical import jcs, to_plain
from lpbe.kernel.base.errors import Malformed, Rejected
from lpbe.kernel.chain import transition
from lpbe.kernel.chain.commitments import travels_sealed
from lpbe.kernel.chain.letter import AnyLetter
from lpbe.kernel.chain.letter_builder import Beside
from lpbe.kernel.chain.records import Envelope, GameFile, read_entry, read_game
from lpbe.kernel.disk import files
from lpbe.kernel.gamedir.gamedir import dump_step
from lpbe.kernel.gamedir.inbox import letter_file, read_envelope
from lpbe.kernel.gamedir.log import log_line
from tests import letter_types

from ..kernel.party import Party
from ..size_limits import sizes
from . import hostile
from .contract_config import config_of

every_game = pytest.mark.parametrize("game", GAMES)
ROUND = 25
"""After this many hostile letters the game continues with one honest order."""


def begin_game(game: str) -> Party:
    known = game_of(game)
    return Party(seats=known.seats[: max(3, known.players[0])], options={}, game_name=game).start()


def mean(party: Party, seat: str, random: Random) -> AnyLetter:
    """Return a letter meant to do harm; an honest first order makes sure that some of them are accepted."""
    kind = random.choice((batch, batch, batch, standing_letter, note))
    return kind(party, seat, random)


def batch(party: Party, seat: str, random: Random) -> AnyLetter:
    book = party.rules.book
    honest = [to_plain(random.choice(party.legal(seat)))] if random.random() < 0.7 else []
    orders = [*honest, *(hostile.order(book, random) for _ in range(random.choice((0, 1, 1, 2, 64))))] or [{}]
    beside = Beside(some(party, random), some(party, random), hostile.text(random)[:40])
    note = hostile.text(random) if random.random() < 0.2 else ""
    hidden = [secret(party, one) != (random.random() < 0.02) for one in orders]
    return letter_types.play_letter(party.game, seat, party.people[seat], orders, hidden, 0, note, beside)


def secret(party: Party, order: dict[str, Any]) -> bool:
    kind = party.rules.book.orders.get(str(order.get("order")))
    return kind is not None and kind.secret


def some(party: Party, random: Random) -> Sequence[dict[str, Any]]:
    return [hostile.order(party.rules.book, random) for _ in range(random.choice((0, 0, 0, 0, 1, 1, 2, 4, 5)))]


def standing_letter(party: Party, seat: str, random: Random) -> AnyLetter:
    rev = next(s.standing.next for s in party.game.state.seats if s.id == seat)
    policy, plans = hostile.policy(party.rules.book, random), some(party, random)
    return letter_types.standing_letter(party.game, seat, party.people[seat], policy, plans, rev)


def note(party: Party, seat: str, random: Random) -> AnyLetter:
    rev = next(s.notes.next for s in party.game.state.seats if s.id == seat)
    return letter_types.note_letter(party.game, seat, hostile.text(random), rev)


def attempt(party: Party, seat: str, random: Random) -> str:
    """Return why a letter is refused, or that it was applied; then write and read the game, and play on."""
    try:
        envelope = send_foreign(party.sign(seat, mean(party, seat, random)))
        after = transition.extend(party.rules, party.before(), envelope, party.referee, None)
    except (Rejected, Malformed) as fault:
        return fault.code
    check_written(after.game)
    return "applied"


def send_foreign(envelope: Envelope) -> Envelope:
    """Send a letter as it would be in a file that no program of ours wrote."""
    return read_envelope(files.parse_order(msgspec.json.encode(letter_file(envelope)), "order.json"))


def check_written(game: GameFile) -> None:
    for name in ("game.toml", "game.json"):
        assert jcs(read_game(files.parse_game(dump_step(game, name), name))) == jcs(game)
    assert jcs(read_entry(log_line(game))) == log_line(game)


def go_on(party: Party, random: Random) -> None:
    """Give an honest order in the game as it is read from its file."""
    seat = random.choice(party.waiting)
    orders = [random.choice(party.legal(seat))]
    letter = letter_types.play_letter(
        party.game,
        seat,
        party.people[seat],
        [to_plain(one) for one in orders],
        [travels_sealed(one) for one in orders],
        0,
    )
    party.send(party.sign(seat, letter))


@every_game
@sizes("count", 120, 5000)
def test_hostile_batches_do_no_harm(game: str, count: int) -> None:
    random, party = Random(f"hostile {game}"), begin_game(game)
    outcomes: Counter[str] = Counter()
    for number in range(count):
        if not party.waiting:
            party = begin_game(game)
        seat = random.choice(party.waiting)
        state = jcs(party.game)
        outcomes[attempt(party, seat, random)] += 1
        assert jcs(party.game) == state
        if number % ROUND == 0:
            go_on(party, random)
    assert outcomes["applied"] > count // 10 and len(outcomes) > 5, outcomes


@every_game
@sizes("count", 30, 300)
def test_a_game_goes_on_after_all_that_was_applied(game: str, count: int) -> None:
    """Hostile letters that are accepted are applied on top of each other, with honest orders between them."""
    random, party = Random(f"going on {game}"), begin_game(game)
    party.reload = True
    applied = 0
    while applied < count:
        if not party.waiting:
            party = begin_game(game)
            party.reload = True
        seat = random.choice(party.waiting)
        try:
            party.send(send_foreign(party.sign(seat, mean(party, seat, random))))
        except (Rejected, Malformed):
            continue
        check_written(party.game)
        applied += 1
        if party.waiting:
            go_on(party, random)
            check_written(party.game)


@every_game
@sizes("seed", 1, 2)
def test_a_whole_game_with_a_hostile_player_can_be_verified(game: str, seed: int) -> None:
    random, party = Random(f"whole {seed}"), begin_game(game)
    while party.waiting:
        seat = random.choice(party.waiting)
        try:
            if random.random() < 0.5:
                party.send(send_foreign(party.sign(seat, mean(party, seat, random))))
            else:
                go_on(party, random)
        except (Rejected, Malformed):
            continue
    assert verify.verify(party.rules, party.game, party.log).level == 2


def spelt_out(party: Party, seat: str, order: dict[str, Any], plan: bool) -> Envelope:
    beside = Beside([order]) if plan else Beside()
    first = to_plain(party.legal(seat)[0]) if plan else order
    hidden = [secret(party, first)]
    return party.sign(
        seat, letter_types.play_letter(party.game, seat, party.people[seat], [first], hidden, 0, "", beside)
    )


@pytest.mark.parametrize("game", [game for game in GAMES if config_of(game).spelt_out])
@pytest.mark.parametrize("plan", [False, True], ids=["entry", "plan"])
def test_a_sealed_value_has_no_default_spelt_out(game: str, plan: bool) -> None:
    """Its opening would be written differently from what was committed to, and the referee would look like a liar."""
    party = begin_game(game)
    with pytest.raises(Rejected) as caught:
        party.send(spelt_out(party, party.waiting[0], dict(config_of(game).spelt_out), plan))
    assert caught.value.code == "E_SEAL_OPEN"
