"""The mail that is due to a seat: its report, in clear or as everybody may read it, and how it is answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC
from os.path import basename, join
from typing import Any

from msgspec import Struct, UnsetType
from msgspec.structs import replace

from ..app.desk import Desk, opened_by
from ..app.game import OpenGame
from ..app.history import earlier_steps, history
from ..app.invite import invitations
from ..app.language import reader_language
from ..app.mailing import TOML, attached_lines, attachments, file_name, glance_of
from ..app.pages import before_the_start, page_of, section_of
from ..app.terms import terms_lines
from ..app.waits import wait_of, wait_parts
from ..kernel.base.errors import Message
from ..kernel.chain.hidden import has_started
from ..kernel.chain.mail import code_for, next_mail_rev
from ..kernel.chain.records import Entry
from ..kernel.chain.seating import bots_in, by_mail, given_seat
from ..kernel.chain.step import Referee
from ..kernel.chain.times import parse_time
from ..kernel.content import packs
from ..kernel.content.packs import Words
from ..kernel.disk import files
from ..kernel.folder.inbox import letter_name
from ..kernel.folder.receipts import Reason, receipt_name, referee_reason
from ..kernel.folder.run import PAST
from ..kernel.words.sentences import phrase
from ..kernel.words.translate import translated
from ..report import eml
from ..report.blocks import Choices, Reply
from ..report.compose import Glance, now_of, told_of
from ..report.page import Lines, Page, Section
from ..report.past import told_events
from ..report.subject import subject
from .block import Mark, block_lines, check_of
from .due import ASK, GRACE, INVITE, LOST, REFUSED, SOON, VOTE, Due
from .hands import has_changed_hands
from .players import Player, plain
from .votes import Reader
from .votes import told_of as told_of_vote

NAMES = {SOON: "reminder", GRACE: "reminder", REFUSED: "refused", INVITE: "invited", LOST: "lost", VOTE: "vote"}
"""What a subject begins with."""
ANSWERS = {"ready": "ready {file}", "play": "order {file} 'ORDERS'"}
REPLACED = "replaced by rev {rev}"
"""What is said of an order in whose place its sender put another: that need not be told."""


class Post(Struct, frozen=True):
    """One mail to be made: the game, what is due, to whom, from whom, and who opens what is sealed."""

    opened: OpenGame
    due: Due
    player: Player
    referee: Referee
    sender: str
    now: str

    @property
    def lang(self) -> str:
        return (self.player.lang if self.player.lang else "") or reader_language(self.opened.game, self.due.seat)

    @property
    def words(self) -> Words:
        return packs.words(self.opened.rules.game.name, self.lang)

    @property
    def mailed(self) -> bool:
        """Whether the seat is played by answering mails."""
        return by_mail(given_seat(self.opened.game.state, self.due.seat))

    @property
    def clear(self) -> bool:
        """Whether its own part stands in the mail: its player wished so, or has no key; a bot's is nobody's."""
        return self.wished or self.mailed or self.opened.game.genesis.trust == "open"

    @property
    def wished(self) -> bool:
        """Whether it is still the one who sits there that wished to read in clear."""
        player, seat = self.player, self.due.seat
        return player.clear and not self.lost and not has_changed_hands(self.opened, seat, player.since)

    @property
    def lost(self) -> bool:
        """Whether the machine plays the seat by now."""
        return self.due.seat in bots_in(self.opened.game.state)

    @property
    def send(self) -> str:
        """How a command is told to print a mail."""
        return f"--mail-to {self.sender}" if self.sender else "--mail"


def is_wanted(post: Post) -> bool:
    """Whether there is anything to say: not what was answered in advance, nor what its sender has replaced."""
    due, opened = post.due, post.opened
    if due.kind == REFUSED:
        reason = reason_of(post)
        return reason is None or reason.message != REPLACED
    if due.kind not in (ASK, SOON, GRACE) or not has_started(opened.game.state):
        return True
    return "answer" not in opened_by(opened, post.referee, due.seat).view.screen.get("standing", {})


def mail_for(post: Post) -> bytes:
    opened, words = post.opened, post.words
    desk = opened_by(opened, post.referee, post.due.seat) if post.clear else None
    entries = history(opened, post.due.seat, None)
    page = before_the_start(opened, whole_page(post, desk, entries), None)
    attached = [*attachments(opened), *receipts_for(post)]
    sections = [page.sections[0], *first_sections(post), *page.sections[1:], *last_sections(post, page, entries)]
    told = Section("file", phrase(words, "mail.attached"), [Lines(list(told_files(post, attached)))])
    title = subject(opened.rules, opened.game, words, glance_for(post, desk, entries))
    return eml.render(replace(page, sections=[*sections, told]), words, envelope_of(post, title), attached)


def whole_page(post: Post, desk: Desk | None, entries: list[Entry]) -> Page:
    listing = phrase(post.words, "mail.listing") if post.mailed else ""
    page = page_of(post.opened, desk, entries, post.lang, where=file_name(post.opened), listing=listing)
    kept = [one for one in page.sections if not (post.mailed and one.key == "notes")]
    return replace(
        page, sections=[replace(one, blocks=[answered(post, page, it) for it in one.blocks]) for one in kept]
    )


def glance_for(post: Post, desk: Desk | None, entries: list[Entry]) -> Glance:
    """What the subject is made of: of a seat whose part is sealed only what everybody sees."""
    opened = post.opened
    if desk:
        return glance_of(opened, desk, entries)
    told = told_events(told_of(opened.game, entries, earlier_steps(opened, entries)))
    return Glance(now_of(opened.rules, opened.game), post.due.seat, told, closed=True)


def envelope_of(post: Post, title: str) -> eml.Envelope:
    state, due = post.opened.game.state, post.due
    colon = " : " if post.lang == "fr" else ": "
    before = f"{phrase(post.words, f'mail.{NAMES[due.kind]}')}{colon}" if due.kind in NAMES else ""
    return eml.Envelope(
        state.game,
        f"{before}{title}",
        parse_time(post.now).replace(tzinfo=UTC),
        state.seq,
        due.seat,
        post.sender,
        plain(post.player.address),
        post.sender if post.mailed else "",
        due.name,
        due.follows,
        f"{due.kind} {due.game[:12]} {due.seat}",
        (lambda orders: filled(post, orders)) if post.mailed else None,
        post.player.format == "html",
    )


# how it is answered


def answered(post: Post, page: Page, block: Any) -> Any:
    """The ready answer, as whoever reads the mail can send it."""
    if not isinstance(block, Reply):
        return block
    if post.mailed:
        others = [one.items[0].order for one in groups(page) if one.items and one.items[0].order not in block.orders]
        lines = block_lines(mark_of(post), block.orders, [phrase(post.words, "mail.block.how")], others)
        return replace(block, template=lines, told=phrase(post.words, "mail.block"), command=[])
    *most, last = block.command
    return replace(block, told=phrase(post.words, "mail.signed"), command=[*most, f"{last} {post.send}"])


def groups(page: Page) -> Iterator[Any]:
    for section in page.sections:
        for block in section.blocks:
            yield from block.groups if isinstance(block, Choices) else ()


def mark_of(post: Post) -> Mark:
    """With the code of the next answer to the open question, which is good for that alone."""
    game, seat = post.opened.game, post.due.seat
    rev = next_mail_rev(game, seat)
    code = code_for(game, post.referee.secrets, seat, rev)
    return Mark(game.state.game, seat, game.state.window.number, rev, "", code)


def filled(post: Post, orders: Sequence[str]) -> list[str]:
    """An empty block that was filled in: what a link begins is meant as it stands."""
    lines = block_lines(mark_of(post), list(orders))
    return [lines[0].replace(check_of(orders), check_of([])), *lines[1:]]


def first_sections(post: Post) -> Iterator[Section]:
    """What the mail is for, right after what is asked; and how it is answered by who signs."""
    words, kind = post.words, post.due.kind
    if kind in (SOON, GRACE):
        times = ", ".join(wait_parts(post.opened, words, wait_of(post.opened, post.now), [post.due.seat]))
        yield section(words, "reminder", [phrase(words, f"mail.{kind}", times=times)])
    if kind == REFUSED:
        yield section(words, "refused", list(refused_lines(post)))
    if kind == LOST:
        yield Section("mail-lost", phrase(words, "mail.lost"), [coming_back(post)])
    if post.due.matter:
        told = list(told_of_vote(post.opened, words, post.due.matter, reader_of(post)))
        yield Section("mail-vote", phrase(words, "mail.vote"), told)
    if kind == INVITE:
        game = words.terms.get(post.opened.rules.game.name, "")
        yield section(words, "invited", [phrase(words, "mail.invitation", game=game, seat=post.due.seat)])
    if blocks := list(how_blocks(post)):
        yield Section("mail-how", phrase(words, "mail.how"), blocks)


def section(words: Words, key: str, lines: list[str]) -> Section:
    return Section(f"mail-{key}", phrase(words, f"mail.{key}"), [Lines(lines)])


def reader_of(post: Post) -> Reader:
    """A mail seat answers in a block: where the page has none, in an empty one."""
    asked = post.due.seat in post.opened.game.state.window.waiting
    block = block_lines(mark_of(post), [], [phrase(post.words, "mail.block.how")]) if post.mailed and not asked else []
    return Reader(post.due.seat, file_name(post.opened), post.send, block, post.mailed)


def how_blocks(post: Post) -> Iterator[Reply]:
    """For seats with a key: what tells their own part, and what signs an answer."""
    game, file, seat = post.opened.game, file_name(post.opened), post.due.seat
    if post.mailed or post.lost:
        return
    if not post.clear and has_started(game.state):
        yield command(post.words, "sealed", f"lpbe report {file}")
    kind = game.state.window.kind
    if seat not in game.state.window.waiting or (kind == "play" and post.clear):
        return
    if kind == "join":
        code = invitations(game, post.referee).get(seat, "")
        more = f"--code {code} " if code else ""
        told = f"lpbe join {file} --seat {seat} --name NAME {more}{post.send}"
        yield command(post.words, "join" if code else "kept", told)
    else:
        yield command(post.words, kind, f"lpbe {ANSWERS[kind].format(file=file)} {post.send}")


def coming_back(post: Post) -> Reply:
    return command(post.words, "back", f"lpbe key show --for {file_name(post.opened)} --seat {post.due.seat}")


def command(words: Words, key: str, told: str) -> Reply:
    return Reply(phrase(words, f"mail.{key}"), [], "", [told])


def last_sections(post: Post, page: Page, entries: Sequence[Entry]) -> Iterator[Section]:
    """Who plays by mail never said ready: the terms stand in the first mails."""
    game = post.opened.game
    if post.mailed and entries and not entries[0].head.seq:
        yield section_of(post.opened, page, "terms", terms_lines(game.genesis, game.state, post.lang))


# what was refused


def reason_of(post: Post) -> Reason | None:
    assert post.due.refusal and post.due.letter
    return referee_reason(post.due.refusal, post.opened.game, post.due.letter.order, post.referee)


def refused_lines(post: Post) -> Iterator[str]:
    """In words where its player reads in clear, or where it is nobody's secret; else how it is opened."""
    due, reason = post.due, reason_of(post)
    assert due.refusal and due.letter
    letter, code = letter_name(due.letter.order), due.refusal.code
    if reason and (post.clear or code in PAST):
        why = translated(Message(reason.message, reason.values), post.lang, post.words, due.seat)
        yield phrase(post.words, "mail.refused.why", letter=letter, why=f"{why} [{reason.clause or code}]")
        if reason.hint:
            yield translated(Message(reason.hint, reason.values), post.lang)
        return
    key = "sealed" if due.refusal.head == post.opened.head else "past"
    yield phrase(post.words, f"mail.refused.{key}", letter=letter, code=code, receipt=receipt_of(post))


def receipt_of(post: Post) -> str:
    assert post.due.refusal
    return basename(receipt_name(post.opened.place, post.opened.game, post.due.refusal))


def receipts_for(post: Post) -> Iterator[eml.File]:
    """The receipt, for who can open what is sealed in it."""
    refusal = post.due.refusal
    if refusal and not post.clear and not isinstance(refusal.reason, UnsetType) and (name := receipt_of(post)):
        yield eml.File(name, TOML, files.read(join(post.opened.place.refused, name), files.GAME))


def told_files(post: Post, attached: Sequence[eml.File]) -> Iterator[str]:
    own = [file.name for file in receipts_for(post)]
    key = "mail.file.checked" if post.mailed else "mail.file"
    yield from attached_lines(post.words, [file for file in attached if file.name not in own], key)
    yield from (phrase(post.words, "mail.receipt", file=name) for name in own)
