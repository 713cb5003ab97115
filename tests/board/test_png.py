"""Boards as PNG: the size that was asked for, and a clear message where resvg or every font is missing."""

from __future__ import annotations

import struct
import sys
import zlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from lpbe.board.png import find_family, png, render
from lpbe.board.png_palette import read_png, reduce_colours, unfiltered_rows
from lpbe.board.svg import svg_board
from lpbe.kernel.base.errors import Misused

from ..cli.world.club import run_here
from ..report.folders import planet, write
from .boards import full, public, words
from .wild_seas import seas
from .worlds import words as chart_words
from .worlds import world


def size_of(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", picture[16:24])
    return int(wide), int(high)


def test_a_picture_is_as_wide_as_it_is_wanted() -> None:
    wide, high = size_of(png(svg_board.draw_file(public(full()), words()), 400))
    assert wide == 400 and high > 400


def test_a_picture_for_a_mail_is_small_and_opaque() -> None:
    boards = [(public(full()), words()), (seas(), words("fr")), (world("human-2"), chart_words())]
    for board, chosen in boards:
        made = png(svg_board.draw_file(board, chosen, legend=False), 924, shown_px=616)
        assert size_of(made)[0] == 924 and len(made) <= 120_000
        assert made[25] == 3 and b"tRNS" not in made, "a palette, and no colour that shines through"


def test_fewer_colours_are_nearly_the_same_picture() -> None:
    """Each way to filter a row is undone as the standard says: a picture of few colours keeps every pixel."""
    flat = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48">{}</svg>'
    steps = "".join(
        f'<rect x="{x * 8}" y="{y * 8}" width="8" height="8" fill="#{(x * 34) % 256:02x}{(y * 51) % 256:02x}66"/>'
        for x in range(8) for y in range(6)
    )  # fmt: skip
    whole = render(flat.format(steps), 64, (), True, "DejaVu Sans")
    width, height, data = read_png(whole)
    before = b"".join(unfiltered_rows(data, width * 4))
    made = reduce_colours(whole)
    start = made.index(b"PLTE") + 4
    palette = made[start : start + int.from_bytes(made[start - 8 : start - 4])]
    at = made.index(b"IDAT")
    lines = zlib.decompress(made[at + 4 : at + 4 + int.from_bytes(made[at - 4 : at])])
    for y in range(height):
        for x in range(width):
            entry = lines[y * (width + 1) + 1 + x] * 3
            pixel = before[(y * width + x) * 4 :][:3]
            assert all(abs(one - other) <= 9 for one, other in zip(palette[entry : entry + 3], pixel, strict=True))
            assert (pixel[0], pixel[1]) == ((x // 8 * 34) % 256, (y // 8 * 51) % 256)


@pytest.mark.parametrize("kind", range(5))
def test_every_way_to_filter_a_row_is_undone(kind: int) -> None:
    random = Random(kind)
    rows = [bytes(random.choice((0, 0, 0, 7, 130, 255)) for _ in range(40)) for _ in range(6)]
    filtered = b"".join(
        bytes([kind]) + bytes(filter_row(kind, row, above)) for above, row in pairwise([bytes(40), *rows])
    )
    assert [*unfiltered_rows(filtered, 40)] == rows


def filter_row(kind: int, row: bytes, above: bytes) -> Iterator[int]:
    """Filter a row as the standard of PNG says."""
    for n, value in enumerate(row):
        a, b, c = (row[n - 4] if n > 3 else 0), above[n], (above[n - 4] if n > 3 else 0)
        nearest = min((a, b, c), key=lambda one: abs(a + b - c - one))
        yield (value - (0, a, b, (a + b) // 2, nearest)[kind]) % 256


def test_letters_are_drawn() -> None:
    bare = '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="20" font-family="{}, sans-serif">{}</svg>'
    empty = png(bare.format("DejaVu Sans", ""), 99)
    for name in ("DejaVu Sans", "No Such Font"):
        assert png(bare.format(name, '<text y="15">Mars</text>'), 99) != empty


def test_without_resvg_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    find_family.cache_clear()
    with pytest.raises(Misused, match="resvg-py") as refused:
        png("<svg/>", 10)
    assert "lpbe[picture]" in refused.value.hint
    find_family.cache_clear()


def test_without_any_font_it_is_said_what_to_do() -> None:
    with pytest.raises(Misused, match="font") as refused:
        png("<svg/>", 10, system_fonts=False)
    assert "--fonts" in refused.value.hint


def test_the_command_writes_a_picture_and_none_onto_a_screen(tmp_path: Path) -> None:
    write(planet(), tmp_path / "mars")
    env = {"LANG": "C.UTF-8", "XDG_CONFIG_HOME": str(tmp_path / "nowhere")}
    made = run_here(["board", "mars", "--format", "png", "--width", "300", "-o", "mars.png"], tmp_path, env, b"")
    assert made[0] == 0, made[2]
    assert size_of((tmp_path / "mars.png").read_bytes())[0] == 300
    status, _, err = run_here(["board", "mars", "--format", "png"], tmp_path, env, b"")
    assert status and "-o FILE" in str(err)
