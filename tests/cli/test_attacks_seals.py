"""Attacks on seals and on what they hold, through the command line: long texts, chosen seals, plans that never fit."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lpbe.kernel.base.canon import kdf, lp
from lpbe.kernel.chain.acts.play import Play
from lpbe.kernel.chain.acts.standing import standing_letter
from lpbe.kernel.chain.compose import sign
from lpbe.kernel.chain.hidden import view_info
from lpbe.kernel.chain.letters import context, present
from lpbe.kernel.crypto import sodium
from lpbe.kernel.crypto.keys import b64, unb64
from lpbe.kernel.crypto.seals import NONCE, pad, seal_text
from lpbe.kernel.folder.folder import load, locate
from lpbe.kernel.folder.inbox import dump_letter

from .conftest import Stages
from .forge import bid, contents, filed, pair, play, sealed_by_hand, signed
from .house import HOST, Answer, House, identity

LONG = "A" * 500
"""Looks like base64, and is longer than a line of it."""


def applied(house: House, letter: Play) -> Answer:
    return house.lpbe(HOST, "apply", "mars", filed(house, signed(letter, "ben")), "-o", "next.toml", "--json")


def with_seal(letter: Play, seal: bytes) -> Play:
    return replace(letter, hidden=replace(present(letter.hidden), seal=b64(seal)))


def test_no_text_destroys_a_game(house_at: Stages) -> None:
    """What a writer could take for base64 and wrap: in a note, beside an order, and in a draft that nobody checks."""
    house = house_at("bidding")
    house.do("ben", "note", "mars", LONG)
    house.do("cleo", "order", "mars", "bid coins=1", "--note", LONG[:400])
    draft = [{"order": "keep", "pebble": "A" * 180}]
    letter = sealed_by_hand(house, play(house.game, "blue", "ben", bid(2)), contents(bid(2), draft=draft))
    filed(house, signed(letter, "ben"))
    (house.root / "attack.toml").rename(house.inbox / "2-blue-0.toml")
    assert len(house.run()["applied"]) == 3
    assert house.lpbe("eve", "verify", "mars", "--json").status == 3
    house.play_on(40)
    assert house.lpbe("eve", "verify", "mars", "--json").status == 0


@pytest.mark.parametrize("size", [300, 500, 64_878])
def test_no_draft_is_longer_than_its_seal(house_at: Stages, size: int) -> None:
    house = house_at("bidding")
    letter = play(house.game, "blue", "ben", bid(2))
    text = contents(bid(2), draft=[{"order": "keep", "pebble": "A" * size}])
    with house.untouched():
        answer = applied(house, sealed_by_hand(house, letter, text, size=len(text) + 1))
    assert (answer.status, answer.code) in {(5, "E_SEAL_SIZE"), (6, "E_SCHEMA"), (6, "E_FILE_SIZE")}


def test_two_orders_on_one_state_give_seals_that_all_differ(house_at: Stages) -> None:
    """Else equal bytes would tell whose view a choice has not changed."""
    house = house_at("bidding")
    found = []
    for coins in (1, 2):
        house.order("blue", f"bid coins={coins}", "-o", f"{coins}.toml")
        assert house.lpbe(HOST, "apply", "mars", f"{coins}.toml", "-o", f"next{coins}.toml").status == 0
        state = load(locate(str(house.root / f"next{coins}.toml"))).state
        found.append({**present(state.seals), "drawer": present(state.drawer)})
    assert found[0].keys() == found[1].keys() and len(found[0]) == 4
    assert not [seat for seat in found[0] if found[0][seat] == found[1][seat]]


def letter_info(letter: Play) -> bytes:
    game, window, seat, kind, rev = context(letter)
    return lp("letter", game, seat, kind, window, rev, letter.seen, present(letter.hidden).plans, *letter.commits())


def sealed_under(house: House, letter: Play, siv: bytes, text: bytes) -> bytes:
    """A seal that begins with whatever one likes, and is authentic for all that."""
    return siv + sodium.aead_seal(text, b"", NONCE, kdf(pair(house), "box-key", siv, letter_info(letter)))


@pytest.mark.parametrize("how", ["chosen beginning", "another text's beginning", "a view", "roles swapped"])
def test_a_seal_that_was_made_otherwise_does_not_open(house_at: Stages, how: str) -> None:
    house = house_at("bidding")
    letter, game = play(house.game, "blue", "ben", bid(2)), house.game
    size = present(game.genesis.sizes).letter
    own, text = unb64(present(letter.hidden).seal), pad(contents(bid(2)), size)
    swapped = identity("ben").pair(game.state.game, b64(identity("ben").seal_public))
    made = {
        "chosen beginning": sealed_under(house, letter, bytes(32), text),
        "another text's beginning": sealed_under(house, letter, own[:32], pad(contents(bid(3)), size)),
        "a view": seal_text(pair(house), view_info(game.last.head.step, "blue"), text),
        "roles swapped": seal_text(swapped, letter_info(letter), text),
    }[how]
    assert sealed_under(house, letter, own[:32], text) == own
    assert applied(house, letter).status == 0, "as it was made it opens"
    (house.root / "next.toml").unlink()
    with house.untouched():
        answer = applied(house, with_seal(letter, made))
    assert (answer.status, answer.code) == (5, "E_SEAL_OPEN")


def test_a_plan_that_can_never_fit_is_accepted_and_told_in_private(house_at: Stages) -> None:
    """What a standing letter holds is nobody else's business: that it is wrong too."""
    house = house_at("bidding")
    game = house.game
    letter = standing_letter(game, "blue", identity("ben"), {}, [{"order": "no-such-order"}, {"order": "dig"}], 0)
    (house.inbox / "standing.toml").write_bytes(dump_letter(sign(identity("ben"), letter), "standing.toml"))
    done = house.run()
    assert (len(done["applied"]), done["refused"]) == (1, [])
    assert "no-such-order" not in (house.mars / "reports" / f"{game.state.seq + 1:06}.txt").read_text()
    assert b"no-such-order" not in b"".join(house.files().values())
    told = house.lpbe("ben", "report", "mars").out
    assert "Left out, for it can never be used: plan 1 of your letter" in told
    assert house.lpbe("ben", "verify", "mars", "--json").status == 3
    house.play_on(40)
    assert house.lpbe("eve", "verify", "mars", "--json").status == 0
