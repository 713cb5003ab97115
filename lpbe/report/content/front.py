"""What a page draws beside the board, in the words of one reader: the head, players, table, own things, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import UnsetType

from ...kernel.chain.genesis import names_of
from ...kernel.chain.records import GameFile
from ...kernel.content.packs import Words
from ...kernel.engine.foresight import Fact
from ...kernel.engine.graphics import (
    Card,
    Cell,
    Counter,
    GraphicPanel,
    Mark,
    Matrix,
    MatrixRow,
    PlayerLine,
    Race,
    Strip,
)
from ...kernel.engine.model import Roster, Seat
from ...kernel.engine.rulebook import Rules
from ...kernel.language.sentences import fact_text, fill, phrase, seat_name
from ..document import capital
from ..graphics import (
    Badge,
    CardFace,
    Cards,
    Chip,
    CounterBox,
    Counters,
    DiceBoard,
    DieColumn,
    Front,
    Graphics,
    Header,
    PlayerRow,
    Players,
    Podium,
    PodiumStep,
    RaceRow,
    Races,
    Track,
    TrackCell,
    Tracks,
)
from .headline import Viewpoint, game_brief
from .past_states import Courses

MAX_NUMBERED_CELLS = 15
"""Of a longer track than this, only some cells are numbered."""
NUMBERED_EVERY = 5
COURSE_WIDTH = 100
COURSE_HEIGHT = 24
COURSE_MARGIN = 3
Names = Mapping[Seat, str]


def build_front(
    rules: Rules, game: GameFile, words: Words, viewpoint: Viewpoint, courses: Callable[[], Courses]
) -> Front:
    """Return everything that a page draws beside the board."""
    show = rules.game.presentation()
    state = viewpoint.state
    panels = show.graphics(state, viewpoint.reader, viewpoint.events) if show.graphics and state is not None else ()
    writer = FrontWriter(words, game, viewpoint, courses, panels)
    over = game.state.window.is_over
    return Front(
        header=writer.header(rules),
        players=writer.panels("players"),
        table=writer.panels("table"),
        own=writer.panels("own"),
        podium=writer.podium(rules) if over else None,
    )


class FrontWriter:
    """Puts the graphics of one position into words for one reader."""

    def __init__(
        self,
        words: Words,
        game: GameFile,
        viewpoint: Viewpoint,
        courses: Callable[[], Courses],
        panels: Sequence[GraphicPanel],
    ) -> None:
        self.words = words
        self.game = game
        self.names = names_of(game.state)
        self.viewpoint = viewpoint
        self.courses = courses
        self.given = panels
        lines = [one for panel in panels for one in panel.graphics if isinstance(one, PlayerLine)]
        self.lines = {line.seat: line for line in lines}
        self.best_score = max([line.score or 0 for line in lines], default=0)

    def term(self, key: str) -> str:
        return self.words.terms.get(key, key)

    def name(self, seat: str) -> str:
        return seat_name(self.words, seat, self.names)

    def letter(self, seat: str) -> str:
        return self.words.terms.get(f"letter.{seat}") or self.term(seat)[:1].upper()

    def chip(self, seat: str) -> Chip:
        """Return the mark of a seat; for a colour without a player, a disc in that colour."""
        line = self.lines.get(seat) or PlayerLine(seat, seat)
        return Chip(line.colour, line.shape, self.letter(seat))

    def fact(self, fact: Fact) -> str:
        return capital(fact_text(self.words, fact, self.names))

    def panels(self, part: str) -> list[Graphics]:
        return [self.panel(panel) for panel in self.given if panel.part == part and panel.graphics]

    def panel(self, panel: GraphicPanel) -> Graphics:
        """Return the graphics of a panel, all of which are of one kind."""
        title = fill(self.words, self.term(panel.key), panel.values, self.names)
        makers: dict[type, Callable[[str, Sequence[Any]], Graphics]] = {
            PlayerLine: self.players,
            Matrix: self.dice,
            Strip: self.tracks,
            Race: self.races,
            Counter: self.counters,
            Card: self.cards,
        }
        return makers[type(panel.graphics[0])](title, panel.graphics)

    def players(self, title: str, lines: Sequence[PlayerLine]) -> Players:
        return Players(title, [self.player(line) for line in lines])

    def player(self, line: PlayerLine) -> PlayerRow:
        return PlayerRow(
            seat=line.seat,
            chip=self.chip(line.seat),
            name=self.name(line.seat),
            own=line.seat == self.viewpoint.reader,
            leads=line.leads,
            acts=line.seat in self.game.state.window.waiting,
            score=line.score,
            unit=self.term(line.unit),
            share=100 * max(line.score or 0, 0) // self.best_score if self.best_score > 0 else 0,
            badges=[self.badge(mark) for mark in line.marks],
            notes=[*map(self.term, line.notes), *self.absence(line.seat)],
            shown=list(line.shown),
        )

    def absence(self, seat: Seat) -> list[str]:
        """Return a note if a seat has resigned or a bot plays it."""
        state = self.viewpoint.state
        if state is not None and seat in state[Roster].resigned:
            return [phrase(self.words, "page.resigned")]
        held = any(one.id == seat and not isinstance(one.held, UnsetType) for one in self.game.state.seats)
        return [phrase(self.words, "page.bot")] if held else []

    def badge(self, mark: Mark) -> Badge:
        return Badge(mark.icon, "" if mark.count is None else str(mark.count), self.term(mark.name))

    def dice(self, title: str, graphics: Sequence[Matrix]) -> DiceBoard:
        (matrix,) = graphics
        rows = [Badge(row.icon, self.term(row.name), self.term(row.name)) for row in matrix.rows]
        columns = [self.die(matrix.rows, cell, nth) for nth, cell in enumerate(matrix.head)]
        return DiceBoard(title, rows, columns)

    def die(self, rows: Sequence[MatrixRow], cell: Cell, nth: int) -> DieColumn:
        seat = cell.thing
        played = self.lines.get(seat)
        own = seat == self.viewpoint.reader
        return DieColumn(
            chip=self.chip(seat),
            value=cell.text,
            name=phrase(self.words, "page.you")
            if own
            else self.name(seat)
            if played and played.score is not None
            else self.term(seat),
            state=cell.state,
            state_label=phrase(self.words, f"page.die.{cell.state or 'later'}"),
            cells=[[self.fact_badge(fact) for fact in row.cells[nth]] for row in rows],
        )

    def fact_badge(self, fact: Fact) -> Badge:
        """Return a fact as the icon of its thing and the place it concerns."""
        icon = str(fact.values.get("resource") or fact.values.get("kind") or "")
        text = str(fact.values.get("hex", "")) if icon else ""
        if "value" in fact.values:
            text = f"X = {fact.values['value']}"
        return Badge(icon, text, self.fact(fact))

    def tracks(self, title: str, strips: Sequence[Strip]) -> Tracks:
        return Tracks(title, [self.track(strip) for strip in strips])

    def track(self, strip: Strip) -> Track:
        states = [cell.state for cell in strip.cells]
        now = states.index("now") if "now" in states else -1
        was = states.index("was") if "was" in states else now
        fine = len(strip.cells) > MAX_NUMBERED_CELLS
        key, name = strip.course or ("", "")
        marked = [cell.text for cell in strip.cells if cell.state == "now"]
        text = self.term(strip.name)
        return Track(
            name=capital(text),
            label=self.words.grammar["label"].format(label=text, value=" ".join(marked)) if marked else text,
            icon=strip.thing,
            cells=[self.cell(cell, fine and abs(nth - now) in (1, 2), fine) for nth, cell in enumerate(strip.cells)],
            way="up" if was < now else "down" if was > now else "",
            rest=strip.rest,
            gauge=strip.gauge,
            now=int(strip.cells[now].text) if now >= 0 else None,
            limit=self.fact(strip.limit) if strip.limit else "",
            course=course_points(self.courses().get(key, {}).get(name, ())) if fine else "",
            fine=fine,
        )

    def cell(self, cell: Cell, crowded: bool, fine: bool) -> TrackCell:
        """Return a cell; in a fine track few have numbers, and none beside the one where the marker is."""
        round_number = cell.text.isdigit() and int(cell.text) % NUMBERED_EVERY == 0
        numbered = not fine or cell.state == "now" or (round_number and not crowded)
        return TrackCell(text=cell.text if numbered else "", number=cell.text, icon=cell.thing, state=cell.state)

    def races(self, title: str, races: Sequence[Race]) -> Races:
        return Races(title, [RaceRow(one.icon, self.fact(one.fact), one.done, one.goal, one.tone) for one in races])

    def counters(self, title: str, counters: Sequence[Counter]) -> Counters:
        boxes = [
            CounterBox(
                one.thing, self.words.terms.get(f"counter.{one.thing}") or self.term(one.thing), one.count, one.gauge
            )
            for one in counters
        ]
        return Counters(title, boxes)

    def cards(self, title: str, cards: Sequence[Card]) -> Cards:
        return Cards(title, [self.card(card) for card in cards])

    def card(self, card: Card) -> CardFace:
        return CardFace(
            name=card.name,
            icon=card.icon,
            text=capital(self.term(card.text)) if card.text else "",
            note=self.name(card.note) if card.note else "",
            state=card.state,
            state_label=phrase(self.words, f"page.card.{card.state}") if card.state else "",
        )

    def header(self, rules: Rules) -> Header:
        brief = game_brief(rules, self.viewpoint, self.viewpoint.reader)
        clock = brief.clock[0] if brief and brief.clock else None
        values = clock.values if clock else {}
        window = self.game.state.window
        reader = self.viewpoint.reader
        state = self.move_state()
        others = [seat for seat in window.waiting if seat != reader]
        shown = reader if state in ("yours", "answered") else others[0] if len(others) == 1 else None
        return Header(
            game=self.term(rules.game.name),
            progress=self.fact(clock).rstrip(".") if clock else "",
            turn=int(values.get("number", 0)),
            turns=int(values.get("turns") or values.get("rounds") or 0),
            status=phrase(self.words, f"page.move.{state}", self.names, seats=others),
            state=state,
            due="" if isinstance(window.deadline, UnsetType) or window.is_over else window.deadline,
            chip=self.chip(shown) if shown and shown in self.lines else None,
        )

    def move_state(self) -> str:
        window = self.game.state.window
        if window.is_over:
            return "over"
        if self.viewpoint.reader in window.waiting:
            return "answered" if self.viewpoint.answer else "yours"
        return "waiting"

    def podium(self, rules: Rules) -> Podium:
        """Return everybody by rank, winners first; the title says who has won, and how."""
        events = self.viewpoint.events
        ended = next((event for event in reversed(events) if event["event"] == "ended"), {})
        brief = game_brief(rules, self.viewpoint, self.viewpoint.reader)
        told = [self.fact(fact) for fact in brief.ended] if brief else []
        return Podium(told[0] if told else phrase(self.words, "over"), list(self.steps(ended, told[1:])))

    def steps(self, ended: Mapping[str, Any], details: Sequence[str]) -> Iterator[PodiumStep]:
        from .result import rank  # saves it for games that are not over

        scores = ended.get("scores") or {}
        winners = list(ended.get("winners", ()))
        seats = sorted(self.lines, key=lambda seat: (seat not in winners, -scores.get(seat, 0)))
        for seat in seats:
            if seat not in self.names and seat not in scores and seat not in winners:
                continue
            place = int(rank(scores, winners, seat)) if scores else 1 if seat in winners else 2
            detail = next((line for line in details if self.name(seat) in line), "") if scores else ""
            yield PodiumStep(place, self.player(self.lines[seat]), scores.get(seat), detail)


def course_points(values: Sequence[int | None]) -> str:
    """Return the corners of a line from turn to turn; empty if the course is not known."""
    known = [(n, value) for n, value in enumerate(values) if value is not None]
    if len(known) < 2:
        return ""
    low = min(value for _, value in known)
    high = max(max(value for _, value in known), low + 1)
    across = (COURSE_WIDTH - 2 * COURSE_MARGIN) / (len(values) - 1)
    rise = COURSE_HEIGHT - 2 * COURSE_MARGIN
    bottom = COURSE_HEIGHT - COURSE_MARGIN
    points = ((COURSE_MARGIN + n * across, bottom - (value - low) * rise / (high - low)) for n, value in known)
    return " ".join(f"{x:.4g},{y:.3g}" for x, y in points)
