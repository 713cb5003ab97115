"""Orders whose secrets are copied, mismatched, badly sealed, or against a rule; and texts that no order may contain."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from lpbe.kernel.chain.letter import Letter, present
from lpbe.kernel.chain.letter_builder import ALONE, heading, seal_batch
from lpbe.kernel.chain.letters.play import Play
from lpbe.kernel.chain.records import Envelope
from lpbe.kernel.crypto.keys import b64
from lpbe.kernel.crypto.seals import seal
from tests import letter_types

from ..conftest import Stages
from ..world.club import Club, identity
from ..world.forged_letters import bid, commit_to, contents, join, pair, play, sealed_by_hand, sign_letter, with_memo
from .attack import Attack, Maker
from .attack_orders import DIG, LAY, at_hand, bend_order, bens, in_log


def copy_seal(club: Club, stages: Stages) -> Envelope:
    """Let green send what blue has sealed, to make the same bid without knowing it."""
    theirs = in_log(club, "blue").letter
    assert isinstance(theirs, Play)
    own = play(club.game, "green", "cleo", bid(0))
    return sign_letter(replace(own, batch=theirs.batch, hidden=theirs.hidden), "cleo")


def rename_sender(club: Club, stages: Stages) -> Envelope:
    """Blue's whole order under green's name."""
    theirs = in_log(club, "blue").letter
    return sign_letter(replace(theirs, seat="green"), "cleo")


def false_commit(club: Club, letter: Play) -> Play:
    return commit_to(club, letter, bid(5))


def false_opening(club: Club, letter: Play) -> Play:
    return sealed_by_hand(club, commit_to(club, letter, bid(5)), contents(bid(2)))


def no_seal(club: Club, letter: Play) -> Play:
    return replace(letter, hidden=UNSET)


def two_openings(club: Club, letter: Play) -> Play:
    return sealed_by_hand(club, commit_to(club, letter, bid(2)), contents(bid(2), bid(3)))


def sealed_text(text: bytes, size: int = 0) -> Maker:
    return bend_order(lambda club, letter: sealed_by_hand(club, commit_to(club, letter, bid(2)), text, size))


def memo_of(size: int) -> Maker:
    return bend_order(lambda club, letter: with_memo(letter, b64(bytes(size))))


def sealed_order(order: dict[str, Any]) -> Maker:
    return bend_order(lambda club, letter: play(club.game, "blue", "ben", order))


def sealed_dig(club: Club, stages: Stages) -> Envelope:
    """Return a clear order, sealed."""
    letter = letter_types.play_letter(club.game, "blue", identity("ben"), [DIG], [True], 0)
    return sign_letter(letter, "ben")


def to_another_key(club: Club, letter: Play) -> Play:
    """Sealed to a key that is not the referee's."""
    sealed = seal(pair(club, "eve"), letter.info(present(letter.hidden).plans), {}, 288)
    return replace(letter, hidden=replace(present(letter.hidden), seal=b64(sealed)))


def policy_in_clear(club: Club) -> Letter:
    letter = letter_types.StandingLetter(**heading(club.game, "blue", 0), batch=[{"order": "policy"}])
    return seal_batch(club.game, letter, identity("ben"), [False], ALONE)


def sealed_plan(club: Club, letter: Play) -> Play:
    """Return a plan as an entry of the batch: everybody could count it."""
    return play(club.game, "blue", "ben", bid(2), {"order": "plan", "then": bid(1)})


def with_default(club: Club, letter: Play) -> Play:
    """Return a sealed order with a default spelt out: shown again from its type it would be another."""
    value = {"order": "keep", "pebble": "p01", "under": []}
    return play(club.game, "blue", "ben", value)


def two_plans_less(club: Club, letter: Play) -> Play:
    """Plans that were not committed to."""
    return sealed_by_hand(club, commit_to(club, letter, bid(2)), contents(bid(2), plans=[bid(1)]))


