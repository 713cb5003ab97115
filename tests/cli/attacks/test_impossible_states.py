"""A table that no play can lead to, signed by its referee: every command that reads it reports it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lpbe.games.pebbles import turn
from lpbe.kernel.chain.records import GameFile

from ...size_limits import one_in
from ..conftest import Stages
from ..world.cheating_referee import put_last, with_state
from ..world.club import HOST, Answer, Club

Table = dict[str, Any]
READERS = ("show", "board", "report", "legal", "todo", "replay")


def told_well(answer: Answer) -> bool:
    """Check that parts of it are shown, and the rest is reported as the file's fault."""
    return answer.status in (0, 2, 4, 6)


def spoilt(game: GameFile, **parts: Any) -> GameFile:
    """Return the game with other parts on its table, signed by the referee."""
    return with_state(game, table={**game.state.table, **parts})


PEBBLES: dict[str, Table] = {
    "pebbles that nobody knows": {"path": {"laid": {"moon": "red"}, "row": ["moon"]}},
    "pebbles of nobody": {"path": {"laid": {"p01": "purple"}, "row": ["p01"]}},
    "a question to nobody": {"agenda": {"steps": [{"step": "turn", "seat": "purple"}]}},
    "hands of others": {"supply": {"hands": {"purple": 3}}},
    "no seats": {"roster": {}},
    "a round that never comes": {"round": {"number": 99}},
}


@pytest.mark.parametrize("table", PEBBLES.values(), ids=PEBBLES)
@pytest.mark.parametrize("who", ["ben", "eve"])
@pytest.mark.parametrize("command", READERS)
def test_a_nonsense_table_is_never_a_mistake_of_ours(club_at: Stages, table: Table, who: str, command: str) -> None:
    club = club_at("turn")
    put_last(club, spoilt(club.game, **table))
    with club.untouched():
        result = club.lpbe(who, command, "mars", "--json")
    assert told_well(result), result


