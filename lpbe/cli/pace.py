"""What the host says about time: another pace, a pause, more time for one question."""

from __future__ import annotations

import click
from msgspec import UnsetType
from msgspec.structs import replace

from ..app.filing import next_free, send_letter
from ..app.game import OpenGame, open_game, position, time_to_write
from ..app.language import game_language, localised, set_listener
from ..app.moments import moment
from ..kernel.base.errors import Rejected
from ..kernel.chain.acts.pace import ExtendLetter, PaceLetter, PauseLetter, extend_letter, pace_letter, pause_letter
from ..kernel.chain.step import Referee, referee_of
from .caller import maybe_identity
from .options import SPAN, example, game_argument, json_option, key_option, now_option, output_options
from .output import respond

UNTIL = "A time with its zone (2026-11-18T08:00Z), or a span (3d, 12h)."


def as_host(game: str, key: str | None) -> tuple[OpenGame, Referee]:
    """In an open game anybody may say it, else the referee."""
    opened = open_game(game)
    set_listener(game_language(opened.game))
    if isinstance(opened.game.genesis.pace, UnsetType):
        raise Rejected("E_ORDER_KIND", "this game has no pace", "a game with deadlines: lpbe new ... --pace 2d")
    return opened, referee_of(opened.game, maybe_identity(key))


def send(
    opened: OpenGame,
    referee: Referee,
    letter: PaceLetter | PauseLetter | ExtendLetter,
    output: str | None,
    armor: bool,
    now: str | None,
    as_json: bool,
) -> None:
    numbered = replace(letter, rev=next_free(opened, "referee"))
    path = send_letter(opened, referee.identity, numbered, output, armor, now)
    if path != "-":
        respond(as_json, {**position(opened.game), "files": [path]}, f"{path}\n{localised('now: lpbe run')}")


def base_of(opened: OpenGame, now: str | None) -> str:
    """What time it is for the game."""
    return time_to_write(opened.game.genesis, now, opened.game.last.head) or ""


@click.command("pace", epilog=example("lpbe pace mars 3d", "lpbe endorse mars --pace 12h", "lpbe pace mars 12h"))
@game_argument
@click.argument("pace", metavar="TIME", type=SPAN)
@key_option
@now_option
@output_options
@json_option
def pace_command(
    game: str, pace: str, key: str | None, now: str | None, output: str | None, armor: bool, as_json: bool
) -> None:
    """Change how much time there is for an answer in GAME, from the next question on: 3d, 12h.

    You must be the referee. A longer pace is yours to give; a shorter one needs the
    agreement of as many players as a replacement does: lpbe endorse GAME --pace TIME.
    Everybody is told.
    """
    opened, referee = as_host(game, key)
    send(opened, referee, pace_letter(opened.game, pace), output, armor, now, as_json)


@click.command("pause", epilog=example("lpbe pause mars --until 10d", "lpbe pause mars --until 2027-01-04T08:00Z"))
@game_argument
@click.option("--until", required=True, metavar="TIME", help=UNTIL)
@key_option
@now_option
@output_options
@json_option
def pause_command(
    game: str, until: str, key: str | None, now: str | None, output: str | None, armor: bool, as_json: bool
) -> None:
    """Stop the clock of GAME until a time: what was left for the open question begins again then.

    You must be the referee. Who likes plays on meanwhile; nobody is timed out. A pause
    can be made longer, never shorter, and lasts a year at most. Everybody is told.
    """
    opened, referee = as_host(game, key)
    end = moment(until, base_of(opened, now))
    send(opened, referee, pause_letter(opened.game, end), output, armor, now, as_json)


@click.command("extend", epilog=example("lpbe extend mars --until +1d", "lpbe extend mars --until 2027-01-04T08:00Z"))
@game_argument
@click.option(
    "--until", required=True, metavar="TIME", help=UNTIL + " A span begins at the deadline, or now if that has passed."
)
@key_option
@now_option
@output_options
@json_option
def extend_command(
    game: str, until: str, key: str | None, now: str | None, output: str | None, armor: bool, as_json: bool
) -> None:
    """Give everybody who is awaited in GAME more time for the open question.

    You must be the referee. The deadline can only get later. Everybody is told. If you
    could not run the game for some days, extend before you do: then nobody is timed
    out, or loses days of vacation, because you were away.
    """
    opened, referee = as_host(game, key)
    end = moment(until, max(opened.game.state.window.deadline or "", base_of(opened, now)))
    send(opened, referee, extend_letter(opened.game, end), output, armor, now, as_json)
