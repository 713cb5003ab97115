"""A game step by step: which steps are wanted, and the way from one to the next."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UnsetType

from ..kernel.audit.verdict import Progress
from ..kernel.base.canon import Plain
from ..kernel.base.errors import Malformed, Misused
from ..kernel.chain.records import GameFile
from ..report.compose import event_lines
from ..report.replay import Replay, watch
from .examine import Taken, check_spelling
from .game import rules_for

BACK, TURN, LEAVE = "b", "t", "q"


def open_replay(taken: Taken, lang: str | None, first: int | None, last: int | None, progress: Progress) -> Replay:
    """The steps that are wanted of a game, after all of it was found true."""
    place, game = taken.place, taken.game
    if taken.lines is None:
        told = "a replay needs the log of the game, and there is none here"
        raise Malformed("E_FILE_MISSING", told, "give the folder of the game, with its log.jsonl").in_file(place.game)
    check_spelling(taken)
    rules = rules_for(place, game.genesis)
    steps = watch(rules, place, game, taken.lines, progress)
    clock = rules.game.clock[0] if rules.game.clock else ""
    return Replay(rules, choose_steps(steps, first, last), lang or game.genesis.lang, game.state.seq, clock)


def choose_steps(steps: list[GameFile], first: int | None, last: int | None) -> list[GameFile]:
    end = len(steps) - 1
    for number in (first, last):
        if number is not None and number > end:
            raise Misused("E_USAGE", "there is no step {step}: the last one is {last}", step=number, last=end)
    part = steps[first or 0 : end + 1 if last is None else last + 1]
    if not part:
        raise Misused("E_USAGE", "no step is from {first} to {last}", first=first or 0, last=str(last))
    return part


def step_data(replay: Replay, step: GameFile) -> Plain:
    """One step for a program: its story, its events, whose turn and order it was."""
    letter, turn = step.last.order, replay.turn(step)
    told: Plain = {
        "seq": step.state.seq,
        "lines": event_lines(step, step.last, replay.words),
        "events": list(step.last.public.events),
    }
    told |= {} if isinstance(letter, UnsetType) else {"seat": letter.seat}
    return told | ({"turn": turn} if turn else {})


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