@pytest.fixture(scope="session")
def planet(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """Return a game of Living Planet that has just started."""
    club = Club(tmp_path_factory.mktemp("planet") / "club", ("red", "blue"))
    for who in ("ana", "ben", "eve"):
        club.give_key(who)
    seats = ["--seats", "red,blue", "--as", "red", "--name", "Ana", "--bot", "blue", "--nonce", club.nonce]
    club.do(HOST, "new", "mars", "--game", "living-planet", *seats)
    club.run()
    club.ready_all()
    return club


def part(name: str, **changes: Any) -> Callable[[Table], Table]:
    return lambda table: {name: {**table.get(name, {}), **changes}}


PLANET: dict[str, Callable[[Table], Table]] = {
    "hexes that nobody knows": part("map", hexes={"Q99": {"at": "0,0"}}),
    "no map": part("map", hexes={}),
    "two hexes in one place": part("map", hexes={"H01": {"at": "0,0"}, "H02": {"at": "0,0"}}),
    "teams on the moon": part("map", teams={"R1": {"seat": "red", "place": "Q99.7"}}),
    "teams of nobody": part("map", teams={"R1": {"seat": "purple", "place": "A"}}),
    "teams of no kind": part("map", teams={"R1": {"seat": "red", "place": "A", "kind": "frogs"}}),
    "buildings of no kind": part("map", buildings={"A.1": {"kind": "mint", "value": 9}}),
    "buildings in no place": part("map", buildings={"A": {"kind": "colony", "chip": "purple"}}),
    "no prices": part("bank", prices={}),
    "cubes of gold": part("bank", cubes={"gold": 3}, prices={"gold": 10**15}),
    "a Leader from elsewhere": part("turn", leader="purple"),
    "dice of no colour": part("turn", dice={"pink": 9}, order=["pink"]),
    "a turn that never comes": part("turn", number=10**15),
    "a market card of gold": part("piles", top="gold+1", discard=5),
    "hands of others": part("piles", hands={"purple": -3}),
    "a track of gold": part("track", spots=["gold"] * 40),
    "a question to nobody": lambda table: {"agenda": {"steps": [{"step": "act", "seat": "purple", "die": "pink"}]}},
    "no seats": lambda table: {"roster": {}},
}


@pytest.mark.parametrize("name", one_in(3, [*PLANET]))
def test_a_nonsense_planet_is_never_a_mistake_of_ours(planet: Club, tmp_path: Path, name: str) -> None:
    club = planet.copy(tmp_path / "planet")
    put_last(club, spoilt(club.game, **PLANET[name](club.game.state.table)))
    with club.untouched():
        result = {(who, what): club.lpbe(who, what, "mars", "--json") for who in ("ana", "eve") for what in READERS}
    assert {asked: one for asked, one in result.items() if not told_well(one)} == {}


def alone(club: Club, folder: Path) -> Path:
    """Return the game file as received by e-mail, without its log."""
    path = folder / "mailed" / "game.toml"
    path.parent.mkdir()
    path.write_bytes((club.mars / "game.toml").read_bytes())
    return path


@pytest.mark.parametrize("table", PEBBLES.values(), ids=PEBBLES)
def test_a_nonsense_table_without_a_log_is_never_a_mistake_of_ours(
    club_at: Stages, tmp_path: Path, table: Table
) -> None:
    club = club_at("turn")
    put_last(club, spoilt(club.game, **table))
    path = alone(club, tmp_path)
    for who in ("ben", "eve"):
        for what in READERS:
            result = club.lpbe(who, what, str(path), "--json")
            assert told_well(result), (who, what, result)


@pytest.mark.parametrize("name", one_in(3, [*PLANET][1:]))
def test_a_nonsense_planet_without_a_log_is_never_a_mistake_of_ours(planet: Club, tmp_path: Path, name: str) -> None:
    club = planet.copy(tmp_path / "planet")
    put_last(club, spoilt(club.game, **PLANET[name](club.game.state.table)))
    path = alone(club, tmp_path)
    result = {(who, what): club.lpbe(who, what, str(path), "--json") for who in ("ana", "eve") for what in READERS}
    assert {asked: one for asked, one in result.items() if not told_well(one)} == {}


NONSENSE = {
    "hexes that nobody knows": ("board", "there is no hex Q99"),
    "buildings of no kind": ("report", "there is no building mint"),
    "no prices": ("legal", "electricity has no price"),
    "a Leader from elsewhere": ("board", "there is no seat purple"),
    "hands of others": ("legal", "there is no seat purple"),
    "no seats": ("report", "but the table has []"),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_a_nonsense_planet_without_a_log_is_named(planet: Club, tmp_path: Path, name: str) -> None:
    command, fault = NONSENSE[name]
    club = planet.copy(tmp_path / "planet")
    put_last(club, spoilt(club.game, **PLANET[name](club.game.state.table)))
    result = club.lpbe("ana", command, str(alone(club, tmp_path)), "--json")
    assert result.status == 6 and result.code == "E_STATE_TABLE", result
    assert fault in result.payload["message"]


@pytest.mark.parametrize("where", ["folder", "file"])
@pytest.mark.parametrize("error", [TypeError, AssertionError, KeyError])
def test_a_bug_in_the_rules_is_not_blamed_on_the_game(
    club_at: Stages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, error: type[Exception]
) -> None:
    def fail(*args: object) -> None:
        raise error("a bug")

    club = club_at("turn")
    path = "mars" if where == "folder" else str(alone(club, tmp_path))
    monkeypatch.setattr(turn, "may_act", fail)
    with club.untouched():
        result = club.lpbe("ben", "legal", path, "--json")
    assert result.status == 70 and result.code == "E_OURS", result
    shown = club.lpbe("ben", "legal", path)
    assert shown.status == 70 and "please report this bug" in shown.err


def test_the_words_for_a_nonsense_table(planet: Club, tmp_path: Path) -> None:
    club = planet.copy(tmp_path / "planet")
    put_last(club, spoilt(club.game, **PLANET["hexes that nobody knows"](club.game.state.table)))
    for lang, message in {"C": "cannot handle the position on the table", "fr_FR.UTF-8": "sur la table"}.items():
        result = club.lpbe("eve", "board", "mars", env={"LANG": lang, "LC_ALL": lang})
        assert result.status == 6 and message in result.err and "[E_STATE_TABLE]" in result.err
    assert club.lpbe("eve", "verify", "mars", "--json").status == 4
