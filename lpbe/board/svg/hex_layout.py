"""Where the pieces of a hex are: below its spots, as large as their number allows, by zone and with their cargo."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from ..model import HexView, PieceView
from ..queries import cargo_of, carriers, stray_pieces
from .geometry import INNER_RADIUS, ROOT3, SPOT_Y, on_band, spot_places


class Size(Struct, frozen=True):
    """How large pieces are: the space for each, the scale of its shape, and the class of its letters."""

    width: float
    height: float
    scale: float
    letters: str


SIZES = (Size(36, 42, 1.1, "mt"), Size(30, 33, 0.85, "mt"), Size(27, 25, 0.62, "ms"), Size(21, 20, 0.48, "mx"))
"""From large to small; the largest that fits is used."""
LABEL_WIDTH = 26.0
"""The width of the name of a zone in front of the pieces in it."""


class Placed(Struct, frozen=True):
    """A piece and its place, relative to the centre of its hex."""

    piece: PieceView
    x: float
    y: float
    size: Size
    loaded: bool = False
    """Whether it carries others, which are drawn on top of it."""


class Tray(Struct, frozen=True):
    """The ground below the pieces of a zone: its name and its extent."""

    zone: str
    left: float
    right: float
    y: float
    height: float
    labelled: bool


class Item(Struct, frozen=True):
    """Something in a row: a piece with what it carries, or the name of a zone in front of its pieces."""

    zone: str
    piece: PieceView | None = None
    cargo: tuple[PieceView, ...] = ()
    breadth: float = 1.0
    """How wide the piece is, compared with a pawn."""

    def width(self, size: Size) -> float:
        if self.piece is None:
            return LABEL_WIDTH
        return size.width * max(self.breadth, len(self.cargo) * 0.8)


class Room(Struct, frozen=True):
    """The space for pieces on a hex: its top, its bottom, and its width at some height."""

    top: float
    bottom: float
    broad: float
    pointed: bool = True

    def width(self, y: float) -> float:
        """Return its width, which is that of the hex, whose lower corner is pointed."""
        return min(self.broad, 2 * (INNER_RADIUS + 24 - y) * ROOT3) if self.pointed else self.broad


Layout = tuple[list[Placed], list[Tray]]


Breadth = Callable[[PieceView], float]


def arrange(hex: HexView, breadth: Breadth) -> Layout:
    """Return where all pieces of a hex are, and the grounds of zones below them; some are broader than others."""
    inside = list(in_spots(hex))
    around = any(die.side is not None for die in hex.dice)
    room = Room(-18, 50, 92, pointed=False) if around else Room(72.0 if inside else 43.0, 122, 172)
    items = list(items_of(hex, breadth))
    size = next((size for size in SIZES if fits(items, size, room)), SIZES[-1])
    placed, trays = place(items, size, room)
    return [*inside, *placed], trays


def in_spots(hex: HexView) -> Iterator[Placed]:
    """Yield the pieces in buildings, at the feet of their spots; several side by side and smaller."""
    width, places = spot_places(len(hex.spots))
    for spot, x in zip(hex.spots, places, strict=True):
        count = len(spot.pieces)
        size = SIZES[0] if count < 2 else SIZES[2] if count == 2 else SIZES[3]
        for n, piece in enumerate(spot.pieces):
            row, column = divmod(n, 2)
            across = (column - 0.5) * min(size.width, width / 2 + 1) if count > 1 else 0.0
            yield Placed(piece, x + across, SPOT_Y + 46 + row * size.height, size)


def items_of(hex: HexView, breadth: Breadth) -> Iterator[Item]:
    """Yield the pieces outside by zone from west to east, those in no zone last; what they carry comes with them."""
    zones = sorted(hex.zones, key=lambda zone: (round(sum(on_band(edge)[0] for edge in zone.edges), 3), zone.name))
    known = {piece.name for piece in carriers(hex.pieces)}
    for zone in zones:
        there = [piece for piece in hex.pieces if piece.at == zone.name and piece.name in known]
        if there and len(zones) > 1:
            yield Item(zone.name)
        yield from (Item(zone.name, each, tuple(cargo_of(each, hex.pieces)), breadth(each)) for each in there)
    yield from (Item("", each, tuple(cargo_of(each, hex.pieces)), breadth(each)) for each in stray_pieces(hex))


def fits(items: Sequence[Item], size: Size, room: Room) -> bool:
    rows = list(split(items, size, room))
    return not rows or room.top + len(rows) * size.height <= room.bottom


def split(items: Sequence[Item], size: Size, room: Room) -> Iterator[list[Item]]:
    """Yield the items row by row; the name of a zone stays with its first piece, and the last rows take the rest."""
    row: list[Item] = []
    used, y = 0.0, room.top + size.height * 0.75
    for n, item in enumerate(items):
        need = item.width(size)
        if item.piece is None and n + 1 < len(items):
            need += items[n + 1].width(size)
        if row and used + need > max(room.width(y), size.width * 2) and y < room.bottom + 2 * size.height:
            yield row
            row, used, y = [], 0.0, y + size.height
        row.append(item)
        used += item.width(size)
    if row:
        yield row


def place(items: Sequence[Item], size: Size, room: Room) -> Layout:
    """Return the pieces in rows; in a row that is too full they are closer together."""
    placed: list[Placed] = []
    trays: list[Tray] = []
    for nth, row in enumerate(split(items, size, room)):
        y = room.top + (nth + 0.5) * size.height
        whole = sum(item.width(size) for item in row)
        tight = min(1.0, max(room.width(y), 60.0) / whole)
        x = -whole * tight / 2
        for n, item in enumerate(row):
            wide = item.width(size) * tight
            if item.zone and (n == 0 or row[n - 1].zone != item.zone):
                far = sum(other.width(size) * tight for other in row if other.zone == item.zone)
                trays.append(Tray(item.zone, x, x + far, y, size.height, item.piece is None))
            placed += standing(item, x + wide / 2, y, size)
            x += wide
    return placed, trays


def standing(item: Item, x: float, y: float, size: Size) -> Iterator[Placed]:
    """Yield a piece, and above it what it carries."""
    if item.piece is None:
        return
    small = SIZES[min(SIZES.index(size) + 1, len(SIZES) - 1)]
    step = min(small.width * 0.9, item.width(size) / max(len(item.cargo), 1))
    yield Placed(item.piece, x, y + (size.height * 0.12 if item.cargo else 0), size, loaded=bool(item.cargo))
    for n, load in enumerate(item.cargo):
        yield Placed(load, x + (n - (len(item.cargo) - 1) / 2) * step, y - size.height * 0.22, small)
