"""The table at earlier steps, found by applying the events of the log from the start, and numbers sampled from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import ValidationError

from ...kernel.base.canonical import Plain
from ...kernel.chain.records import Entry, GameFile
from ...kernel.engine.model import Event, State, kebab
from ...kernel.engine.rulebook import Rulebook, Rules, clock_number

IMPOSSIBLE = (LookupError, ValueError, TypeError)
"""What is raised by an event that cannot have happened on a table."""
Samples = dict[int, dict[str, Mapping[str, int]]]
"""Turn -> the numbers that the game follows, at the end of that turn."""
Courses = Mapping[str, Mapping[str, Sequence[int | None]]]
"""Key of a curve -> name of its line -> its numbers turn by turn."""


def public_events(entries: Iterable[Entry]) -> list[Plain]:
    """Return the public events of some steps."""
    return [event for entry in entries for event in entry.public.events]


def state_before(rules: Rules, game: GameFile, earlier: Sequence[Entry], entries: Sequence[Entry]) -> State | None:
    """Return the public table before these steps; None if earlier steps are missing."""
    steps = [entry.head.seq for entry in (*earlier, *entries[:1])]
    if not entries or steps != list(range(len(steps))):
        return None
    table: State | None = rules.book.blank([seat.id for seat in game.state.seats], game.genesis.options).seen_by(None)
    for entry in earlier:
        for event in read_events(rules.book, entry.public.events):
            table = apply_event(table, event)
    return table


def read_events(book: Rulebook, raw: Sequence[Plain]) -> Sequence[Event | None]:
    """Return the events of a step; None for each event of a step that this version does not know."""
    try:
        return book.read_events(raw)
    except ValidationError:
        return [None] * len(raw)


def apply_event(table: State | None, event: Event | None) -> State | None:
    """Return the table after an event; None as soon as something cannot have happened on it."""
    if table is None or event is None:
        return None
    try:
        event.apply(table)
    except IMPOSSIBLE:
        return None
    return table


def sample_turns(rules: Rules, game: GameFile, entries: Sequence[Entry]) -> Samples:
    """Return the numbers at the end of every turn; empty if the log is not complete."""
    sample = rules.game.presentation().curves
    turn_event = rules.game.counted.get("turns")
    assert sample and not isinstance(turn_event, tuple)
    table = state_before(rules, game, [], entries)
    samples: Samples = {}
    for event in (event for entry in entries for event in read_events(rules.book, entry.public.events)):
        if table is not None and turn_event and isinstance(event, turn_event) and (turn := turn_number(rules, table)):
            samples[turn] = dict(sample(table))
        table = apply_event(table, event)
    return {} if table is None else {**samples, turn_number(rules, table): dict(sample(table))}


def turn_number(rules: Rules, table: State) -> int:
    """Return the number of the component that counts turns."""
    assert rules.game.clock
    name = rules.game.clock[0]
    return next((clock_number(table, kind) for kind in rules.book.public if kebab(kind.__name__) == name), 0)


def courses(rules: Rules, game: GameFile, entries: Sequence[Entry]) -> Courses:
    """Return the numbers that the game follows, turn by turn, if the log is complete and the game is not over."""
    if rules.game.presentation().curves is None or rules.game.clock is None or game.state.window.is_over:
        return {}
    samples = list(sample_turns(rules, game, entries).values())
    keys = {key: list(at) for sample in samples for key, at in sample.items()}
    return {key: {name: [at.get(key, {}).get(name) for at in samples] for name in keys[key]} for key in keys}
