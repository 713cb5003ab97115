"""What somebody asks for when they play at one terminal: a new game, or the one that a folder holds already."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from msgspec import Struct

from ...bots.levels import read_bot
from ...games import game_of, in_order
from ...kernel.base.errors import Misused
from ...kernel.chain.genesis import Genesis
from ...kernel.chain.letter import Lang
from ...kernel.disk import files
from ..creating.genesis import GameRequest, against_bots, hex_option, make_genesis, own_game_names, read_settings
from ..session.paths import shell_text

MAX_THINK_MS = 60_000


class PlayChoices(Struct, frozen=True, kw_only=True):
    """The options of `lpbe play`, each empty if it was not given."""

    game: str | None = None
    seats: str | None = None
    own: str = ""
    bots: tuple[str, ...] = ()
    expansions: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    lang: Lang | None = None
    seed: str | None = None
    think: str | None = None
    """How long bots may think about an order: 500ms, 2s."""

    def request(self, lang: Lang) -> GameRequest:
        """Return the new game that is requested."""
        game = self.game or own_game_names()[0]
        seed = hex_option(self.seed, "--seed") or None
        names, bots = against_bots(game_of(game), self.seats, self.bots, self.own)
        return GameRequest(
            game=game,
            seats=names,
            bots=bots,
            lang=lang,
            seed=seed,
            nonce=seed,
            expansions=self.expansions,
            settings=self.settings,
            think_ms=milliseconds(self.think) if self.think else 0,
        )


def milliseconds(time: str) -> int:
    """Return a time such as 500ms or 2s."""
    number, unit = (time[:-2], 1) if time.endswith("ms") else (time[:-1], 1000) if time.endswith("s") else ("", 0)
    if not number.isdecimal() or not 0 < int(number) * unit <= MAX_THINK_MS:
        raise Misused("E_USAGE", "'{time}' is not a time to think", "examples: 500ms, 2s; at most 60s", time=time)
    return int(number) * unit


def check_same_game(choices: PlayChoices, genesis: Genesis, folder: str) -> None:
    """Refuse options that ask for another game than the one in the folder; the language can always be chosen."""
    if differing := list(differing_options(choices, genesis)):
        raise Misused(
            "E_USAGE",
            "'{folder}' already contains a game of {game}, which was not started with {options}",
            "to continue it: lpbe play {path}; for a new game, name another folder: lpbe play {other} ...",
            folder=folder,
            game=genesis.rules,
            options=differing,
            path=shell_text(folder),
            other=shell_text(vacant_folder(folder)),
        )


def differing_options(choices: PlayChoices, genesis: Genesis) -> Iterator[str]:
    """Yield the options that were given and that the game does not have."""
    game = game_of(genesis.rules)
    if choices.game and choices.game != game.name:
        yield f"--game {choices.game}"
        return  # seats and expansions are those of the other game
    if choices.expansions and list(in_order(game, choices.expansions)) != genesis.expansions:
        yield "--with"
    if choices.settings and read_settings(choices.settings) != genesis.options:
        yield "--set"
    if (choices.seats or choices.own or choices.bots) and not has_same_seats(choices, genesis):
        yield from (name for name, given in seat_options(choices) if given)
    if choices.seed and choices.seed != genesis.seed:
        yield "--seed"


def seat_options(choices: PlayChoices) -> list[tuple[str, object]]:
    return [("--seats", choices.seats), ("--as", choices.own), ("--bot", choices.bots)]


def has_same_seats(choices: PlayChoices, genesis: Genesis) -> bool:
    """Return whether the options about seats name the seats and bots that the game has anyway."""
    named = PlayChoices(game=genesis.rules, seats=choices.seats, own=choices.own, bots=choices.bots)
    wanted = make_genesis(named.request(genesis.lang), None)
    return seat_players(wanted) == seat_players(genesis)


def seat_players(genesis: Genesis) -> list[tuple[str, str]]:
    """Return each seat with the bot that plays it, without the bot's version and time limit."""
    return [(spec.id, read_bot(spec.held or "")[0]) for spec in genesis.seats]


def vacant_folder(folder: str) -> str:
    """Return a name for the next game beside this one: evening-2, evening-3."""
    stem = folder.rstrip("/")
    return next(name for number in count(2) if not files.is_there(name := f"{stem}-{number}"))
