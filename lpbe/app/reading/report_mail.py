"""A report as an e-mail, with the game file attached."""

from __future__ import annotations

from datetime import UTC
from os.path import basename

from msgspec import Struct, UnsetType
from msgspec.structs import replace

from ...kernel.chain.deadlines import parse_time
from ...kernel.chain.records import Entry
from ...kernel.content import packs
from ...kernel.content.packs import Words
from ...kernel.disk import files
from ...kernel.gamedir.gamedir import dump_copy, portable_copy
from ...kernel.language.sentences import phrase
from ...report.content.headline import Viewpoint, subject
from ...report.content.past_states import public_events
from ...report.content.public_page import current_state, headline_entries
from ...report.content.seat_page import SeatContext, answer_status
from ...report.content.suggested_reply import add_option
from ...report.document import Lines, Page, Section
from ...report.render import email_message
from ..ordering.outbox import answer_waits
from ..session.open_game import OpenGame
from ..session.seat_view import SeatView
from .history import earlier_steps

TOML = "application/toml"


class Parties(Struct, frozen=True):
    """The addresses of an e-mail; empty ones are left out."""

    sender: str = ""
    to: str = ""
    reply_to: str = ""


def file_name(opened: OpenGame) -> str:
    """Return the name of the attached game: nothing that a player chose is part of it."""
    return f"{opened.rules.game.name}-{opened.game.state.game[:12]}-{opened.game.state.seq}.toml"


def mail_of(
    opened: OpenGame, view: SeatView | None, page: Page, entries: list[Entry], now: str, parties: Parties
) -> bytes:
    """Return the page of a seat, or the public one, as an e-mail with the game attached as anybody may have it."""
    words = packs.words(opened.rules.game.name, page.lang)
    attached = attachments(opened)
    file_section = Section("file", phrase(words, "mail.attached"), [Lines(attachment_lines(words, attached))])
    lead = phrase(words, "mail.command")  # a reader of an e-mail has no folder for the answer
    sections = [
        replace(one, blocks=[add_option(block, lead, "--armor -o -") for block in one.blocks]) for one in page.sections
    ]
    envelope = email_message.Envelope(
        game=opened.game.state.game,
        subject=subject(opened.rules, opened.game, words, glance_of(opened, view, entries)),
        date=parse_time(now).replace(tzinfo=UTC),
        seq=opened.game.state.seq,
        seat=view.seat if view else "",
        sender=parties.sender,
        to=parties.to,
        reply_to=parties.reply_to,
    )
    return email_message.render(replace(page, sections=[*sections, file_section]), words, envelope, attached)


def attachments(opened: OpenGame) -> list[email_message.File]:
    """Return a copy of the game with its tail, still sealed, and the game's own content pack if it has one."""
    name = file_name(opened)
    found = [email_message.File(name, TOML, dump_copy(portable_copy(opened.place, opened.game), name))]
    if not isinstance(opened.game.genesis.pack, UnsetType):
        found.append(
            email_message.File(basename(opened.place.pack), TOML, files.read(opened.place.pack, files.MAX_GAME_BYTES))
        )
    return found


def attachment_lines(words: Words, attached: list[email_message.File], key: str = "mail.file") -> list[str]:
    game, *more = (file.name for file in attached)
    return [phrase(words, key, file=game), *(phrase(words, "mail.pack", file=name) for name in more)]


def glance_of(opened: OpenGame, view: SeatView | None, entries: list[Entry]) -> Viewpoint:
    events = public_events(headline_entries(opened.game, entries, earlier_steps(opened, entries)))
    if view is None:
        return Viewpoint(current_state(opened.rules, opened.game), None, events)
    own = SeatContext(view.seat, view.private, view.state, filed=answer_waits(opened, view.seat))
    return Viewpoint(view.state, view.seat, events, answer_status(own))
