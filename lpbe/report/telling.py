"""What happened: the steps of a log as a story, a paragraph a die or a turn, for the public or as one seat knows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ..kernel.base.canon import Plain
from ..kernel.chain.acts.play import Play
from ..kernel.chain.records import Entry, GameFile
from ..kernel.chain.seating import names_of
from ..kernel.content import packs
from ..kernel.content.packs import Words
from ..kernel.play.rulebook import Rules
from ..kernel.play.rules import Seat, State
from ..kernel.play.story import PLAIN, Aside, Heading, Moment
from ..kernel.words.sentences import fill, phrase, sentence, slots, wanted
from .compose import about, cut_short, events_for_reader, is_told, noted, now_of, page_with
from .page import Page, Paragraph
from .past import folded, read_events, table_before


class Telling(Struct, frozen=True):
    """Which steps are told to whom in which words, and the tables before and after them, as far as they are known."""

    rules: Rules
    game: GameFile
    words: Words
    entries: Sequence[Entry]
    reader: Seat | None = None
    before: State | None = None
    now: State | None = None


class Part(Struct):
    """A paragraph that grows."""

    heading: Heading | None
    lines: list[str]
    said: list[str]
    steps: list[int]


def step_page(rules: Rules, game: GameFile, entry: Entry, lang: str) -> Page:
    """What one step was about, and how things stand after it."""
    return public_page(rules, game, [entry], lang)


def public_page(
    rules: Rules,
    game: GameFile,
    entries: Sequence[Entry],
    lang: str,
    whole: bool = True,
    earlier: Sequence[Entry] = (),
) -> Page:
    """What these steps were about; without the whole log it says so. The steps before them tell what stood where."""
    before = table_before(rules, game, earlier, entries) if earlier or len(entries) > 1 else None
    return page_after(rules, before, game, entries, lang, whole, earlier)


def told_after(rules: Rules, before: GameFile | None, game: GameFile, lang: str) -> Page:
    """What one step was about, by who knows how things stood before it."""
    return page_after(rules, now_of(rules, before) if before else None, game, [game.last], lang)


def page_after(
    rules: Rules,
    before: State | None,
    game: GameFile,
    entries: Sequence[Entry],
    lang: str,
    whole: bool = True,
    earlier: Sequence[Entry] = (),
) -> Page:
    words, now = packs.words(rules.game.name, lang), now_of(rules, game)
    told = story(Telling(rules, game, words, entries, None, before, now), [])
    return page_with(rules, game, entries, words, now, [*told, *cut_short(words, whole, entries)], earlier)


def story(told: Telling, news: list[Plain]) -> list[Paragraph]:
    """The paragraphs of these steps; where somebody has merely answered, that is told while it is all there is."""
    parts = [Part(opening_heading(told), [], [], [])]
    silent: list[Entry] = []
    fresh = since_last(told.entries, told.reader)
    for entry, asides in zip(told.entries, asides_of(told), strict=True):
        if merely_answered(told.words, entry):
            silent.append(entry)
            continue
        silent = []
        tell_step(told, parts, entry, asides, news if entry.head.seq >= fresh else [])
    tell_answers(told, parts, silent)
    return [paragraph(told, part) for part in parts if part.lines or part.said]


def opening_heading(told: Telling) -> Heading | None:
    """Where the story sets in."""
    tell, events = told.rules.game.story, [event for entry in told.entries for event in entry.public.events]
    return tell(Moment(events, -1, told.before, told.now)).heading if tell and told.now is not None else None


def asides_of(told: Telling) -> Iterator[list[Aside]]:
    """What the game adds to the events of each step: it looks at the table before them, where that is known."""
    tell = told.rules.game.story
    if tell is None or told.now is None:
        yield from ([PLAIN] * len(entry.public.events) for entry in told.entries)
        return
    events = [event for entry in told.entries for event in entry.public.events]
    table, nth = told.before, 0
    for entry in told.entries:
        known = read_events(told.rules.book, entry.public.events) if table is not None else entry.public.events
        out: list[Aside] = []
        for event in known:
            out.append(tell(Moment(events, nth, table, told.now)))
            table, nth = folded(table, event) if not isinstance(event, dict) else None, nth + 1
        yield out


def tell_step(told: Telling, parts: list[Part], entry: Entry, asides: Sequence[Aside], news: list[Plain]) -> None:
    """What kind of step it was, then its events, each in its paragraph; then what its sender wrote."""
    names, seq = names_of(told.game.state), entry.head.seq
    usual = None if told.rules.game.story else Heading("step", {"seq": seq})
    lines = [(aside.heading, worded(told, entry, event, aside, news)) for event, aside in pairs(entry, asides)]
    for line in about(told.game, entry, told.words, names, any(line for _, line in lines)):
        add(parts, seq, usual, line)
    for heading, line in lines:
        add(parts, seq, heading or usual, line)
    if said := noted(entry, told.words, names):
        growing(parts, seq, usual).said += said


def pairs(entry: Entry, asides: Sequence[Aside]) -> Iterator[tuple[Plain, Aside]]:
    return zip(entry.public.events, asides, strict=True)


def add(parts: list[Part], seq: int, heading: Heading | None, line: str) -> None:
    """A line under a heading; a paragraph begins with its first line."""
    if line:
        growing(parts, seq, heading).lines.append(line)
    elif heading is not None and heading != parts[-1].heading:
        parts.append(Part(heading, [], [], [seq]))


def growing(parts: list[Part], seq: int, heading: Heading | None) -> Part:
    """The last paragraph, or a new one where another heading begins."""
    if heading is not None and heading != parts[-1].heading:
        parts.append(Part(heading, [], [], []))
    parts[-1].steps.append(seq)
    return parts[-1]


def worded(told: Telling, entry: Entry, event: Plain, aside: Aside, news: list[Plain]) -> str:
    """An event in a sentence, with what the reader and the game know of it; nothing where the heading says it all."""
    if not is_told(entry, event):
        return ""
    known = {**better_known(event, news), **aside.more}
    reader = addressed(told.words, known, told.reader)
    return "" if aside.silent else sentence(told.words, known, reader, names_of(told.game.state))


def paragraph(told: Telling, part: Part) -> Paragraph:
    words, heading = told.words, part.heading
    steps = steps_text(words, part.steps[0], part.steps[-1])
    if heading is None or heading.key == "step":
        return Paragraph(steps, part.lines, said=part.said)
    title = fill(words, words.terms[f"story.{heading.key}"], heading.values, names_of(told.game.state))
    letter = words.terms.get(f"letter.{heading.seat}", "")
    return Paragraph(title, part.lines, heading.colour, steps, part.said, letter=letter)


def steps_text(words: Words, first: int, last: int) -> str:
    return phrase(words, "step", seq=first) if first == last else phrase(words, "steps", first=first, last=last)


def since_last(entries: Sequence[Entry], reader: Seat | None) -> int:
    """The step of the reader's last order: private news is of what came since."""
    mine = [entry.head.seq for entry in entries if isinstance(entry.order, Play) and entry.order.seat == reader]
    return mine[-1] if mine else 0


def merely_answered(words: Words, entry: Entry) -> bool:
    """An answer of which nothing can be told yet."""
    letter = entry.order
    silent = all(event["event"] in words.silent for event in events_for_reader(entry.public.events))
    return isinstance(letter, Play) and not letter.note and silent


def tell_answers(told: Telling, parts: list[Part], entries: Sequence[Entry]) -> None:
    """Who has answered since the last thing that is told."""
    if not entries:
        return
    seats = list(dict.fromkeys(entry.order.seat for entry in entries if isinstance(entry.order, Play)))
    names = names_of(told.game.state)
    alone = phrase(told.words, "play", names, seat=seats[0])
    line = alone if len(seats) == 1 else phrase(told.words, "answers", names, seats=seats)
    parts.append(Part(Heading("step"), [line], [], [entry.head.seq for entry in entries]))


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
