"""An inbox is open to everybody: whatever is in it, a run continues, and nobody is kept from playing."""

from __future__ import annotations

import os
import sys
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lpbe.kernel.base.canonical import jcs
from lpbe.kernel.base.errors import Malformed, Message, Refused
from lpbe.kernel.chain.letter import letter_id, present
from lpbe.kernel.chain.records import Envelope
from lpbe.kernel.crypto.seals import OVERHEAD_BYTES
from lpbe.kernel.gamedir.inbox import dump_letter
from lpbe.kernel.gamedir.receipts import make_reason, read_receipt_file
from tests import letter_types

from ..conftest import Stages
from ..world.club import HOST, Club
from ..world.forged_letters import bid, edit_letter, play, read_waiting, save_letter, sign_letter
from .attack_files import link
from .attack_orders import honest


def drop(club: Club, name: str, envelope: Envelope) -> None:
    """Put an order into the inbox under any name."""
    (club.inbox / name).write_bytes(dump_letter(envelope, name))


def spoil_signature(envelope: Envelope) -> Envelope:
    """Give the order, and hence its id, a signature that fits nothing."""
    return Envelope(envelope.letter, edit_letter(sign_letter(replace(envelope.letter, note="other"), "ben")).sig)


def applied_seats(done: dict[str, Any]) -> list[str]:
    return [step["seat"] for step in done["applied"]]


def codes(done: dict[str, Any]) -> list[str]:
    return [refusal["code"] for refusal in done["refused"]]


@pytest.mark.parametrize("runs", [1, 2], ids=["in one run", "in two runs"])
def test_a_spoiled_copy_does_not_get_the_true_order_thrown_away(club_at: Stages, runs: int) -> None:
    club = club_at("bidding")
    true = club.order("blue", "bid coins=2")
    copy = spoil_signature(read_waiting(club, "2-blue-0.toml"))
    (club.root / true).rename(club.root / "true.toml")
    drop(club, "0.toml", copy)
    if runs == 2:
        assert codes(club.run()) == ["E_SIG_INVALID"]
    (club.root / "true.toml").rename(club.root / true)
    assert applied_seats(club.run()) == ["blue"]


def test_an_order_refused_for_want_of_a_signature_is_accepted_once_it_is_signed(club_at: Stages) -> None:
    club = club_at("bidding")
    club.order("blue", "bid coins=2", "--unsigned")
    unsigned = read_waiting(club, "2-blue-0.toml").letter
    assert codes(club.run()) == ["E_SIG_FORMAT"]
    drop(club, "2-blue-0.toml", sign_letter(unsigned, "ben"))
    assert applied_seats(club.run()) == ["blue"]


@pytest.mark.parametrize("make", [os.mkfifo, link, Path.mkdir, lambda path: path.symlink_to("/etc/passwd")])
def test_a_run_passes_over_what_is_no_file(club_at: Stages, make: Callable[[Path], Any]) -> None:
    club = club_at("bidding")
    make(club.inbox / "0-attack.toml")
    club.order("blue", "bid coins=2")
    done = club.run()
    assert applied_seats(done) == ["blue"]
    assert os.path.lexists(club.inbox / "0-attack.toml")


STRANGE = {
    "an escape": b"\x1b[2J\x1b]0;owned\x07.toml",
    **({"no UTF-8": b"\xff\xfe.toml"} if sys.platform == "linux" else {}),
    "a newline": b"a\nrefused good.toml",
    "a bidi override": "\u202elmot.toml".encode(),
    "a C1 control": "\x9b31m.toml".encode(),
}


@pytest.mark.parametrize("name", STRANGE.values(), ids=STRANGE)
@pytest.mark.parametrize("options", [(), ("--json",)], ids=["words", "json"])
def test_a_strange_file_name_is_escaped(club_at: Stages, name: bytes, options: tuple[str, ...]) -> None:
    club = club_at("bidding")
    with open(os.path.join(os.fsencode(club.inbox), name), "wb") as file:
        file.write(b"nonsense")
    club.order("blue", "bid coins=2")
    answer = club.shell(HOST, "run", "mars", *options)
    assert answer.status == 0
    assert "E_FILE_SYNTAX" in answer.out
    assert club.game.state.seq == 7


HUGE = {
    "smileys": "\U0001f600" * 400,
    "quotes": '"' * 2000,
    "backslashes": "\\" * 2000,
    "controls": "\x01" * 400,
}


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_a_reason_that_quotes_a_long_text_still_fits_its_seal(club_at: Stages, text: str) -> None:
    club = club_at("turn")
    for rev, (name, code) in enumerate([(text, "E_SCHEMA"), (text[:24], "E_RULE")]):
        letter = play(club.game, "blue", "ben", {"order": "lay", "pebble": name}, rev=rev)
        drop(club, f"3-blue-{rev}.toml", sign_letter(letter, "ben"))
        assert codes(club.run()) == [code]
    refused = read_receipt_file(str(club.mars / "refused" / "000009.toml")).receipt.refused
    assert [one.code for one in refused] == ["E_SCHEMA", "E_RULE"]
    size = present(club.game.genesis.sizes).reason + OVERHEAD_BYTES
    assert [len(b64decode(present(one.reason))) for one in refused] == [size, size]


@pytest.mark.parametrize("size", [256, 512])
@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_a_reason_fits_its_seal_whatever_it_quotes(text: str, size: int) -> None:
    for fault in (
        Refused("X-1", "{a} and {b}", "{a}", a=text, b=[text] * 40),
        Malformed("E_X", "{reason}", reason=Message("{a}", {"a": text})),
        Malformed("E_X", "{a} {b} {c} {d} {e}", **dict.fromkeys("abcde", text)),
    ):
        assert len(jcs(make_reason(fault, size))) < size


