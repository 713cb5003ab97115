"""What is due to whom, as the game itself says: whoever looks at it twice finds the same mails under the same ids."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256

from msgspec import Struct, UnsetType

from ..app.game import OpenGame
from ..kernel.chain.acts.join import Join
from ..kernel.chain.checks import seal_keys
from ..kernel.chain.letters import letter_id
from ..kernel.chain.mail import window_head
from ..kernel.chain.records import Envelope
from ..kernel.chain.seating import SeatRecord, bots_in, spec_of
from ..kernel.chain.times import last_call, later, parse_time, time_text
from ..kernel.folder.receipts import Receipt, Refusal, receipts, refused_letters
from .block import NAMED
from .players import Players
from .robots import OWN_DOMAIN
from .votes import Matter, is_told, matters

ASK, SOON, GRACE, END, INVITE, REFUSED, LOST = "ask", "soon", "grace", "end", "invite", "refused", "lost"
VOTE = "vote"
DAY = timedelta(days=1)


class Due(Struct, frozen=True):
    """A mail to a seat: what for, and what tells it from every other one of its kind."""

    game: str
    seat: str
    kind: str
    key: str
    follows: str = ""
    """The id of the mail it goes on from."""
    refusal: Refusal | None = None
    letter: Envelope | None = None
    matter: Matter | None = None

    @property
    def name(self) -> str:
        return f"lpbe.{self.game[:NAMED]}.{self.seat}.{self.kind}.{self.key}@{OWN_DOMAIN}"

    @property
    def ident(self) -> str:
        return f"<{self.name}>"


def due_mails(opened: OpenGame, players: Players, now: str) -> Iterator[Due]:
    """All that this position owes to those whose addresses are known, whether it was sent before or not."""
    state = opened.game.state
    written = [seat for seat in state.seats if players.of(state.game, seat.id)]
    for seat in written:
        yield from of_seat(opened, seat, now)
    yield from refusals(opened, [seat.id for seat in written]) if written and opened.place.folder else ()


def of_seat(opened: OpenGame, seat: SeatRecord, now: str) -> Iterator[Due]:
    game = opened.game.state.game
    window = opened.game.state.window
    if seat.id in bots_in(opened.game.state) and not spec_of(opened.game.genesis, seat.id).held:
        yield Due(game, seat.id, LOST, short(f"{seat.held} {seat.seal}"))
    if window.kind == "over":
        yield Due(game, seat.id, END, short(opened.head))
    elif seat.id in window.waiting and seat.id not in bots_in(opened.game.state):
        kind = INVITE if window.kind == "join" else ASK
        asked = Due(game, seat.id, kind, f"{window.number}-{asked_mark(opened, seat)}")
        yield asked
        yield from reminder(opened, asked, now)
    yield from votes(opened, seat)


def votes(opened: OpenGame, seat: SeatRecord) -> Iterator[Due]:
    """What others are to agree on, once: to those who are asked, and to those who are only told."""
    state = opened.game.state
    for matter in matters(opened):
        if is_told(state, matter, seat.id):
            key = short(f"{matter.kind} {matter.mark} {seat.seal}")
            yield Due(state.game, seat.id, VOTE, key, matter=matter)


def asked_mark(opened: OpenGame, seat: SeatRecord) -> str:
    """The same as long as what was mailed can be answered: in this fork, by this key or code."""
    game = opened.game
    referee = "" if game.genesis.trust == "open" else seal_keys(game.genesis, game.state)[-1]
    return short(" ".join([window_head(game), seat.seal or "", seat.held or "", referee]))


def short(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:10]


def reminder(opened: OpenGame, asked: Due, now: str) -> Iterator[Due]:
    """Once before the deadline, once while there is grace; another deadline is another matter."""
    game = opened.game
    until, end = game.state.window.deadline, last_call(game.genesis, game.state, [asked.seat])
    if isinstance(until, UnsetType) or isinstance(end, UnsetType) or (game.state.paused or "") > now:
        return
    kind = "" if now < reminded_at(opened, until) or now > end else SOON if now <= until else GRACE
    if kind:
        yield Due(asked.game, asked.seat, kind, f"{asked.key}-{short(until)}", asked.name)


def reminded_at(opened: OpenGame, until: str) -> str:
    """A day before time is over, or half of it where there is less."""
    pace = opened.game.state.pace or opened.game.genesis.pace or "1d"
    half = (parse_time(later(until, pace)) - parse_time(until)) / 2
    return time_text(parse_time(until) - min(half, DAY))


def refusals(opened: OpenGame, seats: list[str]) -> Iterator[Due]:
    """What the newest receipts say of letters of these seats; of refused joins, which anybody can write, one a step."""
    game, state = opened.game.state.game, opened.game.state
    known = {*state.recent, opened.head}
    found = [one for one in receipts(opened.place, opened.game, state.seq - len(state.recent)) if one.head in known]
    letters = refused_letters(opened.place, {refusal.order for one in found for refusal in one.refused})
    for receipt in found:
        for refusal in receipt.refused:
            for envelope in letters.get(refusal.order, [])[:1]:
                if envelope.order.seat in seats:
                    yield refused(game, receipt, refusal, envelope)


def refused(game: str, receipt: Receipt, refusal: Refusal, envelope: Envelope) -> Due:
    letter = envelope.order
    key = f"{receipt.seq}-join" if isinstance(letter, Join) else f"{receipt.seq}-{short(letter_id(letter))}"
    return Due(game, letter.seat, REFUSED, key, "", refusal, envelope)
