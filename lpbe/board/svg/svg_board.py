"""Draw a board as SVG: a drawing with levels of detail for pages, or an independent file with a legend."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...kernel.content.packs import Words
from ...kernel.language.translate import typeset
from ..labels import NOBODY, Names, NameSet, Pen
from ..model import HexMap, Picture
from ..text.hex_map import description as hex_description
from ..text.tile_map import description as chart_description
from . import hex_map, placements, tile_map
from .layers import Box, Layers
from .legend import legend as legend_of
from .placements import rotate
from .shapes import escape_xml, num, text
from .style import LEVELS, STANDALONE_CSS, level_of, prefix_classes

SET_APART = re.compile(r">[^<>]* [:;!?»%][^<>]*<")
"""Text with punctuation that must not begin a line."""
NO_WRAP = 10**6
"""A width at which no line of a description is broken."""
SHOWN_PX = 390
"""The width at which a board is readable before any script has run."""
CHART_LEVELS = {"far": LEVELS["near"], "mid": LEVELS["near"], "near": 10.0}
"""The levels of detail of a chart: close enough for the names of tiles, or not."""


def draw_board(
    picture: Picture,
    words: Words,
    changed: NameSet = frozenset(),
    *,
    names: Names = NOBODY,
    title: str = "",
    ids: str = "b",
    threatened: NameSet = frozenset(),
    quote_rules: bool = True,
    shown_px: float = SHOWN_PX,
) -> str:
    """Return the drawing for a page that includes the style sheet `BOARD_CSS` once.

    `ids` is the prefix of its ids, for pages with several boards; `threatened` are places in danger. Until a script
    sets another one, the level of detail is that for a width of `shown_px`.
    """
    pen = pen_of(picture, words, changed, names, ids, threatened, quote_rules)
    box = box_of(picture)
    name = escape_xml(title or pen.caption("name"))
    head = f'<svg class="{board_class(picture, shown_px / box.width)}" viewBox="{view(box)}" role="group"'
    about = f' aria-label="{name}"{levels_of(picture)} style="--k:{box.width / shown_px:.3g}"'
    return set_apart(f"{head}{about}>{draw_layers(picture, pen)}</svg>", pen)


def pen_of(
    picture: Picture, words: Words, changed: NameSet, names: Names, ids: str, threatened: NameSet, quote_rules: bool
) -> Pen:
    return Pen(
        look=picture.look,
        words=words,
        changed=changed,
        names=names,
        ids=ids,
        threatened=threatened,
        quote_rules=quote_rules,
    )


def box_of(picture: Picture) -> Box:
    return hex_map.map_box(picture) if isinstance(picture, HexMap) else tile_map.map_box(picture)


def view(box: Box) -> str:
    return " ".join(num(each) for each in (box.left, box.top, box.width, box.height))


def levels(picture: Picture) -> dict[str, float]:
    return LEVELS if isinstance(picture, HexMap) else CHART_LEVELS


def levels_of(picture: Picture) -> str:
    """Return the pixels per unit below which each level begins, for the script of a page."""
    return "".join(f' data-{level}="{end:g}"' for level, end in levels(picture).items())


def board_class(picture: Picture, scale: float) -> str:
    level = level_of(scale, levels(picture))
    return "board" if level == "near" else f"board {level}"


def draw_layers(picture: Picture, pen: Pen) -> str:
    """Draw the definitions, and the layers in the order in which they cover one another."""
    if isinstance(picture, HexMap):
        defs, drawn = hex_map.definitions(picture, pen), hex_map.layers(picture, pen)
    else:
        defs, drawn = tile_map.definitions(picture, pen), tile_map.layers(picture, pen)
    return prefix_classes(f"<defs>{''.join(defs)}</defs>{''.join(layer_groups(drawn))}")


def layer_groups(drawn: Layers) -> Iterable[str]:
    for name, parts in (("ground", drawn.ground), ("threats", drawn.threats), ("pieces", drawn.pieces)):
        yield f'<g class="layer-{name}">{"".join(parts)}</g>'


def hand_svg(picture: Picture, words: Words, hex: str, turn: int, *, ids: str = "h") -> str:
    """Draw a hex in hand by its name, rotated, for a thumbnail or its ghost on the map."""
    assert isinstance(picture, HexMap)
    face = next(face for face in picture.faces if face.name == hex)
    pen = pen_of(picture, words, frozenset(), NOBODY, ids, frozenset(), False)
    turned = rotate(face, turn)
    defs = "".join(hex_map.definitions(HexMap((), faces=(turned,), look=picture.look), pen))
    inside = "".join(hex_map.hand_face(pen, turned))
    box = 'viewBox="-122 -122 244 244"'
    head = f'<svg class="board far" {box} style="--k:2.2" role="img" aria-label="{face.name}">'
    return f"{head}{prefix_classes(f'<defs>{defs}</defs>{inside}')}</svg>"


def set_apart(svg: str, pen: Pen) -> str:
    return SET_APART.sub(lambda match: typeset(match[0], pen.words.grammar["lang"]), svg)


FILE_SCALE = 1.25
"""The pixels per unit of a file: enough for the smallest letters."""
TITLE_HEIGHT = 34.0
MIN_WIDTH = 560.0


def draw_file(
    picture: Picture,
    words: Words,
    changed: NameSet = frozenset(),
    *,
    names: Names = NOBODY,
    title: str = "",
    ids: str = "b",
    threatened: NameSet = frozenset(),
    quote_rules: bool = True,
    legend: bool = True,
) -> str:
    """Return the same drawing as an independent document, with its style, its description and a legend."""
    pen = pen_of(picture, words, changed, names, ids, threatened, quote_rules)
    box = widened(box_of(picture))
    keys, below = legend_of(picture, pen, box) if legend else ([], 0.0)
    top = box.top - (TITLE_HEIGHT if title else 0)
    height = box.top + box.height + below - top
    scale = picture.look.width / box.width if picture.look.width else FILE_SCALE
    whole = Box(box.left, top, box.width, height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view(whole)}" width="{num(box.width * scale)}" '
        f'height="{num(height * scale)}" class="{board_class(picture, scale)}" role="img" '
        f'aria-labelledby="{ids}-title {ids}-desc" style="--k:{1 / scale:.3g}"{levels_of(picture)}>'
    )
    about = f'<title id="{ids}-title">{escape_xml(title or pen.caption("name"))}</title>'
    about += f'<desc id="{ids}-desc">{escape_xml(description(picture, pen))}</desc>'
    card = card_of(whole)
    line = [text(box.left + 16, top + 30, title, "hn lg start")] if title else []
    body = [prefix_classes(card), draw_layers(picture, pen), *map(prefix_classes, [*line, *keys])]
    inside = set_apart("\n".join([about, *body]), pen)
    return f"{head}\n<style>{STANDALONE_CSS}</style>\n{inside}\n</svg>\n"


def widened(box: Box) -> Box:
    """Return a box that is wide enough for a legend."""
    more = max(MIN_WIDTH - box.width, 0)
    return Box(box.left - more / 2, box.top, box.width + more, box.height)


def card_of(box: Box) -> str:
    left, top, width, height = map(num, (box.left, box.top, box.width, box.height))
    return f'<rect class="sheet" x="{left}" y="{top}" width="{width}" height="{height}" rx="12"/>'


def description(picture: Picture, pen: Pen) -> str:
    """Describe the whole board in the same way as the text board."""
    lines = board_description(picture, pen)
    return "; ".join(" ".join(line.split()) for line in lines if line)


def board_description(picture: Picture, pen: Pen) -> list[str]:
    if isinstance(picture, HexMap):
        return hex_description(picture, pen, NO_WRAP)
    note = [pen.phrase(picture.note)] if picture.note else []
    return [*note, *chart_description(picture, pen, NO_WRAP)]


def options(picture: Picture, words: Words, *, names: Names = NOBODY, ids: str = "o") -> tuple[str, str]:
    """Draw the hexes in hand as they could be placed, with a line on how to type that; empty if there are none."""
    if not isinstance(picture, HexMap) or not picture.candidates or not placements.options(picture):
        return "", ""
    pen = pen_of(picture, words, frozenset(), names, ids, frozenset(), False)
    width, height = placements.size_of(picture)
    offered = placements.options(picture)
    drawn = [placements.draw_option(pen, each, nth, hex_map.hand_face) for nth, each in enumerate(offered)]
    faces = tuple(each.face for each in offered)
    defs = "".join(hex_map.definitions(HexMap((), faces=faces, look=picture.look), pen))
    label = escape_xml(pen.row(*(placements.caption(pen, each) for each in offered)))
    head = (
        f'<svg class="board wee" viewBox="0 0 {num(width)} {num(height)}" width="{num(width)}" height="{num(height)}"'
    )
    inside = prefix_classes(f"<defs>{defs}</defs>{''.join(drawn)}")
    body = f'{head} role="img" aria-label="{label}">{inside}</svg>'
    return body, placements.typing_hint(picture, pen)
