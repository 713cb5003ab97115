"""Every event behind every letter, signed by a host who lies: both verifiers refuse it unless the letter can cause it."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ..sizes import sizes
from .answers import REFUSED, Ask, second
from .forger import Data, Forger, Person
from .player import terms
from .verifier.canon import jcs, kdf, tagged
from .verifier.ids import order_id
from .verifier.seals import public_half
from .verifier.verdict import HOLDS

SEATS = ("red", "blue", "green")
Said = tuple[Data, Person, list[Data]]
ASKED: Data = {"event": "asked", "seats": ["blue"]}
END: Data = {"event": "ended", "scores": {}, "winners": ["blue"]}
EVENTS: dict[str, Data] = {
    "resigned": {"seat": "red"},
    "silent": {"seats": ["blue"], "phase": 1},
    "returned": {"seat": "red"},
    "replaced": {"seat": "blue"},
    "stop-agreed": {"seat": "red"},
    "stop-withdrawn": {"seat": "red"},
    "window-closed": {},
    "die-set": {"colour": "red", "value": 2},
    "asked": ASKED,
    "stopped": {"keep": 0, "steps": []},
    "ended": END,
}
LAST = ("asked", "stopped", "ended")
TOLD = {"window-closed", "die-set", *LAST}


def new() -> Forger:
    """A game that waits for everybody to join."""
    more: Data = {"pace": "1d", "bot_after": 1, "disclose": False}
    return Forger(random.Random(1), terms("living-planet-two") | more, [{"id": seat} for seat in SEATS])


def sit(game: Forger, seat: str) -> Said:
    person = game.people[seat] = Person(seat.encode().ljust(32, b"."))
    args = person.keys(game.id, seat) | {"draw": person.draw(game.id), "name": seat.title(), "lang": "en"}
    return game.letter(seat, "join", args), person, []


def prove(game: Forger, seat: str) -> Said:
    person = game.people[seat]
    return game.letter(seat, "ready", {"proof": person.prove(game.id, game.books.roster())}), person, []


def joined() -> Forger:
    game = new()
    for seat in SEATS:
        game.step(*sit(game, seat))
    return game


def almost_ready() -> Forger:
    game = joined()
    for seat in SEATS[:2]:
        game.step(*prove(game, seat))
    return game


def begins(game: Forger) -> Said:
    letter, person, _ = prove(game, "green")
    asked = ASKED | {"seats": list(SEATS), "several": True, "replace": True}
    return letter, person, [{"event": "turn-began", "number": 1, "leader": "red", "turns": 6}, asked]


def started() -> Forger:
    game = almost_ready()
    game.step(*begins(game))
    return game


def silent() -> Forger:
    """Red has missed a deadline; blue is asked again."""
    game = started()
    game.step(*late(game, "red"))
    return game


def late(game: Forger, *seats: str) -> Said:
    game.wait(30)
    letter = game.letter("referee", "timeout", {"seats": list(game.books.window["waiting"]), "phase": 1})
    events: list[Data] = [{"event": "silent", "seats": list(seats), "phase": 1}] if seats else []
    return letter, game.referee, events


def over() -> Forger:
    game = started()
    game.step(play(game)[0], game.people["red"], [END])
    return game


def play(game: Forger) -> Said:
    letter = game.letter("red", "play", batch=[{"order": "look"}], hidden=game.hidden("play"))
    back = game.books.seat("red")["silent"]
    return letter, game.people["red"], [{"event": "returned", "seat": "red"}] if back else []


def standing(game: Forger) -> Said:
    batch = [{"order": "sealed", "commit": "0" * 64}]
    letter = game.letter("red", "standing", batch=batch, hidden=game.hidden("standing"))
    back = game.books.seat("red")["silent"]
    return letter, game.people["red"], [{"event": "returned", "seat": "red"}] if back else []


def free(kind: str, args: Data | None = None, *events: Data) -> Callable[[Forger], Said]:
    """A letter of red's own."""
    return lambda game: (game.letter("red", kind, args), game.people["red"], list(events))


def time(kind: str, args: Data) -> Callable[[Forger], Said]:
    """A letter of the host about time."""
    return lambda game: (game.letter("referee", kind, args), game.referee, [])


def rekey(game: Forger) -> Said:
    person = Person(b"2" * 32)
    keys = person.keys(game.id, "red")
    keys["proof"] = person.signs("lpbe-rekey-v2", jcs({"game": game.id, "seat": "red"} | keys))
    return game.letter("red", "rekey", keys), game.people["red"], []


