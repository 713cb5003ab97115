"""The vectors of docs/protocol.md, by the second verifier."""

from __future__ import annotations

import base64
import json
from pathlib import Path

from .forger import Person
from .verifier.canon import jcs, kdf, lp, tagged_hash
from .verifier.ids import pace_id
from .verifier.keys import frame_message, is_signed
from .verifier.seals import pair_of, public_half, unseal
from .verifier.secrets import first_secret, held_keys, invitation_proof, mail_mark
from .verifier.streams import Stream, beta


def vectors() -> dict[str, str]:
    """Return the vectors of the page."""
    page = (Path(__file__).parent.parent.parent / "docs" / "protocol.md").read_text()
    lines = page.split("```vectors\n")[1].split("```")[0].splitlines()
    return dict(line.split(" = ", 1) for line in lines)


def test_vectors_of_the_page() -> None:
    known = vectors()
    game, head = "ab" * 32, "cd" * 32
    assert jcs({"b": [1, True, "é\n"], "a": {}}).hex() == known["jcs"]
    assert lp("a", 12, b"\xff").hex() == known["lp"]
    assert tagged_hash("tag", "a", 12, b"\xff") == known["H"]
    assert kdf(b"\x11" * 32, "label", "a", 12, b"\xff").hex() == known["kdf"]
    value = jcs({"coins": 3, "order": "bid"})
    pair, place = bytes.fromhex(known["pair"]), (game, 2, "red", "play", 0)
    nonce = kdf(pair, "commit-nonce", *place, 1, head, value)
    assert nonce.hex() == known["commit nonce"]
    assert tagged_hash("commit", *place, 1, nonce, value) == known["commit"]
    assert frame_message("lpbe-head-v2", b"{}").hex() == known["signed part"]
    sealed = base64.b64encode(bytes.fromhex(known["seal"])).decode()
    assert unseal(pair, bytes.fromhex(known["info view"]), 32, sealed) == {"screen": {}}
    bare = base64.b64encode(bytes.fromhex(known["bare signature"])).decode()
    key = base64.b64encode(bytes.fromhex(known["sign public"])).decode()
    assert is_signed(key, "lpbe-head-v2", b"{}", bare)
    proof, draw = bytes.fromhex(known["proof red"]), bytes.fromhex(known["draw public"])
    assert (beta(draw, known["roster"], proof) or b"").hex() == known["beta red"]
    root = b"\x44" * 32
    words = Stream(root, "rain/1")
    assert [words.word() for _ in range(9)] == [int(word) for word in known["words rain/1"].split()]
    assert str(1 + Stream(root, "rain/1").below(6)) == known["1 + below(6) rain/1"]
    bag = [f"p{count:02d}" for count in range(1, 25)]
    assert Stream(root, "bag").shuffle(bag) == known["shuffle bag"].split()


def test_vectors_of_keys() -> None:
    known = vectors()
    game, secret, red = "ab" * 32, bytes.fromhex(known["G"]), Person(b"\x11" * 32)
    assert tagged_hash("seed-commit", secret) == known["seed_commit"]
    sealing = base64.b64decode(public_half(kdf(secret, "referee-seal")))
    assert sealing.hex() == known["referee seal public"]
    assert base64.b64decode(held_keys(secret, game, "red")["sign"]).hex() == known["held sign public"]
    args = red.keys(game, "red") | {"draw": red.draw(game), "name": "Ana", "lang": "en"}
    seal = base64.b64encode(sealing).decode()
    args["claim"] = red.claim(game, "red", seal)
    assert args["claim"] == known["claim"]
    assert (args["tie"], base64.b64decode(args["draw"]).hex()) == (known["tie"], known["draw public"])
    assert invitation_proof(secret, game, "red", args) == known["join proof"]
    assert pair_of(red.seal, seal, game, seal, args["seal"]).hex() == known["pair"]
    assert base64.b64decode(red.prove(game, known["roster"])).hex() == known["proof red"]
    assert pace_id(game, "2d") == known["pace id"]
    assert pace_id(game, "1d") != pace_id(game, "24h")
    genesis = json.loads(known["genesis of a referee"])
    assert first_secret(b"\x22" * 32, genesis) == secret
    assert genesis["seed_commit"] == known["seed_commit"]
    letter = {"kind": "play", "game": game, "seat": "red", "window": 2, "rev": 0, "seen": "cd" * 32}
    mark = mail_mark(bytes.fromhex(known["pair"]), letter, known["mail code"], "bid 4\nnote Hallo")
    assert mark == known["mail mark"]
