"""An inbox is open to everybody: whatever lies in it, a run goes on, and nobody is kept from playing."""

from __future__ import annotations

import os
import sys
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lpbe.kernel.base.canon import jcs
from lpbe.kernel.base.errors import Malformed, Message, Refused
from lpbe.kernel.chain.letters import present
from lpbe.kernel.chain.records import Envelope
from lpbe.kernel.crypto.seals import OVERHEAD
from lpbe.kernel.folder.inbox import dump_letter
from lpbe.kernel.folder.receipts import read_receipt_file, reason_of
from tests import acts

from .attack_files import link
from .attack_orders import honest
from .conftest import Stages
from .forge import bid, edited, filed, play, signed, waiting
from .house import HOST, House


def drop(house: House, name: str, envelope: Envelope) -> None:
    """Put an order into the inbox under any name."""
    (house.inbox / name).write_bytes(dump_letter(envelope, name))


def spoiled(envelope: Envelope) -> Envelope:
    """The same order, hence the same id, under a signature that fits nothing."""
    return Envelope(envelope.order, edited(signed(replace(envelope.order, note="other"), "ben")).sig)


def applied(done: dict[str, Any]) -> list[str]:
    return [step["seat"] for step in done["applied"]]


def codes(done: dict[str, Any]) -> list[str]:
    return [refusal["code"] for refusal in done["refused"]]


@pytest.mark.parametrize("runs", [1, 2], ids=["in one run", "in two runs"])
def test_a_spoiled_copy_does_not_get_the_true_order_thrown_away(house_at: Stages, runs: int) -> None:
    house = house_at("bidding")
    true = house.order("blue", "bid coins=2")
    copy = spoiled(waiting(house, "2-blue-0.toml"))
    (house.root / true).rename(house.root / "true.toml")
    drop(house, "0.toml", copy)
    if runs == 2:
        assert codes(house.run()) == ["E_SIG_INVALID"]
    (house.root / "true.toml").rename(house.root / true)
    assert applied(house.run()) == ["blue"]


def test_an_order_refused_for_want_of_a_signature_is_accepted_once_it_is_signed(house_at: Stages) -> None:
    house = house_at("bidding")
    house.order("blue", "bid coins=2", "--unsigned")
    unsigned = waiting(house, "2-blue-0.toml").order
    assert codes(house.run()) == ["E_SIG_FORMAT"]
    drop(house, "2-blue-0.toml", signed(unsigned, "ben"))
    assert applied(house.run()) == ["blue"]


@pytest.mark.parametrize("make", [os.mkfifo, link, Path.mkdir, lambda path: path.symlink_to("/etc/passwd")])
def test_a_run_passes_over_what_is_no_file(house_at: Stages, make: Callable[[Path], Any]) -> None:
    house = house_at("bidding")
    make(house.inbox / "0-attack.toml")
    house.order("blue", "bid coins=2")
    done = house.run()
    assert applied(done) == ["blue"]
    assert os.path.lexists(house.inbox / "0-attack.toml")


STRANGE = {
    "an escape": b"\x1b[2J\x1b]0;owned\x07.toml",
    **({"no UTF-8": b"\xff\xfe.toml"} if sys.platform == "linux" else {}),
    "a newline": b"a\nrefused good.toml",
    "a bidi override": "\u202elmot.toml".encode(),
    "a C1 control": "\x9b31m.toml".encode(),
}


@pytest.mark.parametrize("name", STRANGE.values(), ids=STRANGE)
@pytest.mark.parametrize("options", [(), ("--json",)], ids=["words", "json"])
def test_a_strange_file_name_is_escaped(house_at: Stages, name: bytes, options: tuple[str, ...]) -> None:
    house = house_at("bidding")
    with open(os.path.join(os.fsencode(house.inbox), name), "wb") as file:
        file.write(b"nonsense")
    house.order("blue", "bid coins=2")
    answer = house.shell(HOST, "run", "mars", *options)
    assert answer.status == 0
    assert "E_FILE_SYNTAX" in answer.out
    assert house.game.state.seq == 7


HUGE = {
    "smileys": "\U0001f600" * 400,
    "quotes": '"' * 2000,
    "backslashes": "\\" * 2000,
    "controls": "\x01" * 400,
}


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_a_reason_that_quotes_a_long_text_still_fits_its_seal(house_at: Stages, text: str) -> None:
    house = house_at("turn")
    for rev, (name, code) in enumerate([(text, "E_SCHEMA"), (text[:24], "E_RULE")]):
        letter = play(house.game, "blue", "ben", {"order": "lay", "pebble": name}, rev=rev)
        drop(house, f"3-blue-{rev}.toml", signed(letter, "ben"))
        assert codes(house.run()) == [code]
    refused = read_receipt_file(str(house.mars / "refused" / "000009.toml")).receipt.refused
    assert [one.code for one in refused] == ["E_SCHEMA", "E_RULE"]
    size = present(house.game.genesis.sizes).reason + OVERHEAD
    assert [len(b64decode(present(one.reason))) for one in refused] == [size, size]


