"""The legend below a board in a file of its own: symbols and their meanings in rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from ..labels import Pen
from ..model import Chart, HexMap, Picture
from ..queries import all_tokens, symbols_in_use, zone_name
from ..text.tile_map import grounds_of, kinds_of
from .chips import chip
from .hex_ground import pattern_of
from .hex_pieces import shape_of
from .layers import Box
from .palette import UNKNOWN, shade
from .shapes import ICONS, box, circle, group, icon, path, text, text_width, translate

LINE_HEIGHT = 27.0
FONT_SIZE = 13.0
MARGIN = 16.0
SYMBOL_WIDTH = 30.0


class Item(Struct, frozen=True):
    """A symbol around the origin, and its meaning."""

    sign: str
    meaning: str


def legend(picture: Picture, pen: Pen, area: Box) -> tuple[list[str], float]:
    """Draw symbols and meanings in rows below an area, and return the height of the rows."""
    parts: list[str] = []
    y = area.top + area.height + LINE_HEIGHT
    if isinstance(picture, Chart) and picture.note:
        parts.append(text(area.left + MARGIN, y + 4.7, pen.phrase(picture.note), "key lg start"))
        y += LINE_HEIGHT
    for items in filter(None, item_groups(picture, pen)):
        x = area.left + MARGIN
        for item in items:
            long = SYMBOL_WIDTH + 6 + text_width(item.meaning, FONT_SIZE) * 0.93 + 16
            if x > area.left + MARGIN and x + long > area.left + area.width - MARGIN:
                x, y = area.left + MARGIN, y + LINE_HEIGHT
            sign = f"<g{translate(x + SYMBOL_WIDTH / 2, y)}>{item.sign}</g>"
            parts += [sign, text(x + SYMBOL_WIDTH + 6, y + 4.7, item.meaning, "key lg start")]
            x += long
        y += LINE_HEIGHT
    return parts, y - area.top - area.height


def item_groups(picture: Picture, pen: Pen) -> Iterator[list[Item]]:
    """Yield the rows of the legend: players, grounds, things, signs."""
    if isinstance(picture, Chart):
        yield [player(pen, seat) for seat in picture.colours]
        yield [ground(pen, each) for each in grounds_of(picture)]
        yield [Item(token_sign(pen, kind), pen.term(kind)) for kind in kinds_of(picture)]
        yield captions(pen, [("changed", changed_sign()), ("threatened", danger_sign())])
        return
    seats = (*picture.colours, *picture.unplayed_colours)
    yield [player(pen, seat) for seat in seats]
    yield [ground(pen, each) for each in grounds(picture, pen)] + [piece(pen, kind) for kind in picture.kinds]
    yield [thing(pen, each) for each in things(picture, pen)]
    yield [Item(token_sign(pen, kind), pen.term(kind)) for kind in sorted({each.kind for each in all_tokens(picture)})]
    yield captions(pen, signs(picture, pen))


def grounds(picture: HexMap, pen: Pen) -> list[str]:
    """Return the terrains of edges, then the grounds of zones and spots whose names are not those of any edge."""
    faces = picture.all_faces
    edges = sorted({edge for face in faces for edge in face.edges}, reverse=True)
    inside = {zone.ground for face in faces for zone in face.zones}
    inside |= {spot.ground for face in faces for spot in face.spots}
    inside |= {die.brings for face in faces for die in face.dice if not pen.icon(die.brings)} & pen.look.patterns.keys()
    called = {pen.terrain(edge) for edge in edges}
    return [*edges, *sorted(each for each in inside if each and pen.term(each) not in called)]


def player(pen: Pen, seat: str) -> Item:
    return Item(chip(pen, seat, 0, 0, 9.5), pen.player(seat))


def ground(pen: Pen, terrain: str) -> Item:
    pattern = pattern_of(pen, terrain)
    style = {"waves": "t-sea", "hills": "t-hills te", "dots": "shore te"}.get(pattern, f"{pattern} te")
    return Item(box(0, 0, 28, 16, style, 3), pen.terrain(terrain))


def piece(pen: Pen, kind: str) -> Item:
    shape = shape_of(pen, kind)
    return Item(f'<use href="#{pen.ids}-p-{shape}" class="f-stone pw" transform="scale(.55)"/>', pen.term(kind))


def things(picture: HexMap, pen: Pen) -> list[str]:
    """Return the resources, buildings and cataclysms on the map that have an icon."""
    spots = [spot for face in picture.all_faces for spot in face.spots]
    found = dict.fromkeys(sorted(spot.icon for spot in spots if spot.icon))
    found |= dict.fromkeys(sorted(spot.building.kind for spot in spots if spot.building))
    found |= dict.fromkeys(sorted(die.brings for face in picture.all_faces for die in face.dice))
    return [thing for thing in found if pen.icon(thing)]


def thing(pen: Pen, name: str) -> Item:
    return Item(icon(pen.ids, pen.icon(name), 0, 0, 10, colour_of(pen, name)), pen.term(name))


def colour_of(pen: Pen, thing: str) -> str:
    return shade(pen, thing) if thing in pen.look.colours else "strike"


def token_sign(pen: Pen, kind: str) -> str:
    """Draw a kind of token as it looks on the board, without an owner."""
    shape, colour = pen.token(kind), shade(pen, kind)
    if shape == "ring":
        return circle(0, 0, 10, "sr") + icon(pen.ids, "shield", 0, 0, 6, "shield")
    if shape == "ruin":
        return box(0, 0, 22, 20, "lines", 3) + icon(pen.ids, "ruin", 0, 0, 6, "ruin")
    if shape in ("rim", "base"):
        return box(0, 0, 22, 12, f"f-{colour} rim", 2)
    if shape == "block":
        return path("M-14 0H14", "mortar") + path("M-14 0H14", f"stones s-{colour}")
    if shape not in ICONS:
        return disc(pen, kind, colour)
    return icon(pen.ids, shape, 0, 0, 10, "dark" if colour == UNKNOWN else colour)


def disc(pen: Pen, kind: str, colour: str) -> str:
    return circle(0, 0, 9.5, f"f-{colour} rim") + text(0, 4.7, pen.symbol(kind), f"key t-{colour}")


def captions(pen: Pen, symbols: Iterable[tuple[str, str]]) -> list[Item]:
    """Return the symbols that the game has a word for."""
    return [Item(sign, pen.caption(name)) for name, sign in symbols if pen.caption(name)]


def aboard(pen: Pen) -> str:
    """Draw a piece in a boat."""
    boat = f'<use href="#{pen.ids}-p-hull" class="f-stone pw" transform="scale(.6)"/>'
    return boat + f'<use href="#{pen.ids}-p-pawn" class="f-unknown pw" transform="translate(0 -3) scale(.4)"/>'


def changed_sign() -> str:
    return box(0, 0, 22, 18, "chg thin", 5)


def danger_sign() -> str:
    return box(0, 0, 22, 18, "thr soft", 4)


def signs(picture: HexMap, pen: Pen) -> Iterator[tuple[str, str]]:
    """Yield a sample of each sign; rare ones only if the map has them."""
    used = symbols_in_use(picture, pen.threatened)
    seat = next(iter(picture.colours), "")
    colour, six = shade(pen, seat), f"{pen.letter(seat)}6"
    wound = circle(0, 0, 9, "wd") + icon(pen.ids, "cross", 0, 0, 5, "wound")
    yield "wounded", wound
    yield "die", box(0, 0, 30, 21, f"die s-{colour}", 6) + text(0, 4.7, six, "key dt")
    yield "lit", box(0, 0, 30, 21, f"f-{colour} lit", 6) + text(0, 4.7, six, f"key t-{colour}")
    yield "free", box(0, 0, 18, 22, "fs", 4)
    yield "changed", changed_sign()
    if "abandoned" in used:
        yield "abandoned", box(0, 0, 18, 22, "ab", 4) + path("M-8 -9L8 9M8 -9L-8 9", "ax1")
    if "threatened" in used:
        yield "threatened", danger_sign()
    if "candidate" in used:
        yield "candidate", group([box(0, 0, 24, 20, "cell", 3)])
    if "aboard" in used:
        yield "aboard", aboard(pen)
    if "zone" in used:
        yield "zone", box(0, 0, 30, 17, "plate", 6) + text(0, 4.7, zone_name(picture).rpartition(".")[2], "key dt")
    if "side" in used:
        side = path("M14 -11V11", "dam") + box(-3, 0, 27, 20, f"die s-{colour}", 6)
        yield "side", side + text(-3, 4.7, six, "key dt")
    if "way" in used:
        yield "way", path("M-7 -7H7L0 8Z", "f-orange rim")
