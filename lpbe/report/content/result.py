"""The end of a game: ranks, the sources of points, and curves over the turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...kernel.base.canonical import Plain
from ...kernel.chain.genesis import names_of
from ...kernel.chain.records import Entry, GameFile
from ...kernel.content.packs import Words
from ...kernel.engine.model import Seat
from ...kernel.engine.rulebook import Rules
from ...kernel.language.sentences import phrase, seat_name, sort_keys
from ..document import Block, Curve, Grid, Section, Series, capital
from .past_states import public_events, sample_turns

Names = Mapping[Seat, str]


def result_sections(rules: Rules, game: GameFile, words: Words, entries: Sequence[Entry]) -> list[Section]:
    """Return the ranks with the sources of the points, and curves if the log is complete."""
    names = names_of(game.state)
    blocks: list[Block] = [*rank_grid(words, public_events(entries), names), *curves(rules, game, words, entries)]
    return [Section("end", phrase(words, "end"), blocks)] if blocks else []


def rank_grid(words: Words, events: Sequence[Plain], names: Names) -> Iterator[Grid]:
    """Yield the seats, winners first, then by points, with the sources of their points if the game gives them."""
    ended = next((n for n, event in enumerate(events) if event["event"] == "ended" and event.get("scores")), None)
    if ended is None:
        return
    scores = events[ended]["scores"]
    winners = events[ended].get("winners", ())
    order = sorted(sort_keys(scores, names), key=lambda seat: (seat not in winners, -scores[seat]))
    sources = {seat: point_sources(events[:ended], seat) for seat in order}
    columns = sorted({name for part in sources.values() for name in part if part[name]})
    head = [phrase(words, "end.rank"), phrase(words, "end.player"), *(source_label(words, name) for name in columns)]
    rows = [
        [
            rank(scores, winners, seat),
            seat_name(words, seat, names),
            *(str(sources[seat].get(name, 0)) for name in columns),
            str(scores[seat]),
        ]
        for seat in order
    ]
    numeric = [True, False, *(True for _ in columns), True]
    yield Grid(title="", head=[*head, phrase(words, "end.points")], rows=rows, numeric=numeric)


def rank(scores: Mapping[Seat, int], winners: Sequence[Seat], seat: Seat) -> str:
    """Return the rank of a seat: winners are first, the others are ranked by points and share equal ranks."""
    return str(1 if seat in winners else 1 + sum(one in winners or scores[one] > scores[seat] for one in scores))


def point_sources(events: Sequence[Plain], seat: Seat) -> dict[str, int]:
    """Return the sources of a seat's points: the numbers of the last event about it before the end."""
    about = (event for event in reversed(events) if event.get("seat") == seat)
    counts = ({name: value for name, value in event.items() if type(value) is int} for event in about)
    return next(filter(None, counts), {})


def source_label(words: Words, name: str) -> str:
    return capital(words.terms.get(f"end.{name}", words.terms.get(name, name)))


def curves(rules: Rules, game: GameFile, words: Words, entries: Sequence[Entry]) -> Iterator[Curve]:
    """Yield a curve of everything that the game follows, with its numbers at the end of each turn."""
    if rules.game.presentation().curves is None or rules.game.clock is None:
        return
    samples = sample_turns(rules, game, entries)
    names = names_of(game.state)
    for key in dict.fromkeys(key for at in samples.values() for key in at):
        lines = dict.fromkeys(name for at in samples.values() for name in at.get(key, {}))
        series = [
            Series(
                seat_name(words, name, names),
                name,
                [at.get(key, {}).get(name) for at in samples.values()],
            )
            for name in lines
        ]
        yield Curve(words.terms[f"curve.{key}"], [str(turn) for turn in samples], series)
