"""Drawers to plain data and back: the table, one screen a seat, the box."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ..base.canon import Plain
from ..base.errors import Malformed
from ..play.rulebook import Rulebook, field_name
from ..play.rules import Drawer, Event, Seat, State, kebab
from .records import Hidden


def read_drawer(book: Rulebook, state: State, drawer: Drawer, raw: Plain, seat: Seat | None = None) -> None:
    """Read in sorted order, whatever the file: no rule may depend on how a file was written."""
    try:
        parts = book.narrow.read(drawer, raw)
    except msgspec.ValidationError as error:
        from ..base.misfit import misfit  # saves it for drawers that can be read

        told = "the {drawer} does not fit these rules: {error}"
        raise Malformed("E_SCHEMA", told, drawer=drawer.value, error=misfit(error)) from None
    for kind in book.kinds(drawer):
        state[(kind, seat) if seat else kind] = getattr(parts, field_name(kind))


def write_drawer(state: State, drawer: Drawer, seat: Seat | None = None) -> Plain:
    parts = {kebab(k.__name__): state[(k, seat) if seat else k] for k in state.book.kinds(drawer)}
    return {name: raw for name, part in parts.items() if (raw := msgspec.to_builtins(part))}


def empty(book: Rulebook) -> State:
    state = State()
    state.book = book
    return state


def public_state(book: Rulebook, table: Plain) -> State:
    state = empty(book)
    read_drawer(book, state, Drawer.TABLE, table)
    return state


def seat_state(book: Rulebook, table: Plain, seat: Seat, screen: Plain) -> State:
    """What a player has: the table and the own screen."""
    state = public_state(book, table)
    read_drawer(book, state, Drawer.SCREEN, screen, seat)
    return state


def whole_state(book: Rulebook, table: Plain, hidden: Hidden) -> State:
    state = public_state(book, table)
    read_drawer(book, state, Drawer.BOX, hidden.inmost.box)
    for seat, view in hidden.views.items():
        read_drawer(book, state, Drawer.SCREEN, view.screen, seat)
    return state


def screen_of(state: State, seat: Seat) -> Plain:
    return write_drawer(state, Drawer.SCREEN, seat)


def write_box(state: State) -> Plain:
    return write_drawer(state, Drawer.BOX)


def table_part(state: State) -> Plain:
    return write_drawer(state, Drawer.TABLE)


def plain_events(events: Iterable[Event], reader: Seat | None) -> list[Plain]:
    """What a reader learns of these events, as data."""
    seen = (event.seen_by(reader) for event in events)
    return [msgspec.to_builtins(event) for event in seen if event is not None]


def private_events(events: Iterable[Event], seat: Seat) -> list[Plain]:
    """What is news to a seat and not to the public."""
    pairs = ((event.seen_by(seat), event.seen_by(None)) for event in events if event.is_news)
    return [msgspec.to_builtins(own) for own, public in pairs if own is not None and own != public]
