"""A game from its first step to its last: on the terminal, as text, or as one page with a slider."""

from __future__ import annotations

import sys
from time import monotonic

import click

from ..app.examine import take
from ..app.game import position
from ..app.language import game_language, set_listener
from ..app.outputs import write_output
from ..app.replay import LEAVE, follow, open_replay, step_data
from ..app.sense import making_sense
from ..kernel.base.ascii import plain
from ..kernel.base.canon import Plain
from ..kernel.base.errors import Misused
from ..kernel.base.text import printable
from ..kernel.disk import files
from ..kernel.folder.folder import locate
from ..kernel.words.sentences import phrase
from ..report.replay import Replay, as_text, on_screen
from .options import example, game_argument, json_option, lang_option
from .output import respond

PATIENCE = 1.0
"""The seconds of work after which it is said how far it is."""


@click.command(
    "replay",
    epilog=example("lpbe replay mars", "lpbe replay mars --step 40 --lang fr", "lpbe replay mars --html mars.html"),
)
@game_argument
@click.option("--html", "page", metavar="FILE", help="Write one page with a slider there; it needs no network.")
@click.option("--step", type=click.IntRange(0), metavar="N", help="This step alone.")
@click.option("--from", "first", type=click.IntRange(0), metavar="N", help="From this step on.")
@click.option("--to", "last", type=click.IntRange(0), metavar="N", help="Up to this step.")
@lang_option
@click.option("--ascii", "ascii", is_flag=True, help="Text in ASCII alone.")
@json_option
@making_sense()
def replay_command(
    game: str,
    page: str | None,
    step: int | None,
    first: int | None,
    last: int | None,
    lang: str | None,
    ascii: bool,
    as_json: bool,
) -> None:
    """Step through GAME, from its log: what happened, the board and the table after every step.

    Shown is what everybody could see, also after the game has been disclosed. The log
    is verified first, and a false one is not shown. On a terminal you go from step to
    step; where there is none, all steps are printed.
    """
    if ascii and page:
        raise Misused("E_USAGE", "only text can be ASCII alone", "leave out --ascii, or leave out --html")
    if step is not None and (first is not None or last is not None):
        raise Misused("E_USAGE", "one step or several: --step does not go with --from and --to")
    at_will = step is first is last is None
    first, last = (first, last) if step is None else (step, step)
    taken = take(locate(game))
    set_listener(lang or game_language(taken.game))
    with Meter(len(taken.lines or [])) as meter:
        replay = open_replay(taken, lang, first, last, meter.tick)
    if page:
        write_page(replay, page, as_json)
    elif as_json:
        say_steps(replay, [])
    elif at_will and sys.stdin.isatty() and sys.stdout.isatty():
        walk(replay, ascii)
    else:
        print_all(replay, ascii)


class Meter:
    """How far a work is, for who watches on a terminal; nothing is said of a short one."""

    def __init__(self, length: int) -> None:
        self.length, self.began, self.width = length, monotonic(), 0

    def __enter__(self) -> Meter:
        return self

    def __exit__(self, *_: object) -> None:
        if self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")

    def tick(self, seq: int) -> None:
        if sys.stderr.isatty() and monotonic() - self.began > PATIENCE:
            line = f"{seq}/{self.length - 1}"
            self.width = max(self.width, len(line))
            sys.stderr.write(f"\r{line}")
            sys.stderr.flush()


def write_page(replay: Replay, path: str, as_json: bool) -> None:
    from ..report.replay_page import as_html  # saves it for text

    with Meter(replay.last + 1) as meter:
        data = as_html(replay, meter.tick).encode()
    if path == "-":
        files.write_stdout(data)
        return
    write_output(path, data)
    if as_json:
        say_steps(replay, [path])
    else:
        files.write_stdout(f"{printable(path)}\n".encode())


def say_steps(replay: Replay, written: list[str]) -> None:
    """The answer for a program: where the game stands at the last step that was asked for, and what each one told."""
    steps = [step_data(replay, step) for step in replay.steps]
    told: Plain = {**position(replay.steps[-1]), "steps": steps, "files": written}
    respond(True, told, "")


def print_all(replay: Replay, ascii: bool) -> None:
    for n, step in enumerate(replay.steps):
        sys.stdout.write(("\n" if n else "") + as_text(replay, step, ascii))


def walk(replay: Replay, ascii: bool) -> None:
    """One step after the other, as somebody at a terminal wishes."""
    at, shown = 0, -1
    while True:
        if at != shown:
            sys.stdout.write("\n" + on_screen(replay, replay.steps[at], ascii) + "\n")
            shown = at
        typed = asked(replay, at, ascii)
        if typed == LEAVE:
            return
        at = follow(replay, at, typed, lambda key: tell(replay, key, ascii))


def asked(replay: Replay, at: int, ascii: bool) -> str:
    """What was typed at the prompt; who closes the input leaves."""
    place = replay.place(replay.steps[at])
    try:
        return input(worded(replay, "prompt", ascii, place=place) + " ").strip().lower()
    except EOFError:
        sys.stdout.write("\n")
        return LEAVE


def tell(replay: Replay, key: str, ascii: bool) -> None:
    sys.stdout.write(worded(replay, key, ascii) + "\n")


def worded(replay: Replay, key: str, ascii: bool, **values: str) -> str:
    line = printable(phrase(replay.words, f"replay.{key}", **values))
    return plain(line) if ascii else line
