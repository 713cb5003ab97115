"""Ends that nobody proves, and secrets that are not shown or are others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lpbe.kernel.chain.letters import present
from lpbe.kernel.chain.records import GameFile
from lpbe.kernel.chain.seating import WindowRecord
from lpbe.kernel.crypto.keys import Identity, Secret, b64

from ..second.answers import REFUSED, second
from .conftest import DAYS, Stages, bidding
from .house import House
from .liar import Liar, ended, headed, lies, people, put_last, verify, with_public


def over(game: GameFile, event: dict[str, Any], *, secret: str = "") -> GameFile:
    """The last step, with an end that the referee has made up."""
    table = {**game.state.table, "agenda": {**game.state.table["agenda"], "over": True}}
    told = game.last.public.events
    asked, stopped = ([old for old in told if old["event"] == name] for name in ("asked", "stopped"))
    window = WindowRecord(game.state.window.number - len(asked), "over", game.state.seq)
    events = [old for old in told if old not in (*asked, *stopped)]
    public = replace(game.last.public, events=[*events, event, *stopped], disclosed=[secret] if secret else [])
    false = replace(game, state=replace(game.state, table=table, window=window), last=replace(game.last, public=public))
    return headed(false)


def test_the_sealing_key_of_the_game_must_be_its_secrets(tmp_path: Path) -> None:
    """The referee seals with a key of which the disclosed secret tells nothing."""
    house = House.begin(tmp_path / "a")
    other = Identity(b"another sealing key of the game.")
    secret = Secret(house.secret.raw)
    secret.seal_secret, secret.seal_public = other.seal_secret, other.seal_public
    keys = replace(present(house.game.genesis.referee), seal=b64(other.seal_public))
    liar = Liar(house, secret).begin(replace(house.game.genesis, referee=keys), people(house), ("red",))
    liar.play_on(people(house))
    liar.publish()
    answer = verify(house)
    assert (answer.status, answer.code) == (4, "E_AUDIT_SEED"), answer


@pytest.mark.parametrize("with_log", [True, False])
def test_whoever_promises_disclosure_and_discloses_nothing_is_found(house_at: Stages, with_log: bool) -> None:
    house = house_at("finished")
    put_last(house, with_public(house.game, disclosed=[]))
    if not with_log:
        house.log.unlink()
    answer = verify(house, "--evidence", "proof.json")
    assert (answer.status, answer.code) == (4, "E_AUDIT_SEED")
    judged = house.do("eve", "evidence", "--check", "proof.json")
    assert (judged["convicts"], judged["code"]) == ("referee", "E_AUDIT_SEED")
    assert second(house.mars)[0] == REFUSED


def test_another_secret_than_the_committed_one_is_found(house_at: Stages) -> None:
    answer = lies(house_at("finished"), lambda game: with_public(game, disclosed=["77" * 32]))
    assert (answer.status, answer.code) == (4, "E_AUDIT_SEED")


def test_a_secret_shown_too_early_is_found(house_at: Stages) -> None:
    house = house_at("turn")
    answer = lies(house, lambda game: with_public(game, disclosed=[house.secret.raw.hex()]))
    assert (answer.status, answer.code) == (4, "E_AUDIT_SEED")


def test_a_forged_end_with_the_secret_is_found(house_at: Stages) -> None:
    house = house_at("turn")
    answer = lies(house, lambda game: over(game, ended("red"), secret=house.secret.raw.hex()))
    assert (answer.status, answer.code) == (4, "E_AUDIT_DIVERGES")


def test_a_forged_end_without_the_secret_is_told_to_be_unproven(tmp_path: Path) -> None:
    house = bidding(tmp_path / "a", "--keep-secret")
    answer = lies(house, lambda game: over(game, ended("red")))
    assert answer.status == 3 and "end" in answer.told["unproven"]
    assert "the end and the scores are the referee's word" in house.lpbe("ben", "verify", "mars").out


@pytest.mark.parametrize("why", ["agreed", "void", "flood", "because I say so"])
def test_nobody_has_agreed_to_an_end_without_saying_so(tmp_path: Path, why: str) -> None:
    house = bidding(tmp_path / "a", "--keep-secret")
    answer = lies(house, lambda game: over(game, {**ended("red"), "why": why}))
    assert (answer.status, answer.code) == (4, "E_AUDIT_DIVERGES")


@pytest.mark.parametrize(
    "event",
    [
        {"event": "resigned", "seat": "blue"},
        {"event": "stop-agreed", "seat": "blue"},
        {"event": "silent", "seats": ["blue"], "phase": 2},
        {"event": "replaced", "seat": "blue"},
    ],
)
def test_what_only_a_letter_can_do_is_not_believed_without_it(house_at: Stages, event: dict[str, Any]) -> None:
    house = house_at("bidding")
    events = [*house.game.last.public.events, event]
    answer = lies(house, lambda game: with_public(game, events=events))
    assert (answer.status, answer.code) == (4, "E_AUDIT_DIVERGES")
    assert "this step's letter cannot do" in answer.told["message"]


def test_a_game_that_time_ended_before_it_began_is_verified(tmp_path: Path) -> None:
    house = House.begin(tmp_path / "a", "--pace", "2d", "--now", DAYS[0])
    assert house.run("--now", DAYS[9])["over"]
    answer = verify(house)
    assert (answer.status, answer.told["level"], answer.told["over"]) == (0, 2, True)
    assert answer.told["timeouts"][0]["deadline"] == DAYS[2]
