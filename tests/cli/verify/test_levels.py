"""False draws in a log, and what only one player can find."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from lpbe.kernel.chain.letter import present
from lpbe.kernel.chain.records import View
from lpbe.kernel.crypto.keys import b64
from lpbe.kernel.gamedir.gamedir import dump_game
from tests import letter_types

from ..conftest import Stages
from ..world.club import Club
from ..world.forged_history import HistoryForger, people, put_last, signed_anew, verify, with_view


def forged_ready(club: Club, proof: str) -> None:
    """Exchange the host's own draw in a log, and sign it again."""
    seq = next(n for n, entry in enumerate(club.entries) if entry.letter and type(entry.letter) is letter_types.Ready)
    forger = HistoryForger(club).follow(seq)
    letter = letter_types.Ready(**{**fields(present(forger.game.last.letter)), "args": letter_types.ReadyArgs(proof)})
    forger.spoil(lambda game: signed_anew(game, letter))
    forger.publish()


def fields(letter: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(letter, name) for name in letter.__struct_fields__}


def test_a_draw_for_another_roster_or_game_is_found_in_a_log(stages: Stages, club_at: Stages) -> None:
    others = [present(entry.letter) for entry in stages("other").entries[1:]]
    other = next(letter for letter in others if isinstance(letter, letter_types.Ready) and letter.seat == "red")
    club = club_at("bidding")
    forged_ready(club, other.args.proof)
    assert (verify(club).status, verify(club).code) == (4, "E_PROOF")


def spoil_log(change: Callable[[bytes], bytes]) -> Callable[[bytes], str]:
    return lambda proof: b64(change(proof))


TORSION = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
ORDER = 2**252 + 27742317777372353535851937790883648493


@pytest.mark.parametrize(
    "change",
    [
        spoil_log(lambda proof: TORSION + proof[32:]),
        spoil_log(lambda proof: bytes([1]) + bytes(31) + proof[32:]),
        spoil_log(lambda proof: proof[:48] + (int.from_bytes(proof[48:], "little") + ORDER).to_bytes(32, "little")),
        spoil_log(lambda proof: proof[:32] + bytes(48)),
        spoil_log(lambda proof: proof[:-1]),
    ],
    ids=["torsion", "identity", "s-too-large", "zeros", "short"],
)
def test_a_false_draw_is_found_in_a_log(club_at: Stages, change: Callable[[bytes], str]) -> None:
    club = club_at("bidding")
    letters = [entry.letter for entry in club.entries]
    own = next(letter for letter in letters if isinstance(letter, letter_types.Ready) and letter.seat == "red")
    from base64 import b64decode

    forged_ready(club, change(b64decode(own.args.proof)))
    assert (verify(club).status, verify(club).code) == (4, "E_PROOF")


def with_screen(**parts: Any) -> Callable[[View], View]:
    return lambda view: replace(view, screen={**view.screen, **parts})


def test_a_false_private_part_is_found_by_its_player_and_tells_others_nothing(club_at: Stages) -> None:
    club = club_at("bidding")
    put_last(club, with_view(club, club.game, "blue", lambda view: replace(view, screen={**view.screen, "hand": {}})))
    assert verify(club).status == 3
    answer = verify(club, "--evidence", "proof.json", who="ben")
    assert (answer.status, answer.code) == (4, "E_AUDIT_VIEW")
    assert "there are 0" in answer.payload["message"] and "only your key shows this" not in answer.payload["message"]
    bundle = (club.root / "proof.json").read_text()
    assert "there are 0" not in bundle and "pebble" not in bundle.replace('"pebbles"', "")
    assert club.do("eve", "evidence", "--check", "proof.json")["convicts"] == ""


@pytest.mark.parametrize("screen", [{"purse": {"coins": "six"}}, {"purse": [[]]}, {"no-such": {}}], ids=str)
def test_a_private_part_that_cannot_be_read_is_false(club_at: Stages, screen: dict[str, Any]) -> None:
    """The referee signed it, so the file is not to blame."""
    club = club_at("bidding")
    nonsense = with_view(club, club.game, "blue", lambda view: replace(view, screen={**view.screen, **screen}))
    put_last(club, nonsense)
    assert verify(club).status == 3
    answer = verify(club, who="ben")
    assert (answer.status, answer.code) == (4, "E_AUDIT_VIEW"), answer


def test_an_older_view_is_judged_from_the_file_that_was_kept(club_at: Stages) -> None:
    """Only a player who kept the file of that step can show what it contained."""
    club = club_at("bids")
    false = with_view(
        club,
        HistoryForger(club).follow(6).game,
        "blue",
        lambda view: replace(view, screen={**view.screen, "purse": {"coins": 99}}),
    )
    forger = HistoryForger(club).follow(6).spoil(lambda game: false)
    forger.play_on(people(club), 2)
    forger.publish()
    (club.root / "kept.toml").write_bytes(dump_game(false, "kept.toml"))
    assert verify(club, who="ben").status == 3
    answer = verify(club, "--before", "kept.toml", who="ben")
    assert (answer.status, answer.code) == (4, "E_AUDIT_VIEW")


def test_kept_files_are_looked_at_for_their_player_only(club_at: Stages, stages: Stages) -> None:
    club = club_at("bids")
    for name, game in (("kept.toml", club.game), ("other.toml", stages("other").game)):
        (club.root / name).write_bytes(dump_game(game, name))
    answer = verify(club, "--before", "kept.toml")
    assert (answer.status, answer.code) == (2, "E_USAGE")
    answer = verify(club, "--before", "other.toml", who="ben")
    assert (answer.status, answer.code) == (6, "E_STATE_GAME")
    club.log.unlink()
    assert verify(club, "--before", "kept.toml", who="ben").status == 3
