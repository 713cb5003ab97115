"""The news of a page as entries: an icon, who, a sentence, the places it is about, and whether it is good or bad."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...kernel.content.packs import Words
from ...kernel.engine.action_cards import PageHints
from ...kernel.engine.model import Seat
from ...kernel.schemas.page_data import NewsEntry
from .order_views import texts_in
from .story import ToldEvent, heading_title

LETTER_ICON = "letter"
"""The icon for what a letter itself says, and for events of the kernel."""
ICONS = {"note": "chat", "asked": "turn", "": LETTER_ICON}


def news_entries(
    words: Words,
    told: Sequence[ToldEvent],
    hints: PageHints,
    drawn: frozenset[str],
    reader: Seat,
    names: Mapping[Seat, str],
) -> list[NewsEntry]:
    """Return one entry for each line of the story, in its order."""
    return [news_entry(words, one, hints, drawn, reader, names) for one in told]


def news_entry(
    words: Words, told: ToldEvent, hints: PageHints, drawn: frozenset[str], reader: Seat, names: Mapping[Seat, str]
) -> NewsEntry:
    tag = str(told.event.get("event", ""))
    heading = told.heading
    plain = heading is None or heading.key == "step"
    return NewsEntry(
        text=told.text,
        icon=hints.icons.get(tag) or ICONS.get(tag, LETTER_ICON),
        who=actor(told),
        small="" if plain or heading is None else heading_title(words, heading, names),
        at=list(dict.fromkeys(text for text in texts_in(told.event) if text in drawn)),
        tone=hints.tone(told.event, reader) if tag and hints.tone else "",
        step=told.step,
    )


def actor(told: ToldEvent) -> Seat:
    """Return who an entry is about: the seat of the event, or the one whose die or turn it is."""
    seat = told.event.get("seat") or (told.heading.seat or told.heading.colour if told.heading else "")
    return str(seat)
