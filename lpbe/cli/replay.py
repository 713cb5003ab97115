"""A game from its first step to its last: on the terminal, as text, or as one page with a slider."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

import click
from msgspec import UnsetType

from ..kernel.base.canon import Plain, json_line
from ..kernel.base.errors import Malformed, Misused
from ..kernel.base.text import printable
from ..kernel.chain.records import GameFile
from ..kernel.disk import files
from ..kernel.folder.folder import Place, locate
from ..kernel.words.sentences import phrase
from .common import example, game_argument, game_language, json_option, lang_option, position, rules_for
from .faults import set_listener

if TYPE_CHECKING:
    from ..report.replay import Replay

PATIENCE = 1.0
"""The seconds of work after which it is said how far it is."""
BACK, TURN, LEAVE = "b", "t", "q"


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
    wanted = (first, last) if step is None else (step, step)
    place, at_will = locate(game), step is first is last is None
    replay = opened(place, lang, wanted)
    if page:
        write_page(replay, page, as_json)
    elif as_json:
        say(replay, [])
    elif at_will and sys.stdin.isatty() and sys.stdout.isatty():
        walk(replay, ascii)
    else:
        print_all(replay, ascii)


def opened(place: Place, lang: str | None, wanted: tuple[int | None, int | None]) -> Replay:
    """The steps that are wanted of a game, after all of it was found true."""
    from ..report.replay import Replay, watch
    from .demo import CLOCKS
    from .verify import check_spelling, take

    game, data, lines, _ = take(place)
    set_listener(lang or game_language(game))
    if lines is None:
        told = "a replay needs the log of the game, and there is none here"
        raise Malformed("E_FILE_MISSING", told, "give the folder of the game, with its log.jsonl").in_file(place.game)
    check_spelling(place, game, data)
    rules = rules_for(place, game.genesis)
    with Meter(len(lines)) as meter:
        steps = watch(rules, place, game, lines, meter.tick)
    clock = CLOCKS.get(rules.game.name, ("", 0))[0]
    return Replay(rules, chosen(steps, *wanted), lang or game.genesis.lang, game.state.seq, clock)


def chosen(steps: list[GameFile], first: int | None, last: int | None) -> list[GameFile]:
    end = len(steps) - 1
    for number in (first, last):
        if number is not None and number > end:
            raise Misused("E_USAGE", "there is no step {step}: the last one is {last}", step=number, last=end)
    part = steps[first or 0 : end + 1 if last is None else last + 1]
    if not part:
        raise Misused("E_USAGE", "no step is from {first} to {last}", first=first or 0, last=str(last))
    return part


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
    from ..report.replay import as_html

    with Meter(replay.last + 1) as meter:
        data = as_html(replay, meter.tick).encode()
    if path == "-":
        files.write_stdout(data)
        return
    files.write(path, data, sync=False)
    if as_json:
        say(replay, [path])
    else:
        files.write_stdout(f"{printable(path)}\n".encode())


def say(replay: Replay, written: list[str]) -> None:
    """The answer for a program: where the game stands at the last step that was asked for, and what each one told."""
    steps = [step_told(replay, step) for step in replay.steps]
    told: Plain = {**position(replay.steps[-1]), "steps": steps, "files": written}
    sys.stdout.write(json_line({"ok": True, **told}) + "\n")


def step_told(replay: Replay, step: GameFile) -> Plain:
    from ..report.compose import event_lines

    letter, turn = step.last.order, replay.turn(step)
    told: Plain = {
        "seq": step.state.seq,
        "lines": event_lines(step, step.last, replay.words),
        "events": list(step.last.public.events),
    }
    told |= {} if isinstance(letter, UnsetType) else {"seat": letter.seat}
    return told | ({"turn": turn} if turn else {})


def print_all(replay: Replay, ascii: bool) -> None:
    from ..report.replay import as_text

    for n, step in enumerate(replay.steps):
        sys.stdout.write(("\n" if n else "") + as_text(replay, step, ascii))


def walk(replay: Replay, ascii: bool) -> None:
    """One step after the other, as somebody at a terminal wishes."""
    from ..report.replay import on_screen

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


def follow(replay: Replay, at: int, typed: str, tell: Callable[[str], None]) -> int:
    """The step to go to; where there is none, it is told why."""
    end = len(replay.steps) - 1
    ways = {"": at + 1, BACK: max(at - 1, 0), TURN: next_turn(replay, at)}
    if typed not in ways and not (typed.isdecimal() and typed.isascii() and len(typed) < 10):
        tell("keys")
        return at
    to = ways[typed] if typed in ways else int(typed)
    if to > end:
        tell("end")
    return min(to, end)


def next_turn(replay: Replay, at: int) -> int:
    now = replay.turn(replay.steps[at])
    later = (n for n in range(at, len(replay.steps)) if replay.turn(replay.steps[n]) > now)
    return next(later, len(replay.steps) - 1)


def tell(replay: Replay, key: str, ascii: bool) -> None:
    sys.stdout.write(worded(replay, key, ascii) + "\n")


def worded(replay: Replay, key: str, ascii: bool, **values: str) -> str:
    from ..kernel.base.ascii import plain

    line = printable(phrase(replay.words, f"replay.{key}", **values))
    return plain(line) if ascii else line
