"""Replay a game step by step, as text or as a web page with a slider, and review it."""

from __future__ import annotations

import sys
from time import monotonic

import click

from ...app.reading.replay import LEAVE, GameReplay, find_replay
from ...app.session.session import Session
from ...kernel.base.errors import Misused
from ..options import as_option, example, game_argument, json_option, key_option, lang_option
from ..output import PRINTED, print_result, progress_on_terminal, write_bytes

QUIET_SECONDS = 1.0
"""Progress is shown for work that takes longer than this."""


@click.command(
    "replay",
    epilog=example("lpbe replay mars", "lpbe replay mars --step 40 --lang fr", "lpbe replay mars --html mars.html"),
)
@game_argument
@click.option("--html", "page", metavar="FILE", help="Save a web page with a slider, which works offline.")
@click.option("--step", type=click.IntRange(0), metavar="N", help="Show only this step.")
@click.option("--from", "first", type=click.IntRange(0), metavar="N", help="Start at this step.")
@click.option("--to", "last", type=click.IntRange(0), metavar="N", help="Stop at this step.")
@lang_option
@click.option("--ascii", "ascii", is_flag=True, help="Use ASCII characters only.")
@json_option
@click.pass_obj
def replay_command(
    session: Session,
    game: str,
    page: str | None,
    step: int | None,
    first: int | None,
    last: int | None,
    lang: str | None,
    ascii: bool,
    as_json: bool,
) -> None:
    """Step through GAME from its log: what happened, the board and the table after every step.

    You see what everybody could see at the time, even if the game has been disclosed since. The log is
    verified first; a log that is wrong is not shown. On a terminal you move from step to step. Otherwise all
    steps are printed.
    """
    if ascii and page:
        raise Misused("E_USAGE", "only text can be limited to ASCII", "leave out --ascii or --html")
    if step is not None and (first is not None or last is not None):
        raise Misused("E_USAGE", "--step cannot be combined with --from or --to")
    at_will = step is first is last is None
    first, last = (first, last) if step is None else (step, step)
    source = find_replay(session, game, lang)
    with Meter(source.length) as meter:
        replay = source.open(lang, first, last, meter.tick)
    if page:
        write_page(session, replay, page, as_json)
    elif as_json:
        print_result(session, replay, as_json)
    elif at_will and sys.stdin.isatty() and sys.stdout.isatty():
        walk(replay, ascii)
    else:
        print_all(replay, ascii)


class Meter:
    """Shows the progress of long work on a terminal."""

    def __init__(self, length: int) -> None:
        self.length = length
        self.began = monotonic()
        self.width = 0

    def __enter__(self) -> Meter:
        return self

    def __exit__(self, *_: object) -> None:
        if self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")

    def tick(self, seq: int) -> None:
        if sys.stderr.isatty() and monotonic() - self.began > QUIET_SECONDS:
            line = f"{seq}/{self.length - 1}"
            self.width = max(self.width, len(line))
            sys.stderr.write(f"\r{line}")
            sys.stderr.flush()


def write_page(session: Session, replay: GameReplay, path: str, as_json: bool) -> None:
    with Meter(replay.last_step + 1) as meter:
        data = replay.page(meter.tick)
    if path == PRINTED:
        write_bytes(data)
    else:
        print_result(session, replay.write_page(path, data), as_json)


def print_all(replay: GameReplay, ascii: bool) -> None:
    for number in range(len(replay)):
        sys.stdout.write(("\n" if number else "") + replay.step_text(number, ascii))


def walk(replay: GameReplay, ascii: bool) -> None:
    """Let somebody at a terminal move from step to step."""
    at = 0
    shown = -1
    while True:
        if at != shown:
            sys.stdout.write("\n" + replay.screen_text(at, ascii) + "\n")
            shown = at
        typed = ask_step(replay, at, ascii)
        if typed == LEAVE:
            return
        at = replay.follow(at, typed, lambda key: print(replay.phrase(key, ascii)))


def ask_step(replay: GameReplay, at: int, ascii: bool) -> str:
    """Return what was typed at the prompt. The end of the input means leave."""
    try:
        return input(replay.prompt(at, ascii) + " ").strip().lower()
    except EOFError:
        sys.stdout.write("\n")
        return LEAVE


@click.command("review", epilog=example("lpbe review mars --as red", "lpbe review mars --as red --bot master"))
@game_argument
@click.option("--bot", default="club", show_default=True, metavar="BOT", help="Who reviews: club or master.")
@lang_option
@as_option
@key_option
@json_option
@click.pass_obj
def review_command(session: Session, game: str, bot: str, lang: str | None, seat: str | None, as_json: bool) -> None:
    """Show which three decisions in GAME cost a player most, and what would have been better.

    The game must be over and its secrets disclosed. The bot looks at every decision of the player with
    what the player could see then, which takes a few minutes. It compares averages over many games
    played on from there: luck does not count.
    """
    from ...app.reading.review import review_game  # saves the bots for replays

    print_result(session, review_game(session, game, seat, bot, lang, progress_on_terminal(session)), as_json)
