"""Published vectors of the primitives, and the frozen vectors of format 2."""

from __future__ import annotations

import hmac
import json
import runpy
from base64 import b32encode, b64encode
from hashlib import sha256, sha512
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from lpbe.kernel.base import canonical
from lpbe.kernel.base.errors import Unauthentic
from lpbe.kernel.crypto import keys, sodium

from ...independent_verifier import draw

VECTORS = Path(__file__).parents[2] / "vectors"
RFC = json.loads((VECTORS / "rfc.json").read_text())
V2 = json.loads((VECTORS / "v2.json").read_text())
hexed = bytes.fromhex


def wycheproof(name: str) -> list[dict[str, Any]]:
    """Return the tests of one file, each with the fields of its group."""
    groups = json.loads((VECTORS / f"wycheproof_{name}.json").read_text())["testGroups"]
    return [{**group, **test} for group in groups for test in group["tests"]]


def verifies(public: bytes, message: bytes, signature: bytes) -> bool:
    try:
        return sodium.sign_open(signature + message, public) == message
    except sodium.CryptoError:
        return False


# RFCs


@pytest.mark.parametrize("row", RFC["rfc8032"]["tests"], ids=lambda row: row["name"])
def test_ed25519_signs_as_rfc_8032_says(row: dict[str, str]) -> None:
    public, secret = sodium.sign_keypair(hexed(row["secret"]))
    assert public.hex() == row["public"]
    assert sodium.sign(hexed(row["message"]), secret)[:64].hex() == row["signature"]
    assert verifies(public, hexed(row["message"]), hexed(row["signature"]))
    assert not verifies(public, hexed(row["message"]) + b"\0", hexed(row["signature"]))


@pytest.mark.parametrize("row", RFC["rfc7748"]["tests"], ids=lambda row: row["name"])
def test_x25519_multiplies_as_rfc_7748_says(row: dict[str, str]) -> None:
    assert sodium.x25519(hexed(row["scalar"]), hexed(row["u"])).hex() == row["result"]


def test_x25519_iterated_a_thousand_times_is_as_rfc_7748_says() -> None:
    row = RFC["rfc7748"]["iterated"]
    scalar = point = hexed(row["start"])
    results = []
    for _ in range(1000):
        scalar, point = sodium.x25519(scalar, point), scalar
        results.append(scalar.hex())
    assert (results[0], results[-1]) == (row["once"], row["thousand"])


def test_both_sides_of_an_exchange_share_what_rfc_7748_says() -> None:
    row = RFC["rfc7748"]["exchange"]
    for mine, theirs in (("alice", "bob"), ("bob", "alice")):
        assert sodium.x25519_base(hexed(row[f"{mine}_secret"])).hex() == row[f"{mine}_public"]
        assert sodium.x25519(hexed(row[f"{mine}_secret"]), hexed(row[f"{theirs}_public"])).hex() == row["shared"]


@pytest.mark.parametrize("row", RFC["rfc8439"]["tests"], ids=lambda row: row["name"])
def test_chacha20_poly1305_seals_as_rfc_8439_says(row: dict[str, str]) -> None:
    key, nonce, aad, text = (hexed(row[name]) for name in ("key", "nonce", "aad", "text"))
    assert sodium.aead_seal(text, aad, nonce, key).hex() == row["sealed"]
    assert sodium.aead_open(hexed(row["sealed"]), aad, nonce, key) == text


@pytest.mark.parametrize("row", RFC["rfc5869"]["tests"], ids=lambda row: row["name"])
def test_hkdf_expands_as_rfc_5869_says(row: dict[str, Any]) -> None:
    assert canonical.mac(hexed(row["salt"]) or bytes(32), hexed(row["ikm"])).hex() == row["prk"]
    assert canonical.expand(hexed(row["prk"]), hexed(row["info"]), row["size"]).hex() == row["okm"]


# Wycheproof


def test_ed25519_agrees_with_every_wycheproof_case() -> None:
    rows = wycheproof("ed25519")
    wrong = [
        row["tcId"]
        for row in rows
        if verifies(hexed(row["publicKey"]["pk"]), hexed(row["msg"]), hexed(row["sig"])) != (row["result"] == "valid")
    ]
    assert (len(rows), wrong) == (151, [])


def test_every_ed25519_key_of_wycheproof_is_one_a_person_may_have() -> None:
    publics = {row["publicKey"]["pk"] for row in wycheproof("ed25519")}
    for public in publics:
        keys.check_sign_key(hexed(public))
    assert len(publics) > 5


