"""What a page draws in place of words: tracks with how they went, a matrix of dice, a card a player. Small HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

from ..board.icons import ICONS
from ..board.picture import Look
from ..board.shapes import PALETTE, ink_on, num, paint
from ..board.wording import Pen
from ..kernel.base.text import printable
from ..kernel.content.packs import Words
from ..kernel.play.foresight import Told
from ..kernel.play.panels import Panel
from ..kernel.play.pictured import Cell, Fact, Item, Matrix, Row, Strip, Tableau
from ..kernel.play.rules import Seat
from ..kernel.words.sentences import text, told_text
from ..kernel.words.typography import typeset

Names = Mapping[Seat, str]
Courses = Mapping[str, Mapping[str, Sequence[int | None]]]
"""By the key of a curve and the name of its line: how it went, turn by turn."""
ABSENT = "\u2013"
FINE, FIFTH = 15, 5
"""A track of more cells than this has a number in every fifth."""
WIDE, HIGH, EDGE = 60, 18, 2
"""The measures of a sparkline."""


def drawn(words: Words, panel: Panel, names: Names, look: Look, courses: Callable[[], Courses]) -> str:
    """All that a panel has to be drawn."""
    ink = Ink(words, names, look)
    parts = [ink.tracks(panel.strips(), courses())] if panel.strips else []
    parts += [ink.matrix(words.terms.get(panel.key, ""), panel.matrix())] if panel.matrix else []
    parts += [ink.tableaux(panel.tableaux())] if panel.tableaux else []
    return "".join(parts)


class Ink:
    """Words and colours of one reader."""

    __slots__ = ("names", "pen", "words")

    def __init__(self, words: Words, names: Names, look: Look) -> None:
        self.words, self.names, self.pen = words, names, Pen(look, words)

    def say(self, told: str) -> str:
        """A text as the language sets it, safe in a page."""
        return escape(typeset(printable(told), self.words.grammar["lang"]))

    def term(self, key: str) -> str:
        return self.say(self.words.terms.get(key, key))

    def tracks(self, strips: Sequence[Strip], courses: Courses) -> str:
        return f'<div class="tracks">{"".join(self.track(strip, courses) for strip in strips)}</div>'

    def track(self, strip: Strip, courses: Courses) -> str:
        """A name, its cells, and how it went so far where that is known."""
        cells = "".join(self.cell(strip, n) for n in range(len(strip.cells)))
        key, name = strip.course or ("", "")
        told = self.say(self.pen.label(self.words.terms.get(strip.name, strip.name), where(strip)))
        return (
            f'<div class="track{" fine" if fine(strip) else ""}" role="img" aria-label="{told}">'
            f"<span>{self.icon(strip.thing)}{self.term(strip.name)}</span><div>{cells}</div>"
            f"{spark(courses.get(key, {}).get(name, ()), len(strip.cells))}</div>"
        )

    def cell(self, strip: Strip, nth: int) -> str:
        cell = strip.cells[nth]
        thing = cell.thing or (strip.thing if cell.state == "now" else "")
        style = self.coloured(thing) if thing else ""
        kind = f' class="{cell.state}"' if cell.state else ""
        return f"<i{kind}{style}>{self.say(self.written(strip, cell, nth))}</i>"

    def written(self, strip: Strip, cell: Cell, nth: int) -> str:
        """What a cell says: letters of what lies there; on a fine track every fifth number, and the marker."""
        if self.pen.icon(cell.thing):
            return self.pen.short(cell.thing)
        if fine(strip) and cell.state != "now" and (nth % FIFTH or near_marker(strip, nth)):
            return ""
        return (self.pen.letter(cell.thing) if cell.thing in PALETTE else "") + cell.text

    def coloured(self, thing: str) -> str:
        colour = self.pen.colour(thing)
        return f' style="background:{paint(colour)};color:{ink_on(colour)}"'

    def icon(self, *things: str) -> str:
        """The small picture of a thing in its colour, where it has one."""
        name = self.pen.icon(*things)
        fill = paint(self.pen.colour(things[0])) if things[0] in self.pen.look.colours else "none"
        return f'<svg viewBox="-1.2 -1.2 2.4 2.4"><path d="{ICONS[name]}" fill="{fill}"/></svg>' if name else ""

    def matrix(self, title: str, matrix: Matrix) -> str:
        head, heading = "".join(self.die(cell) for cell in matrix.head), self.say(title)
        rows = "".join(map(self.matrix_row, matrix.rows))
        count = f'style="--dice:{len(matrix.head)}"'
        table = f'<table class="dice" {count}><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>'
        return f"<h3>{heading}</h3>{table}"

    def matrix_row(self, row: Row) -> str:
        cells = "".join(f"<td>{self.several(each)}</td>" for each in row.cells)
        return f'<tr><th scope="row">{self.term(row.name)}</th>{cells}</tr>'

    def die(self, cell: Cell) -> str:
        kind = f' class="{cell.state}"' if cell.state else ""
        return f'<th scope="col"{kind}{self.coloured(cell.thing)}>{self.term(cell.thing)} {self.say(cell.text)}</th>'

    def several(self, told: Iterable[Told]) -> str:
        return "<br>".join(self.say(told_text(self.words, one, self.names)) for one in told)

    def tableaux(self, cards: Sequence[Tableau]) -> str:
        return f'<div class="seats">{"".join(map(self.tableau, cards))}</div>'

    def tableau(self, card: Tableau) -> str:
        name = self.names.get(card.seat) or self.words.terms.get(card.seat, card.seat)
        colour = self.pen.colour(card.colour)
        chip = f'<span class="chip"{self.coloured(card.colour)} aria-hidden="true">{self.pen.letter(card.seat)}</span>'
        lines = "".join(map(self.fact, card.facts))
        return f'<div style="border-color:{paint(colour)}"><h4>{chip}{self.say(name)}</h4><dl>{lines}</dl></div>'

    def fact(self, fact: Fact) -> str:
        """A line: a value, or things one below the other."""
        value = "" if fact.value is None else self.say(text(self.words, fact.value, {}))
        items = "".join(map(self.item, fact.items)) or ("" if fact.value is not None else ABSENT)
        return f"<dt>{self.term(f'tableau.{fact.name}')}</dt><dd>{value}{items}</dd>"

    def item(self, item: Item) -> str:
        if item.told is not None:
            return f"<span>{self.icon(item.thing)}{self.say(told_text(self.words, item.told, self.names))}</span>"
        return f"<span>{self.icon(item.thing)}{self.term(item.thing)} {item.count}</span>"


def where(strip: Strip) -> str:
    """Where the marker is; else what lies in the cells."""
    now = [cell.text for cell in strip.cells if cell.state == "now"]
    return " ".join(filter(None, now or [cell.text for cell in strip.cells]))


def fine(strip: Strip) -> bool:
    return len(strip.cells) > FINE


def near_marker(strip: Strip, nth: int) -> bool:
    return any(each.state == "now" for each in strip.cells[max(nth - 2, 0) : nth + 3])


def spark(values: Sequence[int | None], most: int) -> str:
    """How it went from turn to turn; nothing where that is not known."""
    known = [(n, value) for n, value in enumerate(values) if value is not None]
    if len(known) < 2:
        return ""
    low, high = min(value for _, value in known), max(value for _, value in known)
    step, rise = (WIDE - 2 * EDGE) / (len(values) - 1), (HIGH - 2 * EDGE) / max(high - low, most // 3, 1)
    line = " ".join(f"{num(EDGE + n * step)},{num(HIGH - EDGE - (value - low) * rise)}" for n, value in known)
    return f'<svg class="spark" viewBox="0 0 {WIDE} {HIGH}" aria-hidden="true"><polyline points="{line}"/></svg>'
