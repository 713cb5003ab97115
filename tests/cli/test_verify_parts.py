"""False draws in a log, and what only one player can find."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from lpbe.kernel.chain.letters import present
from lpbe.kernel.chain.records import View
from lpbe.kernel.crypto.keys import b64
from lpbe.kernel.folder.folder import dump_game
from tests import acts

from .conftest import Stages
from .house import House
from .liar import Liar, people, put_last, signed_anew, verify, with_view


def forged_ready(house: House, proof: str) -> None:
    """The host's own draw in a log, exchanged and signed anew."""
    seq = next(n for n, entry in enumerate(house.entries) if entry.order and type(entry.order) is acts.Ready)
    liar = Liar(house).follow(seq)
    letter = acts.Ready(**{**fields(present(liar.game.last.order)), "args": acts.ReadyArgs(proof)})
    liar.spoil(lambda game: signed_anew(game, letter))
    liar.publish()


def fields(letter: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(letter, name) for name in letter.__struct_fields__}


def test_a_draw_for_another_roster_or_game_is_found_in_a_log(stages: Stages, house_at: Stages) -> None:
    others = [present(entry.order) for entry in stages("other").entries[1:]]
    other = next(letter for letter in others if isinstance(letter, acts.Ready) and letter.seat == "red")
    house = house_at("bidding")
    forged_ready(house, other.args.proof)
    assert (verify(house).status, verify(house).code) == (4, "E_PROOF")


def spoiled(change: Callable[[bytes], bytes]) -> Callable[[bytes], str]:
    return lambda proof: b64(change(proof))


TORSION = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
ORDER = 2**252 + 27742317777372353535851937790883648493


@pytest.mark.parametrize(
    "change",
    [
        spoiled(lambda proof: TORSION + proof[32:]),
        spoiled(lambda proof: bytes([1]) + bytes(31) + proof[32:]),
        spoiled(lambda proof: proof[:48] + (int.from_bytes(proof[48:], "little") + ORDER).to_bytes(32, "little")),
        spoiled(lambda proof: proof[:32] + bytes(48)),
        spoiled(lambda proof: proof[:-1]),
    ],
    ids=["torsion", "identity", "s-too-large", "zeros", "short"],
)
def test_a_false_draw_is_found_in_a_log(house_at: Stages, change: Callable[[bytes], str]) -> None:
    house = house_at("bidding")
    letters = [entry.order for entry in house.entries]
    own = next(letter for letter in letters if isinstance(letter, acts.Ready) and letter.seat == "red")
    from base64 import b64decode

    forged_ready(house, change(b64decode(own.args.proof)))
    assert (verify(house).status, verify(house).code) == (4, "E_PROOF")


def with_screen(**parts: Any) -> Callable[[View], View]:
    return lambda view: replace(view, screen={**view.screen, **parts})


def test_a_false_private_part_is_found_by_its_player_and_tells_others_nothing(house_at: Stages) -> None:
    house = house_at("bidding")
    put_last(
        house, with_view(house, house.game, "blue", lambda view: replace(view, screen={**view.screen, "hand": {}}))
    )
    assert verify(house).status == 3
    answer = verify(house, "--evidence", "proof.json", who="ben")
    assert (answer.status, answer.code) == (4, "E_AUDIT_VIEW")
    assert "there are 0" in answer.told["message"] and "only your key shows this" not in answer.told["message"]
    bundle = (house.root / "proof.json").read_text()
    assert "there are 0" not in bundle and "pebble" not in bundle.replace('"pebbles"', "")
    assert house.do("eve", "evidence", "--check", "proof.json")["convicts"] == ""


@pytest.mark.parametrize("screen", [{"purse": {"coins": "six"}}, {"purse": [[]]}, {"no-such": {}}], ids=str)
def test_a_private_part_that_cannot_be_read_is_false(house_at: Stages, screen: dict[str, Any]) -> None:
    """The referee signed it: it is no fault of the file."""
    house = house_at("bidding")
    nonsense = with_view(house, house.game, "blue", lambda view: replace(view, screen={**view.screen, **screen}))
    put_last(house, nonsense)
    assert verify(house).status == 3
    answer = verify(house, who="ben")
    assert (answer.status, answer.code) == (4, "E_AUDIT_VIEW"), answer


def test_an_older_view_is_judged_from_the_file_that_was_kept(house_at: Stages) -> None:
    """Nobody but who kept the file of that step can show what it held."""
    house = house_at("bids")
    false = with_view(
        house,
        Liar(house).follow(6).game,
        "blue",
        lambda view: replace(view, screen={**view.screen, "purse": {"coins": 99}}),
    )
    liar = Liar(house).follow(6).spoil(lambda game: false)
    liar.play_on(people(house), 2)
    liar.publish()
    (house.root / "kept.toml").write_bytes(dump_game(false, "kept.toml"))
    assert verify(house, who="ben").status == 3
    answer = verify(house, "--before", "kept.toml", who="ben")
    assert (answer.status, answer.code) == (4, "E_AUDIT_VIEW")


def test_kept_files_are_looked_at_for_their_player_only(house_at: Stages, stages: Stages) -> None:
    house = house_at("bids")
    for name, game in (("kept.toml", house.game), ("other.toml", stages("other").game)):
        (house.root / name).write_bytes(dump_game(game, name))
    answer = verify(house, "--before", "kept.toml")
    assert (answer.status, answer.code) == (2, "E_USAGE")
    answer = verify(house, "--before", "other.toml", who="ben")
    assert (answer.status, answer.code) == (6, "E_STATE_GAME")
    house.log.unlink()
    assert verify(house, "--before", "kept.toml", who="ben").status == 3
