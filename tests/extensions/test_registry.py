"""The registry: names and what else they may be called, one order of binding, and a hash of what is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from lpbe.cli.entry import run
from lpbe.games import GAMES, GameEntry, book_of, full_name, game_of, in_order, rules_of, schema_of
from lpbe.games.pebbles.module import BASE
from lpbe.games.pebbles.moss import MOSS
from lpbe.games.pebbles.state import Pebble
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.content import packs
from lpbe.kernel.content.custom_packs import overlay_pack
from lpbe.kernel.disk.files import read_letter_data
from lpbe.kernel.engine.model import Content, Module, Row
from lpbe.kernel.engine.rulebook import bind

from ..kernel.party import Party
from .frost import FROST
from .tide import TIDE

ROWS = packs.rows("pebbles")
WIDE = replace(game_of("pebbles"), expansions={"tide": TIDE, "moss": MOSS, "frost": FROST})


class Shell(Row, frozen=True):
    pack = "shells"
    size: int


REEF = Module("reef", content=(Pebble, Shell))
REEF_ROWS = {**ROWS, "reef": {"pebbles": {"r01": {"colour": "grey", "value": 1}}, "shells": {"s01": {"size": 3}}}}


def test_every_row_of_the_registry_is_a_game() -> None:
    for name, entry in GAMES.items():
        assert game_of(name).name == name
        assert name[0].isalpha()
        assert not set(entry.aliases) & set(GAMES)
    aliases = [alias for entry in GAMES.values() for alias in entry.aliases]
    assert len(set(aliases)) == len(aliases)


def test_a_name_may_be_typed_shorter_even_as_a_number() -> None:
    games = {"planet-2116": GameEntry("planet_2116", ("2116",)), "pebbles": GameEntry("pebbles")}
    assert full_name("2116", games) == "planet-2116"
    assert full_name("planet-2116", games) == "planet-2116"
    assert full_name("shells", games) == "shells"
    assert game_of("lp") is game_of("living-planet")
    assert book_of("lp", ()).modules == book_of("living-planet", ()).modules
    assert schema_of("lp-orders") == schema_of("living-planet-orders") is not None
    assert schema_of("lp-nothing") is None


def test_a_game_file_has_the_full_name() -> None:
    party = Party()
    with pytest.raises(Malformed, match="there is no game called 'lp'"):
        rules_of(replace(party.genesis, rules="lp"))


@pytest.mark.parametrize(
    "command",
    [
        ["rules", "lp", "--json"],
        ["simulate", "--game", "lp", "--games", "1", "--bots", "cautious"],
        ["new", "mars", "--game", "lp", "--seats", "red,blue", "--open"],
        ["schema", "lp-policy"],
    ],
)
def test_every_command_knows_it(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(command) == 0


@pytest.mark.parametrize("chosen", [("moss", "tide"), ("tide", "moss")])
def test_expansions_have_one_order_whatever_they_were_named_in(chosen: tuple[str, ...]) -> None:
    assert in_order(WIDE, chosen) == ("tide", "moss")
    assert in_order(WIDE, (*chosen, "frost")) == ("tide", "moss", "frost")


@pytest.mark.parametrize("chosen", [("moss", "moss"), ("lichen",)])
def test_an_expansion_is_known_and_named_once(chosen: tuple[str, ...]) -> None:
    with pytest.raises(Malformed):
        in_order(WIDE, chosen)


def hash_rules(rows: Content, *expansions: str) -> str:
    return packs.rules_hash("pebbles", expansions, rows)


def test_the_hash_covers_what_is_played_and_nothing_else() -> None:
    moved = {**ROWS, "moss": {"pebbles": {**ROWS["moss"]["pebbles"], "m99": {"colour": "grey", "value": 1}}}}
    assert hash_rules(moved) == hash_rules(ROWS)
    assert hash_rules(moved, "moss") != hash_rules(ROWS, "moss")
    assert hash_rules({**ROWS, "reef": {}}, "moss") == hash_rules(ROWS, "moss")


def test_a_game_pins_its_expansions_in_one_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "duel", "--game", "pebbles", "--seats", "red,blue", "--open", "--with", "moss"]) == 0
    genesis = read_letter_data("duel/game.toml")["genesis"]
    assert genesis["expansions"] == ["moss"]
    assert genesis["rules_sha256"] == packs.rules_hash("pebbles", ["moss"])


def bind_rows(pack: dict[str, object]) -> dict[str, Pebble]:
    modules = (BASE, MOSS, REEF)
    return {**bind(*modules, content=overlay_pack(REEF_ROWS, modules, pack)).rows_of(Pebble)}


def test_players_own_rows_reach_expansions() -> None:
    usual = bind_rows({})
    grown = bind_rows({"pebbles": {"m01": {"colour": "white", "value": 6}, "x01": {"colour": "grey", "value": 5}}})
    assert usual["m01"].value == 2 and grown["m01"] == Pebble("white", 6)
    assert grown.keys() - usual.keys() == {"x01"}
    assert usual.keys() - bind_rows({"drop": {"pebbles": ["m02", "r01", "p03"]}}).keys() == {"m02", "r01", "p03"}


def test_players_own_rows_stand_with_the_module_that_printed_them() -> None:
    over = overlay_pack(REEF_ROWS, (BASE, REEF), {"shells": {"s01": {"size": 4}, "s02": {"size": 5}}})
    assert over["reef"]["shells"] == {"s01": {"size": 4}, "s02": {"size": 5}}
    assert over["pebbles"] == ROWS["pebbles"] and over["moss"] == ROWS["moss"]


@pytest.mark.parametrize(
    "pack",
    [
        {"shells": {"s01": {"size": "large"}}},
        {"shells": {"s01": {"weight": 3}}},
        {"drop": {"shells": ["s99"]}},
        {"drop": {"corals": ["c01"]}},
        {"drop": ["s01"]},
        {"corals": {}},
        {"shells": 3},
    ],
)
def test_players_own_rows_are_checked_by_the_expansion_too(pack: dict[str, object]) -> None:
    with pytest.raises(Malformed, match="content pack"):
        overlay_pack(REEF_ROWS, (BASE, REEF), pack)


def test_rows_of_an_expansion_that_is_not_played_are_unknown() -> None:
    with pytest.raises(Malformed, match="no kind of content 'shells'"):
        overlay_pack(REEF_ROWS, (BASE,), {"shells": {"s01": {"size": 4}}})
