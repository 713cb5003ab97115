"""A second verifier of game folders, written from docs/protocol.md alone.

It shares nothing with lpbe: plain Python, the `cryptography` package, and point arithmetic on integers. `judge(folder)`
reads a game folder and answers with one word: "verified" when the secrets are disclosed and everything that can be
told without the rules holds, "holds" when nothing is disclosed, "false" and "unreadable" otherwise. It computes the
books and the table from the log (level 0), and with the secrets it opens seals and recomputes commitments and draws.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import sys
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

VERIFIED, HOLDS, FALSE, UNREADABLE = "verified", "holds", "false", "unreadable"
GAME_LIMIT, LINE_LIMIT, TOML_LINE = 2097152, 131072, 1024


class Wrong(Exception):
    """Something that the files say is not true."""


class Unreadable(Exception):
    """A file that cannot be read at all."""


def need(truth: Any, why: str) -> None:
    """Refuse the game unless this is so."""
    if not truth:
        raise Wrong(why)


# Canonical JSON, hashes and derived keys: section 1.


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys differ."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unreadable("a key stands twice")
    return found


def no_number(text: str) -> Any:
    """Refuse fractions, exponents and the like."""
    raise Unreadable(f"not an integer: {text}")


def plain(value: Any) -> Any:
    """The value, if it is made of what canonical JSON may hold."""
    if isinstance(value, dict):
        for key, item in value.items():
            if not (isinstance(key, str) and key.isascii()):
                raise Unreadable("a key is not ASCII")
            plain(item)
    elif isinstance(value, list):
        for item in value:
            plain(item)
    elif isinstance(value, str):
        value.encode()
    elif type(value) is int:
        if abs(value) >= 2**53:
            raise Unreadable("an integer is too large")
    elif type(value) is not bool:
        raise Unreadable("null, a fraction or a date")
    return value


def read_json(data: bytes) -> Any:
    """JSON of the restricted kind."""
    text = data.decode("utf-8")
    return plain(json.loads(text, object_pairs_hook=once, parse_float=no_number, parse_constant=no_number))


def jcs(value: Any) -> bytes:
    """The one way to write a value."""
    text = json.dumps(plain(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode()


def same(one: Any, two: Any) -> bool:
    """Whether two values are written alike."""
    return jcs(one) == jcs(two)


def as_bytes(part: Any) -> bytes:
    """A part of a hash: text, number or raw bytes."""
    if isinstance(part, bytes):
        return part
    return str(part).encode()


def lp(*parts: Any) -> bytes:
    """Parts with their lengths before them."""
    return b"".join(len(raw).to_bytes(4, "big") + raw for raw in map(as_bytes, parts))


def tagged(tag: str, *parts: Any) -> str:
    """The hash H of the page, as hex."""
    return hashlib.sha256(lp("lpbe/v2", tag, *parts)).hexdigest()


def mac(key: bytes, data: bytes) -> bytes:
    """HMAC with SHA-256."""
    return hmac.new(key, data, hashlib.sha256).digest()


def kdf(key: bytes, label: str, *parts: Any, version: str = "lpbe/v2") -> bytes:
    """A derived key of 32 bytes."""
    return mac(key, lp(version, label, *parts) + b"\x01")


def unbase(text: str) -> bytes:
    """Bytes of strict base64."""
    raw = base64.b64decode(text.encode("ascii"), validate=True)
    need(base64.b64encode(raw).decode() == text, "base64 is not strict")
    return raw


# Points of edwards25519 in extended coordinates.

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)
NEUTRAL = (0, 1, 1, 0)
Point = tuple[int, int, int, int]


def plus(one: Point, two: Point) -> Point:
    """The sum of two points."""
    a = (one[1] - one[0]) * (two[1] - two[0]) % P
    b = (one[1] + one[0]) * (two[1] + two[0]) % P
    c = 2 * one[3] * two[3] * D % P
    d = 2 * one[2] * two[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(count: int, point: Point) -> Point:
    """A multiple of a point."""
    total = NEUTRAL
    while count:
        if count & 1:
            total = plus(total, point)
        point, count = plus(point, point), count >> 1
    return total


def minus(point: Point) -> Point:
    """The opposite of a point."""
    return -point[0] % P, point[1], point[2], -point[3] % P


def neutral(point: Point) -> bool:
    """Whether it is the neutral element."""
    return point[0] % P == 0 and (point[1] - point[2]) % P == 0


def root_of(y: int, sign: int) -> int | None:
    """The x of a point with this y."""
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if (v * x * x - u) % P:
        x = x * ROOT % P
    if (v * x * x - u) % P or (x == 0 and sign):
        return None
    return P - x if x & 1 != sign else x


def decode(raw: bytes) -> Point | None:
    """The point of a canonical encoding, or nothing."""
    number = int.from_bytes(raw, "little")
    y, sign = number & (2**255 - 1), number >> 255
    x = root_of(y, sign) if len(raw) == 32 and y < P else None
    return None if x is None else (x, y, 1, x * y % P)


def encode(point: Point) -> bytes:
    """The 32 bytes of a point."""
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def based() -> Point:
    """The base point."""
    y = 4 * pow(5, -1, P) % P
    x = root_of(y, 0) or 0
    return x, y, 1, x * y % P


BASE = based()


@lru_cache(maxsize=4096)
def sound_point(raw: bytes) -> bool:
    """Whether a key is a canonical point of the large subgroup."""
    point = decode(raw)
    return point is not None and not neutral(point) and neutral(times(L, point))


@lru_cache(maxsize=4096)
def small(raw: bytes) -> bool:
    """Whether an encoding is of small order, or no canonical point."""
    point = decode(raw)
    return point is None or neutral(times(8, point))


@lru_cache(maxsize=4096)
def sound_seal(raw: bytes) -> bool:
    """Whether a sealing key is canonical and not of small order."""
    if len(raw) != 32 or int.from_bytes(raw, "little") >= P:
        return False
    try:
        X25519PrivateKey.from_private_bytes(b"\x40" * 32).exchange(X25519PublicKey.from_public_bytes(raw))
    except ValueError:
        return False
    return True


# Signatures: section 1.4.


def ssh(raw: bytes) -> bytes:
    """A string as SSH writes it."""
    return len(raw).to_bytes(4, "big") + raw


def framed(namespace: str, message: bytes) -> bytes:
    """What a signature is made over."""
    digest = hashlib.sha512(message).digest()
    return b"SSHSIG" + ssh(namespace.encode()) + ssh(b"") + ssh(b"sha512") + ssh(digest)


def signed(key: str, namespace: str, message: bytes, sig: str | None) -> bool:
    """Whether a bare signature is true, strictly."""
    if sig is None:
        return False
    public, bare = unbase(key), unbase(sig)
    if len(bare) != 64 or len(public) != 32 or int.from_bytes(bare[32:], "little") >= L:
        return False
    if small(public) or small(bare[:32]):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(bare, framed(namespace, message))
    except InvalidSignature:
        return False
    return True


# The forms of records: section 3. A form says what a value may be; records know their defaults.

NONE = object()
MUST = object()
Check = Callable[[Any], Any]


def form(pattern: str) -> Check:
    """Text of a pattern."""
    compiled = re.compile(pattern)
    return lambda value: need(isinstance(value, str) and compiled.fullmatch(value), f"not {pattern}")


def number(low: int, high: int) -> Check:
    """An integer between two."""
    return lambda value: need(type(value) is int and low <= value <= high, "not such a number")


def words(least: int, most: int) -> Check:
    """Text of some length."""
    return lambda value: need(isinstance(value, str) and least <= len(value) <= most, "not such a text")


def one_of(*values: str) -> Check:
    """One of some words."""
    return lambda value: need(isinstance(value, str) and value in values, "not such a word")


def listed(check: Check, least: int = 0, most: int = 10**9) -> Check:
    """A list of such values."""

    def run(value: Any) -> None:
        need(isinstance(value, list) and least <= len(value) <= most, "not such a list")
        for item in value:
            check(item)

    return run


def table(key: Check, check: Check, most: int = 10**9) -> Check:
    """A table of such values."""

    def run(value: Any) -> None:
        need(isinstance(value, dict) and len(value) <= most, "not such a table")
        for name, item in value.items():
            key(name)
            check(item)

    return run


def coded(size: int) -> Check:
    """Base64 of so many bytes."""

    def run(value: Any) -> None:
        need(isinstance(value, str) and len(unbase(value)) == size, "not such base64")

    return run


def blob(value: Any) -> None:
    """Base64 of any length."""
    need(isinstance(value, str) and len(value) <= 65536, "not a blob")
    unbase(value)


def any_object(value: Any) -> None:
    """An object of restricted JSON."""
    need(isinstance(value, dict), "not an object")
    plain(value)


def truth(value: Any) -> None:
    """True or false."""
    need(type(value) is bool, "neither true nor false")


def integer(value: Any) -> None:
    """Any integer."""
    need(type(value) is int, "not an integer")


def text(value: Any) -> None:
    """Any text."""
    need(isinstance(value, str), "not a text")


class Record:
    """An object with fields, each with its form and its default."""

    strict = True

    def __init__(self, **fields: Any) -> None:
        """Fields by name: a form, or a pair of a form and a default."""
        self.fields = {name: item if isinstance(item, tuple) else (item, MUST) for name, item in fields.items()}

    def __call__(self, value: Any) -> None:
        """Refuse what is not of this form."""
        need(isinstance(value, dict), "not a record")
        need(set(value) <= set(self.fields), "an unknown field")
        for name, (check, default) in self.fields.items():
            if name in value:
                check(value[name])
                spelt = self.strict and default not in (NONE, MUST) and same(value[name], default)
                need(not spelt, f"a default is spelt out: {name}")
            else:
                need(default is not MUST, f"a field is missing: {name}")

    def written(self, value: dict[str, Any]) -> dict[str, Any]:
        """The value without what has its default."""
        kept: dict[str, Any] = {}
        for name, item in value.items():
            check, default = self.fields[name]
            if isinstance(check, Record) and item is not None:
                item = check.written(item)
            if item is not None and (default in (NONE, MUST) or not same(item, default)):
                kept[name] = item
        return kept


class Loose(Record):
    """A record in which a default may be spelt out."""

    strict = False


def letters_tag(**fields: Any) -> Record:
    """The fields of one kind of letter, with those that all have."""
    common = {"kind": text, "format": number(2, 2), "game": DIGEST, "seat": SLUG, "window": COUNT, "seen": DIGEST}
    return Record(**common, rev=COUNT, note=(words(0, 400), NONE), **fields)


DIGEST = form(r"[0-9a-f]{64}")
SLUG = form(r"[a-z][a-z0-9-]{0,15}")
SEAT = form(r"(?!(referee|con|prn|aux|nul|com[0-9]|lpt[0-9])$)[a-z][a-z0-9-]{0,15}")
WORD = form(r"[a-z][a-z0-9:_@-]{0,47}")
KEY, SIG = coded(32), coded(64)
COUNT, REV = number(0, 2147483648), number(0, 15)
TIME = form(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
PACE = form(r"[1-9][0-9]{0,3}[hd]")
LANG = one_of("en", "fr")
NAME = words(1, 32)
TWO = number(2, 2)

SIZES = Record(view=COUNT, drawer=COUNT, letter=COUNT, standing=COUNT, memo=COUNT, reason=COUNT)
SPEC = Record(id=SEAT, key=(KEY, NONE), invite=(truth, False), held=(WORD, NONE))
GENESIS = Record(
    format=TWO,
    rules=SLUG,
    rules_version=COUNT,
    rules_sha256=DIGEST,
    expansions=listed(SLUG, 0, 16),
    options=table(SLUG, any_object, 16),
    seats=listed(SPEC, 1, 8),
    trust=one_of("open", "referee"),
    rng=TWO,
    nonce=DIGEST,
    lang=LANG,
    referee=(Record(sign=KEY, seal=KEY), NONE),
    seed_commit=(DIGEST, NONE),
    seed=(DIGEST, NONE),
    sizes=(SIZES, NONE),
    pace=(PACE, NONE),
    grace=(PACE, NONE),
    vacation=(number(0, 365), 0),
    quorum=(number(0, 8), NONE),
    bot_after=(number(1, 1000), NONE),
    disclose=(truth, True),
    pack=(DIGEST, NONE),
)
WINDOW = Record(
    number=COUNT,
    kind=one_of("join", "ready", "play", "over"),
    since=COUNT,
    waiting=(listed(SLUG), []),
    accepted=(listed(Record(seat=SLUG, rev=REV, order=DIGEST)), []),
    replace=(truth, False),
    deadline=(TIME, NONE),
)
TALLY = Record(next=(COUNT, 0), window=(COUNT, 0), sent=(COUNT, 0))
MEMO = Record(kind=WORD, window=COUNT, rev=COUNT, seen=DIGEST, seal=blob)
SITTER = Record(
    id=SLUG,
    name=(NAME, NONE),
    lang=(LANG, NONE),
    sign=(KEY, NONE),
    seal=(KEY, NONE),
    tie=(DIGEST, NONE),
    draw=(KEY, NONE),
    proof=(blob, NONE),
    held=(WORD, NONE),
    free=(TALLY, {}),
    standing=(TALLY, {}),
    notes=(TALLY, {}),
    missed=(COUNT, 0),
    silent=(truth, False),
    away=(COUNT, 0),
    memo=(MEMO, NONE),
)
HIDDEN = Record(plans=DIGEST, seal=blob, memo=(blob, NONE))
KEYS = Record(sign=KEY, seal=KEY, tie=DIGEST)
REPLACE = Record(seat=SLUG, sign=KEY, seal=KEY, tie=DIGEST, name=(NAME, NONE), held=(WORD, NONE))
JOIN = Record(sign=KEY, seal=KEY, draw=KEY, tie=DIGEST, name=NAME, lang=LANG, proof=(DIGEST, NONE))
HANDOVER = Record(
    sign=KEY,
    seal=KEY,
    seed_commit=DIGEST,
    head=DIGEST,
    held=(table(SLUG, KEYS, 8), {}),
    secrets=blob,
)
LETTERS = {
    "play": letters_tag(batch=listed(any_object, 1, 64), hidden=(HIDDEN, NONE)),
    "standing": letters_tag(batch=listed(any_object, 1, 5), hidden=(HIDDEN, NONE)),
    "note": letters_tag(args=Record(text=words(1, 500))),
    "join": letters_tag(args=JOIN),
    "ready": letters_tag(args=Record(proof=blob)),
    "timeout": letters_tag(args=Record(seats=listed(SLUG, 1, 8), phase=COUNT)),
    "stop": letters_tag(args=Record(agree=truth)),
    "resign": letters_tag(),
    "rekey": letters_tag(args=Record(sign=KEY, seal=KEY, tie=DIGEST, proof=SIG)),
    "replace": letters_tag(args=REPLACE),
    "endorse": letters_tag(args=Record(of=DIGEST, pace=(PACE, NONE))),
    "pace": letters_tag(args=Record(pace=PACE)),
    "pause": letters_tag(args=Record(until=TIME)),
    "extend": letters_tag(args=Record(until=TIME)),
    "handover": letters_tag(args=HANDOVER),
    "disclose": letters_tag(),
}
OF_REFEREE = {"timeout", "replace", "pace", "pause", "extend", "handover", "disclose"}
OF_WINDOW = {"play", "join", "ready", "timeout"}
MANY = {"standing": 4, "note": 4, "stop": 8, "resign": 8, "rekey": 8, "endorse": 32}
TALLIES = {"standing": "standing", "note": "notes"}


def letter_form(value: Any) -> None:
    """A letter of any kind."""
    need(isinstance(value, dict) and isinstance(value.get("kind"), str), "not a letter")
    need(value["kind"] in LETTERS, "no such kind of letter")
    LETTERS[value["kind"]](value)


OPENING = Record(order=DIGEST, v=any_object, r=DIGEST, index=(COUNT, NONE), others=(listed(DIGEST, 3, 3), NONE))
PUBLIC = Record(events=(listed(any_object), []), openings=(listed(OPENING), []), disclosed=(listed(DIGEST), []))
HEAD = Record(
    format=TWO,
    game=DIGEST,
    seq=COUNT,
    prev=DIGEST,
    public=DIGEST,
    state=DIGEST,
    order=(DIGEST, NONE),
    at=(TIME, NONE),
)
ENTRY = Record(
    public=PUBLIC, head=HEAD, head_sig=(SIG, NONE), order=(letter_form, NONE), sig=(SIG, NONE), genesis=(GENESIS, NONE)
)
FILED = Record(order=DIGEST, kind=WORD, window=COUNT, rev=COUNT, slots=blob)
VIEW = Record(screen=(any_object, {}), news=(listed(any_object), []), lost=(truth, False), filed=(FILED, NONE))
INMOST = Record(box=(any_object, {}), root=(DIGEST, NONE))
CLEAR = Record(inmost=(INMOST, NONE), views=(table(SLUG, VIEW), NONE))
AGREEMENT = Record(of=DIGEST, endorsed=listed(SLUG))
REPLACEMENT = Record(order=DIGEST, args=REPLACE, endorsed=(listed(SLUG), []))
STATE = Record(
    format=TWO,
    game=DIGEST,
    seq=COUNT,
    window=WINDOW,
    seats=listed(SITTER),
    recent=(listed(DIGEST), []),
    free=(COUNT, 0),
    pace=(PACE, NONE),
    paused=(TIME, NONE),
    agreed=(listed(AGREEMENT), []),
    replacing=(listed(REPLACEMENT), []),
    handovers=(listed(Record(order=letter_form, sig=(SIG, NONE))), []),
    table=(any_object, {}),
    seals=(table(SLUG, blob), NONE),
    drawer=(blob, NONE),
    clear=(CLEAR, NONE),
)
GAME = Record(genesis=GENESIS, state=STATE, last=ENTRY, sig=(SIG, NONE), tail=(listed(ENTRY), []))


# Reading files: section 1.5.

WRAPPED = {"drawer", "head_sig", "memo", "proof", "reason", "seal", "secrets", "sig"}


def unwrap(value: str) -> str:
    """Base64 that stood in lines, in one piece."""
    bare = value.rstrip("\n")
    if value == bare or not re.fullmatch(r"[A-Za-z0-9+/=\n]*", bare) or "" in bare.split("\n"):
        return value
    return value[:-1] if value.endswith("\n\n") else value.replace("\n", "")


def unwrapped(value: Any, name: str = "", above: str = "") -> Any:
    """Data of a TOML file with its base64 in one piece."""
    if isinstance(value, dict):
        return {key: unwrapped(item, key, name) for key, item in value.items()}
    if isinstance(value, list):
        return [unwrapped(item, name="", above=name) for item in value]
    if isinstance(value, str) and (name in WRAPPED or above == "seals"):
        return unwrap(value)
    return value


def read_toml(data: bytes) -> Any:
    """A TOML file as plain data."""
    need(all(len(line) <= TOML_LINE for line in data.split(b"\n")), "a line is too long")
    return plain(unwrapped(tomllib.loads(data.decode("utf-8"))))


def read_game(folder: Path) -> dict[str, Any]:
    """The game file of a folder."""
    path = folder / "game.toml"
    reader = read_toml
    if not path.exists():
        path, reader = folder / "game.json", read_json
    data = path.read_bytes()
    if len(data) > GAME_LIMIT or data.startswith(b"\xef\xbb\xbf"):
        raise Unreadable("the game file is too large or has a mark")
    game = reader(data)
    if reader is read_json:
        need(jcs(game) == data.rstrip(b"\n"), "white space in game.json")
    GAME(game)
    return game


def read_entry(line: bytes) -> dict[str, Any]:
    """A line of the log, which is canonical."""
    need(len(line) <= LINE_LIMIT, "a line of the log is too long")
    entry = read_json(line)
    need(jcs(entry) == line, "a line of the log is not canonical")
    ENTRY(entry)
    return entry


def torn(line: bytes) -> bool:
    """Whether a last line that has no end cannot be read."""
    need(len(line) <= LINE_LIMIT, "a line of the log is too long")
    try:
        read_entry(line)
    except Exception:
        return True
    return False


def read_log(folder: Path) -> list[dict[str, Any]] | None:
    """The entries of the log; a torn last line is left out."""
    path = folder / "log.jsonl"
    if not path.exists():
        return None
    *lines, rest = path.read_bytes().split(b"\n")
    if rest and not torn(rest):
        lines.append(rest)
    need(lines, "the log is empty")
    return [read_entry(line) for line in lines]


# Time: section 5.6.


YEAR = timedelta(days=366)


def moment(when: str) -> datetime:
    """A true time."""
    return datetime.strptime(when, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def stamp(when: datetime) -> str:
    """A time as text."""
    return f"{when.year:04d}-{when:%m-%dT%H:%M:%SZ}"


def hours(pace: str) -> int:
    """The hours of a span."""
    return int(pace[:-1]) * (24 if pace[-1] == "d" else 1)


def later(when: str, pace: str) -> str:
    """A time and a span."""
    return stamp(moment(when) + timedelta(hours=hours(pace)))


# Ids and keys: sections 2.4 and 4.


def game_id(genesis: dict[str, Any]) -> str:
    """The id of a game."""
    return tagged("genesis", jcs(genesis))


def order_id(letter: dict[str, Any]) -> str:
    """The id of a letter."""
    return tagged("order", jcs(letter))


def head_id(head: dict[str, Any]) -> str:
    """The id of a head."""
    return tagged("head", jcs(head))


def pace_id(game: str, pace: str) -> str:
    """The id of a shorter pace."""
    return tagged("pace", game, pace)


def sound_keys(sign: str, seal: str) -> None:
    """Refuse weak keys."""
    need(sound_point(unbase(sign)), "a weak signing key")
    need(sound_seal(unbase(seal)), "a weak sealing key")


def game_keys(genesis: dict[str, Any], state: dict[str, Any]) -> list[dict[str, Any]]:
    """The referee's keys, the present ones last."""
    keys = [genesis["referee"]]
    for item in state["handovers"]:
        letter = item["order"]
        need(letter["kind"] == "handover" and letter["seat"] == "referee", "not a handover")
        need(letter["game"] == game_id(genesis), "a handover of another game")
        need(signed(keys[-1]["sign"], "lpbe-order-v2", jcs(letter), item.get("sig")), "a handover is not signed")
        keys.append(letter["args"])
    return keys


