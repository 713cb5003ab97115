"""A client that has more than the game file: letters that wait, and receipts with the reasons it opened."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lpbe.app.browser.client import Client
from lpbe.kernel.chain.letter_builder import referee_key
from lpbe.kernel.chain.player_view import open_view
from lpbe.kernel.gamedir.gamedir import locate
from lpbe.kernel.gamedir.inbox import dump_letter
from lpbe.kernel.gamedir.receipts import open_reason, receipts

from ..cli.conftest import start_game
from ..cli.world.club import Club, identity
from ..cli.world.forged_letters import bid, play, sign_letter
from .seats import opened_letters
from .test_client_texts import ask

BLUE, BEN = "blue", "ben"


def opened_parts(club: Club) -> dict[str, Any]:
    """Return what Ben's client opens: his screen, and why his letters were refused."""
    game, who = club.game, identity(BEN)
    found = {
        refusal.letter_id: open_reason(refusal, game, BLUE, who, referee_key(game))
        for receipt in receipts(locate(str(club.mars)), game)
        for refusal in receipt.refused
    }
    reasons = {name: msgspec.to_builtins(reason) for name, reason in found.items() if reason}
    return {"view": msgspec.to_builtins(open_view(game, BLUE, who)), "reasons": reasons}


def client_of(club: Club, folder: Path, **changes: Any) -> Client:
    texts = {
        path.relative_to(club.mars).as_posix(): path.read_text("utf-8")
        for path in club.mars.rglob("*")
        if path.is_file() and path.name[0] != "."
    }
    client = Client(str(folder))
    parts = {**opened_parts(club), **changes}
    answer = ask(client, "open", files=texts, where="mars", seat=BLUE, opened=parts)
    assert answer["ok"], answer
    return client


def same_report(club: Club, client: Client) -> str:
    report: str = ask(client, "report", format="text")["report"]
    assert report == club.lpbe(BEN, "report", "mars").out
    return report


def test_a_letter_that_waits_is_an_answer_on_its_way(tmp_path: Path) -> None:
    club = start_game(tmp_path / "club")
    before = same_report(club, client_of(club, tmp_path / "client"))
    club.order(BLUE, "bid coins=2")
    assert same_report(club, client_of(club, tmp_path / "client")) != before


def test_the_reason_of_a_refusal_is_shown_to_whoever_opened_it(tmp_path: Path) -> None:
    """Blue bids more than blue has. An audit without the key looks at the reason as well."""
    club = start_game(tmp_path / "club")
    letter = play(club.game, BLUE, BEN, bid(99))
    (club.inbox / "2-blue-0.toml").write_bytes(dump_letter(sign_letter(letter, BEN), "order.toml"))
    club.run()
    client = client_of(club, tmp_path / "client")
    assert "you have only 6 coins" in same_report(club, client)
    entries, referee = club.entries, club.secret.seal_public
    letters = dict(opened_letters(club.game.genesis, entries, identity(BEN), BLUE, referee))
    assert ask(client, "verify", letters=letters)["text"] + "\n" == club.lpbe(BEN, "verify", "mars").out
    without = client_of(club, tmp_path / "client", reasons={})
    assert "only 6 coins" not in ask(without, "report", format="text")["report"]
    assert ask(without, "verify", letters=letters)["code"] == "E_AUDIT_VIEW"


def test_a_sealed_standing_letter_that_waits_is_not_taken_for_an_open_one(tmp_path: Path) -> None:
    """Without the key nobody can tell what is in it: the client says what it sent."""
    club = start_game(tmp_path / "club")
    club.do(BEN, "policy", "mars", "bid=2")
    assert ask(client_of(club, tmp_path / "client"), "policy", lines=["keep=lowest"])["policy"] == {
        "pebbles": {"keep": "lowest"}
    }
    sent = {"policy": {"pebbles": {"bid": 2}}}
    changed = ask(client_of(club, tmp_path / "client", standing=sent), "policy", lines=["keep=lowest"])
    assert changed["policy"] == {"pebbles": {"bid": 2, "keep": "lowest"}}


@pytest.mark.parametrize("stage", ["join", "ready"])
def test_the_terms_are_those_that_the_commands_print(stage: str, tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "club")
    codes = club.do("ana", "invite", "mars")["invitations"]
    command = ["join", "mars", "--seat", "green", "--code", codes["green"]]
    if stage == "ready":
        club.join_all()
        command = ["ready", "mars"]
    printed = club.lpbe("cleo", *command).out
    client = Client(str(tmp_path / "client"))
    texts = {name: (club.mars / name).read_text("utf-8") for name in ("game.toml", "log.jsonl")}
    assert ask(client, "open", files=texts)["stage"] == stage
    terms = ask(client, "terms")
    assert printed.splitlines()[: len(terms["terms"])] == terms["terms"]
    assert all(line in printed for line in terms["roster"])
    assert json.dumps(terms["roster"]) == "[]" or stage == "ready"
