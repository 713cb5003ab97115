"""What happened: the steps of a log as a story with one paragraph per die or turn, for everybody or for one seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct, UnsetType

from ...kernel.base.canonical import Plain
from ...kernel.chain.genesis import names_of
from ...kernel.chain.letters.play import Play
from ...kernel.chain.records import Entry, GameFile
from ...kernel.content.packs import Words
from ...kernel.engine.model import Seat, State
from ...kernel.engine.presentation import NO_ASIDE, Aside, Heading, Moment
from ...kernel.engine.rulebook import Rules
from ...kernel.language.sentences import drop_absent, fill, phrase, sentence, slots
from ..document import Paragraph
from .past_states import apply_event, public_events, read_events
from .step_sentences import is_narrated, letter_sentences, narrated_events, note_sentences


class StoryContext(Struct, frozen=True):
    """The steps of a story, its reader and words, and the states before and after them as far as they are known."""

    rules: Rules
    game: GameFile
    words: Words
    entries: Sequence[Entry]
    reader: Seat | None = None
    before: State | None = None
    now: State | None = None
    told: list[ToldEvent] = []
    """Filled with every line of the story."""


class ToldEvent(NamedTuple):
    """A line of the story, the values it was made of, the heading it is under and its step."""

    text: str
    event: Plain
    heading: Heading | None
    step: int


class DraftParagraph(Struct):
    """A paragraph that still grows."""

    heading: Heading | None
    lines: list[str] = []
    quotes: list[str] = []
    steps: list[int] = []


def tell_story(story: StoryContext, news: list[Plain]) -> list[Paragraph]:
    """Return the paragraphs of these steps, and remove the reader's private news that they contain from `news`.

    Steps in which somebody has merely answered are mentioned only if nothing else came after them.
    """
    drafts = [DraftParagraph(opening_heading(story))]
    mere_answers: list[Entry] = []
    fresh = last_own_step(story.entries, story.reader)
    for entry, asides in zip(story.entries, step_asides(story), strict=True):
        if merely_answers(story.words, entry):
            mere_answers.append(entry)
            continue
        mere_answers = []
        add_step(story, drafts, entry, asides, news if entry.head.seq >= fresh else [])
    add_mere_answers(story, drafts, mere_answers)
    return [finish_paragraph(story, draft) for draft in drafts if draft.lines or draft.quotes]


def opening_heading(story: StoryContext) -> Heading | None:
    """Return the heading under which the story begins."""
    narrate = story.rules.game.presentation().story
    if not narrate or story.now is None:
        return None
    return narrate(Moment(public_events(story.entries), -1, before=story.before, now=story.now)).heading


def step_asides(story: StoryContext) -> Iterator[list[Aside]]:
    """Yield what the game adds to the events of each step; it gets the table before them, if known."""
    narrate = story.rules.game.presentation().story
    if narrate is None or story.now is None:
        yield from ([NO_ASIDE] * len(entry.public.events) for entry in story.entries)
        return
    events = public_events(story.entries)
    table = story.before
    nth = 0
    for entry in story.entries:
        known = read_events(story.rules.book, entry.public.events) if table is not None else entry.public.events
        asides: list[Aside] = []
        for event in known:
            asides.append(narrate(Moment(events, nth, before=table, now=story.now)))
            table = apply_event(table, event) if not isinstance(event, dict) else None
            nth += 1
        yield asides


def add_step(
    story: StoryContext, drafts: list[DraftParagraph], entry: Entry, asides: Sequence[Aside], news: list[Plain]
) -> None:
    """Add what kind of step it was, then its events, each to its paragraph, then what its sender wrote."""
    names = names_of(story.game.state)
    seq = entry.head.seq
    usual = None if story.rules.game.presentation().story else Heading("step", {"seq": seq})
    lines = [
        (aside.heading, *event_sentence(story, entry, event, aside, news))
        for event, aside in zip(entry.public.events, asides, strict=True)
    ]
    for line in letter_sentences(story.game, entry, story.words, names, any(line for _, line, _ in lines)):
        add_line(drafts, seq, usual, line)
        story.told.append(ToldEvent(line, sender_of(entry), drafts[-1].heading, seq))
    for heading, line, known in lines:
        add_line(drafts, seq, heading or usual, line)
        if line:
            story.told.append(ToldEvent(line, known, drafts[-1].heading, seq))
    if quotes := note_sentences(entry, story.words, names):
        current_draft(drafts, seq, usual).quotes += quotes
        told = {"event": "note", **sender_of(entry)}
        story.told.extend(ToldEvent(quote, told, drafts[-1].heading, seq) for quote in quotes)


def sender_of(entry: Entry) -> Plain:
    """Return who sent the letter of a step, if one did."""
    return {} if isinstance(entry.letter, UnsetType) else {"seat": entry.letter.seat}


def add_line(drafts: list[DraftParagraph], seq: int, heading: Heading | None, line: str) -> None:
    """Add a line under a heading; a heading without a line still ends the previous paragraph."""
    if line:
        current_draft(drafts, seq, heading).lines.append(line)
    elif heading is not None and heading != drafts[-1].heading:
        drafts.append(DraftParagraph(heading, steps=[seq]))


def current_draft(drafts: list[DraftParagraph], seq: int, heading: Heading | None) -> DraftParagraph:
    """Return the last paragraph, or a new one if another heading begins, with this step added."""
    if heading is not None and heading != drafts[-1].heading:
        drafts.append(DraftParagraph(heading))
    drafts[-1].steps.append(seq)
    return drafts[-1]


def event_sentence(
    story: StoryContext, entry: Entry, event: Plain, aside: Aside, news: list[Plain]
) -> tuple[str, Plain]:
    """Return an event in a sentence, and what reader and game know about it; no sentence if the heading is enough."""
    if not is_narrated(entry, event):
        return "", event
    known = {**take_private_version(event, news), **aside.more}
    reader = addressed_reader(story.words, known, story.reader)
    return "" if aside.silent else sentence(story.words, known, reader, names_of(story.game.state)), known


def finish_paragraph(story: StoryContext, draft: DraftParagraph) -> Paragraph:
    words = story.words
    heading = draft.heading
    steps = steps_text(words, draft.steps[0], draft.steps[-1])
    if heading is None or heading.key == "step":
        return Paragraph(steps, draft.lines, quotes=draft.quotes)
    return Paragraph(
        title=heading_title(words, heading, names_of(story.game.state)),
        lines=draft.lines,
        colour=heading.colour,
        steps=steps,
        quotes=draft.quotes,
        letter=words.terms.get(f"letter.{heading.seat}", ""),
    )


def heading_title(words: Words, heading: Heading, names: Mapping[Seat, str]) -> str:
    """Return the title of a paragraph."""
    return fill(words, words.terms[f"story.{heading.key}"], heading.values, names)


def steps_text(words: Words, first: int, last: int) -> str:
    return phrase(words, "step", seq=first) if first == last else phrase(words, "steps", first=first, last=last)


def last_own_step(entries: Sequence[Entry], reader: Seat | None) -> int:
    """Return the step of the reader's last order: private news is about what came after it."""
    own = [entry.head.seq for entry in entries if isinstance(entry.letter, Play) and entry.letter.seat == reader]
    return own[-1] if own else 0