SEALED = [
    Attack("another seat's sealed choice", "bids", copy_seal, "E_SEAL_OPEN"),
    Attack("another seat's order renamed", "bids", rename_sender, "E_SEAL_OPEN"),
    Attack("a commitment beside its seal", "bidding", bend_order(false_commit), "E_SEAL_OPEN"),
    Attack("sealed to another key", "bidding", bend_order(to_another_key), "E_SEAL_OPEN"),
    Attack("an opening of another value", "bidding", bend_order(false_opening), "E_COMMIT_MISMATCH"),
    Attack("a commitment without a seal", "bidding", bend_order(no_seal), "E_SEAL_SIZE"),
    Attack("two openings for one commitment", "bidding", bend_order(two_openings), "E_COMMIT_MISMATCH"),
    Attack("an illegal hidden value", "bidding", sealed_order(bid(99)), "E_RULE", clause="PEB-BID-01"),
    Attack(
        "an illegal open value",
        "turn",
        bend_order(lambda h, o: play(h.game, "blue", "ben", LAY)),
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
        sealed_text((contents(bid(2)) + b"\x80").ljust(287, b"\0") + b"\1"),
        "E_SEAL_PADDING",
    ),
    Attack("no padding", "bidding", sealed_text(bytes(288)), "E_SEAL_PADDING"),
    Attack("a smaller seal", "bidding", sealed_text(contents(bid(2)), 256), "E_SEAL_SIZE"),
    Attack("a larger seal", "bidding", sealed_text(contents(bid(2)), 2048), "E_SEAL_SIZE"),
    Attack("a smaller memory", "bidding", memo_of(143), "E_SEAL_SIZE"),
    Attack("a larger memory", "bidding", memo_of(40000), "E_SEAL_SIZE"),
    Attack("a seal of no JSON", "bidding", sealed_text(b"\xff\xfe"), "E_SEAL_OPEN"),
    Attack("a seal of loose JSON", "bidding", sealed_text(b'{"draft":[], "plans":[],"v":[{}]}'), "E_SEAL_OPEN"),
    Attack(
        "a seal with a float", "bidding", sealed_text(b'{"draft":[],"plans":[],"v":[{"coins":1.5}]}'), "E_SEAL_OPEN"
    ),
    Attack("a seal of something else", "bidding", sealed_text(b'{"code":"x"}'), "E_SEAL_OPEN"),
    Attack(
        "a secret sent in clear",
        "bidding",
        bend_order(lambda h, o: play(h.game, "blue", "ben", bid(2), clear=True)),
        "E_ORDER_KIND",
    ),
    Attack("a clear order sent sealed", "turn", sealed_dig, "E_ORDER_KIND"),
    Attack("a plan in the batch", "bidding", bend_order(sealed_plan), "E_ORDER_KIND"),
    Attack("a plan that was not committed to", "bidding", bend_order(two_plans_less), "E_COMMIT_MISMATCH"),
    Attack(
        "a policy in clear",
        "bidding",
        bend_order(lambda h, o: policy_in_clear(h)),
        "E_ORDER_KIND",
    ),
]


def send_note(text: str) -> Maker:
    return lambda club, stages: sign_letter(replace(bens(club), note=text), "ben")


def join_under(name: str) -> Maker:
    return lambda club, stages: sign_letter(join(club, "blue", "ben", name=name), "ben")


def looking_like(name: str) -> Maker:
    """Let blue join after red, who is called Ana."""

    def make(club: Club, stages: Stages) -> Envelope:
        club.run()
        return sign_letter(join(club, "blue", "ben", name=name), "ben")

    return make


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
    *(Attack(f"{what} in a note", "bidding", send_note(text), "E_TEXT", 6) for what, text in BAD_TEXT.items()),
    *(Attack(f"{what} in a name", "new", join_under(text), "E_TEXT", 6) for what, text in BAD_TEXT.items()),
    Attack("a name with stray spaces", "new", join_under(" Ben"), "E_TEXT", 6),
    Attack("a name of signs", "new", join_under("Ben;"), "E_TEXT", 6),
    Attack("a note of 401 letters", "bidding", send_note("a" * 401), "E_SCHEMA", 6),
    Attack("a name of 33 letters", "new", join_under("a" * 33), "E_SCHEMA", 6),
    Attack("the name of another player", "new", looking_like("Ana"), "E_TEXT", 6),
    Attack("another player's name in capitals", "new", looking_like("ANA"), "E_TEXT", 6),
    Attack("another player's name in wide letters", "new", looking_like("\uff21\uff4e\uff41"), "E_TEXT", 6),
    Attack("the name of another seat", "new", looking_like("Green"), "E_TEXT", 6),
    *(
        Attack(f"a seat called {seat or 'nothing'}", "bidding", at_hand(seat=seat), "E_SCHEMA", 6)
        for seat in ("con", "nul", "com1", "..", "a/b", "Red", "r\u0435d", "a" * 17, "", "-a", "red\n")
    ),
]

SECRETS = [*SEALED, *WORDED]