def seat_keys(books: Books, seat: str, args: dict[str, Any]) -> None:
    """Refuse keys that a seat may not have."""
    sound_keys(args["sign"], args["seal"])
    if books.secret:
        need(args["seal"] not in [item["seal"] for item in books.referees()], "a sealing key of the game")
    for other in books.state["seats"]:
        if other["id"] != seat:
            need(args["sign"] != other.get("sign"), "another seat has this signing key")
            need(args["seal"] != other.get("seal"), "another seat has this sealing key")
            need("draw" not in args or args["draw"] != other.get("draw"), "another seat has this draw key")
    need("draw" not in args or sound_point(unbase(args["draw"])), "a weak draw key")


# The books: section 5.


class Books:
    """All of the state that follows from the log, but the table."""

    def __init__(self, genesis: dict[str, Any], first: dict[str, Any]) -> None:
        """The books of step 0."""
        self.genesis, self.game, self.head = genesis, game_id(genesis), first["head"]
        self.secret = genesis["trust"] == "referee"
        self.phase = 0
        seats = []
        for spec in genesis["seats"]:
            seats.append(
                {
                    "id": spec["id"],
                    "sign": spec.get("key"),
                    "held": spec.get("held"),
                    "free": {},
                    "standing": {},
                    "notes": {},
                    "missed": 0,
                    "silent": False,
                    "away": 0,
                }
            )
        self.state: dict[str, Any] = {
            "format": 2,
            "game": self.game,
            "seq": 0,
            "window": {"number": 1, "kind": "play", "since": 0, "waiting": [], "accepted": []},
            "seats": seats,
            "recent": [],
            "free": 0,
            "agreed": [],
            "replacing": [],
            "handovers": [],
        }
        if self.secret:
            self.open("join", 0, self.everybody())
            self.window["number"] = 0
        self.windows(first["public"].get("events", []))

    @property
    def window(self) -> dict[str, Any]:
        """The open window."""
        return self.state["window"]

    def everybody(self) -> list[str]:
        """All seats in order."""
        return [seat["id"] for seat in self.state["seats"]]

    def referees(self) -> list[dict[str, Any]]:
        """The referee's keys so far."""
        return [self.genesis["referee"]] + [item["order"]["args"] for item in self.state["handovers"]]

    def seat(self, name: str) -> dict[str, Any]:
        """The record of a seat."""
        for seat in self.state["seats"]:
            if seat["id"] == name:
                return seat
        raise Wrong("no such seat")

    def written(self) -> dict[str, Any]:
        """The books as the state has them."""
        state = dict(self.state)
        state["seats"] = [SITTER.written(seat) for seat in state["seats"]]
        state["replacing"] = [REPLACEMENT.written(item) for item in state["replacing"]]
        return STATE.written(state)

    def open(self, kind: str, step: int, waiting: list[str], replace: bool = False) -> None:
        """Open a window."""
        window = {"number": 0, "kind": kind, "since": step, "waiting": list(waiting), "accepted": []}
        old = self.state["window"]
        self.state["window"] = window | {"number": old["number"] + 1, "replace": replace, "deadline": self.deadline()}

    def deadline(self) -> str | None:
        """The deadline of a window that opens now."""
        if "pace" not in self.genesis:
            return None
        at = self.head["at"]
        return later(max(at, self.state.get("paused") or at), self.state.get("pace") or self.genesis["pace"])

    def windows(self, events: list[dict[str, Any]]) -> None:
        """Let the events of a step open and end windows."""
        for event in events:
            if event["event"] == "asked":
                self.open("play", self.state["seq"], event["seats"], event.get("replace", False))
            elif event["event"] == "ended":
                self.state["window"] = {"number": self.window["number"], "kind": "over", "since": self.state["seq"]}
        if self.window["kind"] == "join" and not self.window["waiting"]:
            self.open("ready", self.state["seq"], self.everybody())

    def step(self, entry: dict[str, Any]) -> None:
        """One step: check the letter, enter it, go through the events."""
        letter, events = entry["order"], entry["public"].get("events", [])
        before = head_id(self.head)
        self.known = [*self.state["recent"], before]
        self.head = entry["head"]
        self.check(letter, entry.get("sig"))
        keep = max(16, self.state["seq"] - self.window["since"] + 1)
        self.state["seq"] += 1
        self.state["recent"] = self.known[-keep:]
        ENTER[letter["kind"]](self, letter, entry)
        for event in events:
            if event["event"] == "silent":
                for name in event["seats"]:
                    self.seat(name)["silent"] = True
            elif event["event"] in ("returned", "replaced"):
                self.seat(event["seat"])["silent"] = False
        self.windows(events)

    def check(self, letter: dict[str, Any], sig: str | None) -> None:
        """What every letter must observe, and what its kind must."""
        kind = letter["kind"]
        need(letter["game"] == self.game, "a letter of another game")
        need((letter["seat"] == "referee") == (kind in OF_REFEREE), "a letter of the wrong sender")
        need(self.secret or kind not in ("handover", "replace", "disclose"), "no such letter in an open game")
        self.sender(letter, sig)
        if kind in ("play", "standing"):
            self.sizes(letter)
        if kind in OF_WINDOW:
            self.in_window(letter)
        else:
            self.at_liberty(letter)
        CHECK.get(kind, lambda *_: None)(self, letter)

    def sender(self, letter: dict[str, Any], sig: str | None) -> None:
        """The letter is signed by who sent it."""
        if letter["seat"] == "referee":
            key = self.referees()[-1]["sign"] if self.secret else None
        else:
            key = self.seat(letter["seat"]).get("sign")
            if letter["kind"] == "join":
                key = letter["args"]["sign"]
                need(sound_point(unbase(key)), "a weak signing key")
            need(key or not self.secret, "a seat without a key")
        if key is None:
            need(sig is None, "a signature without a key")
        else:
            need(signed(key, "lpbe-order-v2", jcs(letter), sig), "a letter is not signed")

    def sizes(self, letter: dict[str, Any]) -> None:
        """What is sealed has its size."""
        hidden, kind = letter.get("hidden"), letter["kind"]
        need(self.secret or all(item.get("order") != "sealed" for item in letter["batch"]), "sealed in an open game")
        if not self.secret:
            need(hidden is None, "something hidden in an open game")
            return
        need(hidden is not None and ("memo" in hidden) == (kind == "play"), "hidden parts are missing")
        sizes = self.genesis["sizes"]
        size = sizes["letter" if kind == "play" else "standing"]
        need(len(unbase(hidden["seal"])) == size + 48, "a seal of another size")
        need(kind != "play" or len(unbase(hidden["memo"])) == sizes["memo"] + 48, "a memo of another size")

    def in_window(self, letter: dict[str, Any]) -> None:
        """A letter that answers the open window."""
        window, seat = self.window, letter["seat"]
        need(letter["window"] == window["number"] and window["kind"] != "over", "a letter for another window")
        need(letter["seen"] in self.known, "a letter of a fork")
        if seat == "referee":
            return
        need(letter["kind"] == window["kind"] and letter["rev"] <= 15, "another kind of answer")
        if seat in window["waiting"]:
            return
        mine = [item for item in window["accepted"] if item["seat"] == seat]
        need(window.get("replace") and (mine or self.seat(seat)["silent"]), "nobody waits for this seat")
        need(all(letter["rev"] > item["rev"] for item in mine), "an older answer")

    def at_liberty(self, letter: dict[str, Any]) -> None:
        """A letter that may come at any time."""
        window, kind = self.window, letter["kind"]
        need(letter["window"] <= window["number"], "a letter from a later window")
        need(window["kind"] != "over" or kind == "disclose", "the game is over")
        need(letter["seen"] in self.known, "a letter that saw too old a head")
        first = self.state["free"]
        if letter["seat"] != "referee":
            tally = self.seat(letter["seat"])[TALLIES.get(kind, "free")]
            first = tally.get("next", 0)
            need(self.sent(tally) < MANY[kind], "too many letters")
        need(first <= letter["rev"] <= first + 15, "a rev that was used, or is too far")

    def sent(self, tally: dict[str, int]) -> int:
        """How many letters of a tally came in this window."""
        return tally.get("sent", 0) if tally.get("window", 0) == self.window["number"] else 0

    def use_rev(self, letter: dict[str, Any]) -> None:
        """A free letter uses up its number."""
        if letter["seat"] == "referee":
            self.state["free"] = letter["rev"] + 1
            return
        name = TALLIES.get(letter["kind"], "free")
        seat = self.seat(letter["seat"])
        sent = self.sent(seat[name]) + 1
        seat[name] = {"next": letter["rev"] + 1, "window": self.window["number"], "sent": sent}

    def stop_waiting(self, seats: list[str]) -> None:
        """Nobody waits for these seats any more."""
        if "waiting" in self.window:
            self.window["waiting"] = [seat for seat in self.window["waiting"] if seat not in seats]

    def started(self) -> None:
        """Refuse what needs a started game."""
        need(self.window["kind"] not in ("join", "ready"), "the game has not started")

    def voters(self, but: str | None) -> list[str]:
        """Who may endorse."""
        return [seat["id"] for seat in self.state["seats"] if seat["id"] != but and not seat.get("held")]

    def quorum(self, voters: list[str]) -> int:
        """How many must agree."""
        wanted = self.genesis.get("quorum", len(voters) // 2 + 1)
        return min(wanted, len(voters))

    def endorsers(self, of: str) -> list[str]:
        """Who agrees to a pace, of those who may."""
        voters = self.voters(None)
        found = [item["endorsed"] for item in self.state["agreed"] if item["of"] == of]
        return [name for name in (found[0] if found else []) if name in voters]

    def late(self, seat: dict[str, Any]) -> int:
        """How many days of vacation a seat uses now."""
        vacation, deadline = self.genesis.get("vacation", 0), self.window.get("deadline")
        if not vacation or not deadline:
            return 0
        end = later(deadline, self.genesis["grace"]) if "grace" in self.genesis else deadline
        seconds = int((moment(self.head["at"]) - moment(end)).total_seconds())
        return max(0, min(-(-seconds // 86400), vacation - seat["away"]))

    def last_call(self) -> str:
        """When a window may be closed at the earliest."""
        end = self.window["deadline"]
        if "grace" in self.genesis:
            end = later(end, self.genesis["grace"])
        vacation = self.genesis.get("vacation", 0)
        days = max([vacation - self.seat(name)["away"] for name in self.window["waiting"]], default=0)
        return later(end, f"{days}d") if days > 0 else end

    def replacement(self, of: str) -> dict[str, Any] | None:
        """The replacement of this id that waits."""
        return next((item for item in self.state["replacing"] if item["order"] == of), None)

    def seat_anew(self, args: dict[str, Any]) -> None:
        """Give a seat to other keys."""
        seat, window = self.seat(args["seat"]), self.window
        seat |= {"name": args.get("name", seat.get("name")), "held": args.get("held"), "memo": None, "missed": 0}
        seat |= {key: args[key] for key in ("sign", "seal", "tie")}
        if any(item["seat"] == seat["id"] for item in window.get("accepted", [])):
            window["accepted"] = [item for item in window["accepted"] if item["seat"] != seat["id"]]
            window["waiting"] = [*window["waiting"], seat["id"]]

    def roster(self) -> str:
        """The id of who sits at the table."""
        names = ("id", "name", "sign", "seal", "draw", "tie", "held")
        sitters = [{name: seat[name] for name in names if seat.get(name)} for seat in self.state["seats"]]
        return tagged("roster", self.game, jcs(sitters))


def check_note(books: Books, letter: dict[str, Any]) -> None:
    """A note has no further note."""
    need(not letter.get("note"), "a note in a note")


def check_join(books: Books, letter: dict[str, Any]) -> None:
    """Who joins has sound keys and the one that was asked for."""
    seat_keys(books, letter["seat"], letter["args"])
    spec = next(spec for spec in books.genesis["seats"] if spec["id"] == letter["seat"])
    need(spec.get("key", letter["args"]["sign"]) == letter["args"]["sign"], "the seat is for another key")


def check_ready(books: Books, letter: dict[str, Any]) -> None:
    """A draw comes in its turn, for the full roster, and is true."""
    count = books.state["seq"] - books.window["since"]
    recent = books.known[:-1]
    full = [*(recent[-count:] if count else []), books.known[-1]]
    need(letter["seen"] in full, "a head without the full roster")
    present = books.referees()[-1]["sign"]
    host = {seat["id"] for seat in books.state["seats"] if seat.get("held") or seat.get("sign") == present}
    waiting = set(books.window["waiting"])
    if letter["seat"] in host:
        need(set(books.everybody()) - host <= waiting, "a host who draws late")
    else:
        need(not host & waiting, "a draw before the host's")
    draw = unbase(books.seat(letter["seat"])["draw"])
    need(beta(draw, books.roster(), unbase(letter["args"]["proof"])), "a false draw")


def check_timeout(books: Books, letter: dict[str, Any]) -> None:
    """A time-out comes after the last call, for those who are waited for."""
    window, args = books.window, letter["args"]
    need(window.get("deadline") and books.head["at"] > books.last_call(), "a time-out too early")
    need(sorted(args["seats"]) == sorted(window["waiting"]), "a time-out of others")
    phase = window["number"] if window["kind"] in ("join", "ready") else books.phase
    need(args["phase"] == phase, "a time-out of another phase")


def check_started(books: Books, letter: dict[str, Any]) -> None:
    """The game has started."""
    books.started()


def check_rekey(books: Books, letter: dict[str, Any]) -> None:
    """New keys are sound, and the new one signs them."""
    books.started()
    args = letter["args"]
    seat_keys(books, letter["seat"], args)
    message = {"game": books.game, "seat": letter["seat"]} | {key: args[key] for key in ("sign", "seal", "tie")}
    need(signed(args["sign"], "lpbe-rekey-v2", jcs(message), args["proof"]), "new keys without a proof")


def check_replace(books: Books, letter: dict[str, Any]) -> None:
    """A replacement is of a seat that has somebody, or has lost him."""
    books.started()
    args = letter["args"]
    seat = books.seat(args["seat"])
    need(seat.get("sign"), "nobody sits there")
    if "held" in args:
        after = books.genesis.get("bot_after")
        need(after is not None and seat["missed"] >= after, "a bot too early")
    seat_keys(books, args["seat"], args)


def check_endorse(books: Books, letter: dict[str, Any]) -> None:
    """Who endorses may, and has not yet."""
    args, sender = letter["args"], letter["seat"]
    waits = books.replacement(args["of"])
    need(waits or "pace" in args, "nothing to endorse")
    need("pace" not in args or "pace" in books.genesis, "a game without time")
    need("pace" not in args or args["of"] == pace_id(books.game, args["pace"]), "another pace")
    need(sender in books.voters(waits["args"]["seat"] if waits else None), "no voter")
    done = waits.get("endorsed", []) if waits else books.endorsers(args["of"])
    need(sender not in done, "endorsed twice")
    if waits and len(done) + 1 >= books.quorum(books.voters(waits["args"]["seat"])):
        seat_keys(books, waits["args"]["seat"], waits["args"])


def check_pace(books: Books, letter: dict[str, Any]) -> None:
    """A shorter pace needs agreement."""
    need("pace" in books.genesis, "a game without time")
    pace = letter["args"]["pace"]
    if hours(pace) < hours(books.state.get("pace") or books.genesis["pace"]):
        agreed = books.endorsers(pace_id(books.game, pace))
        need(len(agreed) >= books.quorum(books.voters(None)), "too few agree")


def check_pause(books: Books, letter: dict[str, Any]) -> None:
    """A pause ends later than now and than the last one."""
    need("pace" in books.genesis, "a game without time")
    until = letter["args"]["until"]
    moment(until)
    need(until > max(books.head["at"], books.state.get("paused") or ""), "a pause that is over")
    need(moment(until) - moment(books.head["at"]) <= YEAR, "a pause of more than a year")


def check_extend(books: Books, letter: dict[str, Any]) -> None:
    """A deadline is only moved to a later time."""
    need("pace" in books.genesis and books.window.get("deadline"), "no deadline")
    moment(letter["args"]["until"])
    need(letter["args"]["until"] > books.window["deadline"], "not later")
    begin = max(books.head["at"], books.window["deadline"])
    need(moment(letter["args"]["until"]) - moment(begin) <= YEAR, "more than a year later")


def check_handover(books: Books, letter: dict[str, Any]) -> None:
    """The next referee has sound keys, and so have the seats he holds."""
    books.started()
    args = letter["args"]
    sound_keys(args["sign"], args["seal"])
    taken = [item["seal"] for item in books.referees()] + [seat.get("seal") for seat in books.state["seats"]]
    need(args["seal"] not in taken, "a sealing key in use")
    items = args.get("held", {})
    need(set(items) == {seat["id"] for seat in books.state["seats"] if seat.get("held")}, "other seats are held")
    for name, item in items.items():
        seat_keys(books, name, item)
        need(item["seal"] != args["seal"], "a sealing key in use")
        others = [other for key, other in items.items() if key != name]
        need(all(item["sign"] != other["sign"] and item["seal"] != other["seal"] for other in others), "one key twice")


def check_disclose(books: Books, letter: dict[str, Any]) -> None:
    """Secrets are disclosed later only where that was said."""
    need(books.window["kind"] == "over", "the game is not over")
    need(books.genesis.get("disclose", True) is False, "disclosed already")


CHECK = {
    "note": check_note,
    "join": check_join,
    "ready": check_ready,
    "timeout": check_timeout,
    "stop": check_started,
    "resign": check_started,
    "rekey": check_rekey,
    "replace": check_replace,
    "endorse": check_endorse,
    "pace": check_pace,
    "pause": check_pause,
    "extend": check_extend,
    "handover": check_handover,
    "disclose": check_disclose,
}


def enter_play(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """An answer is accepted."""
    name, window = letter["seat"], books.window
    item = {"seat": name, "rev": letter["rev"], "order": order_id(letter)}
    kept = [other for other in window["accepted"] if other["seat"] != name]
    window["accepted"] = sorted([*kept, item], key=lambda other: other["seat"])
    seat = books.seat(name)
    seat |= {"missed": 0, "away": seat["away"] + books.late(seat)}
    if "memo" in letter.get("hidden", {}):
        memo = {key: letter[key] for key in ("kind", "window", "rev", "seen")}
        seat["memo"] = memo | {"seal": letter["hidden"]["memo"]}
    books.stop_waiting([name])


def enter_standing(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """A standing letter shows that somebody is there."""
    books.use_rev(letter)
    books.seat(letter["seat"])["missed"] = 0


def enter_rev(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """Nothing but the number is used."""
    books.use_rev(letter)


def enter_join(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """Somebody sits down."""
    names = ("name", "lang", "sign", "seal", "draw", "tie")
    books.seat(letter["seat"]).update({name: letter["args"][name] for name in names})
    books.stop_waiting([letter["seat"]])


def enter_ready(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """A draw is kept until all are there."""
    books.seat(letter["seat"])["proof"] = letter["args"]["proof"]
    books.stop_waiting([letter["seat"]])
    if not books.window["waiting"]:
        for seat in books.state["seats"]:
            seat["draw"] = seat["proof"] = None


def enter_timeout(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """Silent seats missed a deadline."""
    events = entry["public"].get("events", [])
    for name in {name for event in events if event["event"] == "silent" for name in event["seats"]}:
        seat = books.seat(name)
        seat |= {"missed": seat["missed"] + 1, "away": seat["away"] + books.late(seat)}
    books.stop_waiting(letter["args"]["seats"])


def enter_resign(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """Nobody waits for who resigned."""
    books.use_rev(letter)
    books.stop_waiting([letter["seat"]])


def enter_rekey(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """A seat has new keys."""
    books.use_rev(letter)
    keys = {key: letter["args"][key] for key in ("sign", "seal", "tie")}
    books.seat(letter["seat"]).update(keys | {"memo": None})


def enter_replace(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """A replacement waits, or is carried out at once."""
    args, state = letter["args"], books.state
    state["replacing"] = [item for item in state["replacing"] if item["args"]["seat"] != args["seat"]]
    books.use_rev(letter)
    if "held" in args or books.quorum(books.voters(args["seat"])) == 0:
        books.seat_anew(args)
    else:
        state["replacing"] = [*state["replacing"], {"order": order_id(letter), "args": args, "endorsed": []}]


def without(agreement: dict[str, Any], seat: str) -> dict[str, Any]:
    """An agreement that a seat has left: each seat agrees to one pace."""
    return agreement | {"endorsed": [name for name in agreement["endorsed"] if name != seat]}


def enter_endorse(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """One more agrees."""
    of, sender, state = letter["args"]["of"], letter["seat"], books.state
    books.use_rev(letter)
    waits = books.replacement(of)
    if waits is None:
        item = {"of": of, "endorsed": [*books.endorsers(of), sender]}
        others = [without(other, sender) for other in state["agreed"] if other["of"] != of]
        state["agreed"] = [*(other for other in others if other["endorsed"]), item][-4:]
        return
    state["replacing"] = [item for item in state["replacing"] if item is not waits]
    endorsed = [*waits["endorsed"], sender]
    if len(endorsed) >= books.quorum(books.voters(waits["args"]["seat"])):
        books.seat_anew(waits["args"])
    else:
        state["replacing"].append(waits | {"endorsed": endorsed})


def enter_pace(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """The pace is another one from now on."""
    pace, state = letter["args"]["pace"], books.state
    state["pace"] = pace
    state["agreed"] = [item for item in state["agreed"] if item["of"] != pace_id(books.game, pace)]
    books.use_rev(letter)


def enter_pause(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """The clock stands still until then."""
    until, window = letter["args"]["until"], books.window
    begin = max(books.head["at"], books.state.get("paused") or "")
    end = window.get("deadline")
    if end:
        if end >= begin:
            end = stamp(moment(end) + (moment(until) - moment(begin)))
        window["deadline"] = max(end, until)
    books.state["paused"] = until
    books.use_rev(letter)


def enter_extend(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """The deadline is later."""
    books.window["deadline"] = letter["args"]["until"]
    books.use_rev(letter)


def enter_handover(books: Books, letter: dict[str, Any], entry: dict[str, Any]) -> None:
    """The game has another referee."""
    for name, item in letter["args"].get("held", {}).items():
        books.seat(name).update(item)
    books.state["handovers"] = [*books.state["handovers"], {"order": letter, "sig": entry["sig"]}]
    books.use_rev(letter)


ENTER = {
    "play": enter_play,
    "standing": enter_standing,
    "note": enter_rev,
    "join": enter_join,
    "ready": enter_ready,
    "timeout": enter_timeout,
    "stop": enter_rev,
    "resign": enter_resign,
    "rekey": enter_rekey,
    "replace": enter_replace,
    "endorse": enter_endorse,
    "pace": enter_pace,
    "pause": enter_pause,
    "extend": enter_extend,
    "handover": enter_handover,
    "disclose": enter_rev,
}


# Openings: section 6.


def context(letter: dict[str, Any]) -> tuple[Any, ...]:
    """The five parts that a commitment of a letter hangs on."""
    return letter["game"], letter["window"], letter["seat"], letter["kind"], letter["rev"]


def opened(opening: dict[str, Any], letters: dict[str, dict[str, Any]], replaced: set[str]) -> None:
    """An opening shows what its letter committed to."""
    need(opening["order"] in letters, "an opening of no letter")
    letter = letters[opening["order"]]
    need(("index" in opening) != ("others" in opening), "an opening of neither kind")
    nonce, value = bytes.fromhex(opening["r"]), jcs(opening["v"])
    if "index" in opening:
        need(opening["order"] not in replaced, "an opening of a replaced letter")
        need(opening["index"] < len(letter["batch"]), "an opening of no order")
        item = letter["batch"][opening["index"]]
        need(item.get("order") == "sealed", "an opening of what was not sealed")
        commit = tagged("commit", *context(letter), opening["index"], nonce, value)
        need(item.get("commit") == commit, "a false opening")
        return
    plan = tagged("plan", *context(letter), nonce, value)
    need("hidden" in letter, "a plan of a letter without plans")
    need(letter["hidden"]["plans"] == tagged("plans", *sorted([plan, *opening["others"]])), "a false plan")


# Events and the table: section 8. Types: s text, i integer, b boolean, S texts, I integers, M table of integers,
# O table of lists of integers, E steps of the agenda, T tiles, X anything.

KERNEL = """
window-closed
asked seats:S several:b? replace:b?
stopped keep:i steps:E
ended scores:M winners:S why:s?
resigned seat:s
silent seats:S phase:i
returned seat:s
replaced seat:s held:s? missed:i?
stop-agreed seat:s
stop-withdrawn seat:s
"""
PEBBLES = """
bag-filled count:i pebbles:S?
dealt seat:s coins:i count:i pebbles:S?
round-began number:i
bids-shown bids:M
turns-set seats:S
coins-paid seat:s coins:i
coins-taken seat:s coins:i
dug seat:s count:i pebbles:S?
kept seat:s count:i pebble:s? under:S?
laid seat:s pebble:s
sold seat:s pebble:s
turn-ended seat:s
rained seat:s colour:s strength:i
sheltered seat:s pebble:s
washed pebbles:S
counted seat:s coins:i pebbles:i
"""
MOSS = """
moss-grew pebbles:S
moss-lost pebbles:S
"""
PLANET = """
paid seat:s amount:i
earned seat:s amount:i
cubes-spent seat:s resource:s count:i
team-arrived team:s seat:s place:s kind:s?
team-moved team:s place:s
team-wounded team:s
team-healed team:s
team-lost team:s
chip-placed seat:s place:s
chip-lost place:s
die-set colour:s value:i
options-settled edition:s
start-laid hex:s at:s?
hexes-made tiles:T
colony-founded seat:s place:s
bank-filled cubes:M price:i money:i
equipped seat:s money:i goods:M?
decks-shuffled hexes:S market:S others:O sizes:I
leader-chosen seat:s
turn-began number:i leader:s turns:i
column-began column:i colour:s
production-called value:i
actions-called seat:s value:i
hand-refilled seat:s
card-revealed seat:s card:i
other-revealed colour:s card:i
other-shuffled colour:s again:b? cards:I?
effect-began card:i
dice-arranged dice:S
doubled resource:s
resource-removed resource:s
card-recovered seat:s card:i?
fate-used seat:s
effect-used card:i
produced seat:s place:s resource:s count:i
fate-taken seat:s
actions-ended seat:s
hexes-drawn seat:s count:i hexes:S?
hex-placed seat:s hex:s at:s turn:i?
exploration-failed seat:s
hexes-returned seat:s count:i hexes:S?
building-taken seat:s place:s
built seat:s building:s tile:s place:s value:i?
price-moved resource:s price:i
crashed resource:s price:i
cubes-bought seat:s resource:s count:i money:i
cubes-sold seat:s resource:s count:i money:i
market-drawn seat:s count:i cards:S?
market-shuffled count:i cards:S?
card-chosen seat:s card:s count:i
cataclysm-called colour:s value:i
hexes-triggered colour:s hexes:S
protected seat:s hexes:S
struck hex:s kind:s colour:s
building-lost place:s tile:s
exhausted resource:s
nothing-exhausted
purse-shown seat:s money:i cubes:M
scored seat:s buildings:i vehicles:i money:i other:i?
"""
STEPS = {
    "pebbles": """
begin-round number:i
bid
turn seat:s done:S?
draw seat:s
sort seat:s
point seat:s
rain seat:s colour:s
shelter colour:s strength:i
wash colour:s strength:i
score
""",
    "moss": """
creep
""",
    "living-planet": """
shuffle-decks
begin-turn number:i
column number:i
call-production
call-actions seat:s
end-turn number:i
select-cards
reveal-others
recover-only seat:s
lead seat:s arranged:b? chosen:b?
fate colour:s row:R
change-die colour:s
produce seat:s
call-early seat:s
act seat:s taken:S?
draw-hexes seat:s count:i
lay-hex seat:s
put-back seat:s
bury-hexes seat:s
draw-market seat:s count:i
deal seat:s volume:i
cataclysm colour:s
unleash colour:s hexes:S
trigger seat:s colour:s hexes:S
protect colour:s hexes:S
tornado hex:s by:s safe:S?
geyser hex:s by:s safe:S?
earthquake hex:s by:s safe:S?
take-damage hex:s safe:S?
hurt-outside hex:s kind:s
exhaust seat:s
score
""",
}
CELL = form(r"(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)")
TILE = Loose(
    edges=form(r"[A-Z]{6}"),
    spots=(listed(text), []),
    dice=(table(form(r"(red|blue|yellow|green)[1-6]"), text), {}),
    traits=(listed(text), []),
    players=(number(0, 2**53), 0),
    deck=(text, NONE),
    grounds=(listed(text), []),
    zones=(table(form(r"[A-Z][A-Z0-9]{0,3}"), any_object), {}),
    beside=(listed(listed(text)), []),
)
FORMS: dict[str, tuple[Check, Any]] = {
    "s": (text, ""),
    "i": (integer, 0),
    "b": (truth, False),
    "R": (one_of("A", "B", "C"), ""),
    "S": (listed(text), []),
    "I": (listed(integer), []),
    "M": (table(text, integer), {}),
    "O": (table(text, listed(integer)), {}),
    "T": (table(text, TILE), {}),
    "E": (listed(any_object), []),
    "X": (lambda value: None, NONE),
}
OTHER_DEFAULTS = {("team-arrived", "kind"): NONE, ("start-laid", "at"): "0,0"}


def forms(rows: str, mark: str) -> dict[str, Record]:
    """The forms of events or steps, by their names."""
    found = {}
    for row in rows.split("\n"):
        name, *fields = row.split() or [""]
        shape: dict[str, Any] = {mark: text}
        for field in fields:
            key, kind = field.rstrip("?").split(":")
            check, default = FORMS[kind]
            default = OTHER_DEFAULTS.get((name, key), default)
            shape[key] = (check, default) if field.endswith("?") else check
        found[name] = Loose(**shape)
    found.pop("")
    return found


def modules(genesis: dict[str, Any]) -> list[str]:
    """The game and its expansions."""
    names = [genesis["rules"], *genesis["expansions"]]
    known = {"pebbles": {"moss"}, "living-planet": set()}
    if names[0] not in known or set(names[1:]) - known[names[0]] or len(set(names)) != len(names):
        raise Unreadable("other rules")
    return names


def event_forms(genesis: dict[str, Any]) -> dict[str, Record]:
    """All events that may happen in a game."""
    rows = {"pebbles": PEBBLES, "moss": MOSS, "living-planet": PLANET}
    return forms(KERNEL + "".join(rows[name] for name in modules(genesis)), "event")


def step_forms(genesis: dict[str, Any]) -> dict[str, Record]:
    """All steps that an agenda may hold."""
    return forms("".join(STEPS[name] for name in modules(genesis)), "step")


def named(value: dict[str, Any], mark: str, shapes: dict[str, Record]) -> None:
    """An event or a step of its form."""
    need(isinstance(value.get(mark), str) and value[mark] in shapes, f"an unknown {mark}")
    shapes[value[mark]](value)


COMPONENTS: dict[str, dict[str, dict[str, Any]]] = {
    "kernel": {
        "roster": {"seats": [], "resigned": [], "stopping": [], "silent": {}},
        "agenda": {"steps": [], "over": False},
    },
    "pebbles": {
        "path": {"laid": {}, "row": [], "sheltered": []},
        "supply": {"coins": 24, "bag": 0, "hands": {}},
        "round": {"number": 0, "turns": []},
        "pebbles-options": {"rounds": 4},
    },
    "moss": {"moss": {"grown": []}},
    "living-planet": {
        "map": {"hexes": {}, "buildings": {}, "teams": {}},
        "hex-set": {"tiles": {}},
        "bank": {"cubes": {}, "prices": {}, "money": 0},
        "track": {"spots": [], "removed": []},
        "turn": {
            "number": 0,
            "leader": "",
            "dice": {},
            "order": [],
            "column": 0,
            "effect": 0,
            "double": "",
            "fate": {},
        },
        "piles": {
            "hexes": 0,
            "market": 0,
            "discard": 0,
            "top": "",
            "hands": {},
            "played": {},
            "recovered": {},
            "reshuffles": 0,
        },
        "open-purses": {"money": {}, "cubes": {}},
        "living-planet-options": {},
    },
}
EDITIONS = {
    "market_deck": ("en25", "fr", "en25", "en25"),
    "repair": ("construct", "construct", "construct", "free"),
    "repair_scope": ("any", "any", "factory", "any"),
    "card3": ("actions", "production", "actions", "actions"),
    "card4_scope": ("action", "transaction", "action", "action"),
    "special_limit": (0, 0, 0, 1),
    "wounded_controls": (False, True, True, False),
    "protection": ({}, {}, {}, {"cost": 1, "range": 1}),
}
EDITION_NAMES = ("merged", "fr", "en", "published-like")
OPTIONS: dict[str, Any] = {
    "edition": "merged",
    "start_tile": "auto",
    "first_leader": "random",
    "hex_deck": 24,
    "hex_set": "standard",
    "building_set": "std11",
    "factory_values": "1to6",
    "card5_scope": "any",
    "bank_mc": 0,
    "office_cost": 5,
    "office_bonus": 2,
    "screens": "closed",
    "reselect": True,
    "show_played": True,
    "double_shortage": "once",
    "production": "mandatory",
    "direct_entry": True,
    "scientist_limit": "one-edge",
    "start_spots": "closed",
    "crash_on": "any-rise",
    "card1_vs_fate": "leader-first",
    "exhaust_empty": "advance",
    "extinction_end": False,
    "colony_vp": 0,
    "npc_redeck": "shuffle",
}
RESOURCES = ("oil", "vibranium", "electricity", "iron", "mycelium")
INNER = {
    "hexes": Record(at=text, turn=(integer, 0), nth=(integer, 0)),
    "buildings": Record(kind=text, tile=(text, ""), value=(integer, 0), chip=(text, "")),
    "teams": Record(seat=text, place=text, kind=(text, NONE), wounded=(truth, False)),
    "tiles": TILE,
}
Event = dict[str, Any]


def out(items: list[Any], item: Any) -> None:
    """Take the first such item out; it must be there."""
    need(item in items, "something is not there")
    items.remove(item)


def there(items: dict[str, Any], key: str) -> Any:
    """A member that must be there."""
    need(key in items, "something is not there")
    return items[key]


class Table:
    """The public part of a position, as the events make it."""

    def __init__(self, genesis: dict[str, Any]) -> None:
        """The table before the first event."""
        self.genesis, self.steps = genesis, step_forms(genesis)
        self.options = genesis["options"].get(genesis["rules"], {})
        self.now: dict[str, dict[str, Any]] = {}
        for name in ["kernel", *modules(genesis)]:
            self.now |= json.loads(json.dumps(COMPONENTS[name]))
        self.usual = json.loads(json.dumps(self.now))
        self.now["roster"]["seats"] = [seat["id"] for seat in genesis["seats"]]
        own = f"{genesis['rules']}-options"
        self.now[own] = {**self.now[own], **self.options}
        if genesis["rules"] == "living-planet":
            self.usual[own] = {name: value for name, value in OPTIONS.items() if name != "first_leader"}

    def __getitem__(self, name: str) -> dict[str, Any]:
        """A component."""
        return self.now[name]

    def add(self, component: str, field: str, count: int) -> None:
        """Add to a number."""
        self.now[component][field] += count

    def apply(self, event: Event) -> None:
        """What one event does."""
        change = CHANGES.get(event["event"])
        if change:
            change(self, event)

    def written(self) -> dict[str, Any]:
        """The table as the state has it."""
        kept: dict[str, Any] = {}
        for name, fields in self.now.items():
            usual = self.usual[name]
            found = {
                key: shaped(key, item) for key, item in fields.items() if key not in usual or not same(item, usual[key])
            }
            if found:
                kept[name] = found
        return kept

    def phase(self) -> int:
        """The number of the round or turn."""
        return self.now["round" if "round" in self.now else "turn"]["number"]

    def purse(self, seat: str, money: int) -> None:
        """Money of a seat, where purses are open."""
        if self.options.get("screens") == "open":
            purses = self["open-purses"]["money"]
            purses[seat] = purses.get(seat, 0) + money

    def stock(self, seat: str, resource: str, count: int) -> None:
        """Cubes of a seat, where purses are open."""
        if self.options.get("screens") == "open":
            cubes = self["open-purses"]["cubes"]
            cubes[f"{seat}.{resource}"] = cubes.get(f"{seat}.{resource}", 0) + count

    def cubes(self, resource: str, count: int) -> None:
        """Cubes of the bank."""
        cubes = self["bank"]["cubes"]
        cubes[resource] = there(cubes, resource) + count

    def hand(self, component: str, seat: str, count: int) -> None:
        """Cards or pebbles in a hand, which must be there."""
        hands = self[component]["hands"]
        hands[seat] = there(hands, seat) + count


def shaped(field: str, value: Any) -> Any:
    """A field of the table with its inner objects written."""
    if field in INNER and isinstance(value, dict):
        return {name: INNER[field].written(item) for name, item in value.items()}
    return value


def on_stopped(table: Table, event: Event) -> None:
    """The agenda is another one from some place on."""
    agenda = table["agenda"]
    need(event["keep"] >= 0, "a negative number of steps")
    steps = [table.steps[step["step"]].written(step) for step in event["steps"]]
    agenda["steps"] = agenda["steps"][: event["keep"]] + steps


def on_ended(table: Table, event: Event) -> None:
    """The game is over."""
    table["agenda"]["over"] = True


def on_resigned(table: Table, event: Event) -> None:
    """A seat gives up."""
    table["roster"]["resigned"].append(event["seat"])


def on_silent(table: Table, event: Event) -> None:
    """Seats that do not answer."""
    table["roster"]["silent"].update(dict.fromkeys(event["seats"], event["phase"]))


def on_returned(table: Table, event: Event) -> None:
    """A seat answers again."""
    there(table["roster"]["silent"], event["seat"])
    del table["roster"]["silent"][event["seat"]]


def on_replaced(table: Table, event: Event) -> None:
    """Somebody else sits there."""
    roster = table["roster"]
    if event["seat"] in roster["stopping"]:
        roster["stopping"].remove(event["seat"])
    roster["silent"].pop(event["seat"], None)


def on_stop_agreed(table: Table, event: Event) -> None:
    """A seat wants to stop."""
    table["roster"]["stopping"].append(event["seat"])


def on_stop_withdrawn(table: Table, event: Event) -> None:
    """A seat wants to go on."""
    out(table["roster"]["stopping"], event["seat"])


def on_bag_filled(table: Table, event: Event) -> None:
    """The bag is full."""
    table["supply"]["bag"] = event["count"]


def on_dealt(table: Table, event: Event) -> None:
    """A first hand."""
    table.add("supply", "bag", -event["count"])
    table["supply"]["hands"][event["seat"]] = event["count"]


def on_round_began(table: Table, event: Event) -> None:
    """A round."""
    table["round"]["number"] = event["number"]
    table["path"]["sheltered"] = []


def on_turns_set(table: Table, event: Event) -> None:
    """The order of play."""
    table["round"]["turns"] = event["seats"]


def on_coins_paid(table: Table, event: Event) -> None:
    """Coins go to the supply."""
    table.add("supply", "coins", event["coins"])


def on_coins_taken(table: Table, event: Event) -> None:
    """Coins come from the supply."""
    table.add("supply", "coins", -event["coins"])


def on_dug(table: Table, event: Event) -> None:
    """Pebbles come from the bag."""
    table.add("supply", "bag", -event["count"])
    table.hand("supply", event["seat"], event["count"])


def on_kept(table: Table, event: Event) -> None:
    """Pebbles go back to the bag."""
    table.add("supply", "bag", event["count"])
    table.hand("supply", event["seat"], -event["count"])


def on_laid(table: Table, event: Event) -> None:
    """A pebble on the path."""
    table["path"]["laid"][event["pebble"]] = event["seat"]
    table["path"]["row"].append(event["pebble"])
    table.hand("supply", event["seat"], -1)


def on_sold(table: Table, event: Event) -> None:
    """A pebble goes back to the bag."""
    table.add("supply", "bag", 1)
    table.hand("supply", event["seat"], -1)


def on_sheltered(table: Table, event: Event) -> None:
    """A pebble is safe."""
    table["path"]["sheltered"].append(event["pebble"])


def on_washed(table: Table, event: Event) -> None:
    """Pebbles leave the path."""
    table.add("supply", "bag", len(event["pebbles"]))
    for pebble in event["pebbles"]:
        there(table["path"]["laid"], pebble)
        del table["path"]["laid"][pebble]
        out(table["path"]["row"], pebble)


def on_moss_grew(table: Table, event: Event) -> None:
    """Moss on pebbles."""
    table["moss"]["grown"].extend(event["pebbles"])


def on_moss_lost(table: Table, event: Event) -> None:
    """No moss any more."""
    for pebble in event["pebbles"]:
        out(table["moss"]["grown"], pebble)


def on_paid(table: Table, event: Event) -> None:
    """Money to the bank."""
    table.add("bank", "money", event["amount"])
    table.purse(event["seat"], -event["amount"])


def on_earned(table: Table, event: Event) -> None:
    """Money from the bank."""
    table.add("bank", "money", -event["amount"])
    table.purse(event["seat"], event["amount"])


def on_cubes_spent(table: Table, event: Event) -> None:
    """Cubes to the bank."""
    table.cubes(event["resource"], event["count"])
    table.stock(event["seat"], event["resource"], -event["count"])


def on_team_arrived(table: Table, event: Event) -> None:
    """A team on the map."""
    need(len(event["place"]) <= 24, "a place that is too long")
    table["map"]["teams"][event["team"]] = {key: event[key] for key in ("seat", "place", "kind") if key in event}


def on_team_moved(table: Table, event: Event) -> None:
    """A team elsewhere."""
    need(len(event["place"]) <= 24, "a place that is too long")
    there(table["map"]["teams"], event["team"])["place"] = event["place"]


def on_team_wounded(table: Table, event: Event) -> None:
    """A team is hurt."""
    there(table["map"]["teams"], event["team"])["wounded"] = True


def on_team_healed(table: Table, event: Event) -> None:
    """A team is well again."""
    there(table["map"]["teams"], event["team"])["wounded"] = False


def on_team_lost(table: Table, event: Event) -> None:
    """A team is gone."""
    there(table["map"]["teams"], event["team"])
    del table["map"]["teams"][event["team"]]


def on_chip_placed(table: Table, event: Event) -> None:
    """A building has an owner."""
    there(table["map"]["buildings"], event["place"])["chip"] = event["seat"]


def on_chip_lost(table: Table, event: Event) -> None:
    """A building has none."""
    there(table["map"]["buildings"], event["place"])["chip"] = ""


def on_die_set(table: Table, event: Event) -> None:
    """A die shows something."""
    table["turn"]["dice"][event["colour"]] = event["value"]


def on_options_settled(table: Table, event: Event) -> None:
    """What nobody chose is as in the edition."""
    place = EDITION_NAMES.index(table.options.get("edition", "merged"))
    own = table["living-planet-options"]
    for name, values in EDITIONS.items():
        own.setdefault(name, values[place])


def on_start_laid(table: Table, event: Event) -> None:
    """The first hex."""
    CELL(event.get("at", "0,0"))
    table["map"]["hexes"][event["hex"]] = {"at": event.get("at", "0,0")}


def on_hexes_made(table: Table, event: Event) -> None:
    """Hexes of this game only."""
    table["hex-set"]["tiles"] = event["tiles"]


def on_colony_founded(table: Table, event: Event) -> None:
    """The colony of a seat."""
    colony = {"kind": "colony", "tile": f"colony-{event['seat']}", "value": 6, "chip": event["seat"]}
    table["map"]["buildings"][event["place"]] = colony


def on_bank_filled(table: Table, event: Event) -> None:
    """The bank at the start."""
    prices = dict.fromkeys(event["cubes"], event["price"])
    table.now["bank"] = {"cubes": dict(event["cubes"]), "prices": prices, "money": event["money"]}


def on_equipped(table: Table, event: Event) -> None:
    """A seat at the start."""
    seat, goods = event["seat"], event.get("goods", {})
    table.add("bank", "money", -event["money"])
    table["piles"]["hands"][seat] = 6
    table.purse(seat, event["money"])
    for resource in RESOURCES:
        table.cubes(resource, -goods.get(resource, 0))
        table.stock(seat, resource, goods.get(resource, 0))


def on_decks_shuffled(table: Table, event: Event) -> None:
    """The piles at the start."""
    need(len(event["sizes"]) == 2, "not two sizes")
    table["piles"]["hexes"], table["piles"]["market"] = event["sizes"]


def on_leader_chosen(table: Table, event: Event) -> None:
    """Who leads."""
    table["turn"]["leader"] = event["seat"]


def on_turn_began(table: Table, event: Event) -> None:
    """A turn."""
    fresh = {"number": event["number"], "leader": event["leader"], "dice": {}, "order": []}
    table["turn"].update(fresh | {"column": 0, "effect": 0, "double": ""})


def on_column_began(table: Table, event: Event) -> None:
    """A column of the turn."""
    table["turn"]["column"] = event["column"]


def on_hand_refilled(table: Table, event: Event) -> None:
    """A hand is full again."""
    piles = table["piles"]
    piles["hands"][event["seat"]] = 6
    piles["played"][event["seat"]] = []
    piles["recovered"].pop(event["seat"], None)


def played(table: Table, who: str, card: int) -> None:
    """A card that was played."""
    table["turn"]["dice"][who] = card
    pile = table["piles"]["played"]
    pile[who] = [*(pile.get(who, []) if table.options.get("show_played", True) else []), card]


def on_card_revealed(table: Table, event: Event) -> None:
    """A seat's card."""
    table.hand("piles", event["seat"], -1)
    played(table, event["seat"], event["card"])


def on_other_revealed(table: Table, event: Event) -> None:
    """A card of a colour without a seat."""
    played(table, event["colour"], event["card"])


def on_other_shuffled(table: Table, event: Event) -> None:
    """New cards of a colour without a seat."""
    table["piles"]["played"][event["colour"]] = []


def on_effect_began(table: Table, event: Event) -> None:
    """An effect of a card."""
    table["turn"]["effect"] = event["card"]


def on_dice_arranged(table: Table, event: Event) -> None:
    """The order of the dice."""
    table["turn"]["order"] = event["dice"]


def on_doubled(table: Table, event: Event) -> None:
    """A resource comes twice."""
    table["turn"]["double"] = event["resource"]


def on_resource_removed(table: Table, event: Event) -> None:
    """A cube leaves the game."""
    table.cubes(event["resource"], -1)
    table["track"]["removed"].append(event["resource"])


def on_card_recovered(table: Table, event: Event) -> None:
    """A card comes back to a hand."""
    table.hand("piles", event["seat"], 1)
    recovered = table["piles"]["recovered"]
    recovered[event["seat"]] = recovered.get(event["seat"], 0) + 1


def on_fate_used(table: Table, event: Event) -> None:
    """A fate is gone."""
    there(table["turn"]["fate"], event["seat"])
    del table["turn"]["fate"][event["seat"]]


def on_effect_used(table: Table, event: Event) -> None:
    """No effect any more."""
    table["turn"]["effect"] = 0


def on_produced(table: Table, event: Event) -> None:
    """Cubes from the bank."""
    table.cubes(event["resource"], -event["count"])
    table.stock(event["seat"], event["resource"], event["count"])


def on_fate_taken(table: Table, event: Event) -> None:
    """A fate is kept."""
    table["turn"]["fate"][event["seat"]] = table["turn"]["number"]


def on_hexes_drawn(table: Table, event: Event) -> None:
    """Hexes from the pile."""
    table.add("piles", "hexes", -event["count"])


def on_hex_placed(table: Table, event: Event) -> None:
    """A hex on the map."""
    CELL(event["at"])
    hexes = table["map"]["hexes"]
    hexes[event["hex"]] = {"at": event["at"], "turn": event.get("turn", 0), "nth": len(hexes)}


def on_hexes_returned(table: Table, event: Event) -> None:
    """Hexes to the pile."""
    table.add("piles", "hexes", event["count"])


def on_built(table: Table, event: Event) -> None:
    """A building."""
    building = {"kind": event["building"], "tile": event["tile"], "value": event.get("value", 0)}
    table["map"]["buildings"][event["place"]] = building


def on_price(table: Table, event: Event) -> None:
    """Another price."""
    table["bank"]["prices"][event["resource"]] = event["price"]


def on_cubes_bought(table: Table, event: Event) -> None:
    """Cubes for money."""
    table.cubes(event["resource"], -event["count"])
    table.add("bank", "money", event["money"])
    table.stock(event["seat"], event["resource"], event["count"])
    table.purse(event["seat"], -event["money"])


def on_cubes_sold(table: Table, event: Event) -> None:
    """Money for cubes."""
    table.cubes(event["resource"], event["count"])
    table.add("bank", "money", -event["money"])
    table.stock(event["seat"], event["resource"], -event["count"])
    table.purse(event["seat"], event["money"])


def on_market_drawn(table: Table, event: Event) -> None:
    """Cards from the market."""
    table.add("piles", "market", -event["count"])


def on_market_shuffled(table: Table, event: Event) -> None:
    """The market's discards are a pile again."""
    table.add("piles", "market", event["count"])
    table.add("piles", "reshuffles", 1)
    table["piles"].update({"discard": 0, "top": ""})


def on_card_chosen(table: Table, event: Event) -> None:
    """A market card is used."""
    table.add("piles", "discard", event["count"])
    table["piles"]["top"] = event["card"]


def on_building_lost(table: Table, event: Event) -> None:
    """A building is gone."""
    there(table["map"]["buildings"], event["place"])
    del table["map"]["buildings"][event["place"]]


def on_exhausted(table: Table, event: Event) -> None:
    """A cube on the track."""
    table.cubes(event["resource"], -1)
    table["track"]["spots"].append(event["resource"])


def on_nothing_exhausted(table: Table, event: Event) -> None:
    """An empty spot on the track."""
    table["track"]["spots"].append("")


CHANGES: dict[str, Callable[[Table, Event], None]] = {
    name[3:].replace("_", "-"): change for name, change in list(globals().items()) if name.startswith("on_")
}
CHANGES["price-moved"] = CHANGES["crashed"] = CHANGES.pop("price")


# Draws: section 7.


def sha512(*parts: bytes) -> bytes:
    """SHA-512 of some bytes."""
    return hashlib.sha512(b"".join(parts)).digest()


def to_curve(public: bytes, alpha: bytes) -> Point:
    """The point that a key and a text give."""
    for count in range(256):
        raw = sha512(b"\x03\x01", public, alpha, bytes([count]), b"\x00")[:32]
        point = decode(raw)
        if point is not None and not neutral(times(8, point)):
            return times(8, point)
    raise Wrong("no point")


@lru_cache(maxsize=1024)
def beta(public: bytes, alpha: str, proof: bytes) -> bytes | None:
    """The value of a proof, or nothing if it is false."""
    if len(proof) != 80 or not sound_point(public) or not sound_point(proof[:32]):
        return None
    c, s = int.from_bytes(proof[32:48], "little"), int.from_bytes(proof[48:], "little")
    gamma, key = decode(proof[:32]), decode(public)
    if not c or not 0 < s < L or gamma is None or key is None:
        return None
    h = to_curve(public, alpha.encode())
    u = plus(times(s, BASE), minus(times(c, key)))
    v = plus(times(s, h), minus(times(c, gamma)))
    points = (encode(h), encode(gamma), encode(u), encode(v))
    if sha512(b"\x03\x02", public, *points, b"\x00")[:16] != proof[32:48]:
        return None
    return sha512(b"\x03\x03", encode(times(8, gamma)), b"\x00")


class Stream:
    """The numbers of one label."""

    def __init__(self, root: bytes, label: str) -> None:
        """A fresh stream."""
        self.key, self.block, self.left = kdf(root, "rng/" + label), 0, []

    def word(self) -> int:
        """The next number of 32 bits."""
        if not self.left:
            raw = mac(self.key, self.block.to_bytes(8, "big"))
            self.left = [int.from_bytes(raw[at : at + 4], "big") for at in range(0, 32, 4)]
            self.block += 1
        return self.left.pop(0)

    def below(self, count: int) -> int:
        """A number below another."""
        while (word := self.word()) >= 2**32 - 2**32 % count:
            pass
        return word % count

    def shuffle(self, items: list[Any]) -> list[Any]:
        """The items in another order."""
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


UNKNOWN = object()
COLOURS = ("red", "blue", "yellow", "green")
GOODS = ("electricity", "iron", "mycelium", "oil", "vibranium")


def market_cards(deck: str) -> list[str]:
    """The ids of the market cards, ascending."""
    cards = []
    for goods in GOODS:
        low = ("-2", "-3") if deck == "fr" and goods in ("iron", "oil", "vibranium") else ("-1", "-2")
        cards += [goods + sign for sign in ("+1", "+2", "+3", *low)]
    return sorted(cards)


def fits(followed: list[Any], shown: list[Any]) -> bool:
    """Whether a pile is what is known of it."""
    return len(followed) == len(shown) and all(
        one is UNKNOWN or one == two for one, two in zip(followed, shown, strict=True)
    )


class PebbleDraws:
    """What was drawn in a game of pebbles."""

    def __init__(self, root: bytes, genesis: dict[str, Any]) -> None:
        """The bag at the start."""
        self.root, self.number = root, 0
        ids = [f"p{count:02d}" for count in range(1, 25)]
        if "moss" in genesis["expansions"]:
            ids += [f"m{count:02d}" for count in range(1, 7)]
        self.bag: list[Any] = Stream(root, "bag").shuffle(sorted(ids))

    def follow(self, event: Event) -> None:
        """One event."""
        name = event["event"]
        if name == "round-began":
            self.number = event["number"]
        elif name == "rained":
            drawn = 1 + Stream(self.root, f"rain/{self.number}").below(6)
            need(event["strength"] == drawn, "another rain was drawn")
        elif name in ("dealt", "dug"):
            del self.bag[: event["count"]]
        elif name == "kept":
            self.bag += [UNKNOWN] * event["count"]
        elif name == "sold":
            self.bag.append(event["pebble"])
        elif name == "washed":
            self.bag += event["pebbles"]

    def compare(self, box: dict[str, Any]) -> None:
        """What the drawer holds at the end."""
        need(fits(self.bag, box.get("bag", {}).get("pebbles", [])), "the bag is another one")


class PlanetDraws:
    """What was drawn in a game of Living Planet."""

    def __init__(self, root: bytes, genesis: dict[str, Any]) -> None:
        """The decks at the start."""
        self.root, self.number, self.seats = root, 0, [seat["id"] for seat in genesis["seats"]]
        self.options = genesis["options"].get("living-planet", {})
        self.standard = "pack" not in genesis
        others = [colour for colour in COLOURS if colour not in self.seats]
        self.others = {colour: Stream(root, f"deck/planet/{colour}/1").shuffle([1, 2, 3, 4, 5, 6]) for colour in others}
        self.first = True
        skipped = {"H04", "H12", "H20"} if self.options.get("hex_deck") == 21 else set()
        hexes = sorted({f"H{count:02d}" for count in range(1, 25)} - skipped)
        self.hexes: list[Any] = Stream(root, "deck/hexes").shuffle(hexes)
        edition = EDITION_NAMES.index(self.options.get("edition", "merged"))
        cards = market_cards(self.options.get("market_deck", EDITIONS["market_deck"][edition]))
        self.market: list[Any] = Stream(root, "deck/market").shuffle(cards)

    def follow(self, event: Event) -> None:
        """One event."""
        name = event["event"]
        if name == "turn-began":
            self.number = event["number"]
        elif name == "leader-chosen":
            self.leader(event["seat"])
        elif name == "other-revealed":
            self.reveal(event["colour"], event["card"])
        elif name == "other-shuffled" and self.number > 1:
            label = f"deck/planet/{event['colour']}/{self.number}"
            self.others[event["colour"]] = Stream(self.root, label).shuffle([1, 2, 3, 4, 5, 6])
        elif name == "hexes-drawn":
            del self.hexes[: event["count"]]
        elif name == "hexes-returned":
            self.hexes += [UNKNOWN] * event["count"]
        elif name == "market-drawn":
            del self.market[: event["count"]]
        elif name == "market-shuffled":
            self.market += [UNKNOWN] * event["count"]

    def leader(self, seat: str) -> None:
        """The first leader is drawn, unless an option says who."""
        if self.first and self.options.get("first_leader", "random") == "random":
            drawn = self.seats[Stream(self.root, "first-leader").below(len(self.seats))]
            need(seat == drawn, "another leader was drawn")
        self.first = False

    def reveal(self, colour: str, card: int) -> None:
        """The front card, which then goes to the end."""
        cards = self.others[colour]
        need(cards[0] == card, "another card was drawn")
        self.others[colour] = [*cards[1:], card]

    def compare(self, box: dict[str, Any]) -> None:
        """What the drawer holds at the end."""
        decks = box.get("decks", {})
        need(same(self.others, decks.get("others", {})), "the cards of the others are not these")
        if self.standard:
            need(fits(self.hexes, decks.get("hexes", [])), "the hexes are not these")
            need(fits(self.market, decks.get("market", [])), "the market is not this one")


# Seals: sections 2.3 and 2.5.


def pair_of(own: bytes, other: str, game: str, referee: str, seat: str) -> bytes:
    """What two keys have in common."""
    shared = X25519PrivateKey.from_private_bytes(own).exchange(X25519PublicKey.from_public_bytes(unbase(other)))
    return mac(hashlib.sha256(lp("lpbe/v2", "box", game, unbase(referee), unbase(seat))).digest(), shared)


def public_half(secret: bytes) -> str:
    """The public half of a sealing secret."""
    return base64.b64encode(X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()).decode()


def unseal(pair: bytes, info: bytes, size: int, sealed: str) -> Any:
    """The value in a seal."""
    raw = unbase(sealed)
    need(len(raw) == size + 48, "a seal of another size")
    siv, box = raw[:32], raw[32:]
    try:
        padded = ChaCha20Poly1305(kdf(pair, "box-key", siv, info)).decrypt(bytes(12), box, None)
    except InvalidTag:
        raise Wrong("a seal does not open") from None
    need(siv == mac(kdf(pair, "box-siv"), lp(info, padded)), "a seal of another text")
    body = padded.rstrip(b"\x00")
    need(body.endswith(b"\x80"), "a seal without its padding")
    value = read_json(body[:-1])
    need(jcs(value) == body[:-1], "a seal that is not canonical")
    return value


# Level 0 of a game file: section 9.1, points 1 to 3.


def check_file(game: dict[str, Any]) -> None:
    """A game file agrees with itself."""
    genesis, state, last = game["genesis"], game["state"], game["last"]
    secret = genesis["trust"] == "referee"
    for name in ("referee", "seed_commit", "sizes"):
        need((name in genesis) == secret, "a genesis of another trust")
    need(("seed" in genesis) != secret, "a genesis of another trust")
    need("seals" in state or not secret, "no seals")
    need(("drawer" in state) == secret and not ("clear" in state and secret), "a state of another trust")
    need("clear" in state or secret, "nothing in clear")
    need(secret or "seals" not in state, "seals in an open game")
    ids = [seat["id"] for seat in genesis["seats"]]
    need(len(set(ids)) == len(ids), "one seat twice")
    need(ids == [seat["id"] for seat in state["seats"]], "other seats")
    head = last["head"]
    need(game_id(genesis) == state["game"] == head["game"], "another game")
    need(state["seq"] == head["seq"], "another step")
    need(head["state"] == tagged("state", jcs(state)), "another state")
    check_entry(last)
    need("genesis" not in last and ("order" in last) == (head["seq"] > 0), "a strange last entry")
    need(head["seq"] > 0 or "sig" not in last, "a strange last entry")
    if secret:
        check_referee(game)
    else:
        need("sig" not in game and "head_sig" not in last, "a signature in an open game")


def check_entry(entry: dict[str, Any]) -> None:
    """An entry agrees with its head."""
    head = entry["head"]
    need(head["public"] == tagged("public", jcs(entry["public"])), "another public part")
    need(("order" in entry) == ("order" in head), "a letter that the head does not name")
    need("order" not in entry or head["order"] == order_id(entry["order"]), "another letter")


def check_referee(game: dict[str, Any]) -> None:
    """The referee's keys, signatures and seals."""
    genesis, state, last = game["genesis"], game["state"], game["last"]
    sound_keys(genesis["referee"]["sign"], genesis["referee"]["seal"])
    need(signed(genesis["referee"]["sign"], "lpbe-genesis-v2", jcs(genesis), game.get("sig")), "a genesis unsigned")
    keys = game_keys(genesis, {"handovers": state.get("handovers", [])})
    for item in keys:
        sound_keys(item["sign"], item["seal"])
    by = keys[-1]
    if last.get("order", {}).get("kind") == "handover":
        need(len(keys) > 1 and same(state["handovers"][-1]["order"], last["order"]), "a handover that is not kept")
        by = keys[-2]
    need(signed(by["sign"], "lpbe-head-v2", jcs(last["head"]), last.get("head_sig")), "a head unsigned")
    sizes = genesis["sizes"]
    need(set(state["seals"]) == {seat["id"] for seat in state["seats"] if "seal" in seat}, "other views")
    need(all(len(unbase(seal)) == sizes["view"] + 48 for seal in state["seals"].values()), "a view of another size")
    need(len(unbase(state["drawer"])) == sizes["drawer"] + 48, "a drawer of another size")


# Level 0 of the log: points 4 to 6.


class Audit:
    """A walk through the log, which keeps what the secrets are compared with."""

    def __init__(self, game: dict[str, Any], entries: list[dict[str, Any]]) -> None:
        """Line 0."""
        self.game, self.genesis, first = game, game["genesis"], entries[0]
        self.id, self.secret = game_id(self.genesis), self.genesis["trust"] == "referee"
        self.entries = entries
        self.events, self.steps = event_forms(self.genesis), step_forms(self.genesis)
        self.letters: dict[str, dict[str, Any]] = {}
        self.replaced: set[str] = set()
        self.table: Table | None = None
        self.pairs: list[tuple[dict[str, Any], str, int]] = []
        self.proofs: dict[str, str] = {}
        self.draws: dict[str, str] = {}
        self.roster = ""
        self.first(first)
        self.readable(first)
        self.books = Books(self.genesis, first)
        self.fold(first)

    def first(self, entry: dict[str, Any]) -> None:
        """What must be so of line 0."""
        need("genesis" in entry and same(entry["genesis"], self.genesis), "another genesis")
        need(entry.get("sig") == self.game.get("sig"), "another signature of the genesis")
        need("order" not in entry and "order" not in entry["head"], "a letter at step 0")
        head = entry["head"]
        need(head["seq"] == 0 and head["prev"] == head["game"] == self.id, "a strange first head")
        check_entry(entry)
        self.time(head, None)
        if self.secret:
            need("events" not in entry["public"] and "openings" not in entry["public"], "something public at step 0")
            self.head_signed(entry, self.genesis["referee"]["sign"])
        else:
            need("head_sig" not in entry, "a signature in an open game")

    def head_signed(self, entry: dict[str, Any], key: str) -> None:
        """The referee signed this head."""
        need(signed(key, "lpbe-head-v2", jcs(entry["head"]), entry.get("head_sig")), "a head unsigned")

    def time(self, head: dict[str, Any], before: dict[str, Any] | None) -> None:
        """The clock runs where it must, and never backwards."""
        need(("at" in head) == ("pace" in self.genesis), "time where there is none, or none where there is")
        if "at" in head:
            moment(head["at"])
            need(before is None or before["at"] <= head["at"], "the clock runs backwards")

    def readable(self, entry: dict[str, Any]) -> None:
        """The events of an entry are of their forms."""
        for event in entry["public"].get("events", []):
            named(event, "event", self.events)
            for step in event["steps"] if event["event"] == "stopped" else []:
                named(step, "step", self.steps)

    def follow(self, entry: dict[str, Any], before: dict[str, Any]) -> None:
        """Each next line."""
        need("order" in entry and "genesis" not in entry, "a line without a letter")
        head, letter = entry["head"], entry["order"]
        need(head["seq"] == before["head"]["seq"] + 1 and head["game"] == self.id, "a line of another place")
        need(head["prev"] == head_id(before["head"]), "a broken chain")
        check_entry(entry)
        self.time(head, before["head"])
        if self.secret:
            self.head_signed(entry, self.books.referees()[-1]["sign"])
        else:
            need("head_sig" not in entry, "a signature in an open game")
        self.readable(entry)
        self.note(letter)
        window, waiting = self.books.window, list(self.books.window.get("waiting", []))
        self.books.phase = self.phase()
        self.no_bot(letter)
        self.books.step(entry)
        self.replacements(window)
        for opening in entry["public"].get("openings", []):
            opened(opening, self.letters, self.replaced)
        self.fold(entry)
        self.happened(entry, window["kind"])
        in_its_time(entry, window["kind"], waiting)
        self.shown(entry)

    def no_bot(self, letter: dict[str, Any]) -> None:
        """A bot answers, and neither writes other letters nor is ever silent."""
        bots = {seat["id"] for seat in self.books.state["seats"] if seat.get("held") not in (None, "mail")}
        need(letter["seat"] not in bots or letter["kind"] in ("join", "ready", "play"), "a letter of a bot")
        need(letter["kind"] != "timeout" or not bots & set(letter["args"]["seats"]), "a silent bot")

    def happened(self, entry: dict[str, Any], before: str) -> None:
        """The letter can have made these events."""
        letter, events = entry["order"], entry["public"].get("events", [])
        kind = self.books.window["kind"]
        need(not events or kind not in ("join", "ready"), "something happened before everybody was ready")
        for event in events:
            name = event["event"]
            need(name not in PRIVATE, "a private event")
            need(name not in CAUSES or CAUSES[name](self, letter, event), "an event that this letter cannot make")
            if name == "ended" and event.get("why") == "void":
                need(letter["kind"] == "timeout" and before in ("join", "ready"), "a void game that had started")
            if name == "ended" and event.get("why") == "agreed":
                need(self.agreed(), "not everybody agreed to stop")

    def agreed(self) -> bool:
        """Whether all who still play agree to stop."""
        roster = self.table["roster"] if self.table else {"resigned": [], "stopping": []}
        bots = [seat["id"] for seat in self.books.state["seats"] if (seat.get("held") or "").startswith("bot:")]
        play = set(self.books.everybody()) - set(roster["resigned"]) - set(bots)
        return bool(play) and play <= set(roster["stopping"])

    def shown(self, entry: dict[str, Any]) -> None:
        """Secrets are shown when it was promised, and not before."""
        over = self.books.window["kind"] == "over"
        promised = over and (self.genesis.get("disclose", True) or entry["order"]["kind"] == "disclose")
        need(promised == ("disclosed" in entry["public"]), "secrets at another time than promised")

    def of_seat(self, letter: dict[str, Any]) -> str | None:
        """The seat that a replacement or its endorsement is about."""
        return letter["args"]["seat"] if letter["kind"] == "replace" else self.endorsed

    def note(self, letter: dict[str, Any]) -> None:
        """Keep what openings and secrets will be compared with."""
        if letter["kind"] in ("play", "standing"):
            self.letters[order_id(letter)] = letter
            seal = self.books.seat(letter["seat"]).get("seal") or ""
            self.pairs.append((letter, seal, len(self.books.state["handovers"])))
        waits = self.books.replacement(letter["args"]["of"]) if letter["kind"] == "endorse" else None
        self.endorsed = waits["args"]["seat"] if waits else None
        if letter["kind"] == "ready":
            self.proofs[letter["seat"]] = letter["args"]["proof"]
            self.draws[letter["seat"]] = self.books.seat(letter["seat"])["draw"]
            self.roster = self.books.roster()
        self.accepted = {item["order"] for item in self.books.window.get("accepted", [])}

    def replacements(self, window: dict[str, Any]) -> None:
        """Letters that stood in the window and do so no more."""
        now = self.books.window
        if now["number"] == window["number"] and now["kind"] != "over":
            self.replaced |= self.accepted - {item["order"] for item in now.get("accepted", [])}

    def phase(self) -> int:
        """The phase before a step."""
        return self.table.phase() if self.table else self.books.window["number"]

    def fold(self, entry: dict[str, Any]) -> None:
        """Let the events change the table."""
        events = entry["public"].get("events", [])
        if self.table is None:
            void = any(event["event"] == "ended" and event.get("why") == "void" for event in events)
            if not events or void or self.books.window["kind"] in ("join", "ready"):
                return
            self.table = Table(self.genesis)
        for event in events:
            self.table.apply(event)

    def end(self) -> None:
        """The log comes to what the game file says."""
        state, last = self.game["state"], dict(self.entries[-1])
        need(len(self.entries) == state["seq"] + 1, "another number of steps")
        if state["seq"] == 0:
            last.pop("genesis")
            last.pop("sig", None)
        need(same(last, self.game["last"]), "another last line")
        books = {key: item for key, item in state.items() if key not in ("table", "seals", "drawer", "clear")}
        need(same(books, self.books.written()), "other books")
        need(same(state.get("table", {}), self.table.written() if self.table else {}), "another table")


PRIVATE = {"answered", "lapsed", "plan-filed", "plan-used", "plan-dropped", "unfit"}
PRIVATE |= {"policy-set", "drafted", "draft-dropped"}
Cause = Callable[[Audit, dict[str, Any], Event], bool]


def by_sender(*kinds: str, agree: bool | None = None) -> Cause:
    """An event that a letter of some kind makes of its own seat."""

    def run(audit: Audit, letter: dict[str, Any], event: Event) -> bool:
        fits = letter["kind"] in kinds and event["seat"] == letter["seat"]
        return fits and (agree is None or letter["args"]["agree"] == agree)

    return run


def in_its_time(entry: dict[str, Any], before: str, waiting: list[str]) -> None:
    """Nothing happens before everybody is ready, nor after the end."""
    letter, events = entry["order"], entry["public"].get("events", [])
    names = [event["event"] for event in events]
    need(not events or before != "over", "something happened after the end")
    if "ended" in names:
        need(set(names[names.index("ended") + 1 :]) <= {"stopped"}, "something happened behind the end")
    if before in ("join", "ready") and letter["kind"] == "timeout":
        need(names == ["ended"] and events[0].get("why") == "void", "a start that failed and did not end the game")
    elif before in ("join", "ready"):
        last = letter["kind"] == "ready" and waiting == [letter["seat"]]
        need(not events or last, "a game that began without everybody")


def by_timeout(audit: Audit, letter: dict[str, Any], event: Event) -> bool:
    """Seats are silent when their time is up."""
    if letter["kind"] != "timeout":
        return False
    return set(event["seats"]) <= set(letter["args"]["seats"]) and event["phase"] == letter["args"]["phase"]


def by_replacement(audit: Audit, letter: dict[str, Any], event: Event) -> bool:
    """A seat is given to another by a replacement or its endorsement."""
    return letter["kind"] in ("replace", "endorse") and event["seat"] == audit.of_seat(letter)


CAUSES: dict[str, Cause] = {
    "stop-agreed": by_sender("stop", agree=True),
    "stop-withdrawn": by_sender("stop", agree=False),
    "resigned": by_sender("resign"),
    "returned": by_sender("play", "standing"),
    "silent": by_timeout,
    "replaced": by_replacement,
}


def walk(game: dict[str, Any], entries: list[dict[str, Any]]) -> Audit:
    """Level 0 of a log."""
    audit = Audit(game, entries)
    for before, entry in pairwise(entries):
        audit.follow(entry, before)
    audit.end()
    return audit


# What the secrets show: section 9.3.


def check_secrets(audit: Audit) -> list[bytes]:
    """The secrets are those that genesis and handovers promised."""
    secrets = [bytes.fromhex(item) for item in audit.entries[-1]["public"].get("disclosed", [])]
    promised = [audit.genesis | {"seal": audit.genesis["referee"]["seal"]}]
    promised += [item["order"]["args"] for item in audit.books.state["handovers"]]
    need(len(secrets) == len(promised), "another number of secrets")
    for secret, promise in zip(secrets, promised, strict=True):
        need(tagged("seed-commit", secret) == promise["seed_commit"], "another secret")
        need(public_half(kdf(secret, "referee-seal")) == promise["seal"], "another sealing key")
    return secrets


def check_views(audit: Audit, secrets: list[bytes]) -> dict[str, Any]:
    """All seals of the game file open; what the drawer holds."""
    state, head, sizes = audit.game["state"], audit.entries[-1]["head"], audit.genesis["sizes"]
    handed = audit.entries[-1].get("order", {}).get("kind") == "handover"
    used = len(state.get("handovers", [])) - handed
    secret, public = secrets[used], audit.books.referees()[used]["seal"]
    place = (audit.id, head["seq"], head["prev"], head.get("order", ""))
    for seat in state["seats"]:
        if "seal" in seat:
            pair = pair_of(kdf(secret, "referee-seal"), seat["seal"], audit.id, public, seat["seal"])
            info = lp("view", *place, seat["id"])
            VIEW(unseal(pair, info, sizes["view"], state["seals"][seat["id"]]))
    inmost = unseal(kdf(secret, "drawer"), lp("drawer", *place), sizes["drawer"], state["drawer"])
    INMOST(inmost)
    return inmost


def letter_opens(letter: dict[str, Any], pair: bytes, size: int) -> Any:
    """What is sealed in a letter."""
    commits = [item["commit"] for item in letter["batch"] if item.get("order") == "sealed"]
    hidden = letter["hidden"]
    place = (letter["seat"], letter["kind"], letter["window"], letter["rev"], letter["seen"])
    info = lp("letter", letter["game"], *place, hidden["plans"], *commits)
    return unseal(pair, info, size, hidden["seal"])


def check_letter(letter: dict[str, Any], pair: bytes, size: int) -> None:
    """A letter's seal opens to what it committed to."""
    value = letter_opens(letter, pair, size)
    Record(draft=listed(any_object), plans=listed(any_object, 0, 4), v=listed(any_object))(value)
    places = [index for index, item in enumerate(letter["batch"]) if item.get("order") == "sealed"]
    need(len(places) == len(value["v"]), "another number of sealed orders")
    for index, item in zip(places, value["v"], strict=True):
        nonce = kdf(pair, "commit-nonce", *context(letter), index, letter["seen"], jcs(item))
        commit = tagged("commit", *context(letter), index, nonce, jcs(item))
        need(commit == letter["batch"][index]["commit"], "another order was sealed")
    plans = []
    for index, item in enumerate([*value["plans"], {}, {}, {}, {}][:4]):
        nonce = kdf(pair, "plan-nonce", *context(letter), index, letter["seen"], jcs(item))
        plans.append(tagged("plan", *context(letter), nonce, jcs(item)))
    need(letter["hidden"]["plans"] == tagged("plans", *sorted(plans)), "other plans were sealed")


def check_letters(audit: Audit, secrets: list[bytes]) -> None:
    """Every letter of the log opens, with the newest key that opens it."""
    keys = audit.books.referees()
    for letter, seat, used in audit.pairs:
        size = audit.genesis["sizes"]["letter" if letter["kind"] == "play" else "standing"]
        failure: Exception = Wrong("no key opens a letter")
        for place in range(used, -1, -1):
            pair = pair_of(kdf(secrets[place], "referee-seal"), seat, audit.id, keys[place]["seal"], seat)
            try:
                letter_opens(letter, pair, size)
            except Wrong as found:
                failure = found
                continue
            check_letter(letter, pair, size)
            break
        else:
            raise failure


def held_keys(secret: bytes, game: str, seat: str) -> dict[str, str]:
    """The keys of a seat that the referee holds."""
    seed = kdf(secret, "held", seat)
    sign, seal, derive = (kdf(seed, label, version="lpbe/v1") for label in ("sign", "seal", "derive"))
    signer = Ed25519PrivateKey.from_private_bytes(sign).public_key().public_bytes_raw()
    drawer = Ed25519PrivateKey.from_private_bytes(kdf(derive, "draw", game)).public_key().public_bytes_raw()
    return {
        "sign": base64.b64encode(signer).decode(),
        "seal": public_half(seal),
        "tie": kdf(derive, "tie", game, seat).hex(),
        "draw": base64.b64encode(drawer).decode(),
    }


def invited(secret: bytes, game: str, seat: str, args: dict[str, Any]) -> str:
    """The proof that somebody who joins has the invitation."""
    code = base64.b32encode(kdf(secret, "invite", seat))[:20]
    rest = {name: item for name, item in args.items() if name != "proof"}
    return kdf(code, "join", game, seat, jcs(rest)).hex()


def check_joins(audit: Audit, secrets: list[bytes]) -> None:
    """Held seats have the keys of the secret, invited ones showed their invitation."""
    specs = {spec["id"]: spec for spec in audit.genesis["seats"]}
    handed = 0
    for entry in audit.entries[1:]:
        letter = entry["order"]
        if letter["kind"] == "handover":
            handed += 1
            for seat, keys in letter["args"].get("held", {}).items():
                true = held_keys(secrets[handed], audit.id, seat)
                need(all(keys[name] == true[name] for name in keys), "a held seat with other keys")
        if letter["kind"] != "join":
            continue
        spec, args = specs[letter["seat"]], letter["args"]
        if "held" in spec:
            true = held_keys(secrets[0], audit.id, spec["id"])
            need(all(args[name] == true[name] for name in true), "a held seat with other keys")
        if spec.get("invite"):
            need(args.get("proof") == invited(secrets[0], audit.id, spec["id"], args), "a join without its invitation")


def check_draws(audit: Audit, root: bytes, box: dict[str, Any]) -> None:
    """All draws that can be told without the rules."""
    if "pack" in audit.genesis and audit.genesis["rules"] == "pebbles":
        return
    draws = (PebbleDraws if audit.genesis["rules"] == "pebbles" else PlanetDraws)(root, audit.genesis)
    for entry in audit.entries:
        for event in entry["public"].get("events", []):
            draws.follow(event)
    draws.compare(box)


def check_disclosed(audit: Audit) -> None:
    """Everything that the secrets show."""
    secrets = check_secrets(audit)
    inmost = check_views(audit, secrets)
    check_joins(audit, secrets)
    check_letters(audit, secrets)
    if audit.table is None:
        return
    betas = []
    for seat in audit.books.state["seats"]:
        betas.append(beta(unbase(audit.draws[seat["id"]]), audit.roster, unbase(audit.proofs[seat["id"]])))
        need(betas[-1], "a false draw")
    root = kdf(secrets[0], "rng-root", audit.id, audit.roster, *betas)
    need(inmost.get("root") == root.hex(), "another root")
    check_draws(audit, root, inmost.get("box", {}))


def check_open(audit: Audit) -> None:
    """The draws of an open game."""
    root = kdf(bytes.fromhex(audit.genesis["seed"]), "rng-root", audit.id)
    inmost = audit.game["state"].get("clear", {}).get("inmost", {})
    need(inmost.get("root") == root.hex(), "another root")
    check_draws(audit, root, inmost.get("box", {}))


# Receipts and the verdict.

REFUSAL = Record(order=DIGEST, head=DIGEST, code=form(r"E_[A-Z_]+"), reason=(blob, NONE))
RECEIPT = Record(format=TWO, game=DIGEST, seq=COUNT, head=DIGEST, refused=listed(REFUSAL, 0, 4096))


def read_receipt(path: Path, game: str, key: str) -> dict[str, Any] | None:
    """A receipt that counts, or nothing."""
    try:
        data = read_toml(path.read_bytes())
        Record(receipt=RECEIPT, sig=SIG)(data)
        receipt = data["receipt"]
        mine = receipt["game"] == game and receipt["seq"] == int(path.stem)
        return receipt if mine and signed(key, "lpbe-receipt-v2", jcs(receipt), data["sig"]) else None
    except (Wrong, Unreadable, OSError, ValueError):
        return None


def receipts(folder: Path, game: dict[str, Any]) -> list[dict[str, Any]]:
    """The receipts of a folder that count."""
    key = game_keys(game["genesis"], {"handovers": game["state"].get("handovers", [])})[-1]["sign"]
    paths = sorted((folder / "refused").glob("[0-9][0-9][0-9][0-9][0-9][0-9].toml"))
    found = [read_receipt(path, game["state"]["game"], key) for path in paths]
    return [receipt for receipt in found if receipt]


def check_receipts(folder: Path, game: dict[str, Any], heads: dict[int, str]) -> None:
    """No receipt knows a later step or another history."""
    for receipt in receipts(folder, game):
        need(receipt["seq"] <= game["state"]["seq"], "a receipt of a later step")
        need(heads.get(receipt["seq"], receipt["head"]) == receipt["head"], "a receipt of another history")
        whole = len(heads) > game["state"]["seq"]
        strange = {refusal["head"] for refusal in receipt["refused"]} - set(heads.values())
        need(not (whole and strange), "a refusal in another history")


def verify(folder: Path) -> str:
    """The verdict on a folder; raises where something is wrong."""
    game = read_game(folder)
    check_file(game)
    modules(game["genesis"])
    entries = read_log(folder)
    if game["genesis"]["trust"] == "referee":
        known = [*(entries or []), game["last"]]
        check_receipts(folder, game, {entry["head"]["seq"]: head_id(entry["head"]) for entry in known})
    if entries is None:
        return HOLDS
    unfinished = len(entries) == game["state"]["seq"]
    if unfinished:
        entries.append(game["last"])
    audit = walk(game, entries)
    if not audit.secret:
        check_open(audit)
    elif "disclosed" not in entries[-1]["public"]:
        return HOLDS
    else:
        check_disclosed(audit)
    return HOLDS if unfinished else VERIFIED


def judge(folder: Path | str) -> tuple[str, str]:
    """The verdict on a folder and why; never raises."""
    try:
        return verify(Path(folder)), ""
    except Wrong as wrong:
        return FALSE, str(wrong)
    except (Unreadable, OSError, UnicodeError, json.JSONDecodeError, tomllib.TOMLDecodeError) as unreadable:
        return UNREADABLE, str(unreadable)
    except Exception as failure:
        return FALSE, f"{type(failure).__name__}: {failure}"


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print(argument, *judge(argument))
