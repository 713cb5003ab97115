"""A game folder: its files, written in an order from which an interrupted run can be completed."""

from __future__ import annotations

import re
from collections.abc import Callable
from os.path import basename, dirname, join

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ..base.canonical import ident, jcs
from ..base.errors import MissingFile, Rejected
from ..chain.letters.play import Play
from ..chain.records import MAX_TAIL_BYTES, Entry, GameFile, read_game
from ..disk import files, folders
from .log import chained_entries, check_tail, has_log, log_line, repair_log, without_genesis

Render = Callable[[GameFile], str]
"""Renders the report of a step."""
GAME_FILES = ("game.toml", "game.json")


class Place(Struct, frozen=True):
    """The path of a game file, and the folder around it if there is one."""

    game: str
    folder: str = ""

    @property
    def log(self) -> str:
        return join(self.folder, "log.jsonl")

    @property
    def inbox(self) -> str:
        return join(self.folder, "inbox")

    @property
    def refused(self) -> str:
        return join(self.folder, "refused")

    @property
    def pack(self) -> str:
        return join(dirname(self.game), "pack.toml")

    def report(self, seq: int) -> str:
        return join(self.folder, "reports", f"{seq:06}.txt")


def locate(path: str) -> Place:
    """Return the place of a game, given its file or its folder."""
    if files.is_folder(path):
        for name in GAME_FILES:
            if files.is_file(join(path, name)):
                return Place(join(path, name), path)
        raise MissingFile("E_FILE_MISSING", "there is no game.toml or game.json in this folder").in_file(path)
    around = dirname(path) or "."
    whole = basename(path) in GAME_FILES and files.is_file(join(around, "log.jsonl"))
    return Place(path, around if whole else "")


def load(place: Place) -> GameFile:
    """Read a game file. A tail of earlier steps is checked at once."""
    game = read_game(files.read_game_data(place.game))
    if game.tail:
        check_tail(game)
    return game


def dump_game(game: GameFile, name: str) -> bytes:
    return files.dump(msgspec.to_builtins(game), name)


def dump_step(game: GameFile, name: str) -> bytes:
    """Return the game file of a step, checked: it is not too large, and reading it gives the same game."""
    data = dump_game(game, name)
    if len(data) > files.MAX_GAME_BYTES or len(log_line(game)) > files.MAX_LOG_LINE_BYTES:
        raise Rejected("E_ORDER_SIZE", "with this order, the game would not fit into its files", "send less at a time")
    again = read_game(files.parse_game(data, name))
    if jcs(again) != jcs(game):
        raise Rejected(
            "E_ORDER_SIZE", "with this order, lpbe would not be able to read the game again", "send it in another way"
        )
    return data


def repair(place: Place, game: GameFile, render: Render) -> list[str]:
    """Complete what an interrupted run left undone, and return the repaired files. Needs no key."""
    repaired = []
    sweep(place)
    if game.tail:
        files.write(place.game, dump_game(replace(game, tail=[]), place.game))
        repaired.append(place.game)
    if repair_log(place, game):
        repaired.append(place.log)
    report = place.report(game.state.seq)
    if not files.is_odd(report) and not files.size(report):
        folders.sweep(dirname(report))  # only a run that did not finish its report can have left something there
        write_report(place, game, render)
        repaired.append(report)
    return repaired


def sweep(place: Place) -> None:
    """Remove temporary files left by dead runs, except in the reports and the inbox, where players may be writing."""
    folders.sweep(place.folder, basename(place.game), basename(place.log))
    folders.sweep(place.refused)


def write_report(place: Place, game: GameFile, render: Render) -> bool:
    """Write the report of a step. Return False if a folder or a link is in its place, which is left alone."""
    path = place.report(game.state.seq)
    if files.is_odd(path):
        return False
    folders.make_folder(join(place.folder, "reports"))
    files.write(path, render(game).encode(), sync=False)
    return True