def forged_numbers(club: Club) -> None:
    """Return orders in blue's name that blue never made, with the highest possible numbers."""
    drop(club, "2-blue-15.toml", sign_letter(replace(honest(club).letter, rev=15), "eve"))
    for rev in (40, 2**31):
        drop(club, f"free-blue-{rev}.toml", sign_letter(letter_types.resign_letter(club.game, "blue", rev), "eve"))
    drop(club, "standing-blue-40.toml", sign_letter(letter_types.resign_letter(club.game, "blue", 40), "eve"))
    (club.inbox / "standing-blue-999.toml").write_text("nonsense")
    (club.inbox / "free-blue-999.toml").write_text("nonsense")
    (club.inbox / "2-blue-14.toml").write_text("nonsense")
    (club.mars / "refused").mkdir()
    (club.mars / "refused" / f"{'0' * 16}-2-blue-15.toml").write_text("nonsense")
    (club.mars / "refused" / f"{'0' * 16}-standing-blue-9999.toml").write_text("nonsense")


@pytest.mark.parametrize("run_first", [False, True], ids=["before a run", "after a run"])
def test_forged_numbers_do_not_keep_a_player_from_ordering(club_at: Stages, run_first: bool) -> None:
    club = club_at("bidding")
    forged_numbers(club)
    if run_first:
        club.run()
    assert club.order("blue", "bid coins=2") == "mars/inbox/2-blue-0.toml"
    (club.root / "policy.toml").write_text("[pebbles]\nbid = 1\n")
    assert club.do("ben", "policy", "mars", "policy.toml")["files"] == ["mars/inbox/standing-blue-0.toml"]
    assert sorted(applied_seats(club.run())) == ["blue", "blue"]


def test_nonsense_under_the_name_of_an_order_does_not_keep_a_player_from_replacing_it(club_at: Stages) -> None:
    club = club_at("bids")
    (club.inbox / "2-blue-0.toml").write_text("nonsense")
    assert club.order("blue", "bid coins=2") == "mars/inbox/2-blue-1.toml"


def drop_two(club: Club, coins: tuple[int, int]) -> list[str]:
    """Put two orders with one rev into the inbox; return their ids."""
    letters = [sign_letter(play(club.game, "blue", "ben", bid(many)), "ben") for many in coins]
    for number, envelope in enumerate(letters):
        drop(club, f"{number}.toml", envelope)
    return [letter_id(envelope.letter) for envelope in letters]


@pytest.mark.parametrize("coins", [(2, 4), (4, 2)])
def test_of_two_orders_with_one_rev_the_same_counts_whatever_they_are_called(
    club_at: Stages, coins: tuple[int, int]
) -> None:
    club = club_at("bidding")
    ids = drop_two(club, coins)
    done = club.run()
    assert [one["order"] for one in done["applied"]] == [min(ids)] and codes(done) == ["E_EQUIVOCATION"]
    (refused,) = done["refused"]
    assert refused["file"] == f"{ids.index(max(ids))}.toml" and (club.mars / "refused" / refused["kept"]).exists()


def test_of_two_last_orders_with_one_rev_it_is_said_that_the_other_counts(club_at: Stages) -> None:
    """The first of them closes the question."""
    club = club_at("bidding")
    for seat in ("red", "green"):
        club.order(seat, "bid coins=1")
    club.run()
    ids = drop_two(club, (2, 4))
    done = club.run()
    assert [one["order"] for one in done["applied"]][:1] == [min(ids)] and codes(done) == ["E_ORDER_STALE"]
    assert "another order" in str(done["refused"][0]["message"])
    assert len(list((club.mars / "refused").iterdir())) == 3, "the letter, its receipt, and the receipt in words"


def test_a_refused_order_that_is_mended_with_the_next_rev_is_accepted(club_at: Stages) -> None:
    club = club_at("bidding")
    drop(club, "2-blue-0.toml", sign_letter(play(club.game, "blue", "ben", bid(99)), "ben"))
    assert codes(club.run()) == ["E_RULE"]
    assert club.order("blue", "bid coins=2") == "mars/inbox/2-blue-1.toml"
    assert applied_seats(club.run()) == ["blue"]


def one_order_twice(club: Club) -> tuple[Envelope, Envelope]:
    return honest(club), honest(club)


def next_rev(club: Club) -> tuple[Envelope, Envelope]:
    return honest(club), sign_letter(play(club.game, "blue", "ben", bid(4), rev=1), "ben")


def two_seats(club: Club) -> tuple[Envelope, Envelope]:
    return honest(club), sign_letter(play(club.game, "green", "cleo", bid(4)), "cleo")


@pytest.mark.parametrize("make", [one_order_twice, next_rev, two_seats])
def test_honest_orders_make_no_evidence(club_at: Stages, make: Callable[[Club], tuple[Envelope, Envelope]]) -> None:
    club = club_at("bidding")
    one, two = make(club)
    answer = club.lpbe(
        "cleo",
        "evidence",
        save_letter(club, one, "1.toml"),
        save_letter(club, two, "2.toml"),
        "--game",
        "mars",
        "--json",
    )
    assert (answer.status, answer.code) == (2, "E_EVIDENCE")


def test_a_forged_order_makes_no_evidence(club_at: Stages) -> None:
    club = club_at("bidding")
    forged = sign_letter(play(club.game, "blue", "ben", bid(4)), "eve")
    paths = save_letter(club, honest(club), "1.toml"), save_letter(club, forged, "2.toml")
    club.do(HOST, "apply", "mars", paths[0])
    answer = club.lpbe("cleo", "evidence", *paths, "--game", "mars", "--json")
    assert (answer.status, answer.code) == (2, "E_EVIDENCE")
    assert not (club.root / "evidence.json").exists()
