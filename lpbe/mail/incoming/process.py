"""Process incoming e-mails: decide, store the decision, carry it out. An interrupted run is resumed the next time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime
from os.path import dirname, join

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from ...app.hosting.received_letters import InboxFile
from ...app.hosting.rollback_signs import RollbackSign, note_signs, rollback_cause
from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Failure
from ...kernel.base.safe_text import one_line
from ...kernel.chain.deadlines import TIME_FORMAT, parse_time
from ...kernel.chain.letter import AnyLetter, letter_id
from ...kernel.disk import files, folders
from ...kernel.gamedir.inbox import read_envelope
from ...kernel.gamedir.log import holds_letter
from ..address_book import bare_address
from ..game_index import GameIndex
from ..outgoing import spool
from ..state_dir import file_name_for, log_mail, open_folder
from ..status import record_bounce
from .answer_times import record_answer
from .autoreplies_and_bounces import AutomaticKind
from .decide import decide
from .future_mails import FutureMail
from .known_mails import FiledLetters, is_known, is_processed, letter_key, mark_known
from .mailboxes import AHEAD, MailboxAhead, RawMail, mailbox_ahead
from .message import Mail, read_mail
from .outcome import Action, Outcome
from .rate_limits import Recipient, count_reply, may_reply
from .reply import Reply, compose_reply, reader_locale

GAME_LOG = "log.jsonl"
MAX_DECISION_BYTES = 1 << 20
UNPROVEN_BOUNCE = "unproven-bounce"
"""The reason for ignoring a bounce that does not prove that the e-mail in it is one of ours."""


class ProcessedMail(Struct, frozen=True, omit_defaults=True):
    """What became of one e-mail, as `lpbe mail in --json` prints it."""

    id: str
    action: Action = field(name="did")
    sender: str = ""
    reason: str = field(default="", name="why")
    game: str = ""
    seat: str = ""
    files: list[str] = []
    answer: str = ""
    """Where the reply waits to be sent."""
    to: str = ""


class Decision(Struct, frozen=True):
    """What to do about an e-mail, stored until it is done: letters to file, and a reply with its Message-ID."""

    outcome: Outcome
    reply_id: str = field(default="", name="ident")
    reply: bytes = field(default=b"", name="mail")
    to: str = ""
    day: str = ""
    recipient: Recipient = field(default=Recipient.KNOWN, name="who")


def process_all(
    mails: Iterable[RawMail | Failure], index: GameIndex, now: datetime
) -> Iterator[ProcessedMail | Exception]:
    """Process each e-mail completely before the next; one that fails stays in its mailbox.

    Nor does a bug of ours stop the others: it would do so every time, and anybody could send such an e-mail.
    """
    with folders.lock(open_folder()):
        for mail in mails:
            try:
                if ahead := mailbox_is_ahead(mail):
                    note_ahead(ahead, index, now)
                    yield ahead
                if not isinstance(mail, MailboxAhead):
                    yield mail if isinstance(mail, Failure) else process_one(mail, index, now)
            except Exception as fault:
                yield fault


def mailbox_is_ahead(mail: RawMail | Failure) -> MailboxAhead | None:
    """Return the failure if a mailbox says that this computer has processed an e-mail that it does not remember."""
    if isinstance(mail, MailboxAhead):
        return mail
    if isinstance(mail, Failure) or mail.renew is None or is_processed(read_mail(mail.data, mail.whole)):
        return None
    return mailbox_ahead(mail.renew)


def note_ahead(fault: MailboxAhead, index: GameIndex, now: datetime) -> None:
    """Record for each game that its mailbox is ahead: from now on its e-mails wait until the game is restored."""
    sign = RollbackSign(rollback_cause(AHEAD), now.strftime(TIME_FORMAT))
    for game in index.paths_by_id():
        note_signs(game, [sign])
    index.forget("")
    fault.renew()


def process_one(raw: RawMail, index: GameIndex, now: datetime) -> ProcessedMail:
    """Process one e-mail, unless it was processed before."""
    mail = read_mail(raw.data, raw.whole)
    if is_processed(mail):
        forget_decision(mail)
        raw.done(True)
        return ProcessedMail(mail.message_id, Action.PROCESSED_BEFORE, mail.sender)
    decision = resume(mail) or decide_or_leave(mail, index, now)
    outcome = decision.outcome
    if mail.automatic is AutomaticKind.BOUNCE and not record_bounce(raw.data, index.players, now):
        outcome = replace(outcome, reason=UNPROVEN_BOUNCE)
    processed = ProcessedMail(
        id=mail.message_id,
        action=outcome.action,
        sender=mail.sender,
        reason=outcome.reason,
        game=outcome.game,
        seat=outcome.seat,
        files=[join(letter.folder, letter.name) for letter in outcome.letters],
        answer=spool_reply(decision),
        to=decision.to,
    )
    if outcome.answer:
        record_answer(outcome.game, outcome.seat, outcome.answer, now)
    log_mail(log_entry(processed, now))
    if outcome.letter_id:
        mark_known(letter_key(outcome))
    mark_known(mail.key, filed_letters(outcome))  # from now on it is never processed again, whatever fails
    forget_decision(mail)
    raw.done(outcome.action is not Action.IGNORED)
    return processed


# deciding


def decide_or_leave(mail: Mail, index: GameIndex, now: datetime) -> Decision:
    """Decide about an e-mail; note one from the future of its game as a sign that the game is out of date."""
    try:
        return decide_and_file(mail, index, now)
    except FutureMail as fault:
        index.forget(fault.game)  # somebody may have run it since it was read
    try:
        return decide_and_file(mail, index, now)
    except FutureMail as fault:
        note_signs(fault.game, [replace(fault.sign, since=now.strftime(TIME_FORMAT))])
        raise


def decide_and_file(mail: Mail, index: GameIndex, now: datetime) -> Decision:
    """Decide about an e-mail and file its letters.

    Letters are made and filed while nobody runs their game, so the mail is decided again once its game is locked.
    """
    outcome = decide(mail, index)
    game = index.find(outcome.game) if outcome.letters else None
    with folders.lock(game.place.folder) if game else nullcontext():
        if game:
            index.forget(outcome.game)
            outcome = decide(mail, index)
        decision = add_reply(mail, index, Decision(outcome), now)
        if outcome.letters:
            files.write(decision_path(mail), msgspec.msgpack.encode(decision), 0o600)
        for letter in outcome.letters:
            write_letter(letter)
    return decision


def add_reply(mail: Mail, index: GameIndex, decision: Decision, now: datetime) -> Decision:
    """Compose the reply, unless its recipient has been sent enough of them today."""
    reply = decision.outcome.reply
    if reply is None or not may_be_sent(index, reply):
        return decision
    to = bare_address(reply.to)
    day = now.strftime("%Y-%m-%d")
    recipient = recipient_of(index, decision.outcome, to)
    if not may_reply(to, day, recipient):
        return decision
    locale = reader_locale(index, reply.game, reply.seat)
    to_stranger = recipient is Recipient.STRANGER
    reply_id, data = compose_reply(reply, mail, index.players.sender, now, locale, to_stranger)
    return replace(decision, reply_id=reply_id, reply=data, to=to, day=day, recipient=recipient)


def recipient_of(index: GameIndex, outcome: Outcome, address: str) -> Recipient:
    if outcome.action is Action.FILED:
        return Recipient.FILED
    if outcome.proven and not (outcome.letter_id and is_known(letter_key(outcome))):
        return Recipient.PROVEN
    return Recipient.KNOWN if index.players.knows(address) else Recipient.STRANGER


def may_be_sent(index: GameIndex, reply: Reply) -> bool:
    """Return whether the reply goes neither to a mail server nor to ourselves."""
    to = bare_address(reply.to)
    host = bare_address(index.players.host.address)
    return bool(to) and to != host and not to.startswith(("mailer-daemon@", "postmaster@"))


# decisions in progress


def decision_path(mail: Mail) -> str:
    """Return where the decision about an e-mail is stored: under its key, or where an earlier version stored it."""
    earlier = join(open_folder("doing"), file_name_for(mail.message_id))
    return earlier if files.is_there(earlier) else join(open_folder("doing"), file_name_for(mail.key))


def resume(mail: Mail) -> Decision | None:
    """Load the decision of a run that was killed, and file its letters if no run has applied them since."""
    path = decision_path(mail)
    if not files.is_there(path):
        return None
    decision = msgspec.msgpack.decode(files.read(path, MAX_DECISION_BYTES), type=Decision)
    for letter in decision.outcome.letters:
        write_letter(letter)
    return decision


def forget_decision(mail: Mail) -> None:
    files.remove(decision_path(mail))


# carrying out


def filed_letters(outcome: Outcome) -> FiledLetters:
    letters = [letter_in(file) for file in outcome.letters]
    windows = [letter.window for letter in letters]
    return FiledLetters(outcome.game, [letter_id(letter) for letter in letters], max(windows, default=0))


def letter_in(file: InboxFile) -> AnyLetter:
    return read_envelope(files.parse_order(file.data, file.name)).letter


def write_letter(letter: InboxFile) -> None:
    """Write a letter into the inbox, unless the log of its game has it."""
    log = join(dirname(letter.folder), GAME_LOG)
    if files.is_there(log) and holds_letter(log, letter_id(letter_in(letter))):
        return
    folders.make_folder(letter.folder)
    files.write(join(letter.folder, letter.name), letter.data)


def spool_reply(decision: Decision) -> str:
    """Put the reply into the spool and return its path; nothing if there is no reply."""
    if not decision.reply_id:
        return ""
    if not spool.was_put(decision.reply_id):
        count_reply(decision.to, decision.day, decision.recipient)
    return spool.put(decision.reply_id, decision.reply)


def log_entry(mail: ProcessedMail, now: datetime) -> dict[str, str | list[str]]:
    entry: dict[str, str | list[str]] = {
        "at": now.strftime(TIME_FORMAT),
        "id": one_line(mail.id)[:300],
        "from": one_line(mail.sender),
        "did": mail.action,
        "why": mail.reason,
        "game": mail.game[:12],
        "seat": mail.seat,
        "files": mail.files,
        "to": mail.to,
    }
    return {name: value for name, value in entry.items() if value}


def mail_clock(now: str | None) -> datetime:
    """Return the current time, or the one that was given."""
    return parse_time(now) if now else clock_now()


def mails_data(mails: Sequence[Struct]) -> list[Plain]:
    """Return e-mails for a program."""
    answer: list[Plain] = msgspec.to_builtins(mails)
    return answer


def clock_now() -> datetime:
    return datetime.now(UTC)
