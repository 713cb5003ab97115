"""Attacks on seals and their contents through the command line: long texts, chosen seals, plans that never fit."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lpbe.kernel.base.canonical import kdf, lp
from lpbe.kernel.chain.letter import commitment_context, present
from lpbe.kernel.chain.letters.play import Play
from lpbe.kernel.chain.letters.standing import standing_letter
from lpbe.kernel.chain.player_view import sign
from lpbe.kernel.chain.sealed_state import view_info
from lpbe.kernel.crypto import sodium
from lpbe.kernel.crypto.keys import b64, unb64
from lpbe.kernel.crypto.seals import NONCE, pad, seal_text
from lpbe.kernel.gamedir.gamedir import load, locate
from lpbe.kernel.gamedir.inbox import dump_letter

from ..conftest import Stages
from ..world.club import HOST, Answer, Club, identity
from ..world.forged_letters import bid, contents, pair, play, save_letter, sealed_by_hand, sign_letter

LONG = "A" * 500
"""Looks like base64, and is longer than a line of it."""


def apply_letter(club: Club, letter: Play) -> Answer:
    return club.lpbe(HOST, "apply", "mars", save_letter(club, sign_letter(letter, "ben")), "-o", "next.toml", "--json")


def with_seal(letter: Play, seal: bytes) -> Play:
    return replace(letter, hidden=replace(present(letter.hidden), seal=b64(seal)))


def test_no_text_destroys_a_game(club_at: Stages) -> None:
    """What a writer could take for base64 and wrap: in a note, beside an order, and in a draft that nobody checks."""
    club = club_at("bidding")
    club.do("ben", "note", "mars", LONG)
    club.do("cleo", "order", "mars", "bid coins=1", "--note", LONG[:400])
    draft = [{"order": "keep", "pebble": "A" * 180}]
    letter = sealed_by_hand(club, play(club.game, "blue", "ben", bid(2)), contents(bid(2), draft=draft))
    save_letter(club, sign_letter(letter, "ben"))
    (club.root / "attack.toml").rename(club.inbox / "2-blue-0.toml")
    assert len(club.run()["applied"]) == 3
    assert club.lpbe("eve", "verify", "mars", "--json").status == 3
    club.play_on(40)
    assert club.lpbe("eve", "verify", "mars", "--json").status == 0


@pytest.mark.parametrize("size", [300, 500, 64_878])
def test_no_draft_is_longer_than_its_seal(club_at: Stages, size: int) -> None:
    club = club_at("bidding")
    letter = play(club.game, "blue", "ben", bid(2))
    text = contents(bid(2), draft=[{"order": "keep", "pebble": "A" * size}])
    with club.untouched():
        answer = apply_letter(club, sealed_by_hand(club, letter, text, size=len(text) + 1))
    assert (answer.status, answer.code) in {(5, "E_SEAL_SIZE"), (6, "E_SCHEMA"), (6, "E_FILE_SIZE")}


def test_two_orders_on_one_state_give_seals_that_all_differ(club_at: Stages) -> None:
    """Otherwise equal bytes would show whose view a choice has not changed."""
    club = club_at("bidding")
    found = []
    for coins in (1, 2):
        club.order("blue", f"bid coins={coins}", "-o", f"{coins}.toml")
        assert club.lpbe(HOST, "apply", "mars", f"{coins}.toml", "-o", f"next{coins}.toml", "--unsigned").status == 0
        state = load(locate(str(club.root / f"next{coins}.toml"))).state
        found.append({**present(state.seals), "drawer": present(state.drawer)})
    assert found[0].keys() == found[1].keys() and len(found[0]) == 4
    assert not [seat for seat in found[0] if found[0][seat] == found[1][seat]]


def letter_info(letter: Play) -> bytes:
    game, window, seat, kind, rev = commitment_context(letter)
    return lp("letter", game, seat, kind, window, rev, letter.seen, present(letter.hidden).plans, *letter.commits())


def sealed_under(club: Club, letter: Play, siv: bytes, text: bytes) -> bytes:
    """Return a valid seal that begins with chosen bytes."""
    return siv + sodium.aead_seal(text, b"", NONCE, kdf(pair(club), "box-key", siv, letter_info(letter)))


@pytest.mark.parametrize("how", ["chosen beginning", "another text's beginning", "a view", "roles swapped"])
def test_a_seal_that_was_made_otherwise_does_not_open(club_at: Stages, how: str) -> None:
    club = club_at("bidding")
    letter, game = play(club.game, "blue", "ben", bid(2)), club.game
    size = present(game.genesis.sizes).letter
    own, text = unb64(present(letter.hidden).seal), pad(contents(bid(2)), size)
    swapped = identity("ben").pair(game.state.game, b64(identity("ben").seal_public))
    made = {
        "chosen beginning": sealed_under(club, letter, bytes(32), text),
        "another text's beginning": sealed_under(club, letter, own[:32], pad(contents(bid(3)), size)),
        "a view": seal_text(pair(club), view_info(game.last.head.step, "blue"), text),
        "roles swapped": seal_text(swapped, letter_info(letter), text),
    }[how]
    assert sealed_under(club, letter, own[:32], text) == own
    assert apply_letter(club, letter).status == 0, "as it was made it opens"
    (club.root / "next.toml").unlink()
    with club.untouched():
        answer = apply_letter(club, with_seal(letter, made))
    assert (answer.status, answer.code) == (5, "E_SEAL_OPEN")


def test_a_plan_that_can_never_fit_is_accepted_and_told_in_private(club_at: Stages) -> None:
    """The content of a standing letter is nobody else's business, and neither is a mistake in it."""
    club = club_at("bidding")
    game = club.game
    letter = standing_letter(game, "blue", identity("ben"), {}, [{"order": "no-such-order"}, {"order": "dig"}], 0)
    (club.inbox / "standing.toml").write_bytes(dump_letter(sign(identity("ben"), letter), "standing.toml"))
    done = club.run()
    assert (len(done["applied"]), done["refused"]) == (1, [])
    assert "no-such-order" not in (club.mars / "reports" / f"{game.state.seq + 1:06}.txt").read_text()
    assert b"no-such-order" not in b"".join(club.files().values())
    result = club.lpbe("ben", "report", "mars").out
    assert (
        "Plan 1 of your message was left out. It can never be used: this game has no order 'no-such-order'."
        in " ".join(result.split())
    )
    assert club.lpbe("ben", "verify", "mars", "--json").status == 3
    club.play_on(40)
    assert club.lpbe("eve", "verify", "mars", "--json").status == 0
