"""Attacks on seats: weak and borrowed keys, invitations, new keys, replacements, other referees."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from lpbe.kernel.base.canonical import kdf
from lpbe.kernel.chain import player_view
from lpbe.kernel.chain.key_proofs import proof_message, prove_keys
from lpbe.kernel.chain.letter import Letter
from lpbe.kernel.chain.letter_builder import referee_key
from lpbe.kernel.chain.letters.handover import make_offer
from lpbe.kernel.chain.records import Envelope
from lpbe.kernel.crypto import sshsig
from lpbe.kernel.crypto.keys import Identity, Secret, b64
from tests import letter_types

from ..conftest import Stages
from ..world.club import HOST, Club, identity
from ..world.forged_letters import bid, by_hand, join, key_fields, play, sign_letter, under_any_key
from .attack import Attack, Maker

SPECCHECK = json.loads((Path(__file__).parents[2] / "vectors" / "speccheck.json").read_text())

NEUTRAL = "01" + "00" * 31
SMALL_SIGN = {
    "order 1": NEUTRAL,
    "order 1 with a sign": "01" + "00" * 30 + "80",
    "order 1 written large": "ee" + "ff" * 30 + "7f",
    "order 2": "ec" + "ff" * 30 + "7f",
    "order 4": "00" * 32,
    "order 4 with a sign": "00" * 31 + "80",
    "order 8": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "order 8, another": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "no point at all": "02" + "00" * 31,
}
SMALL_SEAL = {
    "zero": "00" * 32,
    "one": NEUTRAL,
    "order 8": "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "order 8, another": "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "minus one": "ec" + "ff" * 30 + "7f",
    "the prime": "ed" + "ff" * 30 + "7f",
    "the prime and one": "ee" + "ff" * 30 + "7f",
}
MIXED = SPECCHECK[3]["pub_key"]
"""A key of mixed order: even libsodium's verifier accepts a signature under it."""


def key(text: str) -> str:
    return b64(bytes.fromhex(text))


def join_with(sign: str = "", seal: str = "", signature: str = NEUTRAL + "00" * 32) -> Maker:
    """Let blue join with keys of her choice, and with a signature that fits them."""

    def make(club: Club, stages: Stages) -> Envelope:
        letter = join(club, "blue", "ben")
        args = replace(letter.args, **({"sign": key(sign)} if sign else {}), **({"seal": key(seal)} if seal else {}))
        letter = replace(letter, args=args)
        return under_any_key(letter, args.sign, bytes.fromhex(signature)) if sign else sign_letter(letter, "ben")

    return make


def join_with_key_of_red(**changes: Callable[[Identity], str]) -> Maker:
    """Let blue join with a key of red's, who has joined before."""

    def make(club: Club, stages: Stages) -> Envelope:
        club.run()
        letter = join(club, "blue", "ben")
        theirs = {name: find(identity(HOST)) for name, find in changes.items()}
        letter = replace(letter, args=replace(letter.args, **theirs))
        return sign_letter(letter, HOST if "sign" in changes else "ben")

    return make


def rekey_with(proof: bytes | None = None, **keys: str) -> Maker:
    def make(club: Club, stages: Stages) -> Envelope:
        letter = letter_types.rekey_letter(club.game, "blue", identity("eve"), 0)
        args = replace(letter.args, **keys)
        return sign_letter(
            replace(letter, args=args if proof is None else replace(args, proof=b64(sshsig.strip_frame(proof)))), "ben"
        )

    return make


def proven(namespace: str, who: str, of: str = "eve") -> Maker:
    """Return a new key whose possession somebody else proves, or for another use."""

    def make(club: Club, stages: Stages) -> Envelope:
        keys = prove_keys(identity(of), club.game.state.game, "blue", referee_key(club.game))
        message = proof_message(club.game.state.game, "blue", keys.sign, keys.seal, keys.tie, keys.claim)
        proof = identity(who).sign(namespace, message)
        return rekey_with(proof)(club, stages)  # type: ignore[return-value]

    return make


def replace_with(who: str = HOST, **args: Any) -> Maker:
    def make(club: Club, stages: Stages) -> Envelope:
        keys = prove_keys(identity("eve"), club.game.state.game, "blue", referee_key(club.game))
        letter = letter_types.replace_letter(club.game, "blue", keys, "", "")
        return sign_letter(replace(letter, args=replace(letter.args, **args)), who)

    return make