def test_x25519_agrees_with_wycheproof_and_refuses_results_of_zero() -> None:
    counts = {"match": 0, "refused": 0}
    for row in wycheproof("x25519"):
        if hexed(row["shared"]) == bytes(32):
            with pytest.raises(sodium.CryptoError):
                sodium.x25519(hexed(row["private"]), hexed(row["public"]))
            counts["refused"] += 1
        else:
            assert sodium.x25519(hexed(row["private"]), hexed(row["public"])).hex() == row["shared"], row["tcId"]
            counts["match"] += 1
    assert counts == {"match": 264 + 223, "refused": 31}


def test_seal_keys_that_give_zero_or_are_spelt_otherwise_are_weak_and_all_others_are_not() -> None:
    """The public keys of Wycheproof, sorted by whether they are of small order or not below the field's prime."""
    rows = wycheproof("x25519")
    zero = {row["public"] for row in rows if hexed(row["shared"]) == bytes(32)}
    otherwise = {row["public"] for row in rows if int.from_bytes(hexed(row["public"]), "little") >= 2**255 - 19}
    weak = zero | otherwise
    strong = {row["public"] for row in rows} - weak
    assert len(otherwise - zero) == 13
    for public in weak:
        with pytest.raises(Unauthentic) as caught:
            keys.check_seal_key(hexed(public))
        assert caught.value.code == "E_KEY_WEAK"
    for public in strong:
        keys.check_seal_key(hexed(public))
    assert len(weak) >= 12
    assert len(strong) > 400


@pytest.mark.parametrize(
    ("name", "seal", "unseal", "size", "count"),
    [
        ("chacha20_poly1305", sodium.aead_seal, sodium.aead_open, 96, 316),
        ("xchacha20_poly1305", sodium.xaead_seal, sodium.xaead_open, 192, 306),
    ],
)
def test_aead_agrees_with_every_wycheproof_case(name: str, seal: Any, unseal: Any, size: int, count: int) -> None:
    rows = [row for row in wycheproof(name) if row["ivSize"] == size]
    for row in rows:
        key, nonce, aad, text = (hexed(row[field]) for field in ("key", "iv", "aad", "msg"))
        sealed = hexed(row["ct"]) + hexed(row["tag"])
        if row["result"] == "valid":
            assert seal(text, aad, nonce, key) == sealed, row["tcId"]
            assert unseal(sealed, aad, nonce, key) == text, row["tcId"]
        else:
            with pytest.raises(sodium.CryptoError):
                unseal(sealed, aad, nonce, key)
    assert len(rows) == count


@pytest.mark.parametrize(
    ("name", "seal", "size"),
    [("chacha20_poly1305", sodium.aead_seal, 96), ("xchacha20_poly1305", sodium.xaead_seal, 192)],
)
def test_nonces_of_another_size_are_refused(name: str, seal: Any, size: int) -> None:
    rows = [row for row in wycheproof(name) if row["ivSize"] != size]
    for row in rows:
        with pytest.raises(sodium.CryptoError):
            seal(hexed(row["msg"]), hexed(row["aad"]), hexed(row["iv"]), hexed(row["key"]))
    assert len(rows) == 9


def test_hkdf_agrees_with_every_wycheproof_case() -> None:
    rows = wycheproof("hkdf_sha256")
    for row in rows:
        key = canonical.mac(hexed(row["salt"]) or bytes(32), hexed(row["ikm"]))
        if row["result"] == "valid":
            assert canonical.expand(key, hexed(row["info"]), row["size"]).hex() == row["okm"], row["tcId"]
        else:
            with pytest.raises(ValueError):
                canonical.expand(key, hexed(row["info"]), row["size"])
    assert len(rows) == 86


# ed25519-speccheck


def speccheck() -> list[tuple[bytes, bytes, bytes]]:
    rows = json.loads((VECTORS / "speccheck.json").read_text())
    assert [row["case"] for row in rows] == list(range(12))
    return [(hexed(row["pub_key"]), hexed(row["message"]), hexed(row["signature"])) for row in rows]


def refused_key(public: bytes) -> bool:
    try:
        keys.check_sign_key(public)
    except Unauthentic as refusal:
        assert refusal.code == "E_KEY_WEAK"
        return True
    return False


def test_of_the_speccheck_cases_only_the_mixed_order_key_passes_the_verifier() -> None:
    assert "".join("V" if verifies(*case) else "X" for case in speccheck()) == "XXXVXXXXXXXX"


def test_the_speccheck_keys_are_refused_but_for_the_two_with_large_scalars() -> None:
    refused = [number for number, (public, _, _) in enumerate(speccheck()) if refused_key(public)]
    assert refused == [0, 1, 2, 3, 4, 5, 8, 9, 10, 11]


