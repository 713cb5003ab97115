"""Write v1.json: the frozen answers of format 1, and its specification by example.

Run from the root of the checkout: python tests/vectors/make_v1.py
A change in the file means that games under way can no longer be verified.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from lpbe.kernel.base import canon
from lpbe.kernel.crypto import keys, seals, sodium, sshsig
from lpbe.kernel.play import chance as rng

FILE = Path(__file__).with_name("v1.json")

ABOUT = [
    "Known answers of lpbe, format 1. Each entry has one line 'what', its inputs 'in' and its outputs 'out'.",
    "Bytes are lower-case hexadecimal; a 'value' is a JSON value; ids, seats, kinds and labels are text.",
    "A part of a hash is {'text': ..} (its UTF-8), {'int': ..} (its decimal digits) or {'hex': ..} (the bytes).",
    "lp(p1, .., pn): for each part four bytes of length, most significant first, then the part.",
    "tagged(tag, p..): SHA-256 of lp('lpbe/v1', tag, p..).",
    "jcs(value): RFC 8785; only objects with ASCII keys, arrays, strings, booleans, integers below 2^53 in size.",
    "ident(tag, value): tagged(tag, jcs(value)) in hexadecimal.",
    "kdf(key, label, p..): 32 bytes of HKDF-Expand (RFC 5869, SHA-256) of key with info lp('lpbe/v1', label, p..).",
    "identity: kdf(seed, 'sign') is an Ed25519 seed, kdf(seed, 'seal') an X25519 key, kdf(seed, 'derive') a key.",
    "secret_line: prefix, then base32 without '=' of payload and check; the check is 3 bytes of the SHA-256 of",
    "'lpbe key v1' and payload; the payload is the seed or, locked, salt (16), nonce (24) and ciphertext (48).",
    "locked_key: Argon2id with 3 passes and 256 MiB, XChaCha20-Poly1305 with the prefix as associated data.",
    "game_secret: G = kdf(referee_seed, 'game', nonce); tagged('seed-commit', G); kdf(G, 'referee-seal') is an",
    "X25519 key; kdf(G, 'referee-eph'); a held seat has the seed kdf(G, 'held', seat); the invitation is the",
    "first 20 letters of the base32 of kdf(G, 'invite', seat), in groups of five.",
    "commitment: r = kdf(derive, 'commit-nonce', game, window, seat, kind, rev, index, seen, jcs(value)), then",
    "tagged('commit', game, window, seat, kind, rev, index, r, jcs(value)).",
    "order_info: lp('order-seal', game, window, seat, kind, rev, seen, commitments..).",
    "state_info: lp('state-seal', game, seq, prev, recipient).",
    "seal: RFC 9180 HPKE, base mode, X25519, HKDF-SHA256, ChaCha20-Poly1305, no associated data, of jcs(value)",
    "and 80 00 .. up to the size; ikmE = kdf(key, 'eph', recipient_public, info, SHA-256 of the padded text).",
    "sshsig: the format of ssh-keygen -Y sign, Ed25519, SHA-512.",
    "words: HMAC-SHA256 under kdf(root, 'rng/' + label) of a counter of 8 bytes from 0, cut into 32-bit words,",
    "most significant byte first. below: words from floor(2^32 / limit) * limit up are thrown away, then modulo.",
    "shuffled: for last = n-1 .. 1, swap item last with item below(last + 1), all from one stream.",
]

SEED = bytes(range(32))
OTHER = bytes(range(32, 64))
GAME = sha256(b"a game").hexdigest()
SEEN = sha256(b"a head").hexdigest()
PREV = sha256(b"the head before").hexdigest()
NONCE = "00112233445566778899aabbccddeeff"

PARTS: list[list[str | int | bytes]] = [
    [],
    [""],
    ["a", "bc"],
    ["ab", "c"],
    ["Élodie", 0, 12, -7, b"\x00\xff"],
    [1, "1", b"1"],
]

VALUES: list[Any] = [
    {},
    {"b": [1, 2, 3], "a": {"z": True, "y": False}, "B": "", "10": 10, "9": -9007199254740991},
    ['€ é \u0000\u001f\u007f\u2028 "\\/ \b\f\n\r\t 🎲', 9007199254740991],
]


def parts(values: list[str | int | bytes]) -> list[dict[str, str | int]]:
    return [named(value) for value in values]


def named(value: str | int | bytes) -> dict[str, str | int]:
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    return {"int": value} if isinstance(value, int) else {"text": value}


def entry(what: str, given: dict[str, Any], out: dict[str, Any]) -> dict[str, Any]:
    return {"what": what, "in": given, "out": out}


def hashes() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    yield (
        "lp",
        [
            entry(f"parts with their lengths: {len(row)}", {"parts": parts(row)}, {"hex": canon.lp(*row).hex()})
            for row in PARTS
        ],
    )
    yield (
        "tagged",
        [
            entry(
                f"a hash under a tag, parts: {len(row)}",
                {"tag": "example", "parts": parts(row)},
                {"hex": canon.tagged("example", *row).hex()},
            )
            for row in PARTS
        ],
    )
    yield (
        "jcs",
        [
            entry("canonical JSON as UTF-8", {"value": value}, {"hex": canon.jcs(value).hex()})
            for value in [*VALUES, "plain", True, 0]
        ],
    )
    yield (
        "ident",
        [
            entry(f"the id of a value as a {tag}", {"tag": tag, "value": value}, {"text": canon.ident(tag, value)})
            for tag in ("order", "state")
            for value in VALUES
        ],
    )
    yield (
        "kdf",
        [
            entry(
                f"a key derived under a label, parts: {len(row)}",
                {"key": SEED.hex(), "label": "example", "parts": parts(row)},
                {"hex": canon.kdf(SEED, "example", *row).hex()},
            )
            for row in PARTS
        ],
    )


def identities() -> list[dict[str, Any]]:
    out = []
    for seed, name, day in ((SEED, "alice", "2026-11-16"), (OTHER, "Zoé", "2026-12-01")):
        who = keys.Identity(seed)
        out.append(
            entry(
                "everything derived from the seed of one person, and the text of the key file",
                {"seed": seed.hex(), "name": name, "day": day},
                {
                    "sign_seed": canon.kdf(seed, "sign").hex(),
                    "sign_public": who.sign_public.hex(),
                    "seal_secret": who.seal_secret.hex(),
                    "seal_public": who.seal_public.hex(),
                    "derive": who.det.hex(),
                    "secret_line": keys.encode_line(keys.PLAIN, seed),
                    "public_line": keys.public_text(who),
                    "ssh_line": sshsig.public_line(who.sign_public),
                    "key_file": keys.key_text(who, name, day),
                },
            )
        )
    return out


def locked() -> list[dict[str, Any]]:
    fresh = bytes(range(100, 100 + keys.SALT + keys.NONCE))
    return [
        entry(
            "a secret line under a passphrase; fresh is salt and nonce",
            {"seed": SEED.hex(), "passphrase": "correct horse é", "fresh": fresh.hex()},
            {"secret_line": keys.lock(SEED, "correct horse é", fresh)},
        )
    ]


def secrets() -> list[dict[str, Any]]:
    game = keys.game_secret(SEED, NONCE)
    out = []
    for seat in ("red", "human-1"):
        held = game.held(seat)
        out.append(
            entry(
                "the secret of one game, its commitment, a seat the referee holds, and the invitation to that seat",
                {"referee_seed": SEED.hex(), "nonce": NONCE, "seat": seat},
                {
                    "secret": game.raw.hex(),
                    "commitment": game.commitment,
                    "seal_secret": game.seal_secret.hex(),
                    "seal_public": game.seal_public.hex(),
                    "ephemeral_key": game.eph.hex(),
                    "held_seed": held.seed.hex(),
                    "held_sign_public": held.sign_public.hex(),
                    "held_seal_public": held.seal_public.hex(),
                    "invitation": game.invitation(seat),
                },
            )
        )
    return out


def commitments() -> list[dict[str, Any]]:
    det = keys.Identity(SEED).det
    out = []
    for window, index, value in ((3, 0, {"card": 4}), (12, 1, {"hexes": ["h1", "h2"], "under": True})):
        nonce = seals.commit_nonce(det, GAME, window, "red", "play", 1, index, SEEN, value)
        given = {"game": GAME, "window": window, "seat": "red", "kind": "play", "rev": 1, "index": index}
        out.append(
            entry(
                "a hidden choice: its nonce by the player's derive key, and the public commitment to it",
                {"derive": det.hex(), **given, "seen": SEEN, "value": value},
                {
                    "nonce": nonce.hex(),
                    "commitment": seals.commitment(GAME, window, "red", "play", 1, index, nonce, value),
                },
            )
        )
    return out


def infos() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    order = []
    for commits in ([], ["aa" * 32], ["aa" * 32, "bb" * 32]):
        order.append(
            entry(
                f"the place of a seal in an order, commitments: {len(commits)}",
                {
                    "game": GAME,
                    "window": 3,
                    "seat": "red",
                    "kind": "play",
                    "rev": 2,
                    "seen": SEEN,
                    "commitments": commits,
                },
                {"hex": seals.letter_info(GAME, 3, "red", "play", 2, SEEN, commits).hex()},
            )
        )
    yield "order_info", order
    state = [
        entry(
            f"the place of the seal of {who} in a state",
            {"game": GAME, "seq": 41, "prev": PREV, "recipient": who},
            {"hex": seals.state_info(GAME, 41, PREV, who).hex()},
        )
        for who in ("red", "referee")
    ]
    yield "state_info", state


def sealed() -> list[dict[str, Any]]:
    key = keys.game_secret(SEED, NONCE).eph
    reader = keys.Identity(OTHER)
    out = []
    for size, value in ((256, {}), (256, {"hand": [1, 2, 3]}), (1024, {"hand": [1, 2, 3], "money": 12, "note": "é"})):
        info = seals.state_info(GAME, 41, PREV, "red")
        text = seals.pad(canon.jcs(value), size)
        material = canon.kdf(key, "eph", reader.seal_public, info, sha256(text).digest())
        out.append(
            entry(
                f"a value sealed in {size} bytes",
                {
                    "key": key.hex(),
                    "recipient_public": reader.seal_public.hex(),
                    "recipient_secret": reader.seal_secret.hex(),
                    "info": info.hex(),
                    "value": value,
                    "size": size,
                },
                {
                    "padded_sha256": sha256(text).hexdigest(),
                    "ephemeral_material": material.hex(),
                    "ephemeral_secret": seals.derive_secret(material).hex(),
                    "ephemeral_public": sodium.x25519_base(seals.derive_secret(material)).hex(),
                    "seal": seals.seal(key, reader.seal_public, info, value, size).hex(),
                },
            )
        )
    return out


def signatures() -> list[dict[str, Any]]:
    seed = canon.kdf(SEED, "sign")
    out = []
    for namespace in (sshsig.GENESIS, sshsig.ORDER, sshsig.HEAD, sshsig.REKEY):
        blob = sshsig.sign(seed, namespace, b'{"a":1}')
        out.append(
            entry(
                f"a message signed in the namespace {namespace}",
                {"sign_seed": seed.hex(), "namespace": namespace, "message": '{"a":1}'},
                {
                    "ssh_line": sshsig.public_line(sodium.sign_keypair(seed)[0]),
                    "signature": blob.hex(),
                    "armoured": sshsig.armour(blob),
                },
            )
        )
    return out


def draws() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    yield (
        "words",
        [
            entry(
                "the first twelve words of a label",
                {"root": root.hex(), "label": label},
                {"words": list(islice(rng.words(root, label), 12))},
            )
            for root in (SEED, OTHER)
            for label in ("deck/hexes", "dice/round-4/red/1")
        ],
    )
    below = []
    for label, limit in (("dice/round-4/red/1", 6), ("one", 1), ("wide", 65536), ("reject/38564", 65175)):
        stream = rng.words(SEED, label)
        below.append(
            entry(
                f"twelve numbers below {limit} from one stream",
                {"root": SEED.hex(), "label": label, "limit": limit},
                {"numbers": [rng.below(stream, limit) for _ in range(12)]},
            )
        )
    yield "below", below
    yield (
        "shuffled",
        [
            entry(
                f"a shuffle, items: {count}",
                {"root": SEED.hex(), "label": label, "items": list(range(count))},
                {"items": rng.Rng(SEED).shuffled(range(count), label)},
            )
            for label, count in (("deck/hexes", 24), ("deck/hexes/reshuffle/2", 24), ("deck/tiles", 58), ("few", 1))
        ],
    )


def build() -> dict[str, Any]:
    """The whole file as data."""
    return {
        "format": 1,
        "about": ABOUT,
        **dict(hashes()),
        "identity": identities(),
        "locked_key": locked(),
        "game_secret": secrets(),
        "commitment": commitments(),
        **dict(infos()),
        "seal": sealed(),
        "sshsig": signatures(),
        **dict(draws()),
    }


def text(data: dict[str, Any]) -> str:
    """One line a field, so that people can read it."""
    return "{\n" + ",\n".join(f"{json.dumps(name)}: {section(rows)}" for name, rows in data.items()) + "\n}\n"


def section(rows: Any) -> str:
    if not isinstance(rows, list):
        return json.dumps(rows)
    return "[\n" + ",\n".join(json.dumps(row) if isinstance(row, str) else lines(row) for row in rows) + "\n]"


def lines(row: dict[str, Any]) -> str:
    return " {" + ",\n  ".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in row.items()) + "}"


if __name__ == "__main__":
    FILE.write_text(text(build()))
