"""Read new e-mail for games: `lpbe mail in`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from msgspec import Struct

from ...app.hosting.mail_faults import fault_line
from ...app.hosting.mail_status import MailFault, load_status, new_faults
from ...app.session.failures import error_data, fault_text
from ...app.session.locale import Locale
from ...app.session.session import Session
from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Failure, Misused
from ..address_book import read_players
from ..game_index import GameIndex
from ..status import watch_reading
from . import mailboxes
from .mailboxes import RawMail
from .process import ProcessedMail, mail_clock, mails_data, process_all


class MailSource(Struct, frozen=True):
    """Where mail is read: one place, or standard input if none is named."""

    maildir: str | None = None
    mbox: str | None = None
    imap: str | None = None
    password_file: str | None = None

    @property
    def name(self) -> str:
        return self.imap or self.maildir or self.mbox or "-"

    def open(self, now: datetime) -> Iterator[RawMail | Failure]:
        """Return the e-mails that are there."""
        if sum(map(bool, (self.maildir, self.mbox, self.imap))) > 1:
            raise Misused("E_USAGE", "use only one of --maildir, --mbox and --imap")
        if self.maildir:
            return mailboxes.from_maildir(self.maildir, now)
        if self.mbox:
            return mailboxes.from_mbox(self.mbox)
        if self.imap:
            from . import imap  # saves ssl for other mailboxes

            return imap.from_imap(imap.parse_account(self.imap), imap.password_for(self.password_file), now)
        return mailboxes.from_stdin()


class MailInResult(Struct, frozen=True):
    """What became of each e-mail, which e-mails could not be processed, and what bounced for good."""

    processed: Sequence[ProcessedMail]
    faults: Sequence[Exception]
    bounced: Sequence[MailFault]
    locale: Locale

    def data(self) -> Plain:
        failed = [
            {"code": error_data(fault)["code"], "message": getattr(fault, "message", repr(fault))}
            for fault in self.faults
        ]
        return {"mails": mails_data(self.processed), "failed": failed}

    def text(self) -> str:
        return "" if self.processed or self.faults else self.locale.localise("there are no new e-mails")


def read_mail_in(
    session: Session,
    folders: Sequence[str],
    source: MailSource,
    players: str | None,
    now: str | None,
    show: Callable[[ProcessedMail | Exception], None],
) -> MailInResult:
    """Process the e-mails of a mailbox for the games below some folders; `show` is called after each of them."""
    index = GameIndex(folders, read_players(players), session.identity)
    faults: list[Exception] = []
    processed: list[ProcessedMail] = []
    known = load_status()
    when = mail_clock(now)
    with watch_reading(index, source.name, when) as watch:
        index.check_games()
        for one in process_all(source.open(when), index, when):
            faults.append(one) if isinstance(one, Exception) else processed.append(one)
            show(one)
        watch.note_single_faults(faults)
    bounced = new_faults(known)
    for bounce in bounced:
        session.warn(fault_line(bounce, session.locale))
    for fault in index.failures:
        session.warn(fault_text(fault, session.locale))
    return MailInResult(processed=processed, faults=faults, bounced=bounced, locale=session.locale)


def mail_line(processed: ProcessedMail, locale: Locale) -> str:
    """Return what became of one e-mail on one line."""
    reason = f"[{processed.reason}]" if processed.reason else ""
    about = " ".join(filter(None, [processed.game[:12], processed.seat, *processed.files, reason]))
    template = "reply to {address}"
    answered = locale.localise(template, address=processed.to) if processed.to else locale.localise("no reply")
    return f"{processed.id} {processed.action} {about} ({answered})"
