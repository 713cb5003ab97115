"""The building spots of a hex: free ones, and tiles with a rim in their owner's colour, icon, value and chip."""

from __future__ import annotations

from collections.abc import Iterator

from ..labels import Pen, contains_any, in_danger, mark_text, token_label
from ..model import BuildingView, FaceView, SpotView
from .chips import chip
from .geometry import SPOT_HEIGHT, SPOT_Y, Point, spot_places
from .palette import shade
from .shapes import Named, box, group, icon, named, num, path, text, translate

FENCES = ("rim", "base")
"""The shapes of tokens that are drawn around a spot; others are drawn as pieces are."""


def spots(pen: Pen, face: FaceView, middle: Point) -> Iterator[str]:
    width, places = spot_places(len(face.spots))
    for spot, x in zip(face.spots, places, strict=True):
        thing = Named(spot.name, "spot", middle[0] + x, middle[1] + SPOT_Y, spot_text(pen, spot))
        yield named(thing, spot_parts(pen, spot, width), move=translate(x, SPOT_Y))


def spot_text(pen: Pen, spot: SpotView) -> str:
    """Describe a spot: what it is, what is built there, who owns it and what it is for."""
    words = f"{spot.name}, {mark_text(pen, spot, spot.icon)}"
    return pen.label(words, mark_text(pen, spot.building, spot.building.kind)) if spot.building else words


def spot_parts(pen: Pen, spot: SpotView, width: float) -> Iterator[str]:
    """Draw a spot around its centre."""
    yield from fences(pen, spot, width)
    yield from building(pen, spot.building, width) if spot.building else free_spot(pen, spot, width)
    if spot.name in pen.changed or (spot.building and contains_any(spot.building, pen.changed)):
        yield box(0, 0, width + 4, SPOT_HEIGHT + 7, "chg", 10)


def free_spot(pen: Pen, spot: SpotView, width: float) -> Iterator[str]:
    """Draw a free spot: dashed, with a pale icon of what can be built there."""
    yield box(0, 0, width - 3, SPOT_HEIGHT, "fs", 7)
    drawn = icon(pen.ids, pen.icon(spot.icon), 0, 0, min(12, width / 4), shade(pen, spot.icon))
    yield group([drawn], "fi") if drawn else '<circle class="fb" r="4"/>'


def building(pen: Pen, built: BuildingView, width: float) -> Iterator[str]:
    """Draw a building: rim and chip of its owner, an icon on a band in the colour of the resource, its value."""
    colour = built_colour(pen, built)
    rim = "ab" if built.abandoned or not built.chip else f"bd s-{shade(pen, built.chip)}"
    w, h = width / 2, SPOT_HEIGHT / 2
    yield box(0, 0, width - 3, SPOT_HEIGHT, rim, 7)
    across = num(2 * w - 8)
    yield path(f"M{num(w - 4)} 2h-{across}v{num(6 - h)}l5 -5h{num(2 * w - 18)}l5 5z", f"bn f-{colour}")
    yield icon(pen.ids, pen.icon(built.kind, built.resource) or "works", 0, -14, 11, colour)
    if built.wards:
        yield icon(pen.ids, pen.icon(built.wards), 0, -10.5, 5, "white")
    yield from value_and_chip(pen, built, w)


def built_colour(pen: Pen, built: BuildingView) -> str:
    """Return the colour of a kind of building, or that of its product."""
    return shade(pen, next((thing for thing in (built.kind, built.resource) if thing in pen.look.colours), "stone"))


def value_and_chip(pen: Pen, built: BuildingView, w: float) -> Iterator[str]:
    """Draw the value on the left and the chip on the right; a chip alone in the middle; a cross if it has been lost."""
    wide = w > 22
    if built.value:
        yield text(-w + 14 if wide else -w + 12, 24, str(built.value), "bv bt")
    if built.chip and not built.abandoned:
        yield chip(pen, built.chip, (w - 14 if wide else w - 11.5) if built.value else 0, 16, 9.5 if wide else 8)
    else:
        ends = f"M{num(5 - w)} -27L{num(w - 5)} 27M{num(w - 5)} -27L{num(5 - w)} 27"
        yield path(ends, "ax1")


def fences(pen: Pen, spot: SpotView, width: float) -> Iterator[str]:
    """Draw what is built around or below a spot: a wall of stones or a platform of planks."""
    for token in spot.tokens:
        shape, colour = pen.token(token.kind), shade(pen, token.kind)
        title = token_label(pen, token)
        if shape == "rim":
            frame = [box(0, 0, width + 6, SPOT_HEIGHT + 9, style, 10) for style in ("mortar", f"stones s-{colour}")]
            yield group([*frame, *plate(pen.material_symbol(token), colour)], title=title)
        elif shape == "base":
            y = SPOT_HEIGHT / 2 + 5
            yield group(
                [
                    box(0, y, width + 2, 11, f"f-{colour} rim", 2),
                    path(f"M{num(-width / 2)} {num(y)}h{num(width)}", "pl"),
                ],
                title=title,
            )


def plate(words: str, colour: str) -> Iterator[str]:
    """Draw the material of a wall at its upper edge."""
    if words:
        yield box(0, -SPOT_HEIGHT / 2 - 5, 27, 17, f"f-{colour} rim zl", 4)
        yield text(0, -SPOT_HEIGHT / 2 - 0.5, words, f"zl t-{colour}")


def endangered(pen: Pen, spot: SpotView) -> bool:
    return in_danger(pen, spot) or bool(spot.building and in_danger(pen, spot.building))
