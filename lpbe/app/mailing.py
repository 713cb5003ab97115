"""A report as a mail: who reads it, what it is about, and the game file that comes with it."""

from __future__ import annotations

from datetime import UTC
from os.path import basename
from typing import Any

from msgspec import Struct, UnsetType
from msgspec.structs import replace

from ..kernel.chain.records import Entry
from ..kernel.chain.times import parse_time
from ..kernel.content import packs
from ..kernel.content.packs import Words
from ..kernel.disk import files
from ..kernel.folder.copies import copy_of, dump_copy
from ..kernel.words.sentences import phrase
from ..report import eml
from ..report.blocks import Reply
from ..report.compose import Glance, now_of, told_of
from ..report.page import Lines, Page, Section
from ..report.past import told_events
from ..report.seat import Sitting, answer_so_far
from ..report.subject import subject
from .desk import Desk
from .filing import answer_waits
from .game import OpenGame
from .history import earlier_steps

TOML = "application/toml"


class Parties(Struct, frozen=True):
    """Between whom a mail goes, as far as that was said."""

    sender: str = ""
    to: str = ""
    reply_to: str = ""


def file_name(opened: OpenGame) -> str:
    """What the attached game is called: nothing that anybody chose is part of it."""
    return f"{opened.rules.game.name}-{opened.game.state.game[:12]}-{opened.game.state.seq}.toml"


def mail_of(opened: OpenGame, desk: Desk | None, page: Page, entries: list[Entry], now: str, parties: Parties) -> bytes:
    """The page of a seat, or everybody's, with the game as anybody may have it."""
    words = packs.words(opened.rules.game.name, page.lang)
    attached = attachments(opened)
    told = Section("file", phrase(words, "mail.attached"), [Lines(attached_lines(words, attached))])
    sections = [replace(one, blocks=[by_mail(words, block) for block in one.blocks]) for one in page.sections]
    envelope = eml.Envelope(
        opened.game.state.game,
        subject(opened.rules, opened.game, words, glance_of(opened, desk, entries)),
        parse_time(now).replace(tzinfo=UTC),
        opened.game.state.seq,
        desk.seat if desk else "",
        parties.sender,
        parties.to,
        parties.reply_to,
    )
    return eml.render(replace(page, sections=[*sections, told]), words, envelope, attached)


def by_mail(words: Words, block: Any) -> Any:
    """An answer is printed and pasted: who has a mail has no folder to file it in."""
    if not isinstance(block, Reply):
        return block
    *most, last = block.command
    return replace(block, told=phrase(words, "mail.command"), command=[*most, f"{last} --armor -o -"])


def attachments(opened: OpenGame) -> list[eml.File]:
    """The copy with its tail, sealed as it is; and the content that the game is played with, where it has its own."""
    name = file_name(opened)
    found = [eml.File(name, TOML, dump_copy(copy_of(opened.place, opened.game), name))]
    if not isinstance(opened.game.genesis.pack, UnsetType):
        found.append(eml.File(basename(opened.place.pack), TOML, files.read(opened.place.pack, files.GAME)))
    return found


def attached_lines(words: Words, attached: list[eml.File], key: str = "mail.file") -> list[str]:
    game, *more = (file.name for file in attached)
    return [phrase(words, key, file=game), *(phrase(words, "mail.pack", file=name) for name in more)]


def glance_of(opened: OpenGame, desk: Desk | None, entries: list[Entry]) -> Glance:
    told = told_events(told_of(opened.game, entries, earlier_steps(opened, entries)))
    if desk is None:
        return Glance(now_of(opened.rules, opened.game), None, told)
    own = Sitting(desk.seat, desk.view, desk.state, filed=answer_waits(opened, desk.seat))
    return Glance(desk.state, desk.seat, told, answer_so_far(own))
