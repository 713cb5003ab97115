"""Which e-mails are due to whom, derived from the game alone: looking twice finds the same ones with the same ids."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from hashlib import sha256

from msgspec import Struct, UnsetType

from ...app.hosting.waiting_times import reminder_span
from ...app.session.open_game import OpenGame
from ...kernel.chain.deadlines import format_time, last_call, parse_time
from ...kernel.chain.genesis import SeatRecord, WindowKind, bots_in, spec_of
from ...kernel.chain.letter import letter_id
from ...kernel.chain.letter_checks import seal_keys
from ...kernel.chain.letters.join import Join
from ...kernel.chain.mail_codes import window_head
from ...kernel.chain.records import Envelope
from ...kernel.gamedir.receipts import Receipt, Refusal, receipts, refused_letters
from ..address_book import Players
from ..incoming.autoreplies_and_bounces import OWN_DOMAIN
from ..reply_block import SHORT_ID_CHARS
from .votes import Proposal, is_notified, open_proposals


class DueKind(StrEnum):
    """What an e-mail is for. The values are part of Message-IDs, which must not change."""

    ASK = "ask"
    SOON = "soon"
    """A reminder before the deadline."""
    GRACE = "grace"
    """A reminder during grace."""
    REMIND = "remind"
    """A reminder that the host asked for."""
    END = "end"
    INVITE = "invite"
    REFUSED = "refused"
    LOST = "lost"
    """A bot has taken over the seat."""
    VOTE = "vote"

    @property
    def reminds(self) -> bool:
        return self in (DueKind.SOON, DueKind.GRACE, DueKind.REMIND)

    @property
    def asks(self) -> bool:
        return self is DueKind.ASK or self.reminds


class DueMail(Struct, frozen=True):
    """An e-mail to a seat: what it is for, and the key that distinguishes it from others of its kind."""

    game: str
    seat: str
    kind: DueKind
    key: str
    follows: str = ""
    """The name of the e-mail that this one reminds of."""
    refusal: Refusal | None = None
    letter: Envelope | None = None
    proposal: Proposal | None = None

    @property
    def name(self) -> str:
        return f"lpbe.{self.game[:SHORT_ID_CHARS]}.{self.seat}.{self.kind}.{self.key}@{OWN_DOMAIN}"

    @property
    def message_id(self) -> str:
        return f"<{self.name}>"


def due_mails(opened: OpenGame, players: Players, now: str) -> Iterator[DueMail]:
    """Yield every e-mail to seats with an address that is due in this position, whether or not it was sent before."""
    state = opened.game.state
    seats = [seat for seat in state.seats if players.player(state.game, seat.id)]
    for seat in seats:
        yield from due_to_seat(opened, seat, now)
    if seats and opened.place.folder:
        yield from due_refusals(opened, [seat.id for seat in seats])


def due_to_seat(opened: OpenGame, seat: SeatRecord, now: str) -> Iterator[DueMail]:
    game = opened.game.state.game
    window = opened.game.state.window
    is_bot = seat.id in bots_in(opened.game.state)
    if is_bot and not spec_of(opened.game.genesis, seat.id).held:
        yield DueMail(game, seat.id, DueKind.LOST, key=short_hash(f"{seat.held} {seat.seal}"))
    if window.is_over:
        yield DueMail(game, seat.id, DueKind.END, key=short_hash(opened.head))
    elif seat.id in window.waiting and not is_bot:
        question = open_question(opened, seat)
        yield question
        yield from due_reminder(opened, question, now)
    yield from due_votes(opened, seat)


def open_question(opened: OpenGame, seat: SeatRecord) -> DueMail:
    """Return the e-mail with the open question to a seat that has to answer it."""
    state = opened.game.state
    kind = DueKind.INVITE if state.window.kind == WindowKind.JOIN else DueKind.ASK
    return DueMail(state.game, seat.id, kind, key=f"{state.window.number}-{question_hash(opened, seat)}")


def due_votes(opened: OpenGame, seat: SeatRecord) -> Iterator[DueMail]:
    """Yield one e-mail per open proposal, to those who vote and to those who are only notified."""
    game = opened.game
    for proposal in open_proposals(opened):
        if is_notified(game, proposal, seat.id):
            key = short_hash(f"{proposal.kind} {proposal.id} {seat.seal}")
            yield DueMail(game.state.game, seat.id, DueKind.VOTE, key=key, proposal=proposal)


def question_hash(opened: OpenGame, seat: SeatRecord) -> str:
    """Return a hash that stays the same as long as the e-mail can be answered: in this fork, by this key or code."""
    game = opened.game
    referee = "" if game.genesis.trust == "open" else seal_keys(game.genesis, game.state)[-1]
    return short_hash(" ".join([window_head(game), seat.seal or "", seat.held or "", referee]))


def short_hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:10]


# reminders


def due_reminder(opened: OpenGame, question: DueMail, now: str) -> Iterator[DueMail]:
    """Yield a reminder once before the deadline and once during grace; a new deadline has reminders of its own."""
    game = opened.game
    deadline = game.state.window.deadline
    end = last_call(game.genesis, game.state, [question.seat])
    if isinstance(deadline, UnsetType) or isinstance(end, UnsetType) or (game.state.paused or "") > now:
        return
    if now < reminder_time(opened, deadline) or now > end:
        return
    kind = DueKind.SOON if now <= deadline else DueKind.GRACE
    key = f"{question.key}-{short_hash(deadline)}"
    yield DueMail(question.game, question.seat, kind, key=key, follows=question.name)


def reminder_time(opened: OpenGame, deadline: str) -> str:
    """Return the time a day before the deadline, or half the pace before it if that is less."""
    return format_time(parse_time(deadline) - reminder_span(opened.game))


# refused letters


def due_refusals(opened: OpenGame, seats: list[str]) -> Iterator[DueMail]:
    """Yield e-mails about what the newest receipts say of letters of these seats."""
    state = opened.game.state
    recent = {*state.recent, opened.head}
    found = [one for one in receipts(opened.place, opened.game, state.seq - len(state.recent)) if one.head in recent]
    letters = refused_letters(opened.place, {refusal.letter_id for receipt in found for refusal in receipt.refused})
    for receipt in found:
        for refusal in receipt.refused:
            for envelope in letters.get(refusal.letter_id, [])[:1]:
                if envelope.letter.seat in seats:
                    yield due_refusal(state.game, receipt, refusal, envelope)


def due_refusal(game: str, receipt: Receipt, refusal: Refusal, envelope: Envelope) -> DueMail:
    """Return the e-mail about a refused letter; for refused joins, which anybody can write, only one per step."""
    letter = envelope.letter
    which = "join" if isinstance(letter, Join) else short_hash(letter_id(letter))
    key = f"{receipt.seq}-{which}"
    return DueMail(game, letter.seat, DueKind.REFUSED, key=key, refusal=refusal, letter=envelope)