def replace(game: Forger) -> Said:
    args = Person(b"3" * 32).keys(game.id, "blue") | {"seat": "blue"}
    return game.letter("referee", "replace", args), game.referee, []


def to_bot(game: Forger) -> Said:
    args = Person(b"3" * 32).keys(game.id, "red") | {"seat": "red", "held": "bot:greedy@1"}
    events = [{"event": "replaced", "seat": "red", "held": "bot:greedy@1", "missed": 1}]
    return game.letter("referee", "replace", args), game.referee, events


def endorse(game: Forger) -> Said:
    letter, signer, _ = replace(game)
    game.step(letter, signer, [])
    return game.letter("red", "endorse", {"of": order_id(letter)}), game.people["red"], []


def decide(game: Forger) -> Said:
    first, signer, _ = endorse(game)
    game.step(first, signer, [])
    letter = game.letter("green", "endorse", first["args"])
    return letter, game.people["green"], [{"event": "replaced", "seat": "blue"}]


def handover(game: Forger) -> Said:
    game.successor, secret = Person(b"5" * 32), b"6" * 32
    args = {"sign": game.successor.public, "seal": public_half(kdf(secret, "referee-seal")), "head": game.last()}
    args |= {"seed_commit": tagged("seed-commit", secret), "secrets": "AA=="}
    return game.letter("referee", "handover", args), game.referee, []


UNTIL = {"until": "2026-01-09T00:00:00Z"}
LETTERS: dict[str, tuple[Callable[[], Forger], Callable[[Forger], Said], set[str]]] = {
    "play": (started, play, TOLD),
    "play of a silent seat": (silent, play, TOLD),
    "standing": (started, standing, set()),
    "standing of a silent seat": (silent, standing, set()),
    "note": (started, free("note", {"text": "Hallo"}), set()),
    "join": (new, lambda game: sit(game, "red"), set()),
    "ready": (joined, lambda game: prove(game, "red"), set()),
    "last ready": (almost_ready, begins, {"window-closed", "die-set"}),
    "timeout": (started, late, TOLD | {"silent"}),
    "timeout of a silent seat": (started, lambda game: late(game, "red"), TOLD),
    "stop": (started, free("stop", {"agree": True}, {"event": "stop-agreed", "seat": "red"}), set()),
    "resign": (started, free("resign", None, {"event": "resigned", "seat": "red"}), TOLD),
    "rekey": (started, rekey, set()),
    "replace": (started, replace, set()),
    "replace by a bot": (silent, to_bot, set()),
    "endorse": (started, endorse, set()),
    "endorse that decides": (started, decide, set()),
    "pace": (started, time("pace", {"pace": "2d"}), set()),
    "pause": (started, time("pause", UNTIL), set()),
    "extend": (started, time("extend", UNTIL), set()),
    "handover": (started, handover, set()),
    "disclose": (over, lambda game: (game.letter("referee", "disclose"), game.referee, []), set()),
}
PAIRS = [(letter, event) for letter in LETTERS for event in EVENTS]


def forged(name: str, more: str, folder: Path) -> bool:
    """A folder with this letter and its own events, and one more; whether it may be there."""
    begin, write, can = LETTERS[name]
    game = begin()
    letter, signer, events = write(game)
    added = [{"event": more} | EVENTS[more]] if more else []
    shown = {"disclosed": [game.secret.hex()]} if letter["kind"] == "disclose" else {}
    game.step(letter, signer, [*events, *added] if more in LAST else [*added, *events], **shown)
    shutil.rmtree(folder, ignore_errors=True)
    game.write(folder)
    return not more or more in can


@pytest.mark.parametrize("name", sorted(LETTERS))
def test_the_letter_alone_brings_about_what_is_its_own(name: str, tmp_path: Path, ask: Ask) -> None:
    forged(name, "", tmp_path / "game")
    if name == "disclose":  # what the noise of these seals should hold is looked at then, and is not there
        assert ask(tmp_path / "game")[1] != "E_AUDIT_SEED"
    else:
        assert ask(tmp_path / "game")[0] == second(tmp_path / "game")[0] == HOLDS


@sizes("count", 20, len(PAIRS))
def test_no_other_event_stands_behind_a_letter(count: int, tmp_path: Path, ask: Ask) -> None:
    for name, event in random.Random(count).sample(PAIRS, count):
        may = forged(name, event, tmp_path / "game")
        (first, code), (other, why) = ask(tmp_path / "game"), second(tmp_path / "game")
        assert first == other == (HOLDS if may else REFUSED), (name, event, first, code, other, why)
        assert may or code == "E_AUDIT_DIVERGES", (name, event, code)