def handing_over(change: Callable[[Letter, Club], Letter], who: str = HOST) -> Maker:
    def make(club: Club, stages: Stages) -> Envelope:
        letter = letter_types.handover_letter(club.game, make_offer(club.game, identity("eve")), (club.secret,), 0)
        return sign_letter(change(letter, club), who)  # type: ignore[arg-type]

    return make


def other_secret(letter: Any, club: Club) -> Any:
    """Return a secret that is not the game's, sealed as the true one would be."""
    false = Secret(kdf(club.secret.raw, "another"))
    return letter_types.handover_letter(club.game, make_offer(club.game, identity("eve")), (false,), 0)


def join_by_code(code: Callable[[Club], str]) -> Maker:
    return lambda club, stages: sign_letter(join(club, "blue", "ben", code(club)), "ben")


def join_uninvited(club: Club, stages: Stages) -> Envelope:
    return sign_letter(letter_types.join_letter(club.game, "blue", identity("ben"), "Ben", "en", ""), "ben")


def before_the_host(club: Club, stages: Stages) -> Envelope:
    (club.inbox / "0-red-0.toml").unlink()
    return sign_letter(join(club, "red", "eve"), "eve")


def endorse_as(seat: str, who: str, of: str = "") -> Maker:
    def make(club: Club, stages: Stages) -> Envelope:
        pending = club.game.state.replacing[0].letter_id
        return sign_letter(letter_types.endorse_letter(club.game, seat, of or pending, 0), who)

    return make


def endorsing_twice(club: Club, stages: Stages) -> Envelope:
    pending = club.game.state.replacing[0].letter_id
    club.do(HOST, "endorse", "mars")
    club.run()
    return sign_letter(letter_types.endorse_letter(club.game, "red", pending, 1), HOST)


def seat_line(club: Club, who: str, seat: str) -> str:
    """Return what somebody sends to the host to be given a seat."""
    return str(club.do(who, "key", "show", "--for", "mars", "--seat", seat)["public"])


def held_endorsement(club: Club, stages: Stages) -> Envelope:
    """Green is a bot: the referee has its key."""
    club.do(HOST, "replace", "mars", "blue", "--to", seat_line(club, "eve", "blue"))
    club.run()
    pending = club.game.state.replacing[0].letter_id
    return player_view.sign(
        club.secret.held_identity("green"), letter_types.endorse_letter(club.game, "green", pending, 0)
    )


def dropped_replacement(club: Club, stages: Stages) -> Envelope:
    """Return a replacement that a newer one of the same seat has superseded."""
    pending = club.game.state.replacing[0].letter_id
    club.do(HOST, "replace", "mars", "green", "--to", seat_line(club, "dan", "green"))
    club.run()
    return sign_letter(letter_types.endorse_letter(club.game, "blue", pending, 0), "ben")


def new_key_too_soon(club: Club, stages: Stages) -> Envelope:
    """Return an order signed with the new key after one endorsement of two: the old key still holds the seat."""
    club.do(HOST, "endorse", "mars")
    club.run()
    return sign_letter(play(club.game, "green", "eve", bid(1)), "eve")


def old_key_too_late(club: Club, stages: Stages) -> Envelope:
    club.do(HOST, "endorse", "mars")
    club.do("ben", "endorse", "mars")
    club.run()
    return sign_letter(play(club.game, "green", "cleo", bid(1)), "cleo")


WEAK = [
    *(
        Attack(f"join with a signing key of {what}", "new", join_with(point), "E_KEY_WEAK")
        for what, point in SMALL_SIGN.items()
    ),
    *(
        Attack(f"join with the sealing key {what}", "new", join_with(seal=point), "E_KEY_WEAK")
        for what, point in SMALL_SEAL.items()
    ),
    *(
        Attack(
            f"join with the key of speccheck {case['case']}",
            "new",
            join_with(case["pub_key"], signature=case["signature"]),
            "E_SIG_INVALID" if case["case"] in (6, 7) else "E_KEY_WEAK",
        )
        for case in SPECCHECK
    ),
    Attack("rekey to a key of order 1", "bidding", rekey_with(sign=key(NEUTRAL)), "E_KEY_WEAK"),
    Attack("rekey to a key of mixed order", "bidding", rekey_with(sign=key(MIXED)), "E_KEY_WEAK"),
    Attack("rekey to a weak sealing key", "bidding", rekey_with(seal=key(NEUTRAL)), "E_KEY_WEAK"),
    Attack("replace by a key of mixed order", "bidding", replace_with(sign=key(MIXED)), "E_KEY_WEAK"),
    Attack("replace by a weak sealing key", "bidding", replace_with(seal=key("00" * 32)), "E_KEY_WEAK"),
    Attack(
        "hand over to a key of mixed order",
        "bidding",
        handing_over(lambda o, h: replace(o, args=replace(o.args, sign=key(MIXED)))),
        "E_KEY_WEAK",
    ),
    Attack(
        "hand over to a weak sealing key",
        "bidding",
        handing_over(lambda o, h: replace(o, args=replace(o.args, seal=key(NEUTRAL)))),
        "E_KEY_WEAK",
    ),
    Attack(
        "a key with loose ends",
        "new",
        lambda h, s: by_hand(h, sign_letter(join(h, "blue", "ben"), "ben"), args__sign="A" * 42 + "B="),
        "E_SCHEMA",
        6,
    ),
]

