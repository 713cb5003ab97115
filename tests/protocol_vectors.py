"""What docs/protocol.md shows for each derivation, computed by the code: python -m tests.protocol_vectors."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from lpbe.kernel.base.canonical import ident, jcs, kdf, lp, tagged_hash
from lpbe.kernel.chain.genesis import (
    Genesis,
    SeatRecord,
    SeatSpec,
    Sizes,
    WindowRecord,
    first_secret,
    game_id,
    roster_of,
    with_referee,
)
from lpbe.kernel.chain.letter import letter_id, memo_info
from lpbe.kernel.chain.letters.handover import Handover, HandoverArgs
from lpbe.kernel.chain.letters.join import JoinArgs, invitation_proof
from lpbe.kernel.chain.letters.note import NoteArgs, NoteLetter
from lpbe.kernel.chain.letters.pace import pace_id
from lpbe.kernel.chain.letters.play import Play
from lpbe.kernel.chain.mail_codes import mail_mark
from lpbe.kernel.chain.records import Head, Public, StateRecord, StepName, head_id
from lpbe.kernel.chain.sealed_state import hidden_info, view_info
from lpbe.kernel.crypto import sshsig, vrf
from lpbe.kernel.crypto.keys import PLAIN_PREFIX, Identity, b64, derive_key, encode_line, handed_secret
from lpbe.kernel.crypto.seals import commit_nonce, commitment, mail_nonce, plan_commitments, plans_commitment, seal
from lpbe.kernel.engine.chance import Rng, below, words
from lpbe.kernel.gamedir.receipts import reason_info

SEED, HOST, NEXT = bytes([0x11]) * 32, bytes([0x22]) * 32, bytes([0x33]) * 32
NONCE, GAME, HEAD, ORDER = "5e" * 32, "ab" * 32, "cd" * 32, "ef" * 32
VALUE = {"order": "bid", "coins": 3}
CONTEXT = (GAME, 2, "red", "play", 0)
RED, BLUE = Identity(SEED), Identity(NEXT)
REFEREE = Identity(HOST)


def hosted_genesis() -> Genesis:
    """Return the genesis of a game with a referee: its secret follows from it."""
    sizes = Sizes(view=2048, drawer=512, letter=384, standing=1600, memo=96, reason=512)
    plain = Genesis(
        2, "pebbles", 1, "00" * 32, [], {}, [SeatSpec("red"), SeatSpec("blue")], "referee", 2, NONCE, "en", sizes=sizes
    )
    return with_referee(plain, REFEREE)


SECRET = first_secret(HOST, hosted_genesis())
PAIR = RED.pair(GAME, b64(SECRET.seal_public))
ROOT = bytes([0x44]) * 32


def vectors() -> dict[str, str]:
    """Everything, by name."""
    parts = (
        primitives(),
        of_a_person(),
        of_a_game(),
        infos(),
        seal_lines(),
        commitment_lines(),
        signature_lines(),
        ids(),
        draw_lines(),
    )
    return dict(pair for part in parts for pair in part)


def primitives() -> Iterator[tuple[str, str]]:
    yield "jcs", jcs({"b": [1, True, "é\n"], "a": {}}).hex()
    yield "lp", lp("a", 12, b"\xff").hex()
    yield "H", tagged_hash("tag", "a", 12, b"\xff").hex()
    yield "kdf", kdf(SEED, "label", "a", 12, b"\xff").hex()


def of_a_person() -> Iterator[tuple[str, str]]:
    yield "sign seed", derive_key(SEED, "sign").hex()
    yield "sign public", RED.sign_public.hex()
    yield "seal secret", RED.seal_secret.hex()
    yield "seal public", RED.seal_public.hex()
    yield "det", RED.det.hex()
    yield "tie", RED.tie(GAME, "red")
    yield "draw seed", RED.draw_seed(GAME).hex()
    yield "draw public", vrf.draw_public(RED.draw_seed(GAME)).hex()
    yield "memo key", RED.memo_key(GAME).hex()
    yield "secret line", encode_line(PLAIN_PREFIX, SEED)


def of_a_game() -> Iterator[tuple[str, str]]:
    yield "genesis of a referee", jcs(hosted_genesis()).decode()
    yield "G", SECRET.raw.hex()
    yield "seed_commit", SECRET.commitment
    yield "referee seal secret", SECRET.seal_secret.hex()
    yield "referee seal public", SECRET.seal_public.hex()
    yield "drawer key", SECRET.drawer.hex()
    yield "held seed", SECRET.held_identity("red").seed.hex()
    yield "held sign public", SECRET.held_identity("red").sign_public.hex()
    yield "invitation", SECRET.invitation("red")
    yield "claim", RED.claim(GAME, b64(SECRET.seal_public), "red")
    yield "join proof", invitation_proof(SECRET.invitation("red"), GAME, "red", join_args())
    yield "mail code", SECRET.mail_code("red", 2, 0, HEAD)
    nonce = mail_nonce(PAIR, CONTEXT, HEAD)
    yield "mail nonce", nonce.hex()
    yield "mail mark", mail_mark(nonce, SECRET.mail_code("red", 2, 0, HEAD), "bid 4\nnote Hallo")
    yield "G2", handed_secret(NEXT, NONCE, GAME, HEAD).raw.hex()
    yield "pair", PAIR.hex()


def join_args() -> JoinArgs:
    draw = b64(vrf.draw_public(RED.draw_seed(GAME)))
    claim = RED.claim(GAME, b64(SECRET.seal_public), "red")
    return JoinArgs(*RED.keys, draw, RED.tie(GAME, "red"), "Ana", "en", claim)


def infos() -> Iterator[tuple[str, str]]:
    step = StepName(GAME, 4, HEAD, ORDER)
    yield "info view", view_info(step, "red").hex()
    yield "info drawer", hidden_info(step).hex()
    yield "info letter", play().info("12" * 32).hex()
    yield "info memo", memo_info(GAME, "red", "play", 2, 0, HEAD).hex()
    yield "info reason", reason_info(GAME, "red", HEAD, ORDER, "E_ORDER_STALE").hex()
    yield "info handover", handover().info().hex()


def play() -> Play:
    batch = [{"order": "dig"}, {"order": "sealed", "commit": "34" * 32}]
    return Play(format=2, game=GAME, seat="red", window=2, seen=HEAD, rev=0, batch=batch)


def handover() -> Handover:
    args = HandoverArgs(*BLUE.keys, "56" * 32, HEAD, secrets="AAAA")
    return Handover(format=2, game=GAME, seat="referee", window=2, seen=HEAD, rev=0, args=args)


def seal_lines() -> Iterator[tuple[str, str]]:
    yield "seal", seal(PAIR, lp("view", GAME, 4, HEAD, ORDER, "red"), {"screen": {}}, 32).hex()


def commitment_lines() -> Iterator[tuple[str, str]]:
    nonce = commit_nonce(PAIR, CONTEXT, 1, HEAD, jcs(VALUE))
    yield "commit nonce", nonce.hex()
    yield "commit", commitment(CONTEXT, 1, nonce, jcs(VALUE))
    slots = plan_commitments(PAIR, CONTEXT, HEAD, [jcs(VALUE)])
    for slot, (r, committed) in enumerate(slots):
        yield f"plan nonce {slot}", r
        yield f"plan commit {slot}", committed
    yield "plans", plans_commitment([committed for _, committed in slots])


def signature_lines() -> Iterator[tuple[str, str]]:
    blob = sshsig.sign(derive_key(SEED, "sign"), sshsig.HEAD, b"{}")
    yield "signed part", sshsig.signed_part(sshsig.HEAD, b"{}").hex()
    yield "frame", blob[:-64].hex()
    yield "bare signature", sshsig.strip_frame(blob).hex()


def ids() -> Iterator[tuple[str, str]]:
    yield "genesis", jcs(genesis()).decode()
    yield "game id", game_id(genesis())
    yield "letter", jcs(letter()).decode()
    yield "order id", letter_id(letter())
    yield "public id of {}", ident("public", Public())
    yield "head", jcs(head()).decode()
    yield "head id", head_id(head())
    yield "pace id", pace_id(GAME, "2d")


def genesis() -> Genesis:
    seats = [SeatSpec("red"), SeatSpec("blue", b64(BLUE.sign_public))]
    return Genesis(2, "pebbles", 1, "00" * 32, [], {"pebbles": {"rounds": 2}}, seats, "open", 2, NONCE, "en", seed=HEAD)


def letter() -> NoteLetter:
    return NoteLetter(format=2, game=GAME, seat="red", window=2, seen=HEAD, rev=0, args=NoteArgs("Hallo, été!"))


def head() -> Head:
    return Head(2, GAME, 4, HEAD, ident("public", Public()), "78" * 32, ORDER, "2026-11-18T08:00:00Z")


def draw_lines() -> Iterator[tuple[str, str]]:
    roster = roster_of(seated_state())
    yield "roster", roster
    betas = []
    for name, identity in (("red", RED), ("blue", BLUE)):
        proof = vrf.prove_draw(identity.draw_seed(GAME), roster.encode())
        betas.append(vrf.check_draw(vrf.draw_public(identity.draw_seed(GAME)), roster.encode(), proof))
        yield f"proof {name}", proof.hex()
        yield f"beta {name}", betas[-1].hex()
    yield "root", kdf(SECRET.raw, "rng-root", GAME, roster, *betas).hex()
    yield "root of an open game", kdf(ROOT, "rng-root", GAME).hex()
    yield "bot chance", kdf(ROOT, "bot", "red", 2).hex()
    yield from streams()


def seated_state() -> StateRecord:
    seats = [sitter(seat, who) for seat, who in (("red", RED), ("blue", BLUE))]
    return StateRecord(2, GAME, 2, WindowRecord(1, "ready", 2), seats)


def sitter(seat: str, who: Identity) -> SeatRecord:
    keys = {"draw": b64(vrf.draw_public(who.draw_seed(GAME))), "tie": who.tie(GAME, seat)}
    return SeatRecord(seat, seat.capitalize(), "en", *who.keys, **keys)


def streams() -> Iterator[tuple[str, str]]:
    yield "words rain/1", " ".join(map(str, islice(words(ROOT, "rain/1"), 9)))
    yield "1 + below(6) rain/1", str(1 + below(words(ROOT, "rain/1"), 6))
    yield "below(65535) x", str(below(words(ROOT, "x"), 65535))
    bag = [f"p{n:02}" for n in range(1, 25)]
    yield "shuffle bag", " ".join(Rng(ROOT).shuffled(bag, "bag"))
    yield "shuffle deck/planet/green/1", " ".join(map(str, Rng(ROOT).shuffled(range(1, 7), "deck/planet/green/1")))
    yield "pick first-leader", Rng(ROOT).pick(["red", "blue", "yellow"], "first-leader")


def block() -> str:
    """Return all of them as the page has them."""
    return "".join(f"{name} = {value}\n" for name, value in vectors().items())


if __name__ == "__main__":
    print(block(), end="")
