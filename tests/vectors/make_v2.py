"""Write v2.json: the frozen answers of format 2, and its specification by example.

Run from the root of the checkout: python tests/vectors/make_v2.py
A change in the file means that games under way can no longer be verified.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec.structs import astuple

from lpbe.kernel.base import canonical
from lpbe.kernel.chain import letter as letters
from lpbe.kernel.chain import sealed_state
from lpbe.kernel.chain.genesis import (
    Genesis,
    SeatRecord,
    SeatSpec,
    Sizes,
    WindowRecord,
    first_secret,
    roster_of,
    secret_terms,
    with_referee,
)
from lpbe.kernel.chain.letters.handover import HandoverArgs
from lpbe.kernel.chain.letters.join import JoinArgs, invitation_proof
from lpbe.kernel.chain.records import Head, Public, StateRecord, StepName
from lpbe.kernel.crypto import keys, seals, sodium, sshsig
from lpbe.kernel.crypto import vrf as drawing
from lpbe.kernel.engine import chance as rng
from lpbe.kernel.gamedir.receipts import Receipt, Refusal, reason_info
from tests import letter_types

FILE = Path(__file__).with_name("v2.json")

ABOUT = [
    "Known answers of lpbe, format 2. Each entry has one line 'what', its inputs 'in' and its outputs 'out'.",
    "Bytes are lower-case hexadecimal; a 'value' is a JSON value; ids, seats, kinds and labels are text.",
    "A part of a hash is {'text': ..} (its UTF-8), {'int': ..} (its decimal digits) or {'hex': ..} (the bytes).",
    "Ids (of games, heads, orders, rosters) and commitments enter hashes as 64 hexadecimal digits.",
    "lp(p1, .., pn): for each part four bytes of length, most significant first, then the part.",
    "tagged(tag, p..): SHA-256 of lp('lpbe/v2', tag, p..).",
    "jcs(value): RFC 8785; only objects with ASCII keys, arrays, strings, booleans, integers below 2^53 in size.",
    "ident(tag, value): tagged(tag, jcs(value)) in hexadecimal.",
    "kdf(key, label, p..): 32 bytes of HKDF-Expand (RFC 5869, SHA-256) of key with info lp('lpbe/v2', label, p..).",
    "identity: HKDF-Expand of the seed with info lp('lpbe/v1', label): 'sign' is an Ed25519 seed, 'seal' an X25519",
    "key, 'derive' a key. These three keep their label for ever: a key file outlives formats.",
    "secret_line: prefix, then base32 without '=' of payload and check; the check is 3 bytes of the SHA-256 of",
    "'lpbe key v1' and payload; the payload is the seed or, locked, salt (16), nonce (24) and ciphertext (48).",
    "locked_key: Argon2id with 3 passes and 256 MiB, XChaCha20-Poly1305 with the prefix as associated data.",
    "game_secret: G = kdf(referee_seed, 'game', terms), terms: JCS of the genesis without seed_commit and",
    "referee.seal; tagged('seed-commit', G); kdf(G, 'referee-seal') is an X25519 key; kdf(G, 'drawer') seals what",
    "nobody may see; a held seat has the seed kdf(G, 'held', seat); the invitation is the first 20 letters of the",
    "base32 of kdf(G, 'invite', seat), in groups of five; mail_code the",
    "first 10 of kdf(G, 'mail', seat, window, rev, head).",
    "handed_secret: kdf(seed, 'game', nonce, 'handover', game, head).",
    "personal: kdf(derive, 'tie', game, seat), kdf(derive, 'draw', game), kdf(derive, 'memo', game).",
    "box: pair = HMAC-SHA256 under the SHA-256 of lp('lpbe/v2', 'box', game, referee, seat) of the X25519 result;",
    "padded = text, 80, 00 .. up to the size; siv = HMAC-SHA256 under kdf(pair, 'box-siv') of lp(info, padded);",
    "seal = siv and the ChaCha20-Poly1305 of padded under kdf(pair, 'box-key', siv, info), a nonce of zeros.",
    "info: what a seal is bound to: lp of the parts listed.",
    "commitment: r = kdf(pair, 'commit-nonce', game, window, seat, kind, rev, index, seen, jcs(value)), then",
    "tagged('commit', game, window, seat, kind, rev, index, r, jcs(value)).",
    "plans: four slots, an empty one holds {}; r = kdf(pair, 'plan-nonce', game, window, seat, kind, rev, slot, seen,",
    "jcs(value)), c = tagged('plan', game, window, seat, kind, rev, r, jcs(value)), tagged('plans', c sorted ..).",
    "invitation_proof: kdf(the 20 letters, 'join', game, seat, jcs(args without proof)).",
    "roster: tagged('roster', game, jcs of the seats in their order).",
    "draw: ECVRF-EDWARDS25519-SHA512-TAI of RFC 9381 under a seed, over the 64 digits of the roster.",
    "root: kdf(G, 'rng-root', game, roster, beta of each seat ..).",
    "id: ident of a record under the tag given. signed: the SSHSIG of jcs(value); bare are its last 64 bytes.",
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
ORDER = sha256(b"an order").hexdigest()
NONCE = "00112233445566778899aabbccddeeff" * 2
PLACE = (GAME, 3, "red", "play", 1)

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
    return [name_value(value) for value in values]


def name_value(value: str | int | bytes) -> dict[str, str | int]:
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    return {"int": value} if isinstance(value, int) else {"text": value}


def entry(what: str, given: dict[str, Any], out: dict[str, Any]) -> dict[str, Any]:
    return {"what": what, "in": given, "out": out}


def hashes() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    yield (
        "lp",
        [
            entry(f"parts with their lengths: {len(row)}", {"parts": parts(row)}, {"hex": canonical.lp(*row).hex()})
            for row in PARTS
        ],
    )
    yield (
        "tagged",
        [
            entry(
                f"a hash under a tag, parts: {len(row)}",
                {"tag": "example", "parts": parts(row)},
                {"hex": canonical.tagged_hash("example", *row).hex()},
            )
            for row in PARTS
        ],
    )
    yield (
        "jcs",
        [
            entry("canonical JSON as UTF-8", {"value": value}, {"hex": canonical.jcs(value).hex()})
            for value in [*VALUES, "plain", True, 0]
        ],
    )
    yield (
        "ident",
        [
            entry(f"the id of a value as a {tag}", {"tag": tag, "value": value}, {"text": canonical.ident(tag, value)})
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
                {"hex": canonical.kdf(SEED, "example", *row).hex()},
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
                    "sign_seed": keys.derive_key(seed, "sign").hex(),
                    "sign_public": who.sign_public.hex(),
                    "seal_secret": who.seal_secret.hex(),
                    "seal_public": who.seal_public.hex(),
                    "derive": who.det.hex(),
                    "secret_line": keys.encode_line(keys.PLAIN_PREFIX, seed),
                    "public_line": keys.public_text(who),
                    "ssh_line": sshsig.public_line(who.sign_public),
                    "key_file": keys.key_text(who, name, day),
                },
            )
        )
    return out


def locked_key_vectors() -> list[dict[str, Any]]:
    fresh = bytes(range(100, 100 + keys.SALT_BYTES + keys.NONCE_BYTES))
    return [
        entry(
            "a secret line under a passphrase; fresh is salt and nonce",
            {"seed": SEED.hex(), "passphrase": "correct horse é", "fresh": fresh.hex()},
            {"secret_line": keys.lock(SEED, "correct horse é", fresh)},
        )
    ]


def secrets() -> list[dict[str, Any]]:
    game = first_secret(SEED, genesis())
    out = []
    for seat in ("red", "human-1"):
        held = game.held_identity(seat)
        out.append(
            entry(
                "the secret of one game, its commitment, a seat the referee holds, the invitation and a code to it",
                {
                    "referee_seed": SEED.hex(),
                    "terms": secret_terms(genesis()).decode(),
                    "seat": seat,
                    "window": 7,
                    "rev": 0,
                    "head": SEEN,
                },
                {
                    "secret": game.raw.hex(),
                    "commitment": game.commitment,
                    "seal_secret": game.seal_secret.hex(),
                    "seal_public": game.seal_public.hex(),
                    "drawer": game.drawer.hex(),
                    "held_seed": held.seed.hex(),
                    "held_sign_public": held.sign_public.hex(),
                    "held_seal_public": held.seal_public.hex(),
                    "invitation": game.invitation(seat),
                    "mail_code": game.mail_code(seat, 7, 0, SEEN),
                },
            )
        )
    return out


def handover_vectors() -> list[dict[str, Any]]:
    secret = keys.handed_secret(OTHER, NONCE, GAME, SEEN)
    return [
        entry(
            "the secret of a referee who takes the game over at a head",
            {"seed": OTHER.hex(), "nonce": NONCE, "game": GAME, "head": SEEN},
            {"secret": secret.raw.hex(), "commitment": secret.commitment, "seal_public": secret.seal_public.hex()},
        )
    ]


def personal() -> list[dict[str, Any]]:
    out = []
    for seed, seat in ((SEED, "red"), (OTHER, "human-1")):
        who = keys.Identity(seed)
        draw = who.draw_seed(GAME)
        out.append(
            entry(
                "what ties a seat to a key, with what it draws, and the key of what it writes to itself",
                {"derive": who.det.hex(), "game": GAME, "seat": seat},
                {
                    "tie": who.tie(GAME, seat),
                    "draw_seed": draw.hex(),
                    "draw_public": drawing.draw_public(draw).hex(),
                    "memo_key": who.memo_key(GAME).hex(),
                },
            )
        )
    return out


def boxes() -> list[dict[str, Any]]:
    """The first is bound to the view of a seat; the others to a letter."""
    referee, seat, game = SEED, OTHER, "00" * 32
    ends = sodium.x25519_base(referee), sodium.x25519_base(seat)
    pair = seals.pair_key(game, *ends, keys.exchange(referee, ends[1]))
    view = canonical.lp("view", game, 7, "11" * 32, "22" * 32, "red")
    letter = canonical.lp("letter", game, "red", "play", 3, 1, "11" * 32, "22" * 32)
    out = []
    for info, value, size in (
        (view, {"money": 7}, 64),
        (letter, {"draft": [], "plans": [], "v": []}, 384),
        (letter, {"draft": [], "plans": [], "v": [{"card": 4, "note": "é"}]}, 384),
    ):
        padded = seals.pad(canonical.jcs(value), size)
        siv = seals.content_mac(pair, info, padded)
        out.append(
            entry(
                f"a text sealed in {size} bytes",
                {
                    "referee_secret": referee.hex(),
                    "seat_secret": seat.hex(),
                    "referee": ends[0].hex(),
                    "seat": ends[1].hex(),
                    "game": game,
                    "info": info.hex(),
                    "text": canonical.jcs(value).hex(),
                    "size": size,
                },
                {
                    "pair": pair.hex(),
                    "siv_key": canonical.kdf(pair, "box-siv").hex(),
                    "siv": siv.hex(),
                    "key": canonical.kdf(pair, "box-key", siv, info).hex(),
                    "seal": seals.seal(pair, info, value, size).hex(),
                },
            )
        )
    return out


def infos() -> list[dict[str, Any]]:
    """By the code that uses them, beside the parts that they are made of."""
    step = StepName(GAME, 41, PREV, ORDER)
    first = StepName(GAME, 0, GAME, "")
    game, window, seat, kind, rev = PLACE
    commits = ["aa" * 32, "bb" * 32]
    batch = [{"order": "sealed", "commit": commits[0]}, {"order": "pass"}, {"order": "sealed", "commit": commits[1]}]
    letter = letter_types.Play(format=2, game=game, seat=seat, window=window, seen=SEEN, rev=rev, batch=batch)
    args = handover_args()
    handover = letter_types.Handover(format=2, game=game, seat="referee", window=window, seen=SEEN, rev=2, args=args)
    rows: list[tuple[bytes, list[str | int | bytes]]] = [
        (sealed_state.view_info(step, "red"), ["view", *astuple(step), "red"]),
        (sealed_state.view_info(first, "red"), ["view", *astuple(first), "red"]),
        (sealed_state.hidden_info(step), ["drawer", *astuple(step)]),
        (letter.info("cc" * 32), ["letter", game, seat, kind, window, rev, SEEN, "cc" * 32, *commits]),
        (letters.memo_info(game, seat, kind, window, rev, SEEN), ["memo", game, seat, kind, window, rev, SEEN]),
        (reason_info(game, seat, SEEN, ORDER, "E_RULE"), ["reason", game, seat, SEEN, ORDER, "E_RULE"]),
        (handover.info(), ["handover", game, window, 2, SEEN, *handover_keys(args), args.seed_commit]),
    ]
    return [entry(f"the place of a {row[0]}", {"parts": parts(row)}, {"hex": info.hex()}) for info, row in rows]


def handover_args() -> HandoverArgs:
    secret, who = keys.handed_secret(OTHER, NONCE, GAME, SEEN), keys.Identity(OTHER)
    return HandoverArgs(who.keys[0], keys.b64(secret.seal_public), secret.commitment, SEEN, secrets="AAAA")


def handover_keys(args: HandoverArgs) -> list[str | int | bytes]:
    return [keys.unb64(args.sign), keys.unb64(args.seal)]


def commitments() -> list[dict[str, Any]]:
    out = []
    for window, index, value in ((3, 0, {"card": 4}), (12, 1, {"hexes": ["h1", "h2"], "under": True})):
        place, text = (GAME, window, "red", "play", 1), canonical.jcs(value)
        nonce = seals.commit_nonce(OTHER, place, index, SEEN, text)
        out.append(
            entry(
                "a hidden choice: its nonce by what both ends have in common, and the public commitment to it",
                {**place_fields(place), "pair": OTHER.hex(), "index": index, "seen": SEEN, "value": value},
                {"nonce": nonce.hex(), "commitment": seals.commitment(place, index, nonce, text)},
            )
        )
    return out


def place_fields(place: tuple[str, int, str, str, int]) -> dict[str, Any]:
    return dict(zip(("game", "window", "seat", "kind", "rev"), place, strict=True))


def plans() -> list[dict[str, Any]]:
    out = []
    for values in ([], [{"card": 4}], [{"card": 4}, {"card": 4}, {"order": "pass"}, {"card": 1}]):
        slots = seals.plan_commitments(OTHER, PLACE, SEEN, [canonical.jcs(value) for value in values])
        out.append(
            entry(
                f"the four slots of a letter, plans: {len(values)}",
                {**place_fields(PLACE), "pair": OTHER.hex(), "seen": SEEN, "values": values},
                {
                    "nonces": [nonce for nonce, _ in slots],
                    "commitments": [commitment for _, commitment in slots],
                    "plans": seals.plans_commitment([commitment for _, commitment in slots]),
                },
            )
        )
    return out


def seat_records() -> list[SeatRecord]:
    """Two who have joined, one of them held."""
    held = first_secret(SEED, genesis()).held_identity("blue")
    return [sitter("red", "Zoé", keys.Identity(OTHER)), sitter("blue", "Blue", held, held="bot:greedy@1")]


def sitter(seat: str, name: str, who: keys.Identity, **more: str) -> SeatRecord:
    sign, seal = who.keys
    draw = keys.b64(drawing.draw_public(who.draw_seed(GAME)))
    return SeatRecord(seat, name, "en", sign, seal, who.tie(GAME, seat), draw, **more)


def state() -> StateRecord:
    return StateRecord(2, GAME, 2, WindowRecord(1, "ready", 2, ["red", "blue"]), seat_records(), [PREV, SEEN])


def chances() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """From the roster to the root."""
    roster, secret = roster_of(state()), first_secret(SEED, genesis())
    names = ("id", "name", "sign", "seal", "draw", "tie", "held")
    seats = [{n: row[n] for n in names if n in row} for row in canonical.to_plain(seat_records())]
    yield "roster", [entry("who plays with which keys", {"game": GAME, "seats": seats}, {"text": roster})]
    rows, values = [], []
    for who in (keys.Identity(OTHER), secret.held_identity("blue")):
        seed = who.draw_seed(GAME)
        proof = drawing.prove_draw(seed, roster.encode())
        values.append(drawing.check_draw(drawing.draw_public(seed), roster.encode(), proof))
        out = {"public": drawing.draw_public(seed).hex(), "proof": proof.hex(), "beta": values[-1].hex()}
        rows.append(entry("what a seat draws for a roster", {"seed": seed.hex(), "roster": roster}, out))
    yield "draw", rows
    given = {"secret": secret.raw.hex(), "game": GAME, "roster": roster, "betas": [value.hex() for value in values]}
    root = canonical.kdf(secret.raw, "rng-root", GAME, roster, *values)
    yield "root", [entry("what all draws of a game come from", given, {"hex": root.hex()})]


def join_args() -> JoinArgs:
    red = seat_records()[0]
    return JoinArgs(red.sign or "", red.seal or "", red.draw or "", red.tie or "", "Zoé", "en", "dd" * 32)


def invitations() -> list[dict[str, Any]]:
    code, args = first_secret(SEED, genesis()).invitation("red"), join_args()
    given = {"code": code, "game": GAME, "seat": "red", "args": canonical.to_plain(args)}
    return [entry("that who joins has the code", given, {"proof": invitation_proof(code, GAME, "red", args)})]


def genesis() -> Genesis:
    seats = [SeatSpec("red", invite=True), SeatSpec("blue", held="bot:greedy@1")]
    sizes = Sizes(2048, 512, 384, 1600, 96, 512)
    terms = ("pebbles", 1, "ee" * 32, ["moss"], {"pebbles": {"rounds": 2}}, seats, "referee")
    return with_referee(Genesis(2, *terms, 2, NONCE, "en", sizes=sizes, pace="3d"), keys.Identity(SEED))


def letter() -> letter_types.Join:
    return letter_types.Join(format=2, game=GAME, seat="red", window=0, seen=PREV, rev=0, note="Élan", args=join_args())


def head() -> Head:
    return Head(
        2, GAME, 2, PREV, ident_of("public", public()), ident_of("state", state()), ORDER, "2026-11-16T12:00:00Z"
    )


def public() -> Public:
    return Public([{"event": "asked", "seats": ["red", "blue"]}], [], ["ab" * 32])


def receipt() -> Receipt:
    return Receipt(2, GAME, 2, SEEN, [Refusal(ORDER, SEEN, "E_RULE", "AAAA"), Refusal(PREV, SEEN, "E_KEY_WEAK")])


def ident_of(tag: str, record: Any) -> str:
    return canonical.ident(tag, record)


def records() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    found = {"genesis": genesis(), "order": letter(), "state": state(), "head": head(), "public": public()}
    yield (
        "id",
        [
            entry(
                f"the id of a {tag}", {"tag": tag, "value": canonical.to_plain(record)}, {"text": ident_of(tag, record)}
            )
            for tag, record in found.items()
        ],
    )
    signed = {
        sshsig.GENESIS: found["genesis"],
        sshsig.ORDER: found["order"],
        sshsig.HEAD: found["head"],
        sshsig.RECEIPT: receipt(),
    }
    seed = keys.derive_key(SEED, "sign")
    yield (
        "signed",
        [
            entry(
                f"a record signed in the namespace {space}, as it is kept",
                {"sign_seed": seed.hex(), "namespace": space, "value": canonical.to_plain(record)},
                {"bare": sshsig.strip_frame(sshsig.sign(seed, space, canonical.jcs(record))).hex()},
            )
            for space, record in signed.items()
        ],
    )


def signatures() -> list[dict[str, Any]]:
    seed = keys.derive_key(SEED, "sign")
    out = []
    for namespace in (sshsig.GENESIS, sshsig.ORDER, sshsig.HEAD, sshsig.REKEY, sshsig.RECEIPT):
        blob = sshsig.sign(seed, namespace, b'{"a":1}')
        out.append(
            entry(
                f"a message signed in the namespace {namespace}",
                {"sign_seed": seed.hex(), "namespace": namespace, "message": '{"a":1}'},
                {
                    "ssh_line": sshsig.public_line(sodium.sign_keypair(seed)[0]),
                    "signature": blob.hex(),
                    "bare": sshsig.strip_frame(blob).hex(),
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
    for label, limit in (("dice/round-4/red/1", 6), ("one", 1), ("wide", 65536), ("reject/85512", 65175)):
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
    """Return the whole file as data."""
    return {
        "format": 2,
        "about": ABOUT,
        **dict(hashes()),
        "identity": identities(),
        "locked_key": locked_key_vectors(),
        "game_secret": secrets(),
        "handed_secret": handover_vectors(),
        "personal": personal(),
        "box": boxes(),
        "info": infos(),
        "commitment": commitments(),
        "plans": plans(),
        **dict(chances()),
        "invitation_proof": invitations(),
        **dict(records()),
        "sshsig": signatures(),
        **dict(draws()),
    }


def text(data: dict[str, Any]) -> str:
    """Return one line per field, so that people can read it."""
    return "{\n" + ",\n".join(f"{json.dumps(name)}: {section(rows)}" for name, rows in data.items()) + "\n}\n"


def section(rows: Any) -> str:
    if not isinstance(rows, list):
        return json.dumps(rows)
    return "[\n" + ",\n".join(json.dumps(row) if isinstance(row, str) else lines(row) for row in rows) + "\n]"


def lines(row: dict[str, Any]) -> str:
    return " {" + ",\n  ".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in row.items()) + "}"


if __name__ == "__main__":
    FILE.write_text(text(build()))
