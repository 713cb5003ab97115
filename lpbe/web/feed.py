"""News feeds (Atom, RFC 4287): the latest steps of one game or of all."""

from __future__ import annotations

from collections import deque
from datetime import UTC, datetime
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct, UnsetType

from ..app.reading.history import available_steps
from ..app.session.locale import Locale
from ..app.session.open_game import OpenGame, open_game
from ..kernel.base.errors import Failure
from ..kernel.base.safe_text import printable
from ..kernel.chain.records import Entry
from ..kernel.content import packs
from ..kernel.disk import files
from ..report.content.step_sentences import step_sentences
from .shelf import Shelved

MAX_ENTRIES = 30
"""The newest steps in a feed."""


class News(Struct, frozen=True, order=True):
    """A step as an entry of a feed."""

    time: str
    name: str
    seq: int
    game: str
    title: str
    lines: list[str]


def game_news(shelved: Shelved, lang: str) -> list[News]:
    """Return the newest steps of a game, newest first; none if it cannot be read."""
    try:
        opened = open_game(shelved.folder, keep_pins=False)
        steps = deque(available_steps(opened), maxlen=MAX_ENTRIES)
    except Failure:
        return []
    written = datetime.fromtimestamp(files.modified_time(opened.place.game), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return [news_of(shelved, opened, step, lang, written) for step in reversed(steps)]


def news_of(shelved: Shelved, opened: OpenGame, step: Entry, lang: str, written: str) -> News:
    """Return a step as news. A game without a pace has no times: there the file's own counts."""
    words = packs.words(opened.rules.game.name, lang)
    lines = [printable(line) for line in step_sentences(opened.game, step, words)]
    at = step.head.at
    return News(
        time=written if isinstance(at, UnsetType) else at,
        name=shelved.name,
        seq=step.head.seq,
        game=opened.game.state.game,
        title=Locale(lang).localise("{name}, step {step}", name=shelved.name, step=step.head.seq),
        lines=lines,
    )


def atom_feed(news: list[News], title: str, base: str, own: str, lang: str) -> bytes:
    """Return a feed with the newest entries; `own` is its address below the base."""
    newest = sorted(news, key=lambda one: (one.time, one.seq), reverse=True)[:MAX_ENTRIES]
    updated = newest[0].time if newest else "1970-01-01T00:00:00Z"
    parts = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang={quoteattr(lang)}>',
        f"<title>{escape(title)}</title>",
        f"<id>{escape(base + own if base else f'urn:lpbe:{own}')}</id>",
        f'<link rel="self" href={quoteattr(base + own)}/>',
        f"<link href={quoteattr(base)}/>",
        f"<updated>{updated}</updated>",
        "<author><name>lpbe</name></author>",
        *(atom_entry(one, base) for one in newest),
        "</feed>",
    ]
    return ("\n".join(parts) + "\n").encode()


def atom_entry(news: News, base: str) -> str:
    link = f"{base}games/{quote(news.name, safe='')}/index.html"
    return "\n".join(
        [
            "<entry>",
            f"<title>{escape(news.title)}</title>",
            f"<id>urn:lpbe:{news.game}:{news.seq}</id>",
            f"<link href={quoteattr(link)}/>",
            f"<updated>{news.time}</updated>",
            f"<content>{escape(chr(10).join(news.lines))}</content>",
            "</entry>",
        ]
    )