@pytest.mark.parametrize("size", [256, 512])
@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_a_reason_fits_its_seal_whatever_it_quotes(text: str, size: int) -> None:
    for fault in (
        Refused("X-1", "{a} and {b}", "{a}", a=text, b=[text] * 40),
        Malformed("E_X", "{reason}", reason=Message("{a}", {"a": text})),
        Malformed("E_X", "{a} {b} {c} {d} {e}", **dict.fromkeys("abcde", text)),
    ):
        assert len(jcs(reason_of(fault, size))) < size


def forged_numbers(house: House) -> None:
    """Orders in blue's name that blue never made, with the highest numbers there are."""
    drop(house, "2-blue-15.toml", signed(replace(honest(house).order, rev=15), "eve"))
    for rev in (40, 2**31):
        drop(house, f"free-blue-{rev}.toml", signed(acts.resign_letter(house.game, "blue", rev), "eve"))
    drop(house, "standing-blue-40.toml", signed(acts.resign_letter(house.game, "blue", 40), "eve"))
    (house.inbox / "standing-blue-999.toml").write_text("nonsense")
    (house.inbox / "free-blue-999.toml").write_text("nonsense")
    (house.inbox / "2-blue-14.toml").write_text("nonsense")
    (house.mars / "refused").mkdir()
    (house.mars / "refused" / f"{'0' * 16}-2-blue-15.toml").write_text("nonsense")
    (house.mars / "refused" / f"{'0' * 16}-standing-blue-9999.toml").write_text("nonsense")


@pytest.mark.parametrize("run_first", [False, True], ids=["before a run", "after a run"])
def test_forged_numbers_do_not_keep_a_player_from_ordering(house_at: Stages, run_first: bool) -> None:
    house = house_at("bidding")
    forged_numbers(house)
    if run_first:
        house.run()
    assert house.order("blue", "bid coins=2") == "mars/inbox/2-blue-0.toml"
    (house.root / "policy.toml").write_text("[pebbles]\nbid = 1\n")
    assert house.do("ben", "policy", "mars", "policy.toml")["files"] == ["mars/inbox/standing-blue-0.toml"]
    assert sorted(applied(house.run())) == ["blue", "blue"]


def test_nonsense_under_the_name_of_an_order_does_not_keep_a_player_from_replacing_it(house_at: Stages) -> None:
    house = house_at("bids")
    (house.inbox / "2-blue-0.toml").write_text("nonsense")
    assert house.order("blue", "bid coins=2") == "mars/inbox/2-blue-1.toml"


def test_the_first_of_two_orders_with_one_rev_stands(house_at: Stages) -> None:
    house = house_at("bidding")
    for name, coins in (("0.toml", 2), ("1.toml", 4)):
        drop(house, name, signed(play(house.game, "blue", "ben", bid(coins)), "ben"))
    done = house.run()
    assert (applied(done), codes(done), done["refused"][0]["file"]) == (["blue"], ["E_EQUIVOCATION"], "1.toml")


def test_a_refused_order_that_is_mended_with_the_next_rev_is_accepted(house_at: Stages) -> None:
    house = house_at("bidding")
    drop(house, "2-blue-0.toml", signed(play(house.game, "blue", "ben", bid(99)), "ben"))
    assert codes(house.run()) == ["E_RULE"]
    assert house.order("blue", "bid coins=2") == "mars/inbox/2-blue-1.toml"
    assert applied(house.run()) == ["blue"]


def one_order_twice(house: House) -> tuple[Envelope, Envelope]:
    return honest(house), honest(house)


def next_rev(house: House) -> tuple[Envelope, Envelope]:
    return honest(house), signed(play(house.game, "blue", "ben", bid(4), rev=1), "ben")


def two_seats(house: House) -> tuple[Envelope, Envelope]:
    return honest(house), signed(play(house.game, "green", "cleo", bid(4)), "cleo")


@pytest.mark.parametrize("make", [one_order_twice, next_rev, two_seats])
def test_honest_orders_make_no_evidence(house_at: Stages, make: Callable[[House], tuple[Envelope, Envelope]]) -> None:
    house = house_at("bidding")
    one, two = make(house)
    answer = house.lpbe(
        "cleo", "evidence", filed(house, one, "1.toml"), filed(house, two, "2.toml"), "--game", "mars", "--json"
    )
    assert (answer.status, answer.code) == (2, "E_EVIDENCE")


def test_a_forged_order_makes_no_evidence(house_at: Stages) -> None:
    house = house_at("bidding")
    forged = signed(play(house.game, "blue", "ben", bid(4)), "eve")
    paths = filed(house, honest(house), "1.toml"), filed(house, forged, "2.toml")
    house.do(HOST, "apply", "mars", paths[0])
    answer = house.lpbe("cleo", "evidence", *paths, "--game", "mars", "--json")
    assert (answer.status, answer.code) == (2, "E_EVIDENCE")
    assert not (house.root / "evidence.json").exists()
