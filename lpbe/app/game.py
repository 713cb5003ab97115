"""A game that has been read and found authentic: its place, its rules, where it stands, what time it is there."""

from __future__ import annotations

from os.path import commonpath, dirname, join, realpath

from msgspec import UnsetType

from ..games import rules_of
from ..kernel.base.canon import Plain
from ..kernel.base.errors import Busy, Malformed
from ..kernel.chain.records import GameFile, Head, head_id
from ..kernel.chain.seating import Genesis
from ..kernel.chain.step import authenticate, check_pack, check_pinned
from ..kernel.chain.times import FORM, parse_time, time_text
from ..kernel.disk import files
from ..kernel.folder.folder import GAME_FILES, Place, load, locate
from ..kernel.play.rulebook import Rules


class OpenGame:
    """A game file that has been read and found authentic."""

    __slots__ = ("game", "head", "place", "rules")

    def __init__(self, place: Place, game: GameFile, rules: Rules) -> None:
        self.place, self.game, self.rules = place, game, rules
        self.head = head_id(game.last.head)

    def render(self, game: GameFile) -> str:
        from ..report import public_report  # saves the report for commands that write no step

        return public_report(self.rules, game)


def open_game(path: str) -> OpenGame:
    place = locate(path)
    game = load(place)
    rules = rules_for(place, game.genesis)
    check_rules(game.genesis, rules)
    authenticate(game)
    return OpenGame(place, game, rules)


def check_rules(genesis: Genesis, rules: Rules) -> None:
    """The rules it was begun with, or others that were found here to come to the same."""
    try:
        check_pinned(genesis, rules)
    except Malformed as fault:
        from .accepted import accepted_here  # no game needs it that is played where it was begun

        if fault.code != "E_RULES_VERSION" or not accepted_here(genesis, rules):
            raise
        check_pack(genesis, rules)


def rules_for(place: Place, genesis: Genesis) -> Rules:
    """The rules of a game, with its own content if it has any: that lies beside the game file."""
    if isinstance(genesis.pack, UnsetType):
        return rules_of(genesis)
    if not files.is_file(place.pack):
        raise Malformed(
            "E_PACK",
            "this game is played with a content pack ({pack}), and there is none here",
            "put the host's pack.toml beside the game file",
            pack=genesis.pack[:12],
        ).in_file(place.pack)
    return rules_of(genesis, read_pack(place.pack))


def read_pack(path: str) -> Plain:
    return files.read_game_data(path)


def window_of(game: GameFile) -> Plain:
    window = game.state.window
    told: Plain = {"number": window.number, "waiting": list(window.waiting)}
    if not isinstance(window.deadline, UnsetType):
        told["deadline"] = window.deadline
    return told


def position(game: GameFile) -> Plain:
    """The part of an answer that every command gives of a game."""
    state = game.state
    return {
        "game": state.game,
        "seq": state.seq,
        "head": head_id(game.last.head),
        "window": window_of(game),
        "over": state.window.kind == "over",
    }


def time_to_write(genesis: Genesis, now: str | None, last: Head | None = None) -> str | None:
    """The time that goes into the head, never before that of the last step; only in games with a pace."""
    if isinstance(genesis.pace, UnsetType):
        return None
    moment = clock(now)
    return max(moment, last.at or "") if last else moment


def clock(now: str | None) -> str:
    """What time it is, or was said to be: not in the future."""
    from datetime import UTC, datetime  # saves it for games without a pace

    moment = datetime.now(UTC).strftime(FORM)
    if not now:
        return moment
    parse_time(now)
    if now > minutes_later(moment):
        raise Busy("E_CLOCK", "{now} is in the future: it is {clock}", "leave --now out", now=now, clock=moment)
    return now


def is_ahead(game: GameFile, now: str | None) -> bool:
    """Whether the last step says a later time than it is: then nobody is timed out."""
    last = game.last.head.at
    return not isinstance(last, UnsetType) and last > minutes_later(clock(now))


def minutes_later(moment: str) -> str:
    """Clocks differ by so much."""
    from datetime import timedelta  # saves it for games without a pace

    return time_text(parse_time(moment) + timedelta(minutes=5))


def inside(opened: OpenGame, output: str) -> bool:
    """Whether a file would lie in the game folder, or in that of another game."""
    if output == "-":
        return False
    home = opened.place.folder and realpath(opened.place.folder)
    path = realpath(output)
    return bool(home and commonpath([home, path]) == home) or in_some_game(dirname(path))


def in_some_game(folder: str) -> bool:
    """Whether a folder is that of a game, or lies in one."""
    if any(files.is_file(join(folder, name)) for name in GAME_FILES):
        return True
    return folder != dirname(folder) and in_some_game(dirname(folder))
