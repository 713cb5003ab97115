"""Boards as PNG: the size that was asked for, and a clear message where resvg or every font is missing."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import pytest

from lpbe.board.png import find_family, png
from lpbe.board.svg import svg_board
from lpbe.kernel.base.errors import Misused

from ..cli.world.club import run_here
from ..report.folders import planet, write
from .boards import full, public, words


def size_of(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", picture[16:24])
    return int(wide), int(high)


def test_a_picture_is_as_wide_as_it_is_wanted() -> None:
    wide, high = size_of(png(svg_board.draw(public(full()), words()), 400))
    assert wide == 400 and high > 400


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
