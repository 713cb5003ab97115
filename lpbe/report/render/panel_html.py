"""Draw panels as HTML: tracks with their course so far, a table of dice, and one card per player."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from ...board.labels import Pen
from ...board.model import Look
from ...board.svg.palette import PALETTE, ink_on, paint
from ...board.svg.shapes import ICONS, num
from ...kernel.base.safe_text import printable
from ...kernel.content.packs import Words
from ...kernel.engine.foresight import Fact
from ...kernel.engine.model import Seat
from ...kernel.engine.panels import Cell, Item, Matrix, MatrixRow, Panel, Strip, Tableau, TableauRow
from ...kernel.language.sentences import fact_text, seat_name, value_text
from ...kernel.language.translate import typeset

if TYPE_CHECKING:
    from ..content.past_states import Courses

Names = Mapping[Seat, str]
ABSENT = "\u2013"
MAX_NUMBERED_CELLS = 15
"""A track of more cells than this has a number only in some of them."""
NUMBERED_EVERY = 5
SPARKLINE_WIDTH = 60
SPARKLINE_HEIGHT = 18
SPARKLINE_MARGIN = 2


def panel_html(words: Words, panel: Panel, names: Names, look: Look, courses: Callable[[], Courses]) -> str:
    """Return everything of a panel that is drawn."""
    writer = PanelWriter(words, names, look)
    parts = [writer.tracks(panel.strips(), courses())] if panel.strips else []
    parts += [writer.matrix(words.terms.get(panel.key, ""), panel.matrix())] if panel.matrix else []
    parts += [writer.tableaux(panel.tableaux())] if panel.tableaux else []
    return "".join(parts)


class PanelWriter:
    """Writes panels in the words and colours of one reader."""

    __slots__ = ("names", "pen", "words")

    def __init__(self, words: Words, names: Names, look: Look) -> None:
        self.words = words
        self.names = names
        self.pen = Pen(look, words)

    def html(self, text: str) -> str:
        """Return text escaped for HTML, with the typography of the language."""
        return escape(typeset(printable(text), self.words.grammar["lang"]))

    def term(self, key: str) -> str:
        return self.html(self.words.terms.get(key, key))

    def tracks(self, strips: Sequence[Strip], courses: Courses) -> str:
        return f'<div class="tracks">{"".join(self.track(strip, courses) for strip in strips)}</div>'

    def track(self, strip: Strip, courses: Courses) -> str:
        """Return a name, its cells, and its course so far, if that is known."""
        cells = "".join(self.cell(strip, n) for n in range(len(strip.cells)))
        key, name = strip.course or ("", "")
        text = self.html(self.pen.label(self.words.terms.get(strip.name, strip.name), track_position(strip)))
        return (
            f'<div class="track{" fine" if is_fine(strip) else ""}" role="img" aria-label="{text}">'
            f"<span>{self.icon(strip.thing)}{self.term(strip.name)}</span><div>{cells}</div>"
            f"{sparkline(courses.get(key, {}).get(name, ()), len(strip.cells))}</div>"
        )

    def cell(self, strip: Strip, nth: int) -> str:
        cell = strip.cells[nth]
        thing = cell.thing or (strip.thing if cell.state == "now" else "")
        style = self.colour_style(thing) if thing else ""
        kind = f' class="{cell.state}"' if cell.state else ""
        return f"<i{kind}{style}>{self.html(self.cell_text(strip, cell, nth))}</i>"

    def cell_text(self, strip: Strip, cell: Cell, nth: int) -> str:
        """Return letters for what is in a cell; on a fine track some of the numbers, and the marker."""
        if self.pen.icon(cell.thing):
            return self.pen.short(cell.thing)
        if is_fine(strip) and cell.state != "now" and (nth % NUMBERED_EVERY or is_near_marker(strip, nth)):
            return ""
        return (self.pen.letter(cell.thing) if cell.thing in PALETTE else "") + cell.text

    def colour_style(self, thing: str) -> str:
        colour = self.pen.colour(thing)
        return f' style="background:{paint(colour)};color:{ink_on(colour)}"'

    def icon(self, *things: str) -> str:
        """Return the small picture of a thing in its colour, if it has one."""
        name = self.pen.icon(*things)
        fill = paint(self.pen.colour(things[0])) if things[0] in self.pen.look.colours else "none"
        return f'<svg viewBox="-1.2 -1.2 2.4 2.4"><path d="{ICONS[name]}" fill="{fill}"/></svg>' if name else ""

    def matrix(self, title: str, matrix: Matrix) -> str:
        head = "".join(self.die(cell) for cell in matrix.head)
        rows = "".join(map(self.matrix_row, matrix.rows))
        count = f'style="--dice:{len(matrix.head)}"'
        table = f'<table class="dice" {count}><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>'
        return f"<h3>{self.html(title)}</h3>{table}"

    def matrix_row(self, row: MatrixRow) -> str:
        cells = "".join(f"<td>{self.facts(each)}</td>" for each in row.cells)
        return f'<tr><th scope="row">{self.term(row.name)}</th>{cells}</tr>'

    def die(self, cell: Cell) -> str:
        kind = f' class="{cell.state}"' if cell.state else ""
        return (
            f'<th scope="col"{kind}{self.colour_style(cell.thing)}>{self.term(cell.thing)} {self.html(cell.text)}</th>'
        )

    def facts(self, facts: Iterable[Fact]) -> str:
        return "<br>".join(self.html(fact_text(self.words, one, self.names)) for one in facts)

    def tableaux(self, cards: Sequence[Tableau]) -> str:
        return f'<div class="seats">{"".join(map(self.tableau, cards))}</div>'

    def tableau(self, card: Tableau) -> str:
        name = seat_name(self.words, card.seat, self.names)
        colour = self.pen.colour(card.colour)
        chip = (
            f'<span class="chip"{self.colour_style(card.colour)} aria-hidden="true">{self.pen.letter(card.seat)}</span>'
        )
        lines = "".join(map(self.tableau_row, card.rows))
        return f'<div style="border-color:{paint(colour)}"><h4>{chip}{self.html(name)}</h4><dl>{lines}</dl></div>'

    def tableau_row(self, row: TableauRow) -> str:
        """Return a value, or things one below the other."""
        value = "" if row.value is None else self.html(value_text(self.words, row.value, {}))
        items = "".join(map(self.item, row.items)) or ("" if row.value is not None else ABSENT)
        return f"<dt>{self.term(f'tableau.{row.name}')}</dt><dd>{value}{items}</dd>"

    def item(self, item: Item) -> str:
        if item.fact is not None:
            return f"<span>{self.icon(item.thing)}{self.html(fact_text(self.words, item.fact, self.names))}</span>"
        return f"<span>{self.icon(item.thing)}{self.term(item.thing)} {item.count}</span>"


def track_position(strip: Strip) -> str:
    """Return where the marker is; without one, what is in the cells."""
    marked = [cell.text for cell in strip.cells if cell.state == "now"]
    return " ".join(filter(None, marked or [cell.text for cell in strip.cells]))


def is_fine(strip: Strip) -> bool:
    return len(strip.cells) > MAX_NUMBERED_CELLS


def is_near_marker(strip: Strip, nth: int) -> bool:
    return any(each.state == "now" for each in strip.cells[max(nth - 2, 0) : nth + 3])


def sparkline(values: Sequence[int | None], cells: int) -> str:
    """Draw the course of a track from turn to turn; empty if that is not known."""
    known = [(n, value) for n, value in enumerate(values) if value is not None]
    if len(known) < 2:
        return ""
    low = min(value for _, value in known)
    high = max(value for _, value in known)
    step = (SPARKLINE_WIDTH - 2 * SPARKLINE_MARGIN) / (len(values) - 1)
    rise = (SPARKLINE_HEIGHT - 2 * SPARKLINE_MARGIN) / max(high - low, cells // 3, 1)
    bottom = SPARKLINE_HEIGHT - SPARKLINE_MARGIN
    points = " ".join(f"{num(SPARKLINE_MARGIN + n * step)},{num(bottom - (value - low) * rise)}" for n, value in known)
    box = f"0 0 {SPARKLINE_WIDTH} {SPARKLINE_HEIGHT}"
    return f'<svg class="spark" viewBox="{box}" aria-hidden="true"><polyline points="{points}"/></svg>'
