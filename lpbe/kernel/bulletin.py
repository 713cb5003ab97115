"""Reports in plain text: the public one of each step, and the private part of one seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UnsetType

from . import content, standing
from .content import Words
from .letters import Join, Plain, Play, Replace, Resign, Timeout, kind_of
from .pinning import Rules
from .records import Entry, GameFile, View, names_of
from .reports import fill, order_line, order_text, sentences, text
from .rules import Roster, Seat, State
from .table import answers_wanted
from .text import printable

if TYPE_CHECKING:
    from .desk import Notes

WIDTH = 72
LISTED = 60


def wrap(line: str, indent: str = "") -> list[str]:
    """Words on lines that mail programs leave alone."""
    out, current = [], ""
    for word in line.split(" "):
        if current and len(indent) + len(current) + 1 + len(word) > WIDTH:
            out.append(indent + current)
            current = word
        else:
            current = f"{current} {word}" if current else word
    return [*out, indent + current]


def titled(name: str, lines: Iterable[str]) -> list[str]:
    lines = list(lines)
    return ["", name, *lines] if lines else []


def page(lines: Iterable[str]) -> str:
    return printable("".join(line.rstrip() + "\n" for line in lines))


def phrase(words: Words, key: str, names: Mapping[Seat, str] | None = None, /, **values: Any) -> str:
    return fill(words, words.terms[f"bulletin.{key}"], values, names or {})


def public_report(rules: Rules, game: GameFile, lang: str = "") -> str:
    """What one step was about, for everybody."""
    words = content.words(rules.game.name, lang or game.genesis.lang)
    lines = [*heading(rules, game, words), "", *happened(game, game.last, words), *waiting(game, words)]
    return page(lines)


def heading(rules: Rules, game: GameFile, words: Words) -> list[str]:
    name = words.terms.get(rules.game.name, rules.game.name)
    title = phrase(words, "title", game=name, seq=game.state.seq)
    return [f"{title} · {phrase(words, 'file', id=game.state.game[:12])}"]


def happened(game: GameFile, entry: Entry, words: Words) -> list[str]:
    """One step in sentences: who acted, and what came of it."""
    names = names_of(game.state)
    lines = [about(game, entry, words, names)]
    lines += sentences(words, heard(entry.public.events), None, names)
    note = "" if isinstance(entry.order, UnsetType) else entry.order.note or ""
    if note and not isinstance(entry.order, UnsetType):
        lines.append(f"{phrase(words, 'note', names, seat=entry.order.seat)} {note}".replace("\n", " "))
    return [part for line in lines if line for part in wrap(line)]


def heard(events: Iterable[Plain]) -> list[Plain]:
    """Who is awaited stands below, not among the events."""
    return [event for event in events if event["event"] != "asked"]


def about(game: GameFile, entry: Entry, words: Words, names: Mapping[Seat, str]) -> str:
    letter = entry.order
    if isinstance(letter, UnsetType):
        return phrase(words, "begun", names, seats=[s.id for s in game.state.seats])
    if isinstance(letter, Resign) or (isinstance(letter, Play) and heard(entry.public.events)):
        return ""
    kind = kind_of(letter)
    seats = letter.args.seats if isinstance(letter, Timeout) else []
    name = letter.args.name if isinstance(letter, Join) else ""
    target = letter.args.seat if isinstance(letter, Replace) else ""
    seat = words.terms.get(letter.seat, letter.seat) if isinstance(letter, Join) else letter.seat
    return phrase(
        words, kind, names if not isinstance(letter, Join) else {}, seat=seat, seats=seats, name=name, target=target
    )


def waiting(game: GameFile, words: Words) -> list[str]:
    window, names = game.state.window, names_of(game.state)
    if window.kind == "over":
        more = [] if isinstance(game.state.disclosed, UnsetType) else wrap(phrase(words, "disclosed"))
        return ["", phrase(words, "over"), *more]
    line = phrase(words, f"waiting.{window.kind}", names, seats=window.waiting, window=window.number)
    if not isinstance(window.deadline, UnsetType):
        line += " " + phrase(words, "until", deadline=window.deadline)
    return ["", *wrap(line)]


def seat_report(
    rules: Rules, game: GameFile, seat: Seat, view: View, state: State | None, notes: Notes, lang: str
) -> str:
    """The private part: news, screen, draft, and what the seat may do."""
    words, names = content.words(rules.game.name, lang), names_of(game.state)
    lines = ["", phrase(words, "own", names, seat=seat)]
    news = [part for line in sentences(words, view.news, seat, names) for part in wrap(line, "  ")]
    if view.lost:
        news.insert(0, "  " + phrase(words, "lost"))
    lines += titled(phrase(words, "news"), news)
    screen = {name: part for name, part in view.screen.items() if name != "standing"}
    lines += titled(phrase(words, "screen"), described(words, screen, names))
    draft = [*view.screen.get("standing", {}).get("draft", []), *notes.draft]
    lines += titled(phrase(words, "draft"), [f"  {order_line(order)}" for order in draft])
    lines += choices(words, state, seat)
    return page(lines)


def choices(words: Words, state: State | None, seat: Seat) -> list[str]:
    if state is None:
        return []
    question = answers_wanted(state).get(seat)
    if question is None or seat in state[Roster].resigned:
        return ["", phrase(words, "nothing")]
    listed = [msgspec.to_builtins(order) for order in islice(standing.legal(state, question, seat), LISTED + 1)]
    lines = [f"  {order_line(order):32}  {order_text(words, order)}" for order in listed[:LISTED]]
    if len(listed) > LISTED or not standing.complete(state, question):
        lines.append("  " + phrase(words, "more"))
    reply = phrase(words, "reply", order=order_line(msgspec.to_builtins(standing.default(state, question, seat))))
    return ["", phrase(words, "legal"), *lines, "", *wrap(reply)]


def described(words: Words, parts: Mapping[str, Any], names: Mapping[Seat, str]) -> list[str]:
    """Components as lines: the name of each, then what it holds."""
    lines = []
    for name, part in parts.items():
        lines.append(f"  {words.terms.get(name, name)}")
        for field, value in part.items():
            label = words.terms.get(f"{name}.{field}", field)
            lines += wrap(f"{label}: {text(words, value, names)}", "    ")
    return lines


def table_report(rules: Rules, game: GameFile, lang: str) -> list[str]:
    words = content.words(rules.game.name, lang)
    table = {name: part for name, part in game.state.table.items() if name not in ("agenda", "roster")}
    return titled(phrase(words, "table"), described(words, table, names_of(game.state)))
