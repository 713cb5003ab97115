"""What happened: the steps of a log in sentences, for the public or as one seat knows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import UnsetType

from ..kernel.base.canon import Plain
from ..kernel.chain.letters import Join, Play, Replace, Resign, Timeout, kind_of
from ..kernel.chain.records import Entry, GameFile, names_of
from ..kernel.content.packs import Words
from ..kernel.play.rules import Seat
from ..kernel.words.sentences import phrase, sentence, sentences, slots, wanted
from .page import Lines

Names = Mapping[Seat, str]


def events_for_reader(events: Iterable[Plain]) -> list[Plain]:
    """Who is awaited stands elsewhere, not among the events."""
    return [event for event in events if event["event"] != "asked"]


def event_lines(game: GameFile, entry: Entry, words: Words) -> list[str]:
    """One step in sentences: who acted, and what came of it."""
    names = names_of(game.state)
    lines = sentences(words, events_for_reader(entry.public.events), None, names)
    return [*about(game, entry, words, names, bool(lines)), *lines, *noted(entry, words, names)]


def noted(entry: Entry, words: Words, names: Names) -> list[str]:
    """What the sender of an order wrote to the table."""
    letter = entry.order
    if isinstance(letter, UnsetType) or not letter.note:
        return []
    return [f"{phrase(words, 'note', names, seat=letter.seat)} {letter.note}".replace("\n", " ")]


def about(game: GameFile, entry: Entry, words: Words, names: Names, told: bool) -> list[str]:
    """What kind of step it was, where its events do not say so."""
    letter = entry.order
    if isinstance(letter, UnsetType):
        return [phrase(words, "begun", names, seats=[s.id for s in game.state.seats])]
    if isinstance(letter, Resign) or (isinstance(letter, Play) and told):
        return []
    if isinstance(letter, Join):
        return [phrase(words, "join", seat=letter.seat, name=letter.args.name)]
    seats = letter.args.seats if isinstance(letter, Timeout) else []
    target = letter.args.seat if isinstance(letter, Replace) else ""
    return [phrase(words, kind_of(letter), names, seat=letter.seat, seats=seats, target=target)]


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
        lines = known(game, entry, words, reader, news if entry.head.seq >= fresh else [])
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


def known(game: GameFile, entry: Entry, words: Words, reader: Seat | None, news: list[Plain]) -> list[str]:
    """One step in sentences, as the reader knows it."""
    names = names_of(game.state)
    events = [better_known(event, news) for event in events_for_reader(entry.public.events)]
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
