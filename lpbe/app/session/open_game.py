"""Open a game: read it, check that it is authentic, and tell its position and time."""

from __future__ import annotations

from os.path import commonpath, dirname, join, realpath

from msgspec import UnsetType

from ...games import rules_of
from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Busy, Malformed, MissingFile, OtherRules
from ...kernel.chain.deadlines import TIME_FORMAT, format_time, parse_time
from ...kernel.chain.genesis import Genesis
from ...kernel.chain.records import GameFile, Head, head_id
from ...kernel.chain.transition import authenticate, check_pack, check_pinned
from ...kernel.disk import files
from ...kernel.engine.rulebook import Rules
from ...kernel.gamedir.gamedir import GAME_FILES, Place, load, locate
from .paths import shell_text


class OpenGame:
    """A game file that has been read and found authentic."""

    __slots__ = ("game", "head", "keep_pins", "place", "rules")

    def __init__(self, place: Place, game: GameFile, rules: Rules, keep_pins: bool = True) -> None:
        self.place = place
        self.game = game
        self.rules = rules
        self.keep_pins = keep_pins
        """Whether keys check and remember which step of it they saw last."""
        self.head = head_id(game.last.head)

    def at(self, game: GameFile) -> OpenGame:
        """Return the same game at another step."""
        return OpenGame(self.place, game, self.rules, self.keep_pins)

    def render(self, game: GameFile) -> str:
        from ...report import public_report  # saves the report for commands that write no step

        return public_report(self.rules, game)


def open_game(path: str, keep_pins: bool = True) -> OpenGame:
    """Read a game and check that it is authentic."""
    place = find_place(path)
    game = load(place)
    rules = rules_for(place, game.genesis)
    check_rules(game.genesis, rules)
    authenticate(game)
    return OpenGame(place, game, rules, keep_pins)


def find_place(path: str) -> Place:
    """Return the place of a game; for a folder of games, refuse with the name of one of them."""
    try:
        return locate(path)
    except MissingFile as fault:
        from ..hosting.find_games import find_games  # saves it where a game is named

        if game := next(find_games(path, depth=1, on_failure=lambda folder, fault: None), ""):
            fault.advise("name the game: {path}", path=shell_text(game))
        raise


def check_rules(genesis: Genesis, rules: Rules) -> None:
    """Refuse rules other than those of the genesis, unless a check here showed that they change nothing."""
    try:
        check_pinned(genesis, rules)
    except OtherRules:
        from .accepted_rules import is_accepted  # saves it for games that are played by the rules of their genesis

        if not is_accepted(genesis, rules):
            raise
        check_pack(genesis, rules)


def rules_for(place: Place, genesis: Genesis) -> Rules:
    """Return the rules of a game, including its own content pack, if there is one beside the game file."""
    if isinstance(genesis.pack, UnsetType):
        return rules_of(genesis)
    if not files.is_file(place.pack):
        raise Malformed(
            "E_PACK",
            "this game needs the content pack {pack}, which is missing here",
            "put the host's pack.toml next to the game file",
            pack=genesis.pack[:12],
        ).in_file(place.pack)
    return rules_of(genesis, read_pack(place.pack))


def read_pack(path: str) -> Plain:
    return files.read_game_data(path)


def window_data(game: GameFile) -> Plain:
    window = game.state.window
    deadline: Plain = {} if isinstance(window.deadline, UnsetType) else {"deadline": window.deadline}
    return {"number": window.number, "waiting": list(window.waiting), **deadline}


def position(game: GameFile) -> Plain:
    """Return the part of an answer that every command gives about a game."""
    state = game.state
    return {
        "game": state.game,
        "seq": state.seq,
        "head": head_id(game.last.head),
        "window": window_data(game),
        "over": state.window.is_over,
    }


def time_to_write(genesis: Genesis, now: str | None, last: Head | None = None) -> str | None:
    """Return the time for the next head, never before that of the last step; None in games without a pace."""
    if isinstance(genesis.pace, UnsetType):
        return None
    moment = clock(now)
    return max(moment, last.at or "") if last else moment


def clock(now: str | None) -> str:
    """Return the given time, else that of the clock; refuse one in the future."""
    from datetime import UTC, datetime  # saves it for games without a pace

    moment = datetime.now(UTC).strftime(TIME_FORMAT)
    if not now:
        return moment
    parse_time(now)
    if now > minutes_later(moment):
        raise Busy("E_CLOCK", "{now} is in the future; it is now {clock}", "leave out --now", now=now, clock=moment)
    return now


def is_ahead(game: GameFile, now: str | None) -> bool:
    """Return whether the last step is dated later than now: then nobody is timed out."""
    last = game.last.head.at
    return not isinstance(last, UnsetType) and last > minutes_later(clock(now))


def minutes_later(moment: str) -> str:
    """Return the time some minutes later; clocks may differ by that much."""
    from datetime import timedelta  # saves it for games without a pace

    return format_time(parse_time(moment) + timedelta(minutes=5))


def inside(opened: OpenGame, output: str) -> bool:
    """Return whether a file would be in the folder of this game, or of another one."""
    if output == "-":
        return False
    home = opened.place.folder and realpath(opened.place.folder)
    path = realpath(output)
    return bool(home and commonpath([home, path]) == home) or is_in_game_folder(dirname(path))


def is_in_game_folder(folder: str) -> bool:
    """Return whether a folder is that of a game, or below one."""
    if any(files.is_file(join(folder, name)) for name in GAME_FILES):
        return True
    return folder != dirname(folder) and is_in_game_folder(dirname(folder))
