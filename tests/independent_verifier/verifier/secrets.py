"""What the secrets show: section 9.4."""

from __future__ import annotations

import base64
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from .audit import Audit
from .canon import Wrong, jcs, kdf, lp, need, tagged_hash, unbase
from .draws import PebbleDraws, PlanetDraws, WorldDraws
from .forms import Record, any_object, list_check
from .openings import context
from .records import INMOST, VIEW
from .seals import pair_of, public_half, unseal
from .streams import beta


def check_secrets(audit: Audit) -> list[bytes]:
    """Check that the secrets are those that genesis and handovers committed to."""
    secrets = [bytes.fromhex(item) for item in audit.entries[-1]["public"].get("disclosed", [])]
    promised = [audit.genesis | {"seal": audit.genesis["referee"]["seal"]}]
    promised += [item["order"]["args"] for item in audit.books.state["handovers"]]
    need(len(secrets) == len(promised), "another number of secrets")
    for secret, promise in zip(secrets, promised, strict=True):
        need(tagged_hash("seed-commit", secret) == promise["seed_commit"], "another secret")
        need(public_half(kdf(secret, "referee-seal")) == promise["seal"], "another sealing key")
    return secrets


def check_views(audit: Audit, secrets: list[bytes]) -> dict[str, Any]:
    """Return all seals of the game file open; what the drawer holds."""
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
    """Return what is sealed in a letter."""
    commits = [item["commit"] for item in letter["batch"] if item.get("order") == "sealed"]
    hidden = letter["hidden"]
    place = (letter["seat"], letter["kind"], letter["window"], letter["rev"], letter["seen"])
    info = lp("letter", letter["game"], *place, hidden["plans"], *commits)
    return unseal(pair, info, size, hidden["seal"])


def check_letter(letter: dict[str, Any], pair: bytes, size: int) -> None:
    """A letter's seal opens to what it committed to."""
    value = letter_opens(letter, pair, size)
    Record(draft=list_check(any_object), plans=list_check(any_object, 0, 4), v=list_check(any_object))(value)
    places = [index for index, item in enumerate(letter["batch"]) if item.get("order") == "sealed"]
    need(len(places) == len(value["v"]), "another number of sealed orders")
    for index, item in zip(places, value["v"], strict=True):
        nonce = kdf(pair, "commit-nonce", *context(letter), index, letter["seen"], jcs(item))
        commit = tagged_hash("commit", *context(letter), index, nonce, jcs(item))
        need(commit == letter["batch"][index]["commit"], "another order was sealed")
    plans = []
    for index, item in enumerate([*value["plans"], {}, {}, {}, {}][:4]):
        nonce = kdf(pair, "plan-nonce", *context(letter), index, letter["seen"], jcs(item))
        plans.append(tagged_hash("plan", *context(letter), nonce, jcs(item)))
    need(letter["hidden"]["plans"] == tagged_hash("plans", *sorted(plans)), "other plans were sealed")


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
    """Return the keys of a seat that the referee holds."""
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


def invitation_proof(secret: bytes, game: str, seat: str, args: dict[str, Any]) -> str:
    """Return the proof that somebody who joins has the invitation."""
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
            need(
                args.get("proof") == invitation_proof(secrets[0], audit.id, spec["id"], args),
                "a join without its invitation",
            )


def key_claim(pair: bytes, seat: str, args: dict[str, Any]) -> str:
    """Return what shows the referee that somebody has the secret of a sealing key."""
    return kdf(pair, "claim", seat, unbase(args["sign"])).hex()


def check_claims(audit: Audit, secrets: list[bytes]) -> None:
    """Whoever brought keys to a seat had the secret of the sealing key, for any referee so far."""
    keys, handed = audit.books.referees(), 0
    for entry in audit.entries[1:]:
        letter = entry["order"]
        if letter["kind"] in ("join", "rekey", "replace"):
            args = letter["args"]
            seat, seal = args.get("seat", letter["seat"]), args["seal"]
            pairs = [
                pair_of(kdf(secret, "referee-seal"), seal, audit.id, key["seal"], seal)
                for secret, key in list(zip(secrets, keys, strict=True))[: handed + 1]
            ]
            need(args["claim"] in [key_claim(pair, seat, args) for pair in pairs], "a sealing key without its claim")
        handed += letter["kind"] == "handover"


def mail_mark(pair: bytes, letter: dict[str, Any], code: str, lines: str) -> str:
    """Return what a letter says about its mail."""
    nonce = kdf(pair, "mail-nonce", *context(letter), letter["seen"])
    return tagged_hash("mail", nonce, code, lines)


def first_secret(seed: bytes, genesis: dict[str, Any]) -> bytes:
    """Return the secret of the referee who begins a game."""
    terms = {name: item for name, item in genesis.items() if name != "seed_commit"}
    return kdf(seed, "game", jcs(terms | {"referee": {"sign": genesis["referee"]["sign"]}}))


def check_draws(audit: Audit, root: bytes, box: dict[str, Any]) -> None:
    """All draws that can be told without the rules."""
    kind = {"pebbles": PebbleDraws, "living-planet": PlanetDraws, "planet-2116": WorldDraws}[audit.genesis["rules"]]
    if "pack" in audit.genesis and kind is not PlanetDraws:
        return
    draws = kind(root, audit.genesis)
    for entry in audit.entries:
        for event in entry["public"].get("events", []):
            draws.follow(event)
    draws.compare(box)


def check_disclosed(audit: Audit) -> None:
    """Everything that the secrets show."""
    secrets = check_secrets(audit)
    inmost = check_views(audit, secrets)
    check_joins(audit, secrets)
    check_claims(audit, secrets)
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
    need("root" not in inmost, "a root that the seed gives anyway")
    check_draws(audit, root, inmost.get("box", {}))
