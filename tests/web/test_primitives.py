"""What verifies in the browser decides like libsodium: on random values, on odd points, and on the known vectors."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from lpbe.kernel.crypto import sodium

from ..size_limits import sizes
from .conftest import ROOT, fetch_packages

VECTORS = ROOT / "tests" / "vectors"
MODULE = ROOT / "web" / "python" / "src" / "primitives.mjs"
ORDER = 2**252 + 27742317777372353535851937790883648493
FIELD = 2**255 - 19
Call = tuple[str, *tuple[bytes, ...]]


def is_signature(signature: bytes, message: bytes, public: bytes) -> bool:
    try:
        return sodium.sign_open(signature + message, public) == message
    except sodium.CryptoError:
        return False


NATIVE: dict[str, Callable[..., Any]] = {
    "signPublic": lambda seed: sodium.sign_keypair(seed)[0],
    "isSignature": is_signature,
    "isValidPoint": sodium.is_valid_point,
    "pointAdd": sodium.point_add,
    "pointSub": sodium.point_sub,
    "pointMul": sodium.point_mul,
    "pointBaseMul": sodium.point_base_mul,
    "scalarAdd": sodium.scalar_add,
    "scalarMul": sodium.scalar_mul,
    "scalarReduce": sodium.scalar_reduce,
    "exchange": sodium.x25519,
    "exchangePublic": sodium.x25519_base,
    "seal": sodium.aead_seal,
    "open": sodium.aead_open,
}


def natively(name: str, *args: bytes) -> Any:
    try:
        result = NATIVE[name](*args)
    except sodium.CryptoError:
        return None
    return result.hex() if isinstance(result, bytes) else result


def in_javascript(calls: list[Call]) -> list[Any]:
    message = json.dumps([[name, *(arg.hex() for arg in args)] for name, *args in calls])
    script = Path(__file__).parent / "primitives.mjs"
    ran = subprocess.run(
        ["node", script, MODULE], input=message, capture_output=True, text=True, check=True, cwd=MODULE.parent
    )
    answers: list[Any] = json.loads(ran.stdout)
    return answers


def compare(calls: list[Call]) -> None:
    different = [
        (name, *(arg.hex() for arg in args), theirs)
        for (name, *args), theirs in zip(calls, in_javascript(calls), strict=True)
        if natively(name, *args) != theirs
    ]
    assert different == []


@pytest.fixture(scope="module", autouse=True)
def packages() -> None:
    fetch_packages()


def random_calls(count: int) -> Iterator[Call]:
    chance = random.Random(24)
    for _ in range(count):
        seed, other, wide, text = (chance.randbytes(size) for size in (32, 32, 64, chance.randrange(99)))
        public, secret = sodium.sign_keypair(seed)
        a, b = sodium.scalar_reduce(wide), sodium.scalar_reduce(wide[::-1])
        one, two = sodium.point_base_mul(a), sodium.point_base_mul(b)
        signature = sodium.sign(text, secret)[:64]
        sealed = sodium.aead_seal(text, other, seed[:12], seed)
        yield from (
            ("signPublic", seed),
            ("isSignature", signature, text, public),
            ("isSignature", signature, text + b".", public),
            ("isValidPoint", one),
            ("isValidPoint", other),
            ("pointAdd", one, two),
            ("pointAdd", other, two),
            ("pointSub", one, one),
            ("pointMul", a, two),
            ("pointMul", a, other),
            ("pointBaseMul", a),
            ("scalarAdd", a, b),
            ("scalarMul", a, b),
            ("scalarReduce", wide),
            ("exchange", seed, other),
            ("exchangePublic", seed),
            ("seal", text, other, seed[:12], seed),
            ("open", sealed, other, seed[:12], seed),
            ("open", sealed[:-1] + bytes([sealed[-1] ^ 1]), other, seed[:12], seed),
        )


@sizes("count", 5, 200)
def test_random_values(count: int) -> None:
    compare(list(random_calls(count)))


def odd_points() -> list[bytes]:
    """Return the points of small order in all their encodings, and neighbours of the field's size."""
    torsion = [
        0,
        1,
        2707385501144840649318225287225658788936804267575313519463743609750303021,
        55188659117513257062467267217118295137698188065244968500265048394206261417927,
        FIELD - 1,
        FIELD,
        FIELD + 1,
        2**255 - 1,
    ]
    return [(value | sign << 255).to_bytes(32, "little") for value, sign in product(torsion, (0, 1))]


def test_odd_points_and_scalars() -> None:
    """A point that is added need not be in the group, a point that is multiplied must be."""
    good = sodium.sign_keypair(bytes(32))[0]
    points = [*odd_points(), good]
    scalars = [value.to_bytes(32, "little") for value in (0, 1, 8, ORDER - 1, ORDER, 2**252)]
    compare(
        [
            *(("isValidPoint", point) for point in points),
            *(("exchange", bytes([9]) * 32, point) for point in points),
            *(("pointMul", scalar, point) for scalar, point in product(scalars, points)),
            *(("pointBaseMul", scalar) for scalar in scalars),
            *(("scalarMul", one, other) for one, other in product(scalars, scalars)),
            *(("scalarAdd", one, other) for one, other in product(scalars, scalars)),
            *(("isSignature", point + scalar, b"", good) for point, scalar in product(points, scalars)),
            *(("isSignature", point + scalar, b"", point) for point, scalar in product(points, scalars)),
        ]
    )


def test_points_that_are_added() -> None:
    points = [*odd_points(), sodium.sign_keypair(bytes(32))[0]]
    compare([(name, one, other) for name, one, other in product(("pointAdd", "pointSub"), points, points)])


def test_known_vectors() -> None:
    """Wycheproof's cases, and signatures about which verifiers are known to disagree."""
    calls: list[Call] = []
    for one in json.loads((VECTORS / "speccheck.json").read_text()):
        calls.append(("isSignature", *(bytes.fromhex(one[name]) for name in ("signature", "message", "pub_key"))))
    for group in json.loads((VECTORS / "wycheproof_ed25519.json").read_text())["testGroups"]:
        public = bytes.fromhex(group["publicKey"]["pk"])
        cases = [(bytes.fromhex(case["sig"]), bytes.fromhex(case["msg"])) for case in group["tests"]]
        calls += [("isSignature", signature, text, public) for signature, text in cases if len(signature) == 64]
    for group in json.loads((VECTORS / "wycheproof_x25519.json").read_text())["testGroups"]:
        for case in group["tests"]:
            calls.append(("exchange", bytes.fromhex(case["private"]), bytes.fromhex(case["public"])))
    for group in json.loads((VECTORS / "wycheproof_chacha20_poly1305.json").read_text())["testGroups"]:
        for case in group["tests"]:
            key, nonce, aad, body, tag = (bytes.fromhex(case[name]) for name in ("key", "iv", "aad", "ct", "tag"))
            if len(nonce) == 12:
                calls.append(("open", body + tag, aad, nonce, key))
    assert len(calls) > 500
    compare(calls)
