"""Orders that are edited, forged, replayed, misplaced, badly sealed or badly worded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from lpbe.kernel import desk, sshsig
from lpbe.kernel.canon import jcs
from lpbe.kernel.keys import b64, unb64
from lpbe.kernel.letters import Envelope, Letter, Play, TimeoutArgs, given
from lpbe.kernel.seals import hpke_seal

from .attack import Attack, Maker
from .conftest import DAYS, Stages
from .forge import (
    bid,
    by_hand,
    committed,
    edited,
    join,
    opening,
    play,
    sealed_by_hand,
    signed,
    signed_for,
    under_any_key,
    with_mine,
)
from .house import HOST, House, identity

LAY, DIG = {"order": "lay", "pebble": "p99"}, {"order": "dig"}


def bens(house: House, coins: int = 2, rev: int = 0) -> Play:
    """A good bid of blue."""
    return play(house.game, "blue", "ben", bid(coins), rev=rev)


def honest(house: House) -> Envelope:
    return signed(bens(house), "ben")


def changed(**changes: Any) -> Maker:
    """An honest order, edited afterwards."""
    return lambda house, stages: edited(honest(house), **changes)


def bent(make: Callable[[House, Play], Letter]) -> Maker:
    """An order of blue that its own player made wrong, and signed."""
    return lambda house, stages: signed(make(house, bens(house)), "ben")  # type: ignore[arg-type]


def noted(text: str) -> Maker:
    return lambda house, stages: signed(replace(bens(house), note=text), "ben")


def in_log(house: House, seat: str) -> Envelope:
    """The last order of a seat that was applied."""
    entry = [entry for entry in house.entries if entry.order and entry.order.seat == seat][-1]
    return Envelope(given(entry.order), entry.sig)


def other_bytes(blob: str) -> str:
    raw = bytearray(unb64(blob))
    raw[-1] ^= 1
    return b64(bytes(raw))


def other_hidden(house: House, part: str) -> Envelope:
    order = honest(house)
    hidden = given(given(order.order).hidden)  # type: ignore[union-attr]
    return edited(order, hidden=replace(hidden, **{part: other_bytes(getattr(hidden, part))}))


def on_a_fork(house: House, stages: Stages) -> Envelope:
    """Made on a step that the referee showed to nobody else."""
    fork = house.copy(house.root.parent / "fork")
    fork.order("red", "bid coins=5")
    fork.run()
    return signed(bens(fork), "ben")


def ready_again(house: House, stages: Stages) -> Envelope:
    house.do("ben", "ready", "mars")
    house.run()
    return signed(replace(desk.ready_letter(house.game, "blue", identity("ben")), note="again"), "ben")


def older_rev(house: House, stages: Stages) -> Envelope:
    house.order("blue", "bid coins=2", "--rev", "5")
    house.run()
    return signed(bens(house, rev=4), "ben")


def old_policy(house: House, stages: Stages) -> Envelope:
    for coins in (1, 2):
        (house.root / "policy.toml").write_text(f"[pebbles]\nbid = {coins}\n")
        house.do("ben", "policy", "mars", "policy.toml")
        house.run()
    entry = [entry for entry in house.entries if entry.order and entry.order.seat == "blue"][-2]
    return Envelope(given(entry.order), entry.sig)


def copied(house: House, stages: Stages) -> Envelope:
    """Green sends what blue has sealed, to bid the same without knowing it."""
    theirs = in_log(house, "blue").order
    assert isinstance(theirs, Play)
    own = play(house.game, "green", "cleo", bid(0))
    return signed(replace(own, batch=theirs.batch, hidden=theirs.hidden), "cleo")


def renamed(house: House, stages: Stages) -> Envelope:
    """Blue's whole order under green's name."""
    theirs = in_log(house, "blue").order
    return signed(replace(theirs, seat="green"), "cleo")


def false_commit(house: House, letter: Play) -> Play:
    return committed(letter, bid(5))


def false_opening(house: House, letter: Play) -> Play:
    return sealed_by_hand(house, committed(letter, bid(5)), jcs([opening(bid(2))]))


def no_seal(house: House, letter: Play) -> Play:
    return replace(letter, hidden=replace(given(letter.hidden), seal=desk.UNSET))


def two_openings(house: House, letter: Play) -> Play:
    return sealed_by_hand(house, committed(letter, bid(2)), jcs([opening(bid(2)), opening(bid(3))]))


def sealed_text(text: bytes, size: int = 1024) -> Maker:
    return bent(lambda house, letter: sealed_by_hand(house, committed(letter, bid(2)), text, size))


def mine_of(size: int) -> Maker:
    return bent(lambda house, letter: with_mine(letter, b64(bytes(size))))


def sealed_order(order: dict[str, Any]) -> Maker:
    return bent(lambda house, letter: play(house.game, "blue", "ben", order))


def sealed_dig(house: House, stages: Stages) -> Envelope:
    """A clear order, sealed."""
    letter = desk.play_letter(house.game, "blue", identity("ben"), [DIG], [True], 0)
    return signed(letter, "ben")


def to_another_key(house: House, letter: Play) -> Play:
    """Sealed to a key that is not the referee's."""
    sealed = hpke_seal(identity("eve").seal_public, b"", bytes(1024), b"not a secret")
    return replace(letter, hidden=replace(given(letter.hidden), seal=b64(sealed)))


