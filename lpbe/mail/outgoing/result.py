"""What `lpbe mail out` has done, as text and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ...app.hosting.mail_status import MailFault
from ...app.session.failures import failure_reason
from ...app.session.locale import Locale
from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Failure
from ...kernel.base.safe_text import one_line
from ..incoming.process import mails_data
from .deliver import Delivery, DeliveryStatus, SeatWithoutAddress, Spooling
from .spool import ServerFault, Unreachable


class MailOutResult(Struct, frozen=True):
    """Games that could not be read, what was due, what became of each mail, and the faults that last."""

    unread: Sequence[Failure]
    spooled: Spooling
    sent: Sequence[Delivery]
    lasting: Sequence[MailFault]

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

    def text(self, locale: Locale) -> str:
        counts = {status.value: self.count(status) for status in DeliveryStatus}
        template = "{made} made, {sent} sent, {waits} waiting, {failed} failed"
        lines = [locale.localise(template, made=len(self.spooled.made), **counts)]
        if outdated := self.count(DeliveryStatus.OUTDATED):
            lines.append(locale.localise("questions dropped as outdated: {count}", count=outdated))
        if self.lasting:
            lines.append(locale.localise("lasting faults: {count}; see: lpbe mail faults", count=len(self.lasting)))
        return "\n".join(lines)

    def warnings(self, locale: Locale) -> Iterator[str]:
        """Yield who has no address, and which mails were not sent and why."""
        for seat in self.spooled.unaddressed:
            yield unaddressed_line(seat, locale)
        yield from delivery_lines(self.sent, locale)


def unaddressed_line(seat: SeatWithoutAddress, locale: Locale) -> str:
    template = "{game}: {seat} has to answer but has no address: lpbe mail address {game} {seat} ADDRESS"
    return locale.localise(template, game=one_line(seat.folder), seat=seat.seat)


def delivery_lines(sent: Sequence[Delivery], locale: Locale) -> Iterator[str]:
    """Yield why mails were not sent: to whom, or once if no mail can be sent at all."""
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
