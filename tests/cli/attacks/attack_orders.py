"""Orders that are edited, forged, replayed or misplaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from lpbe.kernel.chain.letter import Letter, Sealed, present
from lpbe.kernel.chain.letters.play import Play
from lpbe.kernel.chain.letters.timeout import Timeout
from lpbe.kernel.chain.player_view import open_state
from lpbe.kernel.chain.records import Envelope
from lpbe.kernel.crypto import sshsig
from lpbe.kernel.crypto.keys import b64, unb64
from tests import letter_types

from ..conftest import DAYS, Stages
from ..world.club import HOST, Club, identity
from ..world.forged_letters import bid, by_hand, edit_letter, join, play, sign_letter, signed_for, under_any_key
from .attack import Attack, Maker

LAY, DIG = {"order": "lay", "pebble": "p99"}, {"order": "dig"}


def bens(club: Club, coins: int = 2, rev: int = 0) -> Play:
    """Return a good bid of blue."""
    return play(club.game, "blue", "ben", bid(coins), rev=rev)


def honest(club: Club) -> Envelope:
    return sign_letter(bens(club), "ben")


def edit_order(**changes: Any) -> Maker:
    """Return an honest order, edited afterwards."""
    return lambda club, stages: edit_letter(honest(club), **changes)


def bend_order(make: Callable[[Club, Play], Letter]) -> Maker:
    """Return an order of blue that its own player made wrong, and signed."""
    return lambda club, stages: sign_letter(make(club, bens(club)), "ben")  # type: ignore[arg-type]


def in_log(club: Club, seat: str) -> Envelope:
    """Return the last order of a seat that was applied."""
    entry = [entry for entry in club.entries if entry.letter and entry.letter.seat == seat][-1]
    return Envelope(present(entry.letter), entry.sig)


def other_bytes(blob: str) -> str:
    raw = bytearray(unb64(blob))
    raw[-1] ^= 1
    return b64(bytes(raw))


def other_hidden(club: Club, part: str) -> Envelope:
    order = honest(club)
    hidden = present(present(order.letter).hidden)  # type: ignore[union-attr]
    return edit_letter(order, hidden=replace(hidden, **{part: other_bytes(getattr(hidden, part))}))


def on_a_fork(club: Club, stages: Stages) -> Envelope:
    """Return an order made on a step that the referee showed to nobody else."""
    fork = club.copy(club.root.parent / "fork")
    fork.order("red", "bid coins=5")
    fork.run()
    return sign_letter(bens(fork), "ben")


def ready_again(club: Club, stages: Stages) -> Envelope:
    club.do("ben", "ready", "mars")
    club.run()
    return sign_letter(replace(letter_types.ready_letter(club.game, "blue", identity("ben")), note="again"), "ben")


def older_rev(club: Club, stages: Stages) -> Envelope:
    club.order("blue", "bid coins=2", "--rev", "5")
    club.run()
    return sign_letter(bens(club, rev=4), "ben")


def old_policy(club: Club, stages: Stages) -> Envelope:
    for coins in (1, 2):
        (club.root / "policy.toml").write_text(f"[pebbles]\nbid = {coins}\n")
        club.do("ben", "policy", "mars", "policy.toml")
        club.run()
    entry = [entry for entry in club.entries if entry.letter and entry.letter.seat == "blue"][-2]
    return Envelope(present(entry.letter), entry.sig)


def false_draw(club: Club, stages: Stages) -> Envelope:
    """Return a proof by another key, whose draw is more favourable."""
    theirs = letter_types.ready_letter(club.game, "blue", identity("eve"))
    return sign_letter(theirs, "ben")


def early_ready(club: Club, stages: Stages) -> Envelope:
    """Return a letter of readiness for a roster that was not complete."""
    letter = letter_types.ready_letter(club.game, "blue", identity("ben"))
    return sign_letter(replace(letter, seen=club.game.state.recent[0]), "ben")


def timeout_of(club: Club) -> Timeout:
    return letter_types.timeout_letter(club.game, open_state(club.rules, club.game, None, None))


def timeout(*seats: str) -> Maker:
    def make(club: Club, stages: Stages) -> Envelope:
        letter = timeout_of(club)
        return sign_letter(replace(letter, args=replace(letter.args, seats=list(seats))) if seats else letter, HOST)

    return make


def by_referee(make: Callable[[Club], Letter]) -> Maker:
    return lambda club, stages: sign_letter(make(club), HOST)  # type: ignore[arg-type]


def at_hand(**changes: Any) -> Maker:
    return lambda club, stages: by_hand(club, honest(club), "attack.json", **changes)


EDITED = [
    Attack("an edited note", "bidding", edit_order(note="I give up"), "E_SIG_INVALID"),
    Attack("an edited window", "bidding", edit_order(window=3), "E_SIG_INVALID"),
    Attack("an edited rev", "bidding", edit_order(rev=1), "E_SIG_INVALID"),
    Attack("an edited seen", "bidding", edit_order(seen="00" * 32), "E_SIG_INVALID"),
    Attack(
        "an edited commitment", "bidding", edit_order(batch=[{"order": "sealed", "commit": "00" * 32}]), "E_SIG_INVALID"
    ),
    Attack("a secret taken out", "bidding", edit_order(hidden=UNSET), "E_SIG_INVALID"),
    Attack("an edited seal", "bidding", lambda club, stages: other_hidden(club, "seal"), "E_SIG_INVALID"),
    Attack("an edited memory", "bidding", lambda club, stages: other_hidden(club, "memo"), "E_SIG_INVALID"),
]

FORGED = [
    Attack("signed by another player", "bidding", lambda h, s: sign_letter(bens(h), "cleo"), "E_SIG_FORMAT"),
    Attack("signed by an outsider", "bidding", lambda h, s: sign_letter(bens(h), "eve"), "E_SIG_FORMAT"),
    Attack("signed by the referee", "bidding", lambda h, s: sign_letter(bens(h), HOST), "E_SIG_FORMAT"),
    Attack("not signed at all", "bidding", lambda h, s: Envelope(bens(h)), "E_SIG_FORMAT"),
    Attack("sent for another seat", "bidding", edit_order(seat="green"), "E_SIG_FORMAT"),
    Attack(
        "another player's signature under blue's key",
        "bidding",
        lambda h, s: under_any_key(
            bens(h), identity("ben").keys[0], unb64(present(sign_letter(bens(h), "eve").sig))[-64:]
        ),
        "E_SIG_INVALID",
    ),
    *(
        Attack(
            f"signed for {namespace}",
            "bidding",
            lambda h, s, namespace=namespace: signed_for(namespace, bens(h), "ben"),
            "E_SIG_FORMAT",
        )
        for namespace in (sshsig.HEAD, sshsig.GENESIS, sshsig.REKEY, "lpbe-order-v1", "git", "")
    ),
]

MISPLACED = [
    Attack("the same order again", "bids", lambda h, s: in_log(h, "blue"), "E_ORDER_STALE", forgotten=True),
    Attack("an order of an earlier window", "turn", lambda h, s: in_log(h, "blue"), "E_ORDER_STALE", forgotten=True),
    Attack("an order for a future window", "bidding", bend_order(lambda h, o: replace(o, window=3)), "E_ORDER_STALE"),
    Attack("an order of another game", "bidding", lambda h, s: honest(s("other")), "E_ORDER_GAME"),
    Attack("an order made on a fork", "bidding", on_a_fork, "E_ORDER_FORK"),
    Attack(
        "an order by a seat that is not asked",
        "turn",
        lambda h, s: sign_letter(play(h.game, "red", HOST, DIG), HOST),
        "E_ORDER_NOT_WAITING",
    ),
    Attack("ready twice", "joined", ready_again, "E_ORDER_NOT_WAITING"),
    Attack("two orders with the same rev", "bids", bend_order(lambda h, o: o), "E_EQUIVOCATION"),
    Attack("an older rev", "bids", older_rev, "E_ORDER_REV"),
    Attack("the sixteenth replacement", "bids", bend_order(lambda h, o: bens(h, rev=16)), "E_ORDER_REV"),
    Attack("an older policy", "bidding", old_policy, "E_ORDER_REV", forgotten=True),
    Attack(
        "a free order that skips numbers",
        "bidding",
        bend_order(lambda h, o: letter_types.resign_letter(h.game, "blue", 16)),
        "E_ORDER_REV",
    ),
    Attack(
        "a free order of another fork",
        "bidding",
        bend_order(lambda h, o: replace(letter_types.resign_letter(h.game, "blue", 0), seen="00" * 32)),
        "E_ORDER_STALE",
    ),
    Attack(
        "a free order of a future window",
        "bidding",
        bend_order(lambda h, o: replace(letter_types.resign_letter(h.game, "blue", 0), window=3)),
        "E_ORDER_STALE",
    ),
    Attack(
        "ready while playing",
        "bidding",
        bend_order(lambda h, o: letter_types.ready_letter(h.game, "blue", identity("ben"))),
        "E_ORDER_KIND",
    ),
    Attack("join while playing", "bidding", lambda h, s: sign_letter(join(h, "blue", "ben"), "ben"), "E_ORDER_KIND"),
    Attack("playing before the start", "joined", bend_order(lambda h, o: o), "E_ORDER_KIND"),
    Attack(
        "resigning before the start",
        "joined",
        bend_order(lambda h, o: letter_types.resign_letter(h.game, "blue", 0)),
        "E_ORDER_EARLY",
    ),
    Attack(
        "a player's own timeout",
        "paced",
        bend_order(lambda h, o: replace(timeout_of(h), seat="blue")),
        "E_ORDER_KIND",
        now=DAYS[9],
    ),
    Attack(
        "an order called the referee's", "bidding", bend_order(lambda h, o: replace(o, seat="referee")), "E_ORDER_KIND"
    ),
    Attack(
        "a seat that is not in the game", "bidding", bend_order(lambda h, o: replace(o, seat="yellow")), "E_ORDER_SEAT"
    ),
    Attack("an answer to another question", "turn", bend_order(lambda h, o: o), "E_ORDER_KIND"),
    Attack("playing after the end", "finished", bend_order(lambda h, o: o), "E_ORDER_STALE"),
    Attack(
        "resigning after the end",
        "finished",
        bend_order(lambda h, o: letter_types.resign_letter(h.game, "blue", 0)),
        "E_ORDER_STALE",
    ),
    Attack("a timeout before the deadline", "paced", timeout(), "E_ORDER_EARLY", now=DAYS[2]),
    Attack("a timeout at the deadline", "paced", timeout(), "E_ORDER_EARLY", now=DAYS[3]),
    Attack("a timeout without a deadline", "bidding", timeout(), "E_ORDER_EARLY"),
    Attack("a timeout of some", "paced", timeout("blue"), "E_ORDER_NOT_WAITING", now=DAYS[9]),
    Attack(
        "disclosing before the end",
        "bidding",
        by_referee(lambda h: letter_types.disclose_letter(h.game)),
        "E_ORDER_EARLY",
    ),
]

SET_UP = [
    Attack("the draw of another key", "joined", false_draw, "E_PROOF"),
    Attack("ready for a roster that was not full", "joined", early_ready, "E_ORDER_FORK"),
    Attack(
        "a plain nonce in the join",
        "new",
        lambda h, s: by_hand(h, sign_letter(join(h, "blue", "ben"), "ben"), args__nonce="00" * 32),
        "E_SCHEMA",
        6,
    ),
]


def in_clear(club: Club, **changes: Any) -> Play:
    """Return a good order of an open game, changed."""
    return replace(letter_types.play_letter(club.game, "red", None, [bid(1)], [True], 0), **changes)


OPEN = [
    Attack("a signature where there are no keys", "open", lambda h, s: sign_letter(in_clear(h), "eve"), "E_SIG_FORMAT"),
    Attack(
        "a seal where nothing is sealed",
        "open",
        lambda h, s: Envelope(in_clear(h, hidden=Sealed("00" * 32, b64(bytes(432)), b64(bytes(144))))),
        "E_ORDER_KIND",
    ),
    Attack(
        "a commitment where nothing is sealed",
        "open",
        lambda h, s: Envelope(in_clear(h, batch=[{"order": "sealed", "commit": "00" * 32}])),
        "E_SCHEMA",
        6,
    ),
    Attack(
        "a referee where there is none",
        "open",
        lambda h, s: Envelope(letter_types.disclose_letter(h.game)),
        "E_ORDER_KIND",
    ),
    Attack("an open order of another fork", "open", lambda h, s: Envelope(in_clear(h, seen="00" * 32)), "E_ORDER_FORK"),
]

ORDERS = [*EDITED, *FORGED, *MISPLACED, *SET_UP, *OPEN]
