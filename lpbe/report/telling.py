"""What happened: the steps of a log in sentences, for the public or as one seat knows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..kernel.base.canon import Plain
from ..kernel.chain.acts.play import Play
from ..kernel.chain.records import Entry, GameFile
from ..kernel.chain.seating import names_of
from ..kernel.content import packs
from ..kernel.content.packs import Words
from ..kernel.play.rulebook import Rules
from ..kernel.play.rules import Seat
from ..kernel.words.sentences import phrase, sentence, slots, wanted
from .compose import about, cut_short, events_for_reader, events_told, noted, page_with, step_page
from .page import Lines, Page


def public_page(rules: Rules, game: GameFile, entries: Sequence[Entry], lang: str, whole: bool = True) -> Page:
    """What these steps were about; without the whole log it says so."""
    if whole and len(entries) == 1:
        return step_page(rules, game, entries[0], lang)
    words = packs.words(rules.game.name, lang)
    blocks = [*story(game, entries, words, None, []), *cut_short(words, whole, entries)]
    return page_with(rules, game, entries, lang, blocks)


def story(game: GameFile, entries: Sequence[Entry], words: Words, reader: Seat | None, news: list[Plain]) -> list[Any]:
    """Step by step, each under its number; those where somebody has merely answered are told together."""
    blocks: list[Any] = []
    silent: list[Entry] = []
    fresh = since_last(entries, reader)
    for entry in entries:
        if merely_answered(words, entry):
            silent.append(entry)
            continue
        blocks += answers(game, silent, words)
        silent = []
        lines = step_lines(game, entry, words, reader, news if entry.head.seq >= fresh else [])
        blocks.append(Lines(lines, phrase(words, "step", seq=entry.head.seq)))
    return [*blocks, *answers(game, silent, words)]


def since_last(entries: Sequence[Entry], reader: Seat | None) -> int:
    """The step of the reader's last order: private news is of what came since."""
    mine = [entry.head.seq for entry in entries if isinstance(entry.order, Play) and entry.order.seat == reader]
    return mine[-1] if mine else 0


def merely_answered(words: Words, entry: Entry) -> bool:
    """An answer of which nothing can be told yet."""
    letter = entry.order
    silent = all(event["event"] in words.silent for event in events_for_reader(entry.public.events))
    return isinstance(letter, Play) and not letter.note and silent


def answers(game: GameFile, entries: Sequence[Entry], words: Words) -> list[Any]:
    if not entries:
        return []
    first, last = entries[0].head.seq, entries[-1].head.seq
    key, fields = ("step", {"seq": first}) if first == last else ("steps", {"first": first, "last": last})
    seats: list[Any] = list(dict.fromkeys(e.order.seat for e in entries if isinstance(e.order, Play)))
    line = phrase(words, "answers", names_of(game.state), seats=seats)
    return [Lines([line], phrase(words, key, **fields))]


def step_lines(game: GameFile, entry: Entry, words: Words, reader: Seat | None, news: list[Plain]) -> list[str]:
    """One step in sentences, as the reader knows it."""
    names = names_of(game.state)
    events = [better_known(event, news) for event in events_told(entry)]
    told = [sentence(words, event, addressed(words, event, reader), names) for event in events]
    lines = [line for line in told if line]
    return [*about(game, entry, words, names, bool(lines)), *lines, *noted(entry, words, names)]


def better_known(event: Plain, news: list[Plain]) -> Plain:
    """An event as the reader was told it in private, if he was; that is no news beside the story then."""
    for index, own in enumerate(news):
        if own["event"] == event["event"] and event.items() <= own.items():
            return news.pop(index)
    return event


def addressed(words: Words, event: Plain, reader: Seat | None) -> Seat | None:
    """The reader, unless the sentence that speaks to him tells what this event does not."""
    template = words.events.get(f"{event['event']}.own", "")
    return reader if all(name in event for name in slots(wanted(template, event))) else None
