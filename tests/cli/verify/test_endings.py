"""Ends that nobody proves, and secrets that are withheld or exchanged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lpbe.kernel.chain.genesis import WindowRecord
from lpbe.kernel.chain.letter import present
from lpbe.kernel.chain.records import GameFile
from lpbe.kernel.crypto.keys import Identity, Secret, b64

from ...independent_verifier.answers import REFUSED, second
from ..conftest import DAYS, Stages, start_game
from ..world.club import Club
from ..world.forged_history import (
    HistoryForger,
    end_event,
    people,
    put_last,
    sign_head,
    verify,
    verify_forged,
    with_public,
)


def over(game: GameFile, event: dict[str, Any], *, secret: str = "") -> GameFile:
    """Replace the last step by one with an end that the referee has made up."""
    table = {**game.state.table, "agenda": {**game.state.table["agenda"], "over": True}}
    result = game.last.public.events
    asked, stopped = ([old for old in result if old["event"] == name] for name in ("asked", "stopped"))
    window = WindowRecord(game.state.window.number - len(asked), "over", game.state.seq)
    events = [old for old in result if old not in (*asked, *stopped)]
    public = replace(game.last.public, events=[*events, event, *stopped], disclosed=[secret] if secret else [])
    false = replace(game, state=replace(game.state, table=table, window=window), last=replace(game.last, public=public))
    return sign_head(false)


def test_the_sealing_key_of_the_game_must_be_its_secrets(tmp_path: Path) -> None:
    """The referee seals with a key that does not follow from the disclosed secret."""
    club = Club.begin(tmp_path / "a")
    other = Identity(b"another sealing key of the game.")
    secret = Secret(club.secret.raw)
    secret.seal_secret, secret.seal_public = other.seal_secret, other.seal_public
    keys = replace(present(club.game.genesis.referee), seal=b64(other.seal_public))
    forger = HistoryForger(club, secret).begin(replace(club.game.genesis, referee=keys), people(club), ("red",))
    forger.play_on(people(club))
    forger.publish()
    answer = verify(club)
    assert (answer.status, answer.code) == (4, "E_AUDIT_SEED"), answer


@pytest.mark.parametrize("with_log", [True, False])
def test_whoever_promises_disclosure_and_discloses_nothing_is_found(club_at: Stages, with_log: bool) -> None:
    club = club_at("finished")
    put_last(club, with_public(club.game, disclosed=[]))
    if not with_log:
        club.log.unlink()
    answer = verify(club, "--evidence", "proof.json")
    assert (answer.status, answer.code) == (4, "E_AUDIT_SEED")
    judged = club.do("eve", "evidence", "--check", "proof.json")
    assert (judged["convicts"], judged["code"]) == ("referee", "E_AUDIT_SEED")
    assert second(club.mars)[0] == REFUSED


def test_another_secret_than_the_committed_one_is_found(club_at: Stages) -> None:
    answer = verify_forged(club_at("finished"), lambda game: with_public(game, disclosed=["77" * 32]))
    assert (answer.status, answer.code) == (4, "E_AUDIT_SEED")


def test_a_secret_shown_too_early_is_found(club_at: Stages) -> None:
    club = club_at("turn")
    answer = verify_forged(club, lambda game: with_public(game, disclosed=[club.secret.raw.hex()]))
    assert (answer.status, answer.code) == (4, "E_AUDIT_SEED")


def test_a_forged_end_with_the_secret_is_found(club_at: Stages) -> None:
    club = club_at("turn")
    answer = verify_forged(club, lambda game: over(game, end_event("red"), secret=club.secret.raw.hex()))
    assert (answer.status, answer.code) == (4, "E_AUDIT_DIVERGES")


def test_a_forged_end_without_the_secret_is_told_to_be_unproven(tmp_path: Path) -> None:
    club = start_game(tmp_path / "a", "--keep-secret")
    answer = verify_forged(club, lambda game: over(game, end_event("red")))
    assert answer.status == 3 and "end" in answer.payload["unproven"]
    assert "trust the referee for the end and the scores" in club.lpbe("ben", "verify", "mars").out


@pytest.mark.parametrize("why", ["agreed", "void", "flood", "because I say so"])
def test_nobody_has_agreed_to_an_end_without_saying_so(tmp_path: Path, why: str) -> None:
    club = start_game(tmp_path / "a", "--keep-secret")
    answer = verify_forged(club, lambda game: over(game, {**end_event("red"), "why": why}))
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
def test_what_only_a_letter_can_do_is_not_believed_without_it(club_at: Stages, event: dict[str, Any]) -> None:
    club = club_at("bidding")
    events = [*club.game.last.public.events, event]
    answer = verify_forged(club, lambda game: with_public(game, events=events))
    assert (answer.status, answer.code) == (4, "E_AUDIT_DIVERGES")
    assert "the message of this step cannot cause" in answer.payload["message"]


def test_a_game_that_time_ended_before_it_began_is_verified(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "a", "--pace", "2d", "--now", DAYS[0])
    assert club.run("--now", DAYS[9])["over"]
    answer = verify(club)
    assert (answer.status, answer.payload["level"], answer.payload["over"]) == (0, 2, True)
    assert answer.payload["timeouts"][0]["deadline"] == DAYS[2]
