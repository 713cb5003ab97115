"""The end of a game: who came in where, by what, and how it went from turn to turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..kernel.base.canon import Plain
from ..kernel.chain.records import Entry, GameFile
from ..kernel.chain.seating import names_of
from ..kernel.content.packs import Words
from ..kernel.play.phases import number_of
from ..kernel.play.rulebook import Rules
from ..kernel.play.rules import Seat, State, kebab
from ..kernel.words.sentences import ordered, phrase
from .blocks import Curve, Grid, Series
from .page import Section, capital
from .past import folded, read_events, table_before, told_events

Names = Mapping[Seat, str]
Sampled = dict[int, dict[str, Mapping[str, int]]]
"""By turn, what was worth following at its end."""


def ending(rules: Rules, game: GameFile, words: Words, entries: Sequence[Entry]) -> list[Section]:
    """Ranks with where the points came from, as the last steps tell it; and curves where the whole log is there."""
    names = names_of(game.state)
    blocks: list[Any] = [*ranks(words, told_events(entries), names), *curves(rules, game, words, entries)]
    return [Section("end", phrase(words, "end"), blocks)] if blocks else []


def ranks(words: Words, told: Sequence[Plain], names: Names) -> Iterator[Grid]:
    """The seats, the winners first, then by points; beside them what these are made of, if the game has told that."""
    ended = next((n for n, event in enumerate(told) if event["event"] == "ended" and event.get("scores")), None)
    if ended is None:
        return
    scores, won = told[ended]["scores"], told[ended].get("winners", ())
    order = sorted(ordered(scores, names), key=lambda seat: (seat not in won, -scores[seat]))
    parts = {seat: sources(told[:ended], seat) for seat in order}
    columns = sorted({name for part in parts.values() for name in part if part[name]})
    head = [phrase(words, "end.rank"), phrase(words, "end.player"), *(source(words, name) for name in columns)]
    rows = [
        [rank(scores, won, seat), names.get(seat, seat), *(str(parts[seat].get(name, 0)) for name in columns)]
        for seat in order
    ]
    rows = [[*row, str(scores[seat])] for row, seat in zip(rows, order, strict=True)]
    yield Grid("", [*head, phrase(words, "end.points")], rows, [True, False, *(True for _ in columns), True])


def rank(scores: Mapping[Seat, int], won: Sequence[Seat], seat: Seat) -> str:
    """Who has won is first; the others by their points, the equal alike."""
    return str(1 if seat in won else 1 + sum(one in won or scores[one] > scores[seat] for one in scores))


def sources(told: Sequence[Plain], seat: Seat) -> dict[str, int]:
    """What a seat's points are made of: the numbers of the last thing that was told of it before the end."""
    about = (event for event in reversed(told) if event.get("seat") == seat)
    counts = ({name: value for name, value in event.items() if type(value) is int} for event in about)
    return next(filter(None, counts), {})


def source(words: Words, name: str) -> str:
    return capital(words.terms.get(f"end.{name}", words.terms.get(name, name)))


def curves(rules: Rules, game: GameFile, words: Words, entries: Sequence[Entry]) -> Iterator[Curve]:
    """What the game follows, at the end of each turn."""
    if rules.game.curves is None or rules.game.clock is None:
        return
    samples = sampled(rules, game, entries)
    names = names_of(game.state)
    for key in dict.fromkeys(key for at in samples.values() for key in at):
        ticks = list(samples)
        lines = dict.fromkeys(name for at in samples.values() for name in at.get(key, {}))
        courses = {name: [samples[turn].get(key, {}).get(name) for turn in ticks] for name in lines}
        series = [Series(names.get(name) or words.terms.get(name, name), name, courses[name]) for name in courses]
        yield Curve(words.terms[f"curve.{key}"], [str(t) for t in ticks], series)


def sampled(rules: Rules, game: GameFile, entries: Sequence[Entry]) -> Sampled:
    """The numbers at the end of every turn; nothing where the log is not whole."""
    table, out, follow = table_before(rules, game, [], entries), Sampled(), rules.game.curves
    begins = rules.game.counted.get("turns")
    assert follow and not isinstance(begins, tuple)
    for event in (event for entry in entries for event in read_events(rules.book, entry.public.events)):
        if table is not None and begins and isinstance(event, begins) and (turn := turn_of(rules, table)):
            out[turn] = dict(follow(table))
        table = folded(table, event)
    return {} if table is None else {**out, turn_of(rules, table): dict(follow(table))}


def turn_of(rules: Rules, table: State) -> int:
    """The number of the component that counts turns."""
    assert rules.game.clock
    name = rules.game.clock[0]
    return next((int(number_of(table[kind])) for kind in rules.book.public if kebab(kind.__name__) == name), 0)
