"""Reports on file, held against what their steps tell when they are rendered again."""

from __future__ import annotations

import re
from collections.abc import Callable
from os.path import basename, dirname

from msgspec import Struct

from ..chain.records import GameFile
from ..disk import files
from .folder import Place

LONGEST = 1 << 18
"""No report is longer; what is, need not be read to be false."""
VERSION = re.compile(rb"\d+(\.\w+)+")


class Reports(Struct):
    """The steps that have a report, those whose report tells something else, and those another version wrote."""

    place: Place
    render: Callable[[GameFile], str]
    steps: set[int]
    false: list[int] = []
    others: list[int] = []

    def compare(self, game: GameFile) -> None:
        """What a power cut left empty tells nothing, and so nothing false."""
        path, wanted = self.place.report(game.state.seq), self.render_again(game)
        size = files.size(path)
        if not size:
            return
        report = files.read(path, size) if size <= LONGEST else b""
        if report != wanted:
            written = self.others if foreign(report, wanted) else self.false
            written.append(game.state.seq)

    def render_again(self, game: GameFile) -> bytes:
        """Nothing, where a log tells what no program can have rendered."""
        try:
            return self.render(game).encode()
        except (LookupError, ValueError, TypeError):
            return b""


def foreign(report: bytes, ours: bytes) -> bool:
    """Whether another version signed a report: its words may be others."""
    name, _, version = ours.rstrip().rpartition(b"\n")[2].partition(b" ")
    signed, _, other = report.rstrip().rpartition(b"\n")[2].partition(b" ")
    return signed == name and bool(version) and VERSION.fullmatch(other) is not None and other != version


def steps_with_report(place: Place) -> set[int]:
    """The steps that have a report; whatever else lies beside or in place of them is nobody's business."""
    names = files.names(dirname(place.report(0)))
    numbers = [int(name[:-4]) for name in names if name.endswith(".txt") and name[:-4].isdecimal()]
    return {seq for seq in numbers if basename(place.report(seq)) in names and files.is_file(place.report(seq))}