def test_every_speccheck_case_is_closed_by_the_key_check_or_the_verifier() -> None:
    assert [refused_key(case[0]) or not verifies(*case) for case in speccheck()] == [True] * 12


# Frozen vectors of format 2


def test_the_frozen_vectors_are_what_the_code_computes() -> None:
    maker = runpy.run_path(str(VECTORS / "make_v2.py"))
    built = maker["build"]()
    for name, rows in V2.items():
        assert built[name] == rows, name
    assert maker["text"](built) == (VECTORS / "v2.json").read_text()


def rows_of(name: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    assert V2[name]
    return [(row["in"], row["out"]) for row in V2[name]]


def raw(part: dict[str, Any]) -> bytes:
    ((kind, value),) = part.items()
    return {"text": lambda: value.encode(), "int": lambda: b"%d" % value, "hex": lambda: hexed(value)}[kind]()


def lp(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def tagged_hash(tag: str, *parts: bytes) -> bytes:
    return sha256(lp(b"lpbe/v2", tag.encode(), *parts)).digest()


def kdf(key: bytes, label: str, *parts: bytes, version: bytes = b"lpbe/v2") -> bytes:
    return HKDFExpand(SHA256(), 32, lp(version, label.encode(), *parts)).derive(key)


def from_seed(seed: bytes, label: str) -> bytes:
    return kdf(seed, label, version=b"lpbe/v1")


def words(root: bytes, label: str) -> Any:
    key, count = kdf(root, "rng/" + label), 0
    while True:
        block = hmac.new(key, count.to_bytes(8, "big"), "sha256").digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        count += 1


def below(stream: Any, limit: int) -> int:
    word = next(stream)
    while word >= 2**32 // limit * limit:
        word = next(stream)
    return int(word % limit)


def public_of(secret: bytes) -> tuple[str, str]:
    """Return what an Ed25519 seed and an X25519 key of these bytes make public."""
    sign = Ed25519PrivateKey.from_private_bytes(secret).public_key()
    seal = X25519PrivateKey.from_private_bytes(secret).public_key()
    return sign.public_bytes(Encoding.Raw, PublicFormat.Raw).hex(), seal.public_bytes(
        Encoding.Raw, PublicFormat.Raw
    ).hex()


def secret_line(seed: bytes) -> str:
    check = sha256(b"lpbe key v1" + seed).digest()[:3]
    return "LPBE-SECRET-1-" + b32encode(seed + check).decode().strip("=")


def test_another_implementation_gets_the_hashes_of_the_frozen_vectors() -> None:
    """From the standard library and independent packages only, as the file describes them."""
    for given, out in rows_of("lp"):
        assert lp(*map(raw, given["parts"])).hex() == out["hex"]
    for given, out in rows_of("tagged"):
        assert tagged_hash(given["tag"], *map(raw, given["parts"])).hex() == out["hex"]
    for given, out in rows_of("jcs"):
        assert rfc8785.dumps(given["value"]).hex() == out["hex"]
    for given, out in rows_of("ident"):
        assert tagged_hash(given["tag"], rfc8785.dumps(given["value"])).hex() == out["text"]
    for given, out in rows_of("kdf"):
        assert kdf(hexed(given["key"]), given["label"], *map(raw, given["parts"])).hex() == out["hex"]


def test_another_implementation_gets_the_keys_of_the_frozen_vectors() -> None:
    for given, out in rows_of("identity"):
        seed = hexed(given["seed"])
        sign, seal, derive = (from_seed(seed, label) for label in ("sign", "seal", "derive"))
        assert [sign.hex(), seal.hex(), derive.hex()] == [out["sign_seed"], out["seal_secret"], out["derive"]]
        assert (public_of(sign)[0], public_of(seal)[1]) == (out["sign_public"], out["seal_public"])
        assert secret_line(seed) == out["secret_line"]
        halves = [b64encode(hexed(out[name])).decode() for name in ("sign_public", "seal_public")]
        assert out["public_line"] == " ".join(["lpbe-pub-1", *halves])
        blob = lp(b"ssh-ed25519", hexed(out["sign_public"]))
        assert out["ssh_line"] == f"ssh-ed25519 {b64encode(blob).decode()}"
        assert out["key_file"] == (
            f'# lpbe key "{given["name"]}", made {given["day"]}\n'
            f"# sign {out['ssh_line']} lpbe:{given['name']}\n"
            f"# seal lpbe-seal-1:{halves[1]}\n"
            f"{out['secret_line']}\n"
        )


def test_another_implementation_gets_the_game_secrets_of_the_frozen_vectors() -> None:
    for given, out in rows_of("game_secret"):
        seat = given["seat"].encode()
        secret = kdf(hexed(given["referee_seed"]), "game", given["terms"].encode())
        assert secret.hex() == out["secret"]
        assert tagged_hash("seed-commit", secret).hex() == out["commitment"]
        assert kdf(secret, "referee-seal").hex() == out["seal_secret"]
        assert public_of(kdf(secret, "referee-seal"))[1] == out["seal_public"]
        assert kdf(secret, "drawer").hex() == out["drawer"]
        held = kdf(secret, "held", seat)
        assert held.hex() == out["held_seed"]
        assert public_of(from_seed(held, "sign"))[0] == out["held_sign_public"]
        assert public_of(from_seed(held, "seal"))[1] == out["held_seal_public"]
        code = b32encode(kdf(secret, "invite", seat)).decode()
        assert out["invitation"] == f"{code[:5]}-{code[5:10]}-{code[10:15]}-{code[15:20]}"
        mail = kdf(secret, "mail", seat, b"%d" % given["window"], b"%d" % given["rev"], given["head"].encode())
        assert out["mail_code"] == b32encode(mail).decode()[:10]
    for given, out in rows_of("handed_secret"):
        place = fields(given, "game", "head")
        secret = kdf(hexed(given["seed"]), "game", hexed(given["nonce"]), b"handover", *place)
        assert secret.hex() == out["secret"]
        assert tagged_hash("seed-commit", secret).hex() == out["commitment"]
        assert public_of(kdf(secret, "referee-seal"))[1] == out["seal_public"]


def fields(given: dict[str, Any], *names: str) -> list[bytes]:
    return [str(given[name]).encode() for name in names]


CONTEXT = ("game", "window", "seat", "kind", "rev")


def test_another_implementation_gets_what_the_frozen_vectors_tie_to_a_person() -> None:
    for given, out in rows_of("personal"):
        derive, game = hexed(given["derive"]), given["game"].encode()
        assert kdf(derive, "tie", game, given["seat"].encode()).hex() == out["tie"]
        assert kdf(derive, "draw", game).hex() == out["draw_seed"]
        assert public_of(kdf(derive, "draw", game))[0] == out["draw_public"]
        assert kdf(derive, "memo", game).hex() == out["memo_key"]


def test_another_implementation_gets_the_commitments_and_places_of_the_frozen_vectors() -> None:
    for given, out in rows_of("commitment"):
        value, place = rfc8785.dumps(given["value"]), fields(given, *CONTEXT, "index")
        nonce = kdf(hexed(given["pair"]), "commit-nonce", *place, given["seen"].encode(), value)
        assert nonce.hex() == out["nonce"]
        assert tagged_hash("commit", *place, nonce, value).hex() == out["commitment"]
    for given, out in rows_of("info"):
        assert lp(*map(raw, given["parts"])).hex() == out["hex"]
    kinds = [given["parts"][0]["text"] for given, _ in rows_of("info")]
    assert set(kinds) == {"view", "drawer", "letter", "memo", "reason", "handover"}


def test_another_implementation_gets_the_plans_of_the_frozen_vectors() -> None:
    for given, out in rows_of("plans"):
        place = fields(given, *CONTEXT)
        full = [rfc8785.dumps(value) for value in given["values"]] + [b"{}"] * (4 - len(given["values"]))
        for slot, text in enumerate(full):
            nonce = kdf(hexed(given["pair"]), "plan-nonce", *place, b"%d" % slot, given["seen"].encode(), text)
            assert nonce.hex() == out["nonces"][slot]
            assert tagged_hash("plan", *place, nonce, text).hex() == out["commitments"][slot]
        assert tagged_hash("plans", *sorted(c.encode() for c in out["commitments"])).hex() == out["plans"]


def test_another_implementation_opens_the_seals_of_the_frozen_vectors() -> None:
    for given, out in rows_of("box"):
        ends = hexed(given["referee"]), hexed(given["seat"])
        own = X25519PrivateKey.from_private_bytes(hexed(given["seat_secret"]))
        shared = own.exchange(X25519PublicKey.from_public_bytes(ends[0]))
        salt = sha256(lp(b"lpbe/v2", b"box", given["game"].encode(), *ends)).digest()
        pair, info, sealed = hmac.digest(salt, shared, "sha256"), hexed(given["info"]), hexed(out["seal"])
        assert (pair.hex(), sealed[:32].hex()) == (out["pair"], out["siv"])
        assert kdf(pair, "box-siv").hex() == out["siv_key"]
        assert kdf(pair, "box-key", sealed[:32], info).hex() == out["key"]
        text = ChaCha20Poly1305(hexed(out["key"])).decrypt(bytes(12), sealed[32:], None)
        assert text == hexed(given["text"]) + b"\x80" + bytes(given["size"] - len(given["text"]) // 2 - 1)
        assert hmac.digest(hexed(out["siv_key"]), lp(info, text), "sha256") == sealed[:32]


def test_another_implementation_gets_the_chance_of_the_frozen_vectors() -> None:
    """The proofs are checked by the second draw."""
    for given, out in rows_of("roster"):
        assert tagged_hash("roster", given["game"].encode(), rfc8785.dumps(given["seats"])).hex() == out["text"]
    betas = []
    for given, out in rows_of("draw"):
        assert draw.public_of(hexed(given["seed"])).hex() == out["public"]
        assert draw.prove(hexed(given["seed"]), given["roster"].encode()).hex() == out["proof"]
        beta = draw.check(hexed(out["public"]), given["roster"].encode(), hexed(out["proof"]))
        assert beta.hex() == out["beta"]
        betas.append(out["beta"])
    for given, out in rows_of("root"):
        assert given["betas"] == betas
        values = [hexed(value) for value in betas]
        assert kdf(hexed(given["secret"]), "rng-root", *fields(given, "game", "roster"), *values).hex() == out["hex"]


def test_another_implementation_gets_the_proof_of_an_invitation_of_the_frozen_vectors() -> None:
    for given, out in rows_of("invitation_proof"):
        code, args = given["code"].replace("-", "").encode(), rfc8785.dumps(given["args"])
        assert len(code) == 20
        assert kdf(code, "join", *fields(given, "game", "seat"), args).hex() == out["proof"]


def test_another_implementation_gets_the_ids_of_the_frozen_vectors() -> None:
    for given, out in rows_of("id"):
        assert tagged_hash(given["tag"], rfc8785.dumps(given["value"])).hex() == out["text"]
    assert [given["tag"] for given, _ in rows_of("id")] == ["genesis", "order", "state", "head", "public"]
    for given, out in rows_of("signed"):
        sign = Ed25519PrivateKey.from_private_bytes(hexed(given["sign_seed"]))
        digest = sha512(rfc8785.dumps(given["value"])).digest()
        assert sign.sign(b"SSHSIG" + lp(given["namespace"].encode(), b"", b"sha512", digest)).hex() == out["bare"]


def test_another_implementation_accepts_the_signatures_of_the_frozen_vectors() -> None:
    for given, out in rows_of("sshsig"):
        sign = Ed25519PrivateKey.from_private_bytes(hexed(given["sign_seed"]))
        public = sign.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        space, digest = given["namespace"].encode(), sha512(given["message"].encode()).digest()
        signed = b"SSHSIG" + lp(space, b"", b"sha512", digest)
        signature = sign.sign(signed)
        Ed25519PublicKey.from_public_bytes(public).verify(hexed(out["signature"])[-64:], signed)
        blob = b"SSHSIG\0\0\0\1" + lp(lp(b"ssh-ed25519", public), space, b"", b"sha512", lp(b"ssh-ed25519", signature))
        assert blob.hex() == out["signature"]
        assert signature.hex() == out["bare"]
        assert "".join(out["armoured"].split("\n")[1:-2]) == b64encode(blob).decode()


def test_another_implementation_draws_the_numbers_of_the_frozen_vectors() -> None:
    for given, out in rows_of("words"):
        stream = words(hexed(given["root"]), given["label"])
        assert [next(stream) for _ in out["words"]] == out["words"]
    for given, out in rows_of("below"):
        stream = words(hexed(given["root"]), given["label"])
        assert [below(stream, given["limit"]) for _ in out["numbers"]] == out["numbers"]
    for given, out in rows_of("shuffled"):
        items, stream = list(given["items"]), words(hexed(given["root"]), given["label"])
        for last in reversed(range(1, len(items))):
            other = below(stream, last + 1)
            items[last], items[other] = items[other], items[last]
        assert items == out["items"]


def test_the_frozen_draws_hold_a_word_that_is_thrown_away() -> None:
    """Without it another implementation could forget the rejection and still pass."""
    (row,) = [given for given, _ in rows_of("below") if given["label"].startswith("reject/")]
    assert next(words(hexed(row["root"]), row["label"])) >= 2**32 // row["limit"] * row["limit"]


def test_the_frozen_locked_key_opens_with_its_passphrase() -> None:
    for given, out in rows_of("locked_key"):
        assert keys.unlock(out["secret_line"], given["passphrase"]).hex() == given["seed"]
