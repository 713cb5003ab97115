"""Compose the e-mails that are due: a seat's report, sealed or unencrypted, what it is for, and how to answer it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC
from os.path import basename, join
from typing import Any

from msgspec import Struct, UnsetType
from msgspec.structs import replace

from ...app.creating.joining import invitations
from ...app.creating.terms import terms_lines
from ...app.hosting.waiting_times import wait_of, wait_parts
from ...app.reading.history import earlier_steps, history
from ...app.reading.pages import before_the_start, page_of, section_of
from ...app.reading.report_mail import TOML, attachment_lines, attachments, file_name, glance_of
from ...app.session.locale import seat_language
from ...app.session.open_game import OpenGame
from ...app.session.seat_view import SeatView, view_for_referee
from ...kernel.base.errors import Message, Outdated
from ...kernel.chain.deadlines import parse_time
from ...kernel.chain.genesis import WindowKind, bots_in, by_mail, given_seat
from ...kernel.chain.mail_codes import code_for, next_mail_rev
from ...kernel.chain.records import Entry
from ...kernel.chain.sealed_state import has_started
from ...kernel.chain.transition import Referee
from ...kernel.content import packs
from ...kernel.content.packs import Words
from ...kernel.disk import files
from ...kernel.gamedir.inbox import letter_name
from ...kernel.gamedir.log import entry_or_none, has_log, log_lines
from ...kernel.gamedir.receipts import Reason, receipt_name, referee_reason
from ...kernel.language.sentences import phrase
from ...kernel.language.translate import translate_message
from ...report.content.headline import Viewpoint, subject
from ...report.content.past_states import public_events
from ...report.content.public_page import current_state, headline_entries
from ...report.content.suggested_reply import add_option
from ...report.document import Choices, Lines, Page, Reply, Section
from ...report.render import email_message
from ..address_book import Player, bare_address
from ..reply_block import Mark, block_lines, checksum
from ..state_dir import bounce_proof
from .due import DueKind, DueMail
from .votes import VoteReader, proposal_blocks

SUBJECT_PHRASES = {
    DueKind.SOON: "reminder",
    DueKind.GRACE: "reminder",
    DueKind.REMIND: "reminder",
    DueKind.REFUSED: "refused",
    DueKind.INVITE: "invited",
    DueKind.LOST: "lost",
    DueKind.VOTE: "vote",
}
"""The phrase that a subject begins with."""
ANSWER_COMMANDS = {WindowKind.READY: "ready {file}", WindowKind.PLAY: "order {file} 'ORDERS'"}
REPLACED_MESSAGE = "replaced by rev {rev}"
"""The reason for refusing an order that its sender has replaced, which requires no e-mail."""
REPLACED_EVENT = b'"replaced"'


class PendingMail(Struct, frozen=True):
    """An e-mail to be composed: the game, what is due, its reader and sender, and the referee, who can open seals."""

    opened: OpenGame
    due: DueMail
    player: Player
    referee: Referee
    sender: str
    now: str

    @property
    def lang(self) -> str:
        return (self.player.lang if self.player.lang else "") or seat_language(self.opened.game, self.due.seat)

    @property
    def words(self) -> Words:
        return packs.words(self.opened.rules.game.name, self.lang)

    @property
    def plays_by_mail(self) -> bool:
        """Return whether the seat has no key and is played by answering e-mails."""
        return by_mail(given_seat(self.opened.game.state, self.due.seat))

    @property
    def unencrypted(self) -> bool:
        """Return whether the e-mail has the private part: its player chose that or has no key, or nothing is secret."""
        return self.chose_unencrypted or self.plays_by_mail or self.opened.game.genesis.trust == "open"

    @property
    def chose_unencrypted(self) -> bool:
        """Return whether the player who chose unencrypted mail still has the seat."""
        if not self.player.clear or self.is_played_by_bot:
            return False
        return not seat_reassigned_since(self.opened, self.due.seat, self.player.since)

    @property
    def is_played_by_bot(self) -> bool:
        """Return whether a bot plays the seat now."""
        return self.due.seat in bots_in(self.opened.game.state)

    @property
    def send_option(self) -> str:
        """Return the option that makes a command print an e-mail."""
        return f"--mail-to {self.sender}" if self.sender else "--mail"


def seat_reassigned_since(opened: OpenGame, seat: str, step: int) -> bool:
    """Return whether another person or a bot was given the seat after this step."""
    if not has_log(opened.place):
        return False
    entries = (entry_or_none(line) for line in log_lines(opened.place.log) if REPLACED_EVENT in line)
    return any(entry.head.seq > step and reassigns(entry, seat) for entry in entries if entry)


def reassigns(entry: Entry, seat: str) -> bool:
    return any(event["event"] == "replaced" and event["seat"] == seat for event in entry.public.events)


def is_needed(mail: PendingMail) -> bool:
    """Return whether there is anything to say: not if the seat answered in advance, or replaced the order itself."""
    due = mail.due
    opened = mail.opened
    if due.kind is DueKind.REFUSED:
        reason = refusal_reason(mail)
        return reason is None or reason.message != REPLACED_MESSAGE
    if not due.kind.asks or not has_started(opened.game.state):
        return True
    return "answer" not in view_for_referee(opened, mail.referee, due.seat).private.screen.get("standing", {})


def compose_mail(mail: PendingMail) -> bytes:
    """Return the bytes of an e-mail."""
    opened = mail.opened
    words = mail.words
    view = view_for_referee(opened, mail.referee, mail.due.seat) if mail.unencrypted else None
    entries = history(opened, mail.due.seat, None)
    page = before_the_start(opened, report_page(mail, view, entries), None)
    attached = [*attachments(opened), *receipts_for(mail)]
    sections = [page.sections[0], *purpose_sections(mail), *page.sections[1:], *terms_sections(mail, page, entries)]
    file_section = Section("file", phrase(words, "mail.attached"), [Lines(list(file_lines(mail, attached)))])
    title = subject(opened.rules, opened.game, words, glance_for(mail, view, entries))
    whole = replace(page, sections=[*sections, file_section])
    return email_message.render(whole, words, message_headers(mail, title), attached)


def report_page(mail: PendingMail, view: SeatView | None, entries: list[Entry]) -> Page:
    listing = phrase(mail.words, "mail.listing") if mail.plays_by_mail else ""
    page = page_of(mail.opened, view, entries, mail.lang, where=file_name(mail.opened), listing=listing)
    kept = [one for one in page.sections if not (mail.plays_by_mail and one.key == "notes")]
    return replace(
        page, sections=[replace(one, blocks=[with_answer(mail, page, it) for it in one.blocks]) for one in kept]
    )


def glance_for(mail: PendingMail, view: SeatView | None, entries: list[Entry]) -> Viewpoint:
    """Return what the subject is made from; only what everybody sees if the private part is sealed."""
    opened = mail.opened
    if view:
        return glance_of(opened, view, entries)
    events = public_events(headline_entries(opened.game, entries, earlier_steps(opened, entries)))
    return Viewpoint(current_state(opened.rules, opened.game), mail.due.seat, events, closed=True)


def message_headers(mail: PendingMail, title: str) -> email_message.Envelope:
    """Return the headers of an e-mail, with its Message-ID and the e-mail that it follows in its thread."""
    state = mail.opened.game.state
    due = mail.due
    to = bare_address(mail.player.address)
    prefix = ""
    if due.kind in SUBJECT_PHRASES:
        colon = " : " if mail.lang == "fr" else ": "
        prefix = phrase(mail.words, f"mail.{SUBJECT_PHRASES[due.kind]}") + colon
    return email_message.Envelope(
        game=state.game,
        subject=f"{prefix}{title}",
        date=parse_time(mail.now).replace(tzinfo=UTC),
        seq=state.seq,
        seat=due.seat,
        sender=mail.sender,
        to=to,
        reply_to=mail.sender if mail.plays_by_mail else "",
        name=due.name,
        follows=due.follows,
        mark=f"{due.kind} {due.game[:12]} {due.seat}",
        proof=bounce_proof(due.message_id, to),
        fill=(lambda orders: filled_block(mail, orders)) if mail.plays_by_mail else None,
        pictured=mail.player.format == "html",
    )


# how to answer it


def with_answer(mail: PendingMail, page: Page, block: Any) -> Any:
    """Return the suggested answer as the reader of the e-mail can send it: as a reply block, or as a command."""
    if not isinstance(block, Reply):
        return block
    if mail.plays_by_mail:
        others = [
            one.items[0].order for one in choice_groups(page) if one.items and one.items[0].order not in block.orders
        ]
        lines = block_lines(reply_mark(mail), block.orders, [phrase(mail.words, "mail.block.how")], others)
        return replace(block, template=lines, command_lead=phrase(mail.words, "mail.block"), command=[])
    return add_option(block, phrase(mail.words, "mail.signed"), mail.send_option)


def choice_groups(page: Page) -> Iterator[Any]:
    for text_section in page.sections:
        for block in text_section.blocks:
            yield from block.groups if isinstance(block, Choices) else ()


def reply_mark(mail: PendingMail) -> Mark:
    """Return the mark of a block, with the code that is valid only for the next answer to the open question."""
    game = mail.opened.game
    seat = mail.due.seat
    rev = next_mail_rev(game, seat)
    code = code_for(game, mail.referee.secrets, seat, rev)
    return Mark(game=game.state.game, seat=seat, window=game.state.window.number, rev=rev, code=code)


def filled_block(mail: PendingMail, orders: Sequence[str]) -> list[str]:
    """Return a block of orders that counts as changed by its reader, for links that answer at once."""
    lines = block_lines(reply_mark(mail), list(orders))
    return [lines[0].replace(checksum(orders), checksum([])), *lines[1:]]


def purpose_sections(mail: PendingMail) -> Iterator[Section]:
    """Yield what the e-mail is for, and how a seat with a key answers it."""
    words = mail.words
    kind = mail.due.kind
    if kind.reminds:
        times = ", ".join(wait_parts(mail.opened, words, wait_of(mail.opened, mail.now), [mail.due.seat]))
        yield text_section(words, "reminder", [phrase(words, f"mail.{kind}", times=times)])
    if kind is DueKind.REFUSED:
        yield text_section(words, "refused", list(refused_lines(mail)))
    if kind is DueKind.LOST:
        yield Section("mail-lost", phrase(words, "mail.lost"), [return_command(mail)])
    if mail.due.proposal:
        blocks = list(proposal_blocks(mail.opened, words, mail.due.proposal, vote_reader(mail)))
        yield Section("mail-vote", phrase(words, "mail.vote"), blocks)
    if kind is DueKind.INVITE:
        game = words.terms.get(mail.opened.rules.game.name, "")
        yield text_section(words, "invited", [phrase(words, "mail.invitation", game=game, seat=mail.due.seat)])
    if commands := list(answer_commands(mail)):
        yield Section("mail-how", phrase(words, "mail.how"), commands)


def text_section(words: Words, key: str, lines: list[str]) -> Section:
    return Section(f"mail-{key}", phrase(words, f"mail.{key}"), [Lines(lines)])


def vote_reader(mail: PendingMail) -> VoteReader:
    """Return how the reader answers a proposal; a mail seat uses a reply block, an empty one if the page has none."""
    asked = mail.due.seat in mail.opened.game.state.window.waiting
    block = (
        block_lines(reply_mark(mail), [], [phrase(mail.words, "mail.block.how")])
        if mail.plays_by_mail and not asked
        else []
    )
    return VoteReader(
        seat=mail.due.seat,
        file=file_name(mail.opened),
        send_option=mail.send_option,
        block=block,
        plays_by_mail=mail.plays_by_mail,
    )


def answer_commands(mail: PendingMail) -> Iterator[Reply]:
    """Yield the commands for a seat with a key: to read its own part, and to sign an answer."""
    game = mail.opened.game
    file = file_name(mail.opened)
    seat = mail.due.seat
    if mail.plays_by_mail or mail.is_played_by_bot:
        return
    if not mail.unencrypted and has_started(game.state):
        yield command_block(mail.words, "sealed", f"lpbe report {file}")
    kind = game.state.window.kind
    if seat not in game.state.window.waiting or (kind == WindowKind.PLAY and mail.unencrypted):
        return
    if kind == WindowKind.JOIN:
        code = invitations(game, mail.referee).get(seat, "")
        code_option = f"--code {code} " if code else ""
        join_line = f"lpbe join {file} --seat {seat} --name NAME {code_option}{mail.send_option}"
        yield command_block(mail.words, "join" if code else "kept", join_line)
    else:
        yield command_block(mail.words, kind, f"lpbe {ANSWER_COMMANDS[kind].format(file=file)} {mail.send_option}")


def return_command(mail: PendingMail) -> Reply:
    return command_block(mail.words, "back", f"lpbe key show --for {file_name(mail.opened)} --seat {mail.due.seat}")


def command_block(words: Words, key: str, command: str) -> Reply:
    return Reply(phrase(words, f"mail.{key}"), [], "", [command])


def terms_sections(mail: PendingMail, page: Page, entries: Sequence[Entry]) -> Iterator[Section]:
    """Yield the terms in the first e-mails to a mail seat, which never has to say that it is ready."""
    game = mail.opened.game
    if mail.plays_by_mail and entries and not entries[0].head.seq:
        yield section_of(mail.opened, page, "terms", terms_lines(game.genesis, game.state, mail.lang))


# refused letters


def refusal_reason(mail: PendingMail) -> Reason | None:
    assert mail.due.refusal and mail.due.letter
    return referee_reason(mail.due.refusal, mail.opened.game, mail.due.letter.letter, mail.referee)


def refused_lines(mail: PendingMail) -> Iterator[str]:
    """Yield why a letter was refused, if the e-mail is unencrypted or the reason public; otherwise how to open it."""
    due = mail.due
    reason = refusal_reason(mail)
    assert due.refusal and due.letter
    letter = letter_name(due.letter.letter)
    code = due.refusal.code
    if reason and (mail.unencrypted or code in Outdated.CODES):
        why = translate_message(Message(reason.message, reason.values), mail.lang, mail.words, due.seat)
        yield phrase(mail.words, "mail.refused.why", letter=letter, why=f"{why} [{reason.clause or code}]")
        if reason.hint:
            yield translate_message(Message(reason.hint, reason.values), mail.lang)
        return
    key = "sealed" if due.refusal.head == mail.opened.head else "past"
    yield phrase(mail.words, f"mail.refused.{key}", letter=letter, code=code, receipt=receipt_file(mail))


def receipt_file(mail: PendingMail) -> str:
    assert mail.due.refusal
    return basename(receipt_name(mail.opened.place, mail.opened.game, mail.due.refusal))


def receipts_for(mail: PendingMail) -> Iterator[email_message.File]:
    """Yield the receipt as an attachment, for a reader who can open what is sealed in it."""
    refusal = mail.due.refusal
    if refusal and not mail.unencrypted and not isinstance(refusal.reason, UnsetType) and (name := receipt_file(mail)):
        yield email_message.File(name, TOML, files.read(join(mail.opened.place.refused, name), files.MAX_GAME_BYTES))


def file_lines(mail: PendingMail, attached: Sequence[email_message.File]) -> Iterator[str]:
    own = [file.name for file in receipts_for(mail)]
    key = "mail.file.checked" if mail.plays_by_mail else "mail.file"
    yield from attachment_lines(mail.words, [file for file in attached if file.name not in own], key)
    yield from (phrase(mail.words, "mail.receipt", file=name) for name in own)