BORROWED = [
    Attack("join with red's signing key", "new", join_with_key_of_red(sign=lambda k: k.keys[0]), "E_KEY_REUSED"),
    Attack("join with red's sealing key", "new", join_with_key_of_red(seal=lambda k: k.keys[1]), "E_KEY_REUSED"),
    Attack("rekey to red's keys", "bidding", rekey_with(**key_fields(identity(HOST))), "E_KEY_REUSED"),
    Attack("replace by green's keys", "bidding", replace_with(**key_fields(identity("cleo"))), "E_KEY_REUSED"),
    Attack("a new key proven by another", "bidding", proven(sshsig.REKEY, "dan"), "E_SIG_INVALID"),
    Attack("a new key proven for another use", "bidding", proven(sshsig.ORDER, "eve"), "E_SIG_INVALID"),
    Attack(
        "a new key with a false proof",
        "bidding",
        rekey_with(sshsig.prefix(identity("eve").sign_public, sshsig.REKEY) + bytes(64)),
        "E_SIG_INVALID",
    ),
]

INVITED = [
    Attack("join without an invitation", "new", join_uninvited, "E_ORDER_INVITE"),
    Attack("join with a wrong invitation", "new", join_by_code(lambda h: "AAAAA-BBBBB-CCCCC-DDDDD"), "E_ORDER_INVITE"),
    Attack(
        "join with another seat's invitation",
        "new",
        join_by_code(lambda h: h.secret.invitation("green")),
        "E_ORDER_INVITE",
    ),
    Attack("join in the host's seat", "new", before_the_host, "E_KEY_SEAT"),
]

REPLACED = [
    Attack(
        "endorsing nothing",
        "bidding",
        lambda h, s: sign_letter(letter_types.endorse_letter(h.game, "blue", "00" * 32, 0), "ben"),
        "E_ORDER_QUORUM",
    ),
    Attack("endorsing another order", "replacing", endorse_as("blue", "ben", "00" * 32), "E_ORDER_QUORUM"),
    Attack("endorsing twice", "replacing", endorsing_twice, "E_ORDER_QUORUM"),
    Attack("endorsing one's own replacement", "replacing", endorse_as("green", "cleo"), "E_ORDER_QUORUM"),
    Attack("endorsing as the newcomer", "replacing", endorse_as("green", "eve"), "E_SIG_FORMAT"),
    Attack("endorsing by a held seat", "held", held_endorsement, "E_ORDER_QUORUM"),
    Attack("endorsing a replacement that was dropped", "replacing", dropped_replacement, "E_ORDER_QUORUM"),
    Attack("playing by a new key without quorum", "replacing", new_key_too_soon, "E_SIG_FORMAT"),
    Attack("playing by an old key that was replaced", "replacing", old_key_too_late, "E_SIG_FORMAT"),
    Attack("replacing as a player", "bidding", replace_with("ben"), "E_SIG_FORMAT"),
    Attack("replacing by a bot though nobody was silent", "bidding", replace_with(held="bot:random"), "E_ORDER_QUORUM"),
    Attack("replacing before the start", "joined", replace_with(), "E_ORDER_EARLY"),
    Attack("replacing a seat that is none", "bidding", replace_with(seat="yellow"), "E_ORDER_SEAT"),
    Attack("handing over as a player", "bidding", handing_over(lambda o, h: o, "ben"), "E_SIG_FORMAT"),
    Attack("handing over another secret", "bidding", handing_over(other_secret), "E_SEAL_OPEN"),
]

SEATS = [*WEAK, *BORROWED, *INVITED, *REPLACED]
