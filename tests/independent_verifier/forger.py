"""Games whose keys are all known, made from docs/protocol.md, so that anything can be put into them and signed.

The events are made up: they can be applied but follow no rule, so these games are valid at level 0 only. Seals contain
noise of the right size. A forger enters letters without checking them; a game with one letter that must be refused is
signed as correctly as any other.
"""

from __future__ import annotations

import base64
import copy
import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from .draw import BASE, L, encode, times
from .verifier.books import Books
from .verifier.canon import Wrong, jcs, kdf, tagged_hash
from .verifier.clock import later
from .verifier.ids import game_id, head_id, order_id
from .verifier.keys import frame_message
from .verifier.records import OF_WINDOW, TALLIES
from .verifier.seals import pair_of, public_half
from .verifier.secrets import key_claim
from .verifier.streams import sha512, to_curve
from .verifier.table import Table

Data = dict[str, Any]
GOLDEN = Path(__file__).parent.parent / "golden"


def b64(raw: bytes) -> str:
    """Base64 as files have it."""
    return base64.b64encode(raw).decode()


def raw(value: Any) -> bytes:
    """Return canonical JSON, including values that are not allowed."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


TERMS = ("rules", "rules_version", "rules_sha256", "expansions", "options", "sizes")
"""What only a verifier that knows the rules can judge."""


def terms(game: str) -> Data:
    """Return the terms of a golden game that every game of its rules has."""
    genesis = json.loads((GOLDEN / game / "log.jsonl").read_text().split("\n")[0])["genesis"]
    return {name: genesis[name] for name in TERMS}


class Person:
    """Somebody with a seed."""

    def __init__(self, seed: bytes) -> None:
        """All keys of this seed."""
        self.sign = Ed25519PrivateKey.from_private_bytes(kdf(seed, "sign", version="lpbe/v1"))
        self.seal = kdf(seed, "seal", version="lpbe/v1")
        self.derive = kdf(seed, "derive", version="lpbe/v1")

    @property
    def public(self) -> str:
        """Return the public signing key."""
        return b64(self.sign.public_key().public_bytes_raw())

    def signs(self, namespace: str, message: bytes) -> str:
        """Return a bare signature."""
        return b64(self.sign.sign(frame_message(namespace, message)))

    def keys(self, game: str, seat: str) -> Data:
        """Return what a seat shows of its keys."""
        return {"sign": self.public, "seal": public_half(self.seal), "tie": kdf(self.derive, "tie", game, seat).hex()}

    def claim(self, game: str, seat: str, referee: str) -> str:
        """Return what shows a referee with this sealing key that the sealing key is this person's."""
        keys = self.keys(game, seat)
        return key_claim(pair_of(self.seal, referee, game, referee, keys["seal"]), seat, keys)

    def proof(self, game: str, seat: str, keys: Data) -> str:
        """Return what shows everybody that the signing key is this person's."""
        return self.signs("lpbe-rekey-v2", jcs({"game": game, "seat": seat} | keys))

    def draw_seed(self, game: str) -> bytes:
        """Return the key of the draws."""
        return kdf(self.derive, "draw", game)

    def draw(self, game: str) -> str:
        """Return the public key of the draws."""
        seed = Ed25519PrivateKey.from_private_bytes(self.draw_seed(game))
        return b64(seed.public_key().public_bytes_raw())

    def prove(self, game: str, roster: str) -> str:
        """Return a proof of what this person draws."""
        raw = sha512(self.draw_seed(game))
        x = (int.from_bytes(raw[:32], "little") & (2**254 - 8)) | 2**254
        public = encode(times(x, BASE))
        point = to_curve(public, roster.encode())
        k = int.from_bytes(sha512(raw[32:], encode(point)), "little") % L
        gamma = encode(times(x, point))
        shown = (public, encode(point), gamma, encode(times(k, BASE)), encode(times(k, point)))
        c = sha512(b"\x03\x02", *shown, b"\x00")[:16]
        s = (k + int.from_bytes(c, "little") * x) % L
        return b64(gamma + c + s.to_bytes(32, "little"))


class Unchecked(Books):
    """Bookkeeping that accepts every letter."""

    def check(self, letter: Data, sig: str | None) -> None:
        """Refuse nothing."""


