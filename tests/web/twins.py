"""Letters as Python writes them, for JavaScript to write again: positions, wishes, and the bytes that must come out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from lpbe.games import rules_of
from lpbe.kernel.base.canonical import Plain, jcs, to_plain
from lpbe.kernel.base.errors import Failure
from lpbe.kernel.chain import player_view, transition
from lpbe.kernel.chain.commitments import open_letter
from lpbe.kernel.chain.genesis import Genesis, SeatSpec
from lpbe.kernel.chain.key_proofs import prove_keys, seat_text
from lpbe.kernel.chain.letter import AnyLetter, kind_of
from lpbe.kernel.chain.letter_builder import Beside, referee_key
from lpbe.kernel.chain.records import GameFile
from lpbe.kernel.content import packs
from lpbe.kernel.crypto.keys import Identity, b64
from lpbe.kernel.disk.base64_blocks import WRAPPED
from lpbe.kernel.disk.toml_writer import dumps
from lpbe.kernel.gamedir.gamedir import dump_game, load, locate
from lpbe.kernel.gamedir.inbox import armour_letter, letter_file, letter_name
from tests import letter_types as letters

from ..compatibility.table import HERE, PEOPLE, identity
from ..kernel.party import NONCE, Party, person

NOON = "2026-11-19T12:00:00Z"
ALPHABET = 'aZ09 .,"\\/\b\t\n\f\r\x01\x1f\x7f\u00a0éß→\u2028\u2029\ufeff\U0001f3b2'
"""What canonical JSON escapes, what it does not, and what takes two units in JavaScript."""
MORE_KEYS = "another key"


@dataclass(frozen=True)
class Setting:
    """A game for which letters are written."""

    game: str
    seats: tuple[str, ...] = ("red", "blue")
    expansions: tuple[str, ...] = ()
    options: Plain = field(default_factory=dict)


SETTINGS = {
    "pebbles": Setting("pebbles", ("red", "blue", "green")),
    "moss": Setting("pebbles", expansions=("moss",)),
    "living-planet": Setting("living-planet"),
    "arboria": Setting("living-planet", expansions=("arboria",)),
    "aquarius": Setting("living-planet", expansions=("aquarius",)),
    "both": Setting("living-planet", expansions=("aquarius", "arboria")),
    "planet-2116": Setting("planet-2116", ("planet", "human-1", "human-2", "human-3")),
}


def invited(setting: Setting) -> Party:
    """Return a game whose seats are taken by invitation, and that has a pace."""
    changes = {"seats": [SeatSpec(seat, invite=True) for seat in setting.seats], "pace": "2d"}
    options = setting.options or {}
    return Party(setting.seats, setting.expansions, options=options, changes=changes, at=NOON, game_name=setting.game)


@dataclass
class Writer:
    """Writes twins of one game into a folder, by chance from a seed."""

    folder: Path
    name: str
    random: Random
    rows: list[Plain] = field(default_factory=list)
    views: list[Plain] = field(default_factory=list)
    files: list[Plain] = field(default_factory=list)
    opened: list[Plain] = field(default_factory=list)
    games: int = 0
    pool: list[Plain] = field(default_factory=list)
    """Orders of this game, as their types write them."""

    def add_game(self, game: GameFile) -> str:
        name = f"{self.name}-{self.games}.{'json' if self.games % 3 == 2 else 'toml'}"
        self.games += 1
        (self.folder / name).write_bytes(dump_game(game, name))
        return name

    def add(self, path: str, who: Identity | None, seat: str, given: Plain, write: Callable[[], AnyLetter]) -> None:
        """Add a wish, with the file that Python makes of it or the code of its refusal."""
        row = {"game": path, "seed": who.seed.hex() if who else "", "seat": seat, **given}
        try:
            letter = write()
            envelope = player_view.sign(who, letter)
            made = {"file": armour_letter(letter_file(envelope)), "filed_as": letter_name(letter)}
            assert kind_of(letter) == given["kind"]
        except Failure as fault:
            made = {"refused": fault.code}
        self.rows.append({**row, **made})

    def text(self, longest: int) -> str:
        return "".join(self.random.choices(ALPHABET, k=self.random.randint(1, longest)))

    def value(self, depth: int = 0) -> Any:
        """Return plain data that no game has."""
        kinds = ["text", "number", "flag", "list", "table"][: 3 if depth > 1 else 5]
        kind = self.random.choice(kinds)
        if kind == "text":
            return self.text(6)
        if kind == "number":
            return self.random.choice([0, 1, -1, 2**53 - 1, 1 - 2**53, self.random.randint(-999, 999)])
        if kind == "flag":
            return self.random.random() < 0.5
        values = [self.value(depth + 1) for _ in range(self.random.randint(0, 2))]
        return values if kind == "list" else {f"k{n}": value for n, value in enumerate(values)}

    def order(self) -> Plain:
        if self.pool and self.random.random() < 0.85:
            return self.random.choice(self.pool)
        return {"order": self.random.choice(["x", "sealed-not", "plan-not"]), "z": self.value(), "a": self.value()}

    def orders(self, most: int) -> list[Plain]:
        return [self.order() for _ in range(self.random.randint(0, most))]


def write_twins(folder: Path, name: str, seed: int, positions: int, letters_each: int) -> dict[str, int]:
    """Write the twins of one game; return how many letters of each kind and how many views there are."""
    writer = Writer(folder, name, Random(f"{name} {seed}"))
    if name == "open":
        add_open_game(writer, letters_each)
    elif name == "weeks":
        add_recorded_games(writer, letters_each)
    else:
        add_referee_game(writer, SETTINGS[name], positions, letters_each)
    counts: dict[str, int] = {}
    for row in writer.rows:
        counts[row["kind"]] = counts.get(row["kind"], 0) + 1
    for _ in range(10 * positions):
        add_file(writer)
    data = {"letters": writer.rows, "views": writer.views, "files": writer.files, "opened": writer.opened}
    (folder / "twins.json").write_bytes(jcs(data))
    others = {"view": len(writer.views), "file": len(writer.files), "opened": len(writer.opened)}
    return {**counts, **others, "refused": sum("refused" in row for row in writer.rows)}


def add_file(writer: Writer) -> None:
    """Add a file of data that no game has, laid out as lpbe lays its files out, with base64 in blocks of lines."""
    chance = writer.random
    table = {f"k{n}": writer.value() for n in range(chance.randint(0, 4))}
    texts = [b64(chance.randbytes(chance.randint(1, 200))), "YWJj\nZGVm\n", "YWJj\n", writer.text(150), "\n\n", ""]
    wrapped = {name: chance.choice(texts) for name in chance.sample(sorted(WRAPPED), 3)}
    data = {**table, **wrapped, "seals": {"red": chance.choice(texts)}, "deep": [{"seal": chance.choice(texts)}]}
    writer.files.append({"toml": dumps(data).decode(), "value": data})


def add_referee_game(writer: Writer, setting: Setting, positions: int, letters_each: int) -> None:
    party = invited(setting)
    secret = party.referee.secret
    assert secret
    for seat in setting.seats:
        add_join(writer, party, seat, secret.invitation(seat))
        name = f"{seat.capitalize()}y"
        code = secret.invitation(seat)
        joined = letters.join_letter(party.game, seat, party.people[seat], name, "en", code)
        party.send(party.sign(seat, joined))
    for seat in setting.seats:
        path = writer.add_game(party.game)
        ready = letters.ready_letter(party.game, seat, party.people[seat])
        for rev in (0, writer.random.randint(1, 15)):
            given = {"kind": "ready", "rev": rev}
            writer.add(path, party.people[seat], seat, given, lambda letter=ready, rev=rev: replace(letter, rev=rev))
        add_view(writer, path, party.game, seat, party.people[seat])
        party.send(party.sign(seat, ready))
    for _ in range(positions):
        add_position(writer, party, letters_each)
        play_a_little(writer, party)
        add_last_letter(writer, party)
        if party.game.state.window.kind == "over":
            return


def add_join(writer: Writer, party: Party, seat: str, code: str) -> None:
    path = writer.add_game(party.game)
    for lang, typed in (("en", code), ("fr", code.lower()), ("en", "")):
        name, rev, who = writer.text(9), writer.random.randint(0, 15), Identity(writer.random.randbytes(32))
        given = {"kind": "join", "rev": rev, "name": name, "lang": lang, "code": typed}
        writer.add(path, who, seat, given, join_maker(party.game, seat, who, name, lang, typed, rev))


def join_maker(*args: Any) -> Callable[[], AnyLetter]:
    return lambda: letters.join_letter(*args)


def play_a_little(writer: Writer, party: Party) -> None:
    """Play some orders at random, with memos, plans and policies on the way."""
    for _ in range(writer.random.randint(1, 6)):
        if party.game.state.window.kind != "play":
            return
        seat = writer.random.choice(party.waiting)
        legal = [to_plain(order) for order in party.legal(seat)]
        writer.pool = (writer.pool + writer.random.sample(legal, min(3, len(legal))))[-40:]
        order = writer.random.choice(legal)
        secret = [type(one).secret for one in party.rules.book.read_orders([order])]
        beside = Beside(memo=f"memo {writer.games}")
        rev = max([-1, *(done.rev for done in party.game.state.window.accepted if done.seat == seat)]) + 1
        letter = letters.play_letter(party.game, seat, party.people[seat], [order], secret, rev, "", beside)
        party.send(party.sign(seat, letter))


def add_last_letter(writer: Writer, party: Party) -> None:
    """Add what the last letter holds, as a client opens it for an audit."""
    letter = party.game.last.letter
    assert isinstance(letter, letters.Play) and letter.hidden
    contents = open_letter(party.game, letter, party.referee.secrets)
    nonces = [proof.r for _, proof in contents.entries if proof]
    sealing = {
        "v": [value for value, proof in contents.entries if proof],
        "plans": contents.plans,
        "draft": contents.draft,
    }
    slots = [nonce for nonce, _ in contents.slots]
    opened = {"sealing": sealing, "nonces": nonces, "plan_nonces": slots}
    who = party.people[letter.seat]
    memo = player_view.open_memo(party.game, letter.seat, who)
    row = {"game": writer.add_game(party.game), "seed": who.seed.hex(), "letter": to_plain(letter), "memo": memo}
    writer.opened.append({**row, "opened": opened})


def add_position(writer: Writer, party: Party, letters_each: int) -> None:
    """Add letters of every kind that may be sent at any time, and answers, of every seat."""
    path = writer.add_game(party.game)
    for seat in party.seats:
        if party.game.state.window.kind == "play" and seat in party.waiting:
            legal = [to_plain(order) for order in party.legal(seat)]
            writer.pool += writer.random.sample(legal, min(5, len(legal)))
        add_view(writer, path, party.game, seat, party.people[seat])
        for _ in range(letters_each):
            add_batches(writer, path, party.game, seat, party.people[seat])
            add_free_letters(writer, path, party.game, seat, party.people[seat])


def add_view(writer: Writer, path: str, game: GameFile, seat: str, who: Identity) -> None:
    view = player_view.open_view(game, seat, who)
    memo = player_view.open_memo(game, seat, who)
    seats = player_view.own_seats(game, who)
    line = seat_text(prove_keys(who, game.state.game, seat, referee_key(game)))
    row = {"game": path, "seed": who.seed.hex(), "seat": seat, "seats": seats, "memo": memo, "line": line}
    writer.views.append({**row, "view": msgspec.json.decode(jcs(view)), "head": game.last.head.id})


def add_batches(writer: Writer, path: str, game: GameFile, seat: str, who: Identity) -> None:
    chance = writer.random
    orders = [writer.order(), *writer.orders(2)]
    secret = [chance.random() < 0.5 for _ in orders]
    plans, draft = writer.orders(chance.choice([0, 0, 2, 4])), writer.orders(chance.choice([0, 0, 2]))
    note, memo = chance.choice(["", writer.text(30)]), chance.choice(["", writer.text(30)])
    rev = chance.randint(0, 15)
    given = {"orders": orders, "secret": secret, "plans": plans, "draft": draft, "note": note, "memo": memo}
    kept = memo or player_view.open_memo(game, seat, who)
    beside = Beside(plans, draft, kept)
    writer.add(
        path,
        who,
        seat,
        {"kind": "play", "rev": rev, **given},
        lambda: letters.play_letter(game, seat, who, orders, secret, rev, note, beside),
    )
    policy = {f"p{n}": writer.value() for n in range(chance.randint(0, 3))}
    writer.add(
        path,
        who,
        seat,
        {"kind": "standing", "rev": rev, "policy": policy, "plans": plans},
        lambda: letters.standing_letter(game, seat, who, policy, plans, rev),
    )


def add_free_letters(writer: Writer, path: str, game: GameFile, seat: str, who: Identity | None) -> None:
    """Add one letter of each kind that has no batch."""
    chance = writer.random
    rev, text, agree, pace = (
        chance.randint(0, 99),
        writer.text(60),
        chance.random() < 0.5,
        chance.choice(["1d", "9999h"]),
    )
    of, new = chance.randbytes(32).hex(), person(MORE_KEYS)
    wishes: Sequence[tuple[Plain, Callable[[], AnyLetter]]] = [
        ({"kind": "note", "text": text}, lambda: letters.note_letter(game, seat, text, rev)),
        ({"kind": "stop", "agree": agree}, lambda: letters.stop_letter(game, seat, agree, rev)),
        ({"kind": "resign"}, lambda: letters.resign_letter(game, seat, rev)),
        ({"kind": "rekey", "new_seed": new.seed.hex()}, lambda: letters.rekey_letter(game, seat, new, rev)),
        ({"kind": "endorse", "of": of}, lambda: letters.endorse_letter(game, seat, of, rev)),
        ({"kind": "endorse", "pace": pace}, lambda: letters.endorse_pace_letter(game, seat, pace, rev)),
    ]
    for given, write in wishes:
        writer.add(path, who, seat, {"rev": rev, **given}, write)


def add_recorded_games(writer: Writer, letters_each: int) -> None:
    """Add letters in games with new keys, a new player and a new referee."""
    for part in ("unfinished", "finished"):
        game = load(locate(str(HERE / "0.1.0" / "weeks" / part)))
        assert game.state.handovers
        path = writer.add_game(game)
        players = [(seat, identity(who)) for who in PEOPLE for seat in player_view.own_seats(game, identity(who))]
        assert len(players) == len(game.state.seats)
        for seat, who in players:
            add_view(writer, path, game, seat, who)
            for _ in range(letters_each):
                add_batches(writer, path, game, seat, who)
                add_free_letters(writer, path, game, seat, who)


def add_open_game(writer: Writer, letters_each: int) -> None:
    """Add letters in a game without a referee, of a seat with a key and of one without."""
    who = person("red")
    seats = [SeatSpec("red", b64(who.sign_public)), SeatSpec("blue")]
    hashed = packs.rules_hash("pebbles", [])
    genesis = Genesis(2, "pebbles", 1, hashed, [], {}, seats, "open", 2, NONCE, "en", seed="cd" * 32)
    game = transition.begin(genesis, rules_of(genesis), transition.Referee((), None), None).game
    path = writer.add_game(game)
    for seat, signer in (("red", who), ("blue", None)):
        for _ in range(letters_each):
            orders = [writer.order(), *writer.orders(2)]
            plans, rev = writer.orders(3), writer.random.randint(0, 15)
            play = {
                "kind": "play",
                "rev": rev,
                "orders": orders,
                "secret": [True] * len(orders),
                "plans": [],
                "draft": [],
            }
            writer.add(path, signer, seat, {**play, "note": "", "memo": ""}, open_play(game, seat, signer, orders, rev))
            standing = {"kind": "standing", "rev": rev, "policy": {"keep": "lowest"}, "plans": plans}
            writer.add(path, signer, seat, standing, open_standing(game, seat, signer, plans, rev))
            add_free_letters(writer, path, game, seat, signer)


def open_play(
    game: GameFile, seat: str, who: Identity | None, orders: list[Plain], rev: int
) -> Callable[[], AnyLetter]:
    return lambda: letters.play_letter(game, seat, who, orders, [True] * len(orders), rev)


def open_standing(
    game: GameFile, seat: str, who: Identity | None, plans: list[Plain], rev: int
) -> Callable[[], AnyLetter]:
    return lambda: letters.standing_letter(game, seat, who, {"keep": "lowest"}, plans, rev)


GAMES = [*SETTINGS, "weeks", "open"]
"""All games for which there are twins."""
