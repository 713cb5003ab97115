"""Replay a game step by step: choose the steps, and go from one to the next."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct, UnsetType

from ...kernel.audit.findings import Progress
from ...kernel.base.canonical import Plain
from ...kernel.base.errors import MissingFile, Misused
from ...kernel.base.safe_text import printable, to_ascii
from ...kernel.chain.records import GameFile
from ...kernel.gamedir.gamedir import locate
from ...kernel.language.sentences import phrase
from ...report.content.step_sentences import step_sentences
from ...report.replay.steps import Replay, collect_steps, step_screen, step_text
from ..auditing.examine import Taken, check_spelling, take
from ..session.locale import game_language
from ..session.open_game import OpenGame, position, rules_for
from ..session.paths import write_output
from ..session.session import Session

BACK = "b"
TURN = "t"
LEAVE = "q"


class GameReplay(Struct, frozen=True):
    """The requested steps of a game, each as everybody could see it."""

    replay: Replay
    files: list[str] = []
    """Where its pages were written."""

    @property
    def last_step(self) -> int:
        return self.replay.last

    def __len__(self) -> int:
        return len(self.replay.steps)

    def data(self) -> Plain:
        steps = [step_data(self.replay, step) for step in self.replay.steps]
        return {**position(self.replay.steps[-1]), "steps": steps, "files": self.files}

    def text(self) -> str:
        return "\n".join(self.files)

    def step_text(self, number: int, ascii: bool) -> str:
        return step_text(self.replay, self.replay.steps[number], ascii)

    def screen_text(self, number: int, ascii: bool) -> str:
        return step_screen(self.replay, self.replay.steps[number], ascii)

    def phrase(self, key: str, ascii: bool) -> str:
        return self.transliterate(phrase(self.replay.words, f"replay.{key}"), ascii)

    def prompt(self, number: int, ascii: bool) -> str:
        place = self.replay.place(self.replay.steps[number])
        return self.transliterate(phrase(self.replay.words, "replay.prompt", place=place), ascii)

    def transliterate(self, text: str, ascii: bool) -> str:
        return to_ascii(printable(text)) if ascii else printable(text)

    def follow(self, at: int, typed: str, tell: Callable[[str], None]) -> int:
        """Return the step to go to from a typed line; say why if there is none."""
        return follow(self.replay, at, typed, tell)

    def page(self, progress: Progress) -> bytes:
        """Return one HTML page with a slider."""
        from ...report.replay.page import render_replay  # saves it for text

        return render_replay(self.replay, progress).encode()

    def write_page(self, path: str, data: bytes) -> GameReplay:
        write_output(path, data)
        return GameReplay(self.replay, [path])


class ReplaySource(Struct, frozen=True):
    """A game as it was found on disk, before its log is verified."""

    taken: Taken

    @property
    def length(self) -> int:
        return len(self.taken.lines or [])

    def open(self, lang: str | None, first: int | None, last: int | None, progress: Progress) -> GameReplay:
        """Verify the log and return the requested steps."""
        return GameReplay(open_replay(self.taken, lang, first, last, progress))


def find_replay(session: Session, game: str, lang: str | None = None) -> ReplaySource:
    taken = take(locate(game))
    session.address(lang or game_language(taken.game))
    rules = rules_for(taken.place, taken.game.genesis)
    session.opened = OpenGame(taken.place, taken.game, rules, session.keep_pins)
    return ReplaySource(taken)


def open_replay(taken: Taken, lang: str | None, first: int | None, last: int | None, progress: Progress) -> Replay:
    """Return the requested steps of a game once all of it has been verified."""
    place = taken.place
    game = taken.game
    if taken.lines is None:
        raise MissingFile(
            "E_FILE_MISSING",
            "a replay needs the log of the game, which is missing here",
            "give the game folder that contains log.jsonl",
        ).in_file(place.game)
    check_spelling(taken)
    rules = rules_for(place, game.genesis)
    steps = collect_steps(rules, place, game, taken.lines, progress)
    clock = rules.game.clock[0] if rules.game.clock else ""
    return Replay(rules, choose_steps(steps, first, last), lang or game.genesis.lang, game.state.seq, clock)


def choose_steps(steps: list[GameFile], first: int | None, last: int | None) -> list[GameFile]:
    end = len(steps) - 1
    for number in (first, last):
        if number is not None and number > end:
            raise Misused("E_USAGE", "there is no step {step}: the last one is {last}", step=number, last=end)
    part = steps[first or 0 : end + 1 if last is None else last + 1]
    if not part:
        raise Misused("E_USAGE", "there are no steps from {first} to {last}", first=first or 0, last=str(last))
    return part


def step_data(replay: Replay, step: GameFile) -> Plain:
    """Return one step for a program: its story, its events, whose turn and order it was."""
    letter = step.last.letter
    turn = replay.turn(step)
    payload: Plain = {
        "seq": step.state.seq,
        "lines": step_sentences(step, step.last, replay.words),
        "events": list(step.last.public.events),
    }
    payload |= {} if isinstance(letter, UnsetType) else {"seat": letter.seat}
    return payload | ({"turn": turn} if turn else {})


def follow(replay: Replay, at: int, typed: str, tell: Callable[[str], None]) -> int:
    """Return the step to go to from a typed line; say why if there is none."""
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