def false_nonce(house: House, stages: Stages) -> Envelope:
    letter = desk.ready_letter(house.game, "blue", identity("ben"))
    return signed(replace(letter, args=replace(letter.args, nonce="00" * 32)), "ben")


def early_ready(house: House, stages: Stages) -> Envelope:
    """Agreed to a roster that was not complete."""
    letter = desk.ready_letter(house.game, "blue", identity("ben"))
    return signed(replace(letter, seen=house.game.state.recent[0]), "ben")


def timeout(*seats: str) -> Maker:
    def make(house: House, stages: Stages) -> Envelope:
        letter = desk.timeout_letter(house.game)
        return signed(replace(letter, args=TimeoutArgs(list(seats))) if seats else letter, HOST)

    return make


def by_referee(make: Callable[[House], Letter]) -> Maker:
    return lambda house, stages: signed(make(house), HOST)  # type: ignore[arg-type]


def at_hand(**changes: Any) -> Maker:
    return lambda house, stages: by_hand(house, honest(house), "attack.json", **changes)


def named(name: str) -> Maker:
    return lambda house, stages: signed(join(house, "blue", "ben", name=name), "ben")


def looking_like(name: str) -> Maker:
    """Blue joins after red, who is called Ana."""

    def make(house: House, stages: Stages) -> Envelope:
        house.run()
        return signed(join(house, "blue", "ben", name=name), "ben")

    return make


EDITED = [
    Attack("an edited note", "bidding", changed(note="I give up"), "E_SIG_INVALID"),
    Attack("an edited window", "bidding", changed(window=3), "E_SIG_INVALID"),
    Attack("an edited rev", "bidding", changed(rev=1), "E_SIG_INVALID"),
    Attack("an edited seen", "bidding", changed(seen="00" * 32), "E_SIG_INVALID"),
    Attack(
        "an edited commitment", "bidding", changed(batch=[{"order": "sealed", "commit": "00" * 32}]), "E_SIG_INVALID"
    ),
    Attack("a secret taken out", "bidding", changed(hidden=desk.UNSET), "E_SIG_INVALID"),
    Attack("an edited seal", "bidding", lambda house, stages: other_hidden(house, "seal"), "E_SIG_INVALID"),
    Attack("an edited memory", "bidding", lambda house, stages: other_hidden(house, "mine"), "E_SIG_INVALID"),
]

FORGED = [
    Attack("signed by another player", "bidding", lambda h, s: signed(bens(h), "cleo"), "E_SIG_FORMAT"),
    Attack("signed by an outsider", "bidding", lambda h, s: signed(bens(h), "eve"), "E_SIG_FORMAT"),
    Attack("signed by the referee", "bidding", lambda h, s: signed(bens(h), HOST), "E_SIG_FORMAT"),
    Attack("not signed at all", "bidding", lambda h, s: Envelope(bens(h)), "E_SIG_FORMAT"),
    Attack("sent for another seat", "bidding", changed(seat="green"), "E_SIG_FORMAT"),
    Attack(
        "another player's signature under blue's key",
        "bidding",
        lambda h, s: under_any_key(bens(h), identity("ben").keys[0], unb64(given(signed(bens(h), "eve").sig))[-64:]),
        "E_SIG_INVALID",
    ),
    *(
        Attack(
            f"signed for {namespace}",
            "bidding",
            lambda h, s, namespace=namespace: signed_for(namespace, bens(h), "ben"),
            "E_SIG_FORMAT",
        )
        for namespace in (sshsig.HEAD, sshsig.GENESIS, sshsig.REKEY, "lpbe-order-v2", "git", "")
    ),
]

