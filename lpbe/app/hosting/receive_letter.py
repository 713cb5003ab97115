"""Receive a letter that a player hands over directly: check it, file it in the inbox, and say what became of it."""

from __future__ import annotations

from collections.abc import Callable
from os.path import join

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Failure, Malformed, RefusedBefore, Rejected, Unauthentic, WrongKind
from ...kernel.chain.letter import Letter, letter_id
from ...kernel.chain.letter_checks import check_letter, check_sender, referee_keys
from ...kernel.chain.letters.play import Play
from ...kernel.chain.records import Envelope
from ...kernel.crypto.keys import Identity, b64
from ...kernel.disk import files, folders
from ...kernel.gamedir.gamedir import locate
from ...kernel.gamedir.inbox import letter_name
from ...kernel.gamedir.log import has_log, step_of_letter
from ...kernel.gamedir.receipts import is_among_refused, refused_heads
from ..ordering.outbox import own_letter
from ..session.open_game import OpenGame, time_to_write
from ..session.session import Session
from .received_letters import check_rev_unused, inbox_file, name_in_inbox, read_submitted
from .run_folders import RunFailure, RunResult

MAX_WAITING_PER_SEAT = 40
"""How many letters of one seat may wait in an inbox; more are only sent to fill the disk."""
INBOX_WAIT_SECONDS = 10.0
SentBy = Callable[[str, str], None]
"""Takes the game and the seat of each authentic letter, and refuses seats that send too many."""


def anybody(game: str, seat: str) -> None:
    """Let every seat send as many letters as it likes."""


class ReceivedLetter(Struct, frozen=True):
    """A letter that waits in the inbox, or has made a step."""

    envelope: Envelope
    file: str
    step: int | UnsetType = UNSET
    may_run: bool = False
    """Whether the key of whoever received it may carry it out."""

    @property
    def is_applied(self) -> bool:
        return not isinstance(self.step, UnsetType)

    def data(self) -> Plain:
        if isinstance(self.step, UnsetType):
            return {"state": "filed", "file": self.file}
        return {"state": "applied", "step": self.step, "file": self.file}


def receive_letter(session: Session, folder: str, data: bytes, sent_by: SentBy = anybody) -> ReceivedLetter:
    """Check a letter as a run would, as far as possible without secrets, and file it; the same letter only once."""
    envelope = read_submitted("-", data)
    opened = session.open_game(folder)
    session.address_seat(opened.game, envelope.letter.seat)
    check_origin(opened, envelope)
    sent_by(opened.game.state.game, envelope.letter.seat)
    runs = may_run(opened, session.identity)
    if known := find_letter(opened, envelope):
        return replace(known, may_run=runs)
    folders.make_folder(opened.place.inbox)
    with folders.lock(opened.place.inbox, INBOX_WAIT_SECONDS):
        if name := name_in_inbox(opened, envelope):
            return ReceivedLetter(envelope, name, may_run=runs)
        check_room(opened, envelope.letter)
        check_rev_unused(opened, envelope)
        file = inbox_file(opened, envelope)
        files.create(join(file.folder, file.name), file.data, 0o644)
    return ReceivedLetter(envelope, file.name, may_run=runs)


def check_origin(opened: OpenGame, envelope: Envelope) -> None:
    """Check that a letter is for this game and signed by a seat that signs for itself."""
    game = opened.game
    letter = envelope.letter
    try:
        if letter.game != game.state.game:
            raise Rejected("E_ORDER_GAME", "this order belongs to another game")
        check_sender(game.genesis, game.state, envelope)
    except Malformed as fault:
        raise Rejected.like(fault) from None
    if isinstance(letter, Play) and letter.via:
        raise WrongKind("E_ORDER_KIND", "a seat that plays by e-mail cannot send signed orders", seat=letter.seat)


def find_letter(opened: OpenGame, envelope: Envelope) -> ReceivedLetter | None:
    """Return what became of a letter that was received before; raise if it was refused or cannot be accepted."""
    game = opened.game
    if name := name_in_inbox(opened, envelope):
        return ReceivedLetter(envelope, name)
    if is_among_refused(refused_heads(opened.place, game), game, envelope.letter):
        raise refused_before()
    try:
        envelope.letter.check_names(game.state)
        check_letter(game.genesis, game.state, opened.head, envelope, time_to_write(game.genesis, None, game.last.head))
    except (Malformed, Rejected, Unauthentic) as fault:
        if known := applied(opened, envelope):
            return known
        raise Rejected.like(fault) from None if isinstance(fault, Malformed) else fault
    return None


def applied(opened: OpenGame, envelope: Envelope) -> ReceivedLetter | None:
    """Return the step that a letter has made, if it has."""
    if not has_log(opened.place):
        return None
    step = step_of_letter(opened.place.log, letter_id(envelope.letter))
    return None if step is None else ReceivedLetter(envelope, letter_name(envelope.letter), step)


def refused_before() -> RefusedBefore:
    return RefusedBefore("E_ORDER_AGAIN", "this order has already been refused", "make a new one: lpbe order")


def check_room(opened: OpenGame, letter: Letter) -> None:
    """Refuse more letters from a seat than anybody needs."""
    waiting = [name for name in folders.file_names(opened.place.inbox) if f"-{letter.seat}-" in name]
    if len(waiting) >= MAX_WAITING_PER_SEAT:
        raise Rejected(
            "E_ORDER_MANY",
            "{count} messages from {seat} are already waiting for the host",
            "send it again after the host has run the game",
            count=len(waiting),
            seat=letter.seat,
        )


# what a run does with it


def may_run(opened: OpenGame, identity: Identity | None) -> bool:
    """Return whether this key may run the game: the referee's, or any if the game is open."""
    game = opened.game
    if game.genesis.trust == "open":
        return True
    return identity is not None and referee_keys(game.genesis, game.state).sign == b64(identity.sign_public)


def after_run(
    session: Session, folder: str, received: ReceivedLetter, end: RunResult | RunFailure | None
) -> ReceivedLetter:
    """Return what became of a filed letter in a run. A run that failed has left it in the inbox."""
    name = letter_id(received.envelope.letter)
    if isinstance(end, RunResult):
        for step in end.done.applied:
            if step.letter_id == name:
                return ReceivedLetter(received.envelope, received.file, step.seq)
        for file in end.done.refused:
            if file.file == received.file:
                raise refusal(end, file.file, file.code)
    opened = session.open_game(folder)
    if name_in_inbox(opened, received.envelope):
        return received
    if known := applied(opened, received.envelope):
        return known
    raise refused_before()


def refusal(end: RunResult, file: str, code: str) -> Failure:
    """Return why a run refused a letter; the reason is its seat's secret where it is sealed."""
    reasons = end.reasons.get(file, [])
    if not reasons:
        hint = "your key opens the reason: it is in the receipts of step {step}"
        return Rejected(code, "the host has refused this order", hint, step=end.seq)
    failure = Rejected(code, reasons[0].template, **reasons[0].values)
    if len(reasons) > 1:
        failure.advice = reasons[1]
    return failure


def letter_waits(session: Session, folder: str, name: str) -> bool:
    """Return whether a letter with this file name waits in the inbox, signed by its seat."""
    return own_letter(session.open_game(folder), join(locate(folder).inbox, name))
