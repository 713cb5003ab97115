"""Letters of every kind with values that no program of ours writes, signed again and armored as for an e-mail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

import msgspec

from lpbe.kernel.base.canonical import jcs
from lpbe.kernel.chain.key_proofs import prove_keys
from lpbe.kernel.chain.letter import AnyLetter
from lpbe.kernel.chain.letter_builder import referee_key
from lpbe.kernel.crypto import sshsig
from lpbe.kernel.crypto.keys import b64
from lpbe.kernel.gamedir.inbox import ARMOR_COLUMNS, BEGIN, END
from tests import letter_types

from .club import Club, identity
from .forged_letters import bid, join, play

Raw = dict[str, Any]


def nest_value(depth: int, inside: Any = "x") -> Any:
    """Return a value inside that many lists."""
    for _ in range(depth):
        inside = [inside]
    return inside


def tables(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = {"a": value}
    return value


ODD_VALUES: tuple[Callable[[Random], Any], ...] = (
    lambda random: nest_value(random.choice((1, 8, 20, 22, 24, 25, 26, 40, 300))),
    lambda random: tables(random.choice((1, 8, 9, 20, 24, 26, 60, 300))),
    lambda random: random.choice((None, True, False, 0, -1, 1.5, 15, 16, 2**31, 2**31 + 1, 2**53, -(2**63), 2**64 - 1)),
    lambda random: (
        random.choice(("x", "\x7f", "\0", "\u202e", "\x9b", "\u2028", '"""', "'''", "\\", "é"))
        * random.choice((0, 1, 24, 400, 1023, 1100, 9000))
    ),
    lambda random: "A" * random.choice((43, 44, 64, 88, 1024, 1025, 65536)),
    lambda random: "QUJD" * 30 + random.choice(("", "\n", "\n\n", "=", " ")),
    lambda random: [random.choice(({"order": "sealed"}, {"order": "sealed", "commit": 3}, {}, {"order": {}}))] * 65,
    lambda random: {"": "", "é": 1, "a.b": {"c.d": 2}, "x" * 300: []},
    lambda random: [{"a" + ".b" * 40: [[]] * 9}],
    lambda random: random.choice(("referee", "blue", "red", "nobody", "con", "BLUE")),
    lambda random: ["=======", "<<<<<<< a", ">>>>>>> b", "\n<<<<<<< a\n=======\n>>>>>>> b\n"],
)


def letters(club: Club, seat: str, who: str) -> list[AnyLetter]:
    """Honest letters of every kind that a seat or its referee can send now."""
    game, own = club.game, identity(who)
    keys = prove_keys(identity("eve"), game.state.game, seat, referee_key(game))
    rev = next(record.free.next for record in game.state.seats if record.id == seat)
    return [
        play(game, seat, who, bid(1)),
        play(game, seat, who, bid(1), clear=True),
        join(club, seat, who),
        letter_types.note_letter(game, seat, "hello", rev),
        letter_types.endorse_pace_letter(game, seat, "1d", rev),
        letter_types.endorse_letter(game, seat, "ab" * 32, rev),
        letter_types.rekey_letter(game, seat, identity("eve"), rev),
        letter_types.resign_letter(game, seat, rev),
        letter_types.stop_letter(game, seat, True, rev),
        letter_types.standing_letter(game, seat, own, {"bid": 1}, [], rev),
        letter_types.ready_letter(game, seat, own),
        letter_types.replace_letter(game, seat, keys, "Eve", ""),
        letter_types.timeout_letter(game, None),
    ]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place inside a value, as its container and its key."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inside in list(items):
        yield value, key
        yield from places(inside)


def mutate(letter: AnyLetter, random: Random) -> Raw:
    """Return the letter with one to three of its values replaced, removed or added."""
    raw: Raw = deepcopy(msgspec.to_builtins(letter))
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        container, key = random.choice(list(places(raw)))
        if random.random() < 0.1:
            del container[key]
        elif random.random() < 0.15 and isinstance(container, dict):
            container[random.choice(("note", "hidden", "args", "batch", "x", "coins"))] = random.choice(ODD_VALUES)(
                random
            )
        else:
            container[key] = random.choice(ODD_VALUES)(random)
        if not raw:
            break
    return raw


def sign_raw(raw: Raw, who: str) -> Raw:
    """Return the file of a letter, signed over the bytes it really has."""
    signature = identity(who).sign(sshsig.ORDER, jcs(raw))
    return {"order": raw, "sig": {"ssh": sshsig.armour(signature)}}


def armor_letter(file: Raw) -> str:
    text = b64(jcs(file))
    return "\n".join([BEGIN, *(text[at : at + ARMOR_COLUMNS] for at in range(0, len(text), ARMOR_COLUMNS)), END, ""])


def hostile_letters(club: Club, seat: str, who: str, random: Random) -> Iterator[str]:
    """Armored letters without end, each mutated and signed by its seat."""
    kinds = letters(club, seat, who)
    while True:
        yield armor_letter(sign_raw(mutate(random.choice(kinds), random), who))