MISPLACED = [
    Attack("the same order again", "bids", lambda h, s: in_log(h, "blue"), "E_ORDER_STALE", forgotten=True),
    Attack("an order of an earlier window", "turn", lambda h, s: in_log(h, "blue"), "E_ORDER_STALE", forgotten=True),
    Attack("an order for a future window", "bidding", bent(lambda h, o: replace(o, window=3)), "E_ORDER_STALE"),
    Attack("an order of another game", "bidding", lambda h, s: honest(s("other")), "E_ORDER_GAME"),
    Attack("an order made on a fork", "bidding", on_a_fork, "E_ORDER_FORK"),
    Attack(
        "an order by a seat that is not asked",
        "turn",
        lambda h, s: signed(play(h.game, "red", HOST, DIG), HOST),
        "E_ORDER_NOT_WAITING",
    ),
    Attack("ready twice", "joined", ready_again, "E_ORDER_NOT_WAITING"),
    Attack("two orders with one rev", "bids", bent(lambda h, o: o), "E_EQUIVOCATION"),
    Attack("an older rev", "bids", older_rev, "E_ORDER_REV"),
    Attack("the sixteenth replacement", "bids", bent(lambda h, o: bens(h, rev=16)), "E_ORDER_REV"),
    Attack("an older policy", "bidding", old_policy, "E_ORDER_REV", forgotten=True),
    Attack(
        "a free order that skips numbers",
        "bidding",
        bent(lambda h, o: desk.resign_letter(h.game, "blue", 16)),
        "E_ORDER_REV",
    ),
    Attack(
        "a free order of another fork",
        "bidding",
        bent(lambda h, o: replace(desk.resign_letter(h.game, "blue", 0), seen="00" * 32)),
        "E_ORDER_STALE",
    ),
    Attack(
        "a free order of a future window",
        "bidding",
        bent(lambda h, o: replace(desk.resign_letter(h.game, "blue", 0), window=3)),
        "E_ORDER_STALE",
    ),
    Attack(
        "ready while playing",
        "bidding",
        bent(lambda h, o: desk.ready_letter(h.game, "blue", identity("ben"))),
        "E_ORDER_KIND",
    ),
    Attack("join while playing", "bidding", lambda h, s: signed(join(h, "blue", "ben"), "ben"), "E_ORDER_KIND"),
    Attack("playing before the start", "joined", bent(lambda h, o: o), "E_ORDER_KIND"),
    Attack(
        "resigning before the start",
        "joined",
        bent(lambda h, o: desk.resign_letter(h.game, "blue", 0)),
        "E_ORDER_EARLY",
    ),
    Attack(
        "a player's own timeout",
        "paced",
        bent(lambda h, o: replace(desk.timeout_letter(h.game), seat="blue")),
        "E_ORDER_KIND",
        now=DAYS[9],
    ),
    Attack("an order called the referee's", "bidding", bent(lambda h, o: replace(o, seat="referee")), "E_ORDER_KIND"),
    Attack("a seat that is not in the game", "bidding", bent(lambda h, o: replace(o, seat="yellow")), "E_ORDER_SEAT"),
    Attack("an answer to another question", "turn", bent(lambda h, o: o), "E_ORDER_KIND"),
    Attack("playing after the end", "finished", bent(lambda h, o: o), "E_ORDER_STALE"),
    Attack(
        "resigning after the end", "finished", bent(lambda h, o: desk.resign_letter(h.game, "blue", 0)), "E_ORDER_STALE"
    ),
    Attack("a timeout before the deadline", "paced", timeout(), "E_ORDER_EARLY", now=DAYS[2]),
    Attack("a timeout at the deadline", "paced", timeout(), "E_ORDER_EARLY", now=DAYS[3]),
    Attack("a timeout without a deadline", "bidding", timeout(), "E_ORDER_EARLY"),
    Attack("a timeout of some", "paced", timeout("blue"), "E_ORDER_NOT_WAITING", now=DAYS[9]),
    Attack(
        "disclosing before the end",
        "bidding",
        by_referee(lambda h: desk.disclose_letter(h.game, h.secret)),
        "E_ORDER_EARLY",
    ),
]