def merely_answers(words: Words, entry: Entry) -> bool:
    """Return whether a step is an answer without a note whose events are not worth a sentence."""
    letter = entry.letter
    silent = all(event["event"] in words.silent for event in narrated_events(entry.public.events))
    return isinstance(letter, Play) and not letter.note and silent


def add_mere_answers(story: StoryContext, drafts: list[DraftParagraph], entries: Sequence[Entry]) -> None:
    """Add who has answered since the last event of the story."""
    if not entries:
        return
    seats = list(dict.fromkeys(entry.letter.seat for entry in entries if isinstance(entry.letter, Play)))
    names = names_of(story.game.state)
    alone = phrase(story.words, "play", names, seat=seats[0])
    line = alone if len(seats) == 1 else phrase(story.words, "answers", names, seats=seats)
    drafts.append(DraftParagraph(Heading("step"), lines=[line], steps=[entry.head.seq for entry in entries]))
    who = {"seat": seats[0]} if len(seats) == 1 else {}
    story.told.append(ToldEvent(line, who, drafts[-1].heading, entries[-1].head.seq))


def take_private_version(event: Plain, news: list[Plain]) -> Plain:
    """Return the reader's private version of an event, if there is one, and take it out of the news."""
    for index, own in enumerate(news):
        if own["event"] == event["event"] and event.items() <= own.items():
            return news.pop(index)
    return event


def addressed_reader(words: Words, event: Plain, reader: Seat | None) -> Seat | None:
    """Return the reader, unless the sentence addressed to them needs something that this event lacks."""
    template = words.events.get(f"{event['event']}.own", "")
    return reader if all(name in event for name in slots(drop_absent(template, event))) else None