class Forger:
    """A game that is being made."""

    def __init__(self, chance: random.Random, genesis: Data, seats: list[Data]) -> None:
        """Step 0 of a game with these terms."""
        self.chance, self.people = chance, {}
        self.successor: Person | None = None
        self.referee, self.secret = Person(self.noise(32)), self.noise(32)
        self.genesis = genesis | {
            "format": 2,
            "seats": seats,
            "trust": "referee",
            "rng": 2,
            "nonce": self.noise(32).hex(),
            "lang": "en",
            "referee": {"sign": self.referee.public, "seal": public_half(kdf(self.secret, "referee-seal"))},
            "seed_commit": tagged_hash("seed-commit", self.secret),
        }
        self.id = game_id(self.genesis)
        self.sig = self.referee.signs("lpbe-genesis-v2", jcs(self.genesis))
        self.at = "2026-01-01T00:00:00Z"
        self.entries: list[Data] = []
        self.table: Table | None = None
        head = {"format": 2, "game": self.id, "seq": 0, "prev": self.id} | self.clock()
        self.books = Unchecked(self.genesis, {"head": head, "public": {}})
        self.close({"head": head, "public": {}, "genesis": self.genesis, "sig": self.sig}, self.referee)

    def claim(self, person: Person, seat: str) -> str:
        """Return the claim of somebody who takes a seat of this game."""
        return person.claim(self.id, seat, self.books.referees()[-1]["seal"])

    def noise(self, size: int) -> bytes:
        """Return random bytes."""
        return self.chance.randbytes(size)

    def clock(self) -> Data:
        """Return the time of a head, in games with a pace."""
        return {"at": self.at} if "pace" in self.genesis else {}

    def wait(self, hours: int) -> None:
        """Let time pass."""
        self.at = later(self.at, f"{hours}h")

    def close(self, entry: Data, signer: Person) -> None:
        """Make the state of a step, name it and sign the head."""
        state = self.books.written()
        if self.table:
            state["table"] = self.table.written()
            if not state["table"]:
                del state["table"]
        sealed = [seat["id"] for seat in state["seats"] if "seal" in seat]
        state["seals"] = {name: b64(self.noise(self.genesis["sizes"]["view"] + 48)) for name in sealed}
        state["drawer"] = b64(self.noise(self.genesis["sizes"]["drawer"] + 48))
        entry["head"] |= {
            "public": tagged_hash("public", jcs(entry["public"])),
            "state": tagged_hash("state", jcs(state)),
        }
        entry["head_sig"] = signer.signs("lpbe-head-v2", jcs(entry["head"]))
        self.state = state
        self.entries.append(entry)

    def letter(self, seat: str, kind: str, args: Data | None = None, **more: Any) -> Data:
        """Return a letter that fits the present."""
        books = self.books
        rev = 0
        if kind not in OF_WINDOW:
            tally = TALLIES.get(kind, "free")
            rev = books.state["free"] if seat == "referee" else books.seat(seat)[tally].get("next", 0)
        else:
            mine = [item["rev"] for item in books.window.get("accepted", []) if item["seat"] == seat]
            rev = mine[0] + 1 if mine else 0
        letter = {"kind": kind, "format": 2, "game": self.id, "seat": seat, "rev": rev, "seen": self.last()}
        letter["window"] = books.window["number"]
        if args is not None:
            letter["args"] = args
        return letter | more

    def last(self) -> str:
        """Return the id of the last head."""
        return head_id(self.entries[-1]["head"])

    def hidden(self, kind: str) -> Data:
        """Return what a letter hides: noise."""
        size = self.genesis["sizes"]["letter" if kind == "play" else "standing"]
        found = {"plans": self.noise(32).hex(), "seal": b64(self.noise(size + 48))}
        return found | ({"memo": b64(self.noise(self.genesis["sizes"]["memo"] + 48))} if kind == "play" else {})

    def step(self, letter: Data, signer: Person, events: list[Data] | None = None, **public: Any) -> None:
        """Make one more step, allowed or not."""
        before = self.entries[-1]["head"]
        made = {"events": events or []} | public
        public = {name: item for name, item in made.items() if item}
        head = {"format": 2, "game": self.id, "seq": before["seq"] + 1, "prev": head_id(before)} | self.clock()
        head["order"] = order_id(letter)
        entry = {"public": public, "head": head, "order": letter}
        entry["sig"] = signer.signs("lpbe-order-v2", jcs(letter))
        self.books.phase = self.table.phase() if self.table else 0
        self.books.step(entry)
        void = any(event["event"] == "ended" and event.get("why") == "void" for event in events or [])
        if events and not self.table and not void and self.books.window["kind"] not in ("join", "ready"):
            self.table = Table(self.genesis)
        for event in events or []:
            with suppress(Wrong):
                if self.table:
                    self.table.apply(event)
        self.close(entry, self.referee)
        self.signer = signer
        if letter["kind"] == "handover":
            self.referee, self.before = self.successor or self.referee, self.referee

    def again(self, entry: Data, state: Data) -> None:
        """Sign the last step again, as it is now."""
        entry["head"] |= {
            "public": tagged_hash("public", raw(entry["public"])),
            "state": tagged_hash("state", raw(state)),
        }
        if "order" in entry:
            entry["head"]["order"] = tagged_hash("order", raw(entry["order"]))
            entry["sig"] = self.signer.signs("lpbe-order-v2", raw(entry["order"]))
        handed = entry.get("order", {}).get("kind") == "handover"
        signer = self.before if handed else self.referee
        entry["head_sig"] = signer.signs("lpbe-head-v2", raw(entry["head"]))
        self.entries[-1], self.state = entry, state

    def save(self) -> tuple[Any, ...]:
        """Return what is needed to come back to this step."""
        now = copy.deepcopy(self.table.now) if self.table else None
        books = copy.deepcopy(self.books.state), self.books.head
        return books, now, len(self.entries), self.state, self.at, self.referee, dict(self.people)

    def back(self, saved: tuple[Any, ...]) -> None:
        """Return to an earlier step."""
        books, now, count, self.state, self.at, self.referee, people = saved
        self.books.state, self.books.head = copy.deepcopy(books[0]), books[1]
        self.people, self.entries = dict(people), self.entries[:count]
        if now is None:
            self.table = None
        elif self.table:
            self.table.now = copy.deepcopy(now)

    def write(self, folder: Path) -> None:
        """Write the files of the game."""
        folder.mkdir(exist_ok=True)
        left = set() if len(self.entries) > 1 else {"genesis", "sig"}
        last = {name: item for name, item in self.entries[-1].items() if name not in left}
        game = {"genesis": self.genesis, "state": self.state, "last": last, "sig": self.sig}
        (folder / "game.json").write_bytes(raw(game))
        (folder / "log.jsonl").write_bytes(b"".join(raw(entry) + b"\n" for entry in self.entries))
