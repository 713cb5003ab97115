"""What players wrote to one another: what a reader may not have read yet, and everything so far."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel.chain.genesis import names_of
from ...kernel.chain.letters.play import Play
from ...kernel.chain.records import Entry, GameFile
from ...kernel.content.packs import Words
from ...kernel.engine.model import Seat
from ...kernel.language.sentences import phrase
from ..document import Block, Lines, Paragraph, Section
from .step_sentences import note_sentences

MAX_NEW = 40
"""How many messages a report shows at its beginning."""
MAX_REMEMBERED = 400
"""How many messages a page shows at its end."""


def message_sections(game: GameFile, words: Words, log: Sequence[Entry], reader: Seat) -> list[Section]:
    """Return what was written after the step that the reader had seen when they gave their second-to-last order.

    Whoever gives an order has not always read the report that came before it, and what is applied in the same run may
    come before it: so a message is shown until the reader has given two orders on steps that contain it.
    """
    seen = last_seen_step(log, reader)
    written = messages(game, words, [entry for entry in log if entry.head.seq > seen])
    return [Section("messages", phrase(words, "messages"), message_blocks(words, written, MAX_NEW))] if written else []


def chat_section(game: GameFile, words: Words, log: Sequence[Entry]) -> Section | None:
    """Return everything that was written so far, for pages with enough space."""
    written = messages(game, words, log)
    return Section("chat", phrase(words, "chat"), message_blocks(words, written, MAX_REMEMBERED)) if written else None


def messages(game: GameFile, words: Words, log: Sequence[Entry]) -> list[str]:
    names = names_of(game.state)
    return [line for entry in log for line in note_sentences(entry, words, names)]


def message_blocks(words: Words, written: Sequence[str], limit: int) -> list[Block]:
    """Return the latest messages, and how many came before them."""
    older = len(written) - limit
    before: list[Block] = [Lines([phrase(words, "messages.older", count=older)])] if older > 0 else []
    return [*before, Paragraph("", [], quotes=list(written[-limit:]))]


def last_seen_step(log: Sequence[Entry], reader: Seat) -> int:
    """Return the step on which the reader gave their second-to-last order; -1 if they gave fewer."""
    steps = {entry.head.id: entry.head.seq for entry in log}
    letters = [entry.letter for entry in log if isinstance(entry.letter, Play) and entry.letter.seat == reader]
    return steps.get(letters[-2].seen, -1) if len(letters) > 1 else -1
