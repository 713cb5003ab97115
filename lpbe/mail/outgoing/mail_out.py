"""Send what is due to players: `lpbe mail out`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ...app.hosting.mail_status import MailFault
from ...app.session.failures import failure_reason, fault_text
from ...app.session.locale import Locale
from ...app.session.session import Session
from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Failure
from ...kernel.base.safe_text import one_line
from ..address_book import read_players
from ..game_index import GameIndex
from ..incoming.process import mail_clock, mails_data
from ..status import record_sending, watch_sending
from .deliver import Delivery, DeliveryStatus, SeatWithoutAddress, Spooling, send_spooled, spool_due_mails
from .spool import ServerFault, Unreachable
from .transports import open_transport


class MailOutResult(Struct, frozen=True):
    """Games that could not be read, what was due, what became of each e-mail, and the lasting faults."""

    unread: Sequence[Failure]
    spooled: Spooling
    sent: Sequence[Delivery]
    lasting: Sequence[MailFault]
    locale: Locale

    @property
    def failures(self) -> list[Exception]:
        return [*self.unread, *(one.fault for one in self.spooled.failures)]

    def count(self, status: DeliveryStatus) -> int:
        return sum(one.status is status for one in self.sent)

    def data(self) -> Plain:
        return {
            "made": mails_data(self.spooled.made),
            "mails": [one.data() for one in self.sent],
            **{status.value: self.count(status) for status in DeliveryStatus},
            "unaddressed": mails_data(self.spooled.unaddressed),
            "faults": len(self.lasting),
        }

    def text(self) -> str:
        locale = self.locale
        counts = {status.value: self.count(status) for status in DeliveryStatus}
        template = "{made} written, {sent} sent, {waits} waiting, {failed} failed"
        lines = [locale.localise(template, made=len(self.spooled.made), **counts)]
        if outdated := self.count(DeliveryStatus.OUTDATED):
            lines.append(locale.localise("outdated questions that were not sent: {count}", count=outdated))
        if self.lasting:
            lines.append(
                locale.localise("lasting mail faults: {count}; see: lpbe mail faults", count=len(self.lasting))
            )
        return "\n".join(lines)

    @property
    def keeps_mail(self) -> bool:
        """Return whether some e-mails are left for the next time."""
        return self.count(DeliveryStatus.WAITING) > 0

    def warnings(self) -> Iterator[str]:
        """Yield which games failed, who has no address, and which e-mails were not sent and why."""
        for fault in self.failures:
            yield fault_text(fault, self.locale)
        for seat in self.spooled.unaddressed:
            yield unaddressed_line(seat, self.locale)
        yield from delivery_lines(self.sent, self.locale)


def send_mail_out(
    session: Session,
    folders: Sequence[str],
    target: str,
    password_file: str | None,
    players: str | None,
    now: str | None,
    *,
    again: bool = False,
) -> MailOutResult:
    """Send what is due in the games below some folders; `again` includes what a server has refused for good."""
    index = GameIndex(folders, read_players(players), session.identity)
    when = mail_clock(now)
    if not index.players.host.address:
        template = (
            "players cannot reply to these e-mails; set the address where you "
            "receive e-mail: lpbe mail address GAME referee ADDRESS"
        )
        session.warn(session.locale.localise(template))
    with watch_sending(index, when), open_transport(target, password_file) as transport:
        spooled = spool_due_mails(index, when)
        sent = list(send_spooled(transport, when, spooled, again))
    lasting = record_sending(index, spooled, sent, when)
    result = MailOutResult(unread=index.failures, spooled=spooled, sent=sent, lasting=lasting, locale=session.locale)
    for line in result.warnings():
        session.warn(line)
    return result


def unaddressed_line(seat: SeatWithoutAddress, locale: Locale) -> str:
    template = "{game}: {seat} has to answer but has no address: lpbe mail address {game} {seat} ADDRESS"
    return locale.localise(template, game=one_line(seat.folder), seat=seat.seat)


def delivery_lines(sent: Sequence[Delivery], locale: Locale) -> Iterator[str]:
    """Yield why e-mails were not sent: to whom, or once if no e-mail can be sent at all."""
    stopped: set[str] = set()
    for one in sent:
        if one.fault is None or one.fault.message in stopped:
            continue
        if isinstance(one.fault, Unreachable | ServerFault):
            stopped.add(one.fault.message)
        game, seat = one.game_and_seat
        about = f"{one.to} ({seat}, {game})" if seat else one.to
        why = failure_reason(one.fault, locale, named=False)
        yield locale.localise("{address}: {why}", address=about, why=why)
