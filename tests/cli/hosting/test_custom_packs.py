"""Owners of the game type in their own tiles: a pack beside the game file, pinned by its hash."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..world.person import Person

PACK = """
[tiles.H01]
edges = "MMMMMM"
spots = ["iron", "iron", "oil", ""]
dice = { red1 = "geyser" }

[tiles.X1]
edges = "DDDDDD"
spots = ["oil"]
dice = { blue2 = "tornado", green5 = "tornado" }

[drop]
tiles = ["H02"]
"""
TILE = "edges = 'MMMMMM'\ndice = { red1 = 'geyser' }\nspots = ['iron']\ntraits = [" + f"'{'t' * 24}',\n" * 24 + "]\n"
CROWDED = "".join(f"[tiles.X{n:015}]\n{TILE}" for n in range(172))
NEW = ["new", "mars", "--game", "living-planet", "--seats", "red,blue", "--bot", "red", "--bot", "blue"]


@pytest.fixture
def ana(tmp_path: Path) -> Person:
    return Person(tmp_path / "ana", tmp_path)


def test_a_game_with_own_content_is_played_and_verified(ana: Person, tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text(PACK)
    ana.call(*NEW, "--content", "box.toml")
    (tmp_path / "box.toml").unlink()
    assert (tmp_path / "mars" / "pack.toml").exists()
    assert ana.json("run", "mars")["over"]
    assert Person(tmp_path / "stranger", tmp_path).json("verify", "mars")["level"] == 2


def test_without_its_pack_a_game_says_what_is_missing(ana: Person, tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text(PACK)
    ana.call(*NEW, "--content", "box.toml")
    before = (tmp_path / "mars" / "game.toml").read_bytes()
    pack = tmp_path / "mars" / "pack.toml"
    text = pack.read_text()
    pack.unlink()
    refused = ana.json("run", "mars", code=6)
    assert refused["code"] == "E_PACK" and "pack.toml" in refused["hint"]
    pack.write_text(text.replace('"MMMMMM"', '"DMMMMM"'))
    assert ana.json("verify", "mars", code=6)["code"] == "E_PACK"
    pack.write_text(text)
    assert (tmp_path / "mars" / "game.toml").read_bytes() == before
    ana.call("run", "mars")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[moons.a]\nx = 1\n", "no kind of content 'moons'"),
        ("[tiles.H01]\nspots = []\n", "tiles.H01"),
        ('[tiles.H01]\nedges = "MMMMMM"\nmoons = 2\n', "moons"),
        ('[tiles.H01]\nedges = "MMM"\n', "edges"),
        ('[tiles.H01]\nedges = "MMMMMM"\ndice = { pink7 = "tornado" }\n', "dice"),
        ('[tiles.H01]\nedges = "MMMMMM"\ndice = { red1 = "frogs" }\n', "unknown cataclysm frogs"),
        ('[tiles.H01]\nedges = "MMMMMM"\nspots = ["gold"]\n', "unknown icon gold"),
        ('[market."oil+9"]\nresource = "oil"\nstep = 9\n', "1 to 3"),
        ('[buildings.mint]\nkind = "factory"\nmakes = "gold"\n', "unknown resource gold"),
        ('[drop]\ntiles = ["A", "B"]\n', "start tiles"),
        ('[drop]\ntiles = ["H99"]\n', "no tiles.H99"),
        ("[drop]\ntiles = 3\n", "drop"),
        ("drop = 3\n", "drop"),
        ("[buildings.turbine]\nkind = 'factory'\nmakes = 'iron'\ntiles = ['turbine-a']\n", "turbine-a has no value"),
        ("[buildings.mint]\nkind = 'factory'\nmakes = 'iron'\nsets = { a = ['mint-9'] }\n", "mint-9 has no value"),
        ('[drop]\nteams = ["scientist"]\n', "there must be scientists"),
        ("[teams.scientist]\nnth = 0\ncount = 0\n", "there must be scientists"),
        ("[tiles.2]\nedges = 'MMMMMM'\nspots = ['']\ntraits = ['start']\nplayers = 2\n", "too small"),
        ('[drop]\ncataclysms = ["geyser"]\nresources = ["oil"]\n', "unknown icon oil"),
        ("[buildings.bunker]\nkind = 'shelter'\ntiles = ['bunker-a', '']\n", "a name of its own"),
        ("[buildings.bunker]\nkind = 'shelter'\ntiles = ['turbine-1']\n", "a name of its own"),
        ("[buildings.mint]\nkind = 'factory'\nmakes = 'colony'\n", "unknown resource colony"),
        ("[tiles.H01]\nedges = 'MMMMMM'\nspots = ['', '']\ngrounds = ['land']\n", "one entry per spot"),
        ("[tiles.H-1]\nedges = 'MMMMMM'\n", "letters and digits"),
        (f"[tiles.{'H' * 17}]\nedges = 'MMMMMM'\n", "cannot be used as the id of a row"),
        ("[tiles.'H.1']\nedges = 'MMMMMM'\n", "cannot be used as the id of a row"),
        ("[tiles.'']\nedges = 'MMMMMM'\n", "cannot be used as the id of a row"),
        ("[tiles.iron]\nedges = 'MMMMMM'\n", "iron is a row of"),
        ("".join(f"[tiles.X{n}]\nedges = 'MMMMMM'\n" for n in range(201)), "more than 200 rows"),
        (
            "[tiles.H01]\nedges = 'MMMMMM'\nspots = [" + "'iron', " * 25 + "]\n",
            "this list has too many entries (maximum: 24)",
        ),
        (f"[tiles.H01]\nedges = 'MMMMMM'\ntraits = ['{'A' * 25}']\n", "this text is too long (maximum length: 24)"),
        ("[teams.motorized]\nnth = 1\ncount = 1000000000\n", "the number must be at most 9"),
    ],
)
def test_a_pack_that_cannot_be_is_refused_with_its_place(ana: Person, tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "box.toml").write_text(text)
    refused = ana.json(*NEW, "--content", "box.toml", code=6)
    assert refused["code"] == "E_SCHEMA" and message in refused["message"]
    assert not (tmp_path / "mars" / "game.toml").exists()


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ('[drop]\ntiles = ["A"]\n', ["start_tile=A"], "no start tile A"),
        ("", ["first_leader=purple"], "cannot lead"),
        (CROWDED, ["hex_set=generated"], "too large"),
    ],
)
def test_options_that_no_game_can_begin_with_are_refused(
    ana: Person, tmp_path: Path, text: str, options: list[str], message: str
) -> None:
    (tmp_path / "box.toml").write_text(text)
    asked = [part for option in options for part in ("--set", f"living-planet.{option}")]
    seats = ["--seats", "red,blue,green", "--bot", "green"]
    refused = ana.json(*NEW, *seats, *(["--content", "box.toml"] if text else []), *asked, code=6)
    assert refused["code"] == "E_SCHEMA" and message in refused["message"]
    assert not (tmp_path / "mars").exists()