SEALED = [
    Attack("another seat's sealed choice", "bids", copied, "E_SEAL_OPEN"),
    Attack("another seat's order renamed", "bids", renamed, "E_SEAL_OPEN"),
    Attack("a commitment beside its seal", "bidding", bent(false_commit), "E_SEAL_OPEN"),
    Attack("sealed to another key", "bidding", bent(to_another_key), "E_SEAL_OPEN"),
    Attack("an opening of another value", "bidding", bent(false_opening), "E_COMMIT_MISMATCH"),
    Attack("a commitment without a seal", "bidding", bent(no_seal), "E_COMMIT_MISMATCH"),
    Attack("two openings for one commitment", "bidding", bent(two_openings), "E_COMMIT_MISMATCH"),
    Attack("an illegal hidden value", "bidding", sealed_order(bid(99)), "E_RULE", clause="PEB-BID-01"),
    Attack(
        "an illegal open value",
        "turn",
        bent(lambda h, o: play(h.game, "blue", "ben", LAY)),
        "E_RULE",
        clause="PEB-LAY-01",
    ),
    Attack("a negative hidden value", "bidding", sealed_order(bid(-1)), "E_SCHEMA", 6),
    Attack(
        "a hidden order of no game", "bidding", sealed_order({"order": "bid", "coins": 1, "more": 1}), "E_SCHEMA", 6
    ),
    Attack(
        "dirt in the padding",
        "bidding",
        sealed_text((jcs([opening(bid(2))]) + b"\x80").ljust(1023, b"\0") + b"\1"),
        "E_SEAL_PADDING",
    ),
    Attack("no padding", "bidding", sealed_text(bytes(1024)), "E_SEAL_PADDING"),
    Attack("a smaller seal", "bidding", sealed_text(jcs([opening(bid(2))]), 512), "E_SEAL_SIZE"),
    Attack("a larger seal", "bidding", sealed_text(jcs([opening(bid(2))]), 2048), "E_SEAL_SIZE"),
    Attack("a smaller memory", "bidding", mine_of(1071), "E_SEAL_SIZE"),
    Attack("a larger memory", "bidding", mine_of(40000), "E_SEAL_SIZE"),
    Attack("a seal of no JSON", "bidding", sealed_text(b"\xff\xfe"), "E_SEAL_OPEN"),
    Attack("a seal of loose JSON", "bidding", sealed_text(b'[ {"r":"00","v":{}} ]'), "E_SEAL_OPEN"),
    Attack("a seal with a float", "bidding", sealed_text(b'[{"r":"00","v":{"coins":1.5}}]'), "E_SEAL_OPEN"),
    Attack("a seal of something else", "bidding", sealed_text(b'{"code":"x"}'), "E_SEAL_OPEN"),
    Attack(
        "a secret sent in clear",
        "bidding",
        bent(lambda h, o: play(h.game, "blue", "ben", bid(2), clear=True)),
        "E_ORDER_KIND",
    ),
    Attack("a clear order sent sealed", "turn", sealed_dig, "E_ORDER_KIND"),
    Attack(
        "a policy in clear",
        "bidding",
        bent(lambda h, o: replace(desk.policy_letter(h.game, "blue", None, {}, 0))),
        "E_ORDER_KIND",
    ),
]

SET_UP = [
    Attack("another nonce than was committed to", "joined", false_nonce, "E_COMMIT_MISMATCH"),
    Attack("ready for a roster that was not full", "joined", early_ready, "E_ORDER_FORK"),
    Attack(
        "a plain nonce in the join",
        "new",
        lambda h, s: by_hand(h, signed(join(h, "blue", "ben"), "ben"), args__nonce="00" * 32),
        "E_SCHEMA",
        6,
    ),
]

BAD_TEXT = {
    "an escape": "good \x1b[2J luck",
    "a bell": "good \a luck",
    "a C1 control": "good \x9b luck",
    "a bidi override": "good \u202e luck",
    "a zero-width joiner": "good\u200dluck",
    "a line separator": "good\u2028luck",
    "a private character": "good\ue000luck",
    "an unassigned character": "good\u0378luck",
    "a letter in two pieces": "e\u0301tude",
}

WORDED = [
    *(Attack(f"{what} in a note", "bidding", noted(text), "E_TEXT", 6) for what, text in BAD_TEXT.items()),
    *(Attack(f"{what} in a name", "new", named(text), "E_TEXT", 6) for what, text in BAD_TEXT.items()),
    Attack("a name with stray spaces", "new", named(" Ben"), "E_TEXT", 6),
    Attack("a name of signs", "new", named("Ben;"), "E_TEXT", 6),
    Attack("a note of 401 letters", "bidding", noted("a" * 401), "E_SCHEMA", 6),
    Attack("a name of 33 letters", "new", named("a" * 33), "E_SCHEMA", 6),
    Attack("the name of another player", "new", looking_like("Ana"), "E_TEXT", 6),
    Attack("another player's name in capitals", "new", looking_like("ANA"), "E_TEXT", 6),
    Attack("another player's name in wide letters", "new", looking_like("\uff21\uff4e\uff41"), "E_TEXT", 6),
    Attack("the name of another seat", "new", looking_like("Green"), "E_TEXT", 6),
    *(
        Attack(f"a seat called {seat or 'nothing'}", "bidding", at_hand(seat=seat), "E_SCHEMA", 6)
        for seat in ("con", "nul", "com1", "..", "a/b", "Red", "r\u0435d", "a" * 17, "", "-a", "red\n")
    ),
]

ORDERS = [*EDITED, *FORGED, *MISPLACED, *SEALED, *SET_UP, *WORDED]