def store(place: Place, game: GameFile, render: Render) -> bool:
    return store_as(place, game, dump_step(game, place.game), render)


def store_as(place: Place, game: GameFile, data: bytes, render: Render) -> bool:
    """Write the game file first: that commits the step. Log and report can be rebuilt from it.

    Return False if the report could not be written.
    """
    files.write(place.game, data)
    files.append_line(place.log, log_line(game))
    return write_report(place, game, render)


def portable_copy(place: Place, game: GameFile) -> GameFile:
    """Return the game with the latest steps of its log, as a file on its own; a copy of a copy keeps its tail."""
    return replace(game, tail=tail_of(place, game)) if has_log(place) else game


def tail_of(place: Place, game: GameFile) -> list[Entry]:
    """Return the steps since the position that the sender of the oldest last order saw, as many as fit."""
    latest = {seat.id: 0 for seat in game.state.seats}
    heads: dict[str, int] = {}
    steps: list[Entry] = []
    for entry in chained_entries(place, game):
        steps.append(without_genesis(entry))
        heads[entry.head.id] = entry.head.seq
        if isinstance(entry.letter, Play):
            latest[entry.letter.seat] = heads.get(entry.letter.seen, entry.head.seq)
    return newest_that_fit(steps[min(latest.values()) : game.state.seq])


def newest_that_fit(steps: list[Entry]) -> list[Entry]:
    """Return as many of the newest steps as fit into a tail."""
    room = MAX_TAIL_BYTES
    first = len(steps)
    while first and (room := room - len(jcs(steps[first - 1]))) >= 0:
        first -= 1
    return steps[first:]


def dump_copy(copy: GameFile, name: str) -> bytes:
    """Return the file of a copy, checked by reading it again."""
    data = dump_game(copy, name)
    if len(data) > files.MAX_GAME_BYTES or ident("copy", read_game(files.parse_game(data, name))) != ident(
        "copy", copy
    ):
        raise Rejected(
            "E_ORDER_SIZE",
            "lpbe would not be able to read this game again",
            "this is an internal error; please report this bug",
        )
    return data


MAX_REPORT_BYTES = 1 << 18
"""No report is longer; a longer file is known to be false without reading it."""


class Reports(Struct):
    """The steps that have a report, those whose report differs from the log, and those that another version wrote."""

    place: Place
    render: Callable[[GameFile], str]
    steps: set[int]
    false: list[int] = []
    others: list[int] = []

    def compare(self, game: GameFile) -> None:
        """Compare the report of a step with the game. A report that a power cut left empty is not false."""
        path = self.place.report(game.state.seq)
        wanted = self.render_again(game)
        size = files.size(path)
        if not size:
            return
        report = files.read(path, size) if size <= MAX_REPORT_BYTES else b""
        if report != wanted:
            written = self.others if is_by_other_version(report, wanted) else self.false
            written.append(game.state.seq)

    def render_again(self, game: GameFile) -> bytes:
        """Render the report again; return nothing for a log that no program can have rendered."""
        try:
            return self.render(game).encode()
        except (LookupError, ValueError, TypeError):
            return b""


def is_by_other_version(report: bytes, ours: bytes) -> bool:
    """Return whether another version of the program wrote this report, perhaps in other words."""
    name, _, version = ours.rstrip().rpartition(b"\n")[2].partition(b" ")
    signed, _, other = report.rstrip().rpartition(b"\n")[2].partition(b" ")
    return signed == name and bool(version) and re.fullmatch(rb"\d+(\.\w+)+", other) is not None and other != version


def steps_with_report(place: Place) -> set[int]:
    """Return the steps that have a report."""
    names = folders.file_names(dirname(place.report(0)))
    numbers = [int(name[:-4]) for name in names if name.endswith(".txt") and name[:-4].isdecimal()]
    return {seq for seq in numbers if basename(place.report(seq)) in names and files.is_file(place.report(seq))}
