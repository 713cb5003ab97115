"""Panels as records that a page draws, in the words of one reader: players, dice, tracks, races, purse and cards."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class Badge(Struct, frozen=True):
    """An icon with a short text; the title says it in full."""

    icon: str
    text: str = ""
    title: str = ""


class Chip(Struct, frozen=True):
    """The mark of a player: colour, shape and letter."""

    colour: str
    shape: str
    letter: str


class PlayerRow(Struct, frozen=True):
    """A player: chip, name, main number, small facts, cards shown."""

    seat: str
    chip: Chip
    name: str
    own: bool
    leads: bool
    acts: bool
    score: int | None
    unit: str
    share: int
    """The score as a percentage of the best one."""
    badges: list[Badge]
    notes: list[str]
    shown: list[str]


class Players(Struct, frozen=True):
    """All players of a game."""

    title: str
    rows: list[PlayerRow]


class DieColumn(Struct, frozen=True):
    """A die: its colour and value, whose it is, and what it brings in each row."""

    chip: Chip
    value: str
    name: str
    state: str
    state_label: str
    cells: list[list[Badge]]


class DiceBoard(Struct, frozen=True):
    """The dice in their order, with the effects of each."""

    title: str
    rows: list[Badge]
    columns: list[DieColumn]


class TrackCell(Struct, frozen=True):
    """A cell of a track: its text or icon, and its state."""

    text: str
    number: str = ""
    icon: str = ""
    state: str = ""


class Track(Struct, frozen=True):
    """A track: its name and icon, its cells, what is left of the thing, and its course so far."""

    name: str
    label: str
    icon: str
    cells: list[TrackCell]
    way: str
    rest: int | None
    gauge: str
    now: int | None
    limit: str
    course: str
    """The corners of its course as a polyline in a box of 100 by 24; empty if the course is not known."""
    fine: bool


class Tracks(Struct, frozen=True):
    """Several tracks under one title."""

    title: str
    tracks: list[Track]


class RaceRow(Struct, frozen=True):
    """A way to win, in words, and how much of it is done."""

    icon: str
    text: str
    done: int
    goal: int
    tone: str


class Races(Struct, frozen=True):
    """All ways to win."""

    title: str
    rows: list[RaceRow]


class CounterBox(Struct, frozen=True):
    """What a seat holds of one thing."""

    icon: str
    name: str
    value: int
    gauge: str


class Counters(Struct, frozen=True):
    """What a seat holds."""

    title: str
    boxes: list[CounterBox]


class CardFace(Struct, frozen=True):
    """A card."""

    name: str
    icon: str
    text: str
    note: str
    state: str
    state_label: str


class Cards(Struct, frozen=True):
    """The cards of a seat."""

    title: str
    cards: list[CardFace]


class PodiumStep(Struct, frozen=True):
    """One player on the podium: rank, points if there are any, and what they consist of."""

    rank: int
    player: PlayerRow
    score: int | None
    detail: str


class Podium(Struct, frozen=True):
    """The end of a game: who has won, and everybody by rank."""

    title: str
    steps: list[PodiumStep]


Graphics: TypeAlias = Players | DiceBoard | Tracks | Races | Counters | Cards


class Header(Struct, frozen=True):
    """The head of a page: the game, its progress, whose move it is and until when."""

    game: str
    progress: str
    turn: int
    turns: int
    """The number of turns; 0 if it is not known."""
    status: str
    state: str
    """Whether the reader is asked ("yours"), has answered, waits for others, or the game is over."""
    due: str
    """The deadline in UTC, if there is one."""
    chip: Chip | None = None


class Front(Struct, frozen=True):
    """What a page draws beside the board: the head, the players, the table, what the reader holds, the end."""

    header: Header
    players: list[Graphics]
    table: list[Graphics]
    own: list[Graphics]
    podium: Podium | None = None
