"""Games at some point, the letters that may come then, and their effects: all of it made up."""

from __future__ import annotations

import random
from collections.abc import Callable

from .forger import Data, Forger, Person, terms
from .verifier.canon import kdf, tagged_hash
from .verifier.ids import order_id
from .verifier.seals import public_half

SEATS = ("red", "blue", "green")
Said = tuple[Data, Person, list[Data]]
ASKED: Data = {"event": "asked", "seats": ["blue"]}
END: Data = {"event": "ended", "scores": {}, "winners": ["blue"]}


def new() -> Forger:
    """Return a game that waits for everybody to join."""
    rules = terms("living-planet-two")
    three_seats: Data = {"sizes": rules["sizes"] | {"drawer": 864}}
    more: Data = {"pace": "1d", "bot_after": 1, "disclose": False}
    return Forger(random.Random(1), rules | three_seats | more, [{"id": seat} for seat in SEATS])


def sit(game: Forger, seat: str) -> Said:
    person = game.people[seat] = Person(seat.encode().ljust(32, b"."))
    args = person.keys(game.id, seat) | {"draw": person.draw(game.id), "name": seat.title(), "lang": "en"}
    args["claim"] = game.claim(person, seat)
    return game.letter(seat, "join", args), person, []


def prove(game: Forger, seat: str) -> Said:
    person = game.people[seat]
    return game.letter(seat, "ready", {"proof": person.prove(game.id, game.books.roster())}), person, []


def joined_scene() -> Forger:
    game = new()
    for seat in SEATS:
        game.step(*sit(game, seat))
    return game


def almost_ready() -> Forger:
    game = joined_scene()
    for seat in SEATS[:2]:
        game.step(*prove(game, seat))
    return game


def begins(game: Forger) -> Said:
    letter, person, _ = prove(game, "green")
    asked = ASKED | {"seats": list(SEATS), "several": True, "replace": True}
    return letter, person, [{"event": "turn-began", "number": 1, "leader": "red", "turns": 6}, asked]


def started_scene() -> Forger:
    game = almost_ready()
    game.step(*begins(game))
    return game


def silent() -> Forger:
    """Return a game where red has missed a deadline and blue is asked again."""
    game = started_scene()
    game.step(*late(game, "red"))
    return game


def late(game: Forger, *seats: str) -> Said:
    game.wait(30)
    letter = game.letter("referee", "timeout", {"seats": list(game.books.window["waiting"]), "phase": 1})
    events: list[Data] = [{"event": "silent", "seats": list(seats), "phase": 1}] if seats else []
    return letter, game.referee, events


def over() -> Forger:
    game = started_scene()
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
    """Return a letter of red's own."""
    return lambda game: (game.letter("red", kind, args), game.people["red"], list(events))


def time(kind: str, args: Data) -> Callable[[Forger], Said]:
    """Return a letter of the host about time."""
    return lambda game: (game.letter("referee", kind, args), game.referee, [])


def rekey(game: Forger) -> Said:
    return game.letter("red", "rekey", proven(game, Person(b"2" * 32), "red")), game.people["red"], []


def proven(game: Forger, person: Person, seat: str) -> Data:
    """New keys of a seat with their proofs."""
    keys = person.keys(game.id, seat) | {"claim": game.claim(person, seat)}
    return keys | {"proof": person.proof(game.id, seat, keys)}


def replace(game: Forger) -> Said:
    args = proven(game, Person(b"3" * 32), "blue") | {"seat": "blue"}
    return game.letter("referee", "replace", args), game.referee, []


def to_bot(game: Forger) -> Said:
    args = proven(game, Person(b"3" * 32), "red") | {"seat": "red", "held": "bot:greedy@1"}
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
    args |= {"seed_commit": tagged_hash("seed-commit", secret), "secrets": "AA=="}
    return game.letter("referee", "handover", args), game.referee, []
